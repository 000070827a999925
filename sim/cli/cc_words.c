// SPDX-License-Identifier: BSD-3-Clause
// The words of clang's command lines, and the places of warplock's headers and runtime library.
#define _GNU_SOURCE                                         // memrchr
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim/cli/cc.h"

bool cc_add(cc_line *line, const char *word)
{
    if (line->count == CC_LINE_WORDS)
        return cli_mistake("cc: seen more than %d words, expected fewer", CC_LINE_WORDS);
    line->words[line->count++] = word;
    line->words[line->count] = NULL;
    return true;
}

static bool add_all(cc_line *line, const char *const *words)
{
    for (; *words; words++)
        if (!cc_add(line, *words))
            return false;
    return true;
}

static bool add_list(cc_line *line, const char *option, const cli_list *list)
{
    for (unsigned i = 0; i < list->count; i++)
        if ((option && !cc_add(line, option)) || !cc_add(line, list->words[i]))
            return false;
    return true;
}

bool cc_add_split(cc_line *line, const char *option, const cli_list *list)
{
    for (unsigned i = 0; i < list->count; i++) {
        char *rest = strdup(list->words[i]);                // as long as the command

        if (!rest)
            abort();
        for (char *word = strtok_r(rest, ", \t\n\"'", &rest); word; word = strtok_r(NULL, ", \t\n\"'", &rest))
            if ((option && !cc_add(line, option)) || !cc_add(line, word))
                return false;
    }
    return true;
}

// --- files beside the installed program, or in its build tree

static bool is_there(char path[static CC_PATH], const char *folder, size_t length, const char *name)
{
    return snprintf(path, CC_PATH, "%.*s/%s", (int)length, folder, name) < CC_PATH && access(path, R_OK) == 0;
}

// The first of the names found in a folder above the program.
static bool find_above(const cli_options *options, const char *const *names, char path[static CC_PATH])
{
    const char *program = options->program;

    for (const char *end = strrchr(program, '/'); end; end = memrchr(program, '/', (size_t)(end - program)))
        for (const char *const *name = names; *name; name++)
            if (is_there(path, program, (size_t)(end - program), *name))
                return true;
    return false;
}

bool cc_find_headers(const cli_options *options, cc_places *places)
{
    static const char *const names[] = { "share/warplock/cuda/include/cuda_runtime.h", "sim/cuda/cuda_runtime.h", NULL };
    const char *named = getenv("WARPLOCK_CUDA");

    if (named && *named) {
        snprintf(places->headers, CC_PATH, "%s", named);
        return is_there(places->first_header, named, strlen(named), "cuda_runtime.h") ||
               cli_mistake("cc: WARPLOCK_CUDA is `%.200s`, where no cuda_runtime.h can be read, expected the folder of "
                           "warplock's CUDA headers", named);
    }
    if (!find_above(options, names, places->first_header))
        return cli_mistake("cc: no share/warplock/cuda/include or sim/cuda in a folder above %s, expected warplock's CUDA headers "
                           "there (make install), or their folder in WARPLOCK_CUDA", options->program);
    snprintf(places->headers, CC_PATH, "%.*s", (int)(strrchr(places->first_header, '/') - places->first_header),
             places->first_header);
    return true;
}

