// SPDX-License-Identifier: BSD-3-Clause
// See sim/trace/instructions.h.
#include "sim/trace/instructions.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_OPCODE = 128, TEXT_BYTES = 1 << 26 };           // of one opcode; of all stored lines
enum { PC_FUNCTIONS = 1024 };          // functions of a kernel that have an instruction at the same PC
static const uint32_t NONE = UINT32_MAX;

void insn_table_free(insn_table *t)
{
    for (uint32_t i = 0; i < t->count; i++) {
        free(t->rows[i].text);
        free((char *)t->rows[i].insn.opcode);
    }
    free(t->rows);
    free(t->heads);
    free(t->number);
    free(t->row);
    *t = (insn_table){ 0 };
}

static uint32_t place_of(const insn_table *t, uint64_t pc)
{
    return (uint32_t)((pc >> 3) * 0x9E3779B97F4A7C15u >> 32) & (t->hash_size - 1);
}

static void grow_hash(insn_table *t)
{
    t->hash_size = t->hash_size ? 4 * t->hash_size : 1024;
    t->heads = realloc(t->heads, t->hash_size * sizeof *t->heads);
    memset(t->heads, 0xFF, t->hash_size * sizeof *t->heads);
    // backwards, so that each chain begins with the older rows
    for (uint32_t i = t->count; i-- > 0;) {
        uint32_t *head = &t->heads[place_of(t, t->rows[i].insn.pc)];

        t->rows[i].next = *head;
        *head = i;
    }
}

// NONE: too many at that PC already.
static uint32_t add_row(insn_table *t, const static_insn *row)
{
    uint32_t *at, same = 0;

    if (t->count == t->room) {
        t->room = t->room ? 2 * t->room : 256;
        t->rows = realloc(t->rows, t->room * sizeof *t->rows);
    }
    if (2 * t->count >= t->hash_size)
        grow_hash(t);
    for (at = &t->heads[place_of(t, row->insn.pc)]; *at != NONE; at = &t->rows[*at].next)
        same += t->rows[*at].insn.pc == row->insn.pc;
    if (same == PC_FUNCTIONS)
        return NONE;
    t->rows[t->count] = *row;
    t->rows[t->count].next = NONE;
    *at = t->count;
    t->text_bytes += row->length;
    return t->count++;
}

typedef struct { uint64_t pc; uint32_t row; } placed_row;
static int by_pc(const void *a, const void *b)
{
    const placed_row *x = a, *y = b;

    return x->pc != y->pc ? (x->pc < y->pc ? -1 : 1) : (x->row > y->row) - (x->row < y->row);
}

void insn_table_sort(insn_table *t)
{
    placed_row *order = calloc(t->count + 1, sizeof *order);

    t->number = calloc(t->count + 1, sizeof *t->number);
    t->row = calloc(t->count + 1, sizeof *t->row);
    for (uint32_t i = 0; i < t->count; i++)
        order[i] = (placed_row){ t->rows[i].insn.pc, i };
    qsort(order, t->count, sizeof *order, by_pc);
    for (uint32_t i = 0; i < t->count; i++) {
        t->row[i] = order[i].row;
        t->number[order[i].row] = i;
    }
    free(order);
}

// --- the first line of a static instruction
static bool take_register(lines *l, const char **at, trace_register *r)
{
    static const struct { const char *text; trace_register_kind kind; unsigned last, none; } kinds[] = {
        { "UR", TRACE_UR, 63, 63 }, { "UP", TRACE_UP, 7, 7 }, { "R", TRACE_R, 255, 255 }, { "P", TRACE_P, 7, 7 },
        { "B", TRACE_B, 63, 64 }
    };
    static const struct { const char *text; trace_register_kind kind; } nothing[] = {
        { "URZ", TRACE_UR }, { "UPT", TRACE_UP }, { "RZ", TRACE_R }, { "PT", TRACE_P }
    };

    for (size_t i = 0; i < sizeof nothing / sizeof nothing[0]; i++) {
        size_t length = strlen(nothing[i].text);

        if (strncmp(*at, nothing[i].text, length) == 0 && is_word_end((*at)[length])) {
            *r = (trace_register){ TRACE_REGISTER_KINDS, 0 };
            *at = skip_blanks(*at + length);
            return true;
        }
    }
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        size_t length = strlen(kinds[i].text);
        const char *p = *at + length;
        uint64_t number;

        if (strncmp(*at, kinds[i].text, length) != 0 || !take_decimal(&p, kinds[i].last, &number))
            continue;
        *r = (trace_register){ (uint8_t)(number >= kinds[i].none ? TRACE_REGISTER_KINDS : kinds[i].kind), (uint8_t)number };
        *at = p;
        return true;
    }
    return lines_mistake(l, *at, "a register: R0 to R255, UR0 to UR63, P0 to P7");
}

