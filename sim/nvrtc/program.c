// SPDX-License-Identifier: BSD-3-Clause
// Kernels compiled at run time (NVRTC): the source goes to its own folder, `warplock cc -S` makes PTX of it, and the compiler's
// output is the program's log. A name expression is compiled as the target of a pointer.
#define _XOPEN_SOURCE 700
#include "sim/cuda/nvrtc.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <pthread.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATH_SIZE = 4096, CANNOT_RUN = 127 };

typedef struct { char *expression, *lowered; } name_expression;
struct _nvrtcProgram {
    char            *source, *name, *ptx, *log;
    char           **headers, **include_names;
    int              n_headers;
    name_expression *names;
    size_t           n_names;
    bool             tried;                     // to compile
    struct _nvrtcProgram *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct _nvrtcProgram *programs;

extern char **environ;

static void *or_abort(void *memory)
{
    if (!memory)
        abort();
    return memory;
}

static bool is_program(const struct _nvrtcProgram *p)
{
    const struct _nvrtcProgram *at = programs;

    while (at && at != p)
        at = at->next;
    return at && p;
}

const char *nvrtcGetErrorString(nvrtcResult result)
{
    static const char *const names[] = {
        "NVRTC_SUCCESS", "NVRTC_ERROR_OUT_OF_MEMORY", "NVRTC_ERROR_PROGRAM_CREATION_FAILURE", "NVRTC_ERROR_INVALID_INPUT",
        "NVRTC_ERROR_INVALID_PROGRAM", "NVRTC_ERROR_INVALID_OPTION", "NVRTC_ERROR_COMPILATION",
        "NVRTC_ERROR_BUILTIN_OPERATION_FAILURE", "NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION",
        "NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION", "NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID", "NVRTC_ERROR_INTERNAL_ERROR",
    };
    return (unsigned)result < sizeof names / sizeof names[0] ? names[result] : "NVRTC_ERROR unknown";
}

// As in `nvcc --version`.
nvrtcResult nvrtcVersion(int *major, int *minor)
{
    if (!major || !minor)
        return NVRTC_ERROR_INVALID_INPUT;
    *major = 11;
    *minor = 0;
    return NVRTC_SUCCESS;
}

static const int archs[] = { 35, 37, 50, 52, 53, 60, 61, 62, 70, 72, 75 };

nvrtcResult nvrtcGetNumSupportedArchs(int *count)
{
    if (!count)
        return NVRTC_ERROR_INVALID_INPUT;
    *count = (int)(sizeof archs / sizeof archs[0]);
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetSupportedArchs(int *supported)
{
    if (!supported)
        return NVRTC_ERROR_INVALID_INPUT;
    memcpy(supported, archs, sizeof archs);
    return NVRTC_SUCCESS;
}

// --- programs

static void program_free(struct _nvrtcProgram *p)
{
    for (int i = 0; i < p->n_headers; i++) {
        free(p->headers[i]);
        free(p->include_names[i]);
    }
    for (size_t i = 0; i < p->n_names; i++) {
        free(p->names[i].expression);
        free(p->names[i].lowered);
    }
    free(p->headers);
    free(p->include_names);
    free(p->names);
    free(p->source);
    free(p->name);
    free(p->ptx);
    free(p->log);
    free(p);
}

// A name below the headers' folder.
static bool is_below(const char *name)
{
    if (!name[0] || name[0] == '/' || strlen(name) > PATH_SIZE / 4)
        return false;
    for (const char *at = name; at; at = strchr(at, '/') ? strchr(at, '/') + 1 : NULL)
        if (strncmp(at, "..", 2) == 0 && (at[2] == '/' || !at[2]))
            return false;
    return true;
}

nvrtcResult nvrtcCreateProgram(nvrtcProgram *program, const char *source, const char *name, int n_headers, const char *const *headers,
                               const char *const *include_names)
{
    struct _nvrtcProgram *p;
    const char *last;

    if (!program || !source || n_headers < 0 || (n_headers && (!headers || !include_names)))
        return NVRTC_ERROR_INVALID_INPUT;
    for (int i = 0; i < n_headers; i++)
        if (!headers[i] || !include_names[i] || !is_below(include_names[i]))
            return NVRTC_ERROR_INVALID_INPUT;
    last = name && strrchr(name, '/') ? strrchr(name, '/') + 1 : name;
    if (last && strlen(last) > 200)
        return NVRTC_ERROR_INVALID_INPUT;
    p = or_abort(calloc(1, sizeof *p));
    p->source = or_abort(strdup(source));
    p->name = or_abort(strdup(last && *last ? last : "default_program"));
    p->n_headers = n_headers;
    p->headers = or_abort(calloc((size_t)n_headers + 1, sizeof *p->headers));
    p->include_names = or_abort(calloc((size_t)n_headers + 1, sizeof *p->include_names));
    for (int i = 0; i < n_headers; i++) {
        p->headers[i] = or_abort(strdup(headers[i]));
        p->include_names[i] = or_abort(strdup(include_names[i]));
    }
    pthread_mutex_lock(&lock);
    p->next = programs;
    programs = p;
    pthread_mutex_unlock(&lock);
    *program = p;
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcDestroyProgram(nvrtcProgram *program)
{
    struct _nvrtcProgram **at = &programs, *p;

    if (!program)
        return NVRTC_ERROR_INVALID_PROGRAM;
    pthread_mutex_lock(&lock);
    while (*at && *at != *program)
        at = &(*at)->next;
    p = *at;
    if (p)
        *at = p->next;
    pthread_mutex_unlock(&lock);
    if (!p)
        return NVRTC_ERROR_INVALID_PROGRAM;
    program_free(p);
    *program = NULL;
    return NVRTC_SUCCESS;
}

nvrtcResult nvrtcAddNameExpression(nvrtcProgram p, const char *expression)
{
    nvrtcResult result = NVRTC_SUCCESS;

    pthread_mutex_lock(&lock);
    if (!is_program(p))
        result = NVRTC_ERROR_INVALID_PROGRAM;
    else if (!expression)
        result = NVRTC_ERROR_INVALID_INPUT;
    else if (p->tried)
        result = NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION;
    if (!result) {
        p->names = or_abort(realloc(p->names, (p->n_names + 1) * sizeof *p->names));
        p->names[p->n_names++] = (name_expression){ or_abort(strdup(expression)), NULL };
    }
    pthread_mutex_unlock(&lock);
    return result;
}

// --- compilation

static int remove_one(const char *path, const struct stat *state, int kind, struct FTW *at)
{
    (void)state, (void)kind, (void)at;
    return remove(path);
}

// Makes the folders of `path` after its first `known` bytes.
static void make_folders(char *path, size_t known)
{
    for (char *slash = strchr(path + known, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        mkdir(path, 0700);
        *slash = '/';
    }
}

static FILE *create(const char *folder, const char *below, const char *name)
{
    char path[PATH_SIZE];

    snprintf(path, sizeof path, "%.2000s/%s/%.1500s", folder, below, name);             // none is that long (is_below)
    make_folders(path, strlen(folder) + 1);
    return fopen(path, "w");
}

static bool write_text(FILE *file, const char *text)
{
    return file && fputs(text, file) >= 0;
}

// The source, starting on line 1, then a pointer to each name.
static bool write_source(const struct _nvrtcProgram *p, const char *folder, bool device)
{
    FILE *file = create(folder, "source", p->name);
    bool good = write_text(file, device ? "#pragma clang force_cuda_host_device begin\n#line 1\n" : "") && write_text(file, p->source);

    if (good && device)
        good = write_text(file, "\n#pragma clang force_cuda_host_device end\n");
    if (good && p->n_names)
        good = write_text(file, "\n#line 1 \"name expressions\"\n");
    for (size_t i = 0; good && i < p->n_names; i++) {
        const char *name = p->names[i].expression + strspn(p->names[i].expression, " \t\n&");

        good = fprintf(file, "extern \"C\" { __device__ __attribute__((used)) const void *warplock_name_%zu = (const void *)&%s; }\n", i, name) > 0;
    }
    return file && fclose(file) == 0 && good;
}

static bool write_headers(const struct _nvrtcProgram *p, const char *folder)
{
    for (int i = 0; i < p->n_headers; i++) {
        FILE *file = create(folder, "include", p->include_names[i]);
        bool good = write_text(file, p->headers[i]);

        if (!file || fclose(file) != 0 || !good)
            return false;
    }
    return true;
}

// NULL when it is unreadable.
static char *read_text(const char *folder, const char *name)
{
    char path[PATH_SIZE], *text = NULL;
    size_t length = 0, room = 0;
    FILE *file;

    snprintf(path, sizeof path, "%.3000s/%.500s", folder, name);
    file = fopen(path, "r");
    if (!file)
        return NULL;
    do {
        text = or_abort(realloc(text, room += 1 << 16));
        length += fread(text + length, 1, room - 1 - length, file);
    } while (length == room - 1);
    text[length] = 0;
    fclose(file);
    return text;
}

// Drops the temporary folder from the source's name in messages.
static void take_log(struct _nvrtcProgram *p, char *text, const char *folder)
{
    char prefix[PATH_SIZE];
    size_t length;

    for (int i = 0; i < 2; i++) {
        length = (size_t)snprintf(prefix, sizeof prefix, "%.3000s/%s/", folder, i ? "include" : "source");
        for (char *at = text; (at = strstr(at, prefix));)
            memmove(at, at + length, strlen(at + length) + 1);
    }
    free(p->log);
    p->log = text;
}

static bool is_of_device(const char *option)
{
    return strcmp(option, "-default-device") == 0 || strcmp(option, "--device-as-default-execution-space") == 0;
}

// Runs the compiler with its words in a file; returns its exit status.
static int run_compiler(const struct _nvrtcProgram *p, const char *folder, int n_options, const char *const *options)
{
    const char *command = getenv("WARPLOCK_COMMAND") ? getenv("WARPLOCK_COMMAND") : "warplock";
    char include[PATH_SIZE], source[PATH_SIZE], ptx[PATH_SIZE], said[PATH_SIZE];
    const char **words = or_abort(calloc((size_t)n_options + 16, sizeof *words));
    posix_spawn_file_actions_t files;
    int n = 0, status, error;
    pid_t pid;

    snprintf(include, sizeof include, "%.3000s/include", folder);
    snprintf(source, sizeof source, "%.3000s/source/%s", folder, p->name);
    snprintf(ptx, sizeof ptx, "%.3000s/ptx", folder);
    snprintf(said, sizeof said, "%.3000s/said", folder);
    for (const char *const *word = (const char *const[]){ command, "cc", "--color", "never", "-S", "-x", "cu", "-I", include, NULL }; *word; word++)
        words[n++] = *word;
    for (int i = 0; i < n_options; i++)
        if (!is_of_device(options[i]))
            words[n++] = options[i];
    words[n++] = "-o";
    words[n++] = ptx;
    words[n++] = source;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, said, O_WRONLY | O_CREAT | O_APPEND, 0600);
    posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO);
    error = posix_spawnp(&pid, command, &files, NULL, (char *const *)words, environ);
    posix_spawn_file_actions_destroy(&files);
    free(words);
    if (error)
        return CANNOT_RUN;
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            return 0;                           // a program that ignores SIGCHLD gets no status: the PTX tells
    return WIFEXITED(status) ? WEXITSTATUS(status) : CANNOT_RUN;
}

// --- lowered names

// A line `... warplock_name_N = NAME;` or `= generic(NAME);` gives an expression's name, and is removed.
static void take_names(struct _nvrtcProgram *p)
{
    for (size_t i = 0; i < p->n_names; i++) {
        char begin[64], *at, *line, *next;

        snprintf(begin, sizeof begin, " warplock_name_%zu = ", i);
        at = strstr(p->ptx, begin);
        free(p->names[i].lowered);
        p->names[i].lowered = NULL;
        if (!at)
            continue;
        for (line = at; line > p->ptx && line[-1] != '\n';)
            line--;
        next = at + strcspn(at, "\n");
        next += *next == '\n';
        at += strlen(begin);
        at += strncmp(at, "generic(", 8) == 0 ? 8 : 0;
        p->names[i].lowered = or_abort(strndup(at, strcspn(at, ");\n")));
        memmove(line, next, strlen(next) + 1);
    }
}

static nvrtcResult compile_in(struct _nvrtcProgram *p, const char *folder, int n_options, const char *const *options)
{
    bool device = false;
    char *said;
    int status;

    for (int i = 0; i < n_options; i++)
        device |= is_of_device(options[i]);
    if (!write_headers(p, folder) || !write_source(p, folder, device)) {
        take_log(p, or_abort(strdup("warplock: nvrtc: the source cannot be written to the folder of temporary files\n")), folder);
        return NVRTC_ERROR_BUILTIN_OPERATION_FAILURE;
    }
    status = run_compiler(p, folder, n_options, options);
    said = read_text(folder, "said");
    if (status == CANNOT_RUN) {
        free(said);
        said = strdup("warplock: nvrtc: there is no `warplock` on the PATH, nor in WARPLOCK_COMMAND, to compile with\n");
    }
    take_log(p, or_abort(said ? said : strdup("")), folder);
    free(p->ptx);
    p->ptx = status == 0 ? read_text(folder, "ptx") : NULL;
    if (p->ptx) {
        take_names(p);
        return NVRTC_SUCCESS;
    }
    return strstr(p->log, "clang refused it") ? NVRTC_ERROR_COMPILATION
        : strstr(p->log, "expected") || strstr(p->log, "unknown option") ? NVRTC_ERROR_INVALID_OPTION : NVRTC_ERROR_BUILTIN_OPERATION_FAILURE;
}

nvrtcResult nvrtcCompileProgram(nvrtcProgram p, int n_options, const char *const *options)
{
    const char *temporary = getenv("TMPDIR");
    char folder[PATH_SIZE / 2];
    nvrtcResult result;

    if (n_options < 0 || (n_options && !options))
        return NVRTC_ERROR_INVALID_INPUT;
    for (int i = 0; i < n_options; i++)
        if (!options[i])
            return NVRTC_ERROR_INVALID_INPUT;
    pthread_mutex_lock(&lock);
    if (!is_program(p)) {
        pthread_mutex_unlock(&lock);
        return NVRTC_ERROR_INVALID_PROGRAM;
    }
    p->tried = true;
    snprintf(folder, sizeof folder, "%.1000s/warplock-nvrtc-XXXXXX", temporary && *temporary ? temporary : "/tmp");
    if (mkdtemp(folder)) {
        result = compile_in(p, folder, n_options, options);
        nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    } else {
        take_log(p, or_abort(strdup("warplock: nvrtc: no folder for temporary files can be made\n")), folder);
        result = NVRTC_ERROR_BUILTIN_OPERATION_FAILURE;
    }
    pthread_mutex_unlock(&lock);
    return result;
}

// --- results

// The size of a text with its end, or the text itself.
static nvrtcResult give(nvrtcProgram p, bool log, size_t *size, char *text)
{
    nvrtcResult result = NVRTC_SUCCESS;
    const char *from;

    pthread_mutex_lock(&lock);
    if (!is_program(p))
        result = NVRTC_ERROR_INVALID_PROGRAM;
    else if (!size && !text)
        result = NVRTC_ERROR_INVALID_INPUT;
    from = result ? NULL : log ? (p->log ? p->log : "") : p->ptx;
    if (!result && !from)
        result = NVRTC_ERROR_INVALID_PROGRAM;
    if (!result && size)
        *size = strlen(from) + 1;
    if (!result && text)
        strcpy(text, from);
    pthread_mutex_unlock(&lock);
    return result;
}

nvrtcResult nvrtcGetPTXSize(nvrtcProgram p, size_t *size) { return give(p, false, size, NULL); }
nvrtcResult nvrtcGetPTX(nvrtcProgram p, char *ptx) { return give(p, false, NULL, ptx); }
nvrtcResult nvrtcGetCUBINSize(nvrtcProgram p, size_t *size) { return give(p, false, size, NULL); }
nvrtcResult nvrtcGetCUBIN(nvrtcProgram p, char *cubin) { return give(p, false, NULL, cubin); }
nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram p, size_t *size) { return give(p, true, size, NULL); }
nvrtcResult nvrtcGetProgramLog(nvrtcProgram p, char *log) { return give(p, true, NULL, log); }

nvrtcResult nvrtcGetLoweredName(nvrtcProgram p, const char *expression, const char **lowered)
{
    nvrtcResult result = NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID;

    pthread_mutex_lock(&lock);
    if (!is_program(p))
        result = NVRTC_ERROR_INVALID_PROGRAM;
    else if (!expression || !lowered)
        result = NVRTC_ERROR_INVALID_INPUT;
    else if (!p->ptx)
        result = NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION;
    for (size_t i = 0; result == NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID && i < p->n_names; i++)
        if (strcmp(p->names[i].expression, expression) == 0 && p->names[i].lowered) {
            *lowered = p->names[i].lowered;
            result = NVRTC_SUCCESS;
        }
    pthread_mutex_unlock(&lock);
    return result;
}