// Tells the shortest way to the runtime: in the build tree, make makes the library; an installation lacks a file.
static bool fail_at_library(const cli_options *options, const cc_places *places)
{
    static const char of_tree[] = "/sim/cuda";
    const size_t length = strlen(places->headers), tail = sizeof of_tree - 1;
    const char *program = options->program, *slash = strrchr(program, '/');
    const int tree = length > tail && strcmp(places->headers + length - tail, of_tree) == 0 ? (int)(length - tail) : 0;
    const int folder = slash ? (int)(slash - program) : 0;
    char objects[CC_PATH];

    if (!tree || !folder || !is_there(objects, program, (size_t)folder, "obj"))
        return cli_mistake("cc: no lib/libwarplock_cudart.a in a folder above %s, expected warplock's CUDA runtime there: install it "
                           "again (make install)", program);
    if (folder == tree + (int)strlen("/build") && strncmp(program, places->headers, (size_t)tree) == 0 &&
        strncmp(program + tree, "/build", strlen("/build")) == 0)
        return cli_mistake("cc: no libwarplock_cudart.a beside %s, expected warplock's CUDA runtime there: make -C %.*s "
                           "build/libwarplock_cudart.a", program, tree, places->headers);
    return cli_mistake("cc: no libwarplock_cudart.a beside %s, expected warplock's CUDA runtime there: make -C %.*s BUILD=%.*s "
                       "%.*s/libwarplock_cudart.a", program, tree, places->headers, folder, program, folder, program);
}

bool cc_find_library(const cli_options *options, cc_places *places)
{
    static const char *const names[] = { "lib/libwarplock_cudart.a", "libwarplock_cudart.a", NULL };

    return find_above(options, names, places->library) || fail_at_library(options, places);
}

// --- the architecture

// The number of sm_NN or compute_NN; 0: neither.
static unsigned arch_number(const char *text)
{
    size_t prefix = strncmp(text, "sm_", 3) == 0 ? 3 : strncmp(text, "compute_", 8) == 0 ? 8 : 0;
    size_t digits = prefix ? strspn(text + prefix, "0123456789") : 0;
    const char *behind = text + prefix + digits;

    if (digits < 2 || digits > 3 || (*behind == 'a' && behind[1]) || (*behind && *behind != 'a'))
        return 0;
    return (unsigned)strtoul(text + prefix, NULL, 10);
}

// Of -gencode arch=compute_NN,code=...: few kernels need more than sm_80 (docs/decisions.md).
static bool generated_arch(const cli_list *list, unsigned *arch)
{
    *arch = 0;
    for (unsigned i = 0; i < list->count; i++) {
        const char *at = strstr(list->words[i], "arch=");
        char name[32] = "";

        if (at)
            snprintf(name, sizeof name, "%.*s", (int)strcspn(at + 5, ",\"' "), at + 5);
        unsigned number = arch_number(name);
        if (!number)
            return cli_mistake("-gencode: seen `%.60s`, expected arch=compute_NN,code=...", list->words[i]);
        if (!*arch || (number <= 75 ? *arch > 75 || number > *arch : *arch > 75 && number < *arch))
            *arch = number;
    }
    return true;
}

// The PTX version with the header's instructions for an architecture; NULL: clang's default, which lacks them.
static const char *ptx_feature(unsigned arch)
{
    return arch < 30 ? NULL : arch < 80 ? "+ptx63" : arch == 80 ? "+ptx70" : arch <= 86 ? "+ptx71" : "+ptx78";
}

// Debian's clang 14 knows sm_20 to sm_86.
static bool arch_words(const cli_options *options, cc_line *line, bool device)
{
    static char word[64], list[64];
    unsigned arch = 0;

    if (options->cuda_generate.count && !generated_arch(&options->cuda_generate, &arch))
        return false;
    if (!arch && strcmp(options->cuda_arch, "native") != 0 && strncmp(options->cuda_arch, "all", 3) != 0) {
        arch = arch_number(options->cuda_arch);
        if (!arch)
            return cli_mistake("-arch: seen `%.40s`, expected sm_NN", options->cuda_arch);
    }
    arch = !arch ? 35 : arch < 20 ? 20 : arch > 86 ? 86 : arch;
    const char *feature = ptx_feature(arch);
    snprintf(word, sizeof word, "--cuda-gpu-arch=sm_%u", arch);
    snprintf(list, sizeof list, "-D__CUDA_ARCH_LIST__=%u", 10 * arch);
    const char *const version[] = { "-Xclang", "-target-feature", "-Xclang", feature, NULL };
    return cc_add(line, word) && cc_add(line, list) && (!device || !feature || add_all(line, version));
}

// --- the lines

