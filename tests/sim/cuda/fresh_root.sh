#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# fresh_root.sh FOLDER: makes a Debian root there (debootstrap; as root, with the network), with make and a copy of this
# tree in it and nothing else, and follows docs/cuda.md to the letter: every file and command. Minutes,
# for all is built there; no test starts it.
set -eu
[ $# = 1 ] || { echo "usage: fresh_root.sh FOLDER" >&2; exit 2; }
root=$1
[ -d "$root/etc" ] || debootstrap --variant=minbase bookworm "$root" >/dev/null
cp /etc/resolv.conf "$root/etc/"
chroot "$root" sh -c 'apt-get update -q && apt-get install -qy --no-install-recommends make' >/dev/null
tarball=$(make -s dist)
mkdir -p "$root/root/warplock"
tar -xzf "$tarball" --strip-components=1 -C "$root/root/warplock"
sh tests/sim/cuda/page.sh docs/cuda.md "$root/root/cuda"
{
    echo 'cd /root/warplock'
    cat "$root/root/cuda/commands.1"
    echo "cp /root/cuda/*.cu ."                                 # what the reader types in
    cat "$root/root/cuda/commands.2"
} >"$root/root/follow.sh"
chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root sh -ex /root/follow.sh
