#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# litmus.sh FOLDER: a job whose warps load and store one line and its neighbours in every order. A program is four steps of
# two bits: load the line, load 32 lines with it, store the line, store 32 lines with it; each CTA has one of the 256, its
# second warp another, both run it twice with nothing in between that waits. Four regions are shared by the CTAs, so that
# warps and SMs contend for each. As bytes and as words: the coalescer then makes accesses of 32 and of 128 bytes.
set -eu
mkdir -p "$1"
for type in u8 u32; do
    awk -v type="$type" 'BEGIN {
        print ".version 3.2\n.target sm_35\n.address_size 64"
        print ".visible .entry litmus_" type "(.param .u64 data_parameter, .param .u64 out_parameter)"
        print "{\n.reg .pred %p<9>;\n.reg .b32 %r<64>;\n.reg .b64 %d<16>;"
        print "ld.param.u64 %d0, [data_parameter];\ncvta.to.global.u64 %d0, %d0;"
        print "ld.param.u64 %d1, [out_parameter];\ncvta.to.global.u64 %d1, %d1;"
        print "mov.u32 %r0, %tid.x;\nmov.u32 %r1, %ctaid.x;\nshr.u32 %r2, %r0, 5;\nand.b32 %r3, %r0, 31;"
        print "and.b32 %r4, %r1, 3;\nmul.wide.u32 %d2, %r4, 4096;\nadd.s64 %d2, %d0, %d2;"               # the region
        print "mul.wide.u32 %d3, %r3, " (type == "u8" ? 1 : 4) ";\nadd.s64 %d3, %d2, %d3;"               # one line
        print "mul.wide.u32 %d4, %r3, 128;\nadd.s64 %d4, %d2, %d4;"                                      # 32 lines
        print "shr.u32 %r5, %r1, 2;\nmad.lo.u32 %r6, %r2, 37, %r1;\nadd.u32 %r6, %r6, %r5;\nand.b32 %r6, %r6, 255;"
        sum = 8
        print "mov.u32 %r8, 0;"
        for (step = 0; step < 8; step++) {
            printf "shr.u32 %%r7, %%r6, %d;\nand.b32 %%r7, %%r7, 3;\n", 2 * (step % 4)
            for (op = 0; op < 4; op++) printf "setp.eq.u32 %%p%d, %%r7, %d;\n", op, op
            printf "mov.u32 %%r%d, 0;\nmov.u32 %%r%d, 0;\n", 10 + step, 20 + step
            printf "@%%p0 ld.global.%s %%r%d, [%%d3];\n@%%p1 ld.global.%s %%r%d, [%%d4];\n", type, 10 + step, type, 20 + step
            printf "@%%p2 st.global.%s [%%d3], %%r6;\n@%%p3 st.global.%s [%%d4], %%r6;\n", type, type
        }
        for (step = 0; step < 8; step++)
            printf "add.u32 %%r8, %%r8, %%r%d;\nadd.u32 %%r8, %%r8, %%r%d;\n", 10 + step, 20 + step
        print "mad.lo.u32 %r9, %r1, 64, %r0;\nmul.wide.u32 %d5, %r9, 4;\nadd.s64 %d5, %d1, %d5;"
        print "st.global.u32 [%d5], %r8;\nret;\n}"
    }' >"$1/$type.ptx"
    cat >"$1/$type.json" <<JOB
{"ptx": "$type.ptx",
 "buffers": [{"name": "data", "type": "u32", "count": 4096, "init": "zero"}, {"name": "out", "type": "u32", "count": 16384, "init": "none"}],
 "steps": [{"launch": "litmus_$type", "grid": [256, 1, 1], "block": [64, 1, 1], "args": [{"buf": "data"}, {"buf": "out"}]},
           {"launch": "litmus_$type", "grid": [256, 1, 1], "block": [64, 1, 1], "args": [{"buf": "data"}, {"buf": "out"}]}]}
JOB
done
