// SPDX-License-Identifier: BSD-3-Clause
#include "tests/sim/random/form_list.h"

#include <malloc.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/frontend/decode/decode.h"

enum { MOST_WORDS = 6, MOST_TYPES = 3, MOST_FORMS = 1 << 15, RENEWED = 2000, KEPT_BYTES = 16 << 20 };

// Operands: h w d p registers of 16, 32, 64 bits, predicates; c e x of the class of the first type, of the second, of
// twice the first; A an address; T a texture or surface with four coordinates of 32 bits; I a number; 2 4 vectors of the class behind them; | in front of a second destination.
static const char *const shapes[] = {
    "",         "I",       "A",         "w",         "c c",     "c c c", "c c c c", "c e",     "x c c",   "x c c x",
    "w c",      "c c w",   "c c w w",   "c c c w w", "p p",     "p p p", "p c c",   "p c c p", "c c c p", "c c c e",
    "c e e",    "c e e p", "c c c c c", "w w w w I", "w p",     "w p w", "p p w",   "w c w",   "p d",     "w |p w",
    "c |p c w", "c A",     "2c A",      "4c A",      "A c",     "A 2c",  "A 4c",    "c A c",   "c A c c", "I I",
    "I w",      "p I p",   "w I p",     "p I w p",   "w I w p", "c 2e",  "c 4e",    "2e c",    "4c T",
    "4c T w",   "p c",     "c T",       "2c T",      "T c",     "T 2c",    "T 4c"};
enum { SHAPES = sizeof shapes / sizeof *shapes };
_Static_assert(SHAPES <= 64, "a bit each");

// Words without which the decoder refuses every other one: what it says does not change until all of them are there.
static const struct { ptx_mnemonic mnemonic; ptx_modifier words[2]; } begun[] = {{PTX_tld4, {MODIFIER_2d, MODIFIER_v4}}};

typedef struct { uint8_t words[MOST_WORDS], n_words, types[MOST_TYPES], n_types; ptx_mnemonic mnemonic; } opcode;
typedef struct { insn insn; insn_code code; video_info video; uint8_t types[MOST_TYPES]; ptx_mnemonic mnemonic; } decoded;
typedef struct { decoded what; opcode shortest; unsigned shape; } entry;

typedef struct {
    form_list *list;
    program   *program;
    function   function;
    ptx_error  error;
    symbol     registers[4][6];          // h w d p
    uint32_t   decoded;                  // since the program was new
    bool       lacks_type;               // a type was missing since this was cleared
    entry     *entries;                  // beside list->forms
} prober;

static void renew(prober *p)
{
    static const char empty[] = ".version 9.0\n.target sm_75\n.address_size 64\n";
    static const ptx_type types[] = {TYPE_b16, TYPE_b32, TYPE_b64, TYPE_pred};
    program_free(p->program);
    p->program = program_parse("forms", empty, strlen(empty), &p->error);
    if (!p->program) abort();
    p->program->error = &p->error;
    p->function = (function){.name = "forms", .program = p->program, .is_entry = true};
    for (unsigned c = 0; c < 4; c++) {
        for (unsigned i = 0; i < 6; i++)
            p->registers[c][i] =
                (symbol){.kind = SYMBOL_REGISTER, .name = "%r", .type = types[c], .number = 1 + 6 * c + i};
    }
    p->decoded = 0;
}

static char class_of(ptx_type type, bool twice)
{
    uint32_t bytes = type_bytes(type) << twice;
    return type == TYPE_pred ? 'p' : bytes <= 2 ? 'h' : bytes == 4 ? 'w' : 'd';
}

static operand register_operand(prober *p, char class, unsigned number)
{
    return (operand){.kind = OPERAND_REGISTER, .symbol = &p->registers[strchr("hwdp", class) - "hwdp"][number]};
}

