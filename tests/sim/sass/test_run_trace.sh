#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock
# Traces through the timing model: under every policy in lockstep, instructions as many as awk counts in the file, memory
# accesses those that follow from the file's addresses alone (requests.awk); several kernels, copies, what is refused, sweeps.
# With ../shared two traces of a real GPU, too; each comparison is shown to fail.
set -u
. tests/lib.sh
work=$BUILD/run_trace
here=tests/sim/sass
real=../shared/reference/traces
rm -rf "$work" && mkdir -p "$work" || exit 1
traces="$here/kernel-pascal.traceg $here/kernel-volta.traceg"
if [ -d "$real" ]; then traces="$traces $real/vectoradd-100-32.traceg $real/matrixmul-32-32.traceg"
else echo "skipped: the traces of ../shared/reference/traces, which is not there"; fi

warplock() { "$BUILD/warplock" "$@"; }
# "name": value of a JSON report, each run's.
values() { sed -n "s/^    \"$1\": \(.*[^,]\),*\$/\1/p" "$2"; }
total() { sed -n "s/^ *\"$1\": \([0-9]*\),*\$/\1/p" "$2"; }

# --- instructions: a warp that the file has nothing of ends by one that no lane executes
counted() { # counted TRACE: "WARP_INSNS THREAD_INSNS"
    awk 'function ones(mask,   i, n) { for (i = 1; i <= length(mask); i++) n += substr("0112122312232334", index("0123456789abcdef", substr(mask, i, 1)), 1); return n }
        /^insts = 0$/ { warps++ } /^[0-9a-f]+ [0-9a-f]+ [0-9]+ / { warps++; threads += ones($2) } END { print warps, threads }' "$1"
}
same_counts() { # same_counts TRACE JSON: of each run
    expected=$(counted "$1")
    values warp_insns "$2" >"$work/warps" && values thread_insns "$2" >"$work/threads"
    [ -s "$work/warps" ] && ! paste -d ' ' "$work/warps" "$work/threads" | grep -qvxF "$expected"
}
# Policies that the machine takes.
policies_of() { # policies_of MACHINE
    for policy in $(warplock policies | awk '/^  [a-z0-9]/ { print $1 }' | grep -v best); do
        warplock run vadd --size 32 --machine "$1" --policy "$policy" >/dev/null 2>&1 && echo "$policy"
    done | paste -sd,
}
runs=0
for machine in gtx480 kaws $(tier_is_all && echo qv100 rtx3070); do
    policies=$(policies_of $machine)
    tier_is_all && blocks=lockstep lockstep=$policies || { blocks=c; [ $machine = kaws ] && lockstep=kaws || lockstep=gto; }
    for trace in $traces; do
        name=$work/$machine.$(basename "$trace")
        warplock run --trace "$trace" --machine $machine --policy "$policies" --blocks $blocks --json >"$name.json" || complain "$trace on $machine"
        warplock run --trace "$trace" --machine $machine --policy "$lockstep" --blocks lockstep --json >"$name.lockstep.json" || complain "$trace on $machine in lockstep"
        for json in "$name.json" "$name.lockstep.json"; do
            same_counts "$trace" "$json" || complain "$json: instructions expected $(counted "$trace"), seen other ones"
            runs=$((runs + $(values policy "$json" | wc -l)))
        done
        total mismatches "$name.lockstep.json" | grep -qvx 0 && complain "$name: mismatches"
        [ "$(total mismatches "$name.lockstep.json" | wc -l)" = "$(echo "$lockstep" | tr ',' '\n' | wc -l)" ] || complain "$name: not compared"
        [ "$(values results "$name.json" | sort -u)" = '"not checked (trace)"' ] || complain "$name: it is not said that nothing was checked"
    done
done
echo "$runs runs"
sed 's/^\(0010 ffff\)ffff/\1fffe/' $here/kernel-pascal.traceg >"$work/other.traceg"
same_counts "$work/other.traceg" "$work/gtx480.kernel-pascal.traceg.json" && complain "a lane less in the file is not noticed"

