// SPDX-License-Identifier: BSD-3-Clause
// `warplock belady`: replays a file of --record-l1d.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sim/cli/cli.h"
#include "sim/cli/unread.h"
#include "sim/replay/l1d_replay.h"
#include "sim/replay/l1d_stream.h"
#include "sim/report/fit.h"
#include "sim/report/number.h"

static bool power_of_two(uint64_t number) { return !(number & (number - 1)); }

// The recording's geometry with the options applied.
static bool choose_geometry(const cli_options *o, const stream_head *head, replay_geometry *g)
{
    *g = replay_recorded_geometry(head);
    if (!power_of_two(o->replay_sets) || !power_of_two(o->replay_line))
        return cli_mistake("%s: seen %" PRIu64 ", expected a power of two", power_of_two(o->replay_sets) ? "--line" : "--sets",
                           power_of_two(o->replay_sets) ? o->replay_line : o->replay_sets);
    g->sets = o->replay_sets ? (uint32_t)o->replay_sets : g->sets;
    g->ways = o->replay_ways ? (uint32_t)o->replay_ways : g->ways;
    g->line_bytes = o->replay_line ? (uint32_t)o->replay_line : g->line_bytes;
    g->index = o->replay_index ? o->replay_index - 1 : g->index;
    if (g->line_bytes < head->line_bytes)
        return cli_mistake("--line: seen %" PRIu32 ", expected at least the %" PRIu32 " bytes of the recording's lines",
                           g->line_bytes, head->line_bytes);
    if ((uint64_t)g->sets * g->ways > STREAM_PLACES)
        return cli_mistake("--sets, --ways: seen %" PRIu64 " lines, expected at most %d", (uint64_t)g->sets * g->ways,
                           STREAM_PLACES);
    return true;
}

static void print_geometry(FILE *file, const replay_geometry *g)
{
    static const char *const index_words[] = {
#define WORD(value, word) #word,
        INDEX_WORDS(WORD)
#undef WORD
    };

    fprintf(file, "%" PRIu32 " sets x %" PRIu32 " ways x %" PRIu32 " bytes, %s index", g->sets, g->ways, g->line_bytes,
            index_words[g->index]);
}

// Of the first SM with accesses.
static bool print_figure(const stream_file *file, const replay_geometry *g, size_t most, char *error, size_t error_size)
{
    const stream_head *head = stream_head_of(file);

    for (unsigned sm = 0; sm < head->sms; sm++) {
        recorded_counts counts = { 0 };
        size_t count;
        stream_event *events = stream_events(file, sm, &count, error, error_size);

        if (!events)
            return false;
        replay_recorded(events, count, &counts);
        if (counts.accesses) {
            printf("\nthe first accesses of SM %u, hits as *\n\n", sm);
            replay_figure(stdout, events, count, head->line_bytes, g, most);
            free(events);
            return true;
        }
        free(events);
    }
    return true;
}

static bool print_replays(const cli_options *o, const stream_file *file, const replay_geometry *g, replay_results *results)
{
    const stream_head *head = stream_head_of(file);
    char error[400];
    fit fitted;

    if (!replay_file(file, g, results, error, sizeof error))
        return cli_mistake("belady: %s", error);
    if (o->json) {
        json_t *object = replay_json(results);

        json_object_set_new(object, "machine", json_string(head->machine));
        json_object_set_new(object, "policy", json_string(head->policy));
        json_object_set_new(object, "kernel", json_string(head->kernel));
        json_object_set_new(object, "sets", json_integer(g->sets));
        json_object_set_new(object, "ways", json_integer(g->ways));
        json_object_set_new(object, "line_bytes", json_integer(g->line_bytes));
        json_print(object, JSON_INDENT(2), stdout);
        putchar('\n');
        json_decref(object);
        return true;
    }
    FILE *text = fit_begin(&fitted, stdout);
    fprintf(text, "%s under %s on %s, L1Ds of ", head->kernel, head->policy, head->machine);
    print_geometry(text, g);
    fprintf(text, ", %" PRIu64 " accesses, %" PRIu64 " thread instructions\n\n", results->run.accesses, results->thread_insns);
    replay_print(text, results);
    fit_end(&fitted);
    return !o->show || print_figure(file, g, (size_t)o->show, error, sizeof error) || cli_mistake("belady: %s", error);
}

run_status cli_belady(const cli_options *options)
{
    run_status status = STATUS_MISTAKE;
    replay_results results;
    replay_geometry geometry;
    stream_file *file;
    char error[400];

    if (options->operands.count != 1) {
        cli_mistake("belady: expected one file of --record-l1d");
        return STATUS_MISTAKE;
    }
    file = stream_load(options->operands.words[0], error, sizeof error);
    if (!file) {
        cli_mistake("belady: %s", error);
        return STATUS_MISTAKE;
    }
    unread_options(options, CLI_BELADY, &(unread_facts){ .forced = false });
    if (choose_geometry(options, stream_head_of(file), &geometry) && print_replays(options, file, &geometry, &results)) {
        status = STATUS_GOOD;
        if (!replay_holds(&results)) {
            cli_mistake("belady: the replay under LRU has not the run's hits and merges, though time decided on no access");
            status = STATUS_MISMATCH;
        }
    }
    stream_free(file);
    return status;
}
