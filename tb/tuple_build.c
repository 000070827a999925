// SPDX-License-Identifier: BSD-3-Clause
// Building tuples; see tb/tuple_build.h.
#define _GNU_SOURCE
#include "tb/tuple_build.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/hash.h"
#include "tb/no_memory.h"
#include "tb/source_folder.h"
#include "tb/tuple_compile.h"
#include "tb/tuple_progress.h"
#include "tb/tuple_sources.h"

enum { SHOWN_LINES = 20, SHOWN_BYTES = 4000, WHAT = 4096, NAMED = 16 };

// One file of the cache that is wanted: a model or its Verilog.
typedef struct {
    tuple_build *tuple;
    unsigned     number;                        // of the tuple
    bool         verilog, loaded;
    char         name[CACHE_NAME];
} product;

typedef struct {
    product     *products;
    unsigned     n_products;
    tuple_effort effort;
    tuple_cache  cache;
    char         sources[SOURCE_FOLDER];
    uint64_t     c, verilog;                    // the compilers; 0: they cannot be run
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

// --- loading

static void find_compilers(builder *b)
{
    b->c = tool_identity(tuple_cc, b->no_c, sizeof b->no_c);
    uint64_t cxx = tool_identity(tuple_cxx, b->no_verilog, sizeof b->no_verilog);
    uint64_t verilator = cxx ? tool_identity("verilator", b->no_verilog, sizeof b->no_verilog) : 0;
    b->verilog = verilator ? hash_bytes(verilator, &cxx, sizeof cxx) : 0;
}

static bool take(product *p, void *object, char reason[static TUPLE_REASON])
{
    char symbol[CACHE_NAME];

    snprintf(symbol, sizeof symbol, "%s%s_%s", p->verilog ? "verilated_" : "", p->tuple->block, p->tuple->config);
    const void *found = dlsym(object, symbol);
    if (!found)
        return fail(reason, "%s: holds no %s", p->name, symbol);
    verilated_no_memory_call **call = p->verilog ? dlsym(object, "verilated_no_memory") : NULL;
    if (call)
        *call = no_memory;
    if (p->verilog)
        p->tuple->verilog = found;
    else
        p->tuple->model = found;
    p->loaded = true;
    return true;
}

// Of Verilog the one with the most effort, but none with less than is asked for. False only with a reason: what is not
// there is built.
static bool load(builder *b, product *p, char reason[static TUPLE_REASON])
{
    tuple_effort most = p->verilog ? EFFORTS - 1 : b->effort;
    char name[CACHE_NAME], why[512] = "";
    void *object = NULL;

    for (int effort = (int)most; !object && effort >= (int)b->effort; effort--) {
        product_name(p->tuple, p->verilog ? PRODUCT_VERILOG : PRODUCT_MODEL, (tuple_effort)effort, name);
        object = cache_load(&b->cache, name, p->verilog ? b->verilog : b->c, why, sizeof why);
        if (why[0])
            return fail(reason, "%.500s", why);
    }
    return !object || take(p, object, reason);
}

static bool load_all(builder *b, bool *missing, unsigned *failed, char reason[static TUPLE_REASON])
{
    *missing = false;
    for (unsigned i = 0; i < b->n_products; i++) {
        *failed = b->products[i].number;
        if (!b->products[i].loaded && !load(b, &b->products[i], reason))
            return false;
        *missing |= !b->products[i].loaded;
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

// The next run, for the product of this number.
static tool_run *add_run(const builder *b, tool_run *runs, unsigned *count, unsigned of)
{
    tool_run *run = &runs[*count];

    *run = (tool_run){.of = of};
    snprintf(run->log, sizeof run->log, "%s/%u.log", b->cache.private, (*count)++);
    return run;
}

static bool run_all(const builder *b, tool_run *runs, unsigned count, tuple_progress *progress, unsigned *failed,
                    char reason[static TUPLE_REASON])
{
    char why[512];
    const tool_run *bad = tools_run(runs, count, b->sources, &progress->on_end, why, sizeof why);

    if (bad) {
        *failed = b->products[bad->of].number;
        tuple_progress_end(progress, false);
        show_log(bad->log);
        fail(reason, "%s", why);
    }
    for (unsigned i = 0; i < count; i++)
        tool_free(&runs[i]);
    return !bad;
}

// Verilog, which takes longest, Verilator's runtime where it is not there yet, and models, side by side.
static unsigned add_compiles(const builder *b, tool_run *runs, const char *runtime)
{
    unsigned count = 0, first_verilog = b->n_products;

    for (unsigned i = 0; i < b->n_products; i++) {
        const product *p = &b->products[i];
        if (p->loaded || !p->verilog)
            continue;
        first_verilog = first_verilog == b->n_products ? i : first_verilog;
        compile_verilog(&b->cache, p->tuple, b->effort, p->name, add_run(b, runs, &count, i));
    }
    if (runtime)
        compile_runtime(&b->cache, runtime, add_run(b, runs, &count, first_verilog));
    for (unsigned i = 0; i < b->n_products; i++)
        if (!b->products[i].loaded && !b->products[i].verilog)
            compile_model(&b->cache, b->products[i].tuple, b->products[i].name, add_run(b, runs, &count, i));
    return count;
}

static unsigned add_links(const builder *b, tool_run *runs, const char *runtime)
{
    unsigned count = 0;

    for (unsigned i = 0; i < b->n_products; i++)
        if (!b->products[i].loaded && b->products[i].verilog)
            link_verilog(&b->cache, b->products[i].name, runtime, add_run(b, runs, &count, i));
    return count;
}

static const char *product_words(const void *of_whom, unsigned number)
{
    static char words[2 * TUPLE_REASON];
    const builder *b = of_whom;
    const product *p = &b->products[number];

    snprintf(words, sizeof words, "%s %s%s", p->tuple->block, p->tuple->config, p->verilog ? " in Verilog" : "");
    return words;
}

// What is built, as the line has it: names while they are few.
static void list_what(const builder *b, char what[static WHAT])
{
    unsigned models = 0, verilog = 0;
    size_t at = 0;

    for (unsigned i = 0; i < b->n_products; i++) {
        const product *p = &b->products[i], *next = i + 1 < b->n_products ? p + 1 : NULL;
        bool both = !p->verilog && next && next->number == p->number && !next->loaded;
        if (p->loaded)
            continue;
        models += !p->verilog;
        verilog += p->verilog || both;
        if (at < WHAT - 1)
            at += (size_t)snprintf(what + at, WHAT - at, "%s%s%s", at ? ", " : "", product_words(b, i),
                                   both ? " and its Verilog" : "");
        i += both;
    }
    if (models > NAMED || verilog > NAMED)
        snprintf(what, WHAT, "%u models and the Verilog of %u blocks", models, verilog);
}

static void say_what(const builder *b, tuple_progress *progress, char what[static WHAT], const tool_run *runs, unsigned count)
{
    list_what(b, what);
    progress->runs = count;
    for (unsigned i = 0; i < count; i++) {
        bool linked = b->products[runs[i].of].verilog && strcmp(runs[i].words[1], "tb/verilate.sh") == 0;
        progress->runs += linked;
        progress->work += tuple_progress_work(&runs[i]) + (linked ? PROGRESS_LINK : 0);
    }
    tuple_progress_begin(progress, what, b->cache.folder);
}

// A runtime that was built is kept for what is built later.
static bool keep_all(const builder *b, const char *runtime, unsigned *failed, char reason[static TUPLE_REASON])
{
    char why[512];

    if (runtime && !cache_keep(&b->cache, runtime, b->verilog, why, sizeof why))
        return fail(reason, "%s", why);
    for (unsigned i = 0; i < b->n_products; i++) {
        const product *p = &b->products[i];
        *failed = p->number;
        if (!p->loaded && !cache_keep(&b->cache, p->name, p->verilog ? b->verilog : b->c, why, sizeof why))
            return fail(reason, "%s", why);
    }
    return true;
}

static bool compile_all(const builder *b, unsigned *failed, char reason[static TUPLE_REASON])
{
    tool_run *runs = calloc(2 * b->n_products + 2, sizeof *runs);
    tuple_progress progress = {.name = product_words, .of_whom = b};
    char runtime[CACHE_NAME], at[CACHE_PATH + 32 + CACHE_NAME], what[WHAT], why[512];
    bool verilog = false;

    if (!runs)
        abort();
    for (unsigned i = 0; i < b->n_products; i++)
        verilog |= b->products[i].verilog && !b->products[i].loaded;
    product_name(NULL, PRODUCT_RUNTIME, b->effort, runtime);
    bool builds_runtime = verilog && !cache_has(&b->cache, runtime, b->verilog, at, why, sizeof why);
    if (builds_runtime)
        snprintf(at, sizeof at, "%s/%s", b->cache.private, runtime);
    unsigned count = add_compiles(b, runs, builds_runtime ? runtime : NULL);
    say_what(b, &progress, what, runs, count);
    bool good = run_all(b, runs, count, &progress, failed, reason);
    count = good ? add_links(b, runs, at) : 0;
    good = good && run_all(b, runs, count, &progress, failed, reason);
    free(runs);
    if (!good)
        return false;
    good = keep_all(b, builds_runtime ? runtime : NULL, failed, reason);
    tuple_progress_end(&progress, good);
    return good;
}

static bool check_sources(builder *b, const tuple_build *t, char reason[static TUPLE_REASON])
{
    if (!b->sources[0] && !source_folder_find(b->sources)) {
        b->sources[0] = 0;
        return fail(reason, "the blocks' sources are not beside the program (make install puts them there), expected them "
                            "or WARPLOCK_SOURCES");
    }
    for (const tuple_source *source = tuple_sources; source->path; source++)
        if (tuple_source_of(source, t->block) && !tuple_source_unchanged(b->sources, source))
            return fail(reason, "%.800s/%s is not what this program was built of, expected that (make)", b->sources,
                        source->path);
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

// Another may have built it while this one waited for its turn.
static bool build_all(builder *b, unsigned *failed, char reason[static TUPLE_REASON])
{
    char why[512];
    bool missing;

    if (!can_build(b, failed, reason))
        return false;
    if (!cache_begin(&b->cache, why, sizeof why))
        return fail(reason, "no folder to build it in: %s", why);
    bool good = load_all(b, &missing, failed, reason) && (!missing || compile_all(b, failed, reason));
    cache_end(&b->cache);
    if (!good || !missing)
        return good;
    good = load_all(b, &missing, failed, reason);
    for (unsigned i = 0; good && i < b->n_products; i++)
        if (!b->products[i].loaded) {
            *failed = b->products[i].number;
            good = fail(reason, "%s in %s is not what was put there", b->products[i].name, b->cache.folder);
        }
    return good;
}

static void add_products(builder *b, tuple_build *tuples, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        for (int verilog = 0; verilog < 2; verilog++) {
            if (verilog ? !tuples[i].with_verilog : tuples[i].model != NULL)
                continue;
            product *p = &b->products[b->n_products++];
            *p = (product){.tuple = &tuples[i], .number = i, .verilog = verilog};
            product_name(p->tuple, verilog ? PRODUCT_VERILOG : PRODUCT_MODEL, b->effort, p->name);
        }
}

bool tuples_build(tuple_build *tuples, unsigned count, unsigned *failed, char reason[static TUPLE_REASON])
{
    builder b = {.products = calloc(2 * count, sizeof *b.products)};
    const char *efforts;
    char why[512];
    bool missing;

    if (!b.products)
        abort();
    *failed = 0;
    bool good = tuple_effort_wanted(&b.effort, &efforts) ||
                fail(reason, "WARPLOCK_TUPLES: seen %.40s, expected %s", getenv("WARPLOCK_TUPLES"), efforts);
    good = good && (cache_find(&b.cache, why, sizeof why) || fail(reason, "%s", why));
    if (good) {
        add_products(&b, tuples, count);
        find_compilers(&b);
        good = load_all(&b, &missing, failed, reason) && (!missing || build_all(&b, failed, reason));
    }
    free(b.products);
    return good;
}
