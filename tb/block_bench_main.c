// SPDX-License-Identifier: BSD-3-Clause
// block_bench: the block benches from the command line; `block_bench --help`.
#include <inttypes.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "tb/bench/bench.h"
#include "tb/blocks.h"
#include "tb/processor.h"
#include "tb/shell.h"
#include "tb/stimuli/stimulus.h"
#include "tb/tuples.h"
#include "tb/whole_number.h"

typedef struct {
    const char   *block, *config, *replay_pack;
    bool          ranges, list, build;
    const char   *hold, *small;
    bench_options bench;
} arguments;

static const char help[] =
    "block_bench: every block of rtl_c/configs.def under its stimuli, C model against Verilog on every cycle\n"
    "  --block NAME, --config NAME   only this block, only this tuple; both: any tuple\n"
    "  --build                       build what is missing of the tuples, and run nothing\n"
    "  --cycles N                    cycles of each (default: one pass over its stimuli)\n"
    "  --phase-cycles N              of each phase of the stimuli at most so many\n"
    "  --seed N                      of the random stimuli (default 1)\n"
    "  --ranges                      print the range each register reached; an end not reached is a failure\n"
    "  --active                      leave out the steps that a block calls idle, and sleep where it counts\n"
    "  --fast                        without the second evaluation that proves late inputs late: for speed\n"
    "  --pack DIR                    where a failure pack goes (default warplock-failure)\n"
    "  --no-pack                     a failure leaves only its line\n"
    "  --wave FILE.fst, --wave-start N, --wave-cycles N   with --block and --config\n"
    "  --vectors FILE                write each cycle as a line that Verilog benches replay; with --block and --config, or --replay\n"
    "  --replay PACK                 replay a failure pack or a recorded stimulus and nothing else; without --pack it leaves none\n"
    "  --small FILE                  with --replay: cut it to the steps and inputs that the difference needs, for FILE\n"
    "  --hold N                      with --replay: do not replay it; print its first N cycles, then 2 N more, inputs held\n"
    "  --list                        print the tuples of rtl_c/configs.def\n";

static int refuse(const char *seen, const char *expected)
{
    fprintf(stderr, "block_bench: %s, expected %s\n", seen, expected);
    return 2;
}

static bool number(const char *text, uint64_t *value)
{
    return whole_number(text, 0, UINT64_MAX, value);
}

// 0, or the exit status after a message.
static int parse(int count, char **words, arguments *a)
{
    struct { const char *name; const char **text; uint64_t *number; bool *flag;
    } table[] = {{"--block", &a->block, NULL, NULL},
                 {"--config", &a->config, NULL, NULL},
                 {"--cycles", NULL, &a->bench.cycles, NULL},
                 {"--phase-cycles", NULL, &a->bench.phase_cycles, NULL},
                 {"--seed", NULL, &a->bench.seed, NULL},
                 {"--ranges", NULL, NULL, &a->ranges},
                 {"--pack", &a->bench.pack_dir, NULL, NULL},
                 {"--fast", NULL, NULL, &a->bench.no_late_check},
                 {"--wave", &a->bench.wave_path, NULL, NULL},
                 {"--wave-start", NULL, &a->bench.wave_start, NULL},
                 {"--wave-cycles", NULL, &a->bench.wave_cycles, NULL},
                 {"--vectors", &a->bench.vectors_path, NULL, NULL},
                 {"--replay", &a->replay_pack, NULL, NULL},
                 {"--small", &a->small, NULL, NULL},
                 {"--hold", &a->hold, NULL, NULL},
                 {"--no-pack", NULL, NULL, &a->bench.no_pack},
                 {"--build", NULL, NULL, &a->build},
                 {"--list", NULL, NULL, &a->list}};
    enum { OPTIONS = sizeof table / sizeof *table };

    for (int i = 1; i < count; i++) {
        int option = 0;
        while (option < OPTIONS && strcmp(words[i], table[option].name) != 0)
            option++;
        if (strcmp(words[i], "--active") == 0) {
            a->bench.when = LOCKSTEP_ACTIVE;
        } else if (option == OPTIONS) {
            return refuse(words[i], "an option of block_bench --help");
        } else if (table[option].flag) {
            *table[option].flag = true;
        } else if (i + 1 == count) {
            return refuse(words[i], "a value after it");
        } else if (table[option].text) {
            *table[option].text = words[++i];
        } else if (!number(words[++i], table[option].number)) {
            return refuse(words[i], "a number");
        }
    }
    return 0;
}

static bool wanted(const arguments *a, const config_row *row)
{
    return (!a->block || strcmp(a->block, row->block) == 0) && (!a->config || strcmp(a->config, row->config) == 0);
}

