// SPDX-License-Identifier: BSD-3-Clause
#include "tests/sim/policy/key_bench.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sim/frontend/texture.h"

enum { BYTES = 1 << 18, TEXELS_AT = 512, WIDTH = 4096, CTAS = 6, REUSE_CTAS = 8, THREADS = 64 };

// Loops whose CTAs have different lengths. Addresses: %rd2 a word of its own line, anew in each turn; %rd3 a word of a row
// that every CTA reads; the first word of the buffer is the handle of a texture.
static const char head[] =
    ".version 6.0\n.target sm_60\n.address_size 64\n.const .align 4 .b8 table[16384];\n"
    ".visible .entry everything(.param .u64 buffer)\n{\n"
    ".reg .pred %p<4>; .reg .b32 %r<40>; .reg .b64 %rd<12>; .reg .f32 %f<8>; .reg .f64 %d<8>; .shared .align 8 .b8 words[4096];\n"
    "ld.param.u64 %rd1, [buffer]; ld.global.u64 %rd5, [%rd1];\n"
    "mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x; mad.lo.s32 %r4, %r2, %r3, %r1;\n"
    "and.b32 %r6, %r2, 1; add.u32 %r6, %r6, 1; mov.u32 %r5, 0; mov.u32 %r20, 3;\n"
    "shl.b32 %r8, %r1, 2; cvt.u64.u32 %rd3, %r8; add.u64 %rd3, %rd1, %rd3; mov.u64 %rd8, table; mov.u64 %rd9, words;\n"
    "LOOP:\n";
static const char memory[] =
    "mul.lo.u32 %r7, %r4, 132; mad.lo.s32 %r7, %r5, 33792, %r7; and.b32 %r7, %r7, 131068; cvt.u64.u32 %rd2, %r7; add.u64 %rd2, %rd1, %rd2;\n"
    "ld.global.u32 %r9, [%rd2+32768]; ld.global.u32 %r10, [%rd3+16384]; ld.global.nc.u32 %r11, [%rd2+65536];\n"
    "mul.lo.u32 %r12, %r4, 9; mad.lo.s32 %r12, %r5, 640, %r12; and.b32 %r12, %r12, 4095; tex.1d.v4.u32.s32 {%r13, _, _, _}, [%rd5, {%r12}];\n"
    "shr.u32 %r14, %r4, 4; mad.lo.s32 %r14, %r5, 13, %r14; mul.lo.u32 %r14, %r14, 192; and.b32 %r14, %r14, 16380;\n"
    "cvt.u64.u32 %rd4, %r14; add.u64 %rd4, %rd8, %rd4; ld.const.u32 %r15, [%rd4];\n"
    "shl.b32 %r16, %r1, 5; cvt.u64.u32 %rd6, %r16; add.u64 %rd6, %rd9, %rd6; st.shared.u32 [%rd6], %r9; bar.sync 0;\n"
    "xor.b32 %r17, %r16, 64; and.b32 %r17, %r17, 992; cvt.u64.u32 %rd7, %r17; add.u64 %rd7, %rd9, %rd7; ld.shared.u32 %r18, [%rd7];\n"
    "and.b32 %r17, %r1, 28; cvt.u64.u32 %rd7, %r17; add.u64 %rd7, %rd9, %rd7; ld.shared.u32 %r17, [%rd7];\n"
    "add.u32 %r20, %r9, %r10; add.u32 %r20, %r20, %r11; add.u32 %r20, %r20, %r13; add.u32 %r20, %r20, %r15; add.u32 %r20, %r20, %r18;\n"
    "st.global.u32 [%rd2+32768], %r20; st.global.u32 [%rd3+16384], %r20; st.global.u16 [%rd2+131072], %r20; ld.global.u32 %r9, [%rd2+32896];\n"
    "atom.global.add.u32 %r19, [%rd3+8192], 1; red.global.add.u32 [%rd1+8188], 1;\n";
