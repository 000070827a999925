#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tier: all
# needs: warplock
# The results pages from the repository's store: `make store` packs what a page is made of and no more, the same results into the
# same bytes; of it `make papers STORED=1` makes the page and its pictures byte for byte, whatever program there is now. A page
# or a store that was touched is noticed. A paper that is measured anew, by another program, leaves the others as they are.
set -u
. tests/lib.sh
work=$BUILD/packed
rm -rf "$work" && mkdir -p "$work/docs" "$work/notes" || exit 1
ln -s "../warplock" "$work/warplock"
sh .ci/install xz-utils gnuplot-nox || exit 1
small='--size 256 --set gpu.sms=2 --set gpu.clusters=2'
kernels="bfs kmeans $small"
: >"$work/notes/ccws.md"
printf 'Before.\n<!-- ccws:begin (make) -->\nold\n<!-- ccws:end -->\nAfter.\n' >"$work/docs/ccws_results.md"
# typed TARGET WORDS...: make in the test's own folder, with the warplock that is there
typed() {
    env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -s -o "$work/warplock" BUILD="$work" PAGES="$work/docs" NOTES="$work/notes" PAPERS=ccws \
        KERNELS="$kernels" PACKED="$work/packed.xz" "$@" >"$work/out" 2>&1
}
campaign() { "$work/warplock" campaign ccws "$@" >"$work/out" 2>"$work/said"; }

# --- measured, with more than the page needs, then packed
# shellcheck disable=SC2086
campaign spmv $small --store "$work/results.sqlite" && campaign $kernels --store "$work/results.sqlite" || complain "$(cat "$work/said")"
typed results || complain "no page: $(cat "$work/out")"
cp "$work/docs/ccws_results.md" "$work/measured.md" && cp -r "$work/docs/figures" "$work/measured"
grep -q '^| kmeans | ' "$work/measured.md" && [ -s "$work/measured/ccws/fig1.svg" ] || complain "the page has no table or no picture"
# shellcheck disable=SC2086
campaign $kernels --store "$work/results.sqlite" --stored
[ "$(grep -c "^ccws," "$work/measured/ccws/baseline.csv")" = "$(grep -c "^ccws," tests/sim/baseline/figures.csv)" ] || complain "not the baseline of the page's machine"
needed=$(sed -n 's/^warplock: \([0-9]*\) runs from the store.*/\1/p' "$work/said")
program=$(sed -n 's/.*, program \([0-9a-f]*\)\.$/\1/p' "$work/measured.md")
typed store || complain "nothing is packed: $(cat "$work/out")"
grep -q "^$work/packed.xz: $needed results of program $program, 0.0 MB\$" "$work/out" || complain "$needed runs are needed: $(cat "$work/out")"
cp "$work/packed.xz" "$work/first.xz"

# --- the same results in another order, and others beside them: the same bytes
for kernel in kmeans bfs; do
    # shellcheck disable=SC2086
    campaign $kernel $small --store "$work/results.sqlite" --stored --pack "$work/other.sqlite" || complain "$(cat "$work/said")"
done
# shellcheck disable=SC2086
campaign spmv $small --store "$work/other.sqlite"
typed store RESULTS="$work/other.sqlite" || complain "$(cat "$work/out")"
cmp "$work/first.xz" "$work/packed.xz" || complain "the same results are packed into other bytes"
STORE_MOST=1000 typed store && complain "a store that is too large is packed"
grep -q "left as it is: seen [0-9]* bytes, expected at most 1000" "$work/out" && cmp -s "$work/first.xz" "$work/packed.xz" || complain "$(cat "$work/out")"
# shellcheck disable=SC2086
campaign bfs $small --store "$work/results.sqlite" --stored --pack "$work/docs/ccws_results.md" && complain "a page was taken for a store"
grep -q '^warplock: --pack: .*is no result store' "$work/said" || complain "$(cat "$work/said")"

