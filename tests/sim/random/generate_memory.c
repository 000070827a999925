// SPDX-License-Identifier: BSD-3-Clause
// Random loads, stores, atomics and calls. All accesses are aligned, in bounds and free of races:
// gathers read what no thread writes; stores go to the thread's own slots (global, local, shared); shared slots of
// others are read only between two barriers between which nobody writes; atomics on common slots commute and drop their
// results.
#include <stdio.h>
#include <string.h>

#include "tests/sim/random/generator.h"

static const gen_access forms[] = {
    {"u8", 1, 1},   {"s8", 1, 1},   {"b8", 1, 1},   {"u16", 1, 2},  {"s16", 1, 2},  {"b16", 1, 2},  {"u32", 1, 4},
    {"s32", 1, 4},  {"b32", 1, 4},  {"u32", 1, 4},  {"u64", 1, 8},  {"s64", 1, 8},  {"b64", 1, 8},  {"f32", 1, 4},
    {"f32", 1, 4},  {"f64", 1, 8},  {"u8", 2, 2},   {"s8", 2, 2},   {"b8", 2, 2},   {"u16", 2, 4},  {"s16", 2, 4},
    {"b16", 2, 4},  {"u32", 2, 8},  {"s32", 2, 8},  {"b32", 2, 8},  {"f32", 2, 8},  {"u64", 2, 16}, {"s64", 2, 16},
    {"b64", 2, 16}, {"f64", 2, 16}, {"u8", 4, 4},   {"s8", 4, 4},   {"b8", 4, 4},   {"u16", 4, 8},  {"s16", 4, 8},
    {"b16", 4, 8},  {"u32", 4, 16}, {"s32", 4, 16}, {"b32", 4, 16}, {"f32", 4, 16}};

// Of at most so many bytes.
gen_access gen_access_within(generator *g, unsigned bytes)
{
    gen_access a = PICK(g, forms);
    while (a.bytes > bytes) a = PICK(g, forms);
    return a;
}

static gen_access random_access(generator *g) { return gen_access_within(g, 16); }

const char *gen_vector_suffix(const gen_access *a) { return a->count == 1 ? "" : a->count == 2 ? ".v2" : ".v4"; }

// Narrow loads may fill wider registers; vectors take consecutive ones.
void gen_destination(generator *g, const gen_access *a, char *to, size_t size)
{
    static const char *const names[] = {"%rs", "%r", "%rd", "%f", "%fd"};
    static const unsigned counts[] = {HALVES, WORDS, LONGS, FLOATS, DOUBLES};
    char c = gen_class_of_type(a->type);
    if (a->count == 1) {
        bool widen = gen_chance(g, 30);
        if (c == 'h' && widen) c = gen_chance(g, 60) ? 'w' : 'd';
        else if (c == 'w' && widen) c = 'd';
        snprintf(to, size, "%s", gen_reg(g, c));
        return;
    }
    unsigned class = (unsigned)(strchr("hwdfg", c) - "hwdfg"), first = gen_below(g, counts[class] - a->count + 1);
    int n = snprintf(to, size, "{");
    for (unsigned i = 0; i < a->count; i++) {
        if (gen_chance(g, 8)) n += snprintf(to + n, size - (size_t)n, "%s_", i ? ", " : "");
        else n += snprintf(to + n, size - (size_t)n, "%s%s%u", i ? ", " : "", names[class], first + i);
    }
    snprintf(to + n, size - (size_t)n, "}");
}

// Elements of a vector may be numbers, and "_" leaves memory as it is.
void gen_stored_values(generator *g, const gen_access *a, char *to, size_t size)
{
    char c = gen_class_of_type(a->type);
    if (a->count == 1 && c == 'h' && gen_chance(g, 30)) c = 'w';
    int n = snprintf(to, size, "%s", a->count > 1 ? "{" : "");
    for (unsigned i = 0; i < a->count; i++) {
        const char *value = c == 'f' || c == 'g' ? gen_seen_float(g, c, i) : gen_reg(g, c);
        if (a->count > 1 && gen_chance(g, 20)) value = gen_chance(g, 40) ? "_" : gen_number(g, c);
        n += snprintf(to + n, size - (size_t)n, "%s%s", i ? ", " : "", value);
    }
    snprintf(to + n, size - (size_t)n, "%s", a->count > 1 ? "}" : "");
}

