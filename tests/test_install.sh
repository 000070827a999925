#!/bin/sh
# `make install` puts warplock, the models as a library and the Verilog where a user can use them without this repository.
set -eu
build=${BUILD:-build}
root=$(pwd)/$build/install_test
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
for file in $(sed -n 's/^      - //p' share/warplock/verilog/warplock.core); do
    [ -s "share/warplock/verilog/$file" ] || { echo "warplock.core names $file, which is not installed"; exit 1; }
done
for module in share/warplock/verilog/*.v; do
    grep -q -- "- $(basename "$module")\$" share/warplock/verilog/warplock.core || { echo "warplock.core misses $module"; exit 1; }
done
