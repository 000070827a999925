// SPDX-License-Identifier: BSD-3-Clause
// The field table of the front end's ports at the geometry of -DCFG_N, -DCFG_S, ...; see tb/systemc/front_end.h.
#include "tb/systemc/front_end.h"

#define TABLE "tb/systemc/front_end.def"

#define PARAM(name, max, words) enum { name = CFG_##name };
#define DERIVED(name, expression, words) enum { name = (expression) };
#include "rtl_c/table.h"

const block_param front_end_params[] = {
#define PARAM(name, max, words) {#name, name},
#include "rtl_c/table.h"
    {NULL, 0}};

static const struct { const char *name; unsigned system; } blocks[FE_BLOCKS] = {
    [FE_ORDER] = {"warp_order", CFG_SYSTEM},
    [FE_RANK] = {"warp_rank", FRONT_END_OAWS},
    [FE_OCW] = {"oaws_ocw", FRONT_END_OAWS},
    [FE_DLC] = {"oaws_dlc", FRONT_END_OAWS},
    [FE_MISSPRED] = {"oaws_misspred", FRONT_END_OAWS},
    [FE_QUALIFY] = {"oaws_qualify", FRONT_END_OAWS},
    [FE_VTA] = {"ccws_vta", FRONT_END_CCWS},
    [FE_LLS] = {"ccws_lls", FRONT_END_CCWS},
    [FE_LLDS] = {"ccws_llds", FRONT_END_CCWS},
    [FE_PROGRESS] = {"kaws_progress", FRONT_END_KAWS},
    [FE_BYPASS] = {"bucl_bypass", FRONT_END_BUCL},
    [FE_GROUPS] = {"owl_groups", FRONT_END_OWL},
    [FE_ARBITER] = {"warp_arbiter", CFG_SYSTEM},
    [FE_SHARE] = {"kaws_share", FRONT_END_KAWS}};

bool front_end_arbiter(unsigned block) { return block >= FE_ARBITER && block < FE_ARBITER + S_MAX; }

const char *front_end_name(unsigned block) { return blocks[front_end_arbiter(block) ? FE_ARBITER : block].name; }

bool front_end_has(unsigned block)
{
    return front_end_arbiter(block) ? block - FE_ARBITER < S : CFG_SYSTEM == blocks[block].system;
}

const block_field front_end_fields[] = {
#define FIELD(kind, owner, type, name, vector, width, count, form, words) \
    {#name, kind, vector, sizeof(type), width, count, offsetof(struct owner, name), 0, 0, FORM_##form, words, NULL, false},
#define IN(type, name, width, form, words) FIELD(FIELD_IN, front_end_in, type, name, 0, width, 1, form, words)
#define IN_LATE(type, name, width, form, words) FIELD(FIELD_IN_LATE, front_end_in, type, name, 0, width, 1, form, words)
#define OUT(type, name, width, form, words) FIELD(FIELD_OUT, front_end_out, type, name, 0, width, 1, form, words)
#define IN_VEC(type, name, width, count, max, form, words) \
    FIELD(FIELD_IN, front_end_in, type, name, 1, width, count, form, words)
#define IN_LATE_VEC(type, name, width, count, max, form, words) \
    FIELD(FIELD_IN_LATE, front_end_in, type, name, 1, width, count, form, words)
#define OUT_VEC(type, name, width, count, max, form, words) \
    FIELD(FIELD_OUT, front_end_out, type, name, 1, width, count, form, words)
#include "rtl_c/table.h"
    {0}};
