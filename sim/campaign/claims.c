// SPDX-License-Identifier: BSD-3-Clause
// Claims judged and printed.
#include "sim/campaign/claims.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/report/fit.h"
#include "tb/plain.h"

static const claim *find_in(const claim *all, const char *id)
{
    while (all->id && strcmp(all->id, id) != 0)
        all++;
    return all->id ? all : NULL;
}

// The claim that another one is held against: on the same machine, if it is measured there.
static const claim *find_reference(const campaign_file *file, const claim *k, const char *id)
{
    const bool is_also = k >= file->also && k < file->also + CAMPAIGN_CLAIMS;
    const claim *found = is_also ? find_in(file->also, id) : NULL;

    if (!found)
        found = find_in(file->claims, id);
    if (!found) {
        fprintf(stderr, "warplock: there is no claim %s to hold another one against\n", id);
        abort();
    }
    return found;
}

// The value's side of a reference: 1, -1, or 0 when less than NO_DIRECTION per cent away.
static int side_of(double value, double reference)
{
    if (value == reference || fabs(value - reference) < fabs(reference) * NO_DIRECTION / 100)
        return 0;
    return value > reference ? 1 : -1;
}

// Whether the interval over the seeds contains the value: then the two do not differ.
static bool lies_within(const measurement *m, double value)
{
    return m->seeds > 1 && fabs(m->value - value) <= m->half;
}

// Compared seed by seed, as runs of one seed have the same inputs; when one side has no seeds, by the other's interval.
static bool are_one_level(const measurement *m, const measurement *other)
{
    double apart[CAMPAIGN_SEEDS];
    spread of;

    if (m->seeds != other->seeds)
        return lies_within(m, other->value) || lies_within(other, m->value);
    for (unsigned i = 0; i < m->seeds; i++)
        apart[i] = m->by_seed[i] - other->by_seed[i];
    of = spread_of(apart, m->seeds);
    return spread_covers(&of, 0);
}

// "above O11", "below 32": the paper's side, and the measured one.
static direction judge_level(campaign *c, const claim *k, const measurement *m)
{
    const char *reference = strchr(k->direction, ' ') + 1;
    int claimed = k->direction[0] == 'a' ? 1 : -1, seen;
    measurement other = { .value = strtod(reference, NULL) };

    if (reference[0] > '9')
        claim_measure(c, find_reference(c->file, k, reference), &other);
    if (isnan(other.value))
        return DIRECTION_UNMEASURED;
    seen = are_one_level(m, &other) ? 0 : side_of(m->value, other.value);
    return seen == 0 ? DIRECTION_NONE : seen == claimed ? DIRECTION_RIGHT : DIRECTION_WRONG;
}

// The change that a value stands for: 100 % remaining is no change.
static double change_of(const claim *k, double value)
{
    return k->measure == REMAINS ? value - 100 : value;
}

// A trend has a direction when no step goes against it.
static direction judge_change(const claim *k, const measurement *m)
{
    bool up = strcmp(k->direction, "up") == 0;
    double change = change_of(k, m->value);

    if (strcmp(k->direction, "same") == 0)
        return fabs(change) <= SIGNIFICANT ? DIRECTION_RIGHT : DIRECTION_WRONG;
    if (strcmp(k->direction, "not up") == 0)
        return fmax(m->highest, change) <= SIGNIFICANT ? DIRECTION_RIGHT : DIRECTION_WRONG;
    if (fabs(change) < NO_DIRECTION || lies_within(m, m->value - change))
        return DIRECTION_NONE;
    if (k->measure == TREND && (up ? m->fall <= -NO_DIRECTION : m->rise >= NO_DIRECTION))
        return DIRECTION_WRONG;
    return (change > 0) == up ? DIRECTION_RIGHT : DIRECTION_WRONG;
}

static bool is_bound(const claim *k)
{
    const char *reference = strchr(k->direction, ' ');

    return reference && strcmp(reference + 1, k->value) == 0;
}

// A sign, an order or a bound ("above 3" of a claimed 3) claims no size; a value worked out by hand is right or wrong. For a
// claimed 0 the limits are those of no direction and of no significant change.
static size_verdict judge_size(const claim *k, const measurement *m)
{
    double claimed = change_of(k, strtod(k->value, NULL)), off = fabs(change_of(k, m->value) - claimed);

    if (k->measure == EXAMPLE)
        return strcmp(k->value, m->words) == 0 ? SIZE_TENTH : SIZE_FURTHER;
    if (k->value[0] == '<' || strcmp(k->value, "true") == 0 || is_bound(k))
        return SIZE_UNCLAIMED;
    if (claimed == 0)
        return off < NO_DIRECTION ? SIZE_TENTH : off <= SIGNIFICANT ? SIZE_THIRD : SIZE_FURTHER;
    return off <= fabs(claimed) / 10 ? SIZE_TENTH : off <= fabs(claimed) / 3 ? SIZE_THIRD : SIZE_FURTHER;
}

