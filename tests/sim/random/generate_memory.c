// Random loads, stores, atomics and calls. All accesses are aligned, in bounds and free of races:
// gathers read what no thread writes; stores go to the thread's own slots (global, local, shared); shared slots of
// others are read only between two barriers between which nobody writes; atomics on common slots commute and drop their
// results.
#include <stdio.h>
#include <string.h>

#include "tests/sim/random/generator.h"

typedef struct { const char *type; unsigned count, bytes; } access;

static access random_access(generator *g)
{
    static const access forms[] = {
        {"u8", 1, 1},   {"s8", 1, 1},  {"b8", 1, 1},  {"u16", 1, 2},  {"s16", 1, 2}, {"b16", 1, 2}, {"u32", 1, 4},
        {"s32", 1, 4},  {"b32", 1, 4}, {"u32", 1, 4}, {"u64", 1, 8},  {"s64", 1, 8}, {"b64", 1, 8}, {"f32", 1, 4},
        {"f32", 1, 4},  {"f64", 1, 8}, {"u8", 2, 2},  {"s16", 2, 4},  {"u32", 2, 8}, {"f32", 2, 8}, {"u64", 2, 16},
        {"f64", 2, 16}, {"u8", 4, 4},  {"u16", 4, 8}, {"u32", 4, 16}, {"f32", 4, 16}};
    return PICK(g, forms);
}

static const char *vector_suffix(const access *a) { return a->count == 1 ? "" : a->count == 2 ? ".v2" : ".v4"; }

// Narrow loads may fill wider registers; vectors take consecutive ones.
static void destination(generator *g, const access *a, char *to, size_t size)
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
static void stored_values(generator *g, const access *a, char *to, size_t size)
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

static const char *is_volatile(generator *g, const char *space)
{
    return strcmp(space, ".const") != 0 && gen_chance(g, 5) ? ".volatile" : "";
}

static void load_from(generator *g, const access *a, const char *space, const char *address)
{
    char to[64];
    destination(g, a, to, sizeof to);
    gen_emit(g, "ld%s%s%s.%s %s, [%s]", is_volatile(g, space), space, vector_suffix(a), a->type, to, address);
}

static void store_to(generator *g, const access *a, const char *space, const char *address)
{
    char from[96];
    stored_values(g, a, from, sizeof from);
    gen_emit(g, "st%s%s%s.%s [%s], %s", is_volatile(g, space), space, vector_suffix(a), a->type, address, from);
}

// A multiple of the access's size below `limit` bytes, from a register, into %off.
static void dynamic_offset(generator *g, const access *a, unsigned limit)
{
    gen_emit_always(g, "and.b32 %%off, %s, %u", gen_reg(g, 'w'), limit - a->bytes);
}

static void gather(generator *g)
{
    access a = random_access(g);
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
    load_from(g, &a, generic ? "" : ".global", address);
}

static void constant(generator *g)
{
    access a = random_access(g);
    char address[48];
    unsigned at = gen_below(g, CONSTANT_BYTES / a.bytes) * a.bytes;
    if (gen_chance(g, 50)) {
        snprintf(address, sizeof address, "constants+%u", at);
    } else {
        dynamic_offset(g, &a, CONSTANT_BYTES);
        gen_emit_always(g, "mov.u64 %%adr, constants");
        gen_emit_always(g, "mad.wide.u32 %%adr, %%off, 1, %%adr");
        snprintf(address, sizeof address, "%%adr");
    }
    load_from(g, &a, ".const", address);
}

static void module_global(generator *g)
{
    access a = random_access(g);
    bool generic = gen_chance(g, 50);
    dynamic_offset(g, &a, MODULE_GLOBAL_BYTES);
    gen_emit_always(g, "mov.u64 %%adr, table");
    if (generic) gen_emit_always(g, "cvta.global.u64 %%adr, %%adr");
    gen_emit_always(g, "mad.wide.u32 %%adr, %%off, 1, %%adr");
    load_from(g, &a, generic ? "" : ".global", "%adr");
}

void gen_load_statement(generator *g)
{
    if (gen_chance(g, 60)) gather(g);
    else if (gen_chance(g, 50)) constant(g);
    else module_global(g);
}

static void own_global(generator *g)
{
    access a = random_access(g);
    bool generic = gen_chance(g, 30);
    char address[48];
    unsigned at = gen_below(g, OWN_SCRATCH / a.bytes) * a.bytes;
    snprintf(address, sizeof address, "%s+%u", generic ? "%owngen" : "%own", at);
    if (gen_chance(g, 50)) store_to(g, &a, generic ? "" : ".global", address);
    else load_from(g, &a, generic ? "" : ".global", address);
}

static void own_local(generator *g)
{
    access a = random_access(g);
    char address[48];
    const char *space = ".local", *base = "%depot";
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
    access a = random_access(g);
    const char *base = PICK(g, bases), *space = strcmp(base, "%slotgen") ? ".shared" : "";
    char address[48];
    unsigned at = gen_below(g, SLOT_BYTES / a.bytes) * a.bytes;
    snprintf(address, sizeof address, "%s+%u", base, at);
    if (gen_chance(g, 60)) store_to(g, &a, space, address);
    else load_from(g, &a, space, address);
}

void gen_read_others_slot(generator *g)
{
    access a = random_access(g);
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
    if (kind == 0) own_local(g);
    else if (kind == 1 || g->phase == NO_SHARED) own_global(g);
    else if (g->phase == SHARED_OWN) own_shared(g);
    else gen_read_others_slot(g);
}

