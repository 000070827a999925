// SPDX-License-Identifier: BSD-3-Clause
// Building tuples; see tb/tuple_build.h.
#define _GNU_SOURCE
#include "tb/tuple_build.h"

#include <dlfcn.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "tb/hash.h"
#include "tb/tuple_cache.h"
#include "tb/tuple_sources.h"
#include "tb/tuple_tools.h"

enum { CONFIG_FLAGS = 160, SHOWN_LINES = 20, SHOWN_BYTES = 4000 };

// One file of the cache: a model or its Verilog.
typedef struct {
    tuple_build *tuple;
    unsigned     number;                        // of the tuple
    bool         verilog, loaded;
    char         name[CACHE_NAME];
} product;

typedef struct {
    tuple_build *tuples;
    product     *products;
    unsigned     n_products;
    tuple_cache  cache;
    char         sources[CACHE_PATH];
    uint64_t     c, verilog;                    // versions of the compilers; 0: they cannot be run
    char         no_c[256], no_verilog[256];    // why
} builder;

static bool fail(char reason[static TUPLE_REASON], const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool fail(char reason[static TUPLE_REASON], const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(reason, TUPLE_REASON, format, arguments);
    va_end(arguments);
    return false;
}

// --- sources

static bool is_verilogs(const char *path) { return strncmp(path, "rtl_c/", 6) != 0; }

// A file that is named after another block is no part of this one.
static bool is_part(const tuple_source *source, const char *block)
{
    const char *name = strchr(source->path, '/') + 1;
    size_t length = strcspn(name, ".");

    if (strlen(block) == length && strncmp(name, block, length) == 0)
        return true;
    for (const block_ops *const *ops = block_table; *ops; ops++)
        if (strlen((*ops)->block) == length && strncmp(name, (*ops)->block, length) == 0)
            return false;
    return true;
}

// CRC of cksum(1): POSIX, from the highest bit on, with the length behind the text.
static uint32_t add_to_sum(uint32_t sum, unsigned char byte)
{
    sum ^= (uint32_t)byte << 24;
    for (int bit = 0; bit < 8; bit++)
        sum = sum & UINT32_C(0x80000000) ? sum << 1 ^ UINT32_C(0x04c11db7) : sum << 1;
    return sum;
}

static bool is_unchanged(const char *folder, const tuple_source *source)
{
    char path[CACHE_PATH + 256];
    uint64_t size = 0;
    uint32_t sum = 0;
    int byte;

    snprintf(path, sizeof path, "%s/%s", folder, source->path);
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    for (; size <= source->size && (byte = getc(file)) != EOF; size++)
        sum = add_to_sum(sum, (unsigned char)byte);
    fclose(file);
    for (uint64_t rest = size; rest; rest >>= 8)
        sum = add_to_sum(sum, (unsigned char)rest);
    return size == source->size && ~sum == source->sum;
}

// WARPLOCK_SOURCES, or beside the program as it was built or installed.
static bool find_sources(char folder[static CACHE_PATH])
{
    static const char *const places[] = {"/sources", "/../share/warplock/sources"};
    const char *own = getenv("WARPLOCK_SOURCES");
    char probe[CACHE_PATH + 32], *slash;

    if (own && *own) {
        snprintf(folder, CACHE_PATH, "%s", own);
        return true;
    }
    char *program = realpath("/proc/self/exe", NULL);
    if (!program)                               // without /proc: what the system was told to execute
        program = realpath((const char *)getauxval(AT_EXECFN), NULL);
    slash = program ? strrchr(program, '/') : NULL;
    for (size_t i = 0; slash && i < sizeof places / sizeof *places; i++) {
        snprintf(folder, CACHE_PATH, "%.*s%s", (int)(slash - program), program, places[i]);
        snprintf(probe, sizeof probe, "%s/rtl_c/block.h", folder);
        if (access(probe, R_OK) == 0) {
            free(program);
            return true;
        }
    }
    free(program);
    return false;
}

static bool check_sources(builder *b, const tuple_build *t, char reason[static TUPLE_REASON])
{
    if (!b->sources[0] && !find_sources(b->sources))
        return fail(reason, "the blocks' sources are not beside the program (make install puts them there), expected them "
                            "or WARPLOCK_SOURCES");
    for (const tuple_source *source = tuple_sources; source->path; source++)
        if (is_part(source, t->block) && !is_unchanged(b->sources, source))
            return fail(reason, "%.800s/%s is not what this program was built of, expected that (make)", b->sources,
                        source->path);
    return true;
}

// --- names

// What decides what a file holds, but for the versions of the compilers, which stand in it.
static void name_product(product *p)
{
    const tuple_build *t = p->tuple;
    uint64_t key = HASH_START;
    struct utsname system;

    key = hash_text(key, uname(&system) == 0 ? system.machine : "");
    key = hash_text(hash_text(key, p->verilog ? tuple_cxx : tuple_cc), p->verilog ? tuple_cxxflags : tuple_cflags);
    for (const tuple_source *source = tuple_sources; source->path; source++) {
        if (!is_part(source, t->block) || (!p->verilog && is_verilogs(source->path)))
            continue;
        key = hash_text(key, source->path);
        key = hash_bytes(key, &source->sum, sizeof source->sum);
        key = hash_bytes(key, &source->size, sizeof source->size);
    }
    snprintf(p->name, sizeof p->name, "%.40s_%.60s.%016" PRIx64 "%s.so", t->block, t->config, key,
             p->verilog ? ".verilog" : "");
}

// -DCFG_N=40 ...
static void add_config(tool_run *run, const tuple_build *t)
{
    for (unsigned i = 0; t->params[i].name; i++)
        tool_word(run, "-DCFG_%s=%u", t->params[i].name, t->values[i]);
}

// --- loading

static void find_versions(builder *b, bool with_verilog)
{
    if (!b->c && !b->no_c[0])
        b->c = tool_version(tuple_cc, b->no_c, sizeof b->no_c);
    if (!with_verilog || b->verilog || b->no_verilog[0])
        return;
    uint64_t cxx = tool_version(tuple_cxx, b->no_verilog, sizeof b->no_verilog);
    uint64_t verilator = cxx ? tool_version("verilator", b->no_verilog, sizeof b->no_verilog) : 0;
    b->verilog = verilator ? hash_bytes(verilator, &cxx, sizeof cxx) : 0;
}

// False only with a reason: what is not there is built.
static bool load(builder *b, product *p, char reason[static TUPLE_REASON])
{
    char symbol[CACHE_NAME], why[512];
    void *object = cache_load(&b->cache, p->name, p->verilog ? b->verilog : b->c, why, sizeof why);

    if (!object)
        return !why[0] || fail(reason, "%.500s", why);
    snprintf(symbol, sizeof symbol, "%s%s_%s", p->verilog ? "verilated_" : "", p->tuple->block, p->tuple->config);
    const void *found = dlsym(object, symbol);
    if (!found)
        return fail(reason, "%s: holds no %s", p->name, symbol);
    if (p->verilog)
        p->tuple->verilog = found;
    else
        p->tuple->model = found;
    p->loaded = true;
    return true;
}

static bool load_all(builder *b, unsigned *failed, char reason[static TUPLE_REASON])
{
    for (unsigned i = 0; i < b->n_products; i++) {
        *failed = b->products[i].number;
        if (!b->products[i].loaded && !load(b, &b->products[i], reason))
            return false;
    }
    return true;
}

// --- building

// What a compiler said, its end.
static void show_log(const char *path)
{
    char text[SHOWN_BYTES + 1];
    FILE *file = fopen(path, "r");
    size_t length;

    if (!file)
        return;
    if (fseek(file, -SHOWN_BYTES, SEEK_END) != 0)
        rewind(file);
    length = fread(text, 1, SHOWN_BYTES, file);
    fclose(file);
    text[length] = 0;
    const char *from = text + length;
    for (unsigned lines = 0; from > text; from--)
        if (from[-1] == '\n' && from != text + length && ++lines == SHOWN_LINES)
            break;
    fprintf(stderr, "%s%s", from, length && text[length - 1] != '\n' ? "\n" : "");
}

static tool_run *add_run(const builder *b, tool_run *runs, unsigned *count, unsigned of)
{
    tool_run *run = &runs[*count];

    *run = (tool_run){.of = of};
    snprintf(run->log, sizeof run->log, "%s/%u.log", b->cache.private, (*count)++);
    return run;
}

static void compile_model(const builder *b, const product *p, tool_run *run)
{
    tool_words(run, tuple_cc);
    tool_words(run, tuple_cflags);
    add_config(run, p->tuple);
    tool_word(run, "-DCFG_NAME=%s", p->tuple->config);
    tool_words(run, "-fPIC -shared -o");
    tool_word(run, "%s/%s", b->cache.private, p->name);
    tool_word(run, "rtl_c/%s.c", p->tuple->block);
}

// Into an archive, as at home; Verilator's runtime goes into each object, so that none needs the program's.
static void compile_verilog(const builder *b, const product *p, tool_run *run)
{
    tool_words(run, "sh tb/verilate.sh");
    tool_word(run, "%s", p->tuple->block);
    tool_word(run, "%s_%s", p->tuple->block, p->tuple->config);
    tool_word(run, "verilog/%s.v", p->tuple->block);
    tool_word(run, "%s/%s.a", b->cache.private, p->name);
    tool_word(run, "%s", tuple_cxx);
    tool_word(run, "%s -fPIC", tuple_cxxflags);
    add_config(run, p->tuple);
}

static void compile_runtime(const builder *b, tool_run *run)
{
    tool_words(run, "sh tb/verilated_runtime.sh");
    tool_word(run, "%s/runtime.a", b->cache.private);
    tool_word(run, "%s", tuple_cxx);
    tool_word(run, "%s -fPIC", tuple_cxxflags);
}

static void link_verilog(const builder *b, const product *p, tool_run *run)
{
    tool_words(run, tuple_cxx);
    tool_words(run, "-shared -o");
    tool_word(run, "%s/%s", b->cache.private, p->name);
    tool_word(run, "-Wl,--whole-archive");
    tool_word(run, "%s/%s.a", b->cache.private, p->name);
    tool_word(run, "-Wl,--no-whole-archive");
    tool_word(run, "%s/runtime.a", b->cache.private);
    tool_words(run, "-Wl,--version-script=tb/tuple.map -pthread -latomic");
}

static bool run_all(const builder *b, tool_run *runs, unsigned count, unsigned *failed,
                    char reason[static TUPLE_REASON])
{
    char why[512];
    const tool_run *bad = tools_run(runs, count, b->sources, why, sizeof why);

    if (bad) {
        *failed = bad->of;
        fputs("failed\n", stderr);
        show_log(bad->log);
        fail(reason, "%s", why);
    }
    for (unsigned i = 0; i < count; i++)
        tool_free(&runs[i]);
    return !bad;
}

// Models and archives side by side, then the objects of the archives.
static bool compile_all(const builder *b, unsigned *failed, char reason[static TUPLE_REASON])
{
    tool_run *runs = calloc(b->n_products + 1, sizeof *runs);
    unsigned count = 0;
    bool good;

    if (!runs)
        abort();
    for (unsigned i = 0; i < b->n_products; i++) {
        const product *p = &b->products[i];
        if (p->loaded)
            continue;
        if (p->verilog)
            compile_verilog(b, p, add_run(b, runs, &count, p->number));
        else
            compile_model(b, p, add_run(b, runs, &count, p->number));
    }
    for (unsigned i = 0; i < b->n_products; i++)
        if (b->products[i].verilog && !b->products[i].loaded) {
            compile_runtime(b, add_run(b, runs, &count, b->products[i].number));
            break;
        }
    good = run_all(b, runs, count, failed, reason);
    count = 0;
    for (unsigned i = 0; i < b->n_products && good; i++)
        if (b->products[i].verilog && !b->products[i].loaded)
            link_verilog(b, &b->products[i], add_run(b, runs, &count, b->products[i].number));
    good = good && run_all(b, runs, count, failed, reason);
    free(runs);
    return good;
}

static bool keep_all(const builder *b, unsigned *failed, char reason[static TUPLE_REASON])
{
    char why[512];

    for (unsigned i = 0; i < b->n_products; i++) {
        const product *p = &b->products[i];
        *failed = p->number;
        if (!p->loaded && !cache_keep(&b->cache, p->name, p->verilog ? b->verilog : b->c, why, sizeof why)) {
            fputs("failed\n", stderr);
            return fail(reason, "%s", why);
        }
    }
    return true;
}

// All that is looked at before a compiler is started.
static bool can_build(builder *b, unsigned *failed, char reason[static TUPLE_REASON])
{
    for (unsigned i = 0; i < b->n_products; i++) {
        const product *p = &b->products[i];
        *failed = p->number;
        if (p->loaded)
            continue;
        find_versions(b, p->verilog);
        if (!p->verilog && !b->c)
            return fail(reason, "%s, expected it to build this one: install %s", b->no_c, tuple_cc);
        if (p->verilog && !b->verilog)
            return fail(reason, "%s, expected it to build its Verilog: install verilator and %s", b->no_verilog,
                        tuple_cxx);
        if (!check_sources(b, p->tuple, reason))
            return false;
    }
    return true;
}

// The first half of the line; the time it took is the second.
static void say_what(const builder *b)
{
    const char *blank = "";

    fputs("warplock: building", stderr);
    for (unsigned i = 0; i < b->n_products; i++) {
        const product *p = &b->products[i];
        if (p->loaded)
            continue;
        fprintf(stderr, "%s %s %s%s", blank, p->tuple->block, p->tuple->config, p->verilog ? " in Verilog" : "");
        blank = ",";
    }
    fprintf(stderr, "; kept in %s: ", b->cache.folder);
    fflush(stderr);
}

static bool build_all(builder *b, unsigned *failed, char reason[static TUPLE_REASON])
{
    struct timespec began, ended;
    char why[512];

    if (!can_build(b, failed, reason))
        return false;
    if (!cache_begin(&b->cache, why, sizeof why))
        return fail(reason, "no folder to build it in: %s", why);
    say_what(b);
    clock_gettime(CLOCK_MONOTONIC, &began);
    bool good = compile_all(b, failed, reason) && keep_all(b, failed, reason);
    clock_gettime(CLOCK_MONOTONIC, &ended);
    cache_end(&b->cache);
    if (good)
        fprintf(stderr, "%.1f s\n",
                (double)(ended.tv_sec - began.tv_sec) + 1e-9 * (double)(ended.tv_nsec - began.tv_nsec));
    return good;
}

bool tuples_build(tuple_build *tuples, unsigned count, unsigned *failed, char reason[static TUPLE_REASON])
{
    builder b = {.tuples = tuples, .products = calloc(2 * count, sizeof *b.products)};
    bool good, missing = false;
    char why[512];

    if (!b.products)
        abort();
    *failed = 0;
    for (unsigned i = 0; i < count; i++)
        for (int verilog = 0; verilog < 2; verilog++) {
            if (verilog ? !tuples[i].with_verilog : tuples[i].model != NULL)
                continue;
            b.products[b.n_products] = (product){.tuple = &tuples[i], .number = i, .verilog = verilog};
            name_product(&b.products[b.n_products++]);
        }
    if (!cache_find(&b.cache, why, sizeof why)) {
        free(b.products);
        return fail(reason, "%s", why);
    }
    for (unsigned i = 0; i < b.n_products; i++)
        find_versions(&b, b.products[i].verilog);
    good = load_all(&b, failed, reason);
    for (unsigned i = 0; i < b.n_products; i++)
        missing |= !b.products[i].loaded;
    if (good && missing) {
        good = build_all(&b, failed, reason) && load_all(&b, failed, reason);
        for (unsigned i = 0; good && i < b.n_products; i++)
            if (!b.products[i].loaded) {
                *failed = b.products[i].number;
                good = fail(reason, "%s in %s is not what was put there", b.products[i].name, b.cache.folder);
            }
    }
    free(b.products);
    return good;
}
