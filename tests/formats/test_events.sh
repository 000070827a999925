#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock
# Events and issue traces by docs/events.md and the tables of `warplock events`: events.awk reads what --events wrote, holds each line to them, writes it
# anew, byte by byte, and writes the issue trace of --issue-trace from it, loans too. Loads and evictions fit in with what an L1D holds
# that a kernel start empties. Shown to fail: a line changed in each way that these forbid; a trace by the lender's number; an L1D
# that a kernel start leaves as it was.
set -u
. tests/lib.sh
work=$BUILD/formats_events
rm -rf "$work" && mkdir -p "$work" || exit 1
page=tests/formats/events.awk
"$BUILD/warplock" events >"$work/tables" || exit 1
by_page() { awk -v form="$1" -f "${3:-$page}" "$work/tables" "$2"; }

loans=0
# Loans; two-clock controllers; several launches and lines that go at their starts; events of the GPU's place.
for run in "kaws kaws reduce:2048" "gtx480 gto srad:16" "bucl mrpb atax:32"; do
    # shellcheck disable=SC2086
    set -- $run
    "$BUILD/warplock" run --machine "$1" --policy "$2" --issue-trace "$work/trace" --events "$work/events" "$3" >"$work/run" || exit 1
    by_page read "$work/events" >"$work/table" || complain "$run: $(tail -n 1 "$work/table")"
    by_page write "$work/table" | cmp - "$work/events" || complain "$run: what is written anew is another file"
    by_page trace "$work/events" | cmp - "$work/trace" || complain "$run: another issue trace"
    lent=$(awk '$4 == "warp_issue" { split($6, own, "="); split($7, through, "="); n += own[2] != through[2] } END { print n + 0 }' "$work/events")
    loans=$((loans + lent))
    counts=$(by_page lines "$work/events") || complain "$run: $counts"
    echo "$run: $(wc -l <"$work/events") events, $(wc -l <"$work/trace") issues, $lent on loan; loads, misses and evictions: $counts"
    [ "$1" != kaws ] || cp "$work/events" "$work/loans"
    [ "$1" != gtx480 ] || cp "$work/events" "$work/launches"
done
[ $loans -gt 0 ] || complain "no loan"

# --- slips of a reader and of a writer
sed 's/of("through")/of("scheduler")/' $page >"$work/lender.awk"
"$BUILD/warplock" run --machine kaws --policy kaws --issue-trace "$work/trace" reduce:2048 >"$work/run"
by_page trace "$work/loans" "$work/lender.awk" | cmp -s - "$work/trace" && complain "a trace by the lender's number is not noticed"
sed 's/launch\[place\]++/launch[place] += 0/' $page >"$work/stays.awk"
by_page lines "$work/launches" "$work/stays.awk" >"$work/said" && complain "lines that stay at a kernel start are not noticed"
cat "$work/said"

# refused SAID SCRIPT: of 2,000 lines the one that the script changes.
head -n 2000 "$work/launches" >"$work/few"
refused() {
    sed "$2" "$work/few" >"$work/changed"
    ! cmp -s "$work/few" "$work/changed" || { complain "'$2' changes nothing"; return 0; }
    by_page read "$work/changed" >"$work/said" && { complain "not noticed: $2"; return 0; }
    tail -n 1 "$work/said" | grep -qF -e "$1" || complain "$2: $(tail -n 1 "$work/said"), expected $1"
}
refused 'is no number of its kind' '0,/ line=0x/s// line=/'
refused 'is no number of its kind' '0,/ pc=/s// pc=0x/'
refused ', expected ' '0,/ warp=\([0-9]*\) pc=\([0-9]*\)/s// pc=\2 warp=\1/'
refused 'fields, expected' '0,/ charge=[0-9]*$/s///'
refused 'no event' '0,/ warp_issue /s// warp_issues /'
refused 'is none of' '0,/ sm 0 warp_issue/s// controller 0 warp_issue/'
refused 'goes back in time' '$s/^[0-9]*/0/'
refused 'more than 1 of kernel_start' '0,/kernel_start/{/kernel_start/{p}}'
refused 'stands behind its place' '2{h;d};3G'
[ "$failures" = 0 ]
