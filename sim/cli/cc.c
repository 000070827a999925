// SPDX-License-Identifier: BSD-3-Clause
// `warplock cc`: CUDA C++ to PTX, objects and programs, by Debian's clang with the headers of sim/cuda and the runtime of
// sim/cudart. A source is compiled twice: for the device to PTX, for the host to an object that contains it. Intermediate files
// have a temporary folder; an output appears only when complete.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sim/cli/cc.h"
#include "sim/cli/unread.h"
#include "tb/input_file.h"
#include "tb/tuples/source_folder.h"

static cc_places places;

// Intermediate files of a source.
typedef struct { output_folder folder; char ptx[OUTPUT_PATH], object[OUTPUT_PATH], assembly[OUTPUT_PATH]; cc_statics statics; } scratch;

// --- words of the command line

static cc_kind kind_of(const cli_options *options, const char *source)
{
    static const struct { const char *suffix; cc_kind kind; } suffixes[] = {
        { ".cu", CC_CUDA }, { ".c", CC_C }, { ".cc", CC_CPP }, { ".cpp", CC_CPP }, { ".cxx", CC_CPP }, { ".C", CC_CPP },
        { ".c++", CC_CPP },
    };
    const char *dot = strrchr(source, '.');

    if (options->cuda_language[0])
        return strcmp(options->cuda_language, "c") == 0 ? CC_C : strcmp(options->cuda_language, "c++") == 0 ? CC_CPP : CC_CUDA;
    for (unsigned i = 0; dot && i < sizeof suffixes / sizeof suffixes[0]; i++)
        if (strcmp(dot, suffixes[i].suffix) == 0)
            return suffixes[i].kind;
    return options->cuda_to_ptx ? CC_CUDA : CC_LINKED;
}

// x.ptx for folder/x.cu, in the folder that clang would use.
static bool default_output(const char *source, const char *suffix, char path[static CC_PATH])
{
    const char *name = strrchr(source, '/') ? strrchr(source, '/') + 1 : source, *dot = strrchr(name, '.');
    int length = (int)(dot && dot > name ? (size_t)(dot - name) : strlen(name));

    return snprintf(path, CC_PATH, "%.*s.%s", length, name, suffix) < CC_PATH || cli_mistake("cc: `%.200s` is too long", source);
}

// clang would block on a pipe and read a device as text.
static bool can_be_read(const char *source)
{
    const char *why;
    FILE *file = input_open(source, &why);

    if (!file)
        return cli_mistake("%s: cannot be read: %s", source, why);
    fclose(file);
    return true;
}

static bool to_object(const cli_options *options) { return options->cuda_to_object || options->cuda_device_object; }

static bool check_choices(const cli_options *options)
{
    static const char *const languages[] = { "", "cu", "c++", "c" };
    bool known = false;

    for (unsigned i = 0; i < sizeof languages / sizeof languages[0]; i++)
        known |= strcmp(options->cuda_language, languages[i]) == 0;
    if (!known)
        return cli_mistake("-x: seen `%.40s`, expected cu|c++|c", options->cuda_language);
    if (options->cuda_to_ptx + to_object(options) + options->cuda_device_link + options->cuda_archive > 1)
        return cli_mistake("cc: seen several of -S, -c (-dc), -dlink and -lib, expected one of them");
    if (to_object(options) && options->cuda_output[0] && options->operands.count > 1)
        return cli_mistake("-o: seen with -c and %u sources, expected one", options->operands.count);
    return true;
}

static bool check_sources(const cli_options *options)
{
    if (!options->operands.count)
        return cli_mistake("cc: expected a CUDA source: warplock cc x.cu -o x");
    for (unsigned i = 0; i < options->operands.count; i++) {
        const char *source = options->operands.words[i];

        if (source[0] == '-')
            return cli_mistake("cc: seen `%.200s`, expected a file (./%.200s if that is its name)", source, source);
        if (!can_be_read(source))
            return false;
        if (kind_of(options, source) == CC_LINKED && to_object(options))
            return cli_mistake("cc: seen -c with `%.200s`, expected a source (.cu .cpp .c, or -x cu)", source);
        if (kind_of(options, source) != CC_CUDA && options->cuda_to_ptx)
            return cli_mistake("cc: seen -S with `%.200s`, expected CUDA sources", source);
        output_protect(source);
    }
    for (unsigned i = 0; i < options->cuda_include.count; i++)
        output_protect(options->cuda_include.words[i]);
    return true;
}

