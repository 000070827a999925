// SPDX-License-Identifier: BSD-3-Clause
// What tests/sim/mutants/test_mutate.sh makes mutants of: one form of each kind, and forms in which none may stand. Prints
// numbers that each mutant changes, but for those of the function that nobody asks about.
#include <stdio.h>
#include <stdint.h>
#include <stdlib.h>

#define TWICE(x) ((x) + (x))
#define ONES(n) ((n) >= 32 ? ~0u : (1u << (n)) - 1)
#define FOREVER for (;;)
enum { ROOM = 4 + 4 };
struct bits { unsigned low : 3, high : 5; };
static const int table[ROOM - 6] = { [1 + 0] = 7 };
_Static_assert(ROOM == 8, "a constant");

static const int inputs[] = { 3, 52, 53, 100, 101, 0 };
static int steps;
static void step(void) { steps += 1; }

static int difference(int from, int to) { return to - from; }

static int operators(int a, int b, struct bits bits)
{
    int sums[3] = { a + b, a * b, a % b };
    for (int i = 0; i < 3; i++)
        printf("%d ", sums[i]);
    printf("%x %x ", ONES(a) & b, ONES(32) >> a);
    printf("%d %d ", bits.low + bits.high, ~a);
    return bits.high << 2;
}

static void compare(int a, int b)
{
    printf("%d %d %d %d, ", a < b, a >= b, a == b, a && b);
    printf("%d %d\n", a || b, !a);
}

static uint64_t set_of(uint64_t all)
{
    uint64_t upper = 0;
    if (all)
        upper = all ^ 0xff;
    return upper;
}

static int choose(int a)
{
    switch (a) {
    case 2 + 1: return a + 10;
    default: break;
    }
    if (a > 100)
        a = 100;
    else
        a -= 2;
    return a > 50 ? a : -a;
}

// As some sources name theirs.
static void open(void) { steps = 0; }
static void close(void) { steps = 9; }

static _Bool points(const int *a) { return a; }
static int unasked(int a) { return a + 1; }
static int unchanged(int a, int nothing) { return 3 + (a | nothing); }

int main(void)
{
    int n = TWICE(2), *none = 0;
    char *text;

    printf("%d\n", operators(7, 13, (struct bits){ 5, 9 }));
    for (const int *input = inputs; *input; input++)
        printf("%d ", choose(*input));
    for (int i = 0; i < 4; i++)
        compare(i & 1, i >> 1);
    printf("%d\n", difference(n, steps));
    printf("%llx %llx %llx\n", (unsigned long long)set_of(0), (unsigned long long)set_of(UINT64_C(0x123456789abcdef0)), (unsigned long long)set_of(0x1ff));
    close();
    printf("%d ", steps);
    open();
    printf("%d\n", steps);
    FOREVER {
        step();
        if (steps > 8)
            break;
    }
    while (n > 1)
        n--;
    printf("%d %d %d %d\n", steps, n, none == 0, !n);
    text = malloc(16);
    snprintf(text, 2, "%d", 11 * table[1]);
    puts(text);
    free(text);
    printf("%d %d\n", unchanged(n, n), points(&n));
    return unasked(0) == 0;
}
