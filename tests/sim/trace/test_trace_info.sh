#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock
# `warplock trace info` says what awk counts in the file (count.awk, which knows nothing of sim/trace): CTAs, warps, instructions by
# class, lanes, accesses, bytes and requests by space, footprint. Of the two real traces of ../shared (skipped, visibly, without
# them), of files of ours, of one packed in both ways, of a list of them all. Shown to fail: a count that differs is named.
set -u
. tests/lib.sh
work=$BUILD/trace_info
rm -rf "$work" && mkdir -p "$work" || exit 1
warplock=$BUILD/warplock

# The same names from the JSON, whose objects stand indented by two a level.
flat() {
    awk '
    { line = $0; sub(/^ */, "", line); level = (length($0) - length(line)) / 2 }
    line ~ /^"[a-z_0-9]*": \{/ { split(line, part, "\""); name[level] = part[2]; next }
    line ~ /^"[a-z_0-9]*": [0-9]/ {
        split(line, part, "\""); value = line; sub(/.*: /, "", value); sub(/,$/, "", value)
        if (level == 4) print part[2], value
        if (level == 6) print (name[5 - 1] == "classes" ? "class." : name[4] == "memory" ? "memory." : "") name[5] "." part[2], value
    }' "$1"
}
compare() { # compare FILE KERNEL WORDS: the JSON of FILE against KERNEL, a plain trace
    "$warplock" trace info --json "$1" >"$work/json" || { complain "$3: exit status"; return 1; }
    flat "$work/json" | LC_ALL=C sort >"$work/said"
    awk -f tests/sim/trace/count.awk "$2" | LC_ALL=C sort >"$work/counted"
    # what awk does not count: the header and "lanes"
    grep -vE '^(id|stream|binary_version|tracer_version|shared_bytes|registers|longest_warp|static_insns|mean_lanes|unknown_warp_insns) |\.lanes ' \
        "$work/said" >"$work/comparable"
    if cmp -s "$work/comparable" "$work/counted"; then echo "$3: $(wc -l <"$work/counted") figures as awk counts them"
    else complain "$3: $(diff "$work/comparable" "$work/counted" | sed -n 's/^[<>]/&/p' | head -n 6 | tr '\n' ';')"; return 1; fi
}

seeds=tests/sim/trace/fuzz_trace_seeds
compare $seeds/v4.traceg $seeds/v4.traceg 'three forms of addresses, windows'
compare $seeds/v3.traceg $seeds/v3.traceg 'tracer 3, Kepler'
traces=../shared/reference/traces
if [ -d $traces ]; then
    for file in "$traces"/*.traceg; do compare "$file" "$file" "${file##*/}"; done
else echo "SKIPPED: $traces is absent; no real trace to count in"; fi
if command -v xz >/dev/null && command -v zstd >/dev/null; then
    xz -c $seeds/v4.traceg >"$work/kernel-1.traceg.xz" && zstd -qc $seeds/v4.traceg >"$work/kernel-2.traceg"
    compare "$work/kernel-1.traceg.xz" $seeds/v4.traceg 'packed by xz'
    compare "$work/kernel-2.traceg" $seeds/v4.traceg 'packed by zstd'
else echo "SKIPPED: xz or zstd is absent; nothing to pack with"; fi

# --- a list: two kernels, the footprint of both is not the sum
cp $seeds/v4.traceg "$work/kernel-1.traceg" && cp $seeds/v3.traceg "$work/kernel-2.traceg"
printf '%s\n' MemcpyHtoD,0x7f4000001000,4096 kernel-1.traceg MemcpyHtoD,0x7f4000002000,64 kernel-2.traceg kernel-1.traceg >"$work/kernelslist.g"
"$warplock" trace info --json "$work/kernelslist.g" >"$work/json" || complain 'a list: exit status'
one() { sed -n "s/^    \"$1\": \([0-9]*\),*/\1/p" "$work/json"; }
each=$(sed -n 's/^        "footprint_lines": \([0-9]*\),/\1/p' "$work/json" | tr '\n' ' ')
# shellcheck disable=SC2086
set -- $each
if [ $# = 3 ] && [ "$(one copies)" = 2 ] && [ "$(one copied_bytes)" = 4160 ] && [ "$1" = "$3" ] && [ "$(one footprint_lines)" = $(($1 + $2)) ]
then echo "a list: $(one copies) copies, $# kernels of $each lines, together $(one footprint_lines)"
else complain "a list: $(one copies) copies of $(one copied_bytes) bytes, footprints $each, together $(one footprint_lines)"; fi

# --- unknown opcodes are named and counted, a kernel that is wrong ends it
sed 's/ IADD.X / IADDX.X /; s/ S2R / FOO /' $seeds/v4.traceg >"$work/unknown.traceg"
"$warplock" trace info "$work/unknown.traceg" >"$work/said" && grep -qx 'unknown opcode FOO: 1 warp instructions' "$work/said" || complain 'an unknown opcode is not counted'
"$warplock" trace info --json "$work/unknown.traceg" >"$work/json" && grep -q '"FOO": 1' "$work/json" || complain 'JSON does not name an unknown opcode'
# of more than 64 the others are counted together
{
    sed -n '1,/^insts = /p' $seeds/v4.traceg | sed 's/^insts = .*/insts = 70/'
    awk 'BEGIN { for (i = 0; i < 70; i++) printf "%04x 0000000f 0 FOO%c%c 0 0 \n", 8 * i, 65 + i / 26, 65 + i % 26; print "#END_TB" }'
} >"$work/many.traceg"
"$warplock" trace info "$work/many.traceg" >"$work/said" && [ "$(grep -c '^unknown opcode FOO' "$work/said")" = 64 ] &&
    grep -qx 'further unknown opcodes: 6 warp instructions' "$work/said" || complain "70 unknown opcodes: $(head -n 3 "$work/said")"
COLUMNS=1000 "$warplock" trace info "$work/kernelslist.g" >"$work/said" && grep -q '^footprint of all kernels: ' "$work/said" &&
    grep -q 'kernels: 3; copies to the GPU: 2, 4160 bytes$' "$work/said" || complain "a list in words: $(tail -n 3 "$work/said")"
head -n 30 $seeds/v4.traceg >"$work/cut.traceg"
"$warplock" trace info "$work/cut.traceg" >"$work/said" 2>&1
[ $? = 2 ] && grep -qx "warplock: trace: $work/cut.traceg:31:1: the file ends, expected the warp's next instruction" "$work/said" ||
    complain "a file that is cut off: $(cat "$work/said")"

# --- shown to fail: a lane less, another opcode, an address elsewhere
differs() { # differs WORDS SCRIPT NAME
    sed "$2" $seeds/v4.traceg >"$work/other.traceg"
    (failures=0; compare "$work/other.traceg" $seeds/v4.traceg "$1") >"$work/log"
    if grep -q "^FAILED: .*$3" "$work/log"; then echo "$1: noticed"
    else complain "$1: not noticed: $(cat "$work/log")"; fi
}
differs 'a lane less' 's/^0028 0000000f\(.*\) 1024/0028 00000007\1/' 'thread_insns'
differs 'another opcode' 's/ S2R 0/ FADD 0/' 'class.fp_add'
differs 'an address elsewhere' 's/0x7f4000005000/0x7f4000001000/' 'footprint_lines'
[ "$failures" = 0 ]