// --- one source

static bool open_scratch(scratch *s)
{
    static const char *const names[] = { "device.ptx", "host.o", "host.s", NULL };
    const char *where = getenv("TMPDIR");
    char beside[OUTPUT_PATH], message[OUTPUT_PATH + 256];

    snprintf(beside, sizeof beside, "%s/cc", where && *where ? where : P_tmpdir);
    if (!output_folder_open(&s->folder, beside, names, message, sizeof message))
        return cli_mistake("cc: %s", message);
    output_folder_file(&s->folder, names[0], s->ptx);
    output_folder_file(&s->folder, names[1], s->object);
    output_folder_file(&s->folder, names[2], s->assembly);
    return true;
}

static void close_scratch(scratch *s)
{
    output_folder_close(&s->folder);
    cc_free_statics(&s->statics);
}

// A file for clang to write. False after a message.
static bool make_file(const char *path, int *descriptor)
{
    *descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    return *descriptor >= 0 || cli_mistake("cc: %s: cannot be written: %s", path, strerror(errno));
}

static bool is_word(const char *text, int size, const char *word)
{
    return strlen(word) == (size_t)size && strncmp(text, word, (size_t)size) == 0;
}

// Reports device functions of other files, which nvcc's linker would resolve. The simulator's own are excepted.
static bool check_ptx(const char *source, int ptx)
{
    struct stat status;
    bool good = true;

    if (fstat(ptx, &status) != 0 || !status.st_size)
        return true;
    char *text = malloc((size_t)status.st_size + 1);
    if (!text)
        abort();
    ssize_t length = pread(ptx, text, (size_t)status.st_size, 0);
    text[length > 0 ? length : 0] = 0;
    for (const char *at = text; good && (at = strstr(at, "\n.extern .func")); at++) {
        const char *end = strchr(at + 1, '\n'), *name = at + 14;

        while (name < end && *name == ' ')
            name++;
        if (*name == '(' && strchr(name, ')'))                  // its return value
            name = strchr(name, ')') + 1;
        while (*name == ' ')
            name++;
        int size = (int)strcspn(name, "( \n;");
        if (!is_word(name, size, "vprintf") && !is_word(name, size, "__assertfail"))
            good = cli_mistake("%s: device function `%.*s` has no body in this file: compile both files with -rdc=true, or name both: "
                               "warplock cc -include OTHER.cu", source, size, name);
    }
    free(text);
    return good;
}

// The PTX of a source. False after a message.
static bool compile_device(const cli_options *options, const char *source, const cc_overlay *overlay, scratch *s)
{
    cc_line line;
    int ptx;
    bool good = make_file(s->ptx, &ptx);

    if (!good)
        return false;
    good = cc_device_words(options, &places, &line) && cc_overlay_words(overlay, &line) && cc_add(&line, "-w") && cc_add(&line, source) &&
           (!cc_is_relocatable(options) || cc_add(&line, "-fgpu-rdc")) && cc_run(options, &line, ptx) &&
           (cc_is_relocatable(options) || check_ptx(source, ptx));
    close(ptx);
    return good && (!cc_is_relocatable(options) || cc_rename_statics(s->ptx, &s->statics));
}

// A dependency file names the object, not clang's standard output.
static bool dependency_words(const cli_options *options, const char *object, cc_line *line)
{
    static char file[CC_PATH];
    bool asked = false, file_said = false, target_said = false;

    for (unsigned i = 0; i < options->clang_host_option.count; i++) {
        const char *word = options->clang_host_option.words[i];

        asked |= strcmp(word, "-MD") == 0 || strcmp(word, "-MMD") == 0;
        file_said |= strcmp(word, "-MF") == 0;
        target_said |= strcmp(word, "-MT") == 0 || strcmp(word, "-MQ") == 0;
    }
    const char *dot = strrchr(object, '.');
    snprintf(file, sizeof file, "%.*s.d", (int)(dot && !strchr(dot, '/') ? (size_t)(dot - object) : strlen(object)), object);
    return !asked || ((file_said || (cc_add(line, "-MF") && cc_add(line, file))) &&
                      (target_said || (cc_add(line, "-MT") && cc_add(line, object))));
}

static bool run_into(const cli_options *options, cc_line *line, const char *path)
{
    int file;

    if (!make_file(path, &file))
        return false;
    bool good = cc_run(options, line, file);
    close(file);
    return good;
}

