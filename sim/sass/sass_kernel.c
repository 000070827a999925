// SPDX-License-Identifier: BSD-3-Clause
// A trace's static instructions in the pipeline's form; see sass.h.
//
// A PC of the timing model counts 8 bytes an instruction, as for PTX. Instructions that are neighbours in the file's code
// are so here, so that one fetch brings both. A gap in the file, code that no warp of the trace executed, is a gap here: of
// the same length, up to a line of the L1I. Words that are not instructions (one in 32 bytes on Maxwell and Pascal, in 64 on
// Kepler) take no room.
#include "sim/sass/sass.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SOURCES_MAX = 8, DESTINATIONS_MAX = 4, GAP_MAX = 15, FIRST_MAX = 1 << 16, REGISTERS_OF_A_KIND = 256, REGISTER_BYTES = 4 };
enum { KEPLER_ENDS = 40, PASCAL_ENDS = 70 };           // first binary versions with another code layout
#define NO_PC UINT64_MAX

static void *room(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);
    if (memory == NULL) {
        abort();
    }
    return memory;
}

static char *copy(const char *text)
{
    return strcpy(room(strlen(text) + 1, 1), text);
}

// --- where instructions lie

// The index of the instruction in its function.
static uint64_t slot_of(uint32_t version, uint64_t pc)
{
    if (version >= PASCAL_ENDS) {
        return pc / 16;
    }
    uint64_t bundle = version >= KEPLER_ENDS ? 32 : 64, inside = pc % bundle / 8;
    return pc / bundle * (bundle / 8 - 1) + (inside != 0 ? inside - 1 : 0);
}

// Places from one instruction of the table to the next. Equal PCs are of two functions.
static uint32_t distance(uint32_t version, uint64_t from, uint64_t to)
{
    uint64_t slots = slot_of(version, to) - slot_of(version, from);
    return slots == 0 ? 2 : slots <= GAP_MAX + 1 ? (uint32_t)slots : GAP_MAX + 1;
}

// A tracer counts PCs from the function's start; if a file's begin later, its code is after that of others.
static uint32_t first_place(const sass_kernel *k)
{
    const uint64_t slot = slot_of(k->header.binary_version, trace_kernel_insn(k->trace, 0)->pc);
    return slot < FIRST_MAX ? (uint32_t)slot : 0;
}

static uint32_t place_all(sass_kernel *k)
{
    uint32_t at = 0;
    for (uint32_t i = 0; i < k->n_static; i++) {
        at += i == 0 ? first_place(k) : distance(k->header.binary_version, trace_kernel_insn(k->trace, i - 1)->pc,
                                                 trace_kernel_insn(k->trace, i)->pc);
        k->place[i] = at;
    }
    return at + 1;
}

// --- one instruction

typedef struct { uint8_t unit, latency; } timing;
static const timing timings[TRACE_CLASSES] = {
#define TRACE_CLASS(NAME, key, words, UNIT, LATENCY) [TRACE_OP_##NAME] = { UNIT_##UNIT, LATENCY_##LATENCY },
#include "sim/trace/classes.def"
};

static const uint8_t spaces[TRACE_SPACES] = {
    [TRACE_SPACE_NONE] = SPACE_NONE, [TRACE_GLOBAL] = SPACE_GLOBAL, [TRACE_LOCAL] = SPACE_LOCAL, [TRACE_SHARED] = SPACE_SHARED,
    [TRACE_CONST] = SPACE_CONST, [TRACE_GENERIC] = SPACE_GENERIC, [TRACE_TEXTURE] = SPACE_TEXTURE,
};

static const struct { uint32_t from, to; } flags[] = {
    { TRACE_IS_BRANCH, INSN_BRANCH }, { TRACE_IS_CALL, INSN_CALL }, { TRACE_IS_RET, INSN_RET }, { TRACE_IS_EXIT, INSN_EXIT },
    { TRACE_IS_BARRIER, INSN_BARRIER }, { TRACE_IS_MEMBAR, INSN_MEMBAR }, { TRACE_ARRIVES, INSN_ARRIVES },
    { TRACE_PAST_L1D, INSN_PAST_L1D }, { TRACE_READ_ONLY, INSN_AT_L1D },
};

static uint32_t flags_of(const trace_insn *from)
{
    uint32_t all = 0;
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        all |= from->flags & flags[i].from ? flags[i].to : 0;
    }
    return all;
}

