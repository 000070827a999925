// SPDX-License-Identifier: BSD-3-Clause
// random_campaign [--from SEED] [--seeds N] [--slice N] [--failures N] [--trials N] [--folder FOLDER]: random kernels,
// each run without timing and then, with a policy, a machine and keys drawn by its seed, with every block's C model and
// Verilog in lockstep; both must leave what the interpreter says (docs/tests.md).
//
// FOLDER/done remembers how far a campaign of these seeds by this program came, so that one which was ended goes on;
// --slice ends it after so many seeds. A seed that fails is kept as a job folder, FOLDER/SEED, with the commands that
// repeat it, and made smaller, by --trials (5,000) trials at most (0: not), as FOLDER/SEED-small; after --failures (5) the
// campaign ends. Exit status: 0 all of the seeds agree, 1 one does not, 2 a mistake, 3 more is to be done.
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tb/stimuli/stimulus.h"
#include "tests/sim/random/random_shrink.h"
#include "tests/sim/random/shrink_text.h"

enum { SAVED_EVERY = 50, MOST_TRIALS = 5000, SEED_SECONDS = 600, LINES_SHOWN = 40 };

typedef struct {
    uint64_t    from, seeds, done, failures;
    double      seconds;                       // processor time of all slices
    uint64_t    slice;                         // seeds of this one at most, 0: no limit
    const char *folder, *program;
    bool        shown;                         // a line on the terminal
    uint64_t    trials, most_failures;
    random_pairs pairs;
} campaign;

