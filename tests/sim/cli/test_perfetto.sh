#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock
# --perfetto: the names of its files, that they are whole or not there, and docs/perfetto.md's example, as printed.
set -u
. tests/lib.sh
build=$(cd "${BUILD:-build}" && pwd)
page=$(pwd)/docs/perfetto.md
folder=$build/perfetto
rm -rf "$folder"
mkdir -p "$folder" && cd "$folder" || exit 1
warplock() { "$build/warplock" "$@" >out 2>err; }

warplock run vadd vadd:512 bfs:128 --policy gto,lrr --perfetto many.json || complain "several runs: $(cat err)"
files=$(echo many.*)
[ "$files" = "many.bfs.gto.json many.bfs.lrr.json many.vadd-2.gto.json many.vadd-2.lrr.json many.vadd.gto.json many.vadd.lrr.json" ] ||
    complain "several runs left $files"
warplock run vadd --perfetto every --perfetto-sms all && warplock run vadd --perfetto first || complain "all SMs: $(cat err)"
sms() { grep -o '"name":"SM [0-9]*"' "$1" | sort -u | wc -l; }
[ "$(sms first) $(sms every)" = '1 15' ] || complain "of one SM and all: $(sms first), $(sms every)"
warplock run vadd --perfetto alone && [ -s alone ] || complain "one run: $(cat err)"
grep -q '"policy": "lrr"' many.bfs.lrr.json && grep -q '"kernel": "bfs"' many.bfs.lrr.json || complain "a file of another run"

echo "an older file" >old.json
warplock run vadd --perfetto old.json --max-cycles 100
[ $? = 3 ] && [ "$(tail -n 1 old.json)" = "]}" ] || complain "a run that reaches its limit: $(tail -n 1 old.json)"
warplock run vadd --perfetto /dev/full
[ $? = 2 ] && grep -q -- "--perfetto: /dev/full: cannot be written: No space left on device" err || complain "a full disk: $(cat err)"
echo "an older file" >old.json
(ulimit -f 8; exec "$build/warplock" run vadd --perfetto old.json) >out 2>err
[ $? = 2 ] && [ "$(cat old.json)" = "an older file" ] || complain "a file that may not grow: $(cat err)"
(ulimit -n 5; exec "$build/warplock" run vadd --perfetto old.json --issue-trace trace --report report) >out 2>err
[ $? = 2 ] && [ "$(cat old.json)" = "an older file" ] || complain "no descriptor left: $(cat err)"
[ -z "$(find . -name '.warplock-*')" ] || complain "left behind $(find . -name '.warplock-*')"

# example N: the N-th block behind the mark
example() {
    awk -v number="$1" '/<!-- example:/ { seen = 1; next } !seen { next } /^```/ { block++; next } block == 2 * number - 1' "$page"
}
example 1 >example.sh
example 2 >expected
[ -s example.sh ] && [ -s expected ] || complain "the page has no example"
mkdir bin && ln -s "$build/warplock" bin/warplock
PATH=$folder/bin:$PATH sh example.sh >all 2>err || complain "the example: $(cat err)"
grep -E '^(gto|oaws-dyn) ' all >seen
cmp -s seen expected || { complain "the example's figures are others now"; diff seen expected; }
[ $failures = 0 ]