# --- a clean clone: the page of the store alone, by a program of another sum
mv "$work/results.sqlite" "$work/away.sqlite"
sed 's/program_sum = UINT64_C(0x/&1/;s/\(0x[0-9a-f]\{16\}\)./\1/' "$BUILD/program_sums.c" >"$work/other.c"
rm "$work/warplock" && program_with "$work/other.c" "$work/warplock" || complain "another program is not built"
printf 'Before.\n<!-- ccws:begin (make) -->\nold\n<!-- ccws:end -->\nAfter.\n' >"$work/docs/ccws_results.md"
typed results STORED=1 || complain "no page of the store: $(cat "$work/out")"
cmp "$work/measured.md" "$work/docs/ccws_results.md" && diff -r "$work/measured" "$work/docs/figures" || complain "another page"
typed papers STORED=1 && grep -q "^$work/docs/ccws_results.md: byte for byte\$" "$work/out" || complain "$(tail -n 3 "$work/out")"

# --- another paper's results, of this other program, beside them: the page stays
# shellcheck disable=SC2086
"$work/warplock" campaign bucl $kernels --store "$work/bucl.sqlite" >"$work/out" 2>&1 || complain "$(cat "$work/out")"
cp "$work/packed.xz" "$work/both.xz"
typed store PAPERS=bucl RESULTS="$work/bucl.sqlite" PACKED="$work/both.xz" || complain "$(cat "$work/out")"
grep -q "^$work/both.xz: $needed results of program $program," "$work/out" && [ "$(grep -c " results of program " "$work/out")" = 2 ] ||
    complain "expected both programs' results: $(cat "$work/out")"
rm -f "$work/stored.sqlite"
typed papers STORED=1 PACKED="$work/both.xz" && grep -q "^$work/docs/ccws_results.md: byte for byte\$" "$work/out" || complain "$(tail -n 3 "$work/out")"
# shellcheck disable=SC2086
campaign bfs $small --store "$work/stored.sqlite" || complain "$(cat "$work/said")"
typed papers STORED=1 PACKED="$work/both.xz" && complain "a page of two programs is made"
grep -q "stored.sqlite: seen runs of programs [0-9a-f]* and [0-9a-f]* for ccws, expected of one\$" "$work/out" || complain "$(cat "$work/out")"
rm -f "$work/stored.sqlite"

# --- noticed: a digit of the page, one of a picture, a result that is gone, one that was changed
differs() { # differs WORDS: `make papers STORED=1` fails and says that the page differs
    typed papers STORED=1 && complain "$1 is not noticed"
    grep -q "^$work/docs/ccws_results.md: differs from $work/pages/ccws_results.md:\$" "$work/out" && echo "noticed: $1" || complain "$1: $(tail -n 3 "$work/out")"
    cp "$work/measured.md" "$work/docs/ccws_results.md" && rm -rf "$work/docs/figures" && cp -r "$work/measured" "$work/docs/figures"
}
sed -i '/^| kmeans | /s/\.[0-9]/.x/' "$work/docs/ccws_results.md" && differs "a digit of the page"
sed -i '0,/width="/s//width="1/' "$work/docs/figures/ccws/fig1.svg" && differs "a picture"
# shellcheck disable=SC2086
campaign bfs $small --store "$work/away.sqlite" --stored --stored-program "$program" --pack "$work/less.sqlite"
rm -f "$work/stored.sqlite"; xz -c "$work/less.sqlite" >"$work/packed.xz" && differs "a result that is gone"
xz -dc "$work/first.xz" | LC_ALL=C sed "s/divergent/divergenT/g" | xz -c >"$work/packed.xz" && rm -f "$work/stored.sqlite"
typed papers STORED=1 && complain "changed results are believed"
grep -q "rows do not have the check sum they were written with" "$work/out" || complain "$(cat "$work/out")"
echo "$needed results, $failures failures"
[ "$failures" = 0 ]
