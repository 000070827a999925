#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# --write-trace: ten bundled kernels written and read back: as many instructions of each sort and accesses of each cache, cycles within
# 5 %, and the trace that the run of the trace writes has the same masks, widths and addresses of each warp in the same order.
# Lines as Accel-Sim's parser wants them: counted fields, one destination at most, R0 to R254. What it refuses, and that nothing
# is left of a trace that could not be written. Shown to fail: plants in the addresses, the masks, the registers and the order of CTAs.
# needs: warplock
set -u
. tests/lib.sh
work=$BUILD/write_trace
rm -rf "$work" && mkdir -p "$work" || exit 1
warplock=$BUILD/warplock
machine='--machine gtx480 --policy gto'

# says STATUS WORDS COMMAND...: how it ends, and with which words
says() {
    want=$1 words=$2
    shift 2
    "$@" >"$work/log" 2>&1
    got=$?
    [ $got = "$want" ] || { complain "$*: status $got, expected $want"; tail -n 3 "$work/log"; }
    [ -z "$words" ] || grep -qF -- "$words" "$work/log" || { complain "$*: nothing of '$words' in"; tail -n 3 "$work/log"; }
}

# Every line of an instruction has as many words as it says.
lines_are_whole() {
    awk '/^[0-9a-f]+ [0-9a-f]+ [0-9]/ {
        at = 3 + $3 + 1; opcode = $at; at++; sources = $at; at += sources + 1; width = $at; at++
        for (i = 4; i < 4 + $3; i++) if ($i !~ /^R[0-9]+$/ || substr($i, 2) + 0 > 254) bad = 1
        if ($3 > 1 || length($2) != 8 || opcode !~ /^[A-Z]/) bad = 1
        lanes = 0
        for (i = 1; i <= 8; i++) lanes += substr("0112122312232334", index("0123456789abcdef", substr($2, i, 1)), 1)
        if (width > 0) { form = $at; left = NF - at - 1; if (form == 1 ? left != 1 : form == 2 ? left != lanes - 1 : 1) bad = 1 }
        else if (NF != at - 1) bad = 1
        if (bad) { print FILENAME ":" FNR ": " $0; exit 1 }
        n++ }
        /^insts = / { said += $3 }
        END { exit bad || n != said || n == 0 }' "$1"
}
# Masks, widths and addresses of each warp: what is left of its lines without opcodes and registers.
stream() { awk '/^thread block|^warp/ { print } /^[0-9a-f]+ [0-9a-f]+ [0-9]/ { s = $2; at = 4 + $3; at += $(at + 1) + 2; for (i = at; i <= NF; i++) s = s " " $i; print s }' "$@"; }
counts='cycles|warp_insns|thread_insns|ctas|l1d.accesses|l1i.accesses|l1c.accesses|shared.accesses'
numbers() { # numbers FILE.csv: NAME VALUE
    awk -F, -v names="^($counts)\$" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ names) at[i] = $i; next } { for (i in at) print at[i], $i }' "$1" | sort
}
# True when PROGRAM's trace of KERNEL runs as the kernel did.
comes_back() { # comes_back PROGRAM KERNEL OPTION...
    program=$1 kernel=$2
    shift 2
    rm -rf "$work/one" "$work/two"
    # shellcheck disable=SC2086
    "$program" run $machine "$kernel" "$@" --write-trace "$work/one" --csv "$work/ptx.csv" >"$work/log" 2>&1 || return 1
    for file in "$work"/one/*.traceg; do lines_are_whole "$file" >"$work/log" || return 1; done
    # shellcheck disable=SC2086
    "$program" run $machine --trace "$work/one/kernelslist.g" --write-trace "$work/two" --csv "$work/trace.csv" >"$work/log" 2>&1 || return 1
    cmp -s "$work/one/kernelslist.g" "$work/two/kernelslist.g" || { echo 'other lists' >"$work/log"; return 1; }
    for file in "$work"/one/*.traceg; do
        stream "$file" >"$work/one.stream" && stream "$work/two/${file##*/}" >"$work/two.stream"
        cmp "$work/one.stream" "$work/two.stream" >"$work/log" 2>&1 || return 1
    done
    numbers "$work/ptx.csv" >"$work/ptx" && numbers "$work/trace.csv" >"$work/trace"
    paste -d' ' "$work/ptx" "$work/trace" | awk '{ off = $4 - $2; if (off < 0) off = -off
        if ($1 == "cycles" ? off > 0.05 * $2 : off) { print $1 ": " $2 " as PTX, " $4 " as a trace"; bad = 1 } n++ } END { exit bad || n != 8 }' >"$work/log"
}
for kernel in atax bfs conv2d matmul spmv reduce hotspot btree histogram gaussian; do
    comes_back "$warplock" $kernel || complain "$kernel: $(head -n 3 "$work/log")"
    tier_is_all || case $kernel in spmv) break ;; esac
