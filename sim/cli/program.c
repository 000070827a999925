// SPDX-License-Identifier: BSD-3-Clause
// `warplock run ... -- ./prog args`: a CUDA program, once per policy. Options become environment variables for the runtime
// (sim/cudart/tables/environment.def); its JSON reports become the columns of one table.
#define _GNU_SOURCE                                         // strsignal
#include <inttypes.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sim/cli/results.h"
#include "sim/cli/unread.h"
#include "sim/report/json_read.h"
#include "sim/report/number.h"
#include "sim/run/options.h"
#include "sim/run/perfetto.h"
#include "sim/run/policies.h"

extern char **environ;

enum { VALUE_SIZE = 1 << 16, SIGNALED = 128 };

typedef struct {
    const cli_options *options;
    machine            machine;
    cli_policies       policies;
    output_folder      folder;                      // the reports of the program's runs
    char               json[OUTPUT_PATH], report[OUTPUT_PATH];
    run_record        *records;
    unsigned           n_records;
    json_t            *all;                         // what --json prints
    char              *details;                     // of all runs, as text
    size_t             details_size;
    FILE              *details_stream;
} program_session;

static const struct { const char *variable, *option; } variables[] = {
#define VARIABLE(name, option) { name, option },
#define OTHER(name)
#include "sim/cudart/tables/environment.def"
#undef VARIABLE
#undef OTHER
};
enum { VARIABLES = sizeof variables / sizeof variables[0] };

static bool is_of(const char *option, const char *const *options)
{
    for (; *options; options++)
        if (strcmp(option, *options) == 0)
            return true;
    return false;
}

// --- options as variables

static const char *variable_of(const char *option)
{
    for (unsigned i = 0; i < VARIABLES; i++)
        if (strcmp(variables[i].option, option) == 0)
            return variables[i].variable;
    return NULL;
}

// Outputs that combine all runs are made here.
static bool is_made_here(const char *option)
{
    static const char *const made[] = { "--policy", "--json", "--csv", "--report", "--verbose", "--baseline", "--color", NULL };

    return is_of(option, made);
}

// Files written by the last run only, with their options.
static bool is_of_last_run(const char *option)
{
    static const char *const files[] = { "--wave", "--issue-trace", "--events", "--timeline", "--record" };

    for (unsigned i = 0; i < sizeof files / sizeof files[0]; i++)
        if (strncmp(option, files[i], strlen(files[i])) == 0)
            return true;
    return false;
}

static bool check_options(const cli_options *o)
{
    for (unsigned i = 0; i < option_row_count; i++)
        if (o->given[i] && !is_made_here(option_rows[i].name) && !variable_of(option_rows[i].name))
            return cli_mistake("%s: goes with kernels, seen with a program", option_rows[i].name);
    return true;
}

static bool option_value(const cli_options *o, const option_row *row, char value[static VALUE_SIZE])
{
    const void *member = (const char *)o + row->offset;
    const cli_list *list = member;
    size_t length = 0;

    switch (row->kind) {
    case OPTION_TEXT:
        return (size_t)snprintf(value, VALUE_SIZE, "%s", *(const char *const *)member) < VALUE_SIZE;
    case OPTION_NUMBER:
        return snprintf(value, VALUE_SIZE, "%" PRIu64, *(const uint64_t *)member) > 0;
    case OPTION_FLAG:
        return snprintf(value, VALUE_SIZE, "1") > 0;
    case OPTION_CHOICE: {
        const char *word = row->argument;
        for (unsigned skip = *(const unsigned *)member; skip; skip--)
            word += strcspn(word, "|") + 1;
        return snprintf(value, VALUE_SIZE, "%.*s", (int)strcspn(word, "|"), word) > 0;
    }
    default:
        for (unsigned i = 0; i < list->count && length < VALUE_SIZE; i++)
            length += (size_t)snprintf(value + length, VALUE_SIZE - length, "%s%s", i ? " " : "", list->words[i]);
        return length < VALUE_SIZE;
    }
}

static bool set_variables(const program_session *s, bool last)
{
    static char value[VALUE_SIZE];
    const cli_options *o = s->options;

    for (unsigned i = 0; i < option_row_count; i++) {
        const option_row *row = &option_rows[i];
        const char *name = o->given[i] && !is_made_here(row->name) ? variable_of(row->name) : NULL;

        if (!name)
            continue;
        if (!option_value(o, row, value))
            return cli_mistake("%s: seen more than %d bytes, expected fewer", row->name, VALUE_SIZE);
        if (is_of_last_run(row->name) && !last)
            unsetenv(name);
        else
            setenv(name, value, 1);
    }
    setenv("WARPLOCK_JSON", s->json, 1);
    setenv("WARPLOCK_COMMAND", o->program, 1);
    if (s->report[0])
        setenv("WARPLOCK_REPORT", s->report, 1);
    return true;
}

