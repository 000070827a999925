#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# `make install` puts warplock, the models and the SystemC front end as libraries, the Verilog and its benches where a user
# can use them without this repository: a program of each library builds and runs from there, the page's platform among
# them, blocks of 40 warps are built there and then found, the list of files is read by Verilator and Icarus, a bench
# runs. The core file and the list name what is there, and all of it. Shown to fail: a core file and a list that lack a
# block, or name one that is not there.
set -eu
build=${BUILD:-build}
repository=$(pwd)
root=$repository/$build/install_test
rm -rf "$root"
make -s BUILD="$build" PREFIX="$root" install >/dev/null
cat >"$root/use.c" <<'C'
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
export PKG_CONFIG_PATH="$root/lib/pkgconfig"
cd "$root"
# shellcheck disable=SC2046
gcc -std=c11 use.c $(pkg-config --cflags --libs warplock-rtl_c) -o use
./use
bin/warplock --version
# Blocks of another geometry are built from the sources that are installed, once.
forty='vadd --size 256 --machine oaws --set core.warps=40 --set core.schedulers=4 --policy gto'
for built in 1 0; do
    # shellcheck disable=SC2086
    WARPLOCK_CACHE=$root/cache bin/warplock run $forty >forty.out 2>forty.err || { cat forty.err; exit 1; }
    [ "$(grep -c '^warplock: building warp_order n40_s4_across1, ' forty.err) $(wc -l <forty.err)" = "$built $built" ] ||
        { echo "start $((2 - built)) with 40 warps says:"; cat forty.err; exit 1; }
    grep -q '^  verified *yes ' forty.out || { cat forty.out; exit 1; }
done
# A CUDA program is built and run with what is installed alone, whose sources it names, and nothing else of the repository.
if command -v clang >/dev/null 2>&1; then
    printf '#include <cstdio>\n__global__ void seven(int *a) { *a = 7; }\nint main() { int h, *d; cudaMalloc(&d, 4); seven<<<1, 1>>>(d); cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost); return printf("%%d\\n", h) != 2; }\n' >seven.cu
    bin/warplock cc seven.cu -o seven
    [ "$(./seven)" = 7 ] && ! grep -aoE "$repository[^[:cntrl:]]*" seven | grep -vx "$root/share/warplock/sources" || { echo "the program prints $(./seven)"; exit 1; }
    [ -s lib/warplock/libcudart.so.12 ] && [ "$(bin/warplock run --policy gto,lrr -- ./seven | grep -cx 7)" = 2 ]
else
    echo "no clang: no CUDA program is built"
fi
for file in share/man/man1/warplock.1 share/bash-completion/completions/warplock share/zsh/site-functions/_warplock; do
    case $file in *.1) what=man ;; *bash*) what=bash ;; *) what=zsh ;; esac
    bin/warplock generate $what | cmp - $file || { echo "$file is not what the program generates"; exit 1; }
done

page=$repository/docs/systemc.md
sed -n '/^```cpp$/,/^```$/p' "$page" | sed '/^```/d' >platform.cpp
sed -n '/^cycle 7:/,/^```$/p' "$page" | sed '/^```/d' >platform.want
# shellcheck disable=SC2046
g++ platform.cpp $(pkg-config --cflags --libs warplock-front_end_oaws) -o platform
SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1 ./platform | diff platform.want - || { echo "the platform of docs/systemc.md prints something else"; exit 1; }
# The same with CCWS in it: after a walk all four may load, and none is charged.
sed "s/cfg_smr_i.write(50)/cfg_base_i.write(100)/;s/cycle < 14/cycle < 200/" platform.cpp >platform_ccws.cpp
# shellcheck disable=SC2046
g++ platform_ccws.cpp $(pkg-config --cflags --libs warplock-front_end_ccws) -o platform_ccws
SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1 ./platform_ccws >platform_ccws.log
[ "$(grep -c " issues its load, charge 0\$" platform_ccws.log) $(wc -l <platform_ccws.log)" = "4 4" ] ||
    { echo "the platform with CCWS prints something else:"; cat platform_ccws.log; exit 1; }

cd share/warplock/verilog
lacks() { # lacks CORE LIST: what they name and is not there, and what is there and they do not name
    for file in $(sed -n 's/^      - \([^:]*\).*/\1/p' "$1") $(grep -v '^//' "$2"); do
        [ -s "$file" ] || echo "named, but not installed: $file"
    done
    for file in *.v tb/*; do
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
[ -z "$(lacks warplock.core rtl.f)" ] || { lacks warplock.core rtl.f; exit 1; }
noticed() { # noticed SED-SCRIPT LINE: in the core file and in the list
    sed "$1" warplock.core >planted.core
    sed "$1" rtl.f >planted.f
    lacks planted.core planted.f >"$root/noticed"
    grep -qx "$2" "$root/noticed" || { echo "not noticed: $2"; cat "$root/noticed"; exit 1; }
    rm planted.core planted.f
}
noticed '/oaws_dlc.v/d' 'planted.core misses oaws_dlc.v'
noticed '/oaws_dlc.v/d' 'planted.f misses oaws_dlc.v'
noticed 's/oaws_dlc.v/oaws_dlx.v/' 'named, but not installed: oaws_dlx.v'
noticed '/ sim_oaws_dlc:/d' 'planted.core has no target sim_oaws_dlc'
noticed '/ lint_oaws_dlc:/d' 'planted.core has no target lint_oaws_dlc'

# What the targets of the core file run, by hand: FuseSoC may not be there.
top=$(sed -n '/^  lint:/,/toplevel/ s/.*toplevel: //p' warplock.core)
verilator --lint-only -Wall -F rtl.f --top-module "$top"
if command -v iverilog >/dev/null 2>&1; then
    iverilog -g2005 -Itb -s "${top}_tb" -o "$root/bench" -c rtl.f "tb/${top}_tb.v"
    vvp -n "$root/bench" +cycles=50 | tail -n 1 | grep "^PASS $top "
fi
if command -v fusesoc >/dev/null 2>&1; then
    for target in lint sim synth; do fusesoc --cores-root . run --target "$target" --build-root "$root/fusesoc" warplock:blocks:warplock; done
else
    echo "no fusesoc: its targets are not run"
fi
