#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock
# What is long or large: a job of many launches has each of them, once, and the right sums; a run of many cycles, and one of
# many launches, need no more memory than a short one; a buffer as large as may be is right to its last element, and one
# of 4 GB is refused with what is allowed. Shown to fail: memory that grows, by what a run keeps of each launch when it is
# asked to.
# LOAD_CYCLES: of the long run; 3 million, in TIER=all 10 million.
set -u
. tests/lib.sh
build=$(cd "$BUILD" && pwd)
work=$build/load
sh .ci/install time >/dev/null 2>&1 || { echo "skipped: GNU time cannot be installed"; exit 77; }
rm -rf "$work" && mkdir -p "$work" && cd "$work" || exit 1
launches=100 cycles=${LOAD_CYCLES:-3000000}
if tier_is_all; then launches=1000 cycles=${LOAD_CYCLES:-10000000}; fi
small="--set gpu.sms=2 --set gpu.clusters=2"
SLACK_KB=1000                                   # pages of a process differ by as much from run to run, now and then

cat >k.ptx <<'END'
.version 7.0
.target sm_52
.address_size 64
// a[i] += b[i]
.visible .entry add(.param .u64 a, .param .u64 b)
{
	.reg .b32 %r<8>; .reg .b64 %rd<8>;
	ld.param.u64 %rd1, [a];
	ld.param.u64 %rd2, [b];
	mov.u32 %r1, %tid.x;
	mov.u32 %r2, %ctaid.x;
	mad.lo.s32 %r3, %r2, 32, %r1;
	mul.wide.u32 %rd3, %r3, 4;
	add.s64 %rd4, %rd1, %rd3;
	add.s64 %rd5, %rd2, %rd3;
	ld.global.u32 %r5, [%rd4];
	ld.global.u32 %r6, [%rd5];
	add.u32 %r5, %r5, %r6;
	st.global.u32 [%rd4], %r5;
	ret;
}
// a[0] = 3 a[0] + i, for i below n, past the L1D
.visible .entry chase(.param .u64 a, .param .u32 n)
{
	.reg .pred %p<2>; .reg .b32 %r<8>; .reg .b64 %rd<8>;
	ld.param.u64 %rd1, [a];
	ld.param.u32 %r4, [n];
	mov.u32 %r1, 0;
LOOP:
	ld.volatile.global.u32 %r2, [%rd1];
	mad.lo.u32 %r2, %r2, 3, %r1;
	st.volatile.global.u32 [%rd1], %r2;
	add.u32 %r1, %r1, 1;
	setp.lt.u32 %p1, %r1, %r4;
	@%p1 bra LOOP;
	ret;
}
// a[n - 1] = 7, read back into b[0]
.visible .entry last(.param .u64 a, .param .u64 b, .param .u32 n)
{
	.reg .b32 %r<8>; .reg .b64 %rd<8>;
	ld.param.u64 %rd1, [a];
	ld.param.u64 %rd2, [b];
	ld.param.u32 %r1, [n];
	mul.wide.u32 %rd3, %r1, 4;
	add.s64 %rd3, %rd3, %rd1;
	mov.u32 %r2, 7;
	st.global.u32 [%rd3+-4], %r2;
	ld.global.u32 %r3, [%rd3+-4];
	st.global.u32 [%rd2], %r3;
	ret;
}
END
run() { # run FILE ARGUMENTS...
    # shellcheck disable=SC2086
    "$build/warplock" run $small --json "$@" >out 2>said
}
values() { awk -v n="$1" -v step="$2" 'BEGIN { for (i = 1; i <= n; i++) printf "%s%.0f", (i > 1 ? ", " : ""), i * step }'; }
# peak JOB ARGUMENTS...: kilobytes that its run had at most; the least of three, as the kernel maps more of a file at will
peak() {
    for turn in 1 2 3; do
        # shellcheck disable=SC2086
        /usr/bin/time -f %M -o "peak.$turn" "$build/warplock" run $small --json "$@" >out 2>said || fail "$1: $(cat said)"
    done
    sort -n peak.1 peak.2 peak.3 | head -n 1
}
grows() { # grows PEAK PEAK: the second run needs more than the first
    [ $(($2 - $1)) -gt $SLACK_KB ]
}