# --- memory accesses: a single SM takes all CTAs, and its recording has each instruction's
accesses() { # accesses MACHINE LINE SKIPS TRACE
    rm -rf "$work/recording"
    warplock run --trace "$4" --machine "$1" --set gpu.sms=1 --set gpu.clusters=1 --record "$work/recording" --record-window 1000000 >/dev/null || return
    warplock check "$work/recording" >"$work/checked" || complain "$4 on $1: $(cat "$work/checked")"
    awk -f $here/accepted.awk "$work/recording/sm.txt" | sort >"$work/accepted"
    awk -v line="$2" -v sector=32 -v skip="$3" -f $here/requests.awk "$4" | sort >"$work/requests"
    [ -s "$work/requests" ] && cmp -s "$work/requests" "$work/accepted"
}
for trace in $traces; do
    accesses gtx480 128 0 "$trace" || complain "$trace on gtx480: $(diff "$work/requests" "$work/accepted" | head -n 4)"
    echo "$trace: $(awk '{ n += NF - 3 } END { print NR, "instructions,", n, "accesses" }' "$work/requests")"
    accesses kaws 32 1 "$trace" || complain "$trace on kaws: $(diff "$work/requests" "$work/accepted" | head -n 4)"
    accesses qv100 32 0 "$trace" || complain "$trace on qv100: $(diff "$work/requests" "$work/accepted" | head -n 4)"
done
accesses gtx480 64 0 $here/kernel-pascal.traceg && complain "other segments are not noticed"
sed 's/0x7f4000002040 4/0x7f4000002060 4/' $here/kernel-pascal.traceg >"$work/other.traceg"
accesses gtx480 128 0 $here/kernel-pascal.traceg || complain "the second time the accesses are others"
awk -v line=128 -v sector=32 -v skip=0 -f $here/requests.awk "$work/other.traceg" | sort | cmp -s - "$work/accepted" && complain "another address is not noticed"
# What the L1D counts are those of them that go there, and local memory.
sent=$(awk -v line=128 -v sector=32 -v skip=0 -f $here/requests.awk $here/kernel-pascal.traceg | awk '$2 == 0 && $3 ~ /^(5|14|15)$/ { next } { n += NF - 3 } END { print n + 3 }')
[ "$(total accesses "$work/gtx480.kernel-pascal.traceg.json" | head -n 1)" = "$sent" ] || complain "l1d.accesses: expected $sent"

# --- barriers from Volta on: lanes that end are not waited for, and each warp of a CTA may begin elsewhere
half_ends() { # half_ends LINE LINE: cycles; the upper half of warp 0 ends before or behind the lower half's arrival
    { sed '/^#BEGIN_TB/,$d' $here/kernel-volta.traceg | sed 's/^-grid dim.*/-grid dim = (1,1,1)/'
      printf '#BEGIN_TB\n\nthread block = 0,0,0\n\nwarp = 0\ninsts = 6\n%s\n%s\n' "$1" "$2"
      for at in 1 2; do printf '0%d10 0000ffff 1 R2 LDG.E 1 R2 4 1 0x7f400001%d000 4\n' $at $at; done
      printf '0500 0000ffff 0 BAR.SYNC 0 0\n0510 0000ffff 0 EXIT 0 0\n\nwarp = 1\ninsts = 5\n0010 ffffffff 0 BAR.SYNC 0 0\n'
      for at in 1 2; do printf '0%d10 ffffffff 1 R2 LDG.E 1 R2 4 1 0x7f400002%d000 4\n' $at $at; done
      printf '0500 ffffffff 0 BAR.SYNC 0 0\n0510 ffffffff 0 EXIT 0 0\n\n#END_TB\n'; } >"$work/half.traceg"
    rm -rf "$work/recording"
    warplock run --trace "$work/half.traceg" --machine kaws --policy kaws --record "$work/recording" --json >"$work/half.json" || return
    warplock check "$work/recording" >"$work/checked" || complain "$1, then $2: $(cat "$work/checked")"
    values cycles "$work/half.json"
}
before=$(half_ends '0000 ffff0000 0 EXIT 0 0' '0010 0000ffff 0 BAR.SYNC 0 0')
behind=$(half_ends '0010 0000ffff 0 BAR.SYNC 0 0' '0000 ffff0000 0 EXIT 0 0')
[ -n "$before" ] && [ "$((behind - before))" -ge -40 ] && [ "$((behind - before))" -le 40 ] || complain "half a warp ends: $before cycles, behind the barrier $behind"

