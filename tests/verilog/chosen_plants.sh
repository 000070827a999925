# SPDX-License-Identifier: BSD-3-Clause
# Sourced by the tests of bind files and of the formal kit, behind tests/lib.sh, with the folder $work: the bug of each block that
# its row `chosen` in tests/blocks has. `plant_chosen` makes $work/planted/BLOCK.v of each and
# writes, as -chparam, the parameters with which it is refuted to $work/settings_BLOCK.
. tests/blocks.sh
rows_of chosen >"$work/rows"
chosen=$(sed -n '/^[a-z]/s/ [^ ]*//p' "$work/rows")     # BLOCK PROPERTY: words
# shellcheck disable=SC2046
blocks=$(basename -s _properties.v $(ls verilog/*_properties.v | grep -v front_end))
plant_chosen() {
    while read -r block settings words && IFS= read -r script; do
        planted=$((planted + 1))
        plant_copy "verilog/$block.v" "$work/planted/$block.v" "$script" "$words"
        chparam "$settings" >"$work/settings_$block"
    done <"$work/rows"
    [ $planted = "$(echo "$blocks" | wc -w)" ] || complain "$planted blocks have a planted bug"
}
