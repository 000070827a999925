#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# race.sh FOLDER SEED: a job whose warps load, store and add to the lines of a few DRAM rows in random order, three launches one after
# the other. A step of a warp draws a line (anywhere, near the last one, or the last one again) and what it does there: load or
# store 32 words beside each other, one word, or one in each of 32 lines; add to a word of lines of their own. Half the steps wait
# for the load before them, so that its line may be hit, and made dirty. Rows are open then, and their lines prefetched, while others
# store to them, evict them and write them back.
set -eu
mkdir -p "$1"
awk 'BEGIN {
    print ".version 3.2\n.target sm_35\n.address_size 64"
    print ".visible .entry race(.param .u64 data_parameter, .param .u64 out_parameter, .param .u32 seed_parameter)"
    print "{\n.reg .pred %p<10>;\n.reg .b32 %r<32>;\n.reg .b64 %d<16>;"
    print "ld.param.u64 %d0, [data_parameter];\ncvta.to.global.u64 %d0, %d0;"
    print "ld.param.u64 %d1, [out_parameter];\ncvta.to.global.u64 %d1, %d1;"
    print "ld.param.u32 %r10, [seed_parameter];"
    print "mov.u32 %r0, %tid.x;\nmov.u32 %r1, %ctaid.x;\nshr.u32 %r2, %r0, 5;\nand.b32 %r3, %r0, 31;"
    print "mad.lo.u32 %r4, %r1, 4, %r2;\nadd.u32 %r4, %r4, %r10;\nmul.lo.u32 %r4, %r4, 747796405;"           # of the warp
    print "mov.u32 %r8, 0;\nmov.u32 %r9, 0;\nmov.u32 %r12, 0;\nshr.u32 %r5, %r4, 12;"
    print "STEP:\nmad.lo.u32 %r4, %r4, 1664525, 1013904223;"
    print "and.b32 %r13, %r4, 16384;\nsetp.ne.u32 %p9, %r13, 0;\n@%p9 bra GOES_ON;\nand.b32 %r13, %r9, 0;\nadd.u32 %r4, %r4, %r13;"   # waits
    print "GOES_ON:\nshr.u32 %r6, %r4, 28;"                                                                   # what
    print "shr.u32 %r7, %r4, 16;\nand.b32 %r11, %r7, 31;\nadd.u32 %r11, %r11, %r5;"
    print "and.b32 %r13, %r4, 512;\nsetp.ne.u32 %p0, %r13, 0;\nselp.u32 %r7, %r11, %r7, %p0;"                 # near, or anywhere
    print "and.b32 %r13, %r4, 8192;\nsetp.ne.u32 %p0, %r13, 0;\nselp.u32 %r5, %r7, %r5, %p0;"                 # or the last again
    print "and.b32 %r5, %r5, 2047;\nmul.wide.u32 %d2, %r5, 64;\nadd.s64 %d2, %d0, %d2;"
    print "mul.wide.u32 %d3, %r3, 4;\nadd.s64 %d3, %d2, %d3;\nmul.wide.u32 %d4, %r3, 64;\nadd.s64 %d4, %d2, %d4;"
    print "setp.lt.u32 %p1, %r6, 5;\n@%p1 ld.global.u32 %r9, [%d3];"
    print "setp.eq.u32 %p2, %r6, 5;\n@%p2 ld.global.u32 %r9, [%d2];"
    print "setp.eq.u32 %p3, %r6, 6;\n@%p3 ld.global.u32 %r9, [%d4];"
    print "sub.u32 %r13, %r6, 7;\nsetp.lt.u32 %p4, %r13, 5;\n@%p4 st.global.u32 [%d3], %r4;"
    print "sub.u32 %r13, %r6, 12;\nsetp.lt.u32 %p5, %r13, 2;\n@%p5 st.global.u32 [%d2], %r4;"
    print "setp.eq.u32 %p6, %r6, 14;\n@%p6 st.global.u32 [%d4], %r4;"
    print "setp.eq.u32 %p7, %r6, 15;\nand.b32 %r14, %r3, 7;\nsetp.eq.and.u32 %p7, %r14, 0, %p7;\n@%p7 red.global.add.u32 [%d2+147456], 1;"
    print "add.u32 %r8, %r8, %r9;\nadd.u32 %r12, %r12, 1;\nsetp.lt.u32 %p8, %r12, 20;\n@%p8 bra STEP;"
    print "mad.lo.u32 %r9, %r1, 128, %r0;\nmul.wide.u32 %d5, %r9, 4;\nadd.s64 %d5, %d1, %d5;"
    print "st.global.u32 [%d5], %r8;\nret;\n}"
}' >"$1/race.ptx"
launch() { printf '{"launch": "race", "grid": [56, 1, 1], "block": [128, 1, 1], "args": [{"buf": "data"}, {"buf": "out"}, {"u32": %d}]}' "$1"; }
cat >"$1/race$2.json" <<JOB
{"ptx": "race.ptx",
 "buffers": [{"name": "data", "type": "u32", "count": 73728, "init": "zero"}, {"name": "out", "type": "u32", "count": 7168, "init": "none"}],
 "steps": [$(launch "$2"), $(launch $(($2 + 1000))), $(launch $(($2 + 2000)))]}
JOB
