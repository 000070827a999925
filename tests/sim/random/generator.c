// SPDX-License-Identifier: BSD-3-Clause
// A random kernel as a whole.
//
// Shape of the entry: every register gets a value from the input; the shared sums and slots are initialised; then come
// phases of random code, separated by barriers in uniform control flow (straight, in a uniform loop or under a uniform
// condition), in which shared slots are written by their owners in one phase and read by anybody in the next; a last
// phase without barriers, in which threads may return from any nesting; and the dump of all registers to the thread's
// own slots.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/sim/random/generator.h"

void gen_declare_registers(generator *g)
{
    gen_text(&g->out, "\t.reg .pred \t%%p<%u>, %%isnan, %%isdone, %%ischosen, %%isuniform;\n", PREDICATES);
    gen_text(&g->out, "\t.reg .b16 \t%%rs<%u>, %%odd16;\n", HALVES);
    gen_text(&g->out, "\t.reg .b32 \t%%r<%u>, %%cnt<%u>;\n", WORDS, COUNTERS);
    gen_text(&g->out, "\t.reg .b32 \t%%odd32, %%off, %%tmp, %%carry, %%choice, %%sum, %%gtid, %%ltid, %%trips, %%slot, "
                      "%%slots, %%sums;\n");
    gen_text(&g->out,
             "\t.reg .b64 \t%%rd<%u>, %%odd64, %%adr, %%tmp64, %%in, %%ingen, %%own, %%owngen, %%depot, %%depotgen;\n",
             LONGS);
    gen_text(&g->out, "\t.reg .b64 \t%%results, %%resultsgen, %%slot64, %%slots64, %%slotgen;\n");
    gen_text(&g->out, "\t.reg .f32 \t%%f<%u>, %%clean<4>;\n", FLOATS);
    gen_text(&g->out, "\t.reg .f64 \t%%fd<%u>, %%cleand<4>;\n", DOUBLES);
}

// The input: 1 KB of random bits, 1 KB of ordinary fp32, 1 KB of ordinary fp64, 1 KB of numbers at the edges.
enum { FLOATS_AT = 1024, DOUBLES_AT = 2048, EDGES_AT = 3072 };

static void fill_input(generator *g, uint8_t *to)
{
    static const uint64_t edges[] = {0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0x7fffffffffffffff, 0x8000000000000000,
                                     0xffffffffffffffff, 0x7f800000ff800000, 0x7ff0000000000000, 0x3f80000080000000,
                                     0x0000000100000001, 0x7fff80000000ffff, 0x7f80ff0001ff80fe, 0x4f0000005f000000};
    for (unsigned i = 0; i < INPUT_BYTES + INPUT_SLACK; i++) to[i] = (uint8_t)gen_word(g);
    for (unsigned i = FLOATS_AT; i < DOUBLES_AT; i += 4) {
        float f = (float)((int32_t)gen_word(g) % 100000) / (gen_chance(g, 50) ? 64.0f : 1000.0f);
        memcpy(to + i, &f, 4);
    }
    for (unsigned i = DOUBLES_AT; i < EDGES_AT; i += 8) {
        double d = (double)((int32_t)gen_word(g) % 1000000) / (gen_chance(g, 50) ? 4096.0 : 1000.0);
        memcpy(to + i, &d, 8);
    }
    for (unsigned i = EDGES_AT; i < INPUT_BYTES; i += 8) {
        uint64_t value = PICK(g, edges);
        memcpy(to + i, &value, 8);
    }
}

