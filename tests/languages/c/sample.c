#ifdef __cplusplus
extern "C" {
#endif
#include <stdio.h>
#include "own.h"

#define LIMIT 3
#define SQUARE(x) \
    ((x) * (x))

/* The operations. */
struct ops {
    int (*open)(void);
    unsigned flag : 1, other;
};

typedef struct { int x; } point_t;
typedef struct node { struct node *next; } node_t;
typedef int (*callback_fn)(void *ctx);
enum mode { MODE_A, MODE_B = 2 };
union number { int i; float f; };

static const struct ops my_ops = { .open = 0 };
extern int counter;

int declared(int a);

VISIBLE unsigned int exported(void)
{
    return 0;
}

#ifdef WIDE
static int twin(long a) { return 1; }
#else
static int twin(int a) { return 2; }
#endif

int knr(a, b)
    int a;
    int b;
{
    return a + b;
}

int (*pick(int which))(const void *, const void *)
{
    return 0;
}

const char *
split(int a,
      int b)
{
    return "";
}

SYSCALL_DEFINE1(reads, int, fd)
{
    return 0;
}
#ifdef __cplusplus
}
#endif
