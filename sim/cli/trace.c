// SPDX-License-Identifier: BSD-3-Clause
// `warplock trace info`: the contents of a trace of machine code; docs/traces.md.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sim/cli/cli.h"
#include "sim/report/fit.h"
#include "sim/report/number.h"
#include "sim/trace/info.h"

static const char *const space_words[TRACE_SPACES] = {
    [TRACE_SPACE_NONE] = "none", [TRACE_GLOBAL] = "global", [TRACE_LOCAL] = "local", [TRACE_SHARED] = "shared",
    [TRACE_CONST] = "const", [TRACE_GENERIC] = "generic", [TRACE_TEXTURE] = "texture"
};

// A file of the command line, with its kernels listed in order.
typedef struct {
    const char *path;
    uint64_t    kernels, copies, copied;
    footprint  *kernel, *all;
    json_t     *list;                  // of kernels; NULL: print text
    FILE       *text;
} told;

static double mean_lanes(const trace_counts *c) { return c->warp_insns ? (double)c->thread_insns / (double)c->warp_insns : 0; }

static void print_classes(FILE *text, const trace_counts *c)
{
    fprintf(text, "\n%-21s" FIT_RIGHT " %17s" FIT_RIGHT " %19s" FIT_RIGHT " %5s\n", "class", "warp instructions",
            "thread instructions", "lanes");
    for (unsigned i = 0; i < TRACE_CLASSES; i++)
        if (c->warp_by_class[i])
            fprintf(text, "%-21s" FIT_RIGHT " %17" PRIu64 FIT_RIGHT " %19" PRIu64 FIT_RIGHT " %5.1f\n", trace_class_names[i],
                    c->warp_by_class[i], c->thread_by_class[i], (double)c->thread_by_class[i] / (double)c->warp_by_class[i]);
    fprintf(text, "%-21s" FIT_RIGHT " %17" PRIu64 FIT_RIGHT " %19" PRIu64 FIT_RIGHT " %5.1f\n", "all", c->warp_insns, c->thread_insns,
            mean_lanes(c));
}

static void print_memory(FILE *text, const trace_info *info)
{
    fprintf(text, "\n%-21s" FIT_RIGHT " %17s" FIT_RIGHT " %19s" FIT_RIGHT " %10s\n", "memory", "accesses", "bytes of lanes", "requests");
    for (unsigned i = 0; i < TRACE_SPACES; i++) {
        const info_memory *m = &info->memory[i];

        if (!m->accesses)
            continue;
        fprintf(text, "%-21s" FIT_RIGHT " %17" PRIu64 FIT_RIGHT " %19" PRIu64 FIT_RIGHT, space_words[i], m->accesses, m->bytes);
        if (i == TRACE_SHARED)
            fprintf(text, " %10s\n", "-");
        else
            fprintf(text, " %10" PRIu64 "\n", m->lines);
    }
}

static void print_footprint(FILE *text, const char *words, const footprint *f)
{
    fprintf(text, "%s: %s%" PRIu64 " lines of %d bytes, %.1f KB\n", words, footprint_complete(f) ? "" : "at least ",
            footprint_lines(f), INFO_LINE, (double)footprint_lines(f) * INFO_LINE / 1024);
}

