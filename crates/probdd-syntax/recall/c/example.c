#include <stdarg.h>
#include <stdio.h>
#define LIMIT 10
#define MAX(left, right) ((left) > (right) ? (left) : (right))
#ifdef DEBUG
static int debug_level = 1;
#else
static int quiet_level = 2;
#endif

typedef unsigned long size_type;
typedef int (*callback)(void *context, int code);

enum colour { RED, GREEN = 5, BLUE };

struct __attribute__((packed)) point {
  int x;
  const char *label;
  unsigned flags : 3, mode : 2;
};

union value {
  int whole;
  double real;
};

extern int shared_counter;
static const int table[3] = {1, 2, 3};
static struct point origin = {.x = 1, .label = "zero" "one", .flags = 2};
int first, *second = 0, matrix[2][LIMIT];
volatile long slow = 7L;

static inline __attribute__((noinline)) int add(int left, const int right) {
  return left + right;
}

int many(int count, ...) {
  va_list arguments;
  va_start(arguments, count);
  int sum = va_arg(arguments, int);
  va_end(arguments);
  return sum;
}

void empty(void);

static int loops(int n, int *restrict array) {
  int i, total = 0;
  for (i = 0; i < n; i++) {
    total += array[i];
    if (total > 100)
      break;
    else if (total < 0) {
      continue;
    } else
      total--;
  }
  for (int j = 0, k = n; j < k; ++j, --k)
    total ^= j;
  while (total > 50) {
    total /= 2;
  }
  do {
    total--;
  } while (total > 20);
  return total;
}

static int choose(int kind, struct point *p) {
  int result;
  switch (kind) {
  case 1:
    result = 10;
    break;
  case 2:
  case 3: {
    result = 20;
    break;
  }
  default:
    result = p->x;
  }
  if (result && !kind)
    goto out;
  if ((kind & 4) != 0) {
    result = -result;
  }
  {
    int nested = 3; // a line comment
    result += nested;
  }
out:
  /* a block comment */
  return result ? result : kind;
}

int main(int argc, char **argv) {
  struct point local = {0}, *pointer = &local;
  int numbers[] = {[0] = 4, [2] = 6};
  callback call = (callback)0;
  size_type size = sizeof(struct point) + sizeof numbers;
  pointer->x = add(argc, MAX(argc, 3));
  local.flags |= (1u << 2) | 4;
  printf("%d %s\n", (int)size, argv[0]);
  shared_counter = first = 5, slow++;
  ;
  if (call)
    return call((void *)pointer, *second);
  __asm__ volatile("nop");
  return loops(numbers[0], &numbers[1]) + choose(1, pointer) * (add(1, 2) + many(2, 3, 4));
}