# --- operands: what an instruction waits for. A load of the register in question stands in front of it.
waits() { # waits DESTINATION LINE: cycles
    { sed '/^#BEGIN_TB/,$d' $here/kernel-volta.traceg | sed 's/^-grid dim.*/-grid dim = (1,1,1)/; s/^-block dim.*/-block dim = (32,1,1)/; s/^-binary.*/-binary version = 80/'
      printf '#BEGIN_TB\n\nthread block = 0,0,0\n\nwarp = 0\ninsts = 3\n0000 ffffffff 1 %s LDG.E 1 R20 4 1 0x7f4000010000 4\n' "$1"
      printf '0010 ffffffff %s\n0020 ffffffff 0 EXIT 0 0\n\n#END_TB\n' "$2"; } >"$work/operands.traceg"
    warplock run --trace "$work/operands.traceg" --json >"$work/operands.json" && values cycles "$work/operands.json"
}
copy='0 LDGSTS.E.128 2 R5 R2 16 1 0x7f4000020000 16'
[ "$(waits R3 "$copy")" -gt "$(waits R6 "$copy")" ] || complain 'LDGSTS: the pair of its global address is not waited for, or one of its shared address is'
copy='0 LDGSTS.E.128 2 R255 R2 16 1 0x7f4000020000 16'
[ "$(waits R3 "$copy")" -gt "$(waits R6 "$copy")" ] || complain 'LDGSTS to an absolute address: the pair of its global address is not waited for'
[ "$(waits R11 '0 STG.E.128 2 R255 R8 16 1 0x7f4000020000 16')" -gt "$(waits R12 '0 STG.E.128 2 R255 R8 16 1 0x7f4000020000 16')" ] || complain 'an absolute address: what is stored is not waited for'
[ "$(waits R8 '0 STG.E 2 R255 R8 4 1 0x7f4000020000 4')" -gt "$(waits R9 '0 STG.E 2 R255 R8 4 1 0x7f4000020000 4')" ] || complain 'an absolute address: what is stored is taken for it'

