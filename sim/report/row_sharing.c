// SPDX-License-Identifier: BSD-3-Clause
// DRAM rows and the CTAs that access them; see sim/report/row_sharing.h.
#include "sim/report/row_sharing.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>

#include "sim/report/fit.h"
#include "sim/report/ratio.h"

typedef struct { uint64_t row, cta; } row_access;
typedef struct { row_access access; bool used; } place;

// Each row and CTA of this launch once, in an open-addressing table.
struct row_sharing {
    place *places;
    size_t mask, count;
    row_access last;                            // most accesses repeat the last one
    row_sharing_sums sums;
};

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count, size);

    if (!memory)
        abort();
    return memory;
}

row_sharing *row_sharing_new(void)
{
    row_sharing *s = allocate(1, sizeof *s);

    s->mask = 1023;
    s->places = allocate(s->mask + 1, sizeof *s->places);
    return s;
}

void row_sharing_free(row_sharing *s)
{
    if (!s)
        return;
    free(s->places);
    free(s);
}

static place *find(const row_sharing *s, row_access access)
{
    uint64_t number = (access.row + access.cta * UINT64_C(0x9e3779b97f4a7c15)) * UINT64_C(0xd6e8feb86659fd93);
    size_t at = (size_t)(number >> 24) & s->mask;

    while (s->places[at].used && (s->places[at].access.row != access.row || s->places[at].access.cta != access.cta))
        at = (at + 1) & s->mask;
    return &s->places[at];
}

static void grow(row_sharing *s)
{
    place *before = s->places;
    size_t count = s->mask + 1;

    s->mask = 2 * count - 1;
    s->places = allocate(2 * count, sizeof *s->places);
    for (size_t i = 0; i < count; i++)
        if (before[i].used)
            *find(s, before[i].access) = before[i];
    free(before);
}

void row_sharing_access(row_sharing *s, uint64_t row, uint64_t cta)
{
    row_access access = { row, cta };
    place *at;

    if (s->count && s->last.row == row && s->last.cta == cta)
        return;
    s->last = access;
    at = find(s, access);
    if (at->used)
        return;
    *at = (place){ access, true };
    if (2 * ++s->count > s->mask)
        grow(s);
}

static int by_row_and_cta(const void *left, const void *right)
{
    const row_access *a = left, *b = right;

    if (a->row != b->row)
        return a->row < b->row ? -1 : 1;
    return (a->cta > b->cta) - (a->cta < b->cta);
}

// The CTAs of one row, ascending.
static void add_row(row_sharing_sums *sums, const row_access *of, size_t count)
{
    size_t consecutive = 0;

    for (size_t i = 0; i < count; i++)
        consecutive += (i > 0 && of[i - 1].cta + 1 == of[i].cta) || (i + 1 < count && of[i].cta + 1 == of[i + 1].cta);
    sums->rows++;
    sums->shared_rows += count > 1;
    sums->ctas += count;
    sums->shares += (double)consecutive / (double)count;
}

void row_sharing_launch_end(row_sharing *s)
{
    row_access *sorted = allocate(s->count + 1, sizeof *sorted);
    size_t n = 0;

    for (size_t i = 0; i <= s->mask; i++) {
        if (s->places[i].used)
            sorted[n++] = s->places[i].access;
        s->places[i].used = false;
    }
    qsort(sorted, n, sizeof *sorted, by_row_and_cta);
    for (size_t first = 0, end; first < n; first = end) {
        for (end = first + 1; end < n && sorted[end].row == sorted[first].row;)
            end++;
        add_row(&s->sums, &sorted[first], end - first);
    }
    free(sorted);
    s->count = 0;
}

row_sharing_sums row_sharing_total(const row_sharing *s)
{
    return s->sums;
}

static double share(const row_sharing_sums *sums)
{
    return sums->rows ? sums->shares / (double)sums->rows : 0;
}

void row_sharing_print(FILE *file, const row_sharing *s)
{
    const row_sharing_sums *sums = &s->sums;

    fprintf(file, "  %10s" FIT_RIGHT " %10s" FIT_RIGHT " %10s" FIT_RIGHT " %13s\n", "rows", "shared", "CTAs/row", "consecutive%");
    fprintf(file, "  %10" PRIu64 FIT_RIGHT " %10" PRIu64 FIT_RIGHT " %10.1f" FIT_RIGHT " %13.1f\n", sums->rows, sums->shared_rows,
            report_ratio(sums->ctas, sums->rows), 100 * share(sums));
    fprintf(file, "  rows: of the DRAM, accessed, in each launch anew; shared: by more than one CTA; CTAs/row: mean over "
                  "rows; consecutive%%: of a row's CTAs those with a neighbour by number among them, mean over rows\n");
}

json_t *row_sharing_json(const row_sharing *s)
{
    json_t *object = json_object();

    json_object_set_new(object, "rows", json_integer((json_int_t)s->sums.rows));
    json_object_set_new(object, "shared_rows", json_integer((json_int_t)s->sums.shared_rows));
    json_object_set_new(object, "ctas", json_integer((json_int_t)s->sums.ctas));
    json_object_set_new(object, "ctas_per_row", json_real(report_ratio(s->sums.ctas, s->sums.rows)));
    json_object_set_new(object, "consecutive_share", json_real(share(&s->sums)));
    return object;
}