static void print_kernel(told *t, const trace_kernel *k, const trace_info *info)
{
    const trace_header *h = trace_kernel_header(k);
    const trace_counts *c = trace_kernel_counts(k);
    uint64_t grid = (uint64_t)h->grid[0] * h->grid[1] * h->grid[2];
    FILE *text = t->text;

    fprintf(text, "\nkernel %" PRIu64 ": %s\n", h->id, h->name);
    fprintf(text, "%s: sm_%" PRIu32 ", tracer %" PRIu32 "%s, stream %" PRIu64 "\n", trace_kernel_path(k), h->binary_version,
            h->tracer_version, h->line_info ? " with line info" : "", h->stream);
    fprintf(text, "grid (%" PRIu32 ",%" PRIu32 ",%" PRIu32 "), block (%" PRIu32 ",%" PRIu32 ",%" PRIu32 "), %" PRIu32
            " bytes of shared memory, %" PRIu32 " registers\n", h->grid[0], h->grid[1], h->grid[2], h->block[0], h->block[1],
            h->block[2], h->shared_bytes, h->registers);
    fprintf(text, "CTAs: %" PRIu64 " of the grid's %" PRIu64 "; warps: %" PRIu64 ", at most %" PRIu64 " instructions; static instructions: %" PRIu32 "\n",
            c->ctas, grid, c->warps, c->longest_warp, trace_kernel_insns(k));
    print_classes(text, c);
    print_memory(text, info);
    fprintf(text, "\nlanes: %.2f of %d active in the mean, all in %" PRIu64 " warp instructions, none in %" PRIu64 "\n", mean_lanes(c),
            TRACE_LANES, info->full, info->none);
    print_footprint(text, "footprint in global memory", info->kernel);
    for (unsigned i = 0; i < info->unknown_count; i++)
        fprintf(text, "unknown opcode %s: %" PRIu64 " warp instructions\n", info->unknown[i].opcode, info->unknown[i].warp_insns);
    if (info->unknown_others)
        fprintf(text, "further unknown opcodes: %" PRIu64 " warp instructions\n", info->unknown_others);
}

static json_t *dims(const uint32_t d[3]) { return json_pack("[I,I,I]", (json_int_t)d[0], (json_int_t)d[1], (json_int_t)d[2]); }
static void put(json_t *object, const char *key, uint64_t number) { json_object_set_new(object, key, json_integer((json_int_t)number)); }

static void json_kernel(told *t, const trace_kernel *k, const trace_info *info)
{
    const trace_header *h = trace_kernel_header(k);
    const trace_counts *c = trace_kernel_counts(k);
    json_t *o = json_object(), *classes = json_object(), *memory = json_object(), *unknown = json_object();

    json_object_set_new(o, "name", json_string(h->name));
    json_object_set_new(o, "file", json_string(trace_kernel_path(k)));
    put(o, "id", h->id);
    put(o, "stream", h->stream);
    put(o, "binary_version", h->binary_version);
    put(o, "tracer_version", h->tracer_version);
    json_object_set_new(o, "line_info", json_boolean(h->line_info));
    json_object_set_new(o, "grid", dims(h->grid));
    json_object_set_new(o, "block", dims(h->block));
    put(o, "shared_bytes", h->shared_bytes);
    put(o, "registers", h->registers);
    put(o, "ctas", c->ctas);
    put(o, "warps", c->warps);
    put(o, "longest_warp", c->longest_warp);
    put(o, "static_insns", trace_kernel_insns(k));
    put(o, "warp_insns", c->warp_insns);
    put(o, "thread_insns", c->thread_insns);
    json_object_set_new(o, "mean_lanes", json_real(mean_lanes(c)));
    put(o, "full_warp_insns", info->full);
    put(o, "empty_warp_insns", info->none);
    for (unsigned i = 0; i < TRACE_CLASSES; i++)
        if (c->warp_by_class[i])
            json_object_set_new(classes, trace_class_keys[i],
                                json_pack("{s:I,s:I}", "warp_insns", (json_int_t)c->warp_by_class[i], "thread_insns",
                                          (json_int_t)c->thread_by_class[i]));
    json_object_set_new(o, "classes", classes);
    for (unsigned i = 0; i < TRACE_SPACES; i++) {
        const info_memory *m = &info->memory[i];
        json_t *space;

        if (!m->accesses)
            continue;
        space = json_object();
        put(space, "accesses", m->accesses);
        put(space, "lanes", m->lanes);
        put(space, "bytes", m->bytes);
        if (i != TRACE_SHARED)
            put(space, "requests", m->lines);
        json_object_set_new(memory, space_words[i], space);
    }
    json_object_set_new(o, "memory", memory);
    put(o, "footprint_lines", footprint_lines(info->kernel));
    json_object_set_new(o, "footprint_complete", json_boolean(footprint_complete(info->kernel)));
    put(o, "unknown_warp_insns", c->unknown);
    for (unsigned i = 0; i < info->unknown_count; i++)
        put(unknown, info->unknown[i].opcode, info->unknown[i].warp_insns);
    json_object_set_new(o, "unknown", unknown);
    json_array_append_new(t->list, o);
}