static void add_operand(prober *p, statement *s, const opcode *o, const char *text, operand elements[4])
{
    static operand coordinates[4];
    bool second = *text == '|';
    text += second;
    unsigned count = *text == '2' ? 2 : *text == '4' ? 4 : 0;
    char code = text[count > 0];
    operand made = {.kind = OPERAND_INTEGER, .value = 1, .type = TYPE_none};
    if (code == 'A') made = (operand){.kind = OPERAND_ADDRESS, .symbol = &p->registers[2][5]};
    else if (code == 'T') {
        for (unsigned i = 0; i < 4; i++) coordinates[i] = register_operand(p, 'w', 2 + i);
        made = (operand){.kind = OPERAND_TEXTURE, .symbol = &p->registers[2][5], .count = 4, .elements = coordinates};
    }
    else if (code != 'I') {
        ptx_type type = (ptx_type)o->types[code == 'e'];
        char class = strchr("cex", code) ? class_of(type, code == 'x') : code;
        if (count && code == 'e') class = count == 2 ? class_of(type, false) : 'h';
        for (unsigned i = 0; i < count; i++) elements[i] = register_operand(p, class, i);
        made = count ? (operand){.kind = OPERAND_VECTOR, .count = count, .elements = elements}
                     : register_operand(p, class, s->n_operands);
    }
    if (second) s->second = made, s->has_second = true;
    else s->operands[s->n_operands++] = made;
}

// The decoder's answer to the opcode with operands of this shape. *taken: how many of its words it has asked for.
static bool decode(prober *p, const opcode *o, unsigned shape, decoded *result, unsigned *taken)
{
    if (p->decoded++ > RENEWED) renew(p);
    static statement s;
    operand elements[4];
    s = (statement){.mnemonic = o->mnemonic,
                    .line = 1,
                    .text = "",
                    .callee = &p->function,
                    .n_modifiers = o->n_words,
                    .n_types = o->n_types};
    memcpy(s.modifiers, o->words, o->n_words);
    memcpy(s.types, o->types, o->n_types);
    for (const char *at = shapes[shape]; *at; at += strcspn(at, " "), at += *at == ' ')
        add_operand(p, &s, o, at, elements);
    p->function.is_entry =
        o->mnemonic != PTX_st;       // .param: what a caller hands over is stored, an entry's parameters are not
    p->program->n_insns = 0;
    bool good = setjmp(p->program->failed) == 0;
    if (good) decode_statement(p->program, &p->function, &s);
    *taken = o->n_words - s.n_modifiers;
    p->lacks_type |= !good && strstr(p->error.text, "a type is missing");
    if (!good) return false;
    const insn *made = &p->program->insns[0];
    memset(result, 0, sizeof *result);
    result->insn = *made;
    result->code = *made->code;
    result->insn.code = NULL;
    result->insn.flags &=
        ~(uint32_t)(INSN_PAST_L1D | INSN_AT_L1D);       // where data are looked for is a word, not a form
    result->code.whole_words = false;                   // .volatile, as well
    if (made->code->video) result->video = *made->code->video;
    result->code.video = NULL;
    result->code.call = NULL;
    memset(result->code.dst, 0, sizeof result->code.dst);
    memset(result->code.src, 0, sizeof result->code.src);
    memcpy(result->types, o->types, sizeof result->types);
    result->mnemonic = o->mnemonic;
    return true;
}

static bool same(const decoded *a, const decoded *b)
{
    return a->mnemonic == b->mnemonic && memcmp(a->types, b->types, sizeof a->types) == 0 &&
           memcmp(&a->insn, &b->insn, sizeof a->insn) == 0 && memcmp(&a->code, &b->code, sizeof a->code) == 0 &&
           memcmp(&a->video, &b->video, sizeof a->video) == 0;
}

// With operands of any shape, that of `first` before all. Of what is refused, a number that tells refusals apart.
// hopeless: whatever the operands are, the type is refused, so that no word will help. kinds: one shape, as a bit, of all
// those that are refused in the same words.
typedef struct { bool accepted, all_taken, hopeless; unsigned shape; decoded what; uint64_t refusal, kinds; } answer;

static uint64_t hash(uint64_t h, const char *text)
{
    for (; *text; text++) h = (h ^ (uint8_t)*text) * UINT64_C(0x100000001b3);
    return h;
}