# --- kernels one after the other; a copy brings its lines into the L2
warplock run --trace $here/kernelslist.g --per-launch --json >"$work/list.json" || complain "the list"
[ "$(values kernel "$work/list.json")" = '"sass"' ] || complain "the list's name: $(values kernel "$work/list.json")"
[ "$(sed -n 's/^ *"kernel": "\(.*\)",$/\1/p' "$work/list.json" | sed 1d | paste -sd' ')" = '_Z6pascalPfS_ volta _Z6pascalPfS_' ] || complain "the list's launches"
[ "$(sed -n 's/^        "warp_insns": \([0-9]*\),$/\1/p' "$work/list.json" | paste -sd' ')" = "69 18 69" ] || complain "instructions by launch"
copied() { # copied LIST OPTION...: "L2-HITS CYCLES"
    warplock run --trace "$@" --csv - | awk -F , 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } NR == 2 { print $at["l2.hits"], $at["cycles"] }'
}
grep -v Memcpy $here/kernelslist.g | sed "s,^,," >"$work/kernelslist.g" && cp $here/kernel-*.traceg "$work/"
with=$(copied $here/kernelslist.g) without=$(copied "$work/kernelslist.g") cold=$(copied $here/kernelslist.g --cold-l2)
[ "${with% *}" -gt "${without% *}" ] || complain "copies bring nothing into the L2: $with, without $without"
[ "$without" = "$cold" ] || complain "--cold-l2 with copies: $cold, without copies $without"
# A copy that is larger than the L2, at once and in pieces; one of 16 TB does not take its time.
at=139912854634496 sizes="393216 55000000"                          # ends where what the kernel reads begins; 64 times each L2 and more
tier_is_all && sizes="$sizes 210000000 420000000"
larger() { # larger PROGRAM MACHINE: what the kernel reads comes first, then a copy in one line or in several
    for size in $sizes; do
        printf 'MemcpyHtoD,%x,65536\nMemcpyHtoD,%x,%d\nkernel-pascal.traceg\n' $at $((at - size)) "$size" >"$work/once.g"
        from=$((at - size))
        printf 'MemcpyHtoD,%x,65536\n' $at >"$work/pieces.g"
        while [ $from -lt $at ]; do
            piece=$((at - from < 16777216 ? at - from : 16777216))
            printf 'MemcpyHtoD,%x,%d\n' $from $piece
            from=$((from + piece))
        done >>"$work/pieces.g"
        echo kernel-pascal.traceg >>"$work/pieces.g"
        for list in once pieces; do
            "$1" run --trace "$work/$list.g" --machine "$2" --set l2.host_copy=fill --per-slice --json | grep -v 'wall_seconds\|"kernel"' >"$work/$list.json" || return 1
        done
        [ -s "$work/once.json" ] && cmp -s "$work/once.json" "$work/pieces.json" || return 1
    done
}
for machine in gtx480 kaws qv100; do larger "$BUILD/warplock" $machine || complain "a copy larger than the L2 of $machine"; done
sed 's/MemcpyHtoD,.*/MemcpyHtoD,0x10000000000,17592186044416/' $here/kernelslist.g >"$work/kernelslist.g"
timeout 60 "$BUILD/warplock" run --trace "$work/kernelslist.g" >/dev/null || complain "a copy of 16 TB"
plant_copy sim/memory/memory_system.c "$work/planted.c" 's/HOST_COPY_TURNS = 64/HOST_COPY_TURNS = 1/' 'a copy that fills the L2 once' && tier_is_all && {
    program_with "$work/planted.c" "$work/planted" || complain 'a copy that fills the L2 once: does not build'
    larger "$work/planted" kaws && complain 'a copy that fills the L2 once: not noticed'
}
twice() { warplock run --trace $here/kernelslist.g --json | grep -v wall_seconds; }
twice >"$work/first.json" && twice | cmp -s - "$work/first.json" ||
    complain "two runs differ"

# --- beside other kernels, with everything that a run writes
(cd "$work" && "$OLDPWD/$BUILD/warplock" run vadd --size 32 --trace kernelslist.g kernel-volta.traceg --policy gto,lrr --csv all.csv --report report.txt --issue-trace issues.txt \
    --events events.txt --timeline timeline.csv --perfetto p.json --record-l1d l1d.bin --per-line --per-age --per-degree --per-slice --per-row --per-interval \
    --locality --belady >out.txt 2>err.txt) || complain "with all outputs: $(cat "$work/err.txt")"
[ "$(wc -l <"$work/all.csv")" = 7 ] || complain "runs beside vadd: $(wc -l <"$work/all.csv")"
grep -q 'a trace computes nothing' "$work/report.txt" || complain "the report does not say that nothing is computed"
grep -q '0018 LDG.E.64 R4 < R2' "$work/report.txt" || complain "no line of the trace in the report"

