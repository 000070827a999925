// SPDX-License-Identifier: BSD-3-Clause
#include "sim/campaign/reproduce.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/campaign/claims.h"
#include "tb/hash.h"

// A number of a table. A claim's has no table name; its row is the claim's, that of `also` in the second column.
typedef struct {
    char      table[32], row_name[SHEET_NAME], column_name[SHEET_NAME];
    unsigned  row, column;
    int       decimals;
    double    value;
    uint64_t  hash;                             // of its runs' keys
    unsigned *runs, n_runs;
    bool      chosen, left;                     // left: takes too long
} part;

struct reproduction {
    campaign *campaign;
    part     *parts;
    unsigned  n_parts;
    unsigned *asked, n_asked;                   // runs since the last figure
    bool     *is_asked, *wanted;                // per run
};

static void *room_for(size_t count, size_t size)
{
    void *room = calloc(count + 1, size);

    if (!room)
        abort();
    return room;
}

// A run was asked for; it belongs to the next figure.
static void reproduction_asked(reproduction *r, unsigned run)
{
    if (!r->is_asked[run])
        r->asked[r->n_asked++] = run;
    r->is_asked[run] = true;
}

reproduction *reproduction_new(campaign *c)
{
    reproduction *r = room_for(1, sizeof *r);

    *r = (reproduction){ .campaign = c, .asked = room_for(c->room, sizeof *r->asked), .is_asked = room_for(c->room, 1),
                         .wanted = room_for(c->room, 1) };
    c->parts = r;
    c->asked = reproduction_asked;
    return r;
}

void reproduction_free(reproduction *r)
{
    if (!r)
        return;
    r->campaign->parts = NULL;
    for (part *p = r->parts; p < r->parts + r->n_parts; p++)
        free(p->runs);
    free(r->parts);
    free(r->asked);
    free(r->is_asked);
    free(r->wanted);
    free(r);
}

static part *add_part(reproduction *r, const char *table, double value)
{
    part *p;

    if ((r->n_parts & (r->n_parts - 1)) == 0) {                         // room for a power of two
        r->parts = realloc(r->parts, (r->n_parts ? 2 * (size_t)r->n_parts : 1) * sizeof *r->parts);
        if (!r->parts)
            abort();
    }
    p = &r->parts[r->n_parts++];
    *p = (part){ .value = value, .n_runs = r->n_asked, .runs = room_for(r->n_asked, sizeof *p->runs), .hash = HASH_START };
    snprintf(p->table, sizeof p->table, "%s", table);
    for (unsigned i = 0; i < r->n_asked; i++) {
        p->runs[i] = r->asked[i];
        p->hash = hash_text(p->hash, r->campaign->runs[r->asked[i]].key);
    }
    return p;
}

static void forget_asked(reproduction *r)
{
    for (unsigned i = 0; i < r->n_asked; i++)
        r->is_asked[r->asked[i]] = false;
    r->n_asked = 0;
}

// Numbers without runs, such as the paper's, need no reproduction; nor does a run over itself.
void reproduction_figure(reproduction *r, const sheet *s, unsigned row, unsigned column)
{
    const bool itself = s->values[row][column] == s->no_difference && r->n_asked <= r->campaign->n_seeds;

    if (r->n_asked && !itself && !isnan(s->values[row][column])) {
        part *p = add_part(r, s->id, s->values[row][column]);

        p->row = row;
        p->column = column;
        p->decimals = s->decimals;
    }
    forget_asked(r);
}

void reproduction_claims(reproduction *r)
{
    const claim *const lists[] = { r->campaign->file->claims, r->campaign->file->also };

    forget_asked(r);
    for (unsigned column = 0; column < 2; column++) {
        for (const claim *k = lists[column]; k->id; k++) {
            measurement m;

            claim_measure(r->campaign, k, &m);
            if (r->n_asked && !isnan(m.value)) {
                part *p = add_part(r, "", m.value);

                p->row = (unsigned)(k - lists[column]);
                p->column = column;
                p->decimals = 1;
            }
            forget_asked(r);
        }
    }
}

static double seconds_of(const reproduction *r, unsigned run)
{
    return r->campaign->runs[run].stored.seconds;
}

reproduction_cost reproduction_whole(const reproduction *r)
{
    reproduction_cost cost = { .figures = r->n_parts, .of = r->n_parts };
    bool *seen = room_for(r->campaign->room, 1);

    for (unsigned i = 0; i < r->n_parts; i++) {
        for (unsigned n = 0; n < r->parts[i].n_runs; n++) {
            unsigned run = r->parts[i].runs[n];

            cost.runs += !seen[run];
            cost.seconds += seen[run] ? 0 : seconds_of(r, run);
            seen[run] = true;
        }
    }
    free(seen);
    return cost;
}