static bool compile_both(const cli_options *options, const char *source, const char *path, const cc_overlay *overlay, scratch *s)
{
    cc_kind kind = kind_of(options, source);
    bool by_assembly = kind == CC_CUDA && cc_is_relocatable(options);
    cc_line line;

    cc_file_number(options, source, s->statics.number);
    if (kind == CC_CUDA && !compile_device(options, source, overlay, s))
        return false;
    if (!cc_host_words(options, &places, kind, kind == CC_CUDA ? s->ptx : NULL, by_assembly, &line) ||
        !cc_overlay_words(overlay, &line) || (by_assembly && !cc_add(&line, "-fgpu-rdc")) ||
        // clang's assembler warns of DWARF 5 that clang left incomplete
        (by_assembly && options->cuda_debug && !cc_add(&line, "-gdwarf-4")) ||
        !dependency_words(options, path ? path : source, &line) || !cc_add(&line, source))
        return false;
    if (by_assembly && (!run_into(options, &line, s->assembly) || !cc_rename_registration(s->assembly, s->ptx, &s->statics) ||
                        !cc_assembly_words(s->assembly, "-", &line)))
        return false;
    return path ? cc_run_into_file(options, &line, path) : run_into(options, &line, s->object);
}

// Compiles a source to an object at `path`, or, if NULL, among the intermediate files.
static bool compile_source(const cli_options *options, const char *source, const char *path, scratch *s)
{
    cc_overlay overlay = { .is_open = false };
    bool good = kind_of(options, source) != CC_CUDA || cc_overlay_open(options, &source, 1, &overlay);

    good = good && compile_both(options, source, path, &overlay, s);
    cc_overlay_close(&overlay);
    return good;
}

// --- the three outputs

static bool make_ptx(const cli_options *options, const char *const *sources, unsigned n, const char *path)
{
    cc_overlay overlay;
    cc_line line;
    bool good = cc_overlay_open(options, sources, n, &overlay);

    good = good && cc_device_words(options, &places, &line) && cc_overlay_words(&overlay, &line);
    // Several files become one: the last includes the others first.
    for (unsigned i = 0; i < n && good; i++)
        good = (i + 1 == n || cc_add(&line, "-include")) && cc_add(&line, sources[i]);
    good = good && cc_run_into_file(options, &line, path);
    cc_overlay_close(&overlay);
    return good;
}

static bool make_object(const cli_options *options, const char *source, const char *path)
{
    static scratch s;
    bool good = open_scratch(&s);

    if (!good)
        return false;
    good = compile_source(options, source, path, &s);
    close_scratch(&s);
    return good;
}

static bool make_each(const cli_options *options, const char *suffix)
{
    const cli_list *sources = &options->operands;
    char path[CC_PATH];

    for (unsigned i = 0; i < sources->count; i++) {
        if (options->cuda_output[0])
            snprintf(path, sizeof path, "%s", options->cuda_output);
        else if (!default_output(sources->words[i], suffix, path))
            return false;
        if (options->cuda_to_ptx ? !make_ptx(options, &sources->words[i], 1, path) : !make_object(options, sources->words[i], path))
            return false;
    }
    return true;
}

// An object that holds the path of the blocks' sources (tb/tuples/source_folder.c), as numbers: a path may have any bytes.
static bool make_sources_object(const cli_options *options, const char *text, const char *object)
{
    char folder[SOURCE_FOLDER], *whole = source_folder_find(folder) ? realpath(folder, NULL) : NULL;
    FILE *file = whole ? fopen(text, "w") : NULL;
    cc_line line;

    if (!file) {                                            // a program works without them
        free(whole);
        return true;
    }
    fputs("\t.section .rodata\n\t.globl __cuda_warplock_sources\n__cuda_warplock_sources:\n", file);
    for (const char *byte = whole; *byte; byte++)
        fprintf(file, "\t.byte %u\n", (unsigned)(unsigned char)*byte);
    fputs("\t.byte 0\n\t.section .note.GNU-stack,\"\",@progbits\n", file);
    free(whole);
    if (fclose(file) != 0)
        return cli_mistake("cc: %s: cannot be written: %s", text, strerror(errno));
    return cc_assembly_words(text, object, &line) && cc_run(options, &line, STDERR_FILENO);
}

