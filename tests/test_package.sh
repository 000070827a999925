#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tier: all
# needs: parts/program parts/rtl
# The release, unpacked, builds and passes tests without git. `make deb` builds packages of it, of which lintian says no
# error: they hold what `make install` and `make install-rtl` install, and no more; their own tests pass on what is
# unpacked of them, and on what apt-get installs in a Debian of its own (as root, where debootstrap has the network), from
# which it is removed whole. Shown to fail: a package that lacks a file, or has one more; each of their tests, without
# what it looks at.
set -u
. tests/lib.sh
. tests/install.sh
begin_install package_test
number=$(sed -n 's/^VERSION  *:= //p' Makefile)
made=$BUILD/package_test/made
make -s BUILD="$made" deb >"$work/log" 2>&1 || { tail -n 30 "$work/log"; exit 1; }
sed -n '/^[EWI]: /p' "$work/log"
! grep -q '^E: ' "$work/log" || complain "lintian: $(grep '^E: ' "$work/log")"
package() { echo "$work/made/deb/${1}_${number}_amd64.deb"; }

# --- what they hold. differs LISTED INSTALLED: the files of a package, and those below a folder that make has installed to.
differs() {
    (cd "$2" && find . -type f ! -path './usr/share/warplock/installed/*') | sed 's|/warplock\.1$|&.gz|' | LC_ALL=C sort >"$work/want"
    grep -v '^\./usr/share/doc/\|^\./usr/share/lintian/' "$1" | LC_ALL=C sort | diff "$work/want" - | sed -n 's/^< /lacks /p; s/^> /has /p'
}
for part in warplock:install warplock-rtl:install-rtl; do
    put "${part#*:}" "$work/${part#*:}" /usr >/dev/null
    dpkg-deb --fsys-tarfile "$(package "${part%:*}")" | tar -t | grep -v '/$' >"$work/listed"
    [ -z "$(differs "$work/listed" "$work/${part#*:}")" ] || complain "${part%:*} $(differs "$work/listed" "$work/${part#*:}")"
    for file in copyright changelog.gz; do grep -qx "./usr/share/doc/${part%:*}/$file" "$work/listed" || complain "${part%:*} has no $file"; done
done
sed 1d "$work/listed" >"$work/fewer"
echo ./usr/share/warplock/installed/rtl >>"$work/fewer"
[ "$(differs "$work/fewer" "$work/install-rtl" | cut -d' ' -f1 | paste -sd' ')" = "lacks has" ] || complain "not noticed: $(differs "$work/fewer" "$work/install-rtl")"

# --- their tests, on what is unpacked of them; not below $BUILD, where the program would find what is built
unpacked=$(mktemp -d)
trap 'rm -rf "$unpacked"' EXIT
for name in warplock warplock-rtl; do dpkg-deb -x "$(package $name)" "$unpacked"; done
tests=.ci/debian/tests
own_test() { # own_test NAME
    rm -rf "$work/place" && mkdir "$work/place"
    AUTOPKGTEST_TMP=$work/place PATH="$unpacked/usr/bin:$PATH" PKG_CONFIG_PATH="$unpacked/usr/lib/pkgconfig" sh "$tests/$1" >"$work/log" 2>&1
}
# without NAME TOOL FILE...: the test passes, and without the file it does not.
without() {
    name=$1
    command -v "$2" >/dev/null 2>&1 || { echo "no $2: $1 is not run"; return; }
    own_test "$name" || { complain "$tests/$name: $(tail -n 5 "$work/log")"; return; }
    shift 2
    for file; do
        mv "$unpacked/usr/$file" "$work/gone"
        own_test "$name" && complain "$tests/$name does not notice that $file is gone" || echo "noticed: $file, by $name"
        mv "$work/gone" "$unpacked/usr/$file"
    done
}
without run gcc share/warplock/sources/rtl_c/warp_order.c share/warplock/sources/verilog/warp_order.v share/man/man1/warplock.1.gz
without cc clang share/warplock/cuda/include/cooperative_groups.h lib/libwarplock_cudart.a
without rtl iverilog lib/librtl_c.a share/warplock/verilog/tb/oaws_qualify_harness.vh

# --- in a Debian of its own
root=$work/debian
if [ "$(id -u)" = 0 ] && command -v debootstrap >/dev/null 2>&1 && debootstrap --variant=minbase bookworm "$root" >"$work/log" 2>&1; then
    (cd "$root" && find . -xdev -path ./proc -prune -o -path ./var -prune -o -name '*warplock*' -print) >"$work/before"
    mkdir "$root/packages" && cp "$work"/made/deb/*.deb "$root/packages/" && cp -r "$tests" "$root/packages/tests"
    inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive sh -c "$1" >"$work/log" 2>&1; }
    inside 'apt-get update && apt-get install -y /packages/*.deb iverilog pkg-config' || complain "apt-get install: $(tail -n 5 "$work/log")"
    for name in run rtl; do inside "mkdir -p /place && cd /place && AUTOPKGTEST_TMP=/place sh /packages/tests/$name" || complain "installed by apt-get, $tests/$name: $(tail -n 5 "$work/log")"; done
    inside 'apt-get purge -y warplock warplock-rtl && rm -r /packages /place' || complain "apt-get purge: $(tail -n 5 "$work/log")"
    (cd "$root" && find . -xdev -path ./proc -prune -o -path ./var -prune -o -name '*warplock*' -print) | diff "$work/before" - || complain "purged, the packages leave these"
    rm -rf "$root"
else
    echo "no Debian can be made here: nothing is installed by apt-get"
fi

# --- the release without git: it builds, and passes what looks at the tree
tar -xzf "$made/warplock-$number.tar.gz" -C "$work" || exit 1
looking='test_licence test_tiers test_dist test_structure test_help test_l1d.c test_generated'
(cd "$work/warplock-$number" && unset BUILD TIER WARPLOCK_CACHE && make test TEST="$looking") >"$work/log" 2>&1 ||
    complain "without git: $(tail -n 20 "$work/log")"
tail -n 1 "$work/log"
[ "$failures" = 0 ]
