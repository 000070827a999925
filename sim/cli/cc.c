// `warplock cc`: CUDA C++ to PTX by Debian's clang with the headers of sim/cuda. No shell stands between: clang
// gets its words as they are, what it writes is read from a pipe and becomes a file when it is whole.
#define _GNU_SOURCE                                         // memrchr, pipe2
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sim/cli/cli.h"
#include "tb/input_file.h"
#include "tb/output_file.h"
#include "tb/shell.h"

extern char **environ;

enum { LINE_WORDS = 4 * CLI_WORDS_MAX + 64, PATH_SIZE = 4096 };

typedef struct { const char *words[LINE_WORDS + 1]; unsigned count; } command_line;

// On PATH; without a number it is the one that Debian's package `clang` installs.
static const char *const compilers[] = { "clang", "clang-14", "clang-15", "clang-16", "clang-17", "clang-18", "clang-19" };

static bool add(command_line *line, const char *word)
{
    if (line->count == LINE_WORDS)
        return cli_mistake("cc: seen more than %d words, expected fewer", LINE_WORDS);
    line->words[line->count++] = word;
    line->words[line->count] = NULL;
    return true;
}

static bool add_list(command_line *line, const char *option, const cli_list *list)
{
    for (unsigned i = 0; i < list->count; i++)
        if ((option && !add(line, option)) || !add(line, list->words[i]))
            return false;
    return true;
}

// --- the headers: beside the installed program, or in the tree that it was built in

static bool has_headers(const char *folder, char header[static PATH_SIZE])
{
    return snprintf(header, PATH_SIZE, "%s/cuda_runtime.h", folder) < PATH_SIZE && access(header, R_OK) == 0;
}

static bool find_headers(const cli_options *options, char folder[static PATH_SIZE], char header[static PATH_SIZE])
{
    static const char *const places[] = { "share/warplock/cuda", "sim/cuda" };
    const char *named = getenv("WARPLOCK_CUDA");

    if (named && *named) {
        snprintf(folder, PATH_SIZE, "%s", named);
        return has_headers(folder, header) || cli_mistake("cc: WARPLOCK_CUDA is `%.200s`, where no cuda_runtime.h can be read, "
                                                          "expected the folder of warplock's CUDA headers", named);
    }
    for (const char *end = strrchr(options->program, '/'); end; end = memrchr(options->program, '/', (size_t)(end - options->program)))
        for (unsigned i = 0; i < sizeof places / sizeof places[0]; i++) {
            snprintf(folder, PATH_SIZE, "%.*s/%s", (int)(end - options->program), options->program, places[i]);
            if (has_headers(folder, header))
                return true;
        }
    return cli_mistake("cc: no %s or %s in a folder above %s, expected warplock's CUDA headers there (make install), or "
                       "their folder in WARPLOCK_CUDA", places[0], places[1], options->program);
}

// --- the words

// The version of PTX that has the header's instructions for an architecture; NULL: clang's own choice, without them.
static const char *ptx_feature(unsigned arch)
{
    return arch < 30 ? NULL : arch < 80 ? "+ptx63" : arch == 80 ? "+ptx70" : arch <= 86 ? "+ptx71" : "+ptx78";
}

static bool common_words(const cli_options *options, command_line *line, const char *folder, const char *header)
{
    static char arch[64], level[16], standard[128];
    static const char *const fixed[] = { "clang", "-x", "cuda", "--cuda-device-only", "--cuda-path=/nonexistent", "-nocudainc",
                                         "-nocudalib", "-Wno-unknown-cuda-version" };
    const char *digits = strncmp(options->cuda_arch, "sm_", 3) == 0 ? options->cuda_arch + 3 : "";
    size_t length = strspn(digits, "0123456789");

    if (length < 2 || length > 3 || digits[length])
        return cli_mistake("-arch: seen `%.40s`, expected sm_NN", options->cuda_arch);
    for (unsigned i = 0; i < sizeof fixed / sizeof fixed[0]; i++)
        if (!add(line, fixed[i]))
            return false;
    snprintf(arch, sizeof arch, "--cuda-gpu-arch=%s", options->cuda_arch);
    snprintf(level, sizeof level, "-O%u", options->cuda_optimise);
    snprintf(standard, sizeof standard, "-std=%s", options->cuda_standard);
    const char *feature = ptx_feature((unsigned)atoi(digits));
    const char *const chosen[] = { arch, level, standard, options->cuda_unroll ? "-funroll-loops" : "-fno-unroll-loops",
                                   "-isystem", folder, "-include", header };
    for (unsigned i = 0; i < sizeof chosen / sizeof chosen[0]; i++)
        if (!add(line, chosen[i]))
            return false;
    if (feature && !(add(line, "-Xclang") && add(line, "-target-feature") && add(line, "-Xclang") && add(line, feature)))
        return false;
    if (options->cuda_fast_math && !(add(line, "-ffast-math") && add(line, "-fcuda-approx-transcendentals") &&
                                     add(line, "-fcuda-flush-denormals-to-zero")))
        return false;
    return add_list(line, "-I", &options->cuda_folder) && add_list(line, "-D", &options->cuda_define) &&
           add_list(line, "-U", &options->cuda_undefine) && add_list(line, "-include", &options->cuda_include) &&
           add_list(line, NULL, &options->clang_option) && add(line, "-S") && add(line, "-o") && add(line, "-");
}