void gen_initial_values(generator *g, const char *offset)
{
    static const struct { char class; unsigned count, from; const char *type, *name; } kinds[] = {
        {'h', HALVES, 0, "u16", "%rs"}, {'w', WORDS, 0, "u32", "%r"}, {'d', LONGS, 0, "u64", "%rd"},
        {'f', FLOATS, FLOATS_AT, "f32", "%f"}, {'g', DOUBLES, DOUBLES_AT, "f64", "%fd"}
    };
    gen_emit_always(g, "and.b32 %%off, %s, 127", offset);
    gen_emit_always(g, "mad.wide.u32 %%adr, %%off, 8, %%in");
    for (unsigned k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        for (unsigned i = 0; i < kinds[k].count; i++) {
            unsigned from = gen_chance(g, 15) ? EDGES_AT - 1024 + 8 * gen_below(g, 128) : kinds[k].from;
            gen_emit_always(g, "ld.global.%s %s%u, [%%adr+%u]", kinds[k].type, kinds[k].name, i,
                            from + 8 * gen_below(g, 8));
        }
    }
    for (unsigned i = 0; i < PREDICATES; i++) gen_emit_always(g, "setp.lt.s32 %%p%u, %%r%u, %%r%u", i, i, i + 1);
    gen_emit_always(g, "mov.u64 %%depot, depot%d", g->function_number);
    gen_emit_always(g, "cvta.local.u64 %%depotgen, %%depot");
    for (unsigned i = 0; i < DEPOT_BYTES; i += 16) {
        gen_emit_always(g, "st.local.v2.u64 [depot%d+%u], {%%rd%u, %%rd%u}", g->function_number, i, i / 16, i / 16 + 1);
    }
}

void gen_depot(generator *g)
{
    gen_text(&g->out, "\t.local .align 16 .b8 \tdepot%d[%u];\n", g->function_number, DEPOT_BYTES);
}

static void choose_grid(generator *g)
{
    static const uint32_t grids[][3] = {{1, 1, 1}, {2, 1, 1}, {3, 1, 1}, {2, 2, 1}, {1, 3, 1}, {1, 1, 2}, {5, 1, 1}};
    memcpy(g->launch->grid, PICK(g, grids), sizeof g->launch->grid);
}

static void choose_launch(generator *g)
{
    static const uint32_t shapes[][3] = {{32, 1, 1},  {64, 1, 1}, {33, 1, 1}, {100, 1, 1}, {8, 8, 1},
                                         {7, 5, 3},   {16, 6, 1}, {1, 1, 1},  {31, 1, 1},  {4, 4, 5},
                                         {128, 1, 1}, {96, 1, 1}, {3, 40, 1}, {2, 1, 37}};
    random_launch *k = g->launch;
    memcpy(k->block, PICK(g, shapes), sizeof k->block);
    choose_grid(g);
    g->threads = k->block[0] * k->block[1] * k->block[2];
    g->has_dynamic_shared = gen_chance(g, 40);
    k->dynamic_shared = g->has_dynamic_shared ? g->threads * SLOT_BYTES : 0;
    g->shuffled = gen_chance(g, 60);
    g->plain_labels = gen_chance(g, 50);
}

static uint32_t ctas_of(const random_launch *l) { return l->grid[0] * l->grid[1] * l->grid[2]; }

static void add_arg(generator *g, const char *type, uint32_t bytes, uint32_t buffer, uint64_t bits)
{
    random_launch *k = g->launch;
    random_arg *a = &k->args[k->arg_count++];
    strcpy(a->type, type);
    a->bytes = bytes;
    a->buffer = buffer;
    a->bits = bits;
    a->offset = (k->params_bytes + bytes - 1) / bytes * bytes;
    k->params_bytes = a->offset + bytes;
    gen_text(&g->out, "\t.param .%s %s_param_%u", type[0] ? type : "u64", k->entry, k->arg_count - 1);
}