done

# What a trace has not: divisions take a reciprocal's time, so fft takes less. All else is as it was.
comes_back "$warplock" fft && complain 'fft has its divisions'
grep -q '^cycles: ' "$work/log" && [ "$(wc -l <"$work/log")" = 1 ] || complain "fft: $(cat "$work/log")"

# What is added and not asked for has no result; a lane's own words are where they were.
cat >"$work/own.ptx" <<END
.version 6.3
.target sm_35
.address_size 64
.visible .entry k(.param .u64 p)
{ .local .align 8 .b8 mine[32]; .reg .b32 %r<4>; .reg .b64 %d<4>;
  ld.param.u64 %d1, [p]; mov.u32 %r1, %tid.x; mov.u64 %d2, mine; st.local.u32 [%d2+8], %r1; ld.local.u32 %r2, [%d2+8];
  cvta.local.u64 %d3, %d2; ld.u32 %r3, [%d3+8]; add.u32 %r2, %r2, %r3;
  red.global.add.u32 [%d1], %r2; red.global.max.u64 [%d1+8], %d1; ret; }
END
comes_back "$warplock" "$work/own.ptx" --grid 2 --block 64 --arg buf:u32:64 || complain "reductions and local memory: $(head -n 3 "$work/log")"
grep -q ' 0 RED' "$work/one/kernel-1.traceg" || complain 'no reduction without a result'

# A branch through a table has its own opcode, and each of its paths its lanes; half precision and bytes take fp32's and integers' units.
cat >"$work/table.ptx" <<END
.version 6.3
.target sm_61
.address_size 64
.visible .entry k(.param .u64 p)
{ .reg .b16 %h<3>; .reg .b32 %r<6>; .reg .b64 %d<3>; ld.param.u64 %d1, [p]; mov.u32 %r1, %tid.x; and.b32 %r2, %r1, 3;
  T: .branchtargets A, B, C, A; brx.idx %r2, T;
  A: fma.rn.f16x2 %r3, %r1, %r2, %r1; bra E;
  B: vabsdiff4.u32.u32.u32.add %r3, %r1, %r2, %r1; bra E;
  C: mov.u32 %r3, 7;
  E: mul.wide.u32 %d2, %r1, 4; add.u64 %d2, %d2, %d1; st.global.u32 [%d2], %r3; ret; }
END
comes_back "$warplock" "$work/table.ptx" --grid 2 --block 64 --arg buf:u32:64 || complain "a branch through a table: $(head -n 3 "$work/log")"
[ "$(grep -c ' ffffffff 0 BRX 1 ' "$work/one/kernel-1.traceg") $(grep -c ' 99999999 1 ' "$work/one/kernel-1.traceg")" = '4 4' ] || complain 'no BRX, or other paths behind it'

