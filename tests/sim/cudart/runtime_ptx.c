// SPDX-License-Identifier: BSD-3-Clause
#include "tests/sim/cudart/runtime_ptx.h"

char host_scale, host_store, host_misaligned, host_trap, host_assert, host_print, host_reverse, host_wait, host_missing, host_limited, host_mixed, host_astray;
float host_factor[4];
int host_counter;

const char runtime_ptx[] =
    ".version 6.3\n.target sm_35\n.address_size 64\n"
    ".extern .func (.param .b32 r) vprintf (.param .b64 format, .param .b64 arguments);\n"
    ".extern .func __assertfail (.param .b64 a, .param .b64 b, .param .b32 c, .param .b64 d, .param .b64 e);\n"
    ".const .align 4 .f32 factor[4] = {0f3F800000, 0f40000000, 0f40400000, 0f40800000};\n"
    ".global .align 4 .u32 counter = 5;\n"
    ".global .align 1 .b8 words[12] = {115, 97, 121, 32, 37, 100, 10, 0};\n"
    ".extern .shared .align 4 .b8 dynamic[];\n"
    // p[i] = p[i] * factor[i % 4] for i < n; the first thread counts
    ".visible .entry scale(.param .u64 p, .param .u32 n)\n{\n"
    "    .reg .pred %p<3>; .reg .b32 %r<8>; .reg .b64 %rd<8>; .reg .f32 %f<4>;\n"
    "    ld.param.u64 %rd1, [p]; ld.param.u32 %r1, [n];\n"
    "    mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x; mov.u32 %r4, %tid.x; mad.lo.u32 %r5, %r2, %r3, %r4;\n"
    "    setp.ge.u32 %p1, %r5, %r1; @%p1 bra DONE;\n"
    "    mul.wide.u32 %rd2, %r5, 4; add.u64 %rd3, %rd1, %rd2; ld.global.f32 %f1, [%rd3];\n"
    "    and.b32 %r6, %r5, 3; mul.wide.u32 %rd4, %r6, 4; mov.u64 %rd5, factor; add.u64 %rd6, %rd5, %rd4;\n"
    "    ld.const.f32 %f2, [%rd6]; mul.f32 %f3, %f1, %f2; st.global.f32 [%rd3], %f3;\n"
    "    setp.ne.u32 %p2, %r5, 0; @%p2 bra DONE; red.global.add.u32 [counter], 1;\n"
    "DONE: ret;\n}\n"
    ".visible .entry store(.param .u64 p)\n{\n    .reg .b64 %rd<2>;\n"
    "    ld.param.u64 %rd1, [p]; st.global.u32 [%rd1], 7; ret;\n}\n"
    ".visible .entry misaligned(.param .u64 p)\n{\n    .reg .b64 %rd<2>;\n"
    "    ld.param.u64 %rd1, [p]; st.global.u32 [%rd1+1], 7; ret;\n}\n"
    ".visible .entry trapped()\n{\n    trap;\n    ret;\n}\n"
    ".visible .entry asserted()\n{\n    .reg .b64 %rd<3>; .reg .b32 %r<2>;\n"
    "    cvta.global.u64 %rd1, words; mov.u32 %r1, 3; mov.u64 %rd2, 1;\n"
    "    { .param .b64 a; .param .b64 b; .param .b32 c; .param .b64 d; .param .b64 e;\n"
    "    st.param.b64 [a], %rd1; st.param.b64 [b], %rd1; st.param.b32 [c], %r1; st.param.b64 [d], %rd1; st.param.b64 [e], %rd2;\n"
    "    call.uni __assertfail, (a, b, c, d, e); }\n    ret;\n}\n"
    ".visible .entry print(.param .u32 n)\n{\n    .local .align 8 .b8 arguments[8]; .reg .b64 %rd<4>; .reg .b32 %r<3>;\n"
    "    ld.param.u32 %r1, [n]; mov.u64 %rd1, arguments; st.local.u32 [%rd1], %r1; cvta.local.u64 %rd2, %rd1;\n"
    "    cvta.global.u64 %rd3, words;\n"
    "    { .param .b64 f; .param .b64 v; .param .b32 r; st.param.b64 [f], %rd3; st.param.b64 [v], %rd2;\n"
    "    call.uni (r), vprintf, (f, v); ld.param.b32 %r2, [r]; }\n    ret;\n}\n"
    // through dynamic shared memory
    ".visible .entry reverse(.param .u64 p)\n{\n    .reg .b32 %r<8>; .reg .b64 %rd<8>;\n"
    "    ld.param.u64 %rd1, [p]; mov.u32 %r1, %tid.x; mov.u32 %r2, %ntid.x; mul.wide.u32 %rd2, %r1, 4; add.u64 %rd3, %rd1, %rd2;\n"
    "    ld.global.u32 %r3, [%rd3]; mov.u64 %rd4, dynamic; add.u64 %rd5, %rd4, %rd2; st.shared.u32 [%rd5], %r3; bar.sync 0;\n"
    "    sub.u32 %r4, %r2, %r1; sub.u32 %r5, %r4, 1; mul.wide.u32 %rd6, %r5, 4; add.u64 %rd7, %rd4, %rd6;\n"
    "    ld.shared.u32 %r6, [%rd7]; st.global.u32 [%rd3], %r6; ret;\n}\n"
    // until *p is not zero, which nobody makes it
    ".visible .entry wait(.param .u64 p)\n{\n    .reg .pred %p<2>; .reg .b32 %r<2>; .reg .b64 %rd<2>;\n"
    "    ld.param.u64 %rd1, [p];\nAGAIN: ld.volatile.global.u32 %r1, [%rd1]; setp.eq.u32 %p1, %r1, 0; @%p1 bra AGAIN; ret;\n}\n"
    // parameters of sizes that leave gaps: a at 0, p at 8, b at 16, c at 20
    ".visible .entry mixed(.param .u8 a, .param .u64 p, .param .u16 b, .param .u32 c)\n{\n    .reg .b32 %r<4>; .reg .b64 %rd<2>;\n"
    "    ld.param.u8 %r1, [a]; ld.param.u64 %rd1, [p]; ld.param.u16 %r2, [b]; ld.param.u32 %r3, [c];\n"
    "    st.global.u32 [%rd1], %r1; st.global.u32 [%rd1+4], %r2; st.global.u32 [%rd1+8], %r3; ret;\n}\n"
    // calls what its argument says: no function has the address
    ".func known() { ret; }\n.visible .entry astray(.param .u64 f)\n{\n    .reg .b64 %rd<3>; mov.u64 %rd2, known; ld.param.u64 %rd1, [f];\n"
    "p: .callprototype _ ();\n    call %rd1, (), p;\n    ret;\n}\n"
    ".visible .entry limited()\n.maxntid 64, 1, 1\n{\n    ret;\n}\n";

