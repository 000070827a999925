#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A campaign that is killed goes on where it stopped and prints what an undisturbed one prints; a run whose key changed,
# or whose stored result was tampered with, is made again; what fails is named with its reason.
# shellcheck disable=SC2086
set -u
. tests/lib.sh
build=$BUILD
export COLUMNS=1000                     # tables in one piece
folder=$build/campaign
rm -rf "$folder"
mkdir -p "$folder"
# Two SMs: what a run takes is mostly the making of its process.
sms='--set gpu.sms=2 --set gpu.clusters=2'
campaign() { # campaign STORE ARGUMENTS...: output in $folder/out, what it says last in $said
    store=$1
    shift
    "$build/warplock" campaign papers atax vadd --size 64 $sms --store "$folder/$store" "$@" >"$folder/out" 2>"$folder/said"
    status=$?
    said=$(tail -n 1 "$folder/said")
}
counts() { # counts STORED SIMULATED: of the last campaign, 0 failed
    [ "$said" = "warplock: $1 runs from the store, $2 simulated, 0 failed" ] ||
        fail "said \`$said', expected $1 from the store and $2 simulated"
}

campaign whole.sqlite --folder "$folder/tables"
total=$(echo "$said" | sed 's/.*store, \([0-9]*\) simulated.*/\1/')
counts 0 "$total"
equal "exit status" "$status" 0
[ -s "$folder/tables/papers.md" ] && [ -s "$folder/tables/fig8.dat" ] || { ls "$folder/tables"; exit 1; }
mv "$folder/out" "$folder/want"
campaign whole.sqlite
counts "$total" 0
same_file "the tables" "$folder/out" "$folder/want"

# Killed without warning, somewhere in the middle.
for pause in 0.4 0.2 0.8 0.1 1.6 3.2 6.4 12.8; do
    rm -f "$folder"/killed.sqlite*
    "$build/warplock" campaign papers atax vadd --size 64 $sms --workers 1 --store "$folder/killed.sqlite" >/dev/null 2>&1 &
    sleep "$pause"
    kill -9 $! 2>/dev/null
    wait $! 2>/dev/null
    campaign killed.sqlite
    stored=$(echo "$said" | sed 's/warplock: \([0-9]*\) runs.*/\1/')
    [ "$stored" = 0 ] || [ "$stored" = "$total" ] || break
done
[ "$stored" -gt 0 ] && [ "$stored" -lt "$total" ] || fail "never killed in the middle: seen $stored runs stored, expected some of $total"
counts "$stored" $((total - stored))
same_file "the tables" "$folder/out" "$folder/want"

# swl-best takes gto for SWL without a limit.
"$build/warplock" run --verbose --machine oaws --policy gto,swl --set policy.swl_limit=24 atax bfs |
    sed -n 's/^  cycles  *\([^ ]*\)  *\([^ ]*\) .*/\1 \2/p' >"$folder/unlimited"
equal "kernels of whose cycles swl without a limit has gto's" "$(awk '$1 == $2' "$folder/unlimited" | wc -l)" 2 "$folder/unlimited"

# OAWS-Static at a static miss rate of 0 is GTO.
"$build/warplock" run --verbose --machine oaws --policy gto,oaws-static --size 96 --set policy.smr=0 atax spmv |
    sed -n 's/^  cycles  *\([^ ]*\)  *\([^ ]*\) .*/\1 \2/p' >"$folder/smr"
equal "kernels of whose cycles SMR 0 has gto's" "$(awk '$1 == $2' "$folder/smr" | wc -l)" 2 "$folder/smr"

# Another machine is another key.
campaign whole.sqlite --set l1d.mshrs=48
counts 0 "$total"
campaign whole.sqlite
counts "$total" 0

# A row that another hand has written to is no result: one letter of each.
sed -i 's/"blocks":"c"/"blocks":"v"/g' "$folder/whole.sqlite"
campaign whole.sqlite
shows "a planted result was believed" "$folder/out" "did not have the check sum"
sed '/did not have the check sum/d' "$folder/out" >"$folder/unmarked"
same_file "the tables without what was tampered with" "$folder/unmarked" "$folder/want"
campaign whole.sqlite
counts "$total" 0

# Runs that fail are named and have no numbers. Without a run under GTO a kernel has no group, and is run under ocw alone.
campaign failed.sqlite --max-cycles 100
[ "$status" = 3 ] || fail "runs that failed: status $status, expected 3"
equal "failures that are named" "$(grep -c '^failed: .* under .*: ' "$folder/out")" 4 "$folder/out"
shows "no reason" "$folder/out" "^failed: atax under gto: the limit of simulated cycles is reached "