// Numbered for the scoreboard, from 1 on.
static uint16_t register_number(trace_register r)
{
    return (uint16_t)(1 + r.kind * REGISTERS_OF_A_KIND + r.number);
}

// `count` consecutive registers.
static void add_sources(insn *to, trace_register first, uint32_t count)
{
    for (uint32_t i = 0; i < count && to->n_src < SOURCES_MAX && first.number + i < REGISTERS_OF_A_KIND - 1; i++) {
        trace_register r = { first.kind, (uint8_t)(first.number + i) };
        to->src[to->n_src] = register_number(r);
        to->src_number[to->n_src++] = r.number;
    }
}

static void add_destinations(insn *to, trace_register first, uint32_t count)
{
    for (uint32_t i = 0; i < count && to->n_dst < DESTINATIONS_MAX && first.number + i < REGISTERS_OF_A_KIND - 1; i++) {
        trace_register r = { first.kind, (uint8_t)(first.number + i) };
        to->dst[to->n_dst] = register_number(r);
        to->dst_number[to->n_dst++] = r.number;
    }
}

static bool names_uniform(const trace_insn *from)
{
    for (uint32_t i = 0; i < from->n_src; i++) {
        if (from->src[i].kind == TRACE_UR) {
            return true;
        }
    }
    return false;
}

// A 64-bit address (.E) is in a pair, whose first register the file names; with a uniform register it has 32 bits.
static bool has_wide_address(const trace_insn *from)
{
    const char *e = strstr(from->opcode, ".E");
    return from->memory != TRACE_NO_MEMORY && (from->space == TRACE_GLOBAL || from->space == TRACE_GENERIC) && e != NULL &&
           (e[2] == '.' || e[2] == '\0') && !names_uniform(from);
}

static bool is_double(const trace_insn *from)
{
    return from->op_class >= TRACE_OP_DP_ADD && from->op_class <= TRACE_OP_DP_MAD;
}

// Whether the source is the address: the first one, but for LDGSTS the second, after the address in shared memory. A leading RZ
// was an address without registers, and is not among the sources.
static bool is_address(const trace_insn *from, uint32_t i)
{
    const uint32_t place = i + from->no_address;
    return place == (strncmp(from->opcode, "LDGSTS", 6) == 0);
}

// The file names the first register of each operand: an address comes first, what is stored or combined last.
static uint32_t source_registers(const trace_insn *from, uint32_t i)
{
    bool moves = from->memory == TRACE_STORE || from->memory == TRACE_ATOMIC;
    if (from->src[i].kind != TRACE_R) {
        return 1;
    }
    if (moves && (i > 0 || from->no_address) && i + 1 == from->n_src) {
        return from->width > 4 ? from->width / 4 : 1;
    }
    return (is_address(from, i) && has_wide_address(from)) || is_double(from) ? 2 : 1;
}

static void convert(const trace_insn *from, uint32_t place, insn *to)
{
    *to = (insn){ .pc = place * INSN_BYTES, .line = from->line, .flags = flags_of(from), .unit = timings[from->op_class].unit,
                  .latency = timings[from->op_class].latency };
    if (from->memory != TRACE_NO_MEMORY) {
        static const uint8_t kinds[] = { [TRACE_LOAD] = MEMORY_LOAD, [TRACE_STORE] = MEMORY_STORE, [TRACE_ATOMIC] = MEMORY_ATOMIC };
        to->memory = kinds[from->memory];
        to->unit = UNIT_MEM;
        to->space = spaces[from->space];
        to->width = to->element = from->width != 0 ? from->width : REGISTER_BYTES;
    }
    for (uint32_t i = 0; i < from->n_src; i++) {
        add_sources(to, from->src[i], source_registers(from, i));
    }
    for (uint32_t i = 0; i < from->n_dst; i++) {
        add_destinations(to, from->dst[i], from->dst[i].kind == TRACE_R && from->dst_registers != 0 ? from->dst_registers : 1);
    }
}

