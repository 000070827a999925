#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tier: all
# needs: parts/program parts/rtl parts/systemc
# The number of warplock stands in the Makefile alone, and what says it says that one: the program, its man page, the
# pkg-config files, FuseSoC's core file; the tarball, its CITATION.cff and Debian's changelog. Another number reaches all of
# them. Shown to fail: a number elsewhere, and each of them with one of its own.
set -u
. tests/lib.sh
. tests/install.sh
begin_install version
number=$(sed -n 's/^VERSION  *:= //p' Makefile)
echo "$number" | grep -qE '^[0-9]+\.[0-9]+\.[0-9]+$' || complain "VERSION in the Makefile: seen '$number', expected three numbers"

# elsewhere TREE: where else a number of warplock's stands, in what is ours.
elsewhere() {
    (cd "$1" && sh "$repository/.ci/files" "$BUILD" | grep -E '\.([ch]|def|mk|sh|md|cff|core|cmd|out)$|^Makefile$|^\.ci/' |
        xargs -d '\n' grep -nE "(^|[^0-9.])$(echo "$number" | sed 's/\./\\./g')([^0-9.]|\.?\$)|(^|[^a-z])warplock [0-9]+\.[0-9]") |
        grep -vE "^(docs/CHANGELOG\.md|tests/test_version\.sh):|^Makefile:[0-9]*:VERSION "
}
[ -z "$(elsewhere .)" ] || complain "the number elsewhere: $(elsewhere .)"
mkdir -p "$work/tree/sim/cli" "$work/tree/docs"
echo "#define WARPLOCK_VERSION \"$number\"" >"$work/tree/sim/cli/commands.c"
echo "the name is warplock:blocks:warplock:$number." >"$work/tree/docs/install.md"
echo "warplock 0.0 was" >"$work/tree/docs/old.md"
[ "$(elsewhere "$work/tree" | wc -l)" = 3 ] || complain "not noticed: a number elsewhere: $(elsewhere "$work/tree")"

# A build of its own, in which only what says the number is made anew.
own=$BUILD/version/build
mkdir -p "$own/obj" || exit 1
cp -a "$BUILD/obj/sim" "$BUILD/obj/tb" "$BUILD/obj/fst" "$BUILD/obj/bundled_files.o" "$BUILD/obj/tuple_sums.o" "$own/obj/"
cp -a "$BUILD/described" "$BUILD/sources" "$BUILD/sources.made" "$BUILD"/*.a "$BUILD"/*.c "$BUILD"/*packages "$own/"
{ printf '## 9.8.7, 2031-02-03\n- Something new.\n\n'; sed -n '/^## /,$p' docs/CHANGELOG.md; } >"$work/CHANGELOG.md"
# says NUMBER [dist]: builds with it, of the Makefile or of $makefile; prints what does not say 9.8.7.
says() {
    rm -rf "$own/generated" "$own/pkgconfig" "$own/systemc" "$own/warplock.core"
    systemc=$own/systemc/front_end
    make -s -f "${makefile:-Makefile}" BUILD="$own" SYSTEMC="$systemc" VERSION="$1" CHANGELOG="$work/CHANGELOG.md" "$own/warplock" "$own/generated/man" \
        "$own/warplock.core" "$own/pkgconfig/warplock-rtl_c.pc" "$systemc/oaws/warplock-front_end_oaws.pc" $2 >"$work/log" 2>&1 ||
        { echo "not built: $(cat "$work/log")"; return; }
    [ "$("$own/warplock" --version)" = 'warplock 9.8.7' ] || echo "warplock --version: $("$own/warplock" --version)"
    head -n 1 "$own/generated/man" | grep -qF '"warplock 9.8.7"' || echo "the man page"
    grep -qx 'name: warplock:blocks:warplock:9.8.7' "$own/warplock.core" || echo "the core file"
    grep -qx 'Version: 9.8.7' "$own/pkgconfig/warplock-rtl_c.pc" || echo "warplock-rtl_c.pc"
    grep -qx 'Version: 9.8.7' "$systemc/oaws/warplock-front_end_oaws.pc" || echo "warplock-front_end_oaws.pc"
    [ -n "$2" ] || return
    tar -xmzf "$own/warplock-9.8.7.tar.gz" -C "$work" warplock-9.8.7/CITATION.cff warplock-9.8.7/debian/changelog || { echo "the tarball"; return; }
    grep -qx "version: '9.8.7'" "$work/warplock-9.8.7/CITATION.cff" || echo "CITATION.cff"
    head -n 1 "$work/warplock-9.8.7/debian/changelog" | grep -qF '(9.8.7)' || echo "debian/changelog"
}
said=$(says 9.8.7 dist)
[ -z "$said" ] || complain "VERSION=9.8.7 does not reach: $said"
noticed() { # noticed SCRIPT FILE WORDS
    planted=$((planted + 1))
    planted_parts "$1" "$2" || return
    says 9.8.7 '' >"$work/found"
    [ "$(cut -d: -f1 "$work/found" | paste -sd, -)" = "$3" ] && echo "noticed: $3" || complain "not noticed: $1: $(cat "$work/found")"
}
noticed 's|warplock_version\[\] = "$(VERSION)"|warplock_version[] = "0.1"|' sim/sim.mk 'warplock --version,the man page'
noticed 's|s/@VERSION@/$(VERSION)/|s/@VERSION@/1.0/|' .ci/install.mk 'the core file'
noticed "s|'Version: .(VERSION)'|'Version: 1.0'|" .ci/install.mk 'warplock-rtl_c.pc,warplock-front_end_oaws.pc'
planted_parts
[ -z "$(says 9.8.7 '')" ] || complain "the good number again: $(cat "$work/log")"
[ "$failures" = 0 ]