// An -I with another CUDA's headers would hide ours.
static bool folder_words(const cli_options *options, const cc_places *places, cc_line *line)
{
    char other[CC_PATH], *ours = realpath(places->headers, NULL);
    bool good = true;

    for (unsigned i = 0; i < options->cuda_folder.count && good; i++) {
        const char *folder = options->cuda_folder.words[i];
        char *whole = is_there(other, folder, strlen(folder), "cuda_runtime.h") ? realpath(folder, NULL) : NULL;

        if (!whole || (ours && strcmp(whole, ours) == 0))
            good = cc_add(line, "-I") && cc_add(line, folder);
        else
            fprintf(stderr, "warplock: notice: cc: ignored: -I %s (another CUDA's headers)\n", folder);
        free(whole);
    }
    free(ours);
    return good && add_list(line, "-isystem", &options->cuda_system_folder);
}

// Options of all compilations. A function without a return statement falls through, as with gcc.
static bool source_words(const cli_options *options, const cc_places *places, cc_line *line)
{
    static char level[16];

    snprintf(level, sizeof level, "-O%u", options->cuda_optimise);
    return cc_add(line, level) && cc_add(line, "-fno-strict-return") && folder_words(options, places, line) &&
           cc_add(line, "-isystem") && cc_add(line, places->headers) && add_list(line, "-D", &options->cuda_define) &&
           add_list(line, "-U", &options->cuda_undefine);
}

// For CUDA sources: the first header; what gcc, nvcc's host compiler, only warns of is no error.
static bool cuda_words(const cli_options *options, const cc_places *places, cc_line *line)
{
    static char standard[128];
    const char *const words[] = { standard, "-Wno-c++11-narrowing", "-Wno-reserved-user-defined-literal", "-Wno-register", "-Wno-cuda-compat",
                                  "-include", places->first_header, NULL };

    snprintf(standard, sizeof standard, "-std=%s", options->cuda_standard);
    return source_words(options, places, line) && add_all(line, words) &&
           add_list(line, "-include", &options->cuda_include);
}

// Macros and folders of -Xcompiler: with nvcc the host's compiler preprocesses kernels, too.
static bool add_preprocessing(cc_line *line, const cli_list *list)
{
    cc_line split = { .count = 0 };

    if (!cc_add_split(&split, NULL, list))
        return false;
    for (unsigned i = 0; i < split.count; i++)
        if (split.words[i][0] == '-' && split.words[i][1] && strchr("DUI", split.words[i][1]) && !cc_add(line, split.words[i]))
            return false;
    return true;
}

bool cc_device_words(const cli_options *options, const cc_places *places, cc_line *line)
{
    static const char *const fixed[] = { "clang", "-x", "cuda", "--cuda-device-only", "--cuda-path=/nonexistent", "-nocudainc",
                                         "-nocudalib", "-Wno-unknown-cuda-version", NULL };
    static const char *const fast[] = { "-ffast-math", "-fcuda-approx-transcendentals", "-fcuda-flush-denormals-to-zero", NULL };

    *line = (cc_line){ .count = 0 };
    return add_all(line, fixed) && arch_words(options, line, true) &&
           cc_add(line, options->cuda_unroll ? "-funroll-loops" : "-fno-unroll-loops") && cuda_words(options, places, line) &&
           (!options->cuda_fast_math || add_all(line, fast)) &&
           (!options->cuda_contract || cc_add(line, "-ffp-contract=off")) &&
           (!options->cuda_quiet || cc_add(line, "-w")) && add_preprocessing(line, &options->cuda_host_words) &&
           add_list(line, NULL, &options->clang_option) &&
           cc_add(line, "-S") && cc_add(line, "-o") && cc_add(line, "-");
}