static void ask(prober *p, const opcode *o, unsigned first, answer *a)
{
    unsigned taken, n_kinds = 0;
    uint64_t kinds[SHAPES];
    ptx_error one = {""};
    *a = (answer){.refusal = UINT64_C(0xcbf29ce484222325)};
    for (unsigned i = 0; i < SHAPES; i++) {
        unsigned shape = i == 0 ? first : i <= first ? i - 1 : i;
        if (decode(p, o, shape, &a->what, &taken)) {
            a->accepted = a->all_taken = true;
            a->hopeless = false;
            a->shape = shape;
            return;
        }
        a->all_taken |= taken == o->n_words;
        if (i == 0) {
            one = p->error;
            const char *type = strstr(one.text, "type .");
            a->hopeless = type && strstr(type, " found");
        }
        a->hopeless = a->hopeless && strcmp(one.text, p->error.text) == 0;
        a->refusal = hash(a->refusal, p->error.text);
        kinds[n_kinds] = hash(0, p->error.text);
        unsigned k = 0;
        while (kinds[k] != kinds[n_kinds]) k++;
        if (k < n_kinds) continue;
        n_kinds++;
        a->kinds |= UINT64_C(1) << shape;
    }
}

static void print_opcode(const opcode *o, char *to, size_t size)
{
    size_t n = (size_t)snprintf(to, size, "%s", mnemonic_name(o->mnemonic));
    for (unsigned i = 0; i < o->n_words; i++)
        n += (size_t)snprintf(to + n, size - n, ".%s", modifier_name((ptx_modifier)o->words[i]));
    for (unsigned i = 0; i < o->n_types; i++)
        n += (size_t)snprintf(to + n, size - n, ".%s", type_name((ptx_type)o->types[i]));
}

static bool find(const prober *p, const decoded *what, uint32_t from, uint32_t *at)
{
    for (*at = from; *at < p->list->count; (*at)++) {
        if (same(&p->entries[*at].what, what)) return true;
    }
    return false;
}

static void add_form(prober *p, const opcode *o, const answer *a)
{
    form_list *list = p->list;
    if (list->count == MOST_FORMS) abort();
    ptx_form *form = &list->forms[list->count];
    *form = (ptx_form){.mnemonic = o->mnemonic};
    print_opcode(o, form->name, sizeof form->name);
    p->entries[list->count++] = (entry){a->what, *o, a->shape};
}

static bool has_word(const opcode *o, unsigned word) { return memchr(o->words, (int)word, o->n_words) != NULL; }

typedef struct { opcode opcode; bool accepted; unsigned shape; uint64_t refusal, kinds; } node;

// Whether the decoder asks for the last word of `more`, which is behind those of `n`: a decoder that says the same of two
// shapes has asked for the same words.
static bool is_asked_for(prober *p, const node *n, const opcode *more)
{
    decoded what;
    unsigned taken;
    if (n->accepted) return decode(p, more, n->shape, &what, &taken) || taken == more->n_words;
    for (uint64_t left = n->kinds; left; left &= left - 1) {
        if (decode(p, more, (unsigned)__builtin_ctzll(left), &what, &taken) || taken == more->n_words) return true;
    }
    return false;
}

// Words are added to what is accepted, as long as they make another instruction of it, and to what is refused, as long
// as the refusal becomes another one.
static void search(prober *p, const opcode *base, const answer *first)
{
    static node queue[1 << 14];
    uint32_t head = 0, tail = 0, from = p->list->count, at;
    if (first->hopeless) return;
    if (first->accepted) add_form(p, base, first);
    queue[tail++] = (node){*base, first->accepted, first->shape, first->refusal, first->kinds};
    while (head < tail) {
        const node n = queue[head++];
        for (unsigned word = 0; word < MODIFIER_COUNT && n.opcode.n_words < MOST_WORDS; word++) {
            opcode more = n.opcode;
            answer a;
            if (has_word(&more, word)) continue;
            more.words[more.n_words++] = (uint8_t)word;
            if (!is_asked_for(p, &n, &more)) continue;
            ask(p, &more, n.shape, &a);
            if (!a.all_taken || (!n.accepted && !a.accepted && a.refusal == n.refusal)) continue;
            if (a.accepted && find(p, &a.what, from, &at)) {
                if (p->entries[at].shortest.n_words < more.n_words || !has_word(&p->entries[at].shortest, word))
                    p->list->synonym[base->mnemonic][word] |= !has_word(&p->entries[at].shortest, word);
                continue;
            }
            if (a.accepted) add_form(p, &more, &a);
            else if (more.n_words > 3) continue;
            if (tail == sizeof queue / sizeof *queue) abort();
            queue[tail++] = (node){more, a.accepted, a.shape, a.refusal, a.kinds};
        }
    }
}