# --- what is refused, and how
said() { # said STATUS WORDS RUN...
    status=$1 words=$2
    shift 2
    warplock "$@" >"$work/out" 2>&1
    seen=$?
    { [ "$seen" = "$status" ] && grep -qF -- "$words" "$work/out"; } || complain "$*: expected $status and '$words', seen $seen and $(head -n 2 "$work/out")"
}
said 2 'a trace has no values to compute with' run --trace $here/kernel-pascal.traceg --functional
said 2 'goes with kernels, seen with a program' run --trace $here/kernel-pascal.traceg -- /bin/true
said 2 'kernel that is not bundled' run --trace $here/kernel-pascal.traceg --policy swl-best
said 2 'go with a .ptx file' run --trace $here/kernel-pascal.traceg --grid 3
cp $here/kernel-volta.traceg "$work/volta.txt"
said 2 'seen a trace of machine code, expected PTX (x.ptx), a job (x.json) or a bundled kernel; it runs by: warplock run --trace' run "$work/volta.txt"
sed '/^thread block = 2/,$d' $here/kernel-pascal.traceg | sed '$d' | sed '$d' >"$work/two.traceg"
said 0 'the trace has 2 CTAs, its grid 3; those of the trace run' run --trace "$work/two.traceg"
said 2 'nowhere.traceg: cannot be read' run --trace nowhere.traceg
said 0 '--out-of-bounds: not read' run --trace $here/kernel-pascal.traceg --out-of-bounds zero
said 0 '--unknown-opcode: not read' run vadd --size 32 --unknown-opcode int
sed 's/ LDL / LDQ /' $here/kernel-pascal.traceg >"$work/unknown.traceg"
said 2 'unknown.traceg:31:20: seen "LDQ"' run --trace "$work/unknown.traceg"
said 0 'not checked' run --trace "$work/unknown.traceg" --unknown-opcode int
sed 's/^-shmem = .*/-shmem = 1000000/' $here/kernel-pascal.traceg >"$work/large.traceg"
said 2 'does not fit into an SM of gtx480' run --trace "$work/large.traceg"
printf 'MemcpyHtoD,0x7f4000000000,64\n# copies\n' >"$work/copies.g"
said 2 'copies.g: no kernel found, expected one' run --trace "$work/copies.g"
printf 'MemcpyHtoD,0x7f4000000000,64\n# a comment\nkernel-9.traceg\n' >"$work/absent.g"
said 2 'kernel-9.traceg: cannot be read: No such file or directory ('"$work"'/absent.g:3)' run --trace "$work/absent.g"
sed '/^thread block/i # a comment' $here/kernel-pascal.traceg | sed '/^insts = /a # another' >"$work/comments.traceg"
[ "$(warplock run --trace "$work/comments.traceg" --json | grep -v 'wall_seconds\|"kernel"' | cksum)" = "$(warplock run --trace $here/kernel-pascal.traceg --json | grep -v 'wall_seconds\|"kernel"' | cksum)" ] || complain 'comments within a CTA'
# A warp that waits for ever says where: one of two never comes.
awk '/^warp = 1/ { one = 1 } one && /^00c8/ { next } one && /^insts/ { $3-- } /END_TB/ { one = 0 } { print }' $here/kernel-pascal.traceg >"$work/passes.traceg"
said 0 'not checked' run --trace "$work/passes.traceg"
said 3 'waits at barrier 0, 00c8 BAR.SYNC, for 1 of its CTA' run --trace $here/kernel-pascal.traceg --max-cycles 700

# --- a sweep: by content, with its own choice of unknown opcodes
sweep() { warplock sweep "$@" --set l1d.ways=2,4 --store "$work/store.sqlite" 2>&1 >/dev/null | tail -n 1; }
[ "$(sweep "$work/kernel-pascal.traceg")" = 'warplock: 0 runs from the store, 2 simulated, 0 failed' ] || complain "a sweep"
[ "$(sweep "$work/kernel-pascal.traceg")" = 'warplock: 2 runs from the store, 0 simulated, 0 failed' ] || complain "a sweep again"
sed 's/0x7f4000002040 4/0x7f4000002060 4/' $here/kernel-pascal.traceg >"$work/kernel-pascal.traceg"
[ "$(sweep "$work/kernel-pascal.traceg")" = 'warplock: 0 runs from the store, 2 simulated, 0 failed' ] || complain "a sweep of another content"
said 2 'seen "LDQ"' sweep "$work/unknown.traceg" --set l1d.ways=2,4 --store "$work/store.sqlite"
[ "$(sweep "$work/unknown.traceg" --unknown-opcode int)" = 'warplock: 0 runs from the store, 2 simulated, 0 failed' ] || complain "a sweep with --unknown-opcode int"
[ "$failures" = 0 ]
