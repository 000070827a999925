// SPDX-License-Identifier: BSD-3-Clause
// See tb/tuples/compile.h.
#include "tb/tuples/compile.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "tb/hash.h"
#include "tb/tuples/source_sums.h"

// Verilated code is functions of thousands of lines without a loop. The three passes that `usual` leaves out take most of the compile
// time there, and gain next to nothing.
static const struct { const char *name, *cxx; } efforts[EFFORTS] = {
    [EFFORT_USUAL] = {"usual", "-O3 -fno-gcse -fno-tree-pre -fno-thread-jumps"},
    [EFFORT_BEST] = {"best", "-O3"},
};

bool tuple_effort_wanted(tuple_effort *effort, const char **names)
{
    const char *word = getenv("WARPLOCK_TUPLES");

    *names = "usual or best";
    *effort = EFFORT_USUAL;
    if (!word || !*word)
        return true;
    for (unsigned i = 0; i < EFFORTS; i++)
        if (strcmp(word, efforts[i].name) == 0) {
            *effort = (tuple_effort)i;
            return true;
        }
    return false;
}

// --- command lines

// -DCFG_N=40 ...
static void add_config(tool_run *run, const tuple_build *t)
{
    for (unsigned i = 0; t->params[i].name; i++)
        tool_word(run, "-DCFG_%s=%u", t->params[i].name, t->values[i]);
}

void compile_model(const tuple_cache *cache, const tuple_build *t, const char *name, tool_run *run)
{
    tool_words(run, tuple_cc);
    tool_words(run, tuple_cflags);
    add_config(run, t);
    tool_word(run, "-DCFG_NAME=%s", t->config);
    tool_words(run, "-fPIC -shared -o");
    tool_word(run, "%s/%s", cache->private, name);
    tool_word(run, "rtl_c/%s.c", t->block);
}

void compile_verilog(const tuple_cache *cache, const tuple_build *t, tuple_effort effort, const char *name, tool_run *run)
{
    tool_words(run, "sh tb/verilate.sh");
    tool_word(run, "%s", t->block);
    tool_word(run, "%s_%s", t->block, t->config);
    tool_word(run, "verilog/%s.v", t->block);
    tool_word(run, "%s/%s.o", cache->private, name);
    tool_word(run, "%s", tuple_cxx);
    tool_word(run, "%s %s -fPIC", tuple_cxxflags, efforts[effort].cxx);
    add_config(run, t);
}

void compile_runtime(const tuple_cache *cache, const char *name, tool_run *run)
{
    tool_words(run, "sh tb/verilated_runtime.sh");
    tool_word(run, "%s/%s", cache->private, name);
    tool_word(run, "%s", tuple_cxx);
    tool_word(run, "%s -O2 -fPIC", tuple_cxxflags);
}

void compile_header(const tuple_cache *cache, tuple_effort effort, tool_run *run)
{
    tool_words(run, "sh tb/verilated_header.sh");
    tool_word(run, "%s", cache->private);
    tool_word(run, "%s", tuple_cxx);
    tool_word(run, "%s %s -fPIC", tuple_cxxflags, efforts[effort].cxx);
}

void link_verilog(const tuple_cache *cache, const char *name, const char *runtime, tool_run *run)
{
    tool_words(run, tuple_cxx);
    tool_words(run, "-shared -s -Wl,--gc-sections -o");
    tool_word(run, "%s/%s", cache->private, name);
    tool_word(run, "%s/%s.o", cache->private, name);
    tool_word(run, "%s", runtime);
    tool_words(run, "-Wl,--version-script=tb/tuple.map -pthread -latomic");
}

// --- names

static bool is_below(const char *path, const char *folder) { return strncmp(path, folder, strlen(folder)) == 0; }

static bool is_c(const char *path) { return strcmp(path + strlen(path) - 2, ".c") == 0; }

// The runtime is Verilator's, compiled by a script of ours. Verilog depends on a block's table and Verilog: a change of
// the model leaves it as it is.
static bool is_of(const tuple_source *source, const tuple_build *t, product_kind kind)
{
    if (kind == PRODUCT_RUNTIME)
        return strcmp(source->path, "tb/verilated_runtime.sh") == 0;
    return tuple_source_of(source, t->block) && (kind == PRODUCT_VERILOG ? !is_c(source->path) : is_below(source->path, "rtl_c/"));
}

static uint64_t add_words(uint64_t key, tool_run *run)
{
    for (unsigned i = 0; i < run->n_words; i++)
        key = hash_text(key, run->words[i]);
    tool_free(run);
    return key;
}

// The command lines without the folder, which is not part of a name.
static uint64_t add_commands(uint64_t key, const tuple_build *t, product_kind kind, tuple_effort effort)
{
    const tuple_cache nowhere = {.private = ""};
    tool_run model = {.n_words = 0}, verilog = {.n_words = 0}, runtime = {.n_words = 0}, link = {.n_words = 0};

    if (kind == PRODUCT_MODEL)
        compile_model(&nowhere, t, "", &model);
    else
        compile_runtime(&nowhere, "", &runtime);
    if (kind == PRODUCT_VERILOG) {
        compile_verilog(&nowhere, t, effort, "", &verilog);
        link_verilog(&nowhere, "", "", &link);
    }
    return add_words(add_words(add_words(add_words(key, &model), &runtime), &verilog), &link);
}

void product_name(const tuple_build *t, product_kind kind, tuple_effort effort, char name[static CACHE_NAME])
{
    struct utsname system;
    uint64_t key = hash_text(HASH_START, uname(&system) == 0 ? system.machine : "");

    key = add_commands(key, t, kind, effort);
    for (const tuple_source *source = tuple_sources; source->path; source++) {
        if (!is_of(source, t, kind))
            continue;
        key = hash_text(key, source->path);
        key = hash_bytes(key, &source->sum, sizeof source->sum);
        key = hash_bytes(key, &source->size, sizeof source->size);
    }
    if (kind == PRODUCT_RUNTIME)
        snprintf(name, CACHE_NAME, "verilated_runtime.%016" PRIx64 ".o", key);
    else
        snprintf(name, CACHE_NAME, "%.40s_%.60s.%016" PRIx64 "%s%s.so", t->block, t->config, key,
                 kind == PRODUCT_VERILOG ? ".verilog." : "", kind == PRODUCT_VERILOG ? efforts[effort].name : "");
}
