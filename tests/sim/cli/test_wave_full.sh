#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock
# A wave on a disk that is full at any moment: the run ends with 2, says that there is no space, whatever the system said last, and
# leaves nothing. The disks are larger page by page, from a third of what it takes up to what it takes: each write is the one that
# does not fit. Shown to fail: a message of whatever error was last.
set -u
. tests/lib.sh
work=$BUILD/wave_full
rm -rf "$work" && mkdir -p "$work/disk" || exit 1
work=$(cd "$work" && pwd) warplock=$(cd "$BUILD" && pwd)/warplock
cat >"$work/sizes.sh" <<'DISK'
# sizes.sh PROGRAM FOLDER LEAST MOST STEP: disks of so many KB, up to the first that is large enough. A line for each disk that is not as it should be; at the end how many were too small.
program=$1 full=0
cd "$2" || exit 9
on_disk() { # on_disk KILOBYTES
    mount -t tmpfs -o size="${1}k" none disk || exit 9
    "$program" run vadd --size 256 --blocks c --wave disk/w.fst --wave-sms all >out 2>err
    status=$? left=$(ls -A disk | tr '\n' ' ')
    umount disk
    case $status in
        0) case $left in *w.fst*w.gtkw*) return 0 ;; esac ;;
        2) full=$((full + 1)); grep -q -e 'cannot be written: No space left on device$' -e 'cannot be written: no space left for it' err && [ -z "$left" ] && return 1 ;;
    esac
    echo "a disk of $1 KB: status $status, left $left, $(cat err)"
    return 1
}
size=$3
until on_disk "$size" || [ "$size" -gt "$4" ]; do size=$((size + ($size < 120 ? 4 : $5))); done
echo "$full full disks"
DISK
unshare -rm sh "$work/sizes.sh" "$warplock" "$work" 80 4000 "$(tier_is_all && echo 4 || echo 16)" >"$work/said" 2>&1
case $? in 0 | 1) ;; *) echo "skipped: a full disk cannot be made here: $(cat "$work/said")"; exit 77 ;; esac
grep 'a disk of' "$work/said" && complain "not every full disk is said to be one"
full=$(sed -n 's/ full disks$//p' "$work/said")
[ "${full:-0}" -ge 16 ] || complain "no disk was full: $(cat "$work/said")"

plant_copy tb/wave/wave.c "$work/wave.c" 's/return is_not_whole(w, said, message, size);/return cannot_write(w, message, size);/' 'the last error, whichever' && {
    plant_flags="$plant_flags -I$(verilator --getenv VERILATOR_ROOT)/include/gtkwave"
    program_with "$work/wave.c" "$work/program" 2>"$work/err" || complain "the plant does not build: $(cat "$work/err")"
    unshare -rm sh "$work/sizes.sh" "$work/program" "$work" 80 116 4 >"$work/said" 2>&1
    grep 'a disk of .* No such file' "$work/said" || complain "the last error, whichever: not noticed: $(cat "$work/said")"
}
[ "$failures" = 0 ]
