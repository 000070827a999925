// SPDX-License-Identifier: BSD-3-Clause
// Video instructions: which parts of the registers they take, what they do with them, and what becomes of the result. The
// scalar ones work on a byte, a half or the whole of a word, those that end with 2 or 4 on as many elements at a time. GPGPU-Sim's
// classes do not name them: one cycle in the INT unit.
#include "sim/frontend/decode/decode.h"

enum { WORD_BITS = 32 };

typedef struct { ptx_mnemonic mnemonic; video_operation operation; uint8_t elements; } video_row;
static const video_row rows[] = {
    { PTX_vadd, VIDEO_add, 1 },         { PTX_vadd2, VIDEO_add, 2 },         { PTX_vadd4, VIDEO_add, 4 },
    { PTX_vsub, VIDEO_sub, 1 },         { PTX_vsub2, VIDEO_sub, 2 },         { PTX_vsub4, VIDEO_sub, 4 },
    { PTX_vabsdiff, VIDEO_absdiff, 1 }, { PTX_vabsdiff2, VIDEO_absdiff, 2 }, { PTX_vabsdiff4, VIDEO_absdiff, 4 },
    { PTX_vmin, VIDEO_min, 1 },         { PTX_vmin2, VIDEO_min, 2 },         { PTX_vmin4, VIDEO_min, 4 },
    { PTX_vmax, VIDEO_max, 1 },         { PTX_vmax2, VIDEO_max, 2 },         { PTX_vmax4, VIDEO_max, 4 },
    { PTX_vset, VIDEO_set, 1 },         { PTX_vset2, VIDEO_set, 2 },         { PTX_vset4, VIDEO_set, 4 },
    { PTX_vavrg2, VIDEO_avrg, 2 },      { PTX_vavrg4, VIDEO_avrg, 4 },
    { PTX_vshl, VIDEO_shl, 1 },         { PTX_vshr, VIDEO_shr, 1 },          { PTX_vmad, VIDEO_mad, 1 },
};

static const video_row *row_of(ptx_mnemonic mnemonic)
{
    const video_row *row = rows;
    while (row->mnemonic != mnemonic) {
        row++;
    }
    return row;
}

static bool is_signed(decoder *d, uint32_t index)
{
    ptx_type type = decode_type(d, index);
    if (type != TYPE_u32 && type != TYPE_s32) {
        decode_fail(d, "type .%s found, expected .u32 or .s32", type_name(type));
    }
    return type == TYPE_s32;
}

static _Noreturn void fail_part(decoder *d, const operand *o, const char *expected)
{
    decode_fail(d, "part .%.*s of a register found, expected %s", (int)(o->part_length > 20 ? 20 : o->part_length), o->part, expected);
}

// The digit of a part's name, 0 to `most`.
static uint32_t digit(decoder *d, const operand *o, uint32_t at, uint32_t most, const char *expected)
{
    uint32_t value = (uint32_t)(o->part[at] - '0');
    if (o->part[at] < '0' || value > most) {
        fail_part(d, o, expected);
    }
    return value;
}

// .b0 to .b3, .h0, .h1, or the whole word.
static video_part scalar_part(decoder *d, const operand *o, bool of_b)
{
    static const char expected[] = ".b0 to .b3, .h0 or .h1";
    if (o->part == NULL) {
        return (video_part){ of_b, 0, WORD_BITS };
    }
    bool half = o->part_length == 2 && o->part[0] == 'h';
    if (!half && (o->part_length != 2 || o->part[0] != 'b')) {
        fail_part(d, o, expected);
    }
    uint8_t bits = half ? 16 : 8;
    return (video_part){ of_b, (uint8_t)(digit(d, o, 1, half ? 1 : 3, expected) * bits), bits };
}

static void scalar_parts(decoder *d, video_info *v)
{
    v->to[0] = scalar_part(d, &d->s->operands[0], false);
    v->a[0] = scalar_part(d, &d->s->operands[1], false);
    v->b[0] = scalar_part(d, &d->s->operands[2], true);
}

// Digits count the elements of a, then of b; the name's last digit chooses the lowest.
static void vector_parts(decoder *d, const video_info *v, const operand *o, bool is_b, video_part *to)
{
    uint32_t n = v->elements, bits = WORD_BITS / n;
    const char *expected = n == 2 ? ".h and two digits from 0 to 3" : ".b and four digits from 0 to 7";
    if (o->part != NULL && (o->part_length != n + 1 || o->part[0] != (n == 2 ? 'h' : 'b'))) {
        fail_part(d, o, expected);
    }
    for (uint32_t e = 0; e < n; e++) {
        uint32_t from = o->part != NULL ? digit(d, o, n - e, 2 * n - 1, expected) : e + (is_b ? n : 0);
        to[e] = (video_part){ from >= n, (uint8_t)(from % n * bits), (uint8_t)bits };
    }
}

