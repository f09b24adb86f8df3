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

/**
 * A tagged value.
 */
typedef struct value {
    enum { VALUE_INT, VALUE_STR } kind;
    union {
        int number;
        char *text;
    };
    struct {
        int line, column;
    } at;
    int (*handlers[4])(struct value *, void *);
    const char *const *names;
    char buffer[16];
    struct value *next; /* trailing */
} value_t, *value_ref;

struct forward;
extern struct forward *first_forward;
static inline __attribute__((always_inline)) int fast(void) { return 1; }
_Noreturn void fail(const char *message, ...);
static int (*const table[])(int) = { fast_one, fast_two };
int (*current)(int) = 0;
typedef void handler_fn(int signal);
typedef int matrix[3][3];
typedef unsigned long long u64;
int one = 1, *two, three[3] = { 1, 2, 3 };
static const char *const level_names[] = {
    "low",
    "high",
};
const int limit = 10;
_Thread_local int errors;
void (*signal(int sig, void (*func)(int)))(int);
char **split_all(const char *text)
{
    static int calls;
    struct local { int a; } here;
    return 0;
}

#define COLORS(X) \
    X(RED)        \
    X(GREEN)
#define AS_ENUM(name) COLOR_##name,
enum color { COLORS(AS_ENUM) COLOR_COUNT };
#undef AS_ENUM
typedef enum {
#define OPCODE(name) OP_##name,
#include "opcodes.h"
#undef OPCODE
} opcode;

#if defined(_WIN32)
#include <windows.h>
int open_port(HANDLE port) {
#else
int open_port(int port) {
#endif
    return 0;
}

int old_style(first, second)
    char *first;
    int (*second)();
{
    return 0;
}

#pragma pack(push, 1)
struct packed {
    unsigned version : 4;
    unsigned : 0;
    unsigned length : 12;
} __attribute__((packed));
#pragma pack(pop)

static struct config {
    int verbose;
} defaults = { .verbose = 1 };

EXPORT_SYMBOL(split_all);
module_init(start_module);
int main(int argc, char *argv[]) { return 0; }
#ifdef __cplusplus
}
#endif