# --- launches
job_of_launches() { # job_of_launches COUNT
    awk -v n="$1" 'BEGIN {
        print "{\"ptx\": \"k.ptx\", \"buffers\": [{\"name\": \"a\", \"type\": \"u32\", \"count\": 64, \"init\": \"zero\"},"
        print " {\"name\": \"b\", \"type\": \"u32\", \"count\": 64, \"init\": {\"iota\": [1, 1]}}], \"steps\": ["
        for (i = 0; i < n; i++)
            print (i ? "," : "") "{\"launch\": \"add\", \"grid\": [2], \"block\": [32], \"args\": [{\"buf\": \"a\"}, {\"buf\": \"b\"}]}"
    }'
    echo "], \"expect\": [{\"buf\": \"a\", \"values\": [$(values 64 "$1")]}]}"
}
job_of_launches $launches >launches.json
run launches.json --per-launch || fail "$launches launches: $(cat said)"
[ "$(grep -c '"grid"' out)" = $launches ] || fail "$(grep -c '"grid"' out) launches are listed, expected $launches"
grep -q "^    \"launches\": $launches,\$" out || fail "launches counted: $(grep '"launches"' out | head -n 1)"
[ "$(awk '/^ *"warp_insns":/ { sub(/,/, ""); n++; if (n == 1) all = $2; else sum += $2 } END { print (sum == all) }' out)" = 1 ] ||
    fail "the launches do not add up to the run"
sed "s/\"values\": \[$launches,/\"values\": [$((launches - 1)),/" launches.json >short.json
run short.json && fail "a launch that is missing was not noticed"

# --- memory
count_down() { # count_down LAUNCHES: as many by one step
    cat <<END
{"ptx": "k.ptx", "buffers": [{"name": "a", "type": "u32", "count": 32, "init": {"iota": [$1, 0]}},
  {"name": "b", "type": "u32", "count": 32, "init": {"iota": [4294967295, 0]}}],
 "steps": [{"repeat": {"while_nonzero": "a", "max": 1000000, "steps": [
   {"launch": "add", "grid": [1], "block": [32], "args": [{"buf": "a"}, {"buf": "b"}]}]}}],
 "expect": [{"buf": "a", "values": [$(values 32 0)]}]}
END
}
chase() { # chase TURNS, of some 214 cycles
    x=$(awk -v n="$1" 'BEGIN { x = 0; for (i = 0; i < n; i++) x = (3 * x + i) % 4294967296; printf "%.0f", x }')
    cat <<END
{"ptx": "k.ptx", "buffers": [{"name": "a", "type": "u32", "count": 1, "init": "zero"}],
 "steps": [{"launch": "chase", "grid": [1], "block": [1], "args": [{"buf": "a"}, {"u32": $1}]}],
 "expect": [{"buf": "a", "values": [$x]}]}
END
}
count_down 10 >few.json
count_down $launches >many.json
few=$(peak few.json) && many=$(peak many.json) || fail "$few $many"
grows "$few" "$many" && fail "10 launches take $few kB, $launches take $many kB"
chase 500 >brief.json
chase $((cycles / 200)) >long.json
brief=$(peak brief.json) && long=$(peak long.json) || fail "$brief $long"
seen=$(sed -n 's/^    "cycles": \([0-9]*\),$/\1/p' out)
[ "$seen" -ge "$cycles" ] || fail "the long run has $seen cycles, expected $cycles or more"
grows "$brief" "$long" && fail "a run of some 100,000 cycles takes $brief kB, one of $seen takes $long kB"
job_of_launches 10 >ten.json
job_of_launches $((4 * launches)) >kept.json          # 100 launches leave about as much as the slack
few_kept=$(peak ten.json --per-launch) && many_kept=$(peak kept.json --per-launch) || fail "$few_kept $many_kept"
grows "$few_kept" "$many_kept" || fail "memory that grows was not noticed: $few_kept and $many_kept kB"

# --- buffers: 1 GiB in all, and no more
buffer() { # buffer TYPE COUNT
    cat <<END
{"ptx": "k.ptx", "buffers": [{"name": "a", "type": "$1", "count": $2, "init": "none"}, {"name": "b", "type": "u32", "count": 1, "init": "zero"}],
 "steps": [{"launch": "last", "grid": [1], "block": [1], "args": [{"buf": "a"}, {"buf": "b"}, {"u32": $2}]}],
 "expect": [{"buf": "b", "values": [7]}]}
END
}
refused() { # refused WORDS TYPE COUNT
    buffer "$2" "$3" >large.json
    run large.json
    [ $? = 2 ] && [ "$(wc -l <said)" = 1 ] && grep -q -e "$1" said || fail "$3 of $2 are not refused: $(cat said)"
}
buffer u32 $((268435456 - 64)) >large.json              # all but 256 bytes, which b has
run large.json || fail "a buffer of 1 GiB: $(cat said)"
refused 'buffers\[0\]: count: seen 1073741824, expected 1 to 268435456$' u32 1073741824
refused 'buffers\[0\]: count: seen 536870912, expected 1 to 134217728$' f64 536870912
refused 'count: seen 4611686018427387905, expected 1 to 268435456$' u32 4611686018427387905
refused '1 GiB\|1073741824' u32 268435456
echo "$launches launches: $many kB as 10: $few kB; $seen cycles: $long kB, as 100,000: $brief kB"
