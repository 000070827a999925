#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The page of `warplock campaign compare`: of columns written by hand mean, interval, kernels won and lost, gates, gain per
# thousand of them, pairs and limits are those worked out by hand. A table, a row of the overhead report or a part that is not
# there is named, and no page is left.
# Shown to fail: a wrong figure in a column, arithmetic means, won for lost, gates that are not taken away, of another mapping, or not shared.
set -u
. tests/lib.sh
folder=$BUILD/compare_page
script=sim/campaign/compare.sh gates=sim/campaign/compare_gates.txt
rm -rf "$folder"
mkdir -p "$folder/hand"

# --- by hand
hand=$folder/hand
printf 'kernel\t"lrr @gtx480"\t"oaws-dyn @gtx480"\n"a"\t1.1\t2\n"b"\t0.9\t2\n"GMean divergent"\t9\t9\n"c"\t1.0\t0.5\n"GMean coherent"\t9\t9\n' >"$hand/ipc_gtx480.dat"
printf 'kernel\t"lrr @gtx480"\t"oaws-dyn @gtx480"\n"a"\t2\t0.5\n"b"\t8\tNaN\n"GMean divergent"\t9\t9\n"c"\t0\t0.5\n"GMean coherent"\t9\t9\n' >"$hand/misses_gtx480.dat"
printf 'kernel\tissued\tldst\tpipeline\tscoreboard\tidle\tresident\n"a"\t10\t20\t50\t10\t30\t95\n"b"\t10\t2\t5\t60\t25\t100\n"mean divergent"\t1\t1\t1\t1\t1\t1\n"c"\t10\t1\t4\t6\t80\t30\n"mean coherent"\t1\t1\t1\t1\t1\t1\n' >"$hand/limits_gtx480.dat"
printf 'kernel\t"gto @gtx480"\t"oaws-dyn @gtx480"\n"a"\t10\t30\n"b"\t20\t50\n"mean divergent"\t1\t1\n' >"$hand/why_oaws-dyn.dat"
printf 'kernel\t"oaws-dyn+lrr @gtx480"\t"lrr+other @gtx480"\t"oaws-dyn+none @gtx480"\n"a"\t4\t1\tNaN\n"b"\t1\t1\tNaN\n"GMean divergent"\t9\t9\t9\n"c"\t2\t3\tNaN\n"GMean coherent"\t9\t9\t9\n' >"$hand/pairs_gtx480.dat"
cat >"$folder/overhead" <<'END'
## Blocks, mapped to OSU 0.18 µm
| `x` | n1 | 1 | 2 | 0 | 3 | 2000 | 0 | 5 | proven |
| `y` | n1 | 1 | 2 | 0 | 3 | 500 | 0 | 5 | proven |
## Growth
| `z` | [N](figures/z.svg) | 32 48 | 2000 3000 | 4.50 4.67 | 1.00 | 0.10 |  |
## Blocks at the parameters of gtx480, qv100 and rtx3070
| `x` | n1 | 9000 | 2 | 1 | proven | gtx480 | n1 | 2000 | 2 |
| `w` | n1 | 250 | 2 | 1 | not tried | qv100 | n1 | 200 | 2 |
## Power of a system under recorded inputs
| system | kernel | instructions a cycle | toggles | pJ an instruction | clock net | toggles | pJ an instruction | clock net |
| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
| oaws | atax | 0.19 | 6.22 | 100 | 72 | 38.92 | 300 | 468 |
END
cat >"$folder/gates" <<'END'
* lrr none
gtx480 oaws-dyn x:n1 z:N=48 -y:n1 w:n1/2.5
END
printf 'program,seconds\nab12,5400\nab12,1800.5\n' >"$folder/runs"
cat >"$folder/expected" <<'END'
| `lrr` | 0.997 (0.777 to 1.279) | 3 | 1 | 1 | 0.995 | 1.000 | 4.000 | 0 | - | - |
| `oaws-dyn` | 1.260 (0.172 to 9.202) | 3 | 2 | 1 | 2.000 | 0.500 | 0.500 | 4600 | 3.0 x | +5.650 % |
| `oaws-dyn+lrr` | 2.000 (0.357 to 11.192) | 3 | 1.587 | 2.000 | 2.000 |
| `lrr+other` | 1.442 (0.298 to 6.973) | 3 | 1.447 | 1.000 | 3.000 |
| `oaws-dyn+none` | not measured | 0 | - | - | - |
The best of these: `oaws-dyn+lrr` of divergent kernels, `lrr+other` of coherent ones.
| `a` | other unit or policy 30 |
| `b` | scoreboard 60 |
| `c` | no CTA 70 |
| no CTA | 1 |
| fetch, barrier | 0 |
| scoreboard | 1 |
| LD/ST unit | 0 |
| other unit or policy | 1 |
| `oaws-dyn` | gtx480, 1.260 | fully cached divergent loads, % | 15.0, 40.0 |
END
rows() { grep -E '^\| (`|no CTA|fetch|scoreboard|LD/ST|other)|^The best' "$1"; }
by_hand() { # by_hand SCRIPT: whether its page of the columns has the rows expected
    sh "$1" "$hand" "$folder/overhead" "$folder/gates" "$folder/runs" 2>"$folder/said" && rows "$hand/compare_page/compare_page.md" | diff "$folder/expected" - >"$folder/difference"
}
by_hand "$script" || { complain "by hand: $(cat "$folder/said" "$folder/difference")"; }
grep -qx 'Of 2 runs of program ab12; one after the other they took 2.0 hours.' "$hand/compare_page/compare_page.md" || complain "runs and hours: $(head -n 1 "$hand/compare_page/compare_page.md")"
printf 'policy\t"gtx480"\n"lrr"\t0.997\n"oaws-dyn"\t1.260\n' | diff - "$hand/gains.dat" || complain "what the picture is drawn of"
noticed() { # noticed WORDS SCRIPT
    plant_copy "$script" "$folder/planted.sh" "$2" "$1" || return
    ! by_hand "$folder/planted.sh" || complain "not noticed: $1"
}
noticed "an arithmetic mean" 's/count++; sum += log(x);/count++; sum += x - 1;/'
noticed "won for lost" 's/won += x > 1.01;/won += x < 1.01;/'
noticed "a block of base that stays" 's/sign = sub(.^-., "", word) ? -1 : 1/sub(\/^-\/, "", word); sign = 1/'
noticed "an interval of the normal distribution" 's/v == 2 ? 4.303/v == 2 ? 1.96/'
noticed "the worse of a pair's two" 's/if (exp(mean) > best) best = exp(mean)/best = exp(mean)/'
noticed "the last pair is the best one" 's/ || exp(mean) > best\[g\]/ || 1/'
noticed "one mapping in the place of a median" 's/ \&\& !((cell\[2\] ":" cell\[3\]) in cost))/)/'
noticed "a part of several SMs in each" 's/return sign \* cost\[word\] . shared/return sign * cost[word]/'
noticed "the wrong energy" 's/if (alone) both = i; else alone = i/both = alone; alone = i/'
cp "$hand/ipc_gtx480.dat" "$folder/kept"
sed 's/0.9/0.8/' "$folder/kept" >"$hand/ipc_gtx480.dat"
! by_hand "$script" || complain "a wrong figure was not noticed"
cp "$folder/kept" "$hand/ipc_gtx480.dat"

refused() { # refused WORDS: the page is refused so, and none is left
    if sh "$script" "$hand" "$folder/overhead" "$folder/gates" "$folder/runs" 2>"$folder/said"; then complain "not refused: $1"; fi
    grep -q "$1" "$folder/said" || complain "refused, but not by \`$1': $(cat "$folder/said")"
    [ ! -e "$hand/compare_page/compare_page.md" ] || complain "a page is left: $1"
    rm -rf "$hand/compare_page"
}
sh "$script" "$hand" "$folder/overhead" "$folder/gates" "$folder/runs" || complain "refused without a mistake"
echo 'gtx480 ccws x:n2' >>"$folder/gates"
refused 'there is no row x:n2 in'
sed -i '$s/.*/gtx480 ccws/' "$folder/gates"
refused 'seen `gtx480 ccws`, expected MACHINE POLICY PART'
sed -i '$d' "$folder/gates"
sed -i '2,$d' "$folder/runs"
refused 'runs: no run, expected program,seconds'
mv "$hand/limits_gtx480.dat" "$folder/limits"
refused 'limits_gtx480.dat: missing, expected it beside ipc_gtx480.dat'

[ "$failures" = 0 ]