// Volatile, ordered and cache words: none changes a result here. `never_written`: no thread writes there.
static void access_words(generator *g, const char *space, bool load, bool never_written, char before[32],
                         const char **after)
{
    static const char *const load_caches[] = {".ca", ".cg", ".cs", ".lu", ".cv"}, *const store_caches[] = {
                                                                                      ".wb", ".wt", ".cg", ".cs"};
    static const char *const scopes[] = {".cta", ".gpu", ".sys"};
    bool fixed = strcmp(space, ".const") == 0 || strcmp(space, ".param") == 0;
    strcpy(before, "");
    *after = "";
    switch (fixed ? 99 : gen_below(g, 30)) {
    case 0: strcpy(before, ".volatile"); break;
    case 1: strcpy(before, ".weak"); break;
    case 2: snprintf(before, 32, ".relaxed%s", PICK(g, scopes)); break;
    case 3: snprintf(before, 32, "%s%s", load ? ".acquire" : ".release", PICK(g, scopes)); break;
    case 4: case 5: case 6: *after = load ? PICK(g, load_caches) : PICK(g, store_caches); break;
    case 7: case 8: if (never_written && strcmp(space, ".global") == 0) *after = ".nc"; break;
    default: break;
    }
}

static void load(generator *g, const gen_access *a, const char *space, const char *address, bool never_written)
{
    char to[64], before[32];
    const char *after;
    bool uniform = never_written && gen_chance(g, 8) && strcmp(space, ".const") != 0 && strcmp(space, ".param") != 0;
    access_words(g, space, true, never_written, before, &after);
    gen_destination(g, a, to, sizeof to);
    if (uniform) gen_emit(g, "ldu%s%s.%s %s, [%s]", space, gen_vector_suffix(a), a->type, to, address);
    else gen_emit(g, "ld%s%s%s%s.%s %s, [%s]", before, space, after, gen_vector_suffix(a), a->type, to, address);
}

static void load_from(generator *g, const gen_access *a, const char *space, const char *address)
{
    load(g, a, space, address, false);
}

static void store_to(generator *g, const gen_access *a, const char *space, const char *address)
{
    char from[96], before[32];
    const char *after;
    access_words(g, space, false, false, before, &after);
    gen_stored_values(g, a, from, sizeof from);
    gen_emit(g, "st%s%s%s%s.%s [%s], %s", before, space, after, gen_vector_suffix(a), a->type, address, from);
}

// A multiple of the access's size below `limit` bytes, from a register, into %off.
static void dynamic_offset(generator *g, const gen_access *a, unsigned limit)
{
    gen_emit_always(g, "and.b32 %%off, %s, %u", gen_reg(g, 'w'), limit - a->bytes);
}

static void gather(generator *g)
{
    gen_access a = random_access(g);
    bool generic = gen_chance(g, 30);
    const char *base = generic ? "%ingen" : "%in";
    char address[48];
    dynamic_offset(g, &a, INPUT_BYTES);
    switch (gen_below(g, 3)) {
    case 0:
        gen_emit_always(g, "cvt.u64.u32 %%adr, %%off");
        gen_emit_always(g, "add.s64 %%adr, %s, %%adr", base);
        break;
    case 1: gen_emit_always(g, "mad.wide.u32 %%adr, %%off, 1, %s", base); break;
    default:
        gen_emit_always(g, "mul.wide.s32 %%adr, %%off, 1");
        gen_emit_always(g, "add.s64 %%adr, %%adr, %s", base);
        break;
    }
    unsigned beyond = gen_below(g, INPUT_SLACK / a.bytes) * a.bytes;
    snprintf(address, sizeof address, beyond ? "%%adr+%u" : "%%adr", beyond);
    load(g, &a, generic ? "" : ".global", address, true);
}