static bool tell_kernel(told *t, const char *path)
{
    trace_info info = { .kernel = t->kernel, .all = t->all };
    trace_options options = { .unknown = TRACE_UNKNOWN_INT, .watch = info_watch, .context = &info };
    trace_error error;
    trace_kernel *k;

    footprint_clear(t->kernel);
    k = trace_kernel_open(path, &options, &error);
    if (!k)
        return cli_mistake("trace: %s", error.text);
    t->kernels++;
    (t->list ? json_kernel : print_kernel)(t, k, &info);
    trace_kernel_free(k);
    return true;
}

static bool tell_list(told *t, const trace_list *list)
{
    for (size_t i = 0; i < trace_list_length(list); i++) {
        const trace_command *c = trace_list_at(list, i);

        if (c->kind == TRACE_COPY) {
            t->copies++;
            t->copied += c->bytes;
        } else if (!tell_kernel(t, c->path))
            return false;
    }
    return true;
}

static void finish(told *t, json_t *files)
{
    json_t *o;

    if (!t->list) {
        fprintf(t->text, "\n%s: kernels: %" PRIu64 "; copies to the GPU: %" PRIu64 ", %" PRIu64 " bytes\n", t->path, t->kernels, t->copies,
                t->copied);
        if (t->kernels > 1)
            print_footprint(t->text, "footprint of all kernels", t->all);
        return;
    }
    o = json_object();
    json_object_set_new(o, "file", json_string(t->path));
    put(o, "copies", t->copies);
    put(o, "copied_bytes", t->copied);
    put(o, "footprint_lines", footprint_lines(t->all));
    json_object_set_new(o, "footprint_complete", json_boolean(footprint_complete(t->all)));
    json_object_set(o, "kernels", t->list);
    json_array_append_new(files, o);
}

static bool tell_file(const cli_options *o, const char *path, json_t *files)
{
    told t = { .path = path, .kernel = footprint_new(), .all = footprint_new(), .list = o->json ? json_array() : NULL };
    trace_error error;
    trace_list *list = trace_list_open(path, &error);
    bool good = list != NULL || cli_mistake("trace: %s", error.text);
    fit fitted;

    t.text = fit_begin(&fitted, stdout);
    good = good && tell_list(&t, list);
    if (good)
        finish(&t, files);
    fit_end(&fitted);
    json_decref(t.list);
    trace_list_free(list);
    footprint_free(t.kernel);
    footprint_free(t.all);
    return good;
}

run_status cli_trace(const cli_options *options)
{
    json_t *files = json_array();
    bool good = true;

    if (options->operands.count < 2 || strcmp(options->operands.words[0], "info") != 0) {
        cli_mistake("trace: %s%.60s%sexpected info and files: a kernelslist.g, or a kernel's .traceg", options->operands.count ? "seen `" : "",
                    options->operands.count ? options->operands.words[0] : "", options->operands.count ? "`, " : "");
        good = false;
    }
    for (unsigned i = 1; good && i < options->operands.count; i++)
        good = tell_file(options, options->operands.words[i], files);
    if (good && options->json) {
        json_print(files, JSON_INDENT(2), stdout);
        putchar('\n');
    }
    json_decref(files);
    return good ? STATUS_GOOD : STATUS_MISTAKE;
}