// Forms with the types of `o` and as many more as the decoder then misses. Those with fewer types have no more.
static void search_types(prober *p, opcode o)
{
    const uint32_t before = p->list->count;
    answer a;
    p->lacks_type = false;
    ask(p, &o, 0, &a);
    search(p, &o, &a);
    const bool has_types = o.mnemonic == PTX_bar || o.mnemonic == PTX_barrier;       // those of them that reduce
    if (!p->lacks_type || (p->list->count > before && !has_types) || o.n_types == MOST_TYPES) return;
    o.n_types++;
    for (unsigned type = TYPE_none + 1; type < TYPE_COUNT; type++) {
        o.types[o.n_types - 1] = (uint8_t)type;
        search_types(p, o);
    }
}

static void search_mnemonic(prober *p, ptx_mnemonic mnemonic)
{
    const uint32_t before = p->list->count;
    opcode o = {.mnemonic = mnemonic};
    for (size_t i = 0; i < sizeof begun / sizeof *begun; i++) {
        for (unsigned w = 0; w < 2 && begun[i].mnemonic == mnemonic; w++) o.words[o.n_words++] = (uint8_t)begun[i].words[w];
    }
    search_types(p, o);
    p->list->shapeless[mnemonic] = p->list->count == before;
}

form_list *form_list_new(void)
{
    form_list *list = calloc(1, sizeof *list);
    prober *p = calloc(1, sizeof *p);
    if (!list || !p) abort();
    list->hidden = p;
    list->forms = calloc(MOST_FORMS, sizeof *list->forms);
    p->entries = calloc(MOST_FORMS, sizeof *p->entries);
    if (!list->forms || !p->entries) abort();
    p->list = list;
    renew(p);
    mallopt(M_TRIM_THRESHOLD, KEPT_BYTES);               // of a program that is freed, for the next one
    for (unsigned m = 0; m < PTX_MNEMONIC_COUNT; m++) search_mnemonic(p, (ptx_mnemonic)m);
    return list;
}

// "setp.lo.and.u32" in parts. False when a part is neither word nor type, or there are too many.
static bool read_opcode(const char *text, opcode *o)
{
    size_t length = strcspn(text, ".");
    *o = (opcode){.mnemonic = mnemonic_find(text, (uint32_t)length)};
    if (o->mnemonic == PTX_MNEMONIC_COUNT) return false;
    for (text += length; *text == '.'; text += length) {
        length = strcspn(++text, ".");
        ptx_type type = type_find(text, (uint32_t)length);
        ptx_modifier word = modifier_find(text, (uint32_t)length);
        if (type != TYPE_none && o->n_types < MOST_TYPES) o->types[o->n_types++] = (uint8_t)type;
        else if (word != MODIFIER_COUNT && o->n_words < MOST_WORDS) o->words[o->n_words++] = (uint8_t)word;
        else return false;
    }
    return true;
}

bool form_list_count(form_list *list, const char *text, uint32_t times)
{
    prober *p = list->hidden;
    opcode o;
    answer a;
    uint32_t at;
    if (!read_opcode(text, &o)) return false;
    ask(p, &o, 0, &a);
    if (!a.accepted || !find(p, &a.what, 0, &at)) return false;
    list->forms[at].uses += times;
    for (unsigned i = 0; i < o.n_words; i++) list->synonym_uses[o.mnemonic][o.words[i]] += times;
    return true;
}

void form_list_free(form_list *list)
{
    prober *p = list->hidden;
    program_free(p->program);
    free(p->entries);
    free(p);
    free(list->forms);
    free(list);
}