verdict claim_judge(campaign *c, const claim *k, const measurement *m)
{
    verdict v = { DIRECTION_UNMEASURED, SIZE_UNMEASURED };

    if (isnan(m->value))
        return v;
    v.size = judge_size(k, m);
    v.direction = !k->direction[0] ? DIRECTION_UNCLAIMED
                : strncmp(k->direction, "above ", 6) == 0 || strncmp(k->direction, "below ", 6) == 0
                ? judge_level(c, k, m) : judge_change(k, m);
    return v;
}

const char *direction_words(direction d)
{
    static const char *const words[] = {
        [DIRECTION_UNMEASURED] = "", [DIRECTION_RIGHT] = "right direction", [DIRECTION_WRONG] = "wrong direction",
        [DIRECTION_NONE] = "no direction", [DIRECTION_UNCLAIMED] = "no direction claimed",
    };

    return words[d];
}

const char *size_words(size_verdict s)
{
    static const char *const words[] = {
        [SIZE_UNMEASURED] = "", [SIZE_TENTH] = "within a tenth", [SIZE_THIRD] = "within a third",
        [SIZE_FURTHER] = "further", [SIZE_UNCLAIMED] = "no size claimed",
    };

    return words[s];
}

void verdict_words(verdict v, char words[static 64])
{
    const char *where = direction_words(v.direction);

    snprintf(words, 64, "%s%s%s", where, *where ? ", " : "", size_words(v.size));
}

// Differences of shares are in points; the list of claims gives them in per cent, as the paper does.
const char *claim_unit(const claim *k)
{
    return k->measure == POINTS ? "points" : k->unit;
}

// The cells of a claim in every table.
typedef struct { char value[32], half[32], shown[72], means[MEAN_KINDS][32], remark[240]; verdict verdict; } claim_row;

static void number_text(const claim *k, double value, char text[static 32])
{
    int decimals = k->measure == SPREAD ? 3 : 1;

    if (isnan(value))
        strcpy(text, "-");
    else                                        // no minus before a 0
        snprintf(text, 32, "%.*f", decimals, fabs(value) * pow(10, decimals) < 0.5 ? 0 : value);
}

// shown: the value with its interval; remark: the verdict and any notes.
static claim_row make_row(campaign *c, const claim *k)
{
    claim_row row;
    measurement m;
    char words[64];

    claim_measure(c, k, &m);
    row.verdict = claim_judge(c, k, &m);
    number_text(k, m.value, row.value);
    number_text(k, m.seeds > 1 ? m.half : NAN, row.half);
    snprintf(row.shown, sizeof row.shown, "%s%s%s", row.value, m.seeds > 1 ? " +-" : "", m.seeds > 1 ? row.half : "");
    for (unsigned kind = 0; kind < MEAN_KINDS; kind++)
        number_text(k, m.means[kind], row.means[kind]);
    verdict_words(row.verdict, words);
    snprintf(row.remark, sizeof row.remark, "%s%s%s", words, words[0] && m.words[0] ? "; " : "", m.words);
    return row;
}

typedef struct {
    unsigned all, measured, directions[DIRECTION_UNCLAIMED + 1];
    unsigned right_sizes[SIZE_UNCLAIMED + 1];   // of claims with the right direction
} tally;

static void count_row(tally *t, const claim_row *row)
{
    t->all++;
    t->measured += row->verdict.size != SIZE_UNMEASURED;
    if (row->verdict.size != SIZE_UNMEASURED) {
        t->directions[row->verdict.direction]++;
        t->right_sizes[row->verdict.size] += row->verdict.direction == DIRECTION_RIGHT;
    }
}

static void print_tally(const tally *t, FILE *file)
{
    unsigned tenth = t->right_sizes[SIZE_TENTH], third = t->right_sizes[SIZE_THIRD];

    fprintf(file, "%u of %u claims are measured: %u have the right direction (%u of them are within a third, %u of "
            "these within a tenth), %u the wrong one, %u none; %u claim no direction.\n\n", t->measured, t->all,
            t->directions[DIRECTION_RIGHT], tenth + third, tenth, t->directions[DIRECTION_WRONG],
            t->directions[DIRECTION_NONE], t->directions[DIRECTION_UNCLAIMED]);
}

// The claims that rest on runs, on the first machine and on `claims_also`: `row` gets the cells of each.
enum { ALSO_COLUMNS = 6 };

static void each_also(campaign *c, FILE *file, void (*row)(FILE *, const char *const cells[static ALSO_COLUMNS]))
{
    tally t = { 0 };

    for (const claim *k = c->file->also; k->id; k++) {
        claim_row first = make_row(c, find_in(c->file->claims, k->id)), also = make_row(c, k);

        row(file, (const char *[ALSO_COLUMNS]){ k->id, k->value, first.shown, first.remark, also.shown, also.remark });
        count_row(&t, &also);
    }
    fprintf(file, "\nOn %s ", c->file->claims_also);
    print_tally(&t, file);
}