// Elements that are written: different digits, the highest first.
static void mask_parts(decoder *d, video_info *v)
{
    const operand *o = &d->s->operands[0];
    uint32_t n = v->elements, above = n;
    const char *expected = n == 2 ? ".h0, .h1 or .h10" : ".b and digits from 3 to 0 that fall";
    if (o->part != NULL && (o->part_length < 2 || o->part_length > n + 1 || o->part[0] != (n == 2 ? 'h' : 'b'))) {
        fail_part(d, o, expected);
    }
    for (uint32_t i = 1; i <= n && (o->part == NULL || i < o->part_length); i++) {
        uint32_t e = o->part != NULL ? digit(d, o, i, n - 1, expected) : n - i;
        if (e >= above) {
            fail_part(d, o, expected);
        }
        above = e;
        v->to[e] = (video_part){ false, (uint8_t)(e * WORD_BITS / n), (uint8_t)(WORD_BITS / n) };
    }
}

static video_second take_second(decoder *d, const video_info *v)
{
    return decode_take(d, MODIFIER_add) ? VIDEO_THEN_ADD :
           v->elements == 1 && decode_take(d, MODIFIER_min) ? VIDEO_THEN_MIN :
           v->elements == 1 && decode_take(d, MODIFIER_max) ? VIDEO_THEN_MAX : VIDEO_MERGE;
}

// Words after the name: types of the result (not of vset), of a and of b, and what the operation has.
static void take_words(decoder *d, video_info *v)
{
    bool compares = v->operation == VIDEO_set;
    uint32_t first = compares ? 0 : 1;
    v->signed_result = !compares && is_signed(d, 0);
    v->signed_a = is_signed(d, first);
    v->signed_b = is_signed(d, first + 1);
    if (compares) {
        v->compare = (uint8_t)decode_comparison_word(d, TYPE_s32);
        if (v->compare > COMPARE_ge) {
            decode_fail(d, "expected .eq, .ne, .lt, .le, .gt or .ge");
        }
    }
    v->saturates = !compares && decode_take(d, MODIFIER_sat);
    if (v->operation == VIDEO_shl || v->operation == VIDEO_shr) {
        v->wraps = decode_take(d, MODIFIER_wrap);
        if (!v->wraps && !decode_take(d, MODIFIER_clamp)) {
            decode_fail(d, "expected .clamp or .wrap");
        }
        if (v->signed_b) {
            decode_fail(d, "type .s32 found, expected .u32 for the amount");
        }
    }
}

// d, a and b; also c if it is used.
static void decode_words(decoder *d, bool has_c)
{
    uint32_t n = has_c ? 4 : 3;
    decode_operand_count(d, n, n);
    decode_destination(d, 0, TYPE_b32, false);
    for (uint32_t i = 1; i < n; i++) {
        decode_source(d, i, TYPE_b32, false);
    }
    if (!has_c) {
        d->code->src[2] = (operand_row){ TABLE_CONSTANTS, constant_row32(d->program, 0) };
    } else if (d->s->operands[3].part != NULL) {
        fail_part(d, &d->s->operands[3], "the whole of it");
    }
}

static void decode_multiply(decoder *d, video_info *v)
{
    const operand *o = d->s->operands;
    is_signed(d, 0);                            // the signs of a, b and the minuses make that of the result
    v->signed_a = is_signed(d, 1);
    v->signed_b = is_signed(d, 2);
    v->plus_one = decode_take(d, MODIFIER_po);
    v->saturates = decode_take(d, MODIFIER_sat);
    v->scale = decode_take(d, MODIFIER_shr7) ? 7 : decode_take(d, MODIFIER_shr15) ? 15 : 0;
    decode_words(d, true);
    scalar_parts(d, v);
    v->minus_product = o[1].minus != o[2].minus;
    v->minus_c = o[3].minus;
    if (o[0].minus || o[0].part != NULL) {
        decode_fail(d, "operand 1 is no plain register, expected a destination");
    }
    if ((v->minus_product && v->minus_c) || (v->plus_one && (o[1].minus || o[2].minus || o[3].minus))) {
        decode_fail(d, "a minus found, expected one of a product or of c, and none with .po");
    }
    v->signed_result = v->signed_a || v->signed_b || v->minus_product || v->minus_c;
    d->code->run = run_video_mad;
}

void decode_video(decoder *d)
{
    video_info *v = program_alloc(d->program, sizeof *v);
    const video_row *row = row_of(d->s->mnemonic);
    v->operation = (uint8_t)row->operation;
    v->elements = row->elements;
    d->code->video = v;
    if (v->operation == VIDEO_mad) {
        decode_multiply(d, v);
        return;
    }
    take_words(d, v);
    v->second = (uint8_t)take_second(d, v);
    if (v->elements > 1 && v->saturates && v->second != VIDEO_MERGE) {
        decode_fail(d, ".sat and .add found, expected one of them");
    }
    decode_operand_count(d, 3, 4);
    if (v->elements > 1) {
        decode_words(d, true);
        mask_parts(d, v);
        vector_parts(d, v, &d->s->operands[1], false, v->a);
        vector_parts(d, v, &d->s->operands[2], true, v->b);
    } else {
        bool merges = d->s->operands[0].part != NULL;
        if (merges && v->second != VIDEO_MERGE) {
            decode_fail(d, "a part of the destination and a second operation found, expected one of them");
        }
        decode_words(d, merges || v->second != VIDEO_MERGE);
        scalar_parts(d, v);
    }
    d->code->run = run_video;
}
