// SPDX-License-Identifier: BSD-3-Clause
// `warplock results STORE`: a store's results as a table, CSV or JSON; `--diff`: the changes between two.
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "sim/campaign/results/diff.h"
#include "sim/campaign/results/means.h"
#include "sim/cli/cli.h"
#include "sim/machine/nearest.h"
#include "tb/output_file.h"

typedef struct {
    const cli_options *options;
    store      *stores[2];                      // the second is for --diff
    query       queries[2];
    list_fields fields;
    output_file csv;
    char        message[512];
} stored_session;

static bool check_options(const cli_options *o)
{
    if (o->json && o->csv[0])
        return cli_mistake("results: seen --json and --csv, expected one of them");
    if (o->failed_runs && (o->result_diff || o->spread || o->baseline[0]))
        return cli_mistake("--failed: seen with --diff, --spread or --baseline, which are of runs that ended well");
    if (o->result_diff && o->baseline[0])
        return cli_mistake("--baseline: seen with --diff, expected one of them");
    if (o->changed_runs && !o->result_diff)
        return cli_mistake("--verbose: seen without --diff, expected it");
    if (o->changed_runs && o->spread)
        return cli_mistake("--verbose: seen with --spread, expected one of them");
    if ((o->check_store || o->repair[0]) && (o->result_diff || o->spread || o->baseline[0] || o->failed_runs || o->json || o->csv[0] ||
                                             o->result_kernel[0] || o->result_policy[0] || o->result_machine[0] || o->where.count ||
                                             o->columns[0]))
        return cli_mistake("%s: seen with an option of a list, expected none", o->check_store ? "--check" : "--repair");
    if (o->check_store && o->repair[0])
        return cli_mistake("--check: seen with --repair, which says the same, expected one of them");
    if (!o->result_diff && o->operands.count != 1)
        return cli_mistake("results: seen %u files, expected one result store", o->operands.count);
    if (o->result_diff && o->operands.count != 2 && o->operands.count != 3)
        return cli_mistake("--diff: seen %u words, expected two result stores, or one and two programs by their hashes",
                           o->operands.count);
    return true;
}

static bool add_filters(query *q, const cli_options *o, char *message, size_t size)
{
    if (!query_add_choice(q, "kernel", o->result_kernel, message, size))
        return cli_mistake("--kernel: %s", message);
    if (!query_add_choice(q, "policy", o->result_policy, message, size))
        return cli_mistake("--policy: %s", message);
    if (!query_add_choice(q, "machine", o->result_machine, message, size))
        return cli_mistake("--machine: %s", message);
    for (unsigned i = 0; i < o->where.count; i++)
        if (!query_add_filter(q, o->where.words[i], message, size))
            return cli_mistake("--where: %s", message);
    q->failed = o->failed_runs;
    return true;
}

// The index-th side: its own store, or a program of the one store by a prefix of its hash.
static bool open_side(stored_session *s, unsigned side, run_status *status)
{
    const cli_list *words = &s->options->operands;
    const char *path = words->words[words->count == 2 ? side : 0];
    char pattern[64];
    bool damaged;

    s->stores[side] = store_open_or_tell(path, s->options->result_diff ? STORE_READ : STORE_LOOK, &damaged, s->message,
                                         sizeof s->message);
    if (damaged && !s->stores[side])
        *status = STATUS_MISMATCH;
    if (!s->stores[side])
        return cli_mistake("results: %s", s->message);
    query_begin(&s->queries[side], s->stores[side]);
    if (!add_filters(&s->queries[side], s->options, s->message, sizeof s->message))
        return false;
    if (words->count != 3)
        return true;
    snprintf(pattern, sizeof pattern, "%.40s*", words->words[1 + side]);
    return query_add_choice(&s->queries[side], "program", pattern, s->message, sizeof s->message) ||
           cli_mistake("--diff: %s", s->message);
}

static bool is_number(const query_field *field)
{
    return field->column == -1 || field->column >= STORE_OWN_COLUMNS || field->column == STORE_SECONDS_COLUMN;
}

// Numeric columns: for means and differences.
static bool choose_numbers(stored_session *s, const char *otherwise)
{
    const char *words = s->options->columns[0] ? s->options->columns : otherwise;

    if (!list_choose(&s->queries[0], words, true, &s->fields, s->message, sizeof s->message))
        return cli_mistake("--columns: %s", s->message);
    for (unsigned i = 0; i < s->fields.n; i++)
        if (!is_number(&s->fields.fields[i]))
            return cli_mistake("--columns: seen `%s`, expected numbers of the report", s->fields.fields[i].name);
    return true;
}

// The numbers of both stores.
static bool choose_all_numbers(stored_session *s)
{
    char *names = NULL;
    size_t length;
    FILE *text = open_memstream(&names, &length);
    bool good;

    if (!text)
        abort();
    for (unsigned i = STORE_OWN_COLUMNS; i < store_columns(s->stores[0]); i++)
        if (store_column(s->stores[1], store_column_name(s->stores[0], i)) >= 0)
            fprintf(text, "%s,", store_column_name(s->stores[0], i));
    fclose(text);
    good = choose_numbers(s, names);
    free(names);
    return good;
}