static void constant(generator *g)
{
    gen_access a = random_access(g);
    char address[48];
    const char *space = ".const";
    unsigned at = gen_below(g, CONSTANT_BYTES / a.bytes) * a.bytes;
    if (gen_chance(g, 50)) {
        snprintf(address, sizeof address, "constants+%u", at);
    } else {
        dynamic_offset(g, &a, CONSTANT_BYTES);
        gen_emit_always(g, "mov.u64 %%adr, constants");
        gen_emit_always(g, "mad.wide.u32 %%adr, %%off, 1, %%adr");
        snprintf(address, sizeof address, "%%adr");
        if (gen_chance(g, 40)) {
            gen_emit_always(g, "cvta.const.u64 %%adr, %%adr");
            if (gen_chance(g, 50)) gen_emit_always(g, "cvta.to.const.u64 %%adr, %%adr");
            else space = "";
        }
    }
    load(g, &a, space, address, true);
}

static void module_global(generator *g)
{
    gen_access a = random_access(g);
    bool generic = gen_chance(g, 50);
    dynamic_offset(g, &a, MODULE_GLOBAL_BYTES);
    gen_emit_always(g, "mov.u64 %%adr, table");
    if (generic) gen_emit_always(g, "cvta.global.u64 %%adr, %%adr");
    gen_emit_always(g, "mad.wide.u32 %%adr, %%off, 1, %%adr");
    load(g, &a, generic ? "" : ".global", "%adr", true);
}

// Entry parameters that are no addresses; that of 16 bytes reaches into the next one.
static void parameter(generator *g)
{
    static const struct {
        unsigned number, bytes;
    } params[] = {{1, 1}, {3, 2}, {4, 4}, {6, 4}, {7, 16}, {8, 4}, {9, 8}, {10, 4}};
    unsigned which = gen_below(g, sizeof params / sizeof *params);
    gen_access a = gen_access_within(g, params[which].bytes);
    char address[64];
    unsigned at = gen_below(g, params[which].bytes / a.bytes) * a.bytes;
    const char *space = ".param";
    snprintf(address, sizeof address, "%s_param_%u+%u", g->launch->entry, params[which].number, at);
    if (gen_chance(g, 20)) {
        gen_emit_always(g, "mov.b64 %%adr, %s_param_%u", g->launch->entry, params[which].number);
        gen_emit_always(g, "cvta.param.u64 %%adr, %%adr");
        if (gen_chance(g, 50)) gen_emit_always(g, "cvta.to.param.u64 %%adr, %%adr");
        else space = "";
        snprintf(address, sizeof address, "%%adr+%u", at);
    }
    load(g, &a, space, address, true);
}

void gen_load_statement(generator *g)
{
    if (!g->in_function && gen_chance(g, 15)) parameter(g);
    else if (gen_chance(g, 25)) gen_texture_statement(g);
    else if (gen_chance(g, 60)) gather(g);
    else if (gen_chance(g, 50)) constant(g);
    else module_global(g);
}

static void own_global(generator *g)
{
    gen_access a = random_access(g);
    bool generic = gen_chance(g, 30);
    char address[48];
    unsigned at = gen_below(g, OWN_SCRATCH / a.bytes) * a.bytes;
    snprintf(address, sizeof address, "%s+%u", generic ? "%owngen" : "%own", at);
    if (gen_chance(g, 50)) store_to(g, &a, generic ? "" : ".global", address);
    else load_from(g, &a, generic ? "" : ".global", address);
}

static void own_local(generator *g)
{
    gen_access a = random_access(g);
    char address[48];
    const char *space = ".local", *base = "%depot";
    if (gen_chance(g, 10)) gen_emit_always(g, "cvta.to.local.u64 %%depot, %%depotgen");
    if (gen_chance(g, 30)) space = "", base = "%depotgen";
    if (gen_chance(g, 50)) {
        snprintf(address, sizeof address, "%s+%u", base, gen_below(g, DEPOT_BYTES / a.bytes) * a.bytes);
    } else {
        dynamic_offset(g, &a, DEPOT_BYTES);
        gen_emit_always(g, "mad.wide.u32 %%adr, %%off, 1, %s", base);
        snprintf(address, sizeof address, "%%adr");
    }
    if (gen_chance(g, 50)) store_to(g, &a, space, address);
    else load_from(g, &a, space, address);
}

