// vectors MODEL.aig STEPS: the functions that prove_step has made of a model beside the model as gcc compiles it. From reset,
// under random inputs, whose ones are rare at one time and frequent at another, each step's outputs and next registers are
// compared. Prints `N vectors, N bits each`, or the first that differs. Exit status 0 equal, 1 not, 2 something cannot be read.
//
// Built for one tuple, with its model: -DREPLAY_OPS=<block>_<config>.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/field.h"
#include "tb/prove/aiger.h"
#include "tb/prove/prove.h"

extern const block_ops REPLAY_OPS;
static const block_ops *const ops = &REPLAY_OPS;

static void *q, *d, *early, *in, *out;

static uint64_t random_bits(void)
{
    static uint64_t seed = 88172645463325252u;
    seed ^= seed << 13;
    seed ^= seed >> 7;
    return seed ^= seed << 17;
}

// Where a bit of a port or register stands: which structure, field, element and bit of it. Undefined bits have no field.
typedef struct { void **structure; const block_field *field; unsigned element, bit; } bit_place;

static bit_place place_of(const char *name)
{
    const struct { const char *ending; void **structure; bool input, state; } kinds[] = {
        {"_before", &early, true, false}, {"_i", &in, true, false}, {"_o", &out, false, false}, {"_q", &q, false, true}, {"_d", &d, false, true}};
    const size_t length = strcspn(name, "[");
    unsigned first = 0, second = 0;
    const int numbers = sscanf(name + length, "[%u][%u]", &first, &second);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        const size_t ending = strlen(kinds[k].ending);
        if (length <= ending || memcmp(name + length - ending, kinds[k].ending, ending) != 0) continue;
        for (const block_field *f = ops->fields; f->name; f++) {
            if (strlen(f->name) != length - ending || memcmp(f->name, name, length - ending) != 0) continue;
            if (field_is_input(f) != kinds[k].input || field_is_state(f) != kinds[k].state) continue;
            if (numbers == 2) return (bit_place){kinds[k].structure, f, first, second};
            return (bit_place){kinds[k].structure, f, first / f->width, first % f->width};
        }
    }
    return (bit_place){0};
}

static uint8_t bit_at(bit_place p) { return field_get(p.field, *p.structure, p.element) >> p.bit & 1; }

static void draw(void)
{
    const unsigned rare = random_bits() >> 40 & 3;
    for (const block_field *f = ops->fields; f->name; f++)
        for (unsigned e = 0; field_is_input(f) && e < f->count; e++) {
            uint64_t bits = random_bits();
            for (unsigned k = 0; k < rare; k++) bits &= random_bits();
            field_set(f, in, e, bits & MASK(f->width));
            field_set(f, early, e, (f->kind == FIELD_IN ? bits : random_bits()) & MASK(f->width));
        }
}

int main(int count, char **arguments)
{
    if (count != 3) prove_refuse("expected MODEL.aig STEPS");
    const aiger a = aiger_read(arguments[1]);
    uint8_t   *values = prove_zeros(a.n_inputs + a.n_ands + 1u, 1);
    bit_place *inputs = prove_zeros(a.n_inputs + 1u, sizeof *inputs), *outputs = prove_zeros(a.n_outputs + 1u, sizeof *outputs);
    q = prove_zeros(1, ops->state_size), d = prove_zeros(1, ops->state_size), out = prove_zeros(1, ops->out_size);
    in = prove_zeros(1, ops->in_size), early = prove_zeros(1, ops->in_size);
    for (uint32_t i = 0; i < a.n_inputs; i++) inputs[i] = place_of(a.input_names[i]);
    for (uint32_t i = 0; i < a.n_outputs; i++) {
        outputs[i] = place_of(a.output_names[i]);
        if (!outputs[i].field) prove_refuse("%s is no output or register", a.output_names[i]);
    }
    ops->reset(q);
    const long steps = atol(arguments[2]);
    for (long step = 0; step < steps; step++) {
        draw();
        ops->out(q, early, out);
        memcpy(d, q, ops->state_size);
        ops->next(q, in, out, d);
        for (uint32_t i = 0; i < a.n_inputs; i++) values[i + 1] = inputs[i].field ? bit_at(inputs[i]) : random_bits() >> 32 & 1;
        aiger_evaluate(&a, values);
        for (uint32_t i = 0; i < a.n_outputs; i++) {
            if (aiger_value(values, a.outputs[i]) == bit_at(outputs[i])) continue;
            printf("vector %ld: %s is %u, in the compiled model %u\n", step, a.output_names[i], !bit_at(outputs[i]), bit_at(outputs[i]));
            return 1;
        }
        memcpy(q, d, ops->state_size);
    }
    printf("%ld vectors, %u bits each\n", steps, a.n_outputs);
    return 0;
}