static bool run_one(const arguments *a, const block_ops *ops)
{
    bench_result result;

    block_bench_run(ops, &a->bench, &result);
    if (result.failed) {
        printf("%s\n", result.message);
        if (!result.pack[0])
            return false;
        printf("failure pack: %s/report.txt\nreplay: %s ", result.pack, a->bench.replay);
        shell_print(stdout, result.pack);
        putchar('\n');
        char stimulus[600], small[600];
        snprintf(stimulus, sizeof stimulus, "%s/stimulus.txt", result.pack);
        snprintf(small, sizeof small, "%s/small.txt", result.pack);
        stimulus_small(stimulus, small, stdout);
        return false;
    }
    printf("%-14s %-16s %8" PRIu64 " cycles, %9" PRIu64 " fields, %" PRIu64 " skipped, %" PRIu64
           " idle claims, %" PRIu64 " count claims, 0 mismatches, %.2f M cycles/s\n",
           ops->block, ops->config, result.cycles, result.counts.fields, result.counts.skipped, result.idle_claims,
           result.count_claims,
           1e-6 * (double)result.cycles / result.seconds);
    if (a->ranges && !bench_print_ranges(ops, &result, stdout)) {
        printf("bench: %s %s: a register left an end of its range untouched\n", ops->block, ops->config);
        return false;
    }
    return true;
}

static int hold(const char *path, const char *text)
{
    stimulus recorded, held;
    char error[1024];
    uint64_t cycles, there = 0;

    if (!number(text, &cycles) || cycles == 0)
        return refuse("--hold", "a number of cycles after it, 1 or more");
    if (!path)
        return refuse("--hold", "it with --replay");
    if (!stimulus_read(&recorded, path, false, error, sizeof error)) {
        fprintf(stderr, "block_bench: %s\n", error);
        return 2;
    }
    for (size_t i = 0; i < recorded.count; i++) {
        uint64_t edges = stimulus_at(&recorded, i)->edges;
        there = edges > UINT64_MAX - there ? UINT64_MAX : there + edges;
    }
    if (cycles <= there) {
        stimulus_hold(&recorded, cycles, 2 * cycles, &held);
        stimulus_write(&held, stdout);
        stimulus_close(&held);
    }
    stimulus_close(&recorded);
    if (cycles > there) {
        fprintf(stderr, "block_bench: --hold %" PRIu64 ", expected at most the %" PRIu64 " cycles of %s\n", cycles, there, path);
        return 2;
    }
    return fflush(stdout) == 0 ? 0 : 2;
}

// `pack`: a failure pack or a stimulus.
static int make_small(const char *pack, const char *to)
{
    char path[1024];
    struct stat kind;

    snprintf(path, sizeof path, stat(pack, &kind) == 0 && S_ISDIR(kind.st_mode) ? "%s/stimulus.txt" : "%s", pack);
    return stimulus_small(path, to, stdout);
}

// Builds all tuples side by side before the first runs. A tuple that is named in full may be any.
static int run_all(const arguments *a)
{
    tuple_list list = {.count = 0};
    char error[TUPLE_ERROR];
    unsigned failed = 0;
    bool good = true;

    for (const config_row *row = config_rows; row->block && good; row++)
        if (wanted(a, row)) {
            if (a->list)
                printf("%s %s\n", row->block, row->config);
            good = tuple_note_named(&list, row->block, row->config, error, sizeof error);
        }
    if (!list.count && !(a->block && a->config))
        return refuse(a->block ? a->block : a->config, "a block and config of rtl_c/configs.def (block_bench --list)");
    if (!list.count && !a->list)
        good = tuple_note_named(&list, a->block, a->config, error, sizeof error);
    good = good && (a->list || tuples_make(&list, true, error, sizeof error));
    if (!good)
        fprintf(stderr, "block_bench: %s\n", error);
    for (unsigned i = 0; good && !a->list && !a->build && i < list.count; i++)
        failed += !run_one(a, tuple_named(list.tuples[i].described->block, list.tuples[i].config, true, error, sizeof error));
    tuples_forget(&list);
    return !good ? 2 : failed ? 1 : 0;
}

int main(int count, char **words)
{
    arguments a = {.bench = {.seed = 1, .when = LOCKSTEP_EVERY}};
    char command[4096], replay[4096];

    if (count > 1 && strcmp(words[1], "--help") == 0) {
        fputs(help, stdout);
        return 0;
    }
    int status = parse(count, words, &a);
    if (status)
        return status;
    shell_line(command, sizeof command, (unsigned)count, (const char *const *)words);
    char *self = realpath("/proc/self/exe", NULL);
    shell_line(replay, sizeof replay, 2, (const char *const[]){ self ? self : words[0], "--replay" });
    free(self);
    a.bench.command = command;
    a.bench.replay = replay;
    if (a.hold)
        return hold(a.replay_pack, a.hold);
    if (a.small && !a.replay_pack)
        return refuse("--small", "it with --replay");
    if (a.small)
        return make_small(a.replay_pack, a.small);
    if (a.replay_pack)
        return lockstep_replay(a.replay_pack, &(replay_options){a.bench.wave_path, a.bench.wave_start, a.bench.wave_cycles, a.bench.vectors_path,
                                                                a.bench.pack_dir, command, replay}, stdout);
    return run_all(&a);
}
