// SPDX-License-Identifier: BSD-3-Clause
// math write FOLDER PTX N: the arguments of each row of math.def, N of them, and the job that runs its kernels.
// math check FOLDER N: what they gave beside quadruple precision; a line a row, status 1 when one misses its bound.
#include <errno.h>
#include <math.h>
#include <quadmath.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *name;
    bool        is_double, is_absolute;
    __float128 (*reference)(__float128 x, __float128 y);
    double      bound;                          // ulp, or absolute
    double      low[2], high[2];
} row;

// --- references that libquadmath lacks

static __float128 sin_pi(__float128 x) { return isinfq(x) ? x - x : rintq(x) == x ? 0 : sinq(M_PIq * remainderq(x, 2)); }
static __float128 cos_pi(__float128 x)
{
    __float128 r = fabsq(remainderq(x, 2));
    return r == 0.5Q ? 0 : cosq(M_PIq * r);
}
// An infinite part decides, whatever the others are.
static __float128 norm_of(__float128 x, __float128 y, __float128 square) { return isinfq(x) || isinfq(y) ? HUGE_VALQ : sqrtq(square); }
static int whole(__float128 y) { return y != y ? 0 : y > 100000 ? 100000 : y < -100000 ? -100000 : (int)y; }
static __float128 scaled_erfc(__float128 x)
{
    __float128 sum = 1, term = 1;

    if (!(x > 50))
        return expq(x * x) * erfcq(x);
    for (int k = 1; k < 24; k++)
        sum += term *= -(2 * k - 1) / (2 * x * x);
    return sum / x / sqrtq(M_PIq);
}
// From the start sqrt(-log tail) on, which lies above, by Newton on the logarithm, which is concave.
static __float128 inverse_erfc(__float128 x)
{
    __float128 tail = x > 1 ? 2 - x : x, y = sqrtq(-logq(tail));

    if (!(x > 0 && x < 2))
        return x == 0 ? HUGE_VALQ : x == 2 ? -HUGE_VALQ : nanq("");
    for (int i = 0; i < 60 && tail < 1; i++)
        y += (logq(erfcq(y)) - logq(tail)) * erfcq(y) * sqrtq(M_PIq) / 2 * expq(y * y);
    return x > 1 ? -y : y;
}
static __float128 inverse_erf(__float128 x)
{
    __float128 y = x * sqrtq(M_PIq) / 2;

    if (fabsq(x) > 0.5Q || x != x)
        return x > 0 ? inverse_erfc(1 - x) : -inverse_erfc(1 + x);
    for (int i = 0; i < 8; i++)
        y -= (erfq(y) - x) * sqrtq(M_PIq) / 2 * expq(y * y);
    return y;
}
static __float128 modified_bessel(unsigned order, __float128 x)
{
    __float128 term = order ? x / 2 : 1, sum = term;

    for (unsigned k = 1; fabsq(term) > fabsq(sum) * 1e-36Q && k < 20000; k++)
        sum += term *= x * x / 4 / k / (k + order);
    return sum;
}
static __float128 frexp_sum(__float128 x)
{
    int e = 0;
    __float128 m = frexpq(x, &e);
    return finiteq(x) ? m + e : x;
}
static __float128 logb_of(__float128 x) { return x == 0 ? -HUGE_VALQ : !finiteq(x) ? x * x : logbq(x); }

#define F(name, device, of_xy, bound, low, high, low_y, high_y) \
    static __float128 of_##name(__float128 x, __float128 y) { (void)y; return of_xy; }
#define D F
#define A F
#include "math.def"
#undef F
#undef D
#undef A

