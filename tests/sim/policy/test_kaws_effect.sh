#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tier: all
# KAWS does something, on its machine, by what its paper says each half does. Progress (section 4.2, Table 2): against GTO the
# last CTA of a launch takes less time, and the CTAs that no other follows end closer together: the cycles from the end of one
# to the end of all, in which its slot stands empty, are fewer on average. Sharing (Fig. 6, K13): against
# LRR less of the schedulers' cycles is lost to full registers. The issue trace is another one than GTO's, and than that of
# oldest first, which has neither half. At least three kernels each. What is measured is
# printed, of kernels where it does not help, too; of its size no more is demanded. Without its halves kaws has no effect.
# needs: warplock
set -u
. tests/sim/policy/common.sh
begin kaws_effect

# run NAME KERNEL SIZE POLICY [OPTION...]: NAME.out, a JSON, and NAME.trace
run() {
    name=$1 kernel=$2 size=$3 policy=$4
    shift 4
    "$BUILD/warplock" run --machine kaws --policy "$policy" --json --size "$size" --issue-trace "$work/$name.trace" \
        --events "$work/events" "$@" "$kernel" >"$work/$name.out" 2>"$work/$name.error" ||
        { complain "$name"; cat "$work/$name.error"; }
    printf '"empty": %s\n' "$(grep -E ' (kernel_start|cta_launch|cta_end) ' "$work/events" | empty)" >>"$work/$name.out"
    rm "$work/events"
    [ "$(value "$name.out" verified)" = true ] || complain "$name: not verified"
}
# Of the CTAs that end behind the cycle in which a launch's last one was issued: cycles to the end of the launch, on average.
empty() {
    awk 'function bits(mask,   i, n) {
            for (i = 1; i <= length(mask); i++) n += substr("0112122312232334", index("0123456789abcdef", substr(mask, i, 1)), 1)
            return n
        }
        function over(   i) { for (i = 0; i < ends; i++) if (end[i] > issued) { sum += last - end[i]; all++ }; ends = 0 }
        / sm 0 kernel_start / { over() }
        / cta_launch / { issued = $1 + 0 }
        / cta_end / { mask = $0; sub(/.*which=0x/, "", mask); for (n = bits(mask); n; n--) end[ends++] = last = $1 + 0 }
        END { over(); printf "%.1f\n", sum / all }'
}
less() { awk -v a="$(value "$1.out" "$3")" -v b="$(value "$2.out" "$3")" 'BEGIN { exit !(a + 0 < b + 0) }'; }
differs() { [ -s "$work/$1.trace" ] && ! cmp -s "$work/$1.trace" "$work/$2.trace"; }

# evens THIS THAN: its last CTA takes less time, and the CTAs that no other follows end closer together
evens() { less "$1" "$2" last_mean && less "$1" "$2" empty; }
spares() { less "$1" "$2" pipeline_share; }

row() { # row KERNEL SIZE POLICY WORDS
    printf '%-12s %-11s %-14s %9s %9.0f %9.0f %9.5f  %s\n' "$1" "$2" "$3" "$(value "$1.$3.out" cycles)" "$(value "$1.$3.out" last_mean)" \
        "$(value "$1.$3.out" empty)" "$(value "$1.$3.out" pipeline_share)" "$4"
}

printf '%-12s %-11s %-14s %9s %9s %9s %9s\n' kernel size policy cycles 'last CTA' empty pipeline
evened=0 spared=0 wanted=3
while read -r half kernel size helps; do
    case $half in progress) policies='gto oldest kaws-progress' base=gto ;; share) policies='lrr gto oldest kaws-share' base=lrr ;; esac
    for policy in $policies; do
        run "$kernel.$policy" "$kernel" "$size" "$policy"
    done
    verdict=no
    for other in gto oldest; do
        differs "$kernel.kaws-$half" "$kernel.$other" || complain "$kernel: the trace under kaws-$half is that under $other"
    done
    case $half in
        progress) evens "$kernel.kaws-progress" "$kernel.$base" && verdict=yes evened=$((evened + 1)) ;;
        share) spares "$kernel.kaws-share" "$kernel.$base" && verdict=yes spared=$((spared + 1)) ;;
    esac
    [ "$verdict" = "$helps" ] || complain "$kernel, $half: it helps: $verdict, expected $helps"
    for policy in $policies; do row "$kernel" "$size" "$policy" "$(case $policy in kaws*) echo $verdict ;; esac)"; done
done <<'KERNELS'
progress hotspot 512 yes
progress conv2d 320x320 yes
progress quasirandom 65536x1 yes
progress mriq 32768x128 yes
progress mriq 16384x128 no
share fdtd 64x64 yes
share srad 64x64 no
share gesummv 256x24 yes
share backprop 64 yes
share hotspot 512 yes
KERNELS
[ "$evened" -ge $wanted ] || complain "progress: $evened kernels, expected at least $wanted"
[ "$spared" -ge $wanted ] || complain "sharing: $spared kernels, expected at least $wanted"

run off.kaws conv2d 96x96 kaws --set policy.kaws_progress=0 --set policy.kaws_share=0
run off.oldest conv2d 96x96 oldest
{ differs off.kaws off.oldest || evens off.kaws off.oldest || spares off.kaws off.oldest; } && complain "the checks find an effect of neither half"
[ "$failures" = 0 ]
