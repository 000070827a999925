#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tier: all
# needs: parts/program parts/rtl parts/systemc
# `make uninstall` removes all that any part has put there and nothing else: a user's files in the same folders and the
# folders that were there stay, empty ones of ours go. Each part may be installed twice, and at once with the others;
# after an installation that broke off all of it is removed, too; what an older version had there goes with the next.
# DESTDIR and PREFIX are kept to. Shown to fail: a record that lacks files, folders, or comes too late; a removal that
# takes whole folders, or leaves empty ones.
set -u
. tests/lib.sh
. tests/install.sh
begin_install 'uninstall'
dest="$work/it is" prefix='/opt/war lock'
there="$dest$prefix"
# A user's: files beside ours, empty folders where ours go.
mkdir -p "$there/share/warplock/cuda" "$there/lib/pkgconfig" "$there/bin" "$dest/opt/other"
echo mine | tee "$there/share/warplock/cuda/mine.h" >"$there/bin/mine"
everything "$dest" >"$work/before"
put install "$dest" "$prefix" && put install-systemc "$dest" "$prefix" && put install-rtl "$dest" "$prefix" || exit 1
everything "$dest" >"$work/once"
(unset MAKEFLAGS; make -s -j3 BUILD="$BUILD" DESTDIR="$dest" PREFIX="$prefix" install install-rtl install-systemc) || complain "all parts at once: $?"
everything "$dest" | diff "$work/once" - >"$work/diff" || complain "installed twice, it is not as once: $(head -n 5 "$work/diff")"
put uninstall "$dest" "$prefix"
everything "$dest" | diff "$work/before" - || complain "removed, it is not as before"
put uninstall "$dest" "$prefix" | grep -q '^nothing is installed under ' || complain "nothing is left to remove, and that is not said"
find "$work" -mindepth 1 -maxdepth 1 -type d ! -name 'it is' | grep . && complain "files beside DESTDIR"

# Where nothing was before, nothing is but what the user put there since.
put install-rtl "$work/new" /usr >/dev/null
echo mine >"$work/new/usr/include/warplock/rtl_c/mine.h"
put uninstall "$work/new" /usr >/dev/null
[ "$(cd "$work/new" && find . | LC_ALL=C sort | paste -sd' ')" = ". ./usr ./usr/include ./usr/include/warplock ./usr/include/warplock/rtl_c ./usr/include/warplock/rtl_c/mine.h" ] ||
    complain "left: $(cd "$work/new" && find .)"
for wrong in usr ''; do
    put install-rtl "$work/new" "$wrong" >"$work/out" 2>&1 && complain "PREFIX='$wrong' is taken"
    grep -qF "make: PREFIX: seen \"$wrong\", expected a path that begins with /" "$work/out" || complain "PREFIX='$wrong': $(cat "$work/out")"
done

# A part of three files by .ci/put itself, and with a plant in it or in .ci/remove.
small() { printf '%s\n' 644:share/warplock/a/b/c/LICENSE:LICENSE 644:share/warplock/b/README.md:README.md "${1:-644:lib/Makefile:Makefile}"; }
# trial PUT REMOVE: prints what is not as it must be.
trial() {
    export DESTDIR="$work/small" PREFIX=/usr
    rm -rf "$DESTDIR" && mkdir -p "$DESTDIR/usr/lib" "$DESTDIR/usr/share/warplock"
    echo mine >"$DESTDIR/usr/share/warplock/mine"
    everything "$DESTDIR" >"$work/small.before"
    small | sh "$1" small >/dev/null && [ -s "$DESTDIR/usr/lib/Makefile" ] && [ -s "$DESTDIR/usr/share/warplock/b/README.md" ] || echo "not installed"
    sh "$2" >/dev/null
    everything "$DESTDIR" | diff "$work/small.before" - >/dev/null || echo "not as before"
    small 644:lib/none:none | sh "$1" small >/dev/null 2>&1 && echo "a file that is not there is installed"
    sh "$2" >/dev/null
    everything "$DESTDIR" | diff "$work/small.before" - >/dev/null || echo "broken off, not as before"
    small 644:lib/older:Makefile | sh "$1" small >/dev/null
    small | sh "$1" small >/dev/null
    [ ! -e "$DESTDIR/usr/lib/older" ] || echo "a file of an older version is left"
    small 644:lib/Makefile:README.md | sh "$1" other >/dev/null
    small 644:lib/older:Makefile | sh "$1" small >/dev/null
    [ -e "$DESTDIR/usr/lib/Makefile" ] || echo "another part's file is gone"
    sh "$2" >/dev/null
    everything "$DESTDIR" | diff "$work/small.before" - >/dev/null || echo "two parts, not as before"
}
trial .ci/put .ci/remove >"$work/found"
[ ! -s "$work/found" ] || complain "$(cat "$work/found")"
noticed() { # noticed FILE SCRIPT WORDS
    plant_copy ".ci/$1" "$work/$1" "$2" || return
    [ "$1" = put ] && trial "$work/put" .ci/remove >"$work/found" 2>&1 || trial .ci/put "$work/remove" >"$work/found" 2>&1
    grep -qx "$3" "$work/found" && echo "$1: $2: $3" || complain "not noticed in .ci/$1: $2: $(cat "$work/found")"
}
noticed put 's|printf .file %s/%s.n. "$prefix" "$file"; done <"$work/where"|& \| sed 1d|' 'not as before'
noticed put "/printf 'folder /d" 'not as before'
noticed put 's|! -e "$DESTDIR$path"|! -e /none|' 'not as before'
noticed put '/both" "$DESTDIR$record"/d' 'broken off, not as before'
noticed put '/comm -13/d' 'a file of an older version is left'
noticed put 's|^cat "$DESTDIR${record%/\*}"/\*|cat "$work/now"|' "another part's file is gone"
noticed remove 's|rm -f "$DESTDIR$file"|rm -rf "${DESTDIR}${file%/*}"|' 'not as before'
noticed remove 's|rmdir "$DESTDIR$folder"|false|' 'not as before'
noticed remove 's|sort -ru|sort -u|' 'not as before'
noticed remove 's|"$records"/\* . sort|"$records"/small \| sort|' 'two parts, not as before'
[ "$failures" = 0 ]