static const row rows[] = {
#define F(name, device, of_xy, ulp, low, high, low_y, high_y) { #name, false, false, of_##name, ulp, {low, low_y}, {high, high_y} },
#define D(name, device, of_xy, ulp, low, high, low_y, high_y) { #name, true, false, of_##name, ulp, {low, low_y}, {high, high_y} },
#define A(name, device, of_xy, bound, low, high, low_y, high_y) \
    { #name, true, true, of_##name, bound, {low, low_y}, {high, high_y} },
#include "math.def"
#undef F
#undef D
#undef A
};
enum { ROWS = sizeof rows / sizeof rows[0] };

static uint64_t random_bits(void)
{
    static uint64_t state = 88172645463325252u;

    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

// Those that have a bound in their range alone, or whose reference takes too long beyond it.
static bool is_limited(const row *r)
{
    static const char *const names[] = { "j0", "j1", "y0", "y1", "j0f", "j1f", "y0f", "y1f", "lgamma", "lgammaf", "cyl_bessel_i0",
                                         "cyl_bessel_i1", "cyl_bessel_i0f", "cyl_bessel_i1f" };
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(names[i], r->name) == 0)
            return true;
    return false;
}

static const double specials[] = { 0.0, -0.0, INFINITY, -INFINITY, NAN, 1.0, -1.0, 0.5, -0.5, 2.0, -2.0, 1e-40, -1e-40, 5e-324, 1e-300,
                                   3.0, -3.0, 1e38, -1e38, 1e308 };

static double argument(const row *r, unsigned i, unsigned of)
{
    enum { SPECIALS = sizeof specials / sizeof specials[0] };
    double low = r->low[of], high = r->high[of], even = low + (high - low) * (double)(random_bits() >> 11) * 0x1p-53;
    uint64_t bits = random_bits();
    uint32_t half = (uint32_t)bits;
    float single;
    double any;

    memcpy(&single, &half, sizeof single);
    memcpy(&any, &bits, sizeof any);
    if (is_limited(r) || low == high)
        return even;
    if (i < SPECIALS * SPECIALS)
        return specials[of ? i / SPECIALS : i % SPECIALS];
    return i % 2 ? even : r->is_double ? any : single;
}

static FILE *open_file(const char *folder, const char *name, const char *mode)
{
    char path[4096];
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, mode);
    if (!file) {
        fprintf(stderr, "math: %s: %s\n", path, strerror(errno));
        exit(2);
    }
    return file;
}

static void put(FILE *file, const row *r, double value)
{
    float single = (float)value;
    fwrite(r->is_double ? (void *)&value : (void *)&single, r->is_double ? sizeof value : sizeof single, 1, file);
}

static double get(FILE *file, const row *r)
{
    double value = NAN;
    float single = NAN;
    bool good = fread(r->is_double ? (void *)&value : (void *)&single, r->is_double ? sizeof value : sizeof single, 1, file) == 1;

    return !good ? NAN : r->is_double ? value : single;
}

// Arguments and results of all rows of a type lie one after another in one buffer: x.f32, y.f32, r.f32 and of f64.
static const char *const types[] = { "f32", "f64" };

static unsigned count_rows(bool is_double)
{
    unsigned count = 0;

    for (const row *r = rows; r < rows + ROWS; r++)
        count += r->is_double == is_double;
    return count;
}

static FILE *open_part(const char *folder, char part, bool is_double, const char *mode)
{
    return open_file(folder, (char[]){ part, '.', 'f', is_double ? '6' : '3', is_double ? '4' : '2', 0 }, mode);
}

static void write_arguments(const char *folder, bool is_double, unsigned n)
{
    FILE *xs = open_part(folder, 'x', is_double, "wb"), *ys = open_part(folder, 'y', is_double, "wb");

    for (const row *r = rows; r < rows + ROWS; r++)
        for (unsigned i = 0; i < n && r->is_double == is_double; i++) {
            put(xs, r, argument(r, i, 0));
            put(ys, r, argument(r, i, 1));
        }
    fclose(xs);
    fclose(ys);
}