static FILE *open_output(stored_session *s)
{
    const char *path = s->options->csv;

    if (!path[0] || strcmp(path, "-") == 0)
        return stdout;
    if (!output_open(&s->csv, path, s->message, sizeof s->message)) {
        cli_mistake("--csv: %s", s->message);
        return NULL;
    }
    return s->csv.stream;
}

// Renames the file into place on success.
static run_status close_output(stored_session *s, bool good, run_status status)
{
    if (!good) {
        cli_mistake("results: %s", s->message);
        status = STATUS_MISTAKE;
    }
    fflush(stdout);
    if (s->csv.stream && !good)
        output_discard(&s->csv);
    else if (s->csv.stream && !output_close(&s->csv, s->message, sizeof s->message)) {
        cli_mistake("--csv: %s", s->message);
        status = STATUS_MISTAKE;
    }
    return status;
}

static table_form form_of(const cli_options *o)
{
    return o->json ? TABLE_JSON : o->csv[0] ? TABLE_CSV : TABLE_GRID;
}

static void say_damaged(const query *q)
{
    if (q->damaged)
        fprintf(stderr, "warplock: %" PRIu64 " rows do not have the check sum they were written with and are not shown\n",
                q->damaged);
}

static bool count_believed(stored_session *s, store_belief *b)
{
    return store_believe(s->stores[0], b, s->message, sizeof s->message) || cli_mistake("results: %s", s->message);
}

// Reports the file's damage and how much is believed. True: no damage.
static bool say_belief(stored_session *s, FILE *file, const store_belief *b)
{
    const char *damage = store_damage(s->stores[0]), *path = s->options->operands.words[0];

    fprintf(file, "%s%.160s: %s%s: %" PRIu64 " of %" PRIu64 " rows%s are what was written\n", file == stderr ? "warplock: " : "",
            path, damage[0] ? "is damaged: " : b->whole == b->all ? "is whole" : "has damaged rows", damage, b->whole, b->all,
            b->lost ? " that are left, of how many is lost," : "");
    return !damage[0] && b->whole == b->all;
}

static run_status check_store(stored_session *s)
{
    store_belief b;

    if (!count_believed(s, &b))
        return STATUS_MISTAKE;
    return say_belief(s, stdout, &b) ? STATUS_GOOD : STATUS_MISMATCH;
}

static run_status repair_store(stored_session *s)
{
    uint64_t rows;
    store_belief b;

    if (!count_believed(s, &b))
        return STATUS_MISTAKE;
    if (!store_repair(s->stores[0], s->options->repair, &rows, s->message, sizeof s->message)) {
        cli_mistake("--repair: %s", s->message);
        return STATUS_MISTAKE;
    }
    say_belief(s, stdout, &b);
    printf("%.160s: a new store with %" PRIu64 " rows\n", s->options->repair, rows);
    return rows == b.all && !b.lost ? STATUS_GOOD : STATUS_MISMATCH;
}

// A column's value nearest to a name; "" when a run has the name, or there is no run.
static void find_nearest(stored_session *s, const char *column, const char *name, char best[static NEAREST_WORD])
{
    unsigned least = UINT_MAX;
    char number[QUERY_NUMBER];
    query_field field;
    query all;

    query_begin(&all, s->stores[0]);
    best[0] = 0;
    if (query_find_field(&all, column, &field, s->message, sizeof s->message) &&
        query_restart(&all, s->message, sizeof s->message))
        while (least && query_next(&all, s->message, sizeof s->message) == STORE_FOUND) {
            const char *text = query_text(query_value(&all, &field), number);
            const unsigned distance = nearest_distance(name, text);

            if (distance < least)
                snprintf(best, NEAREST_WORD, "%s", distance ? text : "");
            least = distance < least ? distance : least;
        }
    query_end(&all);
}

// Nothing was found: suggests names near those that no run has.
static void tell_nearest(stored_session *s)
{
    const cli_options *o = s->options;
    const struct { const char *option, *names; } choices[] = {
        { "--kernel", o->result_kernel }, { "--policy", o->result_policy }, { "--machine", o->result_machine },
    };

    for (unsigned i = 0; i < sizeof choices / sizeof choices[0]; i++) {
        const char *at = choices[i].names;
        char name[64], best[NEAREST_WORD];

        while (cli_next_name(&at, name)) {
            find_nearest(s, choices[i].option + 2, name, best);
            if (best[0] && !strpbrk(name, "*?["))
                fprintf(stderr, "warplock: notice: %s: no run has `%s`; the nearest is %s\n", choices[i].option, name, best);
        }
    }
}