// Parameters in an order that needs padding. Numbers that job files can write exactly.
static void parameters(generator *g)
{
    float f = (float)((int32_t)gen_word(g) % 1000) / 8.0f;
    double d = (double)((int32_t)gen_word(g) % 100000) / 64.0;
    uint32_t f_bits;
    uint64_t d_bits;
    memcpy(&f_bits, &f, sizeof f);
    memcpy(&d_bits, &d, sizeof d);
    uint32_t all = g->threads * ctas_of(g->launch);
    add_arg(g, "", 8, RANDOM_INPUT, 0), gen_text(&g->out, ",\n");
    add_arg(g, "u8", 1, 0, gen_word(g) & 0xff), gen_text(&g->out, ",\n");
    add_arg(g, "", 8, RANDOM_OUTPUT, 0), gen_text(&g->out, ",\n");
    add_arg(g, "u16", 2, 0, gen_word(g) & 0xffff), gen_text(&g->out, ",\n");
    add_arg(g, "u32", 4, 0, all - gen_below(g, all / 2 + 1)), gen_text(&g->out, ",\n");     // threads that go on
    add_arg(g, "", 8, RANDOM_SHARED_RESULTS, 0), gen_text(&g->out, ",\n");
    add_arg(g, "s32", 4, 0, gen_word(g)), gen_text(&g->out, ",\n");
    add_arg(g, "f64", 8, 0, d_bits), gen_text(&g->out, ",\n");
    add_arg(g, "f32", 4, 0, f_bits), gen_text(&g->out, ",\n");
    add_arg(g, "s64", 8, 0, (uint64_t)((int64_t)(int32_t)gen_word(g) * 65537)), gen_text(&g->out, ",\n");
    add_arg(g, "u32", 4, 0, 1 + gen_below(g, 3)), gen_text(&g->out, "\n");                  // trips of uniform loops
}

static void module_variables(generator *g)
{
    gen_text(&g->out, ".const .align 16 .b8 constants[%u] = {", CONSTANT_BYTES);
    for (unsigned i = 0; i < CONSTANT_BYTES; i++) gen_text(&g->out, i ? ", %u" : "%u", gen_word(g) & 0xff);
    gen_text(&g->out, "};\n.global .align 16 .u32 table[%u] = {", MODULE_GLOBAL_BYTES / 4);
    for (unsigned i = 0; i < MODULE_GLOBAL_BYTES / 4; i++) gen_text(&g->out, i ? ", %u" : "%u", gen_word(g));
    gen_text(&g->out, "};\n");
    gen_textures(g);
    gen_text(&g->out, ".shared .align 8 .b8 sums[%u];\n", 8 * RESULT_GROUPS);
    if (g->has_dynamic_shared) gen_text(&g->out, ".extern .shared .align 16 .b8 slots[];\n\n");
}

static void load_parameter(generator *g, unsigned number, const char *type, const char *to)
{
    gen_emit_always(g, "ld.param.%s %s, [%s_param_%u]", type, to, g->launch->entry, number);
}

static void thread_numbers(generator *g)
{
    gen_emit_always(g, "mov.u32 %%off, %%tid.z");
    gen_emit_always(g, "mov.u32 %%tmp, %%ntid.y");
    gen_emit_always(g, "mov.u32 %%ltid, %%tid.y");
    gen_emit_always(g, "mad.lo.s32 %%ltid, %%off, %%tmp, %%ltid");
    gen_emit_always(g, "mov.u32 %%tmp, %%ntid.x");
    gen_emit_always(g, "mov.u32 %%off, %%tid.x");
    gen_emit_always(g, "mad.lo.s32 %%ltid, %%ltid, %%tmp, %%off");
    gen_emit_always(g, "mov.u32 %%gtid, %%ctaid.z");
    gen_emit_always(g, "mov.u32 %%tmp, %%nctaid.y");
    gen_emit_always(g, "mov.u32 %%off, %%ctaid.y");
    gen_emit_always(g, "mad.lo.s32 %%gtid, %%gtid, %%tmp, %%off");
    gen_emit_always(g, "mov.u32 %%tmp, %%nctaid.x");
    gen_emit_always(g, "mov.u32 %%off, %%ctaid.x");
    gen_emit_always(g, "mad.lo.s32 %%gtid, %%gtid, %%tmp, %%off");
    gen_emit_always(g, "mad.lo.s32 %%gtid, %%gtid, %u, %%ltid", g->threads);
}

