#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tier: all
# needs: parts/systemc
# `make install-systemc` alone puts the SystemC front ends where a user can use them without this repository, in folders
# with blanks too: the platform of docs/systemc.md builds and prints what the page says, and one with another system does.
# Shown to fail: each kind of header and the tables forgotten.
set -u
. tests/lib.sh
. tests/install.sh
begin_install 'install systemc'
put install-systemc "$work/it is" '/opt/war lock' || exit 1
root="$work/it is/opt/war lock"
page=docs/systemc.md
cp tests/tb/platform.cpp "$work/" || exit 1
sed -n '/^cycle 7:/,/^```$/p' "$page" | sed '/^```/d' >"$work/platform.want"
cd "$work" || exit 1
export SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1
# compile ROOT SYSTEM SOURCE FLAGS: with what is installed there.
compile() { eval "g++ $3 $4 $(PKG_CONFIG_PATH="$1/lib/pkgconfig" pkg-config --cflags --libs "warplock-front_end_$2")" >compile.log 2>&1; }
compile "$root" oaws platform.cpp '-o platform' || complain "$(cat compile.log)"
./platform | diff platform.want - || complain "the platform of docs/systemc.md prints something else"
# The same with CCWS in it: after a walk all four may load, and none is charged.
sed "s/cfg_smr_i.write(50)/cfg_base_i.write(100)/;s/cycle < 14/cycle < 200/" platform.cpp >platform_ccws.cpp
compile "$root" ccws platform_ccws.cpp '-o platform_ccws' || complain "$(cat compile.log)"
./platform_ccws >platform_ccws.log
[ "$(grep -c " issues its load, charge 0\$" platform_ccws.log) $(wc -l <platform_ccws.log)" = "4 4" ] ||
    complain "the platform with CCWS prints something else: $(cat platform_ccws.log)"
# Each kind of file is needed: without it, as when it is forgotten, the platform does not compile.
for kind in 'include/warplock/rtl_c/*.def' 'include/warplock/rtl_c/*.h' 'include/warplock/tb/systemc/*.h'; do
    rm -rf planted && cp -r "$root" planted
    # shellcheck disable=SC2086
    rm planted/$kind && compile "$work/planted" oaws platform.cpp -fsyntax-only && complain "not noticed: without $kind"
done
[ "$failures" = 0 ]
