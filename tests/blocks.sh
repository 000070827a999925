# SPDX-License-Identifier: BSD-3-Clause
# Sourced behind tests/lib.sh: how each block is tested, a table of tests/blocks. SETTINGS of its Verilog are N=3,S=2:
#
#     holds SETTINGS                              its properties are proven; all but the first row in make test-all (test_properties.sh
#                                                 and test_formal_kit.sh of tests/verilog, tb/verilog/sby.sh: the first row)
#     within SETTINGS PROPERTY CYCLES             the property of all sequences of so many cycles; all but the first row in make test-all
#     covers SETTINGS                             its covers are reached
#     engine WORDS                                that proves it in the formal kit, in the place of the usual one
#     guard NAME SETTINGS                         its guard of this name refuses them; `-`: they are accepted; a `?` behind the name:
#                                                 some tool stops before, in words of its own (tests/verilog/test_guards.sh)
#
# The other rows are bugs, with what must notice them. Below each stands a sed script for the source:
#
#     property SETTINGS NUMBER: what is wrong     the property is refuted (tests/verilog/test_properties.sh); `chosen` instead: in
#                                                 bind files and the formal kit, too (test_sva.sh, test_formal_kit.sh)
#     model CONFIG CASE: what is wrong            the case of its unit test fails (tests/rtl_c/test_planted.sh)
#     bench NAME CONFIG FIELD: what is wrong      its bench names the field; NAME begins with the side, c_ or verilog_
#         run: POLICY KERNEL                      (tests/tb/test_planted.sh, test_icarus.sh), and so does this run in lockstep
#                                                 (test_planted_simulator.sh), if it is not `none` and why
#     proof SIDE KIND CONFIG FIELDS: what is wrong    the prover refutes it at one of the fields that it can touch in a cycle
#                                                 (test_prove_plants.sh): an error of one, a tie that goes the other way, a width
#     front_end NAME SYSTEM FIELD: what is wrong  in the wiring of warp_front_end.v, where the block shows it (test_front_end.sh,
#                                                 test_compose.sh)
#     systemc NAME SYSTEM FIELD: what is wrong    in the wiring of the SystemC front end (test_systemc.sh), in the source of the
#         in: SOURCE                              system or in this one
#     macro NAME CONFIG LATENCY FIELD PROPERTY: what is wrong    in verilog/macro, in ccws_vta_macro or this source: its bench names
#         in: SOURCE                              the field, its proof refutes the property (tests/verilog/test_macro.sh)
#
# What no block shows, but the front end's ports, stands in tables of their names. New rows go at the end of those of their kind.

# rows_of KIND: of all tables, in front of each row in the place of the kind the table's name; `KIND|KIND` of two kinds.
rows_of() {
    awk -v kind="$1" '
        FNR == 1 { here = 0; block = FILENAME; sub(/.*\//, "", block); sub(/\.txt$/, "", block) }
        /^[a-z]/ { here = $1 ~ "^(" kind ")$"; sub(/^[a-z_]+/, block) }
        here && /^[a-z ]/' tests/blocks/*.txt
}

# chparam SETTINGS: as Yosys takes them.
chparam() { echo "$1" | sed 's/\([A-Z_]*\)=\([0-9]*\)/-chparam \1 \2/g; s/,/ /g'; }

# bugs KIND: the names of those of bench, front_end or systemc, in order.
bugs() { rows_of "$1" | awk '/^[a-z]/ { print $2 }' | LC_ALL=C sort; }

# know_bug KIND NAME: its block, config or system, expect (the field), what and script; of the bench run and side, of the macro latency and
# property, too; source.
know_bug() {
    bug=$(rows_of "$1" | awk -v name="$2" '/^[a-z]/ { here = $2 == name } here')
    [ -n "$bug" ] || { complain "$2: no such row $1 in tests/blocks"; return 1; }
    read -r block what config expect <<END
$(printf '%s\n' "$bug" | sed 1q)
END
    what=${expect#*: } expect=${expect%%: *} system=$config
    script=$(printf '%s\n' "$bug" | sed -n '1d; /^    [a-z][a-z]*: /d; s/^    //p')
    run=$(printf '%s\n' "$bug" | sed -n 's/^    run: //p') source=$(printf '%s\n' "$bug" | sed -n 's/^    in: //p')
    case $1.$2 in
        bench.c_*) side=c source=rtl_c/$block.c ;;
        bench.*) side=verilog source=verilog/$block.v ;;
        front_end.*) source=verilog/warp_front_end.v ;;
        systemc.*) source=tb/systemc/${source:-system_$system}.cpp ;;
        macro.*)
            source=verilog/macro/${source:-ccws_vta_macro}.v latency=${expect%% *} property=${expect##* }
            expect=${expect#* } expect=${expect% *} ;;
    esac
}