static void addresses(generator *g)
{
    load_parameter(g, 0, "u64", "%ingen");
    load_parameter(g, 2, "u64", "%owngen");
    load_parameter(g, 5, "u64", "%resultsgen");
    gen_emit_always(g, "mad.wide.u32 %%owngen, %%gtid, %u, %%owngen", OWN_BYTES);
    gen_emit_always(g, "cvta.to.global.u64 %%in, %%ingen");
    gen_emit_always(g, "cvta.to.global.u64 %%own, %%owngen");
    gen_emit_always(g, "cvta.to.global.u64 %%results, %%resultsgen");
    gen_emit_always(g, "mov.u32 %%sums, sums");
}

// The sums by thread 0, the slots by their owners, then a barrier.
static void shared_start(generator *g)
{
    int first = gen_new_block(g), all = gen_new_block(g);
    gen_emit_always(g, "mov.u32 %%slots, slots");
    gen_emit_always(g, "mov.u64 %%slots64, slots");
    gen_emit_always(g, "mad.lo.s32 %%slot, %%ltid, %u, %%slots", SLOT_BYTES);
    gen_emit_always(g, "mad.wide.s32 %%slot64, %%ltid, %u, %%slots64", SLOT_BYTES);
    gen_emit_always(g, "cvta.shared.u64 %%slotgen, %%slot64");
    gen_emit_always(g, "st.shared.v4.u32 [%%slot], {%%r0, %%r1, %%r2, %%r3}");
    gen_emit_always(g, "setp.ne.s32 %%isdone, %%ltid, 0");
    gen_branch(g, "%isdone", false, all, first);
    gen_enter(g, first);
    for (unsigned i = 0; i < RESULT_GROUPS; i++)
        gen_emit_always(g, "st.shared.u64 [sums+%u], %u", 8 * i, gen_below(g, 50));
    gen_emit_always(g, "st.shared.u64 [sums+%u], 0", 8 * RESULT_F32);
    gen_emit_always(g, "st.shared.u64 [sums+%u], 0", 8 * RESULT_F64);
    gen_jump(g, all);
    gen_enter(g, all);
    gen_barrier(g);
}

static void prologue(generator *g)
{
    thread_numbers(g);
    addresses(g);
    gen_emit_always(g, "mul.lo.s32 %%tmp, %%gtid, %u", 1 + 2 * gen_below(g, 20));
    gen_initial_values(g, "%tmp");
    gen_emit_always(g, "mov.b32 %%r0, %%gtid");
    load_parameter(g, 1, "u8", gen_reg(g, 'h'));
    load_parameter(g, 3, "u16", gen_reg(g, 'h'));
    load_parameter(g, 6, "s32", gen_reg(g, 'w'));
    load_parameter(g, 7, "f64", gen_reg(g, 'g'));
    load_parameter(g, 8, "f32", gen_reg(g, 'f'));
    load_parameter(g, 9, "s64", gen_reg(g, 'd'));
    load_parameter(g, 10, "u32", "%trips");
    for (unsigned i = 0; i < OWN_RESULTS; i += 8)
        gen_emit_always(g, "st.global.u64 [%%own+%u], %s", i, gen_reg(g, 'd'));
    gen_emit_always(g, "st.global.f32 [%%own+%u], 0f3F800000", OWN_FLOAT);
    gen_emit_always(g, "st.global.f64 [%%own+%u], 0d3FF0000000000000", OWN_DOUBLE);
    for (unsigned n = gen_below(g, 5); n > 0; n--) gen_lanes_statement(g);
    if (g->phase != NO_SHARED) shared_start(g);
}

