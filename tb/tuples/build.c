// SPDX-License-Identifier: BSD-3-Clause
// Building tuples; see tb/tuples/build.h.
#define _GNU_SOURCE
#include "tb/tuples/build.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tb/hash.h"
#include "tb/no_memory.h"
#include "tb/tuples/source_folder.h"
#include "tb/tuples/claims.h"
#include "tb/tuples/compile.h"
#include "tb/tuples/interrupt.h"
#include "tb/tuples/progress.h"
#include "tb/tuples/source_sums.h"

enum { SHOWN_LINES = 20, SHOWN_BYTES = 4000, WHAT = 4096, NAMED = 16, HEADER_WORTH = 3 };

// A wanted file of the cache: a model or its Verilog.
typedef struct {
    tuple_build *tuple;
    unsigned     number;                        // of the tuple
    bool         verilog, loaded, claimed;      // claimed: this program builds it
    char         name[CACHE_NAME];
} product;

typedef struct {
    tool_watch   watch;                         // handed to tools_run
    product     *products;
    unsigned     n_products;
    tuple_effort effort;
    tuple_cache  cache;
    char         sources[SOURCE_FOLDER];
    uint64_t     c, verilog;                    // the compilers; 0: they cannot be run
    char         no_c[256], no_verilog[256];    // why
    tuple_progress progress;
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

// Loads the Verilog with the most effort, at least that asked for. False only with a reason: what is missing is built.
static bool load(builder *b, product *p, char reason[static TUPLE_REASON])
{
    tuple_effort most = p->verilog ? EFFORTS - 1 : b->effort;
    char name[CACHE_NAME], why[512] = "";
    void *object = NULL;

    for (int effort = (int)most; !object && effort >= (int)b->effort; effort--) {
        if ((tuple_effort)effort == b->effort)
            memcpy(name, p->name, sizeof name);
        else
            product_name(p->tuple, PRODUCT_VERILOG, (tuple_effort)effort, name);
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

// The end of a compiler's output.
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

static bool sources_unchanged(const builder *b, const tuple_build *t, char *why, size_t size)
{
    for (const tuple_source *source = tuple_sources; source->path; source++)
        if (tuple_source_of(source, t->block) && !tuple_source_unchanged(b->sources, source)) {
            snprintf(why, size, "%.800s/%s is not what this program was built of, expected that (make)", b->sources,
                     source->path);
            return false;
        }
    return true;
}

static bool check_sources(builder *b, const tuple_build *t, char reason[static TUPLE_REASON])
{
    if (!b->sources[0] && !source_folder_find(b->sources)) {
        b->sources[0] = 0;
        return fail(reason, "the blocks' sources are not beside the program (make install puts them there), expected them, "
                            "a warplock on PATH, or WARPLOCK_SOURCES");
    }
    return sources_unchanged(b, t, reason, TUPLE_REASON);
}

// The next run, for the product of this number.
static tool_run *add_run(const builder *b, tool_run *runs, unsigned *count, unsigned of, const char *makes)
{
    tool_run *run = &runs[*count];

    *run = (tool_run){.of = of, .makes = makes};
    snprintf(run->log, sizeof run->log, "%s/%u.log", b->cache.private, (*count)++);
    return run;
}

// What several runs wait for; NULL: nothing.
typedef struct { const tool_run *header, *runtime; } shared_runs;

// The runtime if it is missing; the header if compiling it takes less time than it saves this many runs.
static shared_runs add_shared(const builder *b, tool_run *runs, unsigned *count, const char *runtime)
{
    char path[CACHE_PATH + CACHE_NAME], why[512];
    unsigned first = b->n_products, verilog = 0;
    shared_runs shared = {NULL, NULL};

    for (unsigned i = b->n_products; i-- > 0;)
        if (b->products[i].claimed && b->products[i].verilog) {
            first = i;
            verilog++;
        }
    if (verilog && !cache_has(&b->cache, runtime, b->verilog, path, why, sizeof why)) {
        tool_run *run = add_run(b, runs, count, first, runtime);
        compile_runtime(&b->cache, runtime, run);
        shared.runtime = run;
    }
    if (verilog >= HEADER_WORTH * tools_at_once()) {
        tool_run *run = add_run(b, runs, count, first, NULL);
        compile_header(&b->cache, b->effort, run);
        shared.header = run;
    }
    return shared;
}

// All that is claimed: Verilog, which takes longest, before models.
static unsigned add_runs(const builder *b, tool_run *runs, const char *runtime)
{
    unsigned count = 0;
    const shared_runs shared = add_shared(b, runs, &count, runtime);
    char path[CACHE_PATH + CACHE_NAME];

    snprintf(path, sizeof path, "%s/%s", b->cache.folder, runtime);
    for (unsigned i = 0; i < b->n_products; i++) {
        const product *p = &b->products[i];
        if (!p->claimed || !p->verilog)
            continue;
        tool_run *compiles = add_run(b, runs, &count, i, NULL);
        compile_verilog(&b->cache, p->tuple, b->effort, p->name, compiles);
        compiles->after[0] = shared.header;
        tool_run *links = add_run(b, runs, &count, i, p->name);
        link_verilog(&b->cache, p->name, path, links);
        links->after[0] = compiles;
        links->after[1] = shared.runtime;
    }
    for (unsigned i = 0; i < b->n_products; i++)
        if (b->products[i].claimed && !b->products[i].verilog)
            compile_model(&b->cache, b->products[i].tuple, b->products[i].name,
                          add_run(b, runs, &count, i, b->products[i].name));
    return count;
}

static const char *product_words(const builder *b, unsigned number)
{
    static char words[2 * TUPLE_REASON];
    const product *p = &b->products[number];

    snprintf(words, sizeof words, "%s %s%s", p->tuple->block, p->tuple->config, p->verilog ? " in Verilog" : "");
    return words;
}

// What is built, for the progress line: names if they are few.
static void list_what(const builder *b, char what[static WHAT])
{
    unsigned models = 0, verilog = 0;
    size_t at = 0;

    for (unsigned i = 0; i < b->n_products; i++) {
        const product *p = &b->products[i], *next = i + 1 < b->n_products ? p + 1 : NULL;
        bool both = !p->verilog && next && next->number == p->number && next->claimed;
        if (!p->claimed)
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

// A whole file takes its place at once: it stays, whatever happens to the others. Checks the sources again, as they may
// have been remade meanwhile.
static bool ended(tool_watch *watch, const tool_run *run, char *why, size_t size)
{
    builder *b = (builder *)watch;              // its first member
    const product *p = &b->products[run->of];

    tuple_progress_ended(&b->progress, run, product_words(b, run->of));
    if (!run->makes)
        return true;
    if (!sources_unchanged(b, p->tuple, why, size) ||
        !cache_keep(&b->cache, run->makes, p->verilog ? b->verilog : b->c, why, size))
        return false;
    claim_drop(&b->cache, run->makes);
    return true;
}

static void beat(tool_watch *watch)
{
    builder *b = (builder *)watch;

    claims_beat(&b->cache);
    tuple_progress_beat(&b->progress);
}

static bool build_claimed(builder *b, unsigned *failed, char reason[static TUPLE_REASON])
{
    tool_run *runs = calloc(2 * b->n_products + 2, sizeof *runs);
    char runtime[CACHE_NAME], what[WHAT] = "", why[TUPLE_REASON];

    if (!runs)
        abort();
    product_name(NULL, PRODUCT_RUNTIME, b->effort, runtime);
    unsigned count = add_runs(b, runs, runtime);
    list_what(b, what);
    if (count)
        tuple_progress_begin(&b->progress, what, b->cache.folder, runs, count);
    const tool_run *bad = tools_run(runs, count, b->sources, &b->watch, why, sizeof why);
    if (count)
        tuple_progress_end(&b->progress, interrupt_seen() ? "interrupted" : bad ? "failed" : NULL);
    if (bad) {
        *failed = b->products[bad->of].number;
        if (!interrupt_seen())
            show_log(bad->log);
        fail(reason, "%s", why);
    }
    for (unsigned i = 0; i < count; i++)
        tool_free(&runs[i]);
    free(runs);
    return !bad;
}

// Whether something of the tuple of this number is missing.
static bool missing_of(const builder *b, unsigned number)
{
    for (unsigned i = 0; i < b->n_products; i++)
        if (b->products[i].number == number && !b->products[i].loaded)
            return true;
    return false;
}

// All checks before a compiler starts.
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

// Claims what is missing and nobody else builds. Looks again for what it claimed: an earlier claimant may just have put
// it in place.
static bool claim(builder *b, unsigned *failed, char reason[static TUPLE_REASON])
{
    bool missing;

    claims_turn(&b->cache);
    for (unsigned i = 0; i < b->n_products; i++)
        b->products[i].claimed = !b->products[i].loaded && claim_take(&b->cache, b->products[i].name);
    claims_turn_over(&b->cache);
    bool good = load_all(b, &missing, failed, reason);
    for (unsigned i = 0; i < b->n_products; i++)
        if (b->products[i].claimed && b->products[i].loaded) {
            b->products[i].claimed = false;
            claim_drop(&b->cache, b->products[i].name);
        }
    return good;
}

// Until another program has finished one of them, or is gone.
static void wait_for_others(const builder *b)
{
    for (unsigned tenths = 0; !interrupt_seen(); tenths++) {
        for (unsigned i = 0; i < b->n_products; i++)
            if (!b->products[i].loaded && !claimed_by_another(&b->cache, b->products[i].name))
                return;
        if (tenths == 10)
            fprintf(stderr, "warplock: waiting for another that builds the same in %s\n", b->cache.folder);
        claims_beat(&b->cache);                 // others' are compared with it
        nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    }
}

// Reports a file that was built here and cannot be loaded.
static bool check_claimed(const builder *b, unsigned *failed, char reason[static TUPLE_REASON])
{
    for (unsigned i = 0; i < b->n_products; i++)
        if (b->products[i].claimed && !b->products[i].loaded) {
            *failed = b->products[i].number;
            return fail(reason, "%s in %s is not what was put there", b->products[i].name, b->cache.folder);
        }
    return true;
}

static bool build_missing(builder *b, unsigned *failed, char reason[static TUPLE_REASON])
{
    bool missing = true;

    while (missing) {
        if (!claim(b, failed, reason) || !build_claimed(b, failed, reason) || !load_all(b, &missing, failed, reason) ||
            !check_claimed(b, failed, reason))
            return false;
        if (missing)
            wait_for_others(b);
        if (interrupt_seen())
            return fail(reason, "interrupted");
    }
    return true;
}

static bool build_all(builder *b, unsigned *failed, char reason[static TUPLE_REASON])
{
    char why[512];

    if (!can_build(b, failed, reason))
        return false;
    for (*failed = 0; !missing_of(b, *failed);)
        ++*failed;
    interrupt_hold();
    bool good = claims_begin(&b->cache, why, sizeof why) || fail(reason, "no folder to build it in: %s", why);
    good = good && build_missing(b, failed, reason);
    claims_end(&b->cache);
    interrupt_release();
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
    builder b = {.watch = {ended, beat}, .products = calloc(2 * count, sizeof *b.products)};
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
