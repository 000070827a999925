// SPDX-License-Identifier: BSD-3-Clause
// front_end_rtl_bench: verilog/warp_front_end.v, Verilated, against the C wiring of the C models; `--help`.
//
// Compares in every cycle: each input (the wires), output and register of each block in it, and its own outputs; with a
// recording also what the simulator's own wiring gave each block. Late inputs are set after the outputs are read and
// must not change them. The first difference ends the run.
#include <inttypes.h>
#include <stdlib.h>

#include "tb/field.h"
#include "tb/front_end/front_end_rtl.h"
#include "tb/systemc/stimulus_source.h"
#include "tb/whole_number.h"

static const char help[] =
    "front_end_rtl_bench: warp_front_end.v against the C wiring of the C models, on every cycle\n"
    "  --cycles N           cycles of random traffic (default 100000; 0 = none)\n"
    "  --seed N             of the traffic (default 1)\n"
    "  --recorded FOLDER    replay what `warplock run --record FOLDER` left; may be given more than once\n"
    "Exit status: 0 all agree, 1 a difference, 2 a mistake in what was asked for.\n";

typedef struct {
    front_end_models models;
    uint64_t         cycle, comparisons;
    char             failure[320];
    // One block's structs as read from the Verilog, for the largest block.
    _Alignas(8) unsigned char in[4096], out[4096], q[16384];
} bench;

static bool same(bench *t, const char *block, const char *name, const block_field *f, const void *c, const void *rtl)
{
    for (unsigned element = 0; element < f->count; element++) {
        uint64_t here = field_get(f, c, element), there = field_get(f, rtl, element);
        char element_name[FIELD_TEXT];
        t->comparisons++;
        if (here == there)
            continue;
        field_element_name(f, element, element_name);
        snprintf(t->failure, sizeof t->failure,
                 "front end: %s%s%s%s: cycle %" PRIu64 ": %s %s: C 0x%" PRIx64 ", Verilog 0x%" PRIx64, block,
                 *name ? "[" : "", name, *name ? "]" : "", t->cycle, field_kind_word(f), element_name, here, there);
        return false;
    }
    return true;
}

static bool is_output(const block_field *f) { return f->kind == FIELD_OUT; }
static bool is_early(const block_field *f) { return f->kind == FIELD_IN || f->kind == FIELD_OUT; }
static bool is_port(const block_field *f) { return !field_is_state(f); }
static bool is_register(const block_field *f) { return f->kind == FIELD_REG; }  // no reset clears a memory, so it is not read

// Compares the wanted ports or registers of every block, in chain order.
static bool same_blocks(bench *t, bool (*wanted)(const block_field *))
{
    for (unsigned i = 0; i < FE_BLOCKS; i++) {
        const block *b = t->models.blocks[i];
        if (!b)
            continue;
        if (b->ops->in_size > sizeof t->in || b->ops->out_size > sizeof t->out || b->ops->state_size > sizeof t->q)
            abort();
        front_end_rtl_read(i, t->in, t->out, t->q);
        for (const block_field *f = b->ops->fields; f->name; f++) {
            bool input = field_is_input(f), output = is_output(f);
            const void *c = input ? b->in : output ? b->out : b->q, *rtl = input ? t->in : output ? t->out : t->q;
            if (wanted(f) && !same(t, b->ops->block, b->name, f, c, rtl))
                return false;
        }
    }
    return true;
}

static bool same_outputs(bench *t, const struct front_end_out *c, const struct front_end_out *rtl)
{
    for (const block_field *f = front_end_fields; f->name; f++)
        if (f->kind == FIELD_OUT && !same(t, "warp_front_end", "", f, c, rtl))
            return false;
    return true;
}