// The tail of the grid, or threads that a random predicate names, leave although barriers follow.
static void top_level_exit(generator *g)
{
    g->together = false;
    char guard[8] = "%isdone";
    if (gen_chance(g, 50)) {
        load_parameter(g, 4, "u32", "%off");
        gen_emit_always(g, "setp.ge.u32 %%isdone, %%gtid, %%off");
    } else {
        snprintf(guard, sizeof guard, "%s", gen_random_predicate(g));
    }
    if (gen_chance(g, 40)) {
        gen_emit_always(g, "@%s %s", guard, gen_chance(g, 50) ? "ret" : "exit");
        return;
    }
    int leave = gen_new_block(g), stay = gen_new_block(g);
    gen_branch(g, guard, false, leave, stay);
    gen_enter(g, leave);
    gen_emit_always(g, "st.global.u32 [%%own+%u], %s", OWN_RESULTS, gen_reg(g, 'w'));
    gen_return_here(g);
    gen_enter(g, stay);
}

// What is written last before the barrier is read first behind it, so that a barrier that does not hold shows.
static void barrier(generator *g)
{
    bool written = g->phase == SHARED_OWN;
    if (written) gen_emit_always(g, "st.shared.v2.u64 [%%slot], {%s, %s}", gen_reg(g, 'd'), gen_reg(g, 'd'));
    gen_barrier(g);
    g->phase = written ? SHARED_READ : SHARED_OWN;
    for (unsigned i = 0; written && i < 2; i++) gen_read_others_slot(g);
}

static void two_phases(generator *g)
{
    for (unsigned i = 0; i < 2; i++) {
        gen_region(g, 4 + (int)gen_below(g, 12));
        barrier(g);
    }
}

static void uniform_loop(generator *g)
{
    int head = gen_new_block(g), exit = gen_new_block(g);
    unsigned counter = g->counter++;
    gen_emit_always(g, "mov.u32 %%cnt%u, %s", counter, gen_chance(g, 50) ? "%trips" : "2");
    gen_jump(g, head);
    gen_enter(g, head);
    two_phases(g);
    gen_emit_always(g, "sub.s32 %%cnt%u, %%cnt%u, 1", counter, counter);
    gen_emit_always(g, "setp.ne.s32 %%isuniform, %%cnt%u, 0", counter);
    gen_branch(g, "%isuniform", true, head, exit);
    g->counter--;
    gen_enter(g, exit);
}

static void uniform_condition(generator *g)
{
    int then = gen_new_block(g), join = gen_new_block(g);
    gen_emit_always(g, "mov.u32 %%tmp, %%ctaid.x");
    gen_emit_always(g, "and.b32 %%tmp, %%tmp, 1");
    gen_emit_always(g, "setp.eq.s32 %%isuniform, %%tmp, %u", gen_below(g, 2));
    gen_branch(g, "%isuniform", true, join, then);
    gen_enter(g, then);
    two_phases(g);
    gen_jump(g, join);
    gen_enter(g, join);
}

static void phases(generator *g)
{
    g->may_return = gen_chance(g, 40);             // the barriers behind then wait for those that are left
    if (g->may_return) g->together = false;
    for (unsigned left = 1 + gen_below(g, 3); left > 0; left--) {
        if (gen_chance(g, 25)) top_level_exit(g);
        if (gen_chance(g, 25)) uniform_loop(g);
        else if (gen_chance(g, 25)) uniform_condition(g);
        else gen_region(g, 6 + (int)gen_below(g, 20)), barrier(g);
    }
    gen_barrier(g);
    g->shared_atomics = false;
}

