// SPDX-License-Identifier: BSD-3-Clause
// The instructions of a CTA, packed in blocks of a spill, warp by warp; each warp has a cursor that reads them.
//
// A record: a head byte (bits 0 and 1: the mask is full, is that of the last record, or follows in 4 bytes; bits 2 and 3:
// address_form; bit 4: the static instruction is the next one, else its number follows), then addresses: 8 bytes of the first,
// the stride or each active lane's difference from the last. Numbers of varying length have 7 bits a byte, signed ones
// the sign in the lowest bit. A head of BLOCK_END: the record is in the next block. Worked example: "0010 ffffffff 1 R0 S2R
// 0 0" after its predecessor is the byte 0x10.
#include <stdlib.h>
#include <string.h>

#include "sim/trace/kernel.h"

enum { MASK_FULL, MASK_SAME, MASK_GIVEN };
enum { FORM_SHIFT = 2, INSN_NEXT = 1 << 4, BLOCK_END = 0xFF };

static uint8_t *put_number(uint8_t *to, uint64_t n)
{
    for (; n > 127; n >>= 7)
        *to++ = (uint8_t)(n | 128);
    *to++ = (uint8_t)n;
    return to;
}

static const uint8_t *get_number(const uint8_t *from, uint64_t *n)
{
    unsigned shift = 0;

    for (*n = 0; *from & 128; shift += 7)
        *n |= (uint64_t)(*from++ & 127) << shift;
    *n |= (uint64_t)*from++ << shift;
    return from;
}

static uint64_t folded(int64_t n) { return (uint64_t)n << 1 ^ (uint64_t)(n >> 63); }
static int64_t unfolded(uint64_t n) { return (int64_t)(n >> 1 ^ (0 - (n & 1))); }

static bool put_block(trace_kernel *k, trace_cta *cta)
{
    char why[200];

    if (cta->count == cta->room) {
        cta->room = cta->room ? 2 * cta->room : 4;
        cta->blocks = realloc(cta->blocks, cta->room * sizeof *cta->blocks);
    }
    if (!spill_put(k->spill, k->packer.block, &cta->blocks[cta->count], why, sizeof why))
        return lines_refuse(&k->lines, "%s", why);
    cta->count++;
    k->packer.fill = 0;
    return true;
}

void packed_warp(trace_kernel *k, trace_cta *cta, uint32_t warp, uint64_t insns)
{
    warp_cursor *w = &cta->warps[warp];

    w->insns = w->left = insns;
    w->block = cta->count;
    w->offset = k->packer.fill;
    k->packer.insn = k->packer.mask = UINT32_MAX;
}

bool packed_insn(trace_kernel *k, trace_cta *cta, uint32_t number, const line_insn *line)
{
    packer *p = &k->packer;
    uint8_t *head, *to;

    if (p->fill + RECORD_BYTES + 1 > SPILL_BLOCK) {
        p->block[p->fill] = BLOCK_END;
        if (!put_block(k, cta))
            return false;
    }
    head = p->block + p->fill;
    to = head + 1;
    *head = (uint8_t)(line->form << FORM_SHIFT);
    if (number == p->insn + 1)
        *head |= INSN_NEXT;
    else
        to = put_number(to, number);
    if (line->mask == p->mask)
        *head |= MASK_SAME;
    else if (line->mask != UINT32_MAX) {
        *head |= MASK_GIVEN;
        memcpy(to, &line->mask, 4);
        to += 4;
    }
    if (line->form == ADDRESSES_STRIDE) {
        memcpy(to, &line->base, 8);
        to = put_number(to + 8, folded(line->stride));
    } else if (line->form == ADDRESSES_LIST) {
        memcpy(to, &line->list[0], 8);
        to += 8;
        for (int n = 1; n < __builtin_popcount(line->mask); n++)
            to = put_number(to, folded((int64_t)(line->list[n] - line->list[n - 1])));
    }
    p->insn = number;
    p->mask = line->mask;
    p->fill = (uint32_t)(to - p->block);
    return true;
}