static char *text_of(const trace_insn *from)
{
    static const char *const kinds[] = { [TRACE_R] = "R", [TRACE_UR] = "UR", [TRACE_P] = "P", [TRACE_UP] = "UP", [TRACE_B] = "B" };
    char text[256];
    size_t n = (size_t)snprintf(text, sizeof text, "%04llx %.100s", (unsigned long long)from->pc, from->opcode);
    for (uint32_t i = 0; i < from->n_dst + from->n_src && n < sizeof text - 16; i++) {
        trace_register r = i < from->n_dst ? from->dst[i] : from->src[i - from->n_dst];
        n += (size_t)snprintf(text + n, sizeof text - n, "%s%s%u", i == 0 ? " " : i == from->n_dst ? " < " : ", ", kinds[r.kind], r.number);
    }
    return copy(text);
}

// --- the kernel

static void make_table(sass_kernel *k)
{
    uint32_t n = place_all(k);
    insn *insns = room(n, sizeof *insns);
    k->pc_of = room(n, sizeof *k->pc_of);
    k->text_of = room(n, sizeof *k->text_of);
    for (uint32_t i = 0; i < n; i++) {
        insns[i] = (insn){ .pc = i * INSN_BYTES, .unit = UNIT_INT, .latency = LATENCY_SIMPLE };
        k->pc_of[i] = NO_PC;
    }
    for (uint32_t i = 0; i < k->n_static; i++) {
        const trace_insn *from = trace_kernel_insn(k->trace, i);
        convert(from, k->place[i], &insns[k->place[i]]);
        k->pc_of[k->place[i]] = from->pc;
        k->text_of[k->place[i]] = text_of(from);
    }
    k->face.insns = insns;
    k->face.n_insns = n;
    k->face.registers = insns_registers(insns, n);
}

static uint64_t cta_registers(const kernel *face, uint64_t warps, uint32_t available)
{
    const sass_kernel *k = (const sass_kernel *)(const void *)face;
    (void)available;
    return warps * WARP_LANES * ((k->header.registers + 3) / 4 * 4);
}

static void insn_text(const kernel *face, const insn *i, char *text, size_t size)
{
    const sass_kernel *k = (const sass_kernel *)(const void *)face;
    const char *known = k->text_of[i - face->insns];
    snprintf(text, size, "%s", known != NULL ? known : "not in the trace");
}

const kernel_source sass_source = { .launch = sass_launch, .cta_registers = cta_registers, .insn_text = insn_text };

sass_kernel *sass_kernel_open(const char *path, trace_unknown unknown, ptx_error *error)
{
    trace_error wrong;
    trace_options options = { .unknown = unknown };
    trace_kernel *trace = trace_kernel_open(path, &options, &wrong);
    if (trace == NULL) {
        snprintf(error->text, sizeof error->text, "%s", wrong.text);
        return NULL;
    }
    if (trace_kernel_insns(trace) == 0) {
        snprintf(error->text, sizeof error->text, "%.400s: no instruction found, expected a CTA with one", path);
        trace_kernel_free(trace);
        return NULL;
    }
    sass_kernel *k = room(1, sizeof *k);
    k->path = copy(path);
    k->options = options;
    k->trace = trace;
    k->header = *trace_kernel_header(trace);
    k->header.name = copy(k->header.name);
    k->header.nvbit_version = copy(k->header.nvbit_version);
    k->ctas = trace_kernel_counts(trace)->ctas;
    k->n_static = trace_kernel_insns(trace);
    k->place = room(k->n_static, sizeof *k->place);
    k->face = (kernel){ .source = &sass_source, .name = k->header.name, .shared_bytes = k->header.shared_bytes };
    make_table(k);
    return k;
}

void sass_kernel_close(sass_kernel *k)
{
    trace_kernel_free(k->trace);
    k->trace = NULL;
}

void sass_kernel_free(sass_kernel *k)
{
    if (k == NULL) {
        return;
    }
    if (k->trace != NULL) {
        sass_kernel_close(k);
    }
    for (uint32_t i = 0; i < k->face.n_insns; i++) {
        free(k->text_of[i]);
    }
    free((char *)k->path);
    free((char *)k->header.name);
    free((char *)k->header.nvbit_version);
    free((insn *)k->face.insns);
    free(k->place);
    free(k->pc_of);
    free(k->text_of);
    free(k);
}

launch_config sass_launch_config(const sass_kernel *k)
{
    launch_config c = { .kernel = &k->face, .ctas = k->ctas };
    memcpy(c.grid, k->header.grid, sizeof c.grid);
    memcpy(c.block, k->header.block, sizeof c.block);
    return c;
}
