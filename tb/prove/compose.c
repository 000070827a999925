// SPDX-License-Identifier: BSD-3-Clause
// One cycle of a front end's wiring in C, tb/systemc/front_end.c as it is, with every block a black box: compiled with a
// system's -DCFG_ flags (and, of changed copies, -DFRONT_END and -DWIRES) for prove_step. The other side is verilog/warp_front_end.v with
// its instances cut out. And each wire of rtl_c/wires.def between two of the blocks is what that wiring does.
#ifndef FRONT_END
#define FRONT_END "tb/systemc/front_end.c"
#endif
#ifndef WIRES
#define WIRES "rtl_c/wires.def"
#endif
#include "tb/systemc/front_end.h"

#include "rtl_c/bucl_bypass.h"
#include "rtl_c/bucl_update.h"
#include "rtl_c/ccws_llds.h"
#include "rtl_c/ccws_lls.h"
#include "rtl_c/ccws_vta.h"
#include "rtl_c/kaws_progress.h"
#include "rtl_c/oaws_misspred.h"
#include "rtl_c/oaws_ocw.h"
#include "rtl_c/oaws_qualify.h"
#include "rtl_c/owl_groups.h"
#include "rtl_c/warp_order.h"
#include "rtl_c/warp_rank.h"
#include "tb/prove/compose_facts.h"
#include "tb/prove/step.h"

#define BLOCK_TEXT_OF(text) #text
#define BLOCK_TEXT(text) BLOCK_TEXT_OF(text)
#define EACH(count) for (unsigned element = 0; element < (count) + 0u; element++)

#define BLOCK warp_order
#define INSTANCE order
#include "tb/prove/compose_block.h"
#define BLOCK warp_rank
#define INSTANCE rank
#include "tb/prove/compose_block.h"
#define BLOCK oaws_ocw
#define INSTANCE ocw
#include "tb/prove/compose_block.h"
#define BLOCK oaws_dlc
#define INSTANCE dlc
#include "tb/prove/compose_block.h"
#define BLOCK oaws_misspred
#define INSTANCE misspred
#include "tb/prove/compose_block.h"
#define BLOCK oaws_qualify
#define INSTANCE qualify
#include "tb/prove/compose_block.h"
#define BLOCK ccws_vta
#define INSTANCE vta
#include "tb/prove/compose_block.h"
#define BLOCK ccws_lls
#define INSTANCE lls
#include "tb/prove/compose_block.h"
#define BLOCK ccws_llds
#define INSTANCE llds
#include "tb/prove/compose_block.h"
#define BLOCK kaws_progress
#define INSTANCE progress
#include "tb/prove/compose_block.h"
#define BLOCK bucl_bypass
#define INSTANCE bypass
#include "tb/prove/compose_block.h"
#define BLOCK owl_groups
#define INSTANCE cta_groups
#include "tb/prove/compose_block.h"
#define BLOCK warp_arbiter
#define INSTANCE arbiter_0
#include "tb/prove/compose_block.h"
#define BLOCK warp_arbiter
#define INSTANCE arbiter_1
#include "tb/prove/compose_block.h"
#define BLOCK warp_arbiter
#define INSTANCE arbiter_2
#include "tb/prove/compose_block.h"
#define BLOCK warp_arbiter
#define INSTANCE arbiter_3
#include "tb/prove/compose_block.h"
#define BLOCK kaws_share
#define INSTANCE share
#include "tb/prove/compose_block.h"

// (its number, block, instance)
#define INSTANCES(ONE) \
    ONE(FE_ORDER, warp_order, order) \
    ONE(FE_RANK, warp_rank, rank) \
    ONE(FE_OCW, oaws_ocw, ocw) \
    ONE(FE_DLC, oaws_dlc, dlc) \
    ONE(FE_MISSPRED, oaws_misspred, misspred) \
    ONE(FE_QUALIFY, oaws_qualify, qualify) \
    ONE(FE_VTA, ccws_vta, vta) \
    ONE(FE_LLS, ccws_lls, lls) \
    ONE(FE_LLDS, ccws_llds, llds) \
    ONE(FE_PROGRESS, kaws_progress, progress) \
    ONE(FE_BYPASS, bucl_bypass, bypass) \
    ONE(FE_GROUPS, owl_groups, cta_groups) \
    ONE(FE_ARBITER + 0, warp_arbiter, arbiter_0) \
    ONE(FE_ARBITER + 1, warp_arbiter, arbiter_1) \
    ONE(FE_ARBITER + 2, warp_arbiter, arbiter_2) \
    ONE(FE_ARBITER + 3, warp_arbiter, arbiter_3) \
    ONE(FE_SHARE, kaws_share, share)
_Static_assert(S_MAX == 4, "an instance of warp_arbiter for each scheduler");

