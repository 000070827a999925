// SPDX-License-Identifier: BSD-3-Clause
// Tables of kernels by systems, by parts and along sweeps, from the figures of a campaign file.
#include "sim/campaign/figures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/campaign/benchmarks.h"
#include "sim/campaign/reproduce.h"
#include "sim/campaign/terms/statistics.h"
#include "sim/report/names.h"

// A column: a system and a part over a whole.
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

static bool is_built(const campaign *c, const char *name)
{
    campaign_system system;

    return campaign_search(c, name) || system_resolve(name, &system);
}

// One cell per seed; a number printed by the paper stays as it is. Returns their count.
static unsigned cell_of_seeds(campaign *c, const figure *f, const column *k, const char *over, const char *kernel,
                              double values[static CAMPAIGN_SEEDS])
{
    static const char printed[] = "paper.";
    unsigned count;

    if (strncmp(k->part, printed, sizeof printed - 1) == 0) {
        values[0] = benchmark_number(c->file, kernel, k->part + sizeof printed - 1);
        return 1;
    }
    count = campaign_quotients(c, kernel, k->system, over, k->part, k->whole, c->n_seeds, values);
    for (unsigned i = 0; i < count; i++)
        values[i] *= f->times;
    return count;
}

// Of all seeds or none.
static spread whole_spread(const double *values, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (isnan(values[i]))
            return (spread){ NAN, NAN, 0 };
    return spread_of(values, count);
}

static void put_cell(campaign *c, sheet *s, unsigned row, unsigned column_index, const spread *value)
{
    sheet_set(s, row, column_index, value);
    if (c->parts)
        reproduction_figure(c->parts, s, row, column_index);
}

// A cell of a table: the mean over the seeds and their spread.
static void set_cell(campaign *c, const figure *f, sheet *s, unsigned row, unsigned column_index, const column *k, const char *kernel)
{
    double values[CAMPAIGN_SEEDS];
    spread cell = whole_spread(values, cell_of_seeds(c, f, k, f->over, kernel, values));

    put_cell(c, s, row, column_index, &cell);
}

// The mean over kernels: for each seed, and the spread of these means. A kernel without a value is left out; with `whole` it
// leaves no mean, so that the means of a figure cover the same kernels.
static spread kernels_mean(campaign *c, const figure *f, const column *k, const char *over, const char *const *names,
                           unsigned count, bool whole)
{
    double (*values)[CAMPAIGN_SEEDS] = calloc(count + 1, sizeof *values), means[CAMPAIGN_SEEDS], of[CAMPAIGN_KERNELS];
    unsigned seeds[CAMPAIGN_KERNELS], most = 0;
    bool missing = false;

    if (!values)
        abort();
    for (unsigned i = 0; i < count; i++) {
        seeds[i] = cell_of_seeds(c, f, k, over, names[i], values[i]);
        most = seeds[i] > most ? seeds[i] : most;
        if (isnan(whole_spread(values[i], seeds[i]).mean)) {
            values[i][0] = NAN;
            seeds[i] = 1;
            missing = true;
        }
    }
    for (unsigned seed = 0; seed < most; seed++) {
        for (unsigned i = 0; i < count; i++)
            of[i] = values[i][seeds[i] == 1 ? 0 : seed];
        means[seed] = whole && missing ? NAN : mean_by(f->mean, of, count);
    }
    free(values);
    return whole_spread(means, most);
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
    k->title[0] = 0;
    if (strcspn(at, " ") < strcspn(at, "/"))
        return sscanf(at, "%31[^ ] %63[^/,]/%63[^,]", k->title, k->part, k->whole) == 3;
    return sscanf(at, "%63[^/,]/%63[^,]", k->part, k->whole) == 2;
}

static unsigned list_columns(campaign *c, const figure *f, column columns[static SHEET_COLUMNS])
{
    unsigned count = 0;
    char name[SYSTEM_NAME], *systems = system_spell(f->systems, c->machines[0].base);

    for (unsigned s = 0; system_choose(systems, s, name); s++) {
        for (unsigned p = 0; is_built(c, name) && count < SHEET_COLUMNS && read_part(f, p, &columns[count]); p++) {
            column *k = &columns[count++];

            strcpy(k->system, name);
            if (!k->title[0])
                snprintf(k->title, sizeof k->title, "%s", f->shape == KERNELS_BY_LIMIT ? last_word(name) : name);
        }
    }
    free(systems);
    return count;
}