// The linker writes to a folder beside the program, then the result replaces it.
static bool link_program(const cli_options *options, const char *const *objects, unsigned n, const char *path)
{
    static const char *const names[] = { "program", "sources.s", "sources.o", NULL };
    char message[OUTPUT_PATH + 256], linked[OUTPUT_PATH], text[OUTPUT_PATH], sources[OUTPUT_PATH];
    output_folder folder;
    cc_line line;
    struct stat status;
    bool good = output_allowed(path, message, sizeof message) && output_folder_open(&folder, path, names, message, sizeof message);

    if (!good)
        return cli_mistake("%s", message);
    output_folder_file(&folder, names[0], linked);
    output_folder_file(&folder, names[1], text);
    output_folder_file(&folder, names[2], sources);
    good = (options->cuda_shared || make_sources_object(options, text, sources)) &&
           cc_link_words(options, &places, objects, n, linked, &line) &&
           (access(sources, F_OK) != 0 || cc_add(&line, sources)) && cc_run(options, &line, STDERR_FILENO);
    if (good && stat(linked, &status) != 0)
        good = cli_mistake("cc: %s: clang has made none", path);
    if (good && !output_folder_place(&folder, names[0], path, message, sizeof message))
        good = cli_mistake("%s", message);
    if (good)
        chmod(path, status.st_mode & 07777);                // replaced a non-executable file
    output_folder_close(&folder);
    return good;
}

// For NVIDIA's second linking step: a Makefile expects a file.
static bool link_nothing(const cli_options *options)
{
    cc_line line;

    return cc_empty_words(&line) &&
           cc_run_into_file(options, &line, options->cuda_output[0] ? options->cuda_output : "a_dlink.o");
}

// Complete before it replaces an existing one.
static bool make_archive(const cli_options *options, const char *const *objects, unsigned n)
{
    static const char *const names[] = { "archive", NULL };
    const char *path = options->cuda_output[0] ? options->cuda_output : "a.a";
    char message[OUTPUT_PATH + 256], archive[OUTPUT_PATH];
    output_folder folder;
    cc_line line;
    bool good = output_allowed(path, message, sizeof message) && output_folder_open(&folder, path, names, message, sizeof message);

    if (!good)
        return cli_mistake("%s", message);
    output_folder_file(&folder, names[0], archive);
    good = cc_archive_words(objects, n, archive, &line) && cc_run(options, &line, STDERR_FILENO);
    if (good && !output_folder_place(&folder, names[0], path, message, sizeof message))
        good = cli_mistake("%s", message);
    if (good)
        chmod(path, 0644);
    output_folder_close(&folder);
    return good;
}

static bool make_program(const cli_options *options)
{
    static scratch between[CLI_WORDS_MAX];
    const char *objects[CLI_WORDS_MAX];
    const cli_list *sources = &options->operands;
    unsigned n_between = 0;
    bool good = options->cuda_archive || cc_find_library(options, &places);

    for (unsigned i = 0; i < sources->count && good; i++) {
        scratch *s = &between[n_between];

        objects[i] = sources->words[i];
        if (kind_of(options, objects[i]) == CC_LINKED)
            continue;
        good = open_scratch(s);
        n_between += good;
        good = good && compile_source(options, objects[i], NULL, s);
        objects[i] = s->object;
    }
    if (good && options->cuda_archive)
        good = make_archive(options, objects, sources->count);
    else
        good = good && link_program(options, objects, sources->count, options->cuda_output[0] ? options->cuda_output : "a.out");
    while (n_between)
        close_scratch(&between[--n_between]);
    return good;
}

run_status cli_cc(const cli_options *options)
{
    const cli_list *sources = &options->operands;
    bool good;

    if (!check_choices(options) || !check_sources(options) || !cc_find_headers(options, &places))
        return STATUS_MISTAKE;
    output_catch_interrupts(STATUS_INTERRUPTED, STATUS_MISTAKE);
    if (!options->cuda_quiet)
        unread_options(options, CLI_CC, &(unread_facts){ .forced = false });
    if (options->cuda_to_ptx && options->cuda_output[0])
        good = make_ptx(options, sources->words, sources->count, options->cuda_output);
    else if (options->cuda_device_link)
        good = link_nothing(options);
    else
        good = options->cuda_to_ptx || to_object(options) ? make_each(options, options->cuda_to_ptx ? "ptx" : "o")
                                                               : make_program(options);
    return good ? STATUS_GOOD : STATUS_MISTAKE;
}
