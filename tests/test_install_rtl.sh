#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: parts/rtl
# `make install-rtl` puts the models as a library, the Verilog and its benches where a user can use them without this
# repository, in folders with blanks too: a program of the library builds and runs from there, wherever the tree is moved;
# the list of files is read by Verilator and Icarus, a bench runs. The core file and the list name what is there, and all
# of it. Shown to fail: a library, a table, harnesses that are forgotten; a core file and a list that lack a block, or name
# one that is not there.
set -u
. tests/lib.sh
. tests/install.sh
begin_install 'install rtl'
cat >"$work/use.c" <<'C'
#include <rtl_c/block.h>
#include <stdio.h>
int main(void)
{
    int blocks = 0;
    for (const block_ops *const *ops = block_table; *ops; ops++) blocks++;
    printf("%d tuples\n", blocks);
    return blocks == 0;
}
C
# used ROOT: a program of the models that are installed there.
used() {
    rm -f "$work/use"
    eval "gcc -std=c11 '$work/use.c' $(PKG_CONFIG_PATH="$1/lib/pkgconfig" pkg-config --cflags --libs warplock-rtl_c) -o '$work/use'" && "$work/use"
}
# named CORE LIST MACRO, in the folder of the Verilog: what they name and is not there, and what is there and they do not name. MACRO lists
# what is around a macro.
named() {
    for file in $(sed -n 's/^      - \([^:]*\).*/\1/p' "$1") $(grep -hv '^//' "$2" "$3"); do
        [ -s "$file" ] || echo "named, but not installed: $file"
    done
    for file in *.v sva/* tb/* macro/*; do
        grep -qE -- "^      - $file(:|\$)" "$1" || echo "$1 misses $file"
    done
    for file in *.v macro/*.v; do
        block=$(basename "$file" .v) list=$2 sets=
        case $file in *_properties.v) continue ;; macro/*) list=$3 sets=' filesets: \[macro\],' ;; esac
        grep -qx "$file" "$list" || echo "$list misses $file"
        [ "$block" != sram_2r1w ] || continue                # the wrapper of ccws_vta_macro's tags
        grep -qx "  lint_$block: {<<: \*lint,$sets toplevel: $block}" "$1" || echo "$1 has no target lint_$block"
        grep -qx "  synth_$block: {<<: \*synth,$sets toplevel: $block}" "$1" || echo "$1 has no target synth_$block"
        [ ! -f "tb/${block}_tb.v" ] || grep -qx "  sim_$block: {<<: \*sim, toplevel: ${block}_tb}" "$1" ||
            echo "$1 has no target sim_$block"
    done
}
lacks() { # lacks ROOT
    used "$1" >"$work/used" 2>&1 || echo "a program of the models: $(head -n 2 "$work/used")"
    (cd "$1/share/warplock/verilog" && named warplock.core rtl.f macro.f)
    for file in verilog/*.v verilog/macro/*.v; do cmp -s "$file" "$1/share/warplock/$file" || echo "$file"; done
    for file in Bender.yml formal/warp_front_end.sby formal/ccws_vta_macro.sby formal/one_row_memory.v $(ls tb/verilog/*_tb.v | sed 's|.*/\(.*\)_tb.v|sva/\1_sva.sv formal/\1.sby \1.xml|') \
        $(sed -n 's|^PART([a-z_]*, *\([a-z_]*\),.*|sdc/\1.sdc|p' synth_estimates/systems.def | sort -u); do
        [ -s "$1/share/warplock/verilog/$file" ] || echo "the kit has no $file"
    done
}
put install-rtl "$work/first" '/opt/war lock' || exit 1
mv "$work/first" "$work/it is"
root="$work/it is/opt/war lock"
[ -z "$(lacks "$root")" ] || complain "installed, but: $(lacks "$root")"
cat "$work/used"
forgotten() { # forgotten SCRIPT WORDS: of .ci/install.mk; in `make test` the first
    planted=$((planted + 1))
    rm -rf "$work/planted"
    planted_parts "$1" .ci/install.mk || return
    tier_is_all || [ $planted = 1 ] || return 0
    put install-rtl "$work/planted" /usr >"$work/log" 2>&1 || { complain "$1: $(cat "$work/log")"; return; }
    lacks "$work/planted/usr" >"$work/lacks"
    grep -qE "$2" "$work/lacks" && echo "noticed: $1" || complain "not noticed: $1: $(cat "$work/lacks")"
}
forgotten '/installed_rtl :=/s/(BUILD).librtl_c.a/(BUILD)\/libfst.a/' 'a program of the models: .*lrtl_c'
forgotten 's|rtl_c/\*\.h rtl_c/\*\.def|rtl_c/*.def|' 'a program of the models: .*rtl_c/block.h'
forgotten '/^kit_made /s/[$](benches) [$](kit_several)/$(kit_several)/' 'the kit has no formal/oaws_dlc.sby'
forgotten '/^kit_several/s/ ccws_vta_macro//' 'the kit has no formal/ccws_vta_macro.sby'
forgotten '/^kit_several/s/ warp_front_end//' 'the kit has no formal/warp_front_end.sby'
forgotten '/verilog.macro,/d' 'named, but not installed: macro/ccws_vta_macro.v'
forgotten '/one_row_memory/d' 'the kit has no formal/one_row_memory.v'
forgotten '/^kit :=/,/^[.]PHONY/ s/ [$](harnesses)//' 'named, but not installed: tb/oaws_dlc_harness.vh'

# The lists are those that make lists prints.
stale() { ! sh tb/verilog/lists.sh "$1" | cmp -s - "$2"; } # stale LIST FILE
for list in rtl.f macro.f warplock.core; do ! stale $list verilog/$list || complain "verilog/$list is stale: make lists mends it"; done
sed /oaws_dlc.v/d verilog/rtl.f >"$work/planted.f"
stale rtl.f "$work/planted.f" || complain "a list that is stale is not noticed"

cd "$root/share/warplock/verilog" || exit 1
noticed() { # noticed SED-SCRIPT LINE: in the core file and in the lists
    sed "$1" warplock.core >planted.core
    sed "$1" rtl.f >planted.f
    sed "$1" macro.f >planted_macro.f
    named planted.core planted.f planted_macro.f >"$work/noticed"
    grep -qx "$2" "$work/noticed" || complain "not noticed: $2: $(cat "$work/noticed")"
    rm planted.core planted.f planted_macro.f
}
noticed '/oaws_dlc.v/d' 'planted.core misses oaws_dlc.v'
noticed '/oaws_dlc.v/d' 'planted.f misses oaws_dlc.v'
noticed 's/oaws_dlc.v/oaws_dlx.v/' 'named, but not installed: oaws_dlx.v'
noticed '/ sim_oaws_dlc:/d' 'planted.core has no target sim_oaws_dlc'
noticed '/ lint_oaws_dlc:/d' 'planted.core has no target lint_oaws_dlc'
noticed '/macro.sram_2r1w.v/d' 'planted.core misses macro/sram_2r1w.v'
noticed '/macro.sram_2r1w.v/d' 'planted_macro.f misses macro/sram_2r1w.v'
noticed '/macro.*_properties.v/d' 'planted.core misses macro/ccws_vta_macro_properties.v'
noticed '/ lint_ccws_vta_macro:/s/ filesets: .macro.,//' 'planted.core has no target lint_ccws_vta_macro'

# What the targets of the core file run, by hand: FuseSoC may not be there.
top=$(sed -n '/^  lint:/,/toplevel/ s/.*toplevel: //p' warplock.core)
verilator --lint-only -Wall -F rtl.f --top-module "$top" || complain "verilator -F rtl.f: $?"
verilator --lint-only -Wall -F macro.f --top-module ccws_vta_macro || complain "verilator -F macro.f: $?"
verilator --lint-only -Wall --assert -F rtl.f sva/*.sv --top-module "$top" || complain "with the bind files: $?"
if command -v iverilog >/dev/null 2>&1; then
    iverilog -g2005 -Itb -s "${top}_tb" -o "$work/bench" -c rtl.f "tb/${top}_tb.v" || complain "iverilog -c rtl.f: $?"
    vvp -n "$work/bench" +cycles=50 | tail -n 1 | grep "^PASS $top " || complain "the bench of $top does not pass"
fi
if command -v fusesoc >/dev/null 2>&1; then
    for target in lint sim synth; do
        fusesoc --cores-root . run --target "$target" --build-root "$work/fusesoc" warplock:blocks:warplock || complain "fusesoc: $target"
    done
else
    echo "no fusesoc: its targets are not run"
fi
[ "$failures" = 0 ]