static void title_also(const campaign *c, FILE *file)
{
    const campaign_machine *on = c->machines;

    while (strcmp(on->name, c->file->claims_also) != 0)
        on++;
    fprintf(file, "The claims that rest on runs, on %s and on %s: %s with", c->machines[0].name, on->name, on->word);
    for (unsigned i = 0; i < on->n_sets; i++)
        fprintf(file, "%s %s", i ? "," : "", on->sets[i]);
    fputc('\n', file);
}

static const char *seeds_note(const campaign *c)
{
    return c->n_claim_seeds > 1 ? "+- half of the 95 % interval of the mean over seeds (Student's t); a change within it has no "
                            "direction\n" : "";
}

#define CLAIM_ROW "  %-4s" FIT_LEFT " %-8s" FIT_LEFT " %-101s" FIT_RIGHT " %8s" FIT_RIGHT " %*s" FIT_RIGHT " %11s" FIT_RIGHT " %11s" \
                  FIT_RIGHT " %11s" FIT_LEFT "  %s\n"

#define ALSO_ROW "  %-4s" FIT_RIGHT " %8s" FIT_RIGHT " %14s" FIT_LEFT "  %-40s" FIT_RIGHT " %14s" FIT_LEFT "  %s\n"

static void print_also_row(FILE *file, const char *const cells[static ALSO_COLUMNS])
{
    fprintf(file, ALSO_ROW, cells[0], cells[1], cells[2], cells[3], cells[4], cells[5]);
}

static void markdown_also_row(FILE *file, const char *const cells[static ALSO_COLUMNS])
{
    plain_markdown_row(file, cells, ALSO_COLUMNS);
}

void claims_print(campaign *c, FILE *to)
{
    const int width = c->n_claim_seeds > 1 ? 16 : 9;
    tally t = { 0 };
    fit fitted;
    FILE *file = fit_begin(&fitted, to);

    fprintf(file, "What is claimed and what was measured, with the three means over the kernels where there are some\n"
            CLAIM_ROW, "", "where", "", "claimed", width, "measured", "arithmetic",
            "geometric", "harmonic", "");
    for (const claim *k = c->file->claims; k->id; k++) {
        claim_row row = make_row(c, k);

        fprintf(file, CLAIM_ROW, k->id, k->section, k->words, k->value,
                width, row.shown, row.means[ARITHMETIC], row.means[GEOMETRIC], row.means[HARMONIC], row.remark);
        count_row(&t, &row);
    }
    fprintf(file, "\n%s", seeds_note(c));
    print_tally(&t, file);
    if (*c->file->claims_also) {
        fputs(FIT_TABLE, file);
        title_also(c, file);
        fprintf(file, ALSO_ROW, "", "claimed", c->machines[0].name, "", c->file->claims_also, "");
        each_also(c, file, print_also_row);
    }
    fit_end(&fitted);
}

void claims_markdown(campaign *c, FILE *file)
{
    enum { COLUMNS = 10 };
    tally t = { 0 };

    fputs("| | where | claim | claimed | measured | unit | verdict | arithmetic | geometric | harmonic mean |\n"
          "| --- | --- | --- | ---: | ---: | --- | --- | ---: | ---: | ---: |\n", file);
    for (const claim *k = c->file->claims; k->id; k++) {
        claim_row row = make_row(c, k);

        plain_markdown_row(file, (const char *[COLUMNS]){
            k->id, k->section, k->words, k->value, row.shown, claim_unit(k), row.remark, row.means[ARITHMETIC],
            row.means[GEOMETRIC], row.means[HARMONIC]
        }, COLUMNS);
        count_row(&t, &row);
    }
    fprintf(file, "\n%s%s", seeds_note(c), c->n_claim_seeds > 1 ? "\n" : "");
    print_tally(&t, file);
    if (*c->file->claims_also) {
        title_also(c, file);
        fputc('\n', file);
        markdown_also_row(file, (const char *[ALSO_COLUMNS]){ "", "claimed", c->machines[0].name, "verdict", c->file->claims_also,
                                                              "verdict" });
        fputs("| --- | ---: | ---: | --- | ---: | --- |\n", file);
        each_also(c, file, markdown_also_row);
    }
}

void claims_data(campaign *c, FILE *file)
{
    fputs("claim\twords\tclaimed\tmeasured\tdirection\tsize\thalf\n", file);
    for (const claim *k = c->file->claims; k->id; k++) {
        claim_row row = make_row(c, k);

        fprintf(file, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", k->id, k->words, k->value, row.value,
                direction_words(row.verdict.direction), size_words(row.verdict.size), row.half);
    }
}
