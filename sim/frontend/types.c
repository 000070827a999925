// SPDX-License-Identifier: BSD-3-Clause
// The tables of types.h as strings and sizes, and their look-up by name.
#include "sim/frontend/types.h"

#include <string.h>

static const struct { const char *name; uint8_t bytes; char letter; } types[TYPE_COUNT] = {
    [TYPE_none] = { "none", 0, '?' },
#define X(name, bytes, letter) [TYPE_##name] = { #name, bytes, letter },
    PTX_TYPES(X)
#undef X
};

static const char *const modifiers[MODIFIER_COUNT] = {
#define X(name) [MODIFIER_##name] = #name,
    PTX_MODIFIERS(X)
#undef X
};

static const char *const mnemonics[PTX_MNEMONICS_END] = {
#define X(name) [PTX_##name] = #name,
    PTX_MNEMONICS(X)
    PTX_VIDEO_MNEMONICS(X)
    PTX_MATRIX_MNEMONICS(X)
    PTX_ASYNC_MNEMONICS(X)
#undef X
};

static const char *const matrix_words[WORD_COUNT] = {
#define X(name) [WORD_##name] = #name,
    PTX_MATRIX_WORDS(X)
#undef X
};

static const char *const async_words[ASYNC_COUNT] = {
#define X(name) [ASYNC_##name] = #name,
    PTX_ASYNC_WORDS(X)
#undef X
};

static const struct { const char *name; uint32_t bytes; } specials[SPECIAL_COUNT] = {
#define X(id, name, bytes) [SPECIAL_##id] = { name, bytes },
    PTX_SPECIALS(X)
#undef X
};

static bool same(const char *name, const char *text, uint32_t length)
{
    return name[0] == text[0] && (length < 2 || name[1] == text[1]) && strncmp(name, text, length) == 0 && name[length] == '\0';
}

uint32_t type_bytes(ptx_type type)
{
    return types[type].bytes;
}

char type_letter(ptx_type type)
{
    return types[type].letter;
}

const char *type_name(ptx_type type)
{
    return types[type].name;
}

bool type_is_float(ptx_type type)
{
    return types[type].letter == 'f';
}

bool type_is_half(ptx_type type)
{
    return type >= TYPE_f16 && type <= TYPE_bf16x2;
}

bool type_is_pair(ptx_type type)
{
    return type == TYPE_f16x2 || type == TYPE_bf16x2;
}

bool type_is_bfloat(ptx_type type)
{
    return type == TYPE_bf16 || type == TYPE_bf16x2;
}

bool integer_fits(uint64_t magnitude, bool negative, uint32_t bytes)
{
    uint64_t most = bytes >= 8 ? UINT64_MAX : (1ull << 8 * bytes) - 1;
    return negative ? magnitude <= most / 2 + 1 : magnitude <= most;
}

bool type_is_signed(ptx_type type)
{
    return types[type].letter == 's';
}

ptx_type type_unsigned_of(uint32_t bytes)
{
    return bytes == 1 ? TYPE_u8 : bytes == 2 ? TYPE_u16 : bytes == 4 ? TYPE_u32 : TYPE_u64;
}

ptx_type type_find(const char *name, uint32_t length)
{
    for (int i = TYPE_none + 1; i < TYPE_COUNT; i++) {
        if (same(types[i].name, name, length)) {
            return (ptx_type)i;
        }
    }
    return TYPE_none;
}

// `count` if it is none of them.
static int find_word(const char *const *words, int count, const char *name, uint32_t length)
{
    int i = 0;
    while (i < count && !same(words[i], name, length)) {
        i++;
    }
    return i;
}

ptx_modifier modifier_find(const char *name, uint32_t length)
{
    return (ptx_modifier)find_word(modifiers, MODIFIER_COUNT, name, length);
}

ptx_mnemonic mnemonic_find(const char *name, uint32_t length)
{
    for (int i = 0; i < PTX_MNEMONICS_END; i++) {
        if (i != PTX_MNEMONIC_COUNT && same(mnemonics[i], name, length)) {
            return (ptx_mnemonic)i;
        }
    }
    return PTX_MNEMONIC_COUNT;
}

ptx_matrix_word matrix_word_find(const char *name, uint32_t length)
{
    return (ptx_matrix_word)find_word(matrix_words, WORD_COUNT, name, length);
}

const char *matrix_word_name(ptx_matrix_word word)
{
    return matrix_words[word];
}

ptx_async_word async_word_find(const char *name, uint32_t length)
{
    return (ptx_async_word)find_word(async_words, ASYNC_COUNT, name, length);
}

const char *async_word_name(ptx_async_word word)
{
    return async_words[word];
}

// %envreg0 to %envreg31, which a driver may set: one row that stays 0, except the two of a grid's barrier.
static bool is_environment(const char *name, uint32_t length)
{
    static const char stem[] = "%envreg";
    const uint32_t n = sizeof stem - 1;
    if (length <= n || length > n + 2 || memcmp(name, stem, n) != 0) {
        return false;
    }
    bool one = name[n] >= '0' && name[n] <= '9', two = length == n + 2;
    int tens = name[n] - '0', ones = two ? name[n + 1] - '0' : 0;
    return one && (!two || (tens > 0 && ones >= 0 && ones <= 9 && 10 * tens + ones < 32));
}

ptx_special special_find(const char *name, uint32_t length)
{
    int i = 0;
    if (is_environment(name, length)) {
        bool barrier = length == sizeof "%envreg" && (name[length - 1] == '1' || name[length - 1] == '2');
        return !barrier ? SPECIAL_envreg : name[length - 1] == '1' ? SPECIAL_envreg1 : SPECIAL_envreg2;
    }
    while (i < SPECIAL_COUNT && !same(specials[i].name, name, length)) {
        i++;
    }
    return (ptx_special)i;
}

const char *modifier_name(ptx_modifier modifier)
{
    return modifiers[modifier];
}

const char *mnemonic_name(ptx_mnemonic mnemonic)
{
    return mnemonics[mnemonic];
}

uint32_t special_bytes(ptx_special special)
{
    return specials[special].bytes;
}
