# SPDX-License-Identifier: BSD-3-Clause
# Sourced behind tests/lib.sh: the bugs of the blocks, a table tests/blocks/BLOCK.txt for each. In a table each row says what must
# notice the bug, below it stands a sed script for the source:
#
#     model CONFIG CASE: what is wrong            a case of tests/rtl_c/test_BLOCK.c, of the model (tests/rtl_c/test_planted.sh)
#     bench NAME CONFIG FIELD: what is wrong      the bench, which names the field; NAME begins with the side, c_ or verilog_
#         run: POLICY KERNEL                      (tests/tb/test_planted.sh, test_icarus.sh), and this run in lockstep
#                                                 (test_planted_simulator.sh), or `none` and why
#     proof SIDE KIND CONFIG FIELDS: what is wrong    the prover, at one of the fields that the bug can touch in a cycle; an error
#                                                 of one, a tie that goes the other way, a width (test_prove_plants.sh)
#
# New rows go at the end of those of their kind.

# rows_of KIND: of all blocks, in front of each row in the place of the kind its block.
rows_of() {
    awk -v kind="$1" '
        FNR == 1 { here = 0; block = FILENAME; sub(/.*\//, "", block); sub(/\.txt$/, "", block) }
        /^[a-z]/ { here = $1 == kind; sub(/^[a-z]+/, block) }
        here && /^[a-z ]/' tests/blocks/*.txt
}

# bugs: the names of those of the bench, of either side, in order.
bugs() { rows_of bench | awk '/^[a-z]/ { print $2 }' | LC_ALL=C sort; }

# know_bug NAME: its block, side, source, config, expect (the field), what, run and script.
know_bug() {
    bug=$(rows_of bench | awk -v name="$1" '/^[a-z]/ { here = $2 == name } here')
    [ -n "$bug" ] || { complain "$1: no such bug in tests/blocks"; return 1; }
    side=${1%%_*} script=$(printf "%s\n" "$bug" | sed -n 's/^    //; 3,$p') run=$(printf "%s\n" "$bug" | sed -n '2s/^    run: //p')
    read -r block what config expect <<END
$(printf "%s\n" "$bug" | sed 1q)
END
    what=${expect#*: } expect=${expect%%: *}
    case $side in c) source=rtl_c/$block.c ;; *) source=verilog/$block.v ;; esac
}