static void print_line(const command_line *line)
{
    for (unsigned i = 0; i < line->count; i++) {
        fputs(i ? " " : "", stderr);
        shell_print(stderr, line->words[i]);
    }
    fputc('\n', stderr);
}

// --- one run of clang

static bool start(command_line *line, int output, pid_t *child)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t defaults;
    int error = ENOENT;

    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    posix_spawnattr_init(&attributes);
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGXFSZ);                          // ignored here
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    for (unsigned i = 0; i < sizeof compilers / sizeof compilers[0] && error == ENOENT; i++) {
        line->words[0] = compilers[i];
        error = posix_spawnp(child, compilers[i], &actions, &attributes, (char *const *)line->words, environ);
    }
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (error == ENOENT)
        return cli_mistake("cc: no clang on PATH: install it (apt-get install clang)");
    return !error || cli_mistake("cc: %s cannot be started: %s", line->words[0], strerror(error));
}

// What clang writes goes into the file. False after a message, clang's or our own.
static bool compile_into(command_line *line, output_file *file)
{
    int ends[2], state = 0;
    char buffer[1 << 16];
    ssize_t got = 0;
    pid_t child;

    if (pipe2(ends, O_CLOEXEC) != 0)
        return cli_mistake("cc: no pipe to clang: %s", strerror(errno));
    bool started = start(line, ends[1], &child);
    close(ends[1]);
    while (started && ((got = read(ends[0], buffer, sizeof buffer)) > 0 || (got < 0 && errno == EINTR)))
        if (got > 0)
            fwrite(buffer, 1, (size_t)got, file->stream);   // an error shows when the file is closed
    close(ends[0]);
    if (!started)
        return false;
    while (waitpid(child, &state, 0) < 0 && errno == EINTR)
        continue;
    if (WIFSIGNALED(state))
        return cli_mistake("cc: %s was ended by signal %d", line->words[0], WTERMSIG(state));
    return WEXITSTATUS(state) == 0 || cli_mistake("cc: %s refused it (its messages stand above)", line->words[0]);
}

static bool compile(const cli_options *options, const command_line *common, const char *const *sources, unsigned n, const char *path)
{
    command_line line = *common;
    char message[OUTPUT_PATH + 256];
    output_file file;

    // Several files are one: the last, with the others read before it.
    for (unsigned i = 0; i < n; i++)
        if ((i + 1 < n && !add(&line, "-include")) || !add(&line, sources[i]))
            return false;
    if (options->cuda_verbose)
        print_line(&line);
    if (!output_open(&file, path, message, sizeof message))
        return cli_mistake("%s", message);
    if (!compile_into(&line, &file)) {
        output_discard(&file);
        return false;
    }
    return output_close(&file, message, sizeof message) || cli_mistake("%s", message);
}

// x.ptx for folder/x.cu, in the folder where clang too would put it.
static bool default_output(const char *source, char path[static PATH_SIZE])
{
    const char *name = strrchr(source, '/') ? strrchr(source, '/') + 1 : source, *dot = strrchr(name, '.');
    int length = (int)(dot && dot > name ? (size_t)(dot - name) : strlen(name));

    return snprintf(path, PATH_SIZE, "%.*s.ptx", length, name) < PATH_SIZE || cli_mistake("cc: `%.200s` is too long", source);
}

// clang would wait for the other end of a pipe, and read a device as if it were text.
static bool can_be_read(const char *source)
{
    const char *why;
    FILE *file = input_open(source, &why);

    if (!file)
        return cli_mistake("%s: cannot be read: %s", source, why);
    fclose(file);
    return true;
}

static bool check_sources(const cli_options *options)
{
    if (!options->operands.count)
        return cli_mistake("cc: expected a CUDA source: warplock cc -S x.cu -o x.ptx");
    if (!options->cuda_to_ptx)
        return cli_mistake("cc: seen no -S, expected it: warplock cc -S x.cu -o x.ptx (whole programs are not built)");
    for (unsigned i = 0; i < options->operands.count; i++) {
        const char *source = options->operands.words[i];

        if (source[0] == '-')
            return cli_mistake("cc: seen `%.200s`, expected a file (./%.200s if that is its name)", source, source);
        if (!can_be_read(source))
            return false;
        output_protect(source);
    }
    for (unsigned i = 0; i < options->cuda_include.count; i++)
        output_protect(options->cuda_include.words[i]);
    return true;
}

run_status cli_cc(const cli_options *options)
{
    static command_line common;
    static char folder[PATH_SIZE], header[PATH_SIZE];
    const cli_list *sources = &options->operands;
    char path[PATH_SIZE];

    if (!check_sources(options) || !find_headers(options, folder, header) || !common_words(options, &common, folder, header))
        return STATUS_MISTAKE;
    output_catch_interrupts(STATUS_INTERRUPTED, STATUS_MISTAKE);
    if (options->cuda_output[0])
        return compile(options, &common, sources->words, sources->count, options->cuda_output) ? STATUS_GOOD : STATUS_MISTAKE;
    for (unsigned i = 0; i < sources->count; i++)
        if (!default_output(sources->words[i], path) || !compile(options, &common, &sources->words[i], 1, path))
            return STATUS_MISTAKE;
    return STATUS_GOOD;
}
