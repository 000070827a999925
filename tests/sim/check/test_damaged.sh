#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock
# What is no recording, is damaged or of another version ends with status 2 and one line that says where, what was seen and what was
# expected; whatever the bytes, no other status than 0, 1 and 2. Levels and lines as docs/events.md has them are taken.
set -u
. tests/lib.sh
work=$BUILD/check_damaged
rm -rf "$work" && mkdir -p "$work" || exit 1
"$BUILD/warplock" run --machine oaws --policy oaws-dyn --record "$work/whole" --record-window 600 atax >"$work/log" 2>&1 || complain "no recording"

fresh() { rm -rf "$work/r" && cp -r "$work/whole" "$work/r"; }
# refused WORDS...: with status 2 and a line that holds each of them
refused() {
    "$BUILD/warplock" check "$work/r" >"$work/out" 2>&1
    status=$?
    [ $status = 2 ] && [ "$(wc -l <"$work/out")" = 1 ] || complain "status $status, expected 2 and one line, with '$*': $(head -n 3 "$work/out")"
    for words in "$@"; do grep -qF -- "$words" "$work/out" || complain "no '$words' in: $(cat "$work/out")"; done
}
# damaged FILE SCRIPT WORDS...: a copy in which sed has changed a file
damaged() {
    file=$1 script=$2
    shift 2
    fresh
    sed -i "$script" "$work/r/$file"
    cmp -s "$work/r/$file" "$work/whole/$file" && complain "$script changes nothing in $file"
    refused "$@"
}

fresh && "$BUILD/warplock" check "$work/r" >"$work/out" 2>&1 || complain "a whole recording: $(cat "$work/out")"
# 600 cycles end before a load has brought anything, which --every is asked to say.
"$BUILD/warplock" check --every "$work/whole" >"$work/out" 2>&1 && complain "check --every: $(cat "$work/out")"
[ "$(grep -c '^wire [a-z_.0-9]*: compared with nothing$' "$work/out")" = 8 ] && grep -q ' 8 of them not reached' "$work/out" ||
    complain "check --every does not name 8 wires: $(cat "$work/out")"
grep -qx 'wire oaws_dlc.done: compared with nothing' "$work/out" && complain "an input that is compared in each cycle is not"
# An input of 48 elements of which several are wrong is told once.
fresh && sed -i '0,/older=0,1,3,7,/s//older=0,0,1,3,/' "$work/r/warp_rank.txt" && cmp -s "$work/r/warp_rank.txt" "$work/whole/warp_rank.txt" && complain 'no pair is changed'
"$BUILD/warplock" check "$work/r" >"$work/out" 2>&1
[ "$(grep -c '^wire warp_rank.older' "$work/out")" = 1 ] || complain "two wrong elements: $(cat "$work/out")"
for arguments in "" "a b"; do
    # shellcheck disable=SC2086
    "$BUILD/warplock" check $arguments >"$work/out" 2>&1; [ $? = 2 ] && grep -q 'expected the folder of one recording' "$work/out" || complain "check $arguments: $(cat "$work/out")"
done
rm -rf "$work/r"; refused 'no recording' 'expected the folder of warplock run --record'
mkdir "$work/r"; refused 'seen neither sm.txt nor controller.txt nor gpu.txt'
for file in machine.ini levels.txt oaws_dlc.txt oaws_qualify.outputs.txt warp_arbiter.1.txt; do
    fresh && rm "$work/r/$file" && refused "${file%.txt}"
