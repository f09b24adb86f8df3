/* The ways in which calls are written in C. */
#include <stdlib.h>

typedef int (*runner)(int);
static int start(int n) { return n; }
static int stop(int n) { return n + 1; }
int pause_(int n);
int declared(int n);

struct ops { int (*open)(int); runner close; };
static const struct ops table_ops = { .open = start, .close = stop };
static struct ops plain_ops = { start, stop };
static runner table[] = { start, stop, NULL };
static const struct { const char *name; runner run; } named[] = { { "start", start }, { "stop", stop } };

static int by_pointer(void) { runner run = start; return run(1) + (*run)(2); } // -> start
static int by_assignment(int n) { int (*run)(int); run = stop; return run(n); } // -> stop
static int by_field(const struct ops *ops) { return ops->open(1) + ops->close(2); } // -> ~start, ~stop
static int by_struct(void) { return table_ops.open(1) + plain_ops.close(2); } // -> ~start, ~stop
static int by_table(int n) { return table[n](n); } // -> ~start, ~stop
static int by_named(int n) { return named[n].run(n); } // -> ~start, ~stop
static int apply(runner run, int n) { return run(n); } // -> start
static int higher(void) { return apply(start, 1) + apply(&stop, 2); } // -> apply
static runner choose(int n) { return n ? start : stop; }
static int by_result(int n) { return choose(n)(n); } // -> choose, ~start, ~stop

#define CALL(f, n) f(n)
#define START(n) start(n)
#define TWICE(n) (START(n) + START(n))
#define ALIAS stop
static int in_macro(void) { return CALL(start, 1) + START(stop(2)); } // -> CALL, START, start, stop
static int by_alias(void) { return ALIAS(1); } // -> stop
static int in_twice(void) { return TWICE(1); } // -> TWICE, ~start

#define EACH(X) X(first) X(second)
#define DEFINE(name) static int name##_item(void) { return start(0); }
EACH(DEFINE)

static int sizes(void) { return sizeof(start(1)) + (int)stop(2); } // -> start, stop
static int comma(void) { return start(1), stop(2); } // -> start, stop
static int nested(void) { return start(stop(start(1))); } // -> start, stop
static int conditional(int n) { return n ? start(n) : stop(n); } // -> start, stop
static int cast(void *p) { return ((runner)p)(1) + ((struct ops *)p)->open(2); } // -> ~start, ~stop
static int compare(const void *a, const void *b) { return 0; }
static void sorts(void *all) { qsort(all, 1, 1, compare); } // -> ~compare
static int shadowed(int (*start)(int)) { return start(1); }
static int loops(void) {
  int sum = 0;
  for (int i = start(0); i < stop(3); i++) sum += i; // -> start, stop
  while (start(0)) { sum++; } // -> start
  switch (stop(1)) { case 1: return start(sum); default: break; } // -> start, stop
  do { sum--; } while (stop(0)); // -> stop
  return declared(sum); // -> declared
}
int declared(int n) { return loops() + pause_(n); } // -> loops
int recursive(int n) { return n ? recursive(n - 1) : 0; } // -> recursive
int main(int argc, char **argv) {
  atexit((void (*)(void))sorts); // -> ~sorts
  return first_item() + by_pointer() + higher(); // -> ~first_item, by_pointer, higher
}
int old_style(n) int n; { return start(n); } // -> start
