#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: packages
# `make dist` makes a tarball of all files of this tree, as they are, and of no other, with CITATION.cff and debian/ filled
# in on top. It is the same, byte by byte, when it is made later, by somebody with other rights, and of the unpacked
# tarball without git; the Makefile there knows the same tests. Debian's packages ask for what the Makefile installs.
# Shown to fail, in a small tree: a file that is left out, one that is changed, marks that stay, each way in which it would
# depend on who makes it. (That it builds and passes its tests: tests/test_package.sh.)
set -u
. tests/lib.sh
unset MAKEFLAGS MFLAGS MAKELEVEL
here=$(pwd)
work=$here/$BUILD/dist_test
rm -rf "$work" && mkdir -p "$work" || exit 1
number=$(sed -n 's/^VERSION  *:= //p' Makefile)
name=warplock-$number

# differs TREE FOLDER: how what was unpacked in the folder differs from the tree.
differs() {
    (cd "$1" && sh .ci/files "$BUILD" >"$work/files" && xargs -d '\n' cksum <"$work/files" | sort >"$work/sums")
    (cd "$2" && xargs -d '\n' cksum <"$work/files" 2>/dev/null | sort | comm -13 - "$work/sums" | sed 's/^[0-9]* [0-9]* /has another /')
    { cat "$work/files"; echo CITATION.cff; (cd "$1/.ci" && find debian -type f); echo debian/changelog; } | LC_ALL=C sort >"$work/want"
    (cd "$2" && find . -type f | sed 's|^\./||' | LC_ALL=C sort) | diff "$work/want" - | sed -n 's/^< /lacks /p; s/^> /has /p'
    ! grep -rqE '@(VERSION|DATE|MAINTAINER|PACKAGES)@' "$2/CITATION.cff" "$2/debian" || echo "marks are left"
    grep -q "^version: '$number'" "$2/CITATION.cff" || echo "another number in CITATION.cff"
    head -n 1 "$2/debian/changelog" | grep -q "^warplock ($number) unstable; " || echo "another number in debian/changelog"
}
# untidy TARBALL: what in it depends on who made it, and when.
untidy() {
    tar --full-time --numeric-owner -tvf "$1" >"$work/listed"
    awk '{ print $4, $5 }' "$work/listed" | sort -u | grep -vx "$(sed -n '/^## /{s/.*, //p;q}' docs/CHANGELOG.md) 00:00:00" | sed 's/.*/times/' | head -n 1
    awk '$2 != "0/0"' "$work/listed" | sed 's/.*/owners/' | head -n 1
    grep -vE '^(d|-)rw(x|-)r-(x|-)r-\1' "$work/listed" | grep -vE '^drwxr-xr-x|^-rw(-r--r--|xr-xr-x)' | sed 's/.*/modes/' | head -n 1
    tar -tf "$1" | sed 's|/$||; s|/|\x01|g' | LC_ALL=C sort -c 2>/dev/null || echo "order"
    [ "$(od -An -tx1 -N8 "$1" | tr -d ' ')" = 1f8b080000000000 ] || echo "name or time of the archive"
}
make -s BUILD="$BUILD/dist_test/made" dist >"$work/log" || fail "make dist: exit status $?, expected 0" "$work/log"
tarball=$work/made/$name.tar.gz
tar -xzf "$tarball" -C "$work" || exit 1
[ -z "$(differs . "$work/$name")" ] || complain "the tarball $(differs . "$work/$name")"
[ -z "$(untidy "$tarball")" ] || complain "the tarball depends on who made it: $(untidy "$tarball")"
for package in $(sed -n 's/^BUILD_PACKAGES := //p' Makefile); do
    case $package in gcc | g++ | libc6-dev) continue ;; esac
    grep -E "^Build-Depends:" "$work/$name/debian/control" | tr ', ' '\n\n' | grep -qxF "$package" || complain "debian/control does not ask for $package"
done
known=$(cat $(makefiles) | tr ', ' '\n\n'; tr ', ' '\n\n' <"$work/$name/debian/control")
for package in $(sed -n 's/^Depends: //p' "$work/$name/debian/tests/control" | tr -d ,); do
    echo "$known" | grep -qxF "$package" || complain "debian/tests/control asks for $package, which nothing else does"
done

