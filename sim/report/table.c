// The text report. A row per counter, a column per run; below them what lockstep compared and what was verified.
#include <inttypes.h>
#include <string.h>

#include "sim/report/report.h"

enum { LABEL_WIDTH = 35, COLUMN_WIDTH = 16 };    // a column is wider where the name of its policy asks for it

double report_ratio(uint64_t part, uint64_t whole)
{
    return whole ? (double)part / (double)whole : 0;
}

// 1234567 as 1,234,567
static void grouped(uint64_t number, char text[static 32])
{
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%" PRIu64, number);

    for (int i = 0; i < length; i++) {
        *text++ = digits[i];
        if (i + 1 < length && (length - 1 - i) % 3 == 0)
            *text++ = ',';
    }
    *text = 0;
}

static void print_label(FILE *file, const char *label)
{
    fprintf(file, "  %-*s", LABEL_WIDTH, label);
}

// A space in front of each name.
static int width_of(const run_record *run)
{
    const int name = (int)strlen(run->policy) + 1;

    return name > COLUMN_WIDTH ? name : COLUMN_WIDTH;
}

static void print_count(FILE *file, const run_record *run, uint64_t number)
{
    char text[32];

    grouped(number, text);
    fprintf(file, "%*s", width_of(run), text);
}

static void print_title(FILE *file, const run_record *run)
{
    fprintf(file, "%s", run->kernel);
    if (run->size[0])
        fprintf(file, ", size %" PRIu32, run->size[0]);
    if (run->size[1])
        fprintf(file, "x%" PRIu32, run->size[1]);
    if (run->size[2])
        fprintf(file, "x%" PRIu32, run->size[2]);
    fprintf(file, ", on %s", run->machine);
    for (unsigned i = 0; i < run->n_overrides; i++)
        fprintf(file, "%s%s", i ? ", " : " with ", run->overrides[i]);
    if (run->functional)
        fprintf(file, ", functional, without timing\n");
    else
        fprintf(file, ", blocks: %s\n", run->blocks);
}

static void print_speedup(FILE *file, const run_record *runs, unsigned count)
{
    print_label(file, "speedup");
    for (unsigned i = 0; i < count; i++)
        fprintf(file, "%*.3f", width_of(&runs[i]), report_ratio(runs[0].counters.cycles, runs[i].counters.cycles));
    fprintf(file, "  cycles of the first column / these\n");
}

static bool only_functional(const char *json)
{
    static const char *const names[] = { "thread_insns", "warp_insns", "ctas", "launches", "loads.coherent",
                                         "loads.divergent" };

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(json, names[i]) == 0)
            return true;
    return false;
}

static bool any_lends(const run_record *runs, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (runs[i].lends)
            return true;
    return false;
}

static bool any_prefetches(const run_record *runs, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (runs[i].prefetches)
            return true;
    return false;
}

static bool any_has_sub_cores(const run_record *runs, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (runs[i].sub_cores)
            return true;
    return false;
}

static bool any_counts_inactive(const run_record *runs, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (runs[i].inactive)
            return true;
    return false;
}

static bool any_has_a_mesh(const run_record *runs, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (runs[i].mesh)
            return true;
    return false;
}

static void print_counters(FILE *file, const run_record *runs, unsigned count)
{
#define LOCALITY_COUNTER(...) if (runs[0].locality) { COUNTER(__VA_ARGS__) }
#define PREFETCH_COUNTER(...) if (any_prefetches(runs, count)) { COUNTER(__VA_ARGS__) }
#define LOAN_COUNTER(...) if (any_lends(runs, count)) { COUNTER(__VA_ARGS__) }
#define SUB_CORE_COUNTER(...) if (any_has_sub_cores(runs, count)) { COUNTER(__VA_ARGS__) }
#define INACTIVE_COUNTER(...) if (any_counts_inactive(runs, count)) { COUNTER(__VA_ARGS__) }
#define MESH_COUNTER(...) if (any_has_a_mesh(runs, count)) { COUNTER(__VA_ARGS__) }
#define COUNTER(member, json, keeper, unit, help) \
    if (!runs[0].functional || only_functional(json)) { \
        print_label(file, json); \
        for (unsigned i = 0; i < count; i++) \
            print_count(file, &runs[i], runs[i].counters.member); \
        fprintf(file, "  %s\n", unit); \
    }
#include "sim/report/counters.def"
#undef COUNTER
}

static void print_derived(FILE *file, const run_record *runs, unsigned count)
{
#define DERIVED(json, part, whole, help) \
    print_label(file, json); \
    for (unsigned i = 0; i < count; i++) { \
        const counters *c = &runs[i].counters; \
        fprintf(file, "%*.4f", width_of(&runs[i]), report_ratio(part, whole)); \
    } \
    fprintf(file, "  %s\n", help);
#define MESH_DERIVED(...) if (any_has_a_mesh(runs, count)) { DERIVED(__VA_ARGS__) }
#include "sim/report/derived.def"
#undef DERIVED
}

static void print_group(FILE *file, const run_record *runs, unsigned count)
{
    print_label(file, "group");
    for (unsigned i = 0; i < count; i++)
        fprintf(file, "%*s", width_of(&runs[i]), report_group(&runs[i].counters));
    fprintf(file, "  memory divergent: more than 1 of %d loads is\n", DIVERGENT_ONE_IN);
}

static void print_lockstep(FILE *file, const run_record *runs, unsigned count)
{
#define LOCKSTEP_COUNT(member, help) \
    print_label(file, "lockstep." #member); \
    for (unsigned i = 0; i < count; i++) \
        print_count(file, &runs[i], runs[i].lockstep.member); \
    fprintf(file, "  %s\n", help);
#include "tb/lockstep_counts.def"
#undef LOCKSTEP_COUNT
}

static const char *verdict(const run_record *run)
{
    return run->verified == 1 ? "yes" : run->verified == 0 ? "NO" : "not checked";
}

bool report_ended(const run_record *run)
{
    return run->status == STATUS_GOOD || (run->status == STATUS_MISMATCH && run->verified == 0);
}

static void print_table(FILE *file, const run_record *runs, unsigned count)
{
    print_title(file, &runs[0]);
    print_label(file, "");
    for (unsigned i = 0; i < count; i++)
        fprintf(file, "%*s", width_of(&runs[i]), runs[i].policy);
    fputc('\n', file);
    if (!runs[0].functional) {
        if (count > 1)
            print_speedup(file, runs, count);
        print_derived(file, runs, count);
    }
    print_counters(file, runs, count);
    if (!runs[0].functional)
        print_lockstep(file, runs, count);
    print_group(file, runs, count);
    print_label(file, "verified");
    for (unsigned i = 0; i < count; i++)
        fprintf(file, "%*s", width_of(&runs[i]), verdict(&runs[i]));
    fprintf(file, "  %s%s\n\n", runs[0].bound ? "against the CPU reference, bound: " : "against the expected files",
            runs[0].bound ? runs[0].bound : "");
}

void report_table(FILE *file, const run_record *runs, unsigned count)
{
    run_record ended[REPORT_COLUMNS_MAX];
    unsigned n_ended = 0;

    for (unsigned i = 0; i < count && n_ended < REPORT_COLUMNS_MAX; i++)
        if (report_ended(&runs[i]))
            ended[n_ended++] = runs[i];
    if (n_ended)
        print_table(file, ended, n_ended);
    report_details(file, runs, count);
}
