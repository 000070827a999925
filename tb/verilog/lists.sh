#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Prints what other tools read of the blocks, in the order of rtl_c/configs.def: lists.sh rtl.f | macro.f | warplock.core
# (make lists).
set -eu
blocks=$(awk -F '[(,] *' '$1 == "CONFIG" && !seen[$2]++ { print $2 }' rtl_c/configs.def)
wired="$blocks warp_front_end"
macro='macro/ccws_vta_macro.v macro/sram_2r1w.v'
each() { # each FORMAT BLOCK...
    format=$1
    shift
    printf "%s\n" "$@" | awk -v format="$format" '{ line = format; gsub(/BLOCK/, $1, line); print line }'
}
# shellcheck disable=SC2086
case $1 in
    rtl.f)
        echo '// The blocks and their wiring, for tools that read file lists: verilator -F with its path, or iverilog -c rtl.f here.'
        each BLOCK.v $wired ;;
    macro.f)
        echo '// ccws_vta with its tags in a macro, for tools that read file lists, beside rtl.f or alone: verilator -F with its path.'
        printf '%s\n' $macro ;;
    warplock.core)
        cat <<'CORE'
CAPI=2:
# For FuseSoC, from where `make install-rtl` puts it, with its number and the benches' harnesses. lint, assertions, sim and synth are of
# oaws_qualify; each block has its own, lint_BLOCK, sim_BLOCK, synth_BLOCK; warp_front_end wires them: lint and synth, as of ccws_vta_macro.
name: warplock:blocks:warplock:@VERSION@
description: Warp scheduling mechanisms of published GPU papers, each equal to a C model on every cycle
filesets:
  rtl:
    files:
CORE
        each '      - BLOCK.v' $wired
        printf '    file_type: verilogSource\n  formal:\n    files:\n'
        each '      - BLOCK_properties.v' $wired
        printf '    file_type: verilogSource\n  macro:\n    files:\n'
        printf '      - %s\n' $macro
        printf '    file_type: verilogSource\n  macro_formal:\n    files:\n      - macro/ccws_vta_macro_properties.v\n'
        printf '    file_type: verilogSource\n  assertions:\n    files:\n'
        each '      - sva/BLOCK_sva.sv' $blocks
        printf '    file_type: systemVerilogSource\n  bench:\n    files:\n      - tb/bench.vh: {is_include_file: true}\n'
        each '      - tb/BLOCK_harness.vh: {is_include_file: true}' $blocks
        each '      - tb/BLOCK_tb.v' $blocks
        cat <<'CORE'
    file_type: verilogSource
targets:
  default:
    filesets: [rtl]
  lint: &lint
    default_tool: verilator
    filesets: [rtl]
    tools:
      verilator:
        mode: lint-only
        verilator_options: [-Wall]
    toplevel: oaws_qualify
  sim: &sim
    default_tool: icarus
    filesets: [rtl, bench]
    tools:
      icarus:
        iverilog_options: [-g2005]
    toplevel: oaws_qualify_tb
  assertions: &assertions
    default_tool: verilator
    filesets: [rtl, assertions]
    tools:
      verilator:
        mode: lint-only
        verilator_options: [-Wall, --assert]
    toplevel: oaws_qualify
  synth: &synth
    default_tool: yosys
    filesets: [rtl]
    tools:
      yosys:
        arch: ecp5
    toplevel: oaws_qualify
CORE
        each '  lint_BLOCK: {<<: *lint, toplevel: BLOCK}' $wired
        echo '  lint_ccws_vta_macro: {<<: *lint, filesets: [macro], toplevel: ccws_vta_macro}'
        each '  sim_BLOCK: {<<: *sim, toplevel: BLOCK_tb}' $blocks
        each '  synth_BLOCK: {<<: *synth, toplevel: BLOCK}' $wired
        echo '  synth_ccws_vta_macro: {<<: *synth, filesets: [macro], toplevel: ccws_vta_macro}' ;;
    *) echo "lists.sh: expected rtl.f, macro.f or warplock.core" >&2; exit 2 ;;
esac