// For a program built by nvcc: our libcudart.so comes first.
static void add_library_path(const cli_options *o)
{
    static const char *const places[] = { "lib/warplock", "cudart_libraries" };
    const char *before = getenv("LD_LIBRARY_PATH");
    char folder[OUTPUT_PATH], value[VALUE_SIZE];

    for (const char *end = strrchr(o->program, '/'); end; end = end > o->program ? memrchr(o->program, '/', (size_t)(end - o->program)) : NULL)
        for (unsigned i = 0; i < sizeof places / sizeof places[0]; i++) {
            snprintf(folder, sizeof folder, "%.*s/%s", (int)(end - o->program), o->program, places[i]);
            if (access(folder, X_OK) != 0)
                continue;
            if ((size_t)snprintf(value, sizeof value, "%s%s%s", folder, before && *before ? ":" : "", before ? before : "") < sizeof value)
                setenv("LD_LIBRARY_PATH", value, 1);
            return;
        }
}

// --- one run

static bool prints_own(const cli_options *o)                // on standard output
{
    return o->json || strcmp(o->csv, "-") == 0;
}

// Its exit status, or 128 plus the signal; -1 after a message.
static int run_program(const program_session *s)
{
    const cli_list *words = &s->options->operands;
    char *argv[CLI_WORDS_MAX + 1] = { NULL };
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t defaults;
    int state = 0;
    pid_t child;

    for (unsigned i = 0; i < words->count; i++)
        argv[i] = (char *)words->words[i];
    lseek(STDIN_FILENO, 0, SEEK_SET);                       // every run reads the whole file
    fflush(stdout);
    posix_spawn_file_actions_init(&actions);
    if (prints_own(s->options))
        posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
    posix_spawnattr_init(&attributes);
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGXFSZ);                          // ignored here
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    int error = posix_spawnp(&child, argv[0], &actions, &attributes, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (error)
        return cli_mistake("%s: cannot be executed: %s", argv[0], strerror(error)) ? 0 : -1;
    waitpid(child, &state, 0);                      // no signal handler returns here
    if (WIFSIGNALED(state))
        cli_mistake("%s: ended by signal %d (%s)", argv[0], WTERMSIG(state), strsignal(WTERMSIG(state)));
    return WIFSIGNALED(state) ? SIGNALED + WTERMSIG(state) : WEXITSTATUS(state);
}

static void append_details(program_session *s)
{
    FILE *file = s->report[0] ? fopen(s->report, "r") : NULL;

    if (!file)
        return;
    for (int c; (c = getc(file)) != EOF;)
        putc(c, s->details_stream);
    fclose(file);
    unlink(s->report);
}

// The run's report becomes a column. False when there is none.
static bool take_report(program_session *s, unsigned which)
{
    json_t *array = json_load_file(s->json, 0, NULL), *object = json_array_get(array, 0);
    run_record *record = &s->records[s->n_records];
    bool whole = object && report_read_json(object, record);

    unlink(s->json);
    append_details(s);
    if (whole) {
        record->baseline = which == s->policies.baseline;
        record->per_launch = s->options->per_launch;
        record->overrides = s->options->set.words;
        record->n_overrides = s->options->set.count;
        s->n_records++;
        json_array_append(s->all, object);
    }
    json_decref(array);
    return whole;
}

// One file per run, named by its policy.
static void name_trace(const program_session *s, const char *policy, bool only)
{
    const char *program = s->options->operands.words[0], *slash = strrchr(program, '/');
    char path[OUTPUT_PATH];

    if (!s->options->perfetto[0])
        return;
    perfetto_file(s->options, slash ? slash + 1 : program, 1, policy, only, path);
    setenv("WARPLOCK_PERFETTO", path, 1);
}

static run_status run_each(program_session *s)
{
    const char *program = s->options->operands.words[0];
    const unsigned count = s->options->functional ? 1 : s->policies.count;
    run_status status = STATUS_GOOD;

    for (unsigned p = 0; p < count; p++) {
        const char *policy = s->policies.policy[p]->name;

        setenv("WARPLOCK_POLICY", policy, 1);
        if (!set_variables(s, p + 1 == count))
            return STATUS_MISTAKE;
        name_trace(s, policy, count == 1);
        int ended = run_program(s);
        bool reported = ended >= 0 && take_report(s, p);
        if (ended < 0)
            return STATUS_MISTAKE;
        if (!reported && ended == 0) {
            cli_mistake("%s: has launched nothing on the simulated GPU, expected a program that warplock cc has built, or one that "
                        "takes libcudart.so from LD_LIBRARY_PATH (nvcc --cudart=shared)", program);
            return STATUS_MISTAKE;
        }
        if (ended > 0 && ended < SIGNALED)
            cli_mistake("%s, %s: ended with status %d%s", program, policy, ended, reported ? "" : ", and has launched nothing on the simulated "
                        "GPU: built by warplock cc, or by nvcc --cudart=shared?");
        if (reported && !ended && s->records[s->n_records - 1].status == STATUS_MISTAKE)
            cli_mistake("%s, %s: no table, as a launch was refused: %s", program, policy, s->records[s->n_records - 1].message);
        if (status == STATUS_GOOD)
            status = ended ? (run_status)ended : s->records[s->n_records - 1].status;
        if (!reported)
            break;
    }
    return status;
}