// A cycle: NULL, or what differs.
static const char *step(bench *t, stimulus_source *source, struct front_end_in *in, bool reset)
{
    struct front_end_out expected, seen = {0}, settled = {0};

    front_end_models_out(&t->models, in, &expected);
    front_end_rtl_settle(reset, false, in, &seen);
    if (t->cycle && !same_blocks(t, is_early))      // before the first reset the registers hold nothing
        return t->failure;
    source->late(source, &seen, in);
    front_end_models_out(&t->models, in, &expected);          // issues follow from hold, which is late
    front_end_rtl_settle(reset, true, in, &settled);
    front_end_models_late(&t->models, in, &expected);
    if (t->cycle && (!same_blocks(t, is_port) || !same_outputs(t, &expected, &settled)))
        return t->failure;
    front_end_rtl_edge();
    const char *message = source->checked(source, &t->models);
    if (message)
        return message;
    if (reset)
        front_end_models_reset(&t->models);
    else
        front_end_models_edge(&t->models, in, &expected);
    return same_blocks(t, is_register) ? NULL : t->failure;
}

static const char *play(bench *t, const char *name, stimulus_source *source)
{
    struct front_end_in in = {0};
    uint64_t begun = t->cycle, counted = t->comparisons;
    const char *message = NULL;
    bool reset;

    for (; !message && source->early(source, &in, &reset); t->cycle++)
        message = step(t, source, &in, reset);
    printf("%-28s %9" PRIu64 " %14" PRIu64 " %11d   ", name, t->cycle - begun, t->comparisons - counted,
           message != NULL);
    source->describe(source, stdout);
    putchar('\n');
    return message;
}

static int refuse(const char *seen, const char *expected)
{
    fprintf(stderr, "front_end_rtl_bench: %s, expected %s\n", seen, expected);
    return 2;
}

static bool number(const char *text, uint64_t *value)
{
    return whole_number(text, 0, UINT64_MAX, value);
}

static int run(bench *t, int count, char **words, uint64_t cycles, uint64_t seed)
{
    const char *message = NULL;
    char error[1200];

    printf("%-28s %9s %14s %11s\n", "stimulus", "cycles", "comparisons", "mismatches");
    if (cycles) {
        stimulus_source *source = traffic_open(cycles, seed);
        message = play(t, "random", source);
        if (message)
            fprintf(stderr, "%s\n", message);
        source->close(source);
    }
    for (int i = 1; i < count && !message; i += 2) {
        if (strcmp(words[i], "--recorded") != 0)
            continue;
        stimulus_source *source = recorded_open(words[i + 1], error, sizeof error);
        if (!source) {
            fprintf(stderr, "front_end_rtl_bench: %s\n", error);
            return 2;
        }
        const char *slash = strrchr(words[i + 1], '/');
        message = play(t, slash ? slash + 1 : words[i + 1], source);
        if (message)
            fprintf(stderr, "%s\n", message);
        source->close(source);
    }
    return message != NULL;
}

int main(int count, char **words)
{
    static bench t;
    uint64_t cycles = 100000, seed = 1;
    char error[512];

    if (count == 2 && strcmp(words[1], "--help") == 0) {
        fputs(help, stdout);
        return 0;
    }
    for (int i = 1; i < count; i += 2) {
        bool is_cycles = strcmp(words[i], "--cycles") == 0, is_seed = strcmp(words[i], "--seed") == 0;
        if (!is_cycles && !is_seed && strcmp(words[i], "--recorded") != 0)
            return refuse(words[i], "an option of front_end_rtl_bench --help");
        if (i + 1 == count)
            return refuse(words[i], "a value after it");
        if ((is_cycles || is_seed) && !number(words[i + 1], is_cycles ? &cycles : &seed))
            return refuse(words[i + 1], "a number");
    }
    lockstep_options options = {.mode = BLOCKS_C, .when = LOCKSTEP_EVERY, .no_pack = true};
    lockstep *models = lockstep_open(&options, error, sizeof error);
    if (!models || !front_end_models_open(&t.models, models, NULL, error, sizeof error)) {
        fprintf(stderr, "front_end_rtl_bench: %s\n", error);
        return 2;
    }
    front_end_models_reset(&t.models);
    front_end_rtl_open();
    int status = run(&t, count, words, cycles, seed);
    front_end_rtl_close();
    lockstep_close(models);
    return status;
}
