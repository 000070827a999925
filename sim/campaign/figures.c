// Tables of kernels by systems, by parts and along sweeps, as figures.def describes them.
#include "sim/campaign/figures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/campaign/benchmarks.h"
#include "sim/campaign/statistics.h"

typedef enum {
    KERNELS_BY_SYSTEM, KERNELS_BY_LIMIT, KERNELS_BY_PART, RUNS_BY_PART, SWEEP_BY_KERNEL, SWEEP_BY_SYSTEM,
    SYSTEMS_BY_LAST,
} shape;

typedef struct {
    const char *part, *id;
    shape       shape;
    mean_kind   mean;
    int         decimals;
    const char *head, *title, *kernels, *systems, *over;
    double      times;
    const char *parts;
} figure;

static const figure figures[] = {
#define FIGURE(part, id, shape, mean, decimals, head, title, kernels, systems, over, times, parts) \
    { #part, #id, shape, mean, decimals, head, title, kernels, systems, over, times, parts },
#include "sim/campaign/figures.def"
};

// What a column is of: a system and a part over a whole.
typedef struct { char title[SHEET_NAME], system[SYSTEM_NAME], part[64], whole[64]; } column;

static const char *last_word(const char *name)
{
    const char *space = strrchr(name, ' ');

    return space ? space + 1 : name;
}

static const char *mean_title(const figure *f)
{
    return f->mean == GEOMETRIC ? "GMean" : f->mean == HARMONIC ? "HMean" : "mean";
}

static bool is_built(const char *name)
{
    campaign_system system;

    return best_word_of(name) || system_resolve(name, &system);
}

// A number that the paper prints stands as it is.
static double cell(campaign *c, const figure *f, const column *k, const char *kernel)
{
    static const char printed[] = "paper.";

    if (strncmp(k->part, printed, sizeof printed - 1) == 0)
        return benchmark_number(c->paper, kernel, k->part + sizeof printed - 1);
    return campaign_quotient(c, kernel, k->system, f->over, k->part, k->whole) * f->times;
}

// The index-th of the parts, "[title ]part/whole"; false past the last one.
static bool read_part(const figure *f, unsigned index, column *k)
{
    const char *at = f->parts;

    for (; index; index--) {
        at += strcspn(at, ",");
        if (!*at++)
            return false;
    }
    if (sscanf(at, "%31[^ ,/] %63[^/,]/%63[^,]", k->title, k->part, k->whole) == 3)
        return true;
    k->title[0] = 0;
    return sscanf(at, "%63[^/,]/%63[^,]", k->part, k->whole) == 2;
}

static unsigned list_columns(campaign *c, const figure *f, column columns[static SHEET_COLUMNS])
{
    unsigned count = 0;
    char name[SYSTEM_NAME], systems[SYSTEMS_TEXT];

    system_spell(f->systems, &c->machines[0].base, systems);
    for (unsigned s = 0; system_choose(systems, s, name); s++) {
        for (unsigned p = 0; is_built(name) && count < SHEET_COLUMNS && read_part(f, p, &columns[count]); p++) {
            column *k = &columns[count++];

            strcpy(k->system, name);
            if (!k->title[0])
                snprintf(k->title, sizeof k->title, "%.47s", f->shape == KERNELS_BY_LIMIT ? last_word(name) : name);
        }
    }
    return count;
}

// A kernel without any number, as one without divergent loads in a table of these, has no row.
static void take_back_empty(sheet *s)
{
    for (unsigned k = 0; k < s->n_columns; k++)
        if (!isnan(s->values[s->n_rows - 1][k]))
            return;
    s->n_rows--;
}

static void fill_group(campaign *c, const figure *f, sheet *s, const column *columns, const char *group)
{
    const char *names[CAMPAIGN_KERNELS];
    double values[CAMPAIGN_KERNELS];
    unsigned count = campaign_kernels_of(c, group, names), first = s->n_rows, filled, last;
    char label[SHEET_NAME];

    for (unsigned i = 0; i < count; i++) {
        unsigned row = sheet_row(s, names[i]);

        for (unsigned k = 0; k < s->n_columns; k++)
            s->values[row][k] = cell(c, f, &columns[k], names[i]);
        take_back_empty(s);
    }
    filled = s->n_rows - first;
    if (filled == 0)
        return;
    snprintf(label, sizeof label, "%s %s", mean_title(f), group);
    last = sheet_row(s, label);
    for (unsigned k = 0; k < s->n_columns; k++) {
        for (unsigned i = 0; i < filled; i++)
            values[i] = s->values[first + i][k];
        s->values[last][k] = mean_by(f->mean, values, filled);
    }
}

static void fill_kernels(campaign *c, const figure *f, sheet *s)
{
    column columns[SHEET_COLUMNS];
    unsigned count = list_columns(c, f, columns);

    for (unsigned k = 0; k < count; k++)
        sheet_column(s, columns[k].title);
    if (strcmp(f->kernels, "groups") == 0) {
        char group[SYSTEM_NAME];

        for (unsigned i = 0; system_choose(c->paper->groups, i, group); i++)
            fill_group(c, f, s, columns, group);
    } else {
        fill_group(c, f, s, columns, f->kernels);
    }
}

// The row's best of the systems that the figure shows.
static void name_best_limits(campaign *c, const figure *f, sheet *s)
{
    const best_word *word = best_words;

    while (word->name && strncmp(word->systems, f->systems, strcspn(word->systems, "*")) != 0)
        word++;
    if (!word->name)
        abort();
    for (unsigned i = 0; i < c->n_kernels; i++) {
        const campaign_run *best = campaign_find(c, c->kernels[i].name, word->name);

        for (unsigned row = 0; best && row < s->n_rows; row++)
            if (strcmp(s->rows[row], c->kernels[i].name) == 0)
                snprintf(s->rows[row], SHEET_NAME, "%.18s, best %.5s", c->kernels[i].name,
                         best->system.n_sets ? last_word(best->system.name) : "none");
    }
}

static void fill_runs(campaign *c, const figure *f, sheet *s)
{
    const char *names[CAMPAIGN_KERNELS];
    unsigned count = campaign_kernels_of(c, f->kernels, names);
    char system[SYSTEM_NAME], label[SHEET_NAME];
    column k;

    for (unsigned p = 0; read_part(f, p, &k); p++)
        sheet_column(s, k.title);
    for (unsigned i = 0; i < count; i++) {
        for (unsigned n = 0; system_choose(f->systems, n, system); n++) {
            unsigned row;

            if (!is_built(system) || s->n_rows == SHEET_ROWS)
                continue;
            snprintf(label, sizeof label, "%.16s %.30s", names[i], system);
            row = sheet_row(s, label);
            strcpy(k.system, system);
            for (unsigned p = 0; read_part(f, p, &k); p++)
                s->values[row][p] = cell(c, f, &k, names[i]);
        }
    }
}

static void fill_sweep(campaign *c, const figure *f, sheet *s)
{
    const char *names[CAMPAIGN_KERNELS];
    unsigned count = campaign_kernels_of(c, f->kernels, names);
    column k;

    s->sweep = true;
    read_part(f, 0, &k);
    for (unsigned i = 0; i < count; i++)
        sheet_column(s, names[i]);
    sheet_column(s, mean_title(f));
    for (unsigned n = 0; system_choose(f->systems, n, k.system); n++) {
        unsigned row = sheet_row(s, last_word(k.system));

        for (unsigned i = 0; i < count; i++)
            s->values[row][i] = cell(c, f, &k, names[i]);
        s->values[row][count] = mean_by(f->mean, s->values[row], count);
    }
}

// Mean of a system over another; NAN unless every kernel has one, for the means of a figure are of the same kernels.
static double group_mean(campaign *c, const figure *f, const column *k, const char *over)
{
    const char *names[CAMPAIGN_KERNELS];
    double values[CAMPAIGN_KERNELS];
    unsigned count = campaign_kernels_of(c, f->kernels, names);

    for (unsigned i = 0; i < count; i++) {
        values[i] = campaign_quotient(c, names[i], k->system, over, k->part, k->whole) * f->times;
        if (isnan(values[i]))
            return NAN;
    }
    return mean_by(f->mean, values, count);
}

static unsigned choices(const char *word)
{
    unsigned count = 1;

    for (size_t i = 0; i < strcspn(word, " "); i++)
        count += word[i] == ',';
    return count;
}

// The system of a first and a last word of the list, and either word of it.
static void system_at(const figure *f, unsigned first, unsigned last, char name[static SYSTEM_NAME])
{
    system_choose(f->systems, first + choices(f->systems) * last, name);
}

static void first_word_at(const figure *f, unsigned first, char word[static SYSTEM_NAME])
{
    system_at(f, first, 0, word);
    word[strcspn(word, " ")] = 0;
}

static void fill_sweep_means(campaign *c, const figure *f, sheet *s)
{
    unsigned n_first = choices(f->systems), n_last = choices(last_word(f->systems));
    column k;

    s->sweep = true;
    read_part(f, 0, &k);
    for (unsigned first = 0; first < n_first; first++) {
        first_word_at(f, first, k.system);
        sheet_column(s, k.system);
    }
    for (unsigned last = 0; last < n_last; last++) {
        unsigned row;

        system_at(f, 0, last, k.system);
        row = sheet_row(s, last_word(k.system));
        for (unsigned first = 0; first < n_first; first++) {
            system_at(f, first, last, k.system);
            s->values[row][first] = group_mean(c, f, &k, f->over);
        }
    }
}

static void fill_last_means(campaign *c, const figure *f, sheet *s)
{
    unsigned n_first = choices(f->systems), n_last = choices(last_word(f->systems));
    char over[SYSTEM_NAME];
    column k;

    read_part(f, 0, &k);
    for (unsigned last = 0; last < n_last; last++) {
        system_at(f, 0, last, k.system);
        sheet_column(s, last_word(k.system));
    }
    for (unsigned first = 0; first < n_first; first++) {
        unsigned row;

        first_word_at(f, first, k.system);
        row = sheet_row(s, k.system);
        system_at(f, first, 0, over);
        for (unsigned last = 0; last < n_last; last++) {
            system_at(f, first, last, k.system);
            s->values[row][last] = group_mean(c, f, &k, over);
        }
        take_back_empty(s);
    }
}

static sheet *make_figure(campaign *c, const figure *f)
{
    sheet *s = sheet_new(f->id, f->decimals, f->head, f->title);

    switch (f->shape) {
    case RUNS_BY_PART:
        fill_runs(c, f, s);
        break;
    case SWEEP_BY_KERNEL:
        fill_sweep(c, f, s);
        break;
    case SWEEP_BY_SYSTEM:
        fill_sweep_means(c, f, s);
        break;
    case SYSTEMS_BY_LAST:
        fill_last_means(c, f, s);
        break;
    default:
        fill_kernels(c, f, s);
        if (f->shape == KERNELS_BY_LIMIT)
            name_best_limits(c, f, s);
    }
    return s;
}

unsigned figures_make(campaign *c, const campaign_kind *kind, sheet *sheets[static FIGURES_MAX])
{
    unsigned n = 0;

    for (unsigned i = 0; i < sizeof figures / sizeof figures[0]; i++) {
        if (!kind_has_part(kind, figures[i].part))
            continue;
        if (n == FIGURES_MAX)
            abort();
        sheets[n++] = make_figure(c, &figures[i]);
    }
    return n;
}