# --stored simulates nothing.
campaign killed.sqlite --stored
counts "$total" 0
same_file "the tables" "$folder/out" "$folder/want"
campaign none.sqlite --stored
[ "$status" = 2 ] && [ "$said" = "warplock: --store: $folder/none.sqlite: there is no such file, expected a result store" ] &&
    [ ! -e "$folder/none.sqlite" ] || fail "--stored without a store: seen status $status, \`$said', expected 2 and no store"

# A worker that crashes is named, and tried again the next time.
"$build/warplock" campaign papers atax --size 512 --workers 1 --store "$folder/crash.sqlite" >"$folder/out" 2>"$folder/said" &
crashing=$!
# One that stands still cannot have ended before the signal comes.
stands() { sed 's/.*) //;s/ .*//' "/proc/$1/stat" 2>/dev/null; }
worker=
while [ -z "$worker" ] && kill -0 $crashing 2>/dev/null; do
    worker=$(cat /proc/$crashing/task/$crashing/children 2>/dev/null)
    # shellcheck disable=SC2086
    kill -STOP $worker 2>/dev/null || worker=
    while [ "$worker" ]; do
        case $(stands ${worker}) in T) break ;; Z | '') worker= ;; esac
    done
done
kill -SEGV $worker
kill -CONT $worker
wait $crashing
status=$?
[ "$status" = 1 ] && [ "$(grep -c '^failed: atax under .*: ended by signal 11' "$folder/out")" = 1 ] ||
    fail "a crashed worker: seen status $status, expected 1 and one run ended by signal 11" "$folder/out"
stored=$(sed -n "s/^warplock: 0 runs from the store, \\([0-9]*\\) simulated, 1 failed\$/\\1/p" "$folder/said")
"$build/warplock" campaign papers atax --size 512 --store "$folder/crash.sqlite" >"$folder/out" 2>"$folder/said"
said=$(tail -n 1 "$folder/said")
counts "$stored" $(((total + 1) / 2 - stored))         # atax is divergent and has one run more than vadd

# A size that a kernel cannot have is refused before anything runs.
for size in 0 abc 64x64 1000000000; do
    "$build/warplock" campaign papers vadd --size $size --store "$folder/size.sqlite" >"$folder/out" 2>"$folder/said"
    status=$?
    [ "$status" = 2 ] && grep -q "^warplock: --size: seen .*[,;] expected " "$folder/said" && [ ! -e "$folder/size.sqlite" ] ||
        fail "--size $size: seen status $status, expected 2, a line on it, no store" "$folder/said"
done

# Interrupted, it prints the tables of what it has, makes no folder of them, and goes on the next time. A shell without job
# control starts background programs with SIGINT ignored; they hear it anyway.
for signal in INT $([ "${TIER:-test}" = all ] && echo TERM); do
    for pause in 1 0.5 2 0.25 4 8 16; do
        rm -rf "$folder"/int.sqlite* "$folder/int"
        "$build/warplock" campaign papers atax vadd --size 64 $sms --workers 1 --store "$folder/int.sqlite" --folder "$folder/int/" \
            >"$folder/out" 2>"$folder/said" &
        sleep "$pause"
        kill -$signal $!
        wait $!
        status=$?
        stored=$(sed -n 's/^warplock: 0 runs from the store, \([0-9]*\) simulated, 0 failed; interrupted, .*/\1/p' "$folder/said")
        [ "${stored:-0}" -le 2 ] || break
    done
    # The first two tell the kernels' groups, and with these which runs there are.
    [ "$status" = 130 ] && [ ! -e "$folder/int" ] && [ "${stored:-0}" -gt 2 ] ||
        fail "SIG$signal: seen status $status, $stored runs stored, expected 130, more than 2, no folder of tables" "$folder/said"
    [ "$(grep -c "^Not whole: $((total - stored)) runs are not made" "$folder/out")" = 1 ] &&
        grep -q '^Fig. 8: IPC over GTO' "$folder/out" && grep -q '^  atax .* ATAX .* divergent ' "$folder/out" ||
        fail "SIG$signal: seen no tables, expected those of what it has" "$folder/out"
    campaign int.sqlite
    counts "$stored" $((total - stored))
    same_file "the tables" "$folder/out" "$folder/want"
done

# Two campaigns make one store at once: both end well with the same tables.
rm -f "$folder"/both.sqlite*
"$build/warplock" campaign papers atax vadd --size 64 $sms --store "$folder/both.sqlite" >"$folder/out.1" 2>"$folder/said.1" &
other=$!
campaign both.sqlite
wait $other
other=$?
[ "$status" = 0 ] && [ "$other" = 0 ] && cmp "$folder/want" "$folder/out" && cmp "$folder/want" "$folder/out.1" ||
    fail "two at once: seen status $status and $other, expected 0 and 0 and the same tables" "$folder/said.1"
