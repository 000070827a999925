#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock block_bench
# Recordings by docs/lockstep.md alone: stimulus.awk reads the inputs of a block that --record wrote and writes them anew in another
# form that the page allows; both replay to the same inputs and outputs in every cycle. What the arbiters' outputs say is what
# sm.txt issued. A stimulus written by hand, from a state, with a sleep and a look, is taken. Shown to fail: slips of the writer, by
# the line that names them; grants of another scheduler, outputs that are read as if each line had all.
set -u
. tests/lib.sh
work=$BUILD/formats_recording
rm -rf "$work" && mkdir -p "$work" || exit 1
WARPLOCK_CACHE=$PWD/$BUILD/tuples
case $BUILD in /*) WARPLOCK_CACHE=$BUILD/tuples ;; esac
export WARPLOCK_CACHE
page=tests/formats/stimulus.awk
"$BUILD/warplock" run --machine oaws --policy oaws-dyn --record "$work/folder" --record-window 4000 kmeans:512x8 >"$work/run" || exit 1

replayed() { # replayed FILE VECTORS
    "$BUILD/block_bench" --replay "$1" --vectors "$2" >"$work/said" 2>&1
}
for block in warp_arbiter.1 oaws_dlc oaws_qualify warp_rank; do
    file=$work/folder/$block.txt
    awk -v form=read -f $page "$file" >"$work/table" && awk -v form=write -f $page "$work/table" >"$work/anew.txt" || complain "$block cannot be read"
    ! cmp -s "$file" "$work/anew.txt" || complain "$block: the writer has the product's form"
    replayed "$file" "$work/own" || complain "$block: $(cat "$work/said")"
    replayed "$work/anew.txt" "$work/other" || complain "$block anew: $(cat "$work/said")"
    cmp "$work/own" "$work/other" || complain "$block: another replay"
    [ "$(wc -l <"$work/own")" = 4000 ] || complain "$block: $(wc -l <"$work/own") cycles"
done

# --- what the SM did
issued() { awk '$2 == "issue" { print $1, $4, $5 }' "$work/folder/sm.txt" | sort -u; }
granted() { # granted SCHEDULERS KEEP: a slot k of scheduler s is warp k * SCHEDULERS + s
    for scheduler in 0 1; do
        awk -v s=$scheduler -v schedulers="$1" -v keep="$2" '
            $1 == "step" {
                if (!keep) split("", value)
                for (i = 3; i <= NF; i++) { split($i, part, "="); value[part[1]] = part[2] }
                digits = "0123456789abcdef"; slot = 0
                for (i = 1; i <= length(value["grant"]); i++) slot = slot * 16 + index(digits, substr(value["grant"], i, 1)) - 1
                if (value["grant_valid"] == "1") print $2, s, slot * schedulers + s
            }' "$work/folder/warp_arbiter.$scheduler.outputs.txt"
    done | sort -u
}
awk '$1 < 4000' "$work/folder/sm.txt" >"$work/sm" && issued >"$work/issued"
granted 2 yes >"$work/granted"
[ "$(wc -l <"$work/issued")" -gt 500 ] || complain "$(wc -l <"$work/issued") issues"
cmp "$work/issued" "$work/granted" || complain "what is granted is not what sm.txt issued"
granted 1 yes | cmp -s "$work/issued" - && complain "warps of another number of schedulers are not noticed"
granted 2 '' | cmp -s "$work/issued" - && complain "outputs that lack what did not change are not noticed"

# --- accesses that pass the L1D by after a fail: the lines of sm.txt are the events of that SM, cycle by cycle and line by line
"$BUILD/warplock" run --machine bucl --policy mrpb --record "$work/passing" --events "$work/events" --record-window 100000 kmeans:512x8 >"$work/run" || exit 1
awk '$2 == "issue" { pc[$3] = $6; warp[$3] = $5 } $2 == "bypass" { print $1, warp[$3], pc[$3], $4 }' "$work/passing/sm.txt" >"$work/passed"
awk '/ sm 0 l1d_bypass / { gsub(/[a-z]+=(0x)?/, ""); print $1, $5, sprintf("%x", $6), $7 }' "$work/events" >"$work/raised"
[ -s "$work/passed" ] || complain "no access passes the L1D by after a fail"
[ "$(wc -l <"$work/passed")" = "$(wc -l <"$work/raised")" ] || complain "as many lines as events: $(wc -l <"$work/passed") and $(wc -l <"$work/raised")"
cut -d" " -f1-3 "$work/passed" >"$work/passed.who" && cut -d" " -f1-3 "$work/raised" | cmp - "$work/passed.who" || complain "other accesses pass by"

# --- by hand
by_hand() {
    printf '%s\n' 'warplock stimulus 1' 'block oaws_dlc' "config $1" 'instance by hand' 'seed 0' 'check_late 0' 'start state' 'before' \
        'step 7' 'sleep 8 200' 'step 208' 'look 209' 'end'
}
config=$(sed -n 's/^config //p' "$work/folder/oaws_dlc.txt")
by_hand "$config" >"$work/hand.txt"
"$BUILD/warplock" replay "$work/hand.txt" >"$work/said" 2>&1 || complain "by hand: $(cat "$work/said")"
grep -qx 'oaws_dlc\[by hand\]: 4 steps replayed, C model and Verilog agree' "$work/said" || complain "by hand: $(cat "$work/said")"

# planted WORDS SAID SCRIPT: a writer with that slip is refused by a line that says so.
awk -v form=read -f $page "$work/folder/warp_arbiter.1.txt" >"$work/table"
planted() {
    plant_copy $page "$work/slip.awk" "$3" "$1" || return 0
    awk -v form=write -f "$work/slip.awk" "$work/table" >"$work/slip.txt"
    if "$BUILD/warplock" replay "$work/slip.txt" >"$work/said" 2>&1; then complain "$1: nobody notices"; return 0; fi
    grep -qF -e "$2" "$work/said" && echo "$1: $(sed 's/.*slip.txt/slip.txt/' "$work/said")" || complain "$1: $(cat "$work/said")"
}
planted 'no end' "expected a line 'end'" 's/if (form == "write") print "end";//'
planted 'an order of its own in the head' "expected a line 'block ...'" 's/^form == "write" \&\& \/^(block|/form == "write" \&\& $1 == "block" { print "seed 0" }\n&/'
planted 'a step without its cycle' 'expected a cycle number' 's/{ print $1, $2 reversed(4) }/{ print $1 reversed(4) }/'
planted 'vectors of one element' 'ends after 1 values' 's/{ return word }/{ sub(",.*", "", word); return word }/'
planted 'values behind a colon' 'expected name=values of an input' 's/{ return word }/{ sub("=", ":", word); return word }/'
planted 'values eight bits too far up' 'bits' 's/{ return word }/{ return word "00" }/'
planted 'names of outputs' "'grant', expected name=values of an input" 's/{ return word }/{ sub("ready", "grant", word); return word }/'
[ "$failures" = 0 ]
