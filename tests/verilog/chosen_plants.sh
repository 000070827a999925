# SPDX-License-Identifier: BSD-3-Clause
# Sourced by the tests of bind files and of the formal kit, behind tests/lib.sh, with the folder $work: of the bugs that
# tests/verilog/blocks plants in each block the chosen one, by its words there. `plants_of` makes $work/planted/BLOCK.v of each and
# writes, as -chparam, the parameters with which it is refuted to $work/settings_BLOCK.
chosen=$(sed -n 's/^chosen \([a-z_]*\) "\(.*\)"$/\1 \2/p' tests/verilog/blocks/*.sh)
# shellcheck disable=SC2046
blocks=$(basename -s _properties.v $(ls verilog/*_properties.v | grep -v front_end))
for row in prove within cover guard chosen; do eval "$row() { :; }"; done
# plant BLOCK SETTINGS WORDS PATTERN REPLACEMENT, as a row has it.
plant() {
    echo "$chosen" | grep -qx -- "$1 $3" || return 0
    planted=$((planted + 1))
    plant_copy "verilog/$1.v" "$work/planted/$1.v" "s/$4/$5/" "$3"
    echo "$2" >"$work/settings_$1"
}
plants_of() {
    for file in tests/verilog/blocks/*.sh; do . "$file"; done
    [ $planted = "$(echo "$blocks" | wc -w)" ] || complain "$planted blocks have a planted bug"
}
