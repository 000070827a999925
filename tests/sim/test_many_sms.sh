#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tier: all
# needs: warplock
# 128 SMs: whatever says which SM does so beyond the 64 bits of a word: results, the issue trace, events, a trace for Perfetto, a wave,
# recordings; with a port each and with two at one, on both crossbars. What knows fewer refuses. Shown to fail: each
# check, by a planted fault.
set -u
. tests/lib.sh
work=$BUILD/many_sms
rm -rf "$work" && mkdir -p "$work/plant" || exit 1

# vadd:65536 has 256 CTAs of 8 warps and 22 instructions each: two CTAs, and so 352 instructions, for each of 128 SMs.
# checks WARPLOCK: the names of those that fail.
checks() {
    program=$1
    rm -rf "$work/record" "$work/out" && mkdir "$work/out"
    run() { "$program" run --set gpu.sms=128 --set gpu.clusters="$@"; }
    count() { sed -n "s/^ *\"$1\": \([0-9]*\).*/\1/p" "$work/out/json" | head -n 1; }

    run 128 --blocks lockstep --issue-trace "$work/out/issue" --events "$work/out/events" --perfetto "$work/out/trace.json" --perfetto-sms 1,127 \
        --wave "$work/out/wave.fst" --wave-sms 100 --record "$work/record" --record-sm 127 --record-l1d "$work/out/l1d" --json --max-cycles 100000 \
        vadd:65536 >"$work/out/json" 2>"$work/out/err" || echo run
    [ "$(count mismatches)" = 0 ] && [ "$(count warp_insns)" = 45056 ] || echo lockstep
    [ "$(awk '$2 < 128 { n[$2]++ } END { for (i = 0; i < 128; i++) alike += n[i] == 352; print alike }' "$work/out/issue")" = 128 ] || echo issue
    [ "$(grep -c 'kernel_start ' "$work/out/events")" = 128 ] && [ "$(grep -c ' sm 127 cta_launch ' "$work/out/events")" = 2 ] || echo events
    [ "$(grep -o '"SM [0-9]*"' "$work/out/trace.json" | sort -u | paste -sd' ' -)" = '"SM 1" "SM 127"' ] || echo perfetto
    [ "$(grep -o 'sm_[0-9]*' "$work/out/wave.gtkw" | sort -u | paste -sd' ' -)" = sm_100 ] || echo wave
    "$program" check "$work/record" 2>&1 | grep -q '^sm 127, gto: .*, 352 issues, 32 loads, 0 violations$' || echo record
    "$program" belady "$work/out/l1d" --json 2>/dev/null | grep -q '"accesses": 6144,$' || echo belady
    # blocks that tell SMs apart: an SM's number in owl_groups, a register for each in bucl_update
    for policy in cta-aware-locality-blp bucl-prf; do
        rm -rf "$work/record"
        run 128 --policy $policy --blocks lockstep --record "$work/record" --record-sm 127 --json --max-cycles 100000 vadd:65536 >"$work/out/json" 2>"$work/out/err" &&
            [ "$(count mismatches)" = 0 ] && "$program" check "$work/record" 2>&1 | grep -q "^sm 127, $policy: .* 0 violations$" || echo $policy
    done
    # two at a port; GPGPU-Sim's own crossbar under both arbiters
    run 64 --json --max-cycles 100000 vadd:65536 >"$work/out/json" 2>&1 && [ "$(count warp_insns)" = 45056 ] || echo two
    for arbiter in islip round; do
        run 128 --set icnt.kind=local --set icnt.arbiter=$arbiter --json --max-cycles 100000 vadd:65536 >"$work/out/json" 2>&1 &&
            [ "$(count warp_insns)" = 45056 ] || echo local
    done
    # what knows fewer
    refuses() { run 128 "$@" vadd:64 2>&1 >/dev/null | grep -qF -e "$words"; }
    words='mesh.seats: seen no seat of cluster 64, expected one for each of 128'
    seats=$(seq 0 63 | paste -sd, - | sed 's/\(\([0-9]*,\)\{7\}[0-9]*\),/\1\//g')
    refuses --set icnt.kind=mesh --set mesh.width=8 --set mesh.height=8 --set "mesh.seats=$seats" || echo mesh
    words='[gpu] sms: seen 129, expected 1 to 128 SMs'
    "$program" run --set gpu.sms=129 vadd:64 2>&1 | grep -qF "$words" || echo most
    words='--record-sm: seen `128`, expected a whole number from 0 to 127' && refuses --record "$work/none" --record-sm 128 || echo number
}
failed=$(checks "$BUILD/warplock" | sort -u | paste -sd' ' -)
[ -z "$failed" ] || complain "128 SMs: $failed"
[ -z "$failed" ] || tail -n 3 "$work/out/err"

# planted SOURCE SCRIPT CHECK...: a program with that fault fails these checks
planted() {
    source=$1 script=$2
    shift 2
    planted=$((planted + 1))
    plant_copy "$source" "$work/plant/${source##*/}" "$script" || return
    sampled $planted || return
    program_with "$work/plant/${source##*/}" "$work/plant/warplock" || { complain "$script: does not build"; return; }
    failed=$(checks "$work/plant/warplock" 2>/dev/null | sort -u | paste -sd' ' -)
    [ "$failed" = "$*" ] || complain "$source: $script: fails '$failed', expected '$*'"
}
planted sim/core/sm_trace.c 's/number_set_has(&trace->sms, sm_index)/number_set_has(\&trace->sms, sm_index % 64)/' perfetto
planted tb/lockstep/instances.c 's/number_set_has(chosen, place.index)/number_set_has(chosen, place.index % 64 + 64)/' wave
planted sim/policy/owl.c 's/(uint8_t)view->at.index;/(uint8_t)(view->at.index % 64);/' cta-aware-locality-blp
planted sim/memory/memory_system.c 's/^    number_set_join(&busy, arrived);/&\n    busy.word[1] = 0;/' belady bucl-prf cta-aware-locality-blp issue local lockstep record run
planted sim/run/outputs.c 's/number_set_add(places, (unsigned)sm)/number_set_add(places, (unsigned)sm % 64)/' perfetto wave
[ "$failures" = 0 ]
