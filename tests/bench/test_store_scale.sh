#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tier: all
# A result store of 100,000 rows: rows are put, looked up and gone through, and `warplock results` lists,
# averages, exports and compares them, each within a time stated here, of the processor, some four times of what was
# measured, a look-up beside what going through a row costs; and memory does not hold them all as JSON. Shown to fail: a look-up
# without the index.
# needs: warplock tests/bench/store libsim.a libtb.a
set -u
. tests/lib.sh
folder=$BUILD/store_scale
rm -rf "$folder"
mkdir -p "$folder"
rows=100000
"$BUILD/tests/bench/store" "$folder" $rows >"$folder/out" || exit 1

# within WORDS FILE MICROSECONDS: of processor time a row
within() {
    seen=$(awk -v words="$1" 'index($0, words) == 1 { print $(NF - 3) }' "$2")
    awk -v seen="${seen:-none}" -v most="$3" 'BEGIN { exit !(seen != "none" && seen + 0 <= most) }' ||
        { echo "$1: seen ${seen:-nothing} us a row, expected at most $3"; return 1; }
}
within "put, 1,000" "$folder/out" 800 || complain "put"
within "put, each" "$folder/out" 6000 || complain "put one by one"
within "gone through" "$folder/out" 200 || complain "rows"
# as_quick FILE: what a row costs that is looked up beside one that is gone through, in the same run: 0.8 with the index.
as_quick() {
    awk '
        / us a row$/ { if ($1 == "looked") looked = $(NF - 3); if ($1 == "gone") gone = $(NF - 3) }
        END {
            if (looked != "" && gone > 0 && looked <= 3 * gone) exit 0
            printf "looked up: seen %s us a row, expected at most 3 times %s, as one that is gone through\n", looked, gone
            exit 1
        }' "$1"
}
as_quick "$folder/out" || complain "look-up"
awk '$1 == "file" { exit !($2 + 0 < 3000 && $(NF - 1) + 0 < 200) }' "$folder/out" || complain "bytes: $(tail -n 1 "$folder/out")"

# results MICROSECONDS A ROW, ARGUMENTS...; within $memory kB of address space, and to compare with more: what a row is, is kept
memory=100000
results() {
    most=$1
    shift
    limit=$((rows * most / 1000000 + 2))
    # shellcheck disable=SC3045
    (ulimit -t $limit; ulimit -v $memory; exec "$BUILD/warplock" results "$@" >"$folder/listed" 2>"$folder/said")
    status=$?
    [ $status = 0 ] || complain "results $*: status $status after at most $limit s: $(cat "$folder/said")"
}
store=$folder/store_bench.sqlite
results 200 "$store"
[ "$(grep -c '^kernel[0-9]' "$folder/listed")" = $rows ] || complain "not every row is listed"
results 400 "$store" --csv -
[ "$(wc -l <"$folder/listed")" = $((rows + 1)) ] || complain "not every row is in the CSV"
results 900 "$store" --json
results 200 "$store" --baseline policy0 --columns ipc
results 200 "$store" --where kernel=kernel7 --where 'ipc>0.5' --columns kernel,policy,ipc
# shellcheck disable=SC3045
(ulimit -v $memory; exec "$BUILD/warplock" results --diff "$store" "$store" >"$folder/listed" 2>"$folder/said") &&
    complain "memory that grows with the rows is not noticed"
memory=700000
results 800 --diff "$store" "$store"

# Without the index of keys a look-up reads half of the rows.
plant_copy sim/campaign/store/store_row.c "$folder/store_row.c" 's/WHERE key = ?/WHERE +key = ?/' &&
    gcc $plant_flags $plant_linker -s -I. -o "$folder/planted" "$BUILD/obj/tests/bench/store_main.o" \
        "$folder/store_row.c" "$BUILD/libsim.a" "$BUILD/libtb.a" "$BUILD/libfst.a" \
        $plant_libraries || exit 1
mkdir "$folder/without"
"$folder/planted" "$folder/without" 2000 >"$folder/out.planted" || exit 1
as_quick "$folder/out.planted" >/dev/null && complain "a look-up without an index is not noticed"
rm -f "$store" "$folder/without/store_bench.sqlite"
[ "$failures" = 0 ]
