// SPDX-License-Identifier: BSD-3-Clause
// replay write PART COUNTEREXAMPLE STIMULUS BENCH.v    a counterexample of prove_settle as a stimulus, which block_bench and
//                                                      `warplock replay` play, and as a bench for Icarus
// replay compare PART COUNTEREXAMPLE OUTPUT            the compiled model beside what that bench has printed
//
// PART is what was asked for: reset, from the registers of the counterexample, or step. Built for one tuple, with its model:
// -DREPLAY_OPS=<block>_<config>. Fields are read and printed by the block's table. Exit status 0: the two differ, or the model
// breaks its own word; 1: they do not; 2: something could not be read.
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/field.h"
#include "tb/prove/bench.h"
#include "tb/stimuli/stimulus.h"

extern const block_ops REPLAY_OPS;
static const block_ops *const ops = &REPLAY_OPS;

enum { LINE_ROOM = 1 << 16 };

static bool  resets;                    // the part
static void *q, *d, *early, *in, *out;

static FILE *open_or_end(const char *path, const char *mode)
{
    FILE *file = fopen(path, mode);
    if (!file) {
        fprintf(stderr, "replay: %s: %s\n", path, strerror(errno));
        exit(2);
    }
    return file;
}

static const block_field *find(const char *name, size_t length, bool input)
{
    for (const block_field *f = ops->fields; f->name; f++)
        if (strlen(f->name) == length && memcmp(f->name, name, length) == 0 && (input ? field_is_input(f) : field_is_state(f))) return f;
    return NULL;
}

static void set_bit(const block_field *f, void *structure, unsigned bit)
{
    const unsigned element = bit / f->width;
    field_set(f, structure, element, field_get(f, structure, element) | UINT64_C(1) << bit % f->width);
}

// Lines "ready_i[3]", "cnt_q[0]", of a memory "tags_q[5][0]", of a late input in the cycle before "hold_before[0]": bits that
// are 1. Bits that the Verilog leaves undefined are no fields.
static void read_counterexample(const char *path)
{
    FILE *file = open_or_end(path, "r");
    char  line[1024];
    while (fgets(line, sizeof line, file)) {
        const size_t length = strcspn(line, "[");
        unsigned first, second;
        const int numbers = sscanf(line + length, "[%u][%u]", &first, &second);
        if (numbers < 1 || length < 3) continue;
        const bool before = length > 7 && memcmp(line + length - 7, "_before", 7) == 0, input = before || line[length - 1] == 'i';
        const block_field *f = find(line, length - (before ? 7 : 2), input);
        if (!f) continue;
        const unsigned bit = numbers == 2 ? first * f->width + second : first;
        if (!input) set_bit(f, q, bit);
        if (input && !before) set_bit(f, in, bit);
        if (input && (before || f->kind == FIELD_IN)) set_bit(f, early, bit);
    }
    fclose(file);
}

static void write_stimulus(const char *path)
{
    FILE    *file = open_or_end(path, "w");
    stimulus s;
    stimulus_open(&s, ops, "proof", 1);
    s.check_late = true;
    s.from_reset = resets;
    memcpy(s.q, q, ops->state_size);
    memcpy(s.before, early, ops->in_size);
    if (!resets) stimulus_append(&s, 1, 1, in);
    stimulus_write(&s, file);
    stimulus_close(&s);
    fclose(file);
}

// The model's outputs are those of the early inputs; the Verilog's are shown under the late ones, which must not matter.
static void write_bench(const char *path)
{
    FILE *file = open_or_end(path, "w");
    bench_begin(file, ops);
    bench_set_inputs(file, ops, early);
    fputs("        #1;\n", file);
    bench_set_registers(file, ops, q);
    fputs("        #1;\n", file);
    bench_set_inputs(file, ops, in);
    fprintf(file, "        rst_i = %d;\n        #1;\n", resets);
    if (!resets) bench_show_outputs(file, ops);
    fputs("        clk_i = 1;\n        #1;\n", file);
    bench_show_registers(file, ops, !resets);
    bench_end(file);
    fclose(file);
}

// What the bench has printed, in structures of the model's; a bit that is not 0 or 1 differs from both.
static int compare_line(char *line)
{
    static char text[2][FIELD_TEXT], name[FIELD_TEXT];
    bench_line shown;
    int differ = 0;
    if (!bench_read(ops, line, &shown)) return 0;
    const block_field *f = shown.field;
    const char *kind = shown.is_output ? "output" : "register";
    if (!shown.count) return printf("%s %s: Verilog %zu bits\n", kind, f->name, strlen(shown.digits)), 1;
    for (unsigned e = 0; e < shown.count; e++) {
        const uint64_t model = field_get(f, shown.is_output ? out : d, shown.first + e);
        uint64_t seen, unknown;
        const bool known = bench_value(&shown, e, &seen, &unknown);
        if (known && seen == model) continue;
        field_element_name(f, shown.first + e, name);
        field_decode(f, model, text[0]);
        field_decode(f, seen, text[1]);
        printf("%s %s: C %s, Verilog %s\n", kind, name, text[0], known ? text[1] : "unknown");
        differ++;
    }
    return differ;
}

// Whether it does what idle and count of the model say of the cycle.
static int broken_claims(void)
{
    int broken = 0;
    void *counted = malloc(ops->state_size);
    if (!counted) exit(2);
    memcpy(counted, q, ops->state_size);
    if (ops->idle(q, in) && memcmp(q, d, ops->state_size) != 0) broken++, puts("the model says that it is idle, and changes");
    if (ops->count && ops->count(q, in, 1, counted) == 1 && memcmp(counted, d, ops->state_size) != 0)
        broken++, puts("the model says that it only counts, and changes otherwise");
    free(counted);
    return broken;
}

static int compare(const char *path)
{
    static char line[LINE_ROOM];
    FILE *file = open_or_end(path, "r");
    int   differ = 0;
    memcpy(d, q, ops->state_size);
    if (resets) {
        ops->reset(d);
    } else {
        memset(out, 0xa5, ops->out_size);                // an output that stays unwritten is no 0
        ops->out(q, early, out);
        ops->next(q, in, out, d);
        differ = broken_claims();
    }
    while (fgets(line, sizeof line, file)) differ += compare_line(line);
    fclose(file);
    if (!ops->invariant(d)) differ++, printf("the model's invariant does not hold after the %s\n", resets ? "reset" : "step");
    if (!differ) puts("the compiled model and Icarus agree");
    return differ == 0;
}

int main(int count, char **arguments)
{
    const bool writes = count == 6 && strcmp(arguments[1], "write") == 0;
    resets = count > 2 && strcmp(arguments[2], "reset") == 0;
    if ((!writes && (count != 5 || strcmp(arguments[1], "compare") != 0)) || (!resets && strcmp(arguments[2], "step") != 0)) {
        fputs("replay: expected write PART COUNTEREXAMPLE STIMULUS BENCH.v, or compare PART COUNTEREXAMPLE OUTPUT\n", stderr);
        return 2;
    }
    q = calloc(1, ops->state_size), d = calloc(1, ops->state_size), out = calloc(1, ops->out_size);
    in = calloc(1, ops->in_size), early = calloc(1, ops->in_size);
    if (!q || !d || !out || !in || !early) return 2;
    read_counterexample(arguments[3]);
    if (!writes) return compare(arguments[4]);
    write_stimulus(arguments[4]);
    write_bench(arguments[5]);
    return 0;
}