// An atomic on a slot that only this thread uses: its result may be used.
void gen_atomic_own_statement(generator *g)
{
    static const char *const words[] = {"add.u32", "add.s32", "min.s32", "max.s32",  "min.u32", "max.u32",
                                        "and.b32", "or.b32",  "xor.b32", "exch.b32", "inc.u32", "dec.u32"};
    static const char *const longs[] = {"add.u64", "min.u64", "max.u64",  "and.b64",
                                        "or.b64",  "xor.b64", "exch.b64", "min.s64"};
    bool generic = gen_chance(g, 25);
    const char *space = generic ? "" : ".global", *base = generic ? "%owngen" : "%own";
    unsigned at = OWN_ATOMICS + 8 * gen_below(g, 8);
    switch (gen_below(g, 4)) {
    case 0:
        gen_emit(g, "atom%s.%s %s, [%s+%u], %s", space, PICK(g, longs), gen_reg(g, 'd'), base, at, gen_source(g, 'd'));
        break;
    case 1:
        if (gen_chance(g, 50)) gen_emit_always(g, "ld.global.u32 %%tmp, [%%own+%u]", at);
        else gen_emit_always(g, "mov.u32 %%tmp, %s", gen_source(g, 'w'));
        gen_emit(g, "atom%s.cas.b32 %s, [%s+%u], %%tmp, %s", space, gen_reg(g, 'w'), base, at, gen_source(g, 'w'));
        break;
    case 2:
        gen_emit_always(g, "cvt.rn.f32.s8 %%clean0, %s", gen_reg(g, 'h'));
        gen_emit(g, "atom%s.add.f32 %s, [%s+%u], %%clean0", space, gen_reg(g, 'f'), base, OWN_FLOAT);
        break;
    default:
        gen_emit(g, "atom%s.%s %s, [%s+%u], %s", space, PICK(g, words), gen_reg(g, 'w'), base, at + 4 * gen_below(g, 2),
                 gen_source(g, 'w'));
        break;
    }
}

// The operation of each group of common slots; the bound of inc is one constant, or the order would count.
static const char *const group_operations[RESULT_GROUPS] = {"add.u32", "min.s32", "max.u32", "and.b32",
                                                            "or.b32",  "xor.b32", "add.u64", "add.f32",
                                                            "inc.u32", "max.s32", "min.u64"};

static const char *group_value(generator *g, const char *operation)
{
    if (strcmp(operation, "inc.u32") == 0) return "77";
    if (strcmp(operation, "add.f32") == 0) {
        gen_emit_always(g, "cvt.rn.f32.s8 %%clean0, %s", gen_reg(g, 'h'));        // sums of small integers are exact
        return "%clean0";
    }
    return gen_source(g, strstr(operation, "64") ? 'd' : 'w');
}

static void atomic_at(generator *g, const char *space, const char *operation, const char *address)
{
    const char *value = group_value(g, operation);
    const char *unused = strstr(operation, "f32") ? "%clean1" : strstr(operation, "64") ? "%tmp64" : "%tmp";
    if (gen_chance(g, 50)) gen_emit(g, "red%s.%s [%s], %s", space, operation, address, value);
    else gen_emit(g, "atom%s.%s %s, [%s], %s", space, operation, unused, address, value);
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

static const char *param_type(char class) { return class == 'w' || class == 'f' ? "b32" : "b64"; }

// The call sequence as clang prints it; parameter 0 is the generic address of the input.
void gen_call_statement(generator *g)
{
    if (g->function_count == 0) return;
    const device_function *f = &g->functions[gen_below(g, g->function_count)];
    gen_text(&g->blocks[g->here].body, "\t{ // callseq\n");
    for (unsigned i = 0; i < f->params; i++) {
        char c = f->types[i];
        const char *type = c == 'f' ? "f32" : c == 'g' ? "f64" : param_type(c);
        const char *value = i == 0 ? "%ingen" : gen_reg(g, c);
        gen_emit_always(g, ".param .%s param%u", param_type(c), i);
        gen_emit_always(g, "st.param.%s [param%u+0], %s", type, i, value);
    }
    if (f->result) gen_emit_always(g, ".param .%s retval0", param_type(f->result));
    char args[80] = "";
    for (unsigned i = 0; i < f->params; i++) {
        snprintf(args + strlen(args), sizeof args - strlen(args), "%sparam%u", i ? ", " : "", i);
    }
    char guard[16] = "";
    if (gen_chance(g, 15)) snprintf(guard, sizeof guard, "@%s ", gen_reg(g, 'p'));
    const char *uni = guard[0] ? "" : ".uni";
    gen_emit_always(g, "%scall%s %s%s, (%s)", guard, uni, f->result ? "(retval0), " : "", f->name, args);
    if (f->result) {
        char c = f->result;
        const char *type = c == 'f' ? "f32" : c == 'g' ? "f64" : param_type(c);
        gen_emit_always(g, "%sld.param.%s %s, [retval0+0]", guard, type, gen_reg(g, c));
    }
    gen_text(&g->blocks[g->here].body, "\t}\n");
}

void gen_statement(generator *g)
{
    unsigned kind = gen_below(g, 100);
    g->budget--;
    if (kind < 34) gen_integer_statement(g);
    else if (kind < 42) gen_predicate_statement(g);
    else if (kind < 58) gen_float_statement(g);
    else if (kind < 67) gen_convert_statement(g);
    else if (kind < 80) gen_load_statement(g);
    else if (kind < 83) gen_call_statement(g);
    else if (kind < 84) gen_hint_statement(g);
    else if (g->in_function) own_local(g);
    else if (kind < 92) gen_memory_statement(g);
    else if (kind < 95) gen_atomic_own_statement(g);
    else gen_atomic_statement(g);
}