// A kernel without any number has no row, such as one without divergent loads in their table.
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
    unsigned count = campaign_kernels_of(c, group, names), first = s->n_rows, last;
    char label[SHEET_NAME];

    for (unsigned i = 0; i < count; i++) {
        unsigned row = sheet_row(s, names[i]);

        for (unsigned k = 0; k < s->n_columns; k++)
            set_cell(c, f, s, row, k, &columns[k], names[i]);
        take_back_empty(s);
    }
    if (s->n_rows == first)
        return;
    snprintf(label, sizeof label, "%s %s", mean_title(f), group);
    last = sheet_row(s, label);
    for (unsigned k = 0; k < s->n_columns; k++) {
        spread mean = kernels_mean(c, f, &columns[k], f->over, names, count, false);

        put_cell(c, s, last, k, &mean);
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

        for (unsigned i = 0; system_choose(c->file->shown, i, group); i++)
            fill_group(c, f, s, columns, group);
    } else {
        fill_group(c, f, s, columns, f->kernels);
    }
}

// The search over systems like the figure's; without one, the figure's own systems.
static const campaign_run *best_run(campaign *c, const figure *f, const char *kernel)
{
    const best_word *word = best_words;
    best_word own = { .name = "", .systems = f->systems, .unlimited = "", .by = "ipc" };

    while (word->name && strncmp(word->systems, f->systems, strcspn(word->systems, "*")) != 0)
        word++;
    return campaign_find_best(c, kernel, word->name ? word : &own);
}

// The row's best of the figure's systems, and the paper's best.
static void name_best_limits(campaign *c, const figure *f, sheet *s)
{
    for (unsigned i = 0; i < c->n_kernels; i++) {
        const campaign_run *best = best_run(c, f, c->kernels[i].name);
        const double printed = benchmark_number(c->file, c->kernels[i].name, f->printed);
        char paper[40] = "";

        if (!isnan(printed))
            snprintf(paper, sizeof paper, ", in the paper %g", printed);
        for (unsigned row = 0; best && row < s->n_rows; row++)
            if (strcmp(s->rows[row], c->kernels[i].name) == 0)
                snprintf(s->rows[row], SHEET_NAME, "%.63s, best %.40s%s", c->kernels[i].name,
                         best->system.n_sets ? last_word(best->system.name) : "none", paper);
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

            if (!is_built(c, system))
                continue;
            snprintf(label, sizeof label, "%.63s %.90s", names[i], system);
            row = sheet_row(s, label);
            strcpy(k.system, system);
            for (unsigned p = 0; read_part(f, p, &k); p++)
                set_cell(c, f, s, row, p, &k, names[i]);
        }
    }
}

static void fill_sweep(campaign *c, const figure *f, sheet *s)
{
    const char *names[CAMPAIGN_KERNELS];
    unsigned count = campaign_kernels_of(c, f->kernels, names);
    column k;
    spread mean;

    s->sweep = true;
    read_part(f, 0, &k);
    count = count < SHEET_COLUMNS - 1 ? count : SHEET_COLUMNS - 1;
    for (unsigned i = 0; i < count; i++)
        sheet_column(s, names[i]);
    sheet_column(s, mean_title(f));
    for (unsigned n = 0; system_choose(f->systems, n, k.system); n++) {
        unsigned row = sheet_row(s, last_word(k.system));

        for (unsigned i = 0; i < count; i++)
            set_cell(c, f, s, row, i, &k, names[i]);
        mean = kernels_mean(c, f, &k, f->over, names, count, false);
        put_cell(c, s, row, count, &mean);
    }
}

// The mean of one system over another.
static void set_group_mean(campaign *c, const figure *f, sheet *s, unsigned row, unsigned column_index, const column *k, const char *over)
{
    const char *names[CAMPAIGN_KERNELS];
    unsigned count = campaign_kernels_of(c, f->kernels, names);
    spread mean = kernels_mean(c, f, k, over, names, count, true);

    put_cell(c, s, row, column_index, &mean);
}

static unsigned choices(const char *word)
{
    unsigned count = 1;

    for (size_t i = 0; i < strcspn(word, " "); i++)
        count += word[i] == ',';
    return count;
}

// The list's system with this first and this last word.
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
            set_group_mean(c, f, s, row, first, &k, f->over);
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
            set_group_mean(c, f, s, row, last, &k, over);
        }
        take_back_empty(s);
    }
}

// The last word of a sweeping list with its choices: "WORD=a,b" or "a,b".
static const char *swept_values(const char *systems)
{
    const char *last = last_word(systems), *equals = strchr(last, '=');

    return equals ? equals + 1 : last;
}

// The words before a system's last one: they name its line of the sweep.
static void line_title(const char *kernel, const char *system, bool several, char title[static SHEET_NAME])
{
    if (several)
        snprintf(title, SHEET_NAME, "%.63s %.*s", kernel, (int)(last_word(system) - system - 1 < 90 ? last_word(system) - system - 1 : 90),
                 system);
    else
        snprintf(title, SHEET_NAME, "%s", kernel);
}