#define TWICE(text) text text
static const char arithmetic[] =
    TWICE("add.s32 %r21, %r20, 1; add.s32 %r22, %r20, 2; sub.s32 %r21, %r21, %r22;\n")
    TWICE("max.s32 %r21, %r20, 1; min.s32 %r22, %r20, 2; max.s32 %r21, %r21, %r22;\n")
    TWICE("mul.lo.s32 %r21, %r20, 3; mul.lo.s32 %r22, %r20, 5; mul.lo.s32 %r21, %r21, %r22;\n")
    TWICE("mad.lo.s32 %r21, %r20, 3, 1; mad.lo.s32 %r22, %r20, 5, 1; mad.lo.s32 %r21, %r21, %r22, 1;\n")
    "or.b32 %r23, %r20, 1; div.u32 %r21, %r20, %r23; rem.u32 %r22, %r20, %r23; div.u32 %r21, %r21, %r23;\n"
    "cvt.rn.f32.u32 %f1, %r20; add.f32 %f1, %f1, 0f3F800000; cvt.rn.f64.u32 %d1, %r20; add.f64 %d1, %d1, 0d3FF0000000000000;\n"
    TWICE("add.f32 %f2, %f1, %f1; add.f32 %f3, %f1, %f1; sub.f32 %f2, %f2, %f3;\n")
    TWICE("max.f32 %f2, %f1, %f1; min.f32 %f3, %f1, %f1; max.f32 %f2, %f2, %f3;\n")
    TWICE("mul.f32 %f2, %f1, %f1; mul.f32 %f3, %f1, %f1; mul.f32 %f2, %f2, %f3;\n")
    TWICE("fma.rn.f32 %f2, %f1, %f1, %f1; fma.rn.f32 %f3, %f1, %f1, %f1; fma.rn.f32 %f2, %f2, %f3, %f1;\n")
    "div.rn.f32 %f2, %f1, %f1; div.rn.f32 %f3, %f1, %f1; div.rn.f32 %f2, %f2, %f3;\n"
    "add.f64 %d2, %d1, %d1; add.f64 %d3, %d1, %d1; add.f64 %d2, %d2, %d3;\n"
    "max.f64 %d2, %d1, %d1; max.f64 %d3, %d1, %d1; max.f64 %d2, %d2, %d3;\n"
    "mul.f64 %d2, %d1, %d1; mul.f64 %d3, %d1, %d1; mul.f64 %d2, %d2, %d3;\n"
    "fma.rn.f64 %d2, %d1, %d1, %d1; fma.rn.f64 %d3, %d1, %d1, %d1; fma.rn.f64 %d2, %d2, %d3, %d1;\n"
    "div.rn.f64 %d2, %d1, %d1; div.rn.f64 %d3, %d1, %d1; div.rn.f64 %d2, %d2, %d3;\n"
    TWICE("sin.approx.f32 %f2, %f1; ex2.approx.f32 %f3, %f1; sin.approx.f32 %f2, %f2;\n")
    TWICE("shfl.sync.bfly.b32 %r21, %r20, 1, 31, 0xffffffff; shfl.sync.bfly.b32 %r22, %r20, 2, 31, 0xffffffff; add.u32 %r20, %r21, %r22;\n")
    TWICE("xor.b32 %r24, %r20, 5; not.b32 %r25, %r24; and.b32 %r26, %r24, %r25; mov.u32 %r27, %r26;\n");
static const char tail[] = "add.u32 %r5, %r5, 1; setp.lt.u32 %p1, %r5, %r6; @%p1 bra LOOP;\nst.global.u32 [%rd3+12288], %r20; ret;\n}\n";
// Each warp reads 32 lines, and 8 others, again and again.
static const char reuse[] =
    ".visible .entry reuse(.param .u64 buffer)\n{\n.reg .pred %p<2>; .reg .b32 %r<20>; .reg .b64 %rd<8>;\n"
    "ld.param.u64 %rd1, [buffer]; ld.global.u64 %rd5, [%rd1]; mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x;\n"
    "mad.lo.s32 %r4, %r2, %r3, %r1; shr.u32 %r5, %r4, 2; mul.lo.u32 %r5, %r5, 128; shl.b32 %r6, %r4, 7; mov.u32 %r7, 0;\n"
    "cvt.u64.u32 %rd2, %r6; add.u64 %rd2, %rd1, %rd2; cvt.u64.u32 %rd3, %r5; add.u64 %rd3, %rd1, %rd3;\n"
    "LOOP:\nld.global.u32 %r8, [%rd2+8192]; ld.global.u32 %r9, [%rd3+139264]; tex.1d.v4.u32.s32 {%r12, _, _, _}, [%rd5, {%r1}];\n"
    "tex.1d.v4.u32.s32 {%r13, _, _, _}, [%rd5, {%r7}]; add.u32 %r10, %r8, %r9; and.b32 %r11, %r7, 7; add.u32 %r10, %r10, %r7;\n"
    "setp.eq.u32 %p1, %r11, 7; @%p1 st.global.u32 [%rd3+139264], %r10;\n"
    "add.u32 %r7, %r7, 1; setp.lt.u32 %p1, %r7, 24; @%p1 bra LOOP;\nret;\n}\n";
