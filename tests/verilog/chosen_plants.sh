# SPDX-License-Identifier: BSD-3-Clause
# Sourced by the tests of bind files and of the formal kit, behind tests/lib.sh, with the folder $work: one of the bugs that
# tests/verilog/test_properties.sh plants in each block, by its words there. `plants_of` makes $work/planted/BLOCK.v of each and writes, as
# -chparam, the parameters with which it is refuted to $work/settings_BLOCK.
chosen='
warp_order 5: who enters is older than who stays
warp_rank 3: waiting warps first
warp_arbiter 4: youngest
oaws_ocw 8: sets kept at start
oaws_dlc 3: nothing is entered
oaws_misspred 8: half rounded down
oaws_qualify 3: what just fits is held back
ccws_vta 7: one of the two sets stays
ccws_llds 5: one total is halved
ccws_lls 6: a slot that is reused is empty
kaws_progress 3: ranks in mode 0
kaws_share 2: to one that issues its own
bucl_bypass 4: into a full queue
bucl_update 6: TUCD moves behind a profile
owl_groups 7: priorities in CTA-Aware
owl_prefetch 3: while a demand to the row waits
'
# shellcheck disable=SC2046
blocks=$(basename -s _properties.v $(ls verilog/*_properties.v | grep -v front_end))
# plant BLOCK SETTINGS WORDS PATTERN REPLACEMENT, as a line of test_properties.sh has it.
plant() {
    echo "$chosen" | grep -qx -- "$1 $3" || return 0
    planted=$((planted + 1))
    plant_copy "verilog/$1.v" "$work/planted/$1.v" "s/$4/$5/" "$3"
    echo "$2" >"$work/settings_$1"
}
plants_of() {
    awk '/\\$/ { sub(/\\$/, ""); printf "%s", $0; next } { print }' tests/verilog/test_properties.sh | grep -E '^(small=|plant )' >"$work/plants.sh"
    . "$work/plants.sh"
    [ $planted = "$(echo "$blocks" | wc -w)" ] || complain "$planted blocks have a planted bug"
}