static void own_shared(generator *g)
{
    static const char *const bases[] = {"%slot", "%slot64", "%slotgen"};
    gen_access a = random_access(g);
    const char *base = PICK(g, bases), *space = strcmp(base, "%slotgen") ? ".shared" : "";
    char address[48];
    if (gen_chance(g, 10)) gen_emit_always(g, "cvta.to.shared.u64 %%slot64, %%slotgen");
    unsigned at = gen_below(g, SLOT_BYTES / a.bytes) * a.bytes;
    snprintf(address, sizeof address, "%s+%u", base, at);
    if (gen_chance(g, 60)) store_to(g, &a, space, address);
    else load_from(g, &a, space, address);
}

void gen_read_others_slot(generator *g)
{
    gen_access a = random_access(g);
    char address[48];
    unsigned at = gen_below(g, SLOT_BYTES / a.bytes) * a.bytes;
    if (gen_chance(g, 50)) {
        gen_emit_always(g, "add.s32 %%off, %%ltid, %u", gen_below(g, 40));
        gen_emit_always(g, "rem.u32 %%off, %%off, %u", g->threads);
    } else {
        gen_emit_always(g, "rem.u32 %%off, %s, %u", gen_reg(g, 'w'), g->threads);
    }
    if (gen_chance(g, 30)) {
        gen_emit_always(g, "mad.lo.u32 %%off, %%off, %u, %%slots", SLOT_BYTES);
        gen_emit_always(g, "add.s32 %%off, %%off, 64");
        snprintf(address, sizeof address, "%%off+%d", (int)at - 64);
    } else {
        gen_emit_always(g, "mad.wide.u32 %%adr, %%off, %u, %%slots64", SLOT_BYTES);
        snprintf(address, sizeof address, "%%adr+%u", at);
    }
    load_from(g, &a, ".shared", address);
}

void gen_memory_statement(generator *g)
{
    unsigned kind = gen_below(g, 4);
    if (kind == 0 || g->in_function) own_local(g);
    else if (kind == 1 || g->phase == NO_SHARED) own_global(g);
    else if (g->phase == SHARED_OWN) own_shared(g);
    else gen_read_others_slot(g);
}

// What may stand before the space of an atomic: order and scope, neither of which changes a result here.
static const char *atomic_words(generator *g)
{
    static const char *const words[] = {".relaxed", ".acquire", ".release", ".acq_rel", ".cta", ".gpu", ".sys",
                                        ".relaxed.gpu", ".acq_rel.cta", ".release.sys"};
    return gen_chance(g, 25) ? PICK(g, words) : "";
}

// An atomic on a slot that only this thread uses: its result may be used.
void gen_atomic_own_statement(generator *g)
{
    static const char *const operations[] = {
        "add.u32", "add.s32", "min.s32",  "max.s32",  "min.u32", "max.u32", "and.b32", "or.b32",  "xor.b32",
        "inc.u32", "dec.u32", "add.u64",  "add.s64",  "min.u64", "max.u64", "min.s64", "max.s64", "and.b64",
        "or.b64",  "xor.b64", "exch.b32", "exch.b64", "cas.b32", "cas.b64", "add.f32", "add.f64"};
    const char *operation = PICK(g, operations), *type = strchr(operation, '.') + 1, *words = atomic_words(g);
    const char *space = ".global", *base = "%own", *value;
    char c = gen_class_of_type(type), address[48], compared[48] = "";
    bool is_float = type[0] == 'f', result = operation[0] == 'c' || operation[0] == 'e' || gen_chance(g, 70);
    unsigned at = type[0] != 'f' ? OWN_ATOMICS + 8 * gen_below(g, 8) : c == 'f' ? OWN_FLOAT : OWN_DOUBLE;
    if (gen_chance(g, 25)) space = "", base = "%owngen";
    if (g->phase == SHARED_OWN && !is_float && gen_chance(g, 40)) {
        space = gen_chance(g, 70) ? ".shared" : "", base = space[0] ? "%slot" : "%slotgen", at = 8 * gen_below(g, 2);
    }
    if (type[1] == '3' && !is_float) at += 4 * gen_below(g, 2);
    snprintf(address, sizeof address, "[%s+%u]", base, at);
    if (operation[0] == 'c') {                              // compared with what lies there, or with anything
        const char *old = c == 'w' ? "%tmp" : "%tmp64";
        if (gen_chance(g, 50)) gen_emit_always(g, "ld%s.%s %s, %s", space, type, old, address);
        else gen_emit_always(g, "mov.%s %s, %s", type, old, gen_source(g, c));
        snprintf(compared, sizeof compared, "%s, ", old);
    }
    if (is_float) {                                         // sums of small integers are exact, and no NaN
        value = c == 'f' ? "%clean0" : "%cleand0";
        gen_emit_always(g, "cvt.rn.%s.s8 %s, %s", type, value, gen_reg(g, 'h'));
    } else {
        value = gen_source(g, c);
    }
    if (result)
        gen_emit(g, "atom%s%s.%s %s, %s, %s%s", words, space, operation, gen_reg(g, c), address, compared, value);
    else gen_emit(g, "red%s%s.%s %s, %s", words, space, operation, address, value);
}