static void dump(generator *g)
{
    unsigned at = OWN_RESULTS;
    for (unsigned i = 0; i < WORDS; i += 4, at += 16) {
        gen_emit_always(g, "st.global.v4.u32 [%%own+%u], {%%r%u, %%r%u, %%r%u, %%r%u}", at, i, i + 1, i + 2, i + 3);
    }
    for (unsigned i = 0; i < LONGS; i += 2, at += 16)
        gen_emit_always(g, "st.global.v2.u64 [%%own+%u], {%%rd%u, %%rd%u}", at, i, i + 1);
    for (unsigned i = 0; i < HALVES; i += 2, at += 4)
        gen_emit_always(g, "st.global.v2.u16 [%%own+%u], {%%rs%u, %%rs%u}", at, i, i + 1);
    gen_emit_always(g, "mov.u32 %%tmp, 0");
    for (unsigned i = 0; i < PREDICATES; i++) {
        gen_emit_always(g, "selp.b32 %%off, %u, 0, %%p%u", 1u << i, i);
        gen_emit_always(g, "or.b32 %%tmp, %%tmp, %%off");
    }
    gen_emit_always(g, "st.global.u32 [%%own+%u], %%tmp", at);
    at += 4;
    for (unsigned i = 0; i < FLOATS; i++, at += 4) {
        gen_emit_always(g, "setp.nan.f32 %%isnan, %%f%u, %%f%u", i, i);
        gen_emit_always(g, "selp.f32 %%clean0, 0f7FC00000, %%f%u, %%isnan", i);
        gen_emit_always(g, "st.global.f32 [%%own+%u], %%clean0", at);
    }
    for (unsigned i = 0; i < DOUBLES; i++, at += 8) {
        gen_emit_always(g, "setp.num.f64 %%isnan, %%fd%u, %%fd%u", i, i);
        gen_emit_always(g, "@%%isnan st.global.f64 [%%own+%u], %%fd%u", at, i);
    }
    for (unsigned i = 0; g->phase != NO_SHARED && i < RESULT_GROUPS; i++, at += 8) {
        gen_emit_always(g, "ld.shared.u64 %%tmp64, [%%sums+%u]", 8 * i);
        gen_emit_always(g, "st.global.u64 [%%own+%u], %%tmp64", at);
    }
    if (at > OWN_BYTES) abort();
}

static void build_entry(generator *g)
{
    g->phase = gen_chance(g, 75) ? SHARED_OWN : NO_SHARED;
    g->shared_atomics = g->phase != NO_SHARED;
    g->together = !g->functions_end_threads;
    gen_text(&g->out, ".visible .entry %s(\n", g->launch->entry);
    parameters(g);
    gen_text(&g->out, ")\n{\n");
    gen_depot(g);
    if (!g->has_dynamic_shared) gen_text(&g->out, "\t.shared .align 16 .b8 slots[%u];\n", g->threads * SLOT_BYTES);
    gen_declare_registers(g);
    g->budget = 160;
    gen_enter(g, gen_new_block(g));
    prologue(g);
    if (g->phase != NO_SHARED) phases(g);
    g->may_return = true;
    if (gen_chance(g, 20)) top_level_exit(g);
    gen_region(g, 10 + (int)gen_below(g, 60));
    dump(g);
    gen_return_here(g);
    gen_lay_out_blocks(g);
    gen_text(&g->out, "}\n");
}

static void make_buffers(generator *g)
{
    random_kernel *k = g->kernel;
    k->buffers[RANDOM_INPUT] = (random_buffer){.name = "input", .bytes = INPUT_BYTES + INPUT_SLACK};
    k->buffers[RANDOM_OUTPUT] = (random_buffer){.name = "output", .bytes = ctas_of(g->launch) * g->threads * OWN_BYTES};
    k->buffers[RANDOM_SHARED_RESULTS] = (random_buffer){.name = "results", .bytes = RESULT_BYTES};
    k->buffers[RANDOM_SECOND] = (random_buffer){.name = "second", .bytes = OWN_RESULTS};
    for (unsigned i = 0; i < RANDOM_BUFFERS; i++) {
        k->buffers[i].initial = calloc(k->buffers[i].bytes, 1);
        if (!k->buffers[i].initial) abort();
    }
    fill_input(g, k->buffers[RANDOM_INPUT].initial);
    uint8_t *results = k->buffers[RANDOM_SHARED_RESULTS].initial;
    for (unsigned i = 0; i < RESULT_TICKET; i += 8) results[i] = (uint8_t)gen_below(g, 50);
    memset(results + RESULT_F32 * RESULT_SLOTS * 8, 0, RESULT_SLOTS * 8);      // sums of floats start at 0
    memset(results + RESULT_F64 * RESULT_SLOTS * 8, 0, RESULT_SLOTS * 8);
}