static run_status list_runs(stored_session *s)
{
    const cli_options *o = s->options;
    query *q = &s->queries[0];
    char *message = s->message;
    const size_t size = sizeof s->message;
    bool good, means = o->spread || o->baseline[0];
    store_belief believed;
    FILE *file;

    if (means && !choose_numbers(s, "cycles,ipc,l1d.hit_rate"))
        return STATUS_MISTAKE;
    if (!means && !list_choose(q, o->columns, o->json || o->csv[0], &s->fields, message, size)) {
        cli_mistake("--columns: %s", message);
        return STATUS_MISTAKE;
    }
    file = open_output(s);
    if (!file)
        return STATUS_MISTAKE;
    good = means ? means_print(q, &s->fields, o->baseline, form_of(o), file, message, size)
                 : query_restart(q, message, size) &&
                   (o->json ? list_json : o->csv[0] ? list_csv : list_table)(q, &s->fields, file, message, size);
    if (good && !q->found)
        tell_nearest(s);
    if (good && store_damage(s->stores[0])[0])
        good = count_believed(s, &believed);
    else
        believed.all = good ? store_count(q->rows) : 0;
    if (good) {
        fprintf(stderr, "warplock: %" PRIu64 " of %" PRIu64 " runs, %" PRIu64 " failed\n", q->found, believed.all, q->not_good);
        say_damaged(q);
    }
    if (good && store_damage(s->stores[0])[0])
        say_belief(s, stderr, &believed);
    return close_output(s, good, q->found && !q->damaged && !store_damage(s->stores[0])[0] ? STATUS_GOOD : STATUS_MISMATCH);
}

// Only runs of one program, so that the two sides of a comparison are known.
static bool of_one_program(stored_session *s, const groups *all, unsigned side)
{
    const cli_list *words = &s->options->operands;
    const char *path = words->words[words->count == 2 ? side : 0];

    if (!all->n_groups)
        return cli_mistake("--diff: %.160s: seen no run%s%.40s that ended well, expected some", path,
                           words->count == 3 ? " of program " : "", words->count == 3 ? words->words[1 + side] : "");
    if (all->programs.n_texts != 1)
        return cli_mistake("--diff: %.160s: seen runs of %u programs, expected one: name two of them behind one store, or "
                           "--where program=HASH", path, all->programs.n_texts);
    return true;
}

static run_status find_changes(stored_session *s)
{
    const cli_options *o = s->options;
    diff_count count = { 0 };
    groups first = { 0 }, second = { 0 };
    query *a = &s->queries[0], *b = &s->queries[1];
    list_fields *fields = &s->fields;
    query_field others[LIST_FIELDS];
    run_status status = STATUS_MISTAKE;
    FILE *file = NULL;
    bool good;

    if (!choose_all_numbers(s))
        return STATUS_MISTAKE;
    for (unsigned i = 0; i < fields->n; i++) {
        if (!query_find_field(b, fields->fields[i].name, &others[i], s->message, sizeof s->message)) {
            cli_mistake("--columns: %s", s->message);
            return STATUS_MISTAKE;
        }
    }
    good = groups_read(&first, a, fields->fields, fields->n, diff_apart, s->message, sizeof s->message) &&
           groups_read(&second, b, others, fields->n, diff_apart, s->message, sizeof s->message);
    if (!good)
        cli_mistake("results: %s", s->message);
    else if (of_one_program(s, &first, 0) && of_one_program(s, &second, 1) && (file = open_output(s))) {
        diff_print(a, &first, b, &second, fields->fields,
                   o->spread ? DIFF_MEANS : o->changed_runs || o->csv[0] || o->json ? DIFF_RUNS : DIFF_FIGURES, form_of(o),
                   file, &count);
        fprintf(stderr, "warplock: %" PRIu64 " runs in both, %" PRIu64 " of them changed; %" PRIu64 " in the first alone, %"
                PRIu64 " in the second alone\n", count.compared, count.changed, count.only_first, count.only_second);
        say_damaged(a);
        say_damaged(b);
        status = close_output(s, true, count.changed || count.only_first || count.only_second || a->damaged || b->damaged
                                       ? STATUS_MISMATCH : STATUS_GOOD);
    }
    groups_free(&first);
    groups_free(&second);
    return status;
}

run_status cli_results(const cli_options *options)
{
    stored_session *s = calloc(1, sizeof *s);
    run_status status = STATUS_MISTAKE;

    if (!s)
        abort();
    s->options = options;
    output_catch_interrupts(STATUS_INTERRUPTED, STATUS_MISTAKE);
    if (check_options(options) && open_side(s, 0, &status) && (!options->result_diff || open_side(s, 1, &status)))
        status = options->check_store ? check_store(s) : options->repair[0] ? repair_store(s) :
            options->result_diff ? find_changes(s) : list_runs(s);
    for (unsigned i = 0; i < 2; i++) {
        query_end(&s->queries[i]);
        if (s->stores[i])
            store_close(s->stores[i]);
    }
    free(s);
    return status;
}