static void write_all(const char *folder, const char *ptx, unsigned n)
{
    FILE *job = open_file(folder, "math.json", "w");
    unsigned at[2] = { 0, 0 };

    fprintf(job, "{\"ptx\": \"%s\", \"buffers\": [", ptx);
    for (unsigned d = 0; d < 2; d++) {
        write_arguments(folder, d, n);
        for (const char *part = "xyr"; *part; part++)
            fprintf(job, "%s\n{\"name\": \"%c.%s\", \"type\": \"%s\", \"count\": %u, \"%s\": \"%s%.*s\"}",
                    d == 0 && *part == 'x' ? "" : ",", *part, types[d], types[d], n * count_rows(d),
                    *part == 'r' ? "init" : "file", *part == 'r' ? "zero" : *part == 'x' ? "x." : "y.",
                    *part == 'r' ? 0 : 3, types[d]);
    }
    fprintf(job, "], \"steps\": [");
    for (const row *r = rows; r < rows + ROWS; r++) {
        const char *type = types[r->is_double];

        fprintf(job, "%s\n{\"launch\": \"k_%s\", \"grid\": [%u], \"block\": [128], "
                     "\"args\": [{\"buf\": \"x.%s\"}, {\"buf\": \"y.%s\"}, {\"buf\": \"r.%s\"}, {\"s32\": %u}]}",
                r == rows ? "" : ",", r->name, n / 128, type, type, type, at[r->is_double]);
        at[r->is_double] += n;
    }
    fprintf(job, "], \"dump\": [{\"buf\": \"r.f32\", \"file\": \"r.f32\"}, {\"buf\": \"r.f64\", \"file\": \"r.f64\"}]}\n");
    fclose(job);
}

// Numbers in their order, so that neighbours differ by 1.
static int64_t place(const row *r, double value)
{
    int64_t bits;
    float single = (float)value;
    int32_t half;

    memcpy(&bits, &value, sizeof bits);
    memcpy(&half, &single, sizeof half);
    if (!r->is_double)
        return half < 0 ? -(int64_t)(half & 0x7fffffff) : half;
    return bits < 0 ? -(bits & INT64_MAX) : bits;
}

// The next n arguments and results.
static bool check(const row *r, FILE *const files[3], unsigned n)
{
    double worst_x = 0, worst_y = 0, worst_got = 0, worst_want = 0;
    double worst = 0;

    for (unsigned i = 0; i < n; i++) {
        double x = get(files[0], r), y = get(files[1], r), got = get(files[2], r);
        __float128 exact = r->reference(x, y);
        double want = r->is_double ? (double)exact : (double)(float)exact;
        int64_t apart = place(r, got) - place(r, want);
        double error = r->is_absolute ? fabs(got - want) / (1 + fabs(want)) : fabs((double)apart);

        if (isnan(want) || isnan(got))
            error = isnan(want) && isnan(got) ? 0 : HUGE_VAL;
        if (error > worst) {
            worst = error;
            worst_x = x;
            worst_y = y;
            worst_got = got;
            worst_want = want;
        }
    }
    printf("%-16s %9.3g %s, bound %g%s", r->name, worst, r->is_absolute ? "absolute" : "ulp", r->bound,
           worst > r->bound ? "   MISSED" : "");
    if (worst > r->bound)
        printf(" at x %.17g y %.17g: got %.17g, want %.17g", worst_x, worst_y, worst_got, worst_want);
    putchar('\n');
    return worst <= r->bound;
}

static bool check_all(const char *folder, unsigned n)
{
    FILE *files[2][3];
    bool good = true;

    for (unsigned d = 0; d < 2; d++)
        for (unsigned part = 0; part < 3; part++)
            files[d][part] = open_part(folder, "xyr"[part], d, "rb");
    for (const row *r = rows; r < rows + ROWS; r++)
        good = check(r, files[r->is_double], n) && good;
    return good;
}

int main(int argc, char **argv)
{
    if (argc == 5 && strcmp(argv[1], "write") == 0) {
        write_all(argv[2], argv[3], (unsigned)atoi(argv[4]));
        return 0;
    }
    if (argc != 4 || strcmp(argv[1], "check") != 0) {
        fprintf(stderr, "usage: math write FOLDER PTX N | math check FOLDER N\n");
        return 2;
    }
    return !check_all(argv[2], (unsigned)atoi(argv[3]));
}