# In `make test-all` the same of what was unpacked, with all times changed, by somebody whose files are his own alone.
if tier_is_all; then
    find "$work/$name" -exec touch {} + && chmod -R go-rwx "$work/$name"
    (umask 077; cd "$work/$name" && TZ=Asia/Tokyo make -s dist) >"$work/log" 2>&1 || complain "without git: $(cat "$work/log")"
    cmp "$tarball" "$work/$name/build/$name.tar.gz" || complain "made without git, it differs"
    [ "$(cd "$work/$name" && make -s test-files)" = "$(make -s test-files)" ] || complain "other tests without git"
fi

# A tree of a few files, of somebody whose files are his own alone.
small=$work/small
(umask 077; mkdir -p "$small/docs" "$small/tb" && cp -r .ci README.md "$small/" && cp docs/CITATION.cff docs/CHANGELOG.md "$small/docs/" && cp tb/tuple.map "$small/tb/") || exit 1
noticed() { # noticed SCRIPT WORDS: of the tarball of .ci/dist with the script applied; in `make test` every fourth
    plant_copy .ci/dist "$work/dist" "$1" || return
    planted=$((planted + 1))
    tier_is_all || [ $((planted % 4)) = 1 ] || return 0
    rm -rf "$work/planted" && mkdir -p "$work/planted" || exit 1
    (umask 077; cd "$small" && CHANGELOG=docs/CHANGELOG.md MAINTAINER='A Name <name@example.org>' PACKAGES='verilator' \
        sh "$work/dist" "$number" "$work/planted") >"$work/log" 2>&1 && tar -xzf "$work/planted/$name.tar.gz" -C "$work/planted" ||
        { complain "$1: $(cat "$work/log")"; return; }
    { differs "$small" "$work/planted/$name"; untidy "$work/planted/$name.tar.gz"; } >"$work/found"
    if [ -z "$2" ]; then [ ! -s "$work/found" ] || complain "the small tree: $(cat "$work/found")"; return; fi
    grep -qx "$2" "$work/found" && echo "noticed: $2" || complain "not noticed: $1: $(cat "$work/found")"
}
noticed '$s|$| |' ''
noticed 's|^sh .ci/files "$build"|& \| grep -v tb/tuple.map|' 'lacks tb/tuple.map'
noticed 's|^cd "$work/$name"|&; echo >>README.md|' 'has another README.md'
noticed 's|^cd "$work/$name"|&; echo >build.log|' 'has build.log'
noticed 's|^cp -r .ci/debian .|mkdir debian|' 'lacks debian/rules'
noticed 's|s/@DATE@/$day/||' 'marks are left'
noticed 's|s/@VERSION@/$version/|s/@VERSION@/1.0/|' 'another number in CITATION.cff'
noticed 's|"${heading%%,\*}"|0.0.1|' 'another number in debian/changelog'
noticed 's| --mtime="$day 00:00:00 UTC"||' 'times'
noticed 's| --owner=root:0| --owner=user:1000|' 'owners'
noticed 's|^umask 022$||; s| --mode=[^ ]*||' 'modes'
noticed 's|--sort=name||; s|"$name"$|"$name/tb" "$name"|' 'order'
noticed 's|gzip -9n|gzip -9N|' 'name or time of the archive'

# Continuous integration takes the tree by make dist where there is no git.
printf '%s\n' "VERSION := $number" 'BUILD := build' "quoted = '\$(1)'" 'include .ci/release.mk' 'test:' '	@test ! -e .git && test -s CITATION.cff && echo "1 passed, 0 failed"' >"$small/Makefile"
integrated() { [ "$(cd "$small" && unset BUILD && sh .ci/run 2>&1 | tail -n 1)" = '1 passed, 0 failed' ]; }
integrated || complain ".ci/run without git: $(cd "$small" && sh .ci/run 2>&1 | tail -n 3)"
plant_copy .ci/run "$small/.ci/run" 's|-e "$top/.git"|-e "$top"|' && integrated && complain "not noticed: .ci/run that takes the tree from git"

# A number without its heading is refused, and nothing is made.
make -s BUILD="$BUILD/dist_test/refused" VERSION=9.8.7 dist >"$work/log" 2>&1 && complain "a number that the changelog lacks is taken"
grep -qE '^make: docs/CHANGELOG.md: seen ".*" as its first heading, expected "9.8.7, " and the day' "$work/log" || complain "refused with: $(cat "$work/log")"
[ -z "$(ls "$work/refused")" ] || complain "left by what was refused: $(ls "$work/refused")"
[ "$failures" = 0 ]