static struct { int magic, version; const void *image; void *rest; } wrapper = { 0x466243b1, 1, runtime_ptx, NULL };

void register_kernels(void)
{
    static const struct { const char *host, *name; } functions[] = {
        { &host_scale, "scale" }, { &host_store, "store" }, { &host_misaligned, "misaligned" }, { &host_trap, "trapped" },
        { &host_assert, "asserted" }, { &host_print, "print" }, { &host_reverse, "reverse" }, { &host_wait, "wait" },
        { &host_missing, "missing" }, { &host_limited, "limited" }, { &host_mixed, "mixed" },
        { &host_astray, "astray" },
    };
    void **handle = __cudaRegisterFatBinary(&wrapper);

    for (unsigned i = 0; i < sizeof functions / sizeof functions[0]; i++)
        __cudaRegisterFunction(handle, functions[i].host, NULL, functions[i].name, -1, NULL, NULL, NULL, NULL, NULL);
    __cudaRegisterVar(handle, (char *)host_factor, NULL, "factor", 0, sizeof host_factor, 1, 0);
    __cudaRegisterVar(handle, (char *)&host_counter, NULL, "counter", 0, sizeof host_counter, 0, 0);
    __cudaRegisterFatBinaryEnd(handle);
}

cudaError_t launch_on(const void *host, unsigned blocks, unsigned threads, size_t shared, void **arguments)
{
    return cudaLaunchKernel(host, (dim3){ blocks, 1, 1 }, (dim3){ threads, 1, 1 }, arguments, shared, NULL);
}