# More registers than a trace can name; a vector does not stand over the end, R252 to R254, where 63 of four words come to it.
{
    printf '.version 6.3\n.target sm_61\n.address_size 64\n.visible .entry k(.param .u64 p)\n{ .reg .b32 %%r<300>; .reg .b64 %%d<3>; ld.param.u64 %%d1, [p];\n'
    awk 'BEGIN { for (i = 0; i < 64; i++) printf "ld.global.v4.u32 {%%r%d, %%r%d, %%r%d, %%r%d}, [%%d1+%d];\n", 4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3, 16 * (i % 8)
        print "mov.u32 %r260, 0;"
        for (i = 0; i < 256; i++) printf "add.u32 %%r260, %%r260, %%r%d;\n", i
        print "st.global.u32 [%d1], %r260; ret; }" }'
} >"$work/many.ptx"
comes_back "$warplock" "$work/many.ptx" --grid 1 --block 32 --arg buf:u32:64 || complain "many registers: $(head -n 3 "$work/log")"

# What a run that does not end says of its warps is what it says without a trace: of one that waits at a barrier, too.
cat >"$work/stuck.ptx" <<END
.version 6.3
.target sm_35
.address_size 64
.visible .entry k()
.reqntid 64
{ .reg .b32 %r<2>; .reg .pred %p<2>; mov.u32 %r1, %tid.x; setp.lt.u32 %p1, %r1, 32; @%p1 bra LOOP; bar.sync 0; ret;
  LOOP: bra LOOP; }
END
says 3 'waits at barrier 0' "$warplock" run "$work/stuck.ptx" --grid 1 --block 64 --max-cycles 2000
cp "$work/log" "$work/plain"
says 3 'waits at barrier 0' "$warplock" run "$work/stuck.ptx" --grid 1 --block 64 --max-cycles 2000 --write-trace "$work/stuck"
cmp "$work/log" "$work/plain" || complain 'a run that does not end is told in other words'
says 2 'block (32,1,1), expected (64,1,1), the .reqntid of line' "$warplock" run "$work/stuck.ptx" --grid 1 --block 32 --write-trace "$work/stuck"
printf '.version 6.3\n.target sm_35\n.address_size 64\n.visible .entry k()\n{ .local .b8 much[8388608]; .reg .b32 %%r<2>; mov.u32 %%r1, 1; st.local.u32 [much], %%r1; ret; }\n' >"$work/local.ptx"
says 2 'bytes of local memory a thread, expected at most' "$warplock" run "$work/local.ptx" --grid 1 --block 32 --write-trace "$work/stuck"
says 0 '' "$warplock" run vadd --size 64 --write-trace "$work/short"
for more in '' "--write-trace $work/stuck"; do
    # shellcheck disable=SC2086
    "$warplock" run --trace "$work/short/kernelslist.g" --max-cycles 300 $more 2>"$work/said${more:+.writing}"
done
grep -q 'at 0[0-9a-f]* LOP' "$work/said" && cmp "$work/said" "$work/said.writing" || complain "a trace that does not end is told in other words: $(head -n 3 "$work/said.writing")"
[ ! -e "$work/stuck/kernelslist.g" ] || complain 'a list of a launch that was refused'

# --- the folder
says 2 'is one of a trace, expected PTX: its file is a trace already' "$warplock" run --trace tests/sim/sass/kernel-volta.traceg --write-trace "$work/foreign"
[ ! -e "$work/foreign/kernelslist.g" ] || complain 'a list of a trace that was refused'
rm -rf "$work/one"
says 2 '--write-trace' "$warplock" run vadd --functional --write-trace "$work/one"
says 2 '--write-trace: ' "$warplock" run vadd --write-trace "$work/none/one"
: >"$work/file"
says 2 '--write-trace: ' "$warplock" run vadd --write-trace "$work/file"
[ ! -e "$work/one" ] || complain 'a folder of a run that was refused'
cat >"$work/matrix.ptx" <<END
.version 7.0
.target sm_80
.address_size 64
.visible .entry k()
{ .reg .b32 %r<6>;
  mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%r4, %r5}, {%r0, %r1}, {%r2}, {%r0, %r3}; ret; }
