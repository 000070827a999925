#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Prints what SymbiYosys needs to prove a block's properties at the first settings at which tests/blocks says that they hold: sby.sh BLOCK > BLOCK.sby
# The Verilog lies in the folder above. Registers are in two tasks, together an induction: `reset` looks at the first two cycles from reset,
# `step` at two from any state of the properties' invariant. A block without registers has no step. warp_front_end has both of each system;
# ccws_vta_macro is proven as tb/verilog/macro/prove.sh does it, of memories of which one row is left (one_row_memory.v, beside the file).
set -eu
head_of() { # head_of PROPERTIES SETTINGS
    printf '# SPDX-License-Identifier: BSD-3-Clause\n# Printed by tb/verilog/sby.sh. Proves verilog/%s at %s: sby -f %s.sby\n' "$1" "$2" "$block"
    echo '# Other parameters: change the -chparam. Another engine, where it is installed: smtbmc boolector, smtbmc yices.'
}
block=$1
case $block in
    warp_front_end)
        systems='base oaws ccws kaws bucl owl'                  # SYSTEM 0 to 5 (tb/systemc/front_end.def)
        # shellcheck disable=SC2046
        blocks=$(basename -s .def $(ls rtl_c/*_*.def))
        head_of warp_front_end_properties.v 'its defaults, of each system'
        echo '[tasks]'
        for system in $systems; do printf '%s_reset\n%s_step\n' "$system" "$system"; done
        printf '\n[options]\nmode bmc\ndepth 2\n\n[engines]\nabc bmc3\n\n[script]\nread_verilog -defer -formal -sv'
        # shellcheck disable=SC2086
        printf ' %s.v' $blocks warp_front_end warp_front_end_properties
        echo
        number=0
        for system in $systems; do
            for task in reset:1 step:0; do
                echo "${system}_${task%:*}: hierarchy -check -top warp_front_end_properties -chparam SYSTEM $number -chparam FROM_RESET ${task#*:}"
            done
            number=$((number + 1))
        done
        printf 'proc\nmemory_collect\nmemory_map\nprep -flatten -top warp_front_end_properties\n\n[files]\n'
        # shellcheck disable=SC2086
        printf '../%s.v\n' $blocks warp_front_end warp_front_end_properties
        exit ;;
    ccws_vta_macro)
        top=ccws_vta_macro_properties settings='-chparam N 2 -chparam WAYS 2 -chparam LATENCY 1'
        head_of "macro/$top.v" 'N 2, WAYS 2, LATENCY 1'
        printf '[tasks]\nreset\nstep\n\n[options]\nmode bmc\ndepth 2\n\n[engines]\nabc bmc3\n\n[script]\n'
        echo "read_verilog -defer -formal -sv $top.v ccws_vta_macro.v sram_2r1w.v ccws_vta.v"
        for task in reset:1 step:0; do echo "${task%:*}: hierarchy -check -top $top $settings -chparam FROM_RESET ${task#*:}"; done
        printf '%s\n' proc 'setundef -anyseq' memory_collect 'chtype -set one_row_memory t:$mem_v2' 'setparam -set WORDS 2 c:tags_q' \
            'read_verilog -defer -formal -sv one_row_memory.v' "hierarchy -check -top $top" proc "prep -flatten -top $top" '' \
            '[files]' ../macro/$top.v ../macro/ccws_vta_macro.v ../macro/sram_2r1w.v ../ccws_vta.v one_row_memory.v
        exit ;;
esac
rows=tests/blocks/$1.txt
grep -qs '^holds ' "$rows" || { echo "sby.sh: $1 has no row holds in $rows" >&2; exit 1; }
awk -v block="$1" '
FILENAME ~ /def$/ { registers = registers || /^(REG|MEM)/; next }
$1 == "engine" { engine = $2 " " $3 }
$1 == "holds" && chparam == "" {
    settings = split($2, setting, /[,=]/)
    for (i = 1; i < settings; i += 2) {
        said = said (said == "" ? "" : ", ") setting[i] " " setting[i + 1]
        chparam = chparam " -chparam " setting[i] " " setting[i + 1]
    }
}
END {
    if (engine == "") engine = registers ? "abc bmc3" : "abc pdr"
    print "# SPDX-License-Identifier: BSD-3-Clause"
    printf "# Printed by tb/verilog/sby.sh. Proves verilog/%s_properties.v at %s: sby -f %s.sby\n", block, said, block
    print "# Other parameters: change the -chparam. Another engine, where it is installed: smtbmc boolector, smtbmc yices."
    top = "hierarchy -check -top " block "_properties" chparam
    if (engine ~ /pdr/) print "[options]\nmode prove\n"
    else print "[tasks]\nreset\nstep\n\n[options]\nmode bmc\ndepth 2\n"
    print "[engines]\n" engine "\n\n[script]\nread_verilog -defer -formal -sv " block ".v " block "_properties.v"
    if (engine ~ /pdr/) print top
    else print "reset: " top " -chparam FROM_RESET 1\nstep: " top " -chparam FROM_RESET 0"
    print "proc\nmemory_collect\nmemory_map\nprep -flatten -top " block "_properties\n\n[files]\n../" block ".v\n../" block "_properties.v"
}
' "rtl_c/$1.def" "$rows"
