#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock tests/formats/l1d
# A recording of L1D accesses by docs/reference/l1d_recording.md alone: a program that has nothing of the product's reads what --record-l1d wrote, counts
# what the run counted, and writes it anew, which warplock belady takes as its own; the page's example, written by hand, has the page's
# hits. Shown to fail: in the program, the length of the last chunk, the check sum, the byte order, the coding of lines and of lanes.
set -u
. tests/lib.sh
work=$BUILD/formats_l1d
rm -rf "$work" && mkdir -p "$work" || exit 1
l1d=$BUILD/tests/formats/l1d

# A cache with replays, stores and several launches; another index and write.
for run in "owl bfs:512 back" "ccws atax:64 through" "oaws kmeans:512x8 evict"; do
    # shellcheck disable=SC2086
    set -- $run
    "$BUILD/warplock" run --machine "$1" --policy gto --set l1d.global_write="$3" --record-l1d "$work/run.l1d" --json "$2" >"$work/run.json" ||
        { complain "$run: no recording"; continue; }
    "$l1d" read <"$work/run.l1d" >"$work/text" || complain "$run: it cannot be read"
    "$l1d" write <"$work/text" >"$work/anew.l1d" || complain "$run: it cannot be written"
    ! cmp -s "$work/run.l1d" "$work/anew.l1d" || complain "$run: the program cuts chunks where the product does"
    "$BUILD/warplock" belady --json "$work/run.l1d" >"$work/own" || complain "$run: belady"
    "$BUILD/warplock" belady --json "$work/anew.l1d" >"$work/other" || complain "$run: belady of what is written anew"
    cmp "$work/own" "$work/other" || complain "$run: what is written anew is another stream"
    # What was read is what the run said, by figures that belady takes from the same bytes and by those of the run itself.
    awk -v thread_insns="$(sed -n 's/^ *"thread_insns": \([0-9]*\).*/\1/p' "$work/run.json" | head -n 1)" '
        FILENAME ~ /own/ { if (match($1, /"(accesses|hits|merges|misses|timed)"/) && !(($1) in want)) want[$1] = $2 + 0; next }
        $1 == "totals" { if ($3 != thread_insns) { print "thread instructions: seen " $3 ", expected " thread_insns; exit 1 } next }
        NF == 7 && $1 ~ /^[0-9]+$/ { n["accesses"]++; n[$3 == 0 ? "misses" : $3 == 1 ? "hits" : "merges"]++; n["timed"] += $4 }
        END { for (name in n) if (n[name] != want["\"" name "\":"]) { print name ": read " n[name] ", expected " want["\"" name "\":"]; exit 1 }
              if (n["accesses"] < 100) { print n["accesses"] + 0 " accesses"; exit 1 } }' "$work/own" "$work/text" || complain "$run: another count"
done

# Of the page: three warps with four lines each, twice, in turn and one after the other.
example() { # example ORDER
    printf 'warplock l1d 1\nmachine made by hand\npolicy none\nkernel example\nsms 1\nsets 1\nways 4\nline_bytes 128\nindex linear\nallocate miss\nglobal_write evict\n\n'
    printf '0 emptied\n0 start 7\n'
    for warp in $1; do for line in 0 1 2 3; do echo "0 0 0 0 $warp ffffffff $((4 * warp + line))"; done; done
    echo 'totals 100 768 24'
}
hits() { "$BUILD/warplock" belady --json "$1" | awk '/"(lru|optimal)": {/ { of = 1 } of && $1 == "\"hits\":" { printf "%d ", $2; of = 0 }'; }
for case in "0 1 2 0 1 2|0 4 " "0 0 1 1 2 2|12 12 "; do
    example "${case%|*}" | "$l1d" write >"$work/example.l1d"
    # Its misses are no run's, which belady says.
    seen=$(hits "$work/example.l1d" 2>"$work/said")
    equal "warps ${case%|*}: hits under LRU and the optimal policy" "$seen" "${case#*|}" "$work/said"
done

# planted WORDS SCRIPT: a program with that slip writes another stream, or none.
planted() {
    tried=$((tried + 1))
    plant_copy tests/formats/l1d_main.c "$work/slip.c" "$2" "$1" || return 0
    # shellcheck disable=SC2086
    gcc $plant_flags -o "$work/slip" "$work/slip.c" || { complain "$1 does not build"; return 0; }
    "$work/slip" write <"$work/text" >"$work/slip.l1d"
    if ! "$BUILD/warplock" belady --json "$work/slip.l1d" >"$work/other" 2>"$work/said"; then
        echo "$1: refused: $(sed 's/.*slip.l1d/slip.l1d/' "$work/said")"
    elif cmp -s "$work/own" "$work/other"; then complain "$1: nobody notices"
    else echo "$1: another stream"; fi
}
planted 'the last chunk is 24 bytes long' 's/out_number(28, 4)/out_number(24, 4)/'
planted 'a chunk counts its head' 's/out_number(c->used, 4)/out_number(c->used + 5, 4)/'
planted 'the check sum is not complemented' 's/out_number(~crc, 4)/out_number(crc, 4)/'
planted 'the highest byte first' 's/number >> 8 \* i)/number >> 8 * (bytes - 1 - i))/'
planted 'lanes in front of the warp' 's/^        add(c, warp);/        {}/; s/^    for (; step > 127/    if (warp != last->warp) add(c, warp);\n&/'
planted 'distances without zigzag' 's/: 2 \* (uint64_t)distance/: (uint64_t)distance/'
planted 'all lanes and a mask exchanged' 's,? 32 : 33,? 33 : 32,'
planted 'the access before is that of any SM' 's/&last\[sm\]);/\&last[0]);/'
echo "$tried slips tried"
[ "$failures" = 0 ]