END
says 2 'kernel k has instructions of matrix units' "$warplock" run "$work/matrix.ptx" --grid 1 --block 32 --write-trace "$work/matrix"
[ ! -e "$work/matrix/kernelslist.g" ] || complain 'a list of a run that was refused'
(trap '' XFSZ; ulimit -S -f 1; says 2 'cannot be written: File too large' "$warplock" run vadd --write-trace "$work/one"; [ "$failures" = 0 ]) || complain 'a full disk'
[ ! -e "$work/one/kernelslist.g" ] || complain 'a list of a trace that is not whole'
says 3 '' "$warplock" run vadd --max-cycles 50 --write-trace "$work/one"
[ ! -e "$work/one/kernelslist.g" ] || complain 'a list of a run that did not end'
says 0 '' "$warplock" run --policy lrr,gto vadd --size 32 --write-trace "$work/one"
says 0 'kernel 1: _Z4vadd' "$warplock" trace info "$work/one/kernelslist.g"

# Before the first run, not when the last one begins.
refused_first() { # refused_first PROGRAM FOLDER [OPTION...]
    program=$1 folder=$2
    shift 2
    "$program" run --policy lrr,gto vadd --size 32 --write-trace "$folder" "$@" >"$work/out" 2>"$work/log"
    [ $? = 2 ] && grep -q "^warplock: --write-trace: " "$work/log" && [ ! -s "$work/out" ]
}
mkdir -p "$work/second/kernel-2.traceg"
says 2 "$work/second/kernel-2.traceg" "$warplock" run atax --size 32 --write-trace "$work/second"
[ ! -e "$work/second/kernelslist.g" ] || complain 'a list of a trace without its second kernel'
# a folder whose name leaves room for kernel-99.traceg, and not for kernel-100.traceg
long=$work
while [ ${#long} -lt 800 ]; do long=$long/$(printf %0100d 0); done
long=$long/$(printf "%0$((1005 - ${#long}))d" 0)
mkdir -p "$long"
says 2 'its name is too long' "$warplock" run gaussian --size 52 --write-trace "$long"
[ -e "$long/kernel-99.traceg" ] && [ ! -e "$long/kernelslist.g" ] || complain "a long name: $(ls "$long")"
mkdir -p "$work/list/kernelslist.g" "$work/launch/kernel-1.traceg" "$work/csv"
for folder in none/one file list launch; do
    refused_first "$warplock" "$work/$folder" || complain "$folder: runs before it is refused"
done
refused_first "$warplock" "$work/csv" --csv "$work/csv/kernelslist.g" || complain "a list that is the CSV file, too"

# --- shown to fail
plant() { # plant SOURCE SCRIPT WORDS KERNEL
    plant_copy "$1" "$work/planted.c" "$2" "$3" || return
    tier_is_all || return 0
    program_with "$work/planted.c" "$work/planted" || { complain "$3: does not build"; return; }
    comes_back "$work/planted" "$4" && complain "$3: not noticed"
}
plant_copy sim/sass/sass_writer.c "$work/planted.c" 's/^    if (stat(folder, &status) != 0)$/    return true; &/' 'a folder that is looked at late' && tier_is_all && {
    program_with "$work/planted.c" "$work/planted" || complain 'a folder that is looked at late: does not build'
    refused_first "$work/planted" "$work/file" && complain 'a folder that is looked at late: not noticed'
}
plant sim/sass/sass_writer.c 's/deltas\[n - 1\] == deltas\[0\]/true/' 'any addresses are of one stride' spmv
plant sim/sass/sass_writer.c 's/is_contiguous(lanes)/true/' 'lanes that do not stand side by side' bfs
plant sim/sass/sass_writer.c 's/step->insn->pc \/ INSN_BYTES, step->active/step->insn->pc \/ INSN_BYTES, step->lanes/' 'masks before predication' bfs
plant sim/sass/sass_writer.c 's/while (w->first \&\& w->first->ended)/while (w->first)/' 'CTAs before they have ended' vadd
plant sim/sass/sass_text.c 's/a->of\[number\] - 1u/1u/' 'one register for all' atax
plant sim/sass/sass_launch.c 's/step->memory_lanes = from->active;/step->memory_lanes = from->active \& 1;/' 'a lane of an access alone' atax
[ "$failures" = 0 ]