// Products, several of a warp at a time.
static const char matrices[] =
    ".visible .entry matrices(.param .u64 buffer)\n{\n.reg .pred %p<2>; .reg .b32 %r<20>; mov.u32 %r1, %tid.x; mov.u32 %r2, 1; mov.u32 %r3, 2; mov.u32 %r7, 0;\n"
    "LOOP:\n" TWICE(TWICE("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%r10, %r11}, {%r1, %r2}, {%r3}, {%r1, %r2};\n"
                          "mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%r12, %r13}, {%r1, %r2}, {%r3}, {%r1, %r2}; add.u32 %r1, %r10, %r12;\n"))
    "add.u32 %r7, %r7, 1; setp.lt.u32 %p1, %r7, 4; @%p1 bra LOOP;\nret;\n}\n";

static bool set_all(machine *m, const char *settings, machine_error *error)
{
    char copy[512], *rest = copy;
    bool good = true;

    snprintf(copy, sizeof copy, "%s", settings);
    for (char *word = strtok_r(copy, " ", &rest); word && good; word = strtok_r(NULL, " ", &rest))
        good = machine_set(m, word, error);
    return good;
}

void key_machine(machine *m, const char *settings)
{
    const size_t length = strcspn(settings, " "), name = memchr(settings, '=', length) ? 0 : length;
    char word[64];
    machine_error error;

    snprintf(word, sizeof word, "%.*s", (int)name, name ? settings : "");
    machine_defaults(m);
    if ((name && !machine_load(m, word, &error)) || !set_all(m, "gpu.sms=2 gpu.clusters=2", &error) || !set_all(m, settings + name, &error) ||
        !machine_check(m, &error))
        fail_msg("%s: %s", settings, error.text);
}

bool key_set(machine *m, const char *assignments, const policy *p)
{
    char reason[1024];
    machine_error error;
    machine changed = *m;

    if (!set_all(&changed, assignments, &error) || !machine_check(&changed, &error) || memcmp(&changed, m, sizeof changed) == 0 ||
        !gpu_can_be_built(&changed, p, NULL, NULL, reason, sizeof reason))
        return false;
    *m = changed;
    return true;
}

static void select_nobody(const policy_view *view, policy_masks *masks)
{
    (void)view;
    masks->may_issue = 0;
}

const policy *key_policy(const char *name)
{
    static const policy nobody = {.name = "nobody", .help = "nobody issues", .select = select_nobody};
    const policy *p = strcmp(name, nobody.name) == 0 ? &nobody : policy_find(name);

    if (!p)
        fail_msg("no policy %s", name);
    return p;
}

static program *parse(void)
{
    static char text[1 << 15];
    ptx_error error = {{0}};

    snprintf(text, sizeof text, "%s%s%s%s%s%s", head, memory, arithmetic, tail, reuse, matrices);
    program *p = program_parse("key_bench.ptx", text, strlen(text), &error);
    if (!p)
        fail_msg("%s", error.text);
    return p;
}

// A GPU of its own, whose caches the beginning of the buffer is in.
static gpu *open_gpu(const machine *m, const policy *p, lockstep *blocks, uint64_t buffer)
{
    char error[1024] = "";
    gpu *g = gpu_new(&(gpu_options){.machine = m, .policy = p, .lockstep = blocks, .max_cycles = KEY_CYCLES}, error, sizeof error);

    if (!g)
        fail_msg("%s: %s", p->name, error);
    gpu_host_copy(g, buffer, BYTES / 8);
    return g;
}

key_result key_run(const char *kernel, const machine *m, const policy *p)
{
    static program *program;
    char error[1024] = "";
    ptx_error said = {{0}};
    key_result result;

    program = program ? program : parse();
    lockstep *blocks = lockstep_open(&(lockstep_options){.mode = BLOCKS_C, .no_pack = true}, error, sizeof error);
    device_memory *memory_of = device_memory_new();
    assert_true(device_load_program(memory_of, program, &said));
    const uint64_t buffer = device_alloc(memory_of, "buffer", BYTES);
    uint32_t *words = device_at(memory_of, buffer, BYTES);
    const texture t = {.kind = TEXEL_UNSIGNED, .channels = 1, .bits = 32, .width = WIDTH, .address = buffer + TEXELS_AT};
    const uint64_t handle = device_texture_new(memory_of, &t);
    memcpy(words, &handle, sizeof handle);
    gpu *g = open_gpu(m, p, blocks, buffer);
    const launch_config config = {.kernel = program_find(program, kernel, &said), .grid = {strcmp(kernel, "reuse") == 0 ? REUSE_CTAS : CTAS, 1, 1}, .block = {THREADS, 1, 1},
                                  .params = &buffer, .params_size = sizeof buffer, .memory = memory_of, .sm_count = m->gpu.sms,
                                  .warps_per_sm = m->core.warps};
    result.status = gpu_run(g, &config);
    result.counters = *gpu_counters(g);
    gpu_free(g);
    lockstep_close(blocks);
    device_memory_free(memory_of);
    return result;
}