campaign both.sqlite
counts "$total" 0

# The same sources in another file are the same program. Other sources are another: its tables are those of its results, and
# named so.
hash=$(sed -n 's/.*, program \([0-9a-f]*\)\.$/\1/p' "$folder/want")
cp "$build/warplock" "$folder/warplock" && printf 'x' >>"$folder/warplock"
"$folder/warplock" campaign papers atax vadd --size 64 $sms --store "$folder/killed.sqlite" --stored >"$folder/out" 2>"$folder/said"
same_file "the tables" "$folder/out" "$folder/want"
sed 's/program_sum = UINT64_C(0x/&1/;s/\(0x[0-9a-f]\{16\}\)./\1/' "$build/program_sums.c" >"$folder/other.c"
program_with "$folder/other.c" "$folder/warplock" || fail "another program is not built"
"$folder/warplock" campaign papers atax vadd --size 64 $sms --store "$folder/killed.sqlite" --stored >"$folder/out" 2>"$folder/said"
status=$?
[ "$status" = 2 ] && grep -q 'seen no result of program' "$folder/said" || fail "another program: seen status $status, expected 2 and a line on its results" "$folder/said"
"$folder/warplock" campaign papers atax vadd --size 64 $sms --store "$folder/killed.sqlite" --stored --stored-program "$hash" \
    >"$folder/out" 2>"$folder/said"
same_file "the tables" "$folder/out" "$folder/want"

# Every override and limit stands in the headline.
campaign killed.sqlite --stored --set l1d.mshrs=48 --set policy.smr=40 --max-cycles 123456789
equal "tables of nothing" "$status" 2
campaign headline.sqlite --set l1d.mshrs=48 --set policy.smr=40 --max-cycles 1000
shows "the headline" "$folder/out" \
    '^Machine oaws with gpu.sms=2 gpu.clusters=2 l1d.mshrs=48 policy.smr=40, kernels at size 64, at most 1000 cycles, claims over the seeds 0, 1, 2, 3, 4, program [0-9a-f]*\.$'

# What the machine cannot be is found before the first cycle and before a store is made.
campaign geometry.sqlite --set l1d.mshrs=513
[ "$status" = 2 ] && [ ! -e "$folder/geometry.sqlite" ] && [ ! -s "$folder/out" ] &&
    grep -q '^warplock: campaign: oaws-dyn: ' "$folder/said" || fail "a geometry that cannot be: seen status $status, expected 2, a line on it, no store" "$folder/said"

# The folder of tables is as it was when the disk is full.
for tables in new tables; do
    [ $tables = new ] || echo "dear to her" >"$folder/tables/fig8.dat"
    (trap '' XFSZ; ulimit -f 1; "$build/warplock" campaign papers atax vadd --size 64 $sms --store "$folder/whole.sqlite" \
        --stored --folder "$folder/$tables" 2>"$folder/said"; echo "status $?") | cat >"$folder/out"
    grep -q "^status 2" "$folder/out" && grep -q "^warplock: --folder: .*cannot be written: File too large" "$folder/said" ||
        fail "a full disk: seen $(tail -n 1 "$folder/out"), expected status 2 and a line on --folder" "$folder/said"
done
[ ! -e "$folder/new" ] && [ "$(cat "$folder/tables/fig8.dat")" = "dear to her" ] && [ -z "$(ls "$folder/tables" | grep part)" ] ||
    fail "a full disk: seen $(ls "$folder/new" "$folder/tables" 2>&1 | paste -sd ' '), expected the folder as it was"
campaign whole.sqlite --stored --folder "$folder/tables"
# The rows that were tampered with above are still there, beside those made again.
[ "$status" = 1 ] && grep -q '^3 stored results did not have the check sum' "$folder/out" && grep -q '^"vadd"' "$folder/tables/fig8.dat" ||
    fail "tables that are replaced: seen status $status, $said, expected 1 and the new ones"
campaign whole.sqlite --folder "$folder/there/is/none"
[ "$status" = 2 ] && [ "$said" = "warplock: --folder: $folder/there/is/none: cannot be made there" ] ||
    fail "a folder that cannot be made: seen status $status, \`$said', expected 2 and a line on it"

# A file of the user's is not overwritten.
echo "my notes" >"$folder/notes"
campaign notes
[ "$status" = 2 ] && [ "$(cat "$folder/notes")" = "my notes" ] || fail "a file of the user's: seen status $status and '$(cat "$folder/notes")', expected 2 and the file as it was"
shows "what it says" "$folder/said" "is no result store"
[ "$failures" = 0 ]