// --- report on all runs

static bool has_details(const cli_options *o)
{
    return o->per_line || o->per_age || o->per_degree || o->per_slice || o->per_row || o->per_link || o->belady;
}

static bool write_file(const program_session *s, const char *path, const char *option, bool csv)
{
    char message[OUTPUT_PATH + 256];
    output_file file;

    if (!output_open(&file, path, message, sizeof message))
        return cli_mistake("%s: %s", option, message);
    if (csv) {
        report_csv(file.stream, s->records, s->n_records);
    } else {
        report_table(file.stream, s->records, s->n_records);
        fwrite(s->details, 1, s->details_size, file.stream);
    }
    return output_close(&file, message, sizeof message) || cli_mistake("%s: %s", option, message);
}

static bool tell(program_session *s)
{
    const cli_options *o = s->options;
    bool csv_is_output = strcmp(o->csv, "-") == 0, good = true;

    fclose(s->details_stream);
    s->details_stream = NULL;
    if (o->report[0])
        good = write_file(s, o->report, "--report", false);
    if (o->csv[0] && !csv_is_output)
        good = write_file(s, o->csv, "--csv", true) && good;
    if (csv_is_output) {
        report_csv(stdout, s->records, s->n_records);
    } else if (o->json) {
        json_print(s->all, JSON_INDENT(2), stdout);
        fputc('\n', stdout);
    } else if (s->n_records) {
        (o->verbose ? report_table : report_brief)(stdout, s->records, s->n_records);
        report_details(stdout, s->records, s->n_records);
        fwrite(s->details, 1, s->details_size, stdout);
    }
    return fflush(stdout) == 0 && good;
}

// --- the command

// What is executed: a path, or a file in a folder of PATH.
static void protect_program(const char *name)
{
    const char *at = strchr(name, '/') ? NULL : getenv("PATH");
    char path[OUTPUT_PATH];

    if (!at)
        output_protect(name);
    for (size_t length; at && *at; at += length + (at[length] == ':')) {
        length = strcspn(at, ":");
        if ((size_t)snprintf(path, sizeof path, "%.*s/%s", length ? (int)length : 1, length ? at : ".", name) < sizeof path)
            output_protect(path);
    }
}

static bool check(program_session *s)
{
    const cli_options *o = s->options;
    char message[OUTPUT_PATH + 256];

    protect_program(o->operands.words[0]);
    if (!check_options(o) || !cli_machine(o, &s->machine) || !cli_choose_policies(o, &s->machine, &s->policies))
        return false;
    for (unsigned p = 0; p < s->policies.count; p++)
        if (s->policies.search[p])
            return cli_mistake("--policy: seen %s, a search, expected policies with a program", s->policies.search[p]->name);
    if (o->report[0] && !output_claim(o->report, message, sizeof message))
        return cli_mistake("--report: %s", message);
    if (o->csv[0] && strcmp(o->csv, "-") != 0 && !output_claim(o->csv, message, sizeof message))
        return cli_mistake("--csv: %s", message);
    if (!results_check(o))
        return false;
    unread_of_run(o, &s->machine, &s->policies, (unread_facts){ .program = true, .sizes = true });
    return cli_make_blocks(o, &s->policies);
}

static bool open_folder(program_session *s)
{
    static const char *const names[] = { "run.json", "run.txt", NULL };
    const char *where = getenv("TMPDIR");
    char beside[OUTPUT_PATH], message[OUTPUT_PATH + 256];

    snprintf(beside, sizeof beside, "%s/run", where && *where ? where : P_tmpdir);
    if (!output_folder_open(&s->folder, beside, names, message, sizeof message))
        return cli_mistake("%s", message);
    output_folder_file(&s->folder, names[0], s->json);
    if (has_details(s->options))
        output_folder_file(&s->folder, names[1], s->report);
    return true;
}

run_status cli_run_program(const cli_options *options)
{
    program_session *s = calloc(1, sizeof *s);
    run_status status = STATUS_MISTAKE;

    if (!s)
        abort();
    s->options = options;
    output_catch_interrupts(STATUS_INTERRUPTED, STATUS_MISTAKE);
    if (!check(s) || !open_folder(s)) {
        cli_forget_policies(&s->policies);
        free(s);
        return STATUS_MISTAKE;
    }
    add_library_path(options);
    s->records = calloc(s->policies.count, sizeof *s->records);
    s->all = json_array();
    s->details_stream = open_memstream(&s->details, &s->details_size);
    if (!s->records || !s->all || !s->details_stream)
        abort();
    status = run_each(s);
    output_folder_close(&s->folder);
    if (!tell(s) && status == STATUS_GOOD)
        status = STATUS_MISTAKE;
    for (unsigned i = 0; i < s->n_records; i++)
        report_read_free(&s->records[i]);
    json_decref(s->all);
    free(s->details);
    cli_forget_policies(&s->policies);
    free(s->records);
    free(s);
    return status;
}