// The operation of each group of common slots; the bound of inc and dec is one constant, or the order would count.
static const char *const group_operations[RESULT_GROUPS] = {"add.u32", "min.s32", "max.u32", "and.b32",
                                                            "or.b32",  "xor.b32", "add.u64", [RESULT_F32] = "add.f32",
                                                            "inc.u32", "max.s32", "min.u64", [RESULT_F64] = "add.f64",
                                                            "dec.u32", "add.s32", "min.u32", "add.s64",
                                                            "max.u64", "min.s64", "max.s64", "and.b64",
                                                            "or.b64",  "xor.b64"};

static const char *group_value(generator *g, const char *operation)
{
    if (strcmp(operation, "inc.u32") == 0 || strcmp(operation, "dec.u32") == 0) return "77";
    if (strcmp(operation, "add.f32") == 0) {
        gen_emit_always(g, "cvt.rn.f32.s8 %%clean0, %s", gen_reg(g, 'h'));        // sums of small integers are exact
        return "%clean0";
    }
    if (strcmp(operation, "add.f64") == 0) {
        gen_emit_always(g, "cvt.rn.f64.s8 %%cleand0, %s", gen_reg(g, 'h'));
        return "%cleand0";
    }
    return gen_source(g, strstr(operation, "64") ? 'd' : 'w');
}

static void atomic_at(generator *g, const char *space, const char *operation, const char *address)
{
    const char *value = group_value(g, operation), *words = atomic_words(g);
    const char *unused = strstr(operation, "f32") ? "%clean1" : strstr(operation, "f64") ? "%cleand1"
                       : strstr(operation, "64") ? "%tmp64" : "%tmp";
    if (gen_chance(g, 50)) gen_emit(g, "red%s%s.%s [%s], %s", words, space, operation, address, value);
    else
        gen_emit(g, "atom%s%s.%s %s, [%s], %s", words, space, operation, gen_chance(g, 10) ? "_" : unused, address,
                 value);
}

// Every taker of a ticket gets another number, so the sum of their squares does not depend on the order.
static void ticket(generator *g)
{
    gen_emit_always(g, "mov.u32 %%tmp, 3");
    gen_emit(g, "atom.global.add.u32 %%tmp, [%%results+%u], 1", RESULT_TICKET);
    gen_emit_always(g, "mul.wide.u32 %%tmp64, %%tmp, %%tmp");
    gen_emit_always(g, "red.global.add.u64 [%%results+%u], %%tmp64", RESULT_TICKET_SUM);
}

void gen_atomic_statement(generator *g)
{
    char address[48];
    unsigned group = gen_below(g, RESULT_GROUPS);
    if (gen_chance(g, 15)) {
        ticket(g);
    } else if (g->phase != NO_SHARED && g->shared_atomics && gen_chance(g, 50)) {
        snprintf(address, sizeof address, gen_chance(g, 50) ? "sums+%u" : "%%sums+%u", 8 * group);
        atomic_at(g, ".shared", group_operations[group], address);
    } else {
        bool generic = gen_chance(g, 30);
        gen_emit_always(g, "and.b32 %%off, %s, %u", gen_reg(g, 'w'), RESULT_SLOTS - 1);
        gen_emit_always(g, "mad.wide.u32 %%adr, %%off, 8, %s", generic ? "%resultsgen" : "%results");
        snprintf(address, sizeof address, "%%adr+%u", 8 * RESULT_SLOTS * group);
        atomic_at(g, generic ? "" : ".global", group_operations[group], address);
    }
}

