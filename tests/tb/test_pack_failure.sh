#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A failure pack that cannot be written whole leaves no folder, and says so; the failure itself is reported all the same.
# The commands that a failure names do what they say whatever the folders of the program and of the pack are called.
set -u
. tests/lib.sh
. tests/blocks.sh
work=$BUILD/pack_failure

rm -rf "$work"
mkdir -p "$work/packs"
know_bug bench c_saturation || exit 1
sh tests/tb/plant.sh c_saturation block_bench "$work" || exit 1
"$work/block_bench" --block "$block" --config "$config" --build || exit 1
# Files end at 1 KB here, as on a disk that is full; what is printed goes through a pipe, which has no end.
overflow() {
    { (trap '' XFSZ
       ulimit -f 1
       "$1" --block "$block" --config "$config" --pack "$PWD/$work/packs/pack"
       echo "status $?") 2>&1 || true; } | cat >"$work/log"
}
overflow "$work/block_bench"
grep -qx 'status 1' "$work/log" || complain "the failure is not the exit status: $(cat "$work/log")"
grep -q "^lockstep: $block" "$work/log" || complain "the failure is not reported: $(cat "$work/log")"
grep -q "^warplock: .*/packs/pack: no failure pack: " "$work/log" || complain "the missing pack is not reported: $(cat "$work/log")"
grep -q "^replay with\|^warplock: replay" "$work/log" && complain "a replay of a pack that is not there is offered: $(cat "$work/log")"
[ -z "$(ls "$work/packs")" ] || complain "left: $(ls "$work/packs")"

replays() { # PROGRAM
    rm -rf "$work/an architect's"
    mkdir "$work/an architect's" && cp "$1" "$work/an architect's/bench"
    "$work/an architect's/bench" --block "$block" --config "$config" --pack "$work/an architect's/pack" >"$work/log" 2>&1
    sed -n 's/^replay: //p' "$work/log" >"$work/commands"
    sed -n 's/^replay    //p' "$work/an architect's/pack/report.txt" >>"$work/commands"
    [ "$(sh "$work/commands" 2>/dev/null | grep -c "^lockstep: $block")" = 2 ]
}
replays "$work/block_bench" || complain "what replays a pack: $(cat "$work/commands")"

# The checks notice commands without quotes, and when the folder stays.
build_planted() { # FILE SCRIPT
    plant_copy "$1" "$work/${1##*/}" "$2"
    # shellcheck disable=SC2046
    gcc -std=c11 -O1 -w -I. -D_DEFAULT_SOURCE -o "$work/planted" "$BUILD/obj/tb/block_bench_main.o" "$work/${1##*/}" \
        "$work/tuple_sums.o" "$BUILD/libtb.a" "$BUILD/libfst.a" \
        $(sed -n 's/^LDLIBS *:= //p' Makefile) || complain "the plant does not build"
}
build_planted tb/shell.c 's/^    if (is_plain(word)) {$/    if (true || is_plain(word)) {/'
replays "$work/planted" && complain "commands without quotes go unnoticed"
build_planted tb/lockstep/pack.c 's/^    remove_files(folder);$/    (void)remove_files;/'
overflow "$work/planted"
[ -n "$(ls "$work/packs")" ] || complain "a folder that stays goes unnoticed"
[ "$failures" = 0 ]
