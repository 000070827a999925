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
# named CORE LIST, in the folder of the Verilog: what they name and is not there, and what is there and they do not name.
named() {
    for file in $(sed -n 's/^      - \([^:]*\).*/\1/p' "$1") $(grep -v '^//' "$2"); do
        [ -s "$file" ] || echo "named, but not installed: $file"
    done
    for file in *.v sva/* tb/*; do
        grep -qE -- "^      - $file(:|\$)" "$1" || echo "$1 misses $file"
    done
    for file in *.v; do
        block=${file%.v}
        case $block in *_properties) continue ;; esac
        grep -qx "$file" "$2" || echo "$2 misses $file"
        grep -qx "  lint_$block: {<<: \*lint, toplevel: $block}" "$1" || echo "$1 has no target lint_$block"
        grep -qx "  synth_$block: {<<: \*synth, toplevel: $block}" "$1" || echo "$1 has no target synth_$block"
        [ ! -f "tb/${block}_tb.v" ] || grep -qx "  sim_$block: {<<: \*sim, toplevel: ${block}_tb}" "$1" ||
            echo "$1 has no target sim_$block"
    done
}
lacks() { # lacks ROOT
    used "$1" >"$work/used" 2>&1 || echo "a program of the models: $(head -n 2 "$work/used")"
    (cd "$1/share/warplock/verilog" && named warplock.core rtl.f)
    for file in verilog/*.v verilog/macro/*.v; do cmp -s "$file" "$1/share/warplock/$file" || echo "$file"; done
    for file in Bender.yml $(ls tb/verilog/*_tb.v | sed 's|.*/\(.*\)_tb.v|sva/\1_sva.sv formal/\1.sby \1.xml|') \
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
forgotten '/^kit_made /s|formal/%|sva/%|' 'the kit has no formal/oaws_dlc.sby'
forgotten '/^kit :=/,/^[.]PHONY/ s/ [$](harnesses)//' 'named, but not installed: tb/oaws_dlc_harness.vh'

# The lists are those that make lists prints.
stale() { ! sh tb/verilog/lists.sh "$1" | cmp -s - "$2"; } # stale LIST FILE
for list in rtl.f warplock.core; do ! stale $list verilog/$list || complain "verilog/$list is stale: make lists mends it"; done
sed /oaws_dlc.v/d verilog/rtl.f >"$work/planted.f"
stale rtl.f "$work/planted.f" || complain "a list that is stale is not noticed"

cd "$root/share/warplock/verilog" || exit 1
noticed() { # noticed SED-SCRIPT LINE: in the core file and in the list
    sed "$1" warplock.core >planted.core
    sed "$1" rtl.f >planted.f
    named planted.core planted.f >"$work/noticed"
    grep -qx "$2" "$work/noticed" || complain "not noticed: $2: $(cat "$work/noticed")"
    rm planted.core planted.f
}
noticed '/oaws_dlc.v/d' 'planted.core misses oaws_dlc.v'
noticed '/oaws_dlc.v/d' 'planted.f misses oaws_dlc.v'
noticed 's/oaws_dlc.v/oaws_dlx.v/' 'named, but not installed: oaws_dlx.v'
noticed '/ sim_oaws_dlc:/d' 'planted.core has no target sim_oaws_dlc'
noticed '/ lint_oaws_dlc:/d' 'planted.core has no target lint_oaws_dlc'

# What the targets of the core file run, by hand: FuseSoC may not be there.
top=$(sed -n '/^  lint:/,/toplevel/ s/.*toplevel: //p' warplock.core)
verilator --lint-only -Wall -F rtl.f --top-module "$top" || complain "verilator -F rtl.f: $?"
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