done
fresh && rm "$work/r/oaws_dlc.txt" "$work/r/oaws_dlc.outputs.txt" && refused 'oaws_dlc.txt' 'expected in a recording of policy oaws-dyn'
damaged sm.txt '1s/2/1/' 'sm.txt:1: version 1, expected 2' 'another version of warplock'
damaged sm.txt '1s/.*/hello/' 'sm.txt:1: `hello`, expected `warplock sm 2`'
for version in 02 +2 ' 2' 0x2 -4294967294; do damaged sm.txt "1s/2\$/$version/" 'sm.txt:1: `' ', expected `warplock sm 2`'; done
damaged sm.txt '1s/2$/4294967298/' 'sm.txt:1: version 4294967298, expected 2'
damaged levels.txt '1s/2$/18446744073709551618/' 'levels.txt:1: `' ', expected `warplock levels 2`'
damaged sm.txt '2s/sm 0/gp 0x/' 'sm.txt:2'
damaged sm.txt '20s/$/ and more/' 'sm.txt:20:' 'of this machine'
damaged sm.txt '0,/ issue /s/ issue / isue /' 'isue' 'expected an event of docs/events.md'
damaged sm.txt '0,/^[0-9]* issue [0-9]* [0-9]*/s//0 issue 0 9/' 'sm.txt:' 'issue n s w i'
damaged sm.txt '0,/^[0-9]* flush [0-9]*/s//0 flush 48/' '0 flush 48' 'flush w'
damaged levels.txt '1s/2/7/' 'levels.txt:1: version 7, expected 2'
damaged levels.txt '0,/ready=/s//redy=/' 'levels.txt:' 'expected name=values of a level'
damaged levels.txt '0,/unit=[0-9a-f,]*/s//unit=1,2,3,4,5,6,7/' 'levels.txt:' 'at most 6 hexadecimal values of unit'
damaged levels.txt '5s/^[0-9]*/0/' 'levels.txt:5:' 'the number of a cycle behind'
damaged machine.ini 's/^warps = .*/warps = many/' 'machine.ini:' 'warps'
damaged machine.ini 's/^warps = .*/warps = 32/' 'oaws_' 'expected N=32, as machine.ini has it'
damaged oaws_dlc.txt '1s/1/2/' 'oaws_dlc.txt:1:' "expected 'warplock stimulus 1'"
damaged oaws_dlc.txt '$d' 'oaws_dlc.txt:' 'end'
damaged oaws_dlc.txt '30d' 'oaws_dlc.txt:' 'expected one step of cycle'
damaged oaws_dlc.outputs.txt '30d' 'oaws_dlc.outputs.txt:' 'expected `step'
damaged oaws_dlc.outputs.txt '$d' 'oaws_dlc.outputs.txt:' 'a line end'
damaged warp_arbiter.0.outputs.txt '0,/grant_valid=1/s//grant_valid=7/' 'warp_arbiter.0.outputs.txt:' 'of at most 1 bits for grant_valid'
damaged oaws_dlc.outputs.txt '2s/oaws_dlc/oaws_ocw/' 'oaws_dlc.outputs.txt:2: block oaws_ocw, expected oaws_dlc'
damaged oaws_dlc.outputs.txt '6s/$/ sensitiv=1/' 'oaws_dlc.outputs.txt:6: `sensitiv=1`, expected name=values of an output of oaws_dlc'
damaged oaws_dlc.outputs.txt '1s/outputs 1/outputs 2/' 'oaws_dlc.outputs.txt:1: version 2, expected 1'
damaged oaws_dlc.outputs.txt '2s/block/blok/' 'oaws_dlc.outputs.txt:2: `blok oaws_dlc`, expected `block ...`'
damaged oaws_dlc.outputs.txt '4s/instance/in/' 'oaws_dlc.outputs.txt:4:' 'expected `instance ...`'
damaged sm.txt '2s/sm 0/sm 00000000000000000000000000000000/' 'sm.txt:2: 35 characters behind `instance`, expected less than 32'
damaged sm.txt '2s/sm 0/sm 30/' 'sm.txt:2: instance `sm 30`, expected an SM, a controller or gpu of this machine'
damaged sm.txt '0,/ issue \([^a-z]*[0-9a-f]*\) [a-z.0-9]* /s// issue \1 ld.of.a.very.long.kind.of.memory /' 'ld.of.a' 'expected `issue n s w i active'
damaged sm.txt '0,/^\([0-9]*\) fill \([0-9]*\) .*/s//\1 fill \2/' 'fill' 'expected `fill w n *i`'
damaged sm.txt '0,/^\([0-9]*\) issue \([0-9]* [0-9]* [0-9]*\) .*/s//\1 issue \2 x/' 'issue' 'expected `issue n s w i active'
damaged levels.txt '9s/^\([0-9]*\) /\1,/' 'levels.txt:9: `' 'expected a blank'
fresh && rm "$work/r"/*.outputs.txt && refused 'r: no recording: it has no BLOCK.txt and BLOCK.outputs.txt'
fresh && rm "$work/r/oaws_dlc.outputs.txt" && mkdir "$work/r/oaws_dlc.outputs.txt" &&
    refused 'oaws_dlc.outputs.txt: cannot be read: it is a folder, expected a file'
fresh
for letter in a b c d e f g h i j k l m n o p q r s t u v w x; do
    cp "$work/whole/oaws_dlc.txt" "$work/r/oaws_dlc.$letter.txt" && cp "$work/whole/oaws_dlc.outputs.txt" "$work/r/oaws_dlc.$letter.outputs.txt"
done
refused 'r: more than 24 blocks, expected those of one place'
fresh && cp "$work/whole/oaws_ocw.txt" "$work/r/oaws_dlc.txt" && refused 'oaws_dlc.txt:2: block oaws_ocw'
fresh && printf '1 \0 2\n' >>"$work/r/sm.txt" && refused 'sm.txt: byte'

# Any bytes: some bytes of each file in turn are others, by a seed; lines go, come twice, end early.
tries=0
for file in sm.txt levels.txt machine.ini oaws_qualify.txt oaws_qualify.outputs.txt warp_arbiter.0.txt; do
    size=$(wc -c <"$work/whole/$file")
    lines=$(wc -l <"$work/whole/$file")
    for seed in $(if tier_is_all; then seq 60; else seq 5; fi); do
        fresh
        case $((seed % 4)) in
        0) head -c $((size * seed % 97 * 7919 % size + 1)) "$work/whole/$file" >"$work/r/$file" ;;
        1) awk -v at=$((lines * (seed * 37 % 100) / 100 + 1)) 'NR == at { print; print; next } 1' "$work/whole/$file" >"$work/r/$file" ;;
        2) awk -v at=$((lines * (seed * 61 % 100) / 100 + 1)) 'NR != at' "$work/whole/$file" >"$work/r/$file" ;;
        *) awk -v seed="$seed" 'BEGIN { srand(seed) } rand() < 0.004 { at = 1 + int(rand() * length); $0 = substr($0, 1, at - 1) substr("0f,= xZ~", 1 + int(rand() * 8), 1) substr($0, at + 1) } 1' \
            "$work/whole/$file" >"$work/r/$file" ;;
        esac
        "$BUILD/warplock" check "$work/r" >"$work/out" 2>&1
        status=$?
        tries=$((tries + 1))
        [ $status -le 2 ] || complain "$file, seed $seed: status $status: $(tail -n 1 "$work/out")"
    done
done
echo "$tries damaged recordings"
[ "$failures" = 0 ]