// In the place of block_out: its early inputs are those of now, kept for later, its outputs anything.
static void black_box(block *b)
{
    b->cycle++;
    switch (b->place.index) {
#define ONE(number, of, instance) \
    case number: \
        memcpy(b->d, b->in, sizeof(struct of##_in)); \
        BLOCK_JOIN(evaluate_, instance)(b->out); \
        break;
        INSTANCES(ONE)
#undef ONE
    }
}

#define block_out(b) black_box(b)
#include FRONT_END
#undef block_out
#include "tb/systemc/front_end_table.c"

static void get_inputs(struct front_end_in *in)
{
    memset(in, 0, sizeof *in);
#define TABLE "tb/systemc/front_end.def"
#define IN(type, name, width, ...) in->name = (type)prove_in(#name "_i", 0, width);
#define IN_LATE(type, name, width, ...) in->name = (type)prove_in(#name "_i", 0, width);
#define IN_VEC(type, name, width, count, ...) EACH(count) in->name[element] = (type)prove_in(#name "_i", element * (width), width);
#define IN_LATE_VEC(type, name, width, count, ...) EACH(count) in->name[element] = (type)prove_in(#name "_i", element * (width), width);
#include "rtl_c/table.h"
}

static void put_outputs(const struct front_end_out *out)
{
#define OUT(type, name, width, ...) prove_out(#name "_o", 0, width, out->name);
#define OUT_VEC(type, name, width, count, ...) EACH(count) prove_out(#name "_o", element * (width), width, out->name[element]);
#include "rtl_c/table.h"
}

// Rows of wires.def between blocks of this front end. What stands outside of it, bucl_update, comes in by its ports.
enum { SYSTEM_base, SYSTEM_oaws, SYSTEM_ccws, SYSTEM_kaws, SYSTEM_bucl, SYSTEM_owl };
enum { AT_warp_order = FE_ORDER, AT_warp_rank = FE_RANK, AT_oaws_ocw = FE_OCW, AT_oaws_dlc = FE_DLC, AT_oaws_misspred = FE_MISSPRED,
       AT_oaws_qualify = FE_QUALIFY, AT_ccws_vta = FE_VTA, AT_ccws_lls = FE_LLS, AT_ccws_llds = FE_LLDS, AT_kaws_progress = FE_PROGRESS,
       AT_bucl_bypass = FE_BYPASS, AT_owl_groups = FE_GROUPS, AT_warp_arbiter = FE_ARBITER, AT_kaws_share = FE_SHARE,
       AT_bucl_update = FE_BLOCKS, AT_owl_prefetch = FE_BLOCKS };

static bool wired(unsigned system, unsigned source, unsigned receiver)
{
    return (system == SYSTEM_base || system == CFG_SYSTEM) && source < FE_BLOCKS && front_end_has(source) && front_end_has(receiver);
}

static void check_wires(const front_end_models *m)
{
#define NAMES(source, output, receiver, input) "wire from " #source "." #output " to " #receiver "." #input
#define WIRE(system, source, output, receiver, input) \
    _Static_assert((int)AT_##receiver != FE_ARBITER, "one instance"); \
    if (wired(SYSTEM_##system, AT_##source, AT_##receiver)) { \
        const struct source##_out *from = m->blocks[AT_##source]->out; \
        const struct receiver##_in *to = m->blocks[AT_##receiver]->in; \
        _Static_assert(sizeof from->output == sizeof to->input, "ends that are alike"); \
        for (unsigned byte = 0; byte < sizeof from->output; byte++) \
            prove_check(NAMES(source, output, receiver, input), true, ((const uint8_t *)&from->output)[byte] == ((const uint8_t *)&to->input)[byte]); \
    }
#define WIRE_PAIRS(system, source, output, receiver, input) \
    for (unsigned scheduler = 0; scheduler < S && wired(SYSTEM_##system, AT_##source, AT_##receiver); scheduler++) { \
        const struct source##_out *from = m->blocks[AT_##source]->out; \
        const struct receiver##_in *to = m->blocks[AT_##receiver + scheduler]->in; \
        for (unsigned own = 0; own < N / S; own++) \
            for (unsigned other = 0; other < N / S; other++) \
                prove_check(NAMES(source, output, receiver, input), true, \
                            (from->output[own * S + scheduler] >> (other * S + scheduler) & 1) == (to->input[own] >> other & 1)); \
    }
#define WIRE_EACH(system, source, output, receiver, input) \
    _Static_assert((int)AT_##source == FE_BLOCKS, "from outside of the SM");
#define ASKED(system, source, output, receiver, input, words)
#define FED(system, receiver, input, words)
#define TIED(system, receiver, input)
#include WIRES
}

void prove_step(void)
{
    struct front_end_in in;
    struct front_end_out out;
    front_end_models models;
    memset(&models, 0, sizeof models);
    models.warps = N;
    models.schedulers = S;
#define ONE(number, of, instance) \
    struct of##_in BLOCK_JOIN(in_, instance), BLOCK_JOIN(early_, instance); \
    struct of##_out BLOCK_JOIN(out_, instance); \
    block instance = {.in = &BLOCK_JOIN(in_, instance), .out = &BLOCK_JOIN(out_, instance), .d = &BLOCK_JOIN(early_, instance), \
                      .place = {PLACE_SM, number, 0}}; \
    if (front_end_has(number)) { \
        BLOCK_JOIN(stale_, instance)(&BLOCK_JOIN(in_, instance), &BLOCK_JOIN(out_, instance)); \
        models.blocks[number] = &instance; \
    }
    INSTANCES(ONE)
#undef ONE
    get_inputs(&in);
    front_end_models_out(&models, &in, &out);
    put_outputs(&out);
    front_end_models_late(&models, &in, &out);
#define KEPT(number, of) prove_assume(of##_keeps(models.blocks[number]->in, models.blocks[number]->out, N, S))
    for (unsigned s = 0; s < S; s++) KEPT(FE_ARBITER + s, warp_arbiter);
    if (front_end_has(FE_SHARE)) KEPT(FE_SHARE, kaws_share);
#define ONE(number, of, instance) if (front_end_has(number)) BLOCK_JOIN(compare_, instance)(&instance);
    INSTANCES(ONE)
#undef ONE
    check_wires(&models);
}
