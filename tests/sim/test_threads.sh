#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock
# `warplock run --threads N` writes the same bytes for every N: report, JSON, what a kernel leaves, prints and fails by, a timeline;
# and with a trace, a wave or a recording, which one thread writes. Shown to fail: tests/sim/core/test_sm_threads.c and its plants.
set -u
. tests/lib.sh
work=$BUILD/threads
rm -rf "$work" && mkdir -p "$work"

# Each SM's first CTAs print and draw tickets at once; the last one stores outside of its buffer.
cat >"$work/job.ptx" <<'PTX'
.version 7.0
.target sm_70
.address_size 64
.extern .func (.param .b32 result) vprintf (.param .b64 format, .param .b64 arguments);
.global .align 1 .b8 words[9] = {67, 84, 65, 32, 37, 117, 10, 0, 0};
.visible .entry draw(.param .u64 buffer, .param .u32 last)
{
    .local .align 4 .b8 said[4];
    .reg .b64 %rd<8>;
    .reg .b32 %r<12>;
    .reg .pred %p<5>;
    ld.param.u64 %rd1, [buffer];
    ld.param.u32 %r9, [last];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %ctaid.x;
    atom.global.add.u32 %r3, [%rd1], 1;
    mad.lo.u32 %r4, %r2, 64, %r1;
    mul.wide.u32 %rd2, %r4, 4;
    add.u64 %rd3, %rd1, %rd2;
    st.global.u32 [%rd3+4], %r3;
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra OVER;
    mov.u64 %rd4, said;
    st.local.u32 [%rd4], %r2;
    cvta.local.u64 %rd5, %rd4;
    mov.u64 %rd6, words;
    cvta.global.u64 %rd7, %rd6;
    {
        .param .b64 a0; .param .b64 a1; .param .b32 r0;
        st.param.b64 [a0], %rd7;
        st.param.b64 [a1], %rd5;
        call.uni (r0), vprintf, (a0, a1);
    }
    setp.ne.u32 %p2, %r2, %r9;
    @%p2 bra OVER;
    st.global.u32 [%rd1+1000000], %r1;
OVER:
    ret;
}
PTX
cat >"$work/job.json" <<'JSON'
{"ptx": "job.ptx", "buffers": [{"name": "drawn", "type": "u32", "count": 8192, "init": "zero"}],
 "steps": [{"launch": "draw", "grid": [120,1,1], "block": [64,1,1], "dynamic_shared": 0, "args": [{"buf": "drawn"}, {"u32": LAST}]}]}
JSON
for last in 119 1000; do sed "s/LAST/$last/" "$work/job.json" >"$work/job_$last.json"; done

# said N FILES WORDS: what the run with N threads writes, besides the time it takes and which models it has built.
said() {
    threads=$1 folder=$work/$2 words=$3
    rm -rf "$folder" && mkdir -p "$work/now"
    # shellcheck disable=SC2086
    (cd "$work/now" && "$warplock" run --threads "$threads" $words >out 2>err; echo "status $?" >>err; sed -i '/^warplock: building /d' err)
    grep -rlZ -e '"wall_seconds"' -e '--threads ' "$work/now" | xargs -0 -r sed -i '/"wall_seconds"/d; s/--threads [0-9]*//'
    mv "$work/now" "$folder"
}
# same WORDS: for every number of threads.
same() {
    said 1 1 "$*"
    for n in 2 3 7; do
        tier_is_all || [ $n != 3 ] || continue
        said $n $n "$*"
        diff -r "$work/1" "$work/$n" >"$work/diff" || complain "$*: $n threads differ from one" "$work/diff"
    done
}
warplock=$(cd "$BUILD" && pwd)/warplock
here=$(cd "$work" && pwd)
same --machine gtx480 --json "$here/job_1000.json"
grep -q 'status 0' "$work/1/err" && [ "$(grep -c '^CTA' "$work/1/err")" = 120 ] || complain "the kernel does not print" "$work/1/err"
same --machine gtx480 --json "$here/job_119.json"
grep -q 'status 1' "$work/1/err" && grep -q 'outside every buffer' "$work/1/err" || complain "the kernel does not fail" "$work/1/err"
same --machine gtx480 --policy gto,ccws conv2d --size 48 --timeline timeline
same --machine oaws --policy oaws-dyn --blocks lockstep --json atax --size 64x64
same --machine qv100 --policy gto --json matmul --size 64x64x32
same --machine gtx480 --policy gto --json vadd --size 4096 --events events --issue-trace issue --per-line --per-age
same --machine gtx480 --policy gto vadd --size 512 --blocks lockstep --wave wave.fst --wave-window 100 --record recording
if tier_is_all; then
    for kernel in $("$warplock" kernels | awk '/^[a-z0-9]/ { print $1 }'); do
        for on in 'oaws gto,oaws-dyn' 'ccws ccws' 'kaws kaws' 'owl owl' 'bucl bucl-dyn'; do
            same --machine "${on% *}" --policy "${on#* }" --json "$kernel"
        done
    done
fi
# A divergence: its line and its pack are those of the first SM.
if sh tests/tb/plant.sh c_off_by_one warplock "$work/planted"; then
    warplock=$(cd "$work/planted" && pwd)/warplock
    same --machine gtx480 --policy 2lvl-gto --blocks lockstep --failure-pack pack reduce
    grep -q '^warplock: .*lockstep: warp_arbiter' "$work/1/err" && [ -s "$work/1/pack/report.txt" ] || complain "no divergence" "$work/1/err"
else
    complain "the planted bug does not build"
fi
[ "$failures" = 0 ]