bool cc_host_words(const cli_options *options, const cc_places *places, cc_kind kind, const char *ptx, bool assembly, cc_line *line)
{
    static const char *const cuda[] = { "clang", "-x", "cuda", "--cuda-host-only", "--cuda-path=/nonexistent", "-nocudainc",
                                        "-nocudalib", "-Wno-unknown-cuda-version", "-Xclang", "-target-sdk-version=11.0", NULL };
    static const char *const plain[][4] = { [CC_CPP] = { "clang", "-x", "c++", NULL }, [CC_C] = { "clang", "-x", "c", NULL } };
    const char *const image[] = { "-Xclang", "-fcuda-include-gpubinary", "-Xclang", ptx, NULL };
    bool good;

    *line = (cc_line){ .count = 0 };
    if (kind == CC_CUDA)
        good = add_all(line, cuda) && arch_words(options, line, false) && cuda_words(options, places, line) &&
               (!ptx || add_all(line, image)) && (!options->cuda_fast_math || cc_add(line, "-D__USE_FAST_MATH__"));
    else
        good = add_all(line, plain[kind]) && source_words(options, places, line);
    return good && (!options->cuda_debug || cc_add(line, "-g")) && (!options->cuda_quiet || cc_add(line, "-w")) &&
           (!options->cuda_shared || cc_add(line, "-fPIC")) && cc_add_split(line, NULL, &options->cuda_host_words) &&
           add_list(line, NULL, &options->clang_host_option) && cc_add(line, assembly ? "-S" : "-c") && cc_add(line, "-o") && cc_add(line, "-");
}

// NVIDIA's libraries that the runtime library replaces.
static bool is_ours(const char *library)
{
    static const char *const names[] = { "cuda", "cudart", "cudart_static", "cudadevrt", "nvToolsExt", "cublas", "cublas_static",
                                        "curand", "curand_static", "culibos", "cufft", "cufft_static",
                                        "nvrtc", "nvrtc_static", "nvrtc-builtins_static" };

    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(names[i], library) == 0)
            return true;
    return false;
}

bool cc_assembly_words(const char *text, const char *object, cc_line *line)
{
    const char *const words[] = { "clang", "-c", "-x", "assembler", text, "-o", object, NULL };

    *line = (cc_line){ .count = 0 };
    return add_all(line, words);
}

bool cc_empty_words(cc_line *line)
{
    const char *const words[] = { "clang", "-c", "-x", "c", "/dev/null", "-o", "-", NULL };

    *line = (cc_line){ .count = 0 };
    return add_all(line, words);
}

bool cc_archive_words(const char *const *objects, unsigned n, const char *archive, cc_line *line)
{
    const char *const words[] = { "ar", "rcs", archive, NULL };

    *line = (cc_line){ .count = 0 };
    bool good = add_all(line, words);
    for (unsigned i = 0; i < n && good; i++)
        good = cc_add(line, objects[i]);
    return good;
}

bool cc_link_words(const cli_options *options, const cc_places *places, const char *const *objects, unsigned n, const char *output,
                   cc_line *line)
{
    static const char *const behind[] = {
#define LIBRARY(word) word,
#include "sim/cudart/tables/libraries.def"
#undef LIBRARY
        NULL
    };

    *line = (cc_line){ .count = 0 };
    if (!cc_add(line, "clang") || (options->cuda_shared && !cc_add(line, "-shared")) ||
        (options->cuda_debug && !cc_add(line, "-g")) || !cc_add_split(line, NULL, &options->cuda_host_words))
        return false;
    for (unsigned i = 0; i < n; i++)
        if (!cc_add(line, objects[i]))
            return false;
    if (!add_list(line, "-L", &options->cuda_library_folder))
        return false;
    for (unsigned i = 0; i < options->cuda_library.count; i++)
        if (!is_ours(options->cuda_library.words[i]) && !(cc_add(line, "-l") && cc_add(line, options->cuda_library.words[i])))
            return false;
    if (!cc_add_split(line, "-Xlinker", &options->cuda_link_words))
        return false;
    // A shared library uses the runtime of the program that loads it.
    return (options->cuda_shared || cc_add(line, places->library)) && add_all(line, behind) && cc_add(line, "-o") && cc_add(line, output);
}