// Each launch writes where the one before it did not, and reads, if that is enough, what it wrote.
static void pass_on(generator *g, unsigned number)
{
    random_kernel *k = g->kernel;
    random_launch *l = g->launch;
    static const unsigned outputs[] = {RANDOM_OUTPUT, RANDOM_SECOND};
    random_buffer *to = &k->buffers[outputs[number % 2]];
    uint32_t bytes = ctas_of(l) * g->threads * OWN_BYTES;
    bool enough = k->buffers[outputs[(number + 1) % 2]].bytes >= INPUT_BYTES + INPUT_SLACK;
    for (uint32_t i = 0; i < l->arg_count; i++) {
        random_arg *a = &l->args[i];
        if (a->type[0]) continue;
        if (a->buffer == RANDOM_INPUT && enough) a->buffer = outputs[(number + 1) % 2];
        else if (a->buffer == RANDOM_OUTPUT) a->buffer = outputs[number % 2];
    }
    if (to->bytes < bytes) {
        free(to->initial);
        to->bytes = bytes;
        to->initial = calloc(bytes, 1);
        if (!to->initial) abort();
    }
    l->fills = gen_chance(g, 30);
    l->filled = outputs[number % 2];
    l->fill = (uint8_t)gen_word(g);
}

// The entry of the first launch once more, on another grid, for other numbers, or one of its own with the same block.
static void one_more_launch(generator *g)
{
    random_kernel *k = g->kernel;
    unsigned number = k->launch_count++;
    const random_launch *before = &k->launches[gen_below(g, number)];
    bool another = number == 1 && gen_chance(g, 50);
    g->launch = &k->launches[number];
    *g->launch = *before;
    choose_grid(g);
    if (another) {
        snprintf(g->launch->entry, sizeof g->launch->entry, "another_kernel");
        g->launch->arg_count = g->launch->params_bytes = 0;
        g->function_number = 9;
        g->may_return = false;
        build_entry(g);
    }
    for (uint32_t i = 0; i < g->launch->arg_count; i++) {
        random_arg *a = &g->launch->args[i];
        if (!a->type[0]) a->buffer = k->launches[0].args[i].buffer;
        else if (!another && i == 4) a->bits = gen_below(g, ctas_of(g->launch) * g->threads + 1);
    }
    pass_on(g, number);
}

// By random numbers of their own: the first launch of a seed is the same with them and without.
static void more_launches(generator *g)
{
    g->random = g->kernel->seed * UINT64_C(0xd1342543de82ef95) + 3;
    if (!gen_chance(g, 30)) return;
    for (unsigned left = 1 + gen_below(g, RANDOM_LAUNCHES - 1); left > 0; left--) one_more_launch(g);
}

random_kernel *random_kernel_new(uint64_t seed)
{
    random_kernel *k = calloc(1, sizeof *k);
    generator *g = calloc(1, sizeof *g);
    if (!k || !g) abort();
    g->kernel = k;
    g->random = seed * UINT64_C(0x2545f4914f6cdd1d) + 1;
    k->seed = seed;
    g->launch = &k->launches[0];
    k->launch_count = 1;
    snprintf(g->launch->entry, sizeof g->launch->entry, gen_chance(g, 50) ? "random_kernel" : "_Z6randomPcS_S_");
    choose_launch(g);
    gen_text(&g->out, "%s.address_size 64\n\n",
             gen_chance(g, 50) ? ".version 3.2\n.target sm_35\n" : ".version 9.0\n.target sm_75\n");
    module_variables(g);
    gen_device_functions(g);
    build_entry(g);
    make_buffers(g);
    more_launches(g);
    k->ptx = g->out.text;
    for (int i = 0; i < MAX_BLOCKS; i++) free(g->blocks[i].body.text);
    free(g);
    return k;
}
