// SPDX-License-Identifier: BSD-3-Clause
// The first difference of a run: which field, in words, and its failure pack.
#include "tb/lockstep/internal.h"

#include <inttypes.h>
#include <stdlib.h>

// Registers stand at the start of a cycle, before outputs; of one place those of the block that was added first.
bool diverges_first(const divergence *a, const divergence *b)
{
    const bool a_out = a->kind == FIELD_OUT, b_out = b->kind == FIELD_OUT;
    const unsigned a_place = a->block->place.index, b_place = b->block->place.index;
    const struct block *other = a->block;

    if (a->cycle != b->cycle)
        return a->cycle < b->cycle;
    if (a_out != b_out)
        return b_out;
    if (a_place != b_place)
        return a_place < b_place;
    while (other && other != b->block)
        other = other->next;
    return other != NULL;
}

// `met`: the registers at the step that went wrong.
static void fail(block *b, const void *met, const block_field *field, unsigned element, uint64_t cycle, uint64_t c,
                 uint64_t verilog, bool late)
{
    lockstep *run = b->owner;
    char name[FIELD_TEXT];
    int length;

    run->divergence = (divergence){b, field->kind, field, element, cycle, c, verilog, late, met};
    field_element_name(field, element, name);
    length = snprintf(run->failure, sizeof run->failure, "lockstep: %s[%s]: cycle %" PRIu64 ": %s %s: ", b->ops->block,
                      b->name, cycle, field_kind_word(field), name);
    if (late)
        length += snprintf(run->failure + length, sizeof run->failure - (size_t)length,
                           "late inputs changed it from 0x%" PRIx64 " to 0x%" PRIx64, c, verilog);
    else
        length += snprintf(run->failure + length, sizeof run->failure - (size_t)length,
                           "C 0x%" PRIx64 ", Verilog 0x%" PRIx64, c, verilog);
    if (run->options.seed)
        snprintf(run->failure + length, sizeof run->failure - (size_t)length, " (seed %" PRIu64 ")", run->options.seed);
}

void diverge_in(block *b, const void *met, field_kind kind, uint64_t cycle, const void *c, const void *verilog, bool late)
{
    for (const block_field *f = b->ops->fields; f->name; f++)
        for (unsigned element = 0; f->kind == kind && element < f->count; element++) {
            uint64_t c_value = field_get(f, c, element), verilog_value = field_get(f, verilog, element);
            if (c_value != verilog_value) {
                b->owner->counts.mismatches++;
                fail(b, met, f, element, cycle, c_value, verilog_value, late);
                return;
            }
        }
}

// A part may not be the only one that diverges: lockstep_settle leaves the pack.
static void keep_met(lockstep *part, const block *b)
{
    part->met = malloc(b->ops->state_size);
    memcpy(part->met, part->divergence.met, b->ops->state_size);
    part->divergence.met = part->met;
}

void diverge_end(block *b, bool after_edge)
{
    lockstep *run = b->owner;
    wave_time time = after_edge ? wave_after(run->time) : run->time;
    bool opens;

    if (run->run != run) {
        keep_met(run, b);
        return;
    }
    run->failed = run;
    if (b->monitor->wave && wave_at(run->wave, time, &opens)) {
        wave_put_registers(b->monitor->wave, after_edge ? b->d : b->q, b->monitor->rtl_q);
        if (!after_edge)
            wave_put_outputs(b->monitor->wave, b->out, b->monitor->rtl_out);
        wave_put_inputs(b->monitor->wave, b->monitor->seen);
        wave_set_mark(run->wave, &(wave_mark){b->monitor->wave, run->divergence.field, run->divergence.element,
                                              run->divergence.cycle, time, run->time});
    }
    if (run->leave_pack)
        run->leave_pack(run);
}