bool packed_end(trace_kernel *k, trace_cta *cta) { return !k->packer.fill || put_block(k, cta); }

void packed_give_back(trace_kernel *k, trace_cta *cta)
{
    for (uint32_t i = 0; i < cta->count; i++)
        spill_give_back(k->spill, cta->blocks[i]);
    cta->count = 0;
    for (uint32_t w = 0; w < k->warps; w++) {
        free(cta->warps[w].room);
        cta->warps[w] = (warp_cursor){ 0 };
    }
}

// --- cursors
static bool look(trace_cta *cta, warp_cursor *w)
{
    trace_kernel *k = cta->kernel;
    char why[200];

    if (w->bytes)
        return true;
    if (!spill_in_memory(cta->blocks[w->block]) && !w->room)
        w->room = malloc(SPILL_BLOCK);
    w->bytes = spill_look(k->spill, cta->blocks[w->block], w->room, why, sizeof why);
    if (w->bytes)
        return true;
    k->failed = true;
    strcpy(k->failure.text, k->path);
    strncat(k->failure.text, ": ", sizeof k->failure.text - strlen(k->failure.text) - 1);
    strncat(k->failure.text, why, sizeof k->failure.text - strlen(k->failure.text) - 1);
    return false;
}

// The head of the next record.
static bool ready(trace_cta *cta, warp_cursor *w)
{
    const uint8_t *at;
    uint64_t number;
    uint8_t head;

    if (w->ready)
        return true;
    if (!w->left || cta->kernel->failed || !look(cta, w))
        return false;
    if (w->left == w->insns)
        w->insn = w->mask = UINT32_MAX;
    if (w->bytes[w->offset] == BLOCK_END) {
        w->block++;
        w->offset = 0;
        w->bytes = NULL;
        if (!look(cta, w))
            return false;
    }
    at = w->bytes + w->offset;
    head = *at++;
    if (head & INSN_NEXT)
        w->insn++;
    else {
        at = get_number(at, &number);
        w->insn = (uint32_t)number;
    }
    if ((head & 3) == MASK_GIVEN) {
        memcpy(&w->mask, at, 4);
        at += 4;
    } else if ((head & 3) == MASK_FULL)
        w->mask = UINT32_MAX;
    w->form = head >> FORM_SHIFT & 3;
    w->offset = (uint32_t)(at - w->bytes);
    return w->ready = true;
}

bool trace_warp_peek(trace_cta *cta, uint32_t warp, uint32_t *insn, uint32_t *active)
{
    warp_cursor *w = &cta->warps[warp];

    if (warp >= cta->kernel->warps || !ready(cta, w))
        return false;
    *insn = w->insn;
    *active = w->mask;
    return true;
}

bool trace_warp_next(trace_cta *cta, uint32_t warp, trace_step *step)
{
    const trace_kernel *k = cta->kernel;
    warp_cursor *w = &cta->warps[warp];
    uint64_t list[TRACE_LANES], base = 0, number = 0;
    const uint8_t *at;

    if (warp >= k->warps || !ready(cta, w))
        return false;
    at = w->bytes + w->offset;
    if (w->form != ADDRESSES_NONE) {
        memcpy(&base, at, 8);
        at += 8;
    }
    if (w->form == ADDRESSES_STRIDE)
        at = get_number(at, &number);
    else if (w->form == ADDRESSES_LIST) {
        list[0] = base;
        for (int n = 1; n < __builtin_popcount(w->mask); n++) {
            uint64_t difference;

            at = get_number(at, &difference);
            list[n] = list[n - 1] + (uint64_t)unfolded(difference);
        }
    }
    step->insn = w->insn;
    step_fill(k, &k->table.rows[k->table.row[w->insn]].insn, w->mask, w->form, base, unfolded(number), list, step);
    w->offset = (uint32_t)(at - w->bytes);
    w->left--;
    w->ready = false;
    return true;
}
