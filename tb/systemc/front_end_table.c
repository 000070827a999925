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

const char *const front_end_names[FE_ARBITER + 1] = {"warp_order", "warp_rank", "oaws_ocw", "oaws_dlc", "oaws_misspred",
                                                     "oaws_qualify", "ccws_vta", "ccws_lls", "ccws_llds", "warp_arbiter"};

bool front_end_has(unsigned block)
{
    if (block == FE_ORDER || block >= FE_ARBITER)
        return true;
    return CFG_SYSTEM == (block < FE_VTA ? FRONT_END_OAWS : FRONT_END_CCWS);
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