// One row per value of the last word, one column per kernel and leading words; the kernels' mean comes last.
static void fill_lines(campaign *c, const figure *f, sheet *s)
{
    const char *names[CAMPAIGN_KERNELS];
    unsigned count = campaign_kernels_of(c, f->kernels, names), lines, values;
    char *systems = system_spell(f->systems, c->machines[0].base), title[SHEET_NAME], system[SYSTEM_NAME];
    spread mean;
    column k;

    read_part(f, 0, &k);
    s->sweep = true;
    values = choices(swept_values(systems));
    lines = (unsigned)(systems_count(systems) / values);
    for (unsigned row = 0; row < values && system_choose(systems, row * lines, system); row++)
        sheet_row(s, swept_values(system));
    for (unsigned line = 0; line < lines; line++) {
        for (unsigned i = 0; i < count + (count > 1) && s->n_columns < SHEET_COLUMNS; i++) {
            system_choose(systems, line, system);
            line_title(i < count ? names[i] : mean_title(f), system, lines > 1, title);
            sheet_column(s, title);
            for (unsigned row = 0; row < s->n_rows; row++) {
                system_choose(systems, line + row * lines, k.system);
                if (i < count) {
                    set_cell(c, f, s, row, s->n_columns - 1, &k, names[i]);
                } else {
                    mean = kernels_mean(c, f, &k, f->over, names, count, false);
                    put_cell(c, s, row, s->n_columns - 1, &mean);
                }
            }
        }
    }
    free(systems);
}

// For a table without values: whether there are runs, and whether each divides by 0.
static void explain_nothing(campaign *c, const figure *f, sheet *s)
{
    static column columns[SHEET_COLUMNS];
    unsigned count = list_columns(c, f, columns);
    bool seen = false;

    for (unsigned row = 0; row < s->n_rows; row++)
        for (unsigned at = 0; at < s->n_columns; at++)
            if (!isnan(s->values[row][at]))
                return;
    for (unsigned k = 0; k < count; k++) {
        for (unsigned i = 0; i < c->n_kernels; i++) {
            double divisor = campaign_divisor(c, c->kernels[i].name, columns[k].system, f->over,
                                              columns[k].whole);

            if (divisor != 0 && !isnan(divisor))
                return;
            seen = seen || divisor == 0;
        }
    }
    if (!seen)
        return;
    s->divided_by_zero = true;
    snprintf(s->note, sizeof s->note, "no value: %s is 0 in every run%s%s", columns[0].whole, *f->over ? " of " : "", f->over);
}

// The unit of a table's values, by its first part: "ipc (thread instructions a cycle)", "ipc over BASELINE", "a/b (cycles /
// insns)".
static void name_axis(const figure *f, sheet *s)
{
    const char *part, *whole;
    char units[SHEET_NAME] = "";
    column k;

    read_part(f, 0, &k);
    part = report_unit(k.part);
    whole = report_unit(k.whole);
    const bool quotient = strcmp(k.whole, "1") != 0, same = strcmp(k.part, k.whole) == 0;
    if (*part && !quotient && !*f->over)
        snprintf(units, sizeof units, " (%.*s)", (int)(strcspn(part, ";") < 100 ? strcspn(part, ";") : 100), part);
    else if (*part && *whole && !same)
        snprintf(units, sizeof units, " (%.60s / %.60s)", part, whole);
    snprintf(s->axis, sizeof s->axis, "%.60s%s%.60s%s%.100s%.60s", k.part, quotient && !same ? "/" : "", quotient && !same ? k.whole : "",
             *f->over ? " over " : f->shape == SYSTEMS_BY_LAST ? " over the first column" : "", f->over, units);
}

static sheet *make_figure(campaign *c, const figure *f)
{
    sheet *s = sheet_new(f->id, f->decimals, f->head, f->title);

    name_axis(f, s);
    if (f->over[0] || f->shape == SYSTEMS_BY_LAST)
        s->no_difference = f->times;
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
    case SWEEP_LINES:
        fill_lines(c, f, s);
        break;
    default:
        fill_kernels(c, f, s);
        if (f->shape == KERNELS_BY_LIMIT)
            name_best_limits(c, f, s);
    }
    explain_nothing(c, f, s);
    return s;
}

unsigned figures_make(campaign *c, sheet *sheets[static FIGURES_MAX])
{
    unsigned n = 0;

    for (const figure *f = c->file->figures; f->id; f++)
        sheets[n++] = make_figure(c, f);
    return n;
}