static double processor_seconds(void)
{
    static const int whose[] = {RUSAGE_SELF, RUSAGE_CHILDREN};
    double seconds = 0;
    for (unsigned i = 0; i < 2; i++) {
        struct rusage used;
        getrusage(whose[i], &used);
        seconds += (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
                   1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
    }
    return seconds;
}

// Another program, or other seeds, begin anew.
static void identity(const campaign *c, char *text, size_t size)
{
    struct stat made = {0};
    if (stat("/proc/self/exe", &made) != 0) made.st_size = 0;
    snprintf(text, size, "from %" PRIu64 " seeds %" PRIu64 " program %lld.%lld.%ld", c->from, c->seeds,
             (long long)made.st_size, (long long)made.st_mtim.tv_sec, made.st_mtim.tv_nsec);
}

static void load_state(campaign *c)
{
    char path[1024], wanted[160], seen[160] = "";
    identity(c, wanted, sizeof wanted);
    snprintf(path, sizeof path, "%s/done", c->folder);
    FILE *file = fopen(path, "r");
    if (!file) return;
    bool same = fgets(seen, sizeof seen, file) && strncmp(seen, wanted, strlen(wanted)) == 0;
    if (!same || fscanf(file, "%" SCNu64 " %" SCNu64 " %lf", &c->done, &c->failures, &c->seconds) != 3) {
        c->done = c->failures = 0;
        c->seconds = 0;
    }
    fclose(file);
}

static void save_state(const campaign *c, double seconds)
{
    char path[1024], made[1040], text[160];
    identity(c, text, sizeof text);
    snprintf(path, sizeof path, "%s/done", c->folder);
    snprintf(made, sizeof made, "%s.new", path);
    FILE *file = fopen(made, "w");
    bool good = file && fprintf(file, "%s\n%" PRIu64 " %" PRIu64 " %.3f\n", text, c->done, c->failures, seconds) > 0;
    if (file && fclose(file) == 0 && good && rename(made, path) == 0) return;
    fprintf(stderr, "random_campaign: %s: %s\n", path, strerror(errno));
    exit(2);
}

static void show(const campaign *c, double seconds, bool last)
{
    if (!c->shown) return;
    double per_seed = c->done ? seconds / (double)c->done : 0;
    fprintf(stderr, "\r%" PRIu64 " of %" PRIu64 " seeds, %" PRIu64 " failed, %.1f ms each, %.0f s left \x1b[K%s",
            c->done, c->seeds, c->failures, 1e3 * per_seed, per_seed * (double)(c->seeds - c->done), last ? "\n" : "");
}

// The kernel as a job folder, with the command that runs it and what to say of it.
static void keep(const random_kernel *kernel, const random_draw *draw, const char *folder, const char *what)
{
    char options[2048], words[256];
    uint8_t *want[RANDOM_BUFFERS];
    bool good = random_kernel_expected(kernel, RANDOM_FORWARD, want, words, sizeof words);
    random_draw_options(draw, options, sizeof options);
    if (random_write_folder(kernel, want, folder) && good) printf("    %s: warplock run %s/job.json %s\n", what, folder, options);
    random_kernel_forget(want);
}

// The cycle in which blocks differed, and those in front of it; of a deadlock, and where the limit is reached, all.
static void print_window(const char *message)
{
    const char *differs = strstr(message, ": cycle "), *at = differs ? differs : strstr(message, "(cycle ");
    if (!at) return;
    uint64_t cycle = strtoull(strchr(at, 'e') + 2, NULL, 10), from = differs && cycle > 100 ? cycle - 100 : 0;
    printf("    window: --wave small.fst --wave-start %" PRIu64 " --wave-window %" PRIu64 " --max-cycles %" PRIu64 "\n",
           from, cycle - from + 1, cycle + 1);
}

static void print_small(const random_shrinking *s, unsigned before)
{
    const random_launch *l = &s->kernel->launches[0];
    unsigned after = ptx_instructions(s->kernel->ptx), lines = 0;
    printf("    %u instructions of %u, %u launch%s, grid %ux%ux%u, block %ux%ux%u, %u keys, %u trials: %.*s\n", after, before,
           s->kernel->launch_count, s->kernel->launch_count == 1 ? "" : "es", l->grid[0], l->grid[1], l->grid[2], l->block[0],
           l->block[1], l->block[2], s->draw.n_keys, s->trials, (int)strcspn(s->outcome.message, "\n"), s->outcome.message);
    if (s->outcome.timed) print_window(s->outcome.message);
    for (const char *at = s->kernel->ptx; *at; at++) lines += *at == '\n';
    for (const char *at = s->kernel->ptx; lines <= LINES_SHOWN && *at; at += strcspn(at, "\n") + 1)
        printf("        %.*s\n", (int)strcspn(at, "\n"), at);
}

// Of the small kernel's failure pack, the steps and inputs of the block that differs.
static void cut_stimulus(const random_shrinking *s, const char *folder)
{
    char pack[1100], from[1200], to[1200];
    random_setting setting = s->draw.setting;
    random_outcome outcome;
    snprintf(pack, sizeof pack, "%s-pack", folder);
    snprintf(from, sizeof from, "%s/stimulus.txt", pack);
    snprintf(to, sizeof to, "%s/small.txt", pack);
    setting.pack = pack;
    random_try(s->kernel, &setting, &(random_limits){.seconds = SEED_SECONDS}, &outcome);
    printf("    stimulus ");
    fflush(stdout);
    stimulus_small(from, to, stdout);
}

static void shrink(const campaign *c, const random_kernel *kernel, const random_draw *draw, const random_outcome *outcome)
{
    char folder[1024];
    random_shrinking s = {.pairs = &c->pairs, .most_trials = (unsigned)c->trials, .kernel = random_kernel_copy(kernel), .draw = *draw,
                          .outcome = *outcome};
    snprintf(folder, sizeof folder, "%s/%" PRIu64 "-small", c->folder, kernel->seed);
    if (random_shrink(&s)) {
        keep(s.kernel, &s.draw, folder, "small");
        print_small(&s, ptx_instructions(kernel->ptx));
        if (strncmp(s.outcome.way, "lockstep", 8) == 0) cut_stimulus(&s, folder);
    } else {
        printf("    not made smaller: it does not fail so again\n");
    }
    random_kernel_free(s.kernel);
}

static void report(const campaign *c, const random_kernel *kernel, const random_draw *draw, const random_outcome *outcome)
{
    char folder[1024];
    snprintf(folder, sizeof folder, "%s/%" PRIu64, c->folder, kernel->seed);
    if (c->shown) fprintf(stderr, "\r\x1b[K");
    printf("seed %" PRIu64 ": %s on %s: %.*s\n", kernel->seed, draw->setting.policy->name, draw->setting.machine.name,
           (int)strcspn(outcome->message, "\n"), outcome->message);
    printf("    alone: %s --from %" PRIu64 " --seeds 1 --folder %s-alone\n", c->program, kernel->seed, folder);
    keep(kernel, draw, folder, "kernel");
    if (c->trials) shrink(c, kernel, draw, outcome);
    fflush(stdout);
}

static bool one_seed(const campaign *c, uint64_t seed)
{
    static const random_limits limits = {.seconds = SEED_SECONDS};
    random_draw draw;
    random_outcome outcome;
    char pack[1024];
    random_kernel *kernel = random_kernel_new(seed);
    random_pairs_draw(&c->pairs, seed, &draw);
    random_pairs_load(&draw);
    snprintf(pack, sizeof pack, "%s/%" PRIu64 "-pack", c->folder, seed);
    draw.setting.pack = pack;
    random_try(kernel, &draw.setting, &limits, &outcome);
    if (outcome.failed) report(c, kernel, &draw, &outcome);
    random_kernel_free(kernel);
    return !outcome.failed;
}

// How many of the seeds each pair has had.
static void print_pairs(const campaign *c)
{
    static unsigned counts[PAIR_MACHINES * PAIR_POLICIES];
    unsigned fewest = UINT32_MAX;
    for (uint64_t i = 0; i < c->done; i++) counts[random_pairs_number(&c->pairs, c->from + i)]++;
    printf("\n| seeds |");
    for (unsigned m = 0; m < c->pairs.n_machines; m++) printf(" %s |", c->pairs.machines[m].name);
    printf("\n| --- |");
    for (unsigned m = 0; m < c->pairs.n_machines; m++) printf(" --- |");
    for (unsigned p = 0; p < c->pairs.n_policies; p++) {
        printf("\n| %s |", policy_table[p]->name);
        for (unsigned m = 0; m < c->pairs.n_machines; m++) {
            int number = c->pairs.number[p][m];
            if (number < 0) {
                printf(" - |");
                continue;
            }
            printf(" %u |", counts[number]);
            if (counts[number] < fewest) fewest = counts[number];
        }
    }
    printf(
        "\n\n%u pairs of a policy and a machine, each with %u seeds or more (-: the machine cannot have the policy)\n",
        c->pairs.count, fewest);
}

static void run(campaign *c)
{
    const double began = processor_seconds(), before = c->seconds;
    const uint64_t first = c->done;
    while (c->done < c->seeds && c->failures < c->most_failures) {
        c->failures += !one_seed(c, c->from + c->done++);
        c->seconds = before + processor_seconds() - began;
        bool last = c->slice > 0 && c->done - first >= c->slice;
        if (c->done % SAVED_EVERY == 0 || last) {
            save_state(c, c->seconds);
            show(c, c->seconds, last);
        }
        if (last) return;
    }
    save_state(c, c->seconds);
    show(c, c->seconds, true);
}

static uint64_t number_of(const char *option, const char *text)
{
    char *end = NULL;
    errno = 0;
    unsigned long long value = text ? strtoull(text, &end, 10) : 0;
    if (text && *text >= '0' && *text <= '9' && !*end && !errno) return value;
    fprintf(stderr, "random_campaign: %s: seen %s, expected a number\n", option, text ? text : "nothing");
    exit(2);
}

int main(int argc, char **argv)
{
    static campaign c = {.from = 1, .seeds = 20000, .folder = "build/random", .trials = MOST_TRIALS, .most_failures = 5};
    char message[RANDOM_MESSAGE];
    c.program = argv[0];
    c.shown = isatty(STDERR_FILENO);
    for (int i = 1; i < argc; i += 2) {
        if (strcmp(argv[i], "--from") == 0) c.from = number_of(argv[i], argv[i + 1]);
        else if (strcmp(argv[i], "--seeds") == 0) c.seeds = number_of(argv[i], argv[i + 1]);
        else if (strcmp(argv[i], "--slice") == 0) c.slice = number_of(argv[i], argv[i + 1]);
        else if (strcmp(argv[i], "--trials") == 0) c.trials = number_of(argv[i], argv[i + 1]);
        else if (strcmp(argv[i], "--failures") == 0) c.most_failures = number_of(argv[i], argv[i + 1]);
        else if (strcmp(argv[i], "--folder") == 0 && argv[i + 1]) c.folder = argv[i + 1];
        else {
            fprintf(stderr, "usage: random_campaign [--from SEED] [--seeds N] [--slice N] [--failures N] [--trials N]\n"
                            "                       [--folder FOLDER]\n");
            return 2;
        }
    }
    if (!random_pairs_open(&c.pairs, message) || (mkdir(c.folder, 0777) != 0 && errno != EEXIST)) {
        fprintf(stderr, "random_campaign: %s\n", message[0] ? message : strerror(errno));
        return 2;
    }
    load_state(&c);
    run(&c);
    print_pairs(&c);
    printf("%" PRIu64 " of %" PRIu64 " random kernels from seed %" PRIu64 ", %.0f s of processor time: %" PRIu64
           " disagree\n",
           c.done, c.seeds, c.from, c.seconds, c.failures);
    return c.failures ? 1 : c.done < c.seeds ? 3 : 0;
}