// The time that it adds to what is wanted already.
static double more_seconds(const reproduction *r, const part *p)
{
    double seconds = 0;

    for (unsigned i = 0; i < p->n_runs; i++)
        seconds += r->wanted[p->runs[i]] ? 0 : seconds_of(r, p->runs[i]);
    return seconds;
}

// Costs double from one class to the next.
static int class_of(double seconds)
{
    return seconds < 1 ? 0 : 1 + ilogb(seconds);
}

static part *cheapest(const reproduction *r, unsigned first, unsigned last)
{
    part *best = NULL;
    int lowest = 0;

    for (unsigned i = first; i < last; i++) {
        part *p = &r->parts[i];
        int here;

        if (p->chosen || p->left)
            continue;
        here = class_of(more_seconds(r, p));
        if (!best || here < lowest || (here == lowest && p->hash < best->hash)) {
            best = p;
            lowest = here;
        }
    }
    return best;
}

static void choose_part(reproduction *r, part *p, reproduction_cost *cost)
{
    p->chosen = true;
    cost->figures++;
    cost->seconds += more_seconds(r, p);
    for (unsigned i = 0; i < p->n_runs; i++) {
        cost->runs += !r->wanted[p->runs[i]];
        r->wanted[p->runs[i]] = true;
    }
}

static unsigned end_of_table(const reproduction *r, unsigned first)
{
    unsigned last = first;

    while (last < r->n_parts && strcmp(r->parts[last].table, r->parts[first].table) == 0)
        last++;
    return last;
}

reproduction_cost reproduction_choose(reproduction *r, double per_cent, double seconds)
{
    reproduction_cost cost = { .of = r->n_parts };

    memset(r->wanted, 0, r->campaign->room);
    for (unsigned i = 0; i < r->n_parts; i++)
        r->parts[i].chosen = r->parts[i].left = false;
    for (unsigned first = 0, last; first < r->n_parts; first = last) {
        unsigned want, have = 0;
        part *p;

        last = end_of_table(r, first);
        want = (unsigned)ceil((last - first) * per_cent / 100);
        while (have < want && (p = cheapest(r, first, last))) {
            p->left = cost.seconds + more_seconds(r, p) > seconds;
            if (p->left)
                continue;
            choose_part(r, p, &cost);
            have++;
        }
    }
    return cost;
}

bool reproduction_wants(const reproduction *r, unsigned run)
{
    return r->wanted[run];
}

// The figure's value now; NAN: missing.
static double value_now(const reproduction *r, part *p, sheet *const *sheets, unsigned n_sheets)
{
    for (unsigned i = 0; i < n_sheets; i++)
        if (strcmp(sheets[i]->id, p->table) == 0 && p->row < sheets[i]->n_rows && p->column < sheets[i]->n_columns) {
            snprintf(p->row_name, SHEET_NAME, "%s", sheets[i]->rows[p->row]);
            snprintf(p->column_name, SHEET_NAME, "%s", sheets[i]->columns[p->column]);
            return sheets[i]->values[p->row][p->column];
        }
    if (!p->table[0]) {
        const campaign_file *file = r->campaign->file;
        const claim *k = p->column ? &file->also[p->row] : &file->claims[p->row];
        measurement m;

        snprintf(p->row_name, SHEET_NAME, "%s", k->id);
        snprintf(p->column_name, SHEET_NAME, "%s%s", p->column ? "on " : "measured", p->column ? file->claims_also : "");
        claim_measure(r->campaign, k, &m);
        return m.value;
    }
    return NAN;
}

static bool print_part(const part *p, double now, FILE *file)
{
    fprintf(file, "  %-40.60s %-24.60s %12.*f ", p->row_name, p->column_name, p->decimals, p->value);
    if (now == p->value)
        fprintf(file, "%12.*f  equal\n", p->decimals, now);
    else if (isnan(now))
        fprintf(file, "%12s  not there\n", "-");
    else
        fprintf(file, "%12.*f  differs by %g\n", p->decimals, now, now - p->value);
    return now == p->value;
}

unsigned reproduction_compare(reproduction *r, sheet *const *sheets, unsigned n_sheets, FILE *file)
{
    unsigned differ = 0;

    for (unsigned first = 0, last; first < r->n_parts; first = last) {
        unsigned chosen = 0;

        last = end_of_table(r, first);
        for (unsigned i = first; i < last; i++)
            chosen += r->parts[i].chosen;
        fprintf(file, "%s: %u of %u figures; stored, here\n", r->parts[first].table[0] ? r->parts[first].table : "claims", chosen, last - first);
        for (unsigned i = first; i < last; i++)
            if (r->parts[i].chosen)
                differ += !print_part(&r->parts[i], value_now(r, &r->parts[i], sheets, n_sheets), file);
    }
    return differ;
}