static bool take_registers(lines *l, const char **at, const char *what, unsigned most, trace_register *list, uint8_t *count, bool *none_first)
{
    const char *first = *at;
    uint64_t number;

    if (!take_decimal(at, most, &number))
        return lines_mistake(l, first, "the number of %s registers, 0 to %u", what, most);
    *count = 0;
    *none_first = false;
    for (uint64_t i = 0; i < number; i++) {
        trace_register r;

        if (!take_register(l, at, &r))
            return false;
        if (r.kind != TRACE_REGISTER_KINDS)
            list[(*count)++] = r;
        else
            *none_first |= i == 0;
    }
    return true;
}

static bool take_opcode(lines *l, const char **at, char *opcode)
{
    size_t length = 0;

    while (!is_word_end((*at)[length])) {
        char c = (*at)[length];

        if (!((c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' || (c >= 'a' && c <= 'z'))
            || (length == 0 && !(c >= 'A' && c <= 'Z')) || length == MAX_OPCODE - 1)
            return lines_mistake(l, *at, "an opcode");
        opcode[length++] = c;
    }
    if (length == 0)
        return lines_mistake(l, *at, "an opcode");
    opcode[length] = '\0';
    *at = skip_blanks(*at + length);
    return true;
}

// From after the mask to the width; *at moves past it and its blanks, *text_end past its last digit.
static bool take_static(lines *l, const line_format *f, const char **at, const char **text_end, static_insn *s)
{
    char opcode[MAX_OPCODE];
    const char *place, *width_at;
    bool no_result;
    uint64_t width;

    if (!take_registers(l, at, "destination", TRACE_MAX_DST, s->insn.dst, &s->insn.n_dst, &no_result))
        return false;
    place = *at;
    if (!take_opcode(l, at, opcode) || !take_registers(l, at, "source", TRACE_MAX_SRC, s->insn.src, &s->insn.n_src, &s->insn.no_address))
        return false;
    *text_end = *at;
    while (!is_word_end(**text_end))
        ++*text_end;
    width_at = *at;
    if (!take_decimal(at, 255, &width))
        return lines_mistake(l, width_at, "the bytes of the access, 0 for none");
    if (width & (width - 1))
        return lines_mistake(l, width_at, "the bytes of the access, a power of two");
    s->text_width = (uint8_t)width;
    s->insn.opcode = opcode;
    s->bulk = strncmp(opcode, "UTMA", 4) == 0 || strncmp(opcode, "UBLK", 4) == 0;
    if (!opcode_decode(&s->insn, f->generation) && f->unknown == TRACE_UNKNOWN_REFUSE) {
        s->insn.opcode = NULL;
        return lines_mistake(l, place, "an opcode of %s (sm_%u); --unknown-opcode int takes others for integer adds",
                             generation_names[f->generation], f->binary_version);
    }
    s->insn.addressed = s->insn.memory && width && s->insn.space != TRACE_TEXTURE;
    s->insn.opcode = strdup(opcode);
    return true;
}

// A line seen for the first time.
static bool new_line(lines *l, insn_table *t, const line_format *f, uint64_t pc, uint64_t source, const char **at, uint32_t *row)
{
    static_insn s = { .insn = { .pc = pc, .line = (uint32_t)source } };
    const char *text = *at, *text_end;

    if (f->closed)
        return lines_fault(l, text, "this line was not there before: the file has changed while it was read");
    if (!take_static(l, f, at, &text_end, &s))
        return false;
    s.length = (uint32_t)(text_end - text);
    if (t->count == TRACE_MAX_INSNS || t->text_bytes + s.length > TEXT_BYTES) {
        free((char *)s.insn.opcode);
        return lines_fault(l, text, "more than %d different instructions, or 64 MB of them, expected those of one kernel",
                           TRACE_MAX_INSNS);
    }
    s.text = malloc(s.length);
    memcpy(s.text, text, s.length);
    *row = add_row(t, &s);
    if (*row != NONE)
        return true;
    free(s.text);
    free((char *)s.insn.opcode);
    return lines_fault(l, text, "more than %d different instructions at PC %llx, expected one of each function", PC_FUNCTIONS,
                       (unsigned long long)pc);
}

// The row of a PC whose text is at this place.
static inline uint32_t find(const insn_table *t, uint64_t pc, const char *at, const char *end)
{
    if (!t->hash_size)
        return NONE;
    for (uint32_t i = t->heads[place_of(t, pc)]; i != NONE; i = t->rows[i].next) {
        const static_insn *s = &t->rows[i];

        if (s->insn.pc == pc && (size_t)(end - at) >= s->length && memcmp(s->text, at, s->length) == 0
            && is_word_end(at[s->length]))
            return i;
    }
    return NONE;
}

// --- addresses
static bool gap_in(uint32_t mask)
{
    uint32_t low = mask & -mask;

    return mask && (mask + low) & mask;
}

// No lane's access goes beyond the last byte of 64 bits.
enum { WIDTH_MAX = 255 };
static bool below_end(uint64_t address) { return address <= UINT64_MAX - WIDTH_MAX; }

static bool wraps(lines *l, const char *first)
{
    return lines_fault(l, first, "addresses that leave 64 bits, expected those of each active lane from 0 to %llx",
                       (unsigned long long)(UINT64_MAX - WIDTH_MAX));
}

static bool take_list(lines *l, const char **at, line_insn *o)
{
    unsigned n = 0, lanes = (unsigned)__builtin_popcount(o->mask);
    const char *first = *at;

    o->form = ADDRESSES_LIST;
    o->list[0] = 0;
    for (; n < lanes; n++) {
        if (!take_hex(at, 16, &o->list[n]))
            return lines_mistake(l, *at, "the address of active lane %u of %u, hexadecimal", n + 1, lanes);
        if (!below_end(o->list[n]))
            return wraps(l, first);
    }
    return true;
}

static bool take_stride(lines *l, const char **at, line_insn *o)
{
    const char *first = *at;
    int64_t lanes = __builtin_popcount(o->mask), span;
    uint64_t last;

    o->form = ADDRESSES_STRIDE;
    if (!take_hex(at, 16, &o->base))
        return lines_mistake(l, *at, "the first address, hexadecimal");
    if (!take_signed(at, &o->stride))
        return lines_mistake(l, *at, "the stride in bytes");
    if (gap_in(o->mask))
        return lines_fault(l, first, "base and stride for mask %08x, expected active lanes side by side, or form 2",
                           (unsigned)o->mask);
    if (lanes && (__builtin_mul_overflow(o->stride, lanes - 1, &span) || __builtin_add_overflow(o->base, span, &last) ||
                  !below_end(o->base) || !below_end(last)))
        return wraps(l, first);
    return true;
}

static bool take_deltas(lines *l, const char **at, line_insn *o)
{
    unsigned lanes = (unsigned)__builtin_popcount(o->mask);
    const char *first = *at;
    int64_t delta;

    o->form = ADDRESSES_LIST;
    if (!take_hex(at, 16, &o->list[0]))
        return lines_mistake(l, *at, "the first address, hexadecimal");
    for (unsigned n = 1; n < lanes; n++) {
        if (!take_signed(at, &delta))
            return lines_mistake(l, *at, "the difference of active lane %u of %u to the one before", n + 1, lanes);
        if (__builtin_add_overflow(o->list[n - 1], delta, &o->list[n]) || !below_end(o->list[n]))
            return wraps(l, first);
    }
    if (lanes && !below_end(o->list[0]))
        return wraps(l, first);
    return true;
}

static bool take_addresses(lines *l, const char **at, line_insn *o)
{
    const char *place = *at;
    uint64_t form;

    if (!take_decimal(at, 2, &form))
        return lines_mistake(l, place, "the form of the addresses: 0 list, 1 base and stride, 2 base and differences");
    return form == 0 ? take_list(l, at, o) : form == 1 ? take_stride(l, at, o) : take_deltas(l, at, o);
}

static bool take_immediate(lines *l, const char **at, trace_insn *insn)
{
    int64_t number;
    uint64_t bits;

    if (take_signed(at, &number))
        bits = (uint64_t)number;
    else if (!((*at)[0] == '0' && take_hex(at, 16, &bits)) && !take_decimal(at, UINT64_MAX, &bits))
        return lines_mistake(l, *at, "the immediate");
    insn->immediate = bits;
    return true;
}

bool line_read(lines *l, insn_table *t, const line_format *f, line_insn *o)
{
    const char *at = l->at;
    uint64_t source = 0, pc, mask;
    const static_insn *s;

    if (f->line_info && !take_decimal(&at, UINT32_MAX, &source))
        return lines_mistake(l, at, "the line of the source, then PC and mask");
    if (!take_hex(&at, 16, &pc))
        return lines_mistake(l, at, "a PC, hexadecimal");
    if (l->end - at > 8 && memcmp(at, "ffffffff ", 9) == 0) {      // most lines have this
        mask = UINT32_MAX;
        at = skip_blanks(at + 9);
    } else if (!take_hex(&at, 8, &mask))
        return lines_mistake(l, at, "the mask of active lanes, at most 8 hexadecimal digits");
    o->mask = (uint32_t)mask;
    o->row = find(t, pc, at, l->end);
    if (o->row != NONE)
        at = skip_blanks(at + t->rows[o->row].length);
    else if (!new_line(l, t, f, pc, source, &at, &o->row))
        return false;
    s = &t->rows[o->row];
    o->form = ADDRESSES_NONE;
    if (s->bulk)
        return true;
    if (s->text_width && !take_addresses(l, &at, o))
        return false;
    if (f->immediate && !take_immediate(l, &at, &t->rows[o->row].insn))
        return false;
    return *at == '\n' || lines_mistake(l, at, "the end of the line");
}
