#!/bin/sh
# A campaign that is killed goes on where it stopped and prints what an undisturbed one prints; a run whose key changed,
# or whose stored result was tampered with, is made again; what fails is named with its reason.
set -u
build=${BUILD:-build}
folder=$build/campaign
rm -rf "$folder"
mkdir -p "$folder"
campaign() { # campaign STORE ARGUMENTS...: output in $folder/out, what it says last in $said
    store=$1
    shift
    "$build/warplock" campaign papers atax vadd --size 64 --store "$folder/$store" "$@" >"$folder/out" 2>"$folder/said"
    status=$?
    said=$(tail -n 1 "$folder/said")
}
counts() { # counts STORED SIMULATED: of the last campaign, 0 failed
    [ "$said" = "warplock: $1 runs from the store, $2 simulated, 0 failed" ] ||
        { echo "said \`$said', expected $1 from the store and $2 simulated"; exit 1; }
}

campaign whole.sqlite --folder "$folder/tables"
total=$(echo "$said" | sed 's/.*store, \([0-9]*\) simulated.*/\1/')
counts 0 "$total"
[ "$status" = 0 ] || { echo "status $status"; exit 1; }
[ -s "$folder/tables/papers.md" ] && [ -s "$folder/tables/fig8.dat" ] || { ls "$folder/tables"; exit 1; }
mv "$folder/out" "$folder/want"
campaign whole.sqlite
counts "$total" 0
cmp "$folder/want" "$folder/out" || exit 1

# Killed without warning, somewhere in the middle.
for pause in 0.4 0.2 0.8 0.1 1.6 3.2; do
    rm -f "$folder"/killed.sqlite*
    "$build/warplock" campaign papers atax vadd --size 64 --workers 1 --store "$folder/killed.sqlite" >/dev/null 2>&1 &
    sleep "$pause"
    kill -9 $! 2>/dev/null
    wait $! 2>/dev/null
    campaign killed.sqlite
    stored=$(echo "$said" | sed 's/warplock: \([0-9]*\) runs.*/\1/')
    [ "$stored" = 0 ] || [ "$stored" = "$total" ] || break
done
[ "$stored" -gt 0 ] && [ "$stored" -lt "$total" ] || { echo "never killed in the middle"; exit 1; }
counts "$stored" $((total - stored))
cmp "$folder/want" "$folder/out" || exit 1

# swl-best takes gto for SWL without a limit.
"$build/warplock" run --machine oaws --policy gto,swl --set policy.swl_limit=24 atax bfs |
    sed -n 's/^  cycles  *\([^ ]*\)  *\([^ ]*\) .*/\1 \2/p' >"$folder/unlimited"
[ "$(awk '$1 == $2' "$folder/unlimited" | wc -l)" = 2 ] ||
    { echo "swl without a limit is not gto:"; cat "$folder/unlimited"; exit 1; }

# OAWS-Static at a static miss rate of 0 is GTO.
"$build/warplock" run --machine oaws --policy gto,oaws-static --size 96 --set policy.smr=0 atax spmv |
    sed -n 's/^  cycles  *\([^ ]*\)  *\([^ ]*\) .*/\1 \2/p' >"$folder/smr"
[ "$(awk '$1 == $2' "$folder/smr" | wc -l)" = 2 ] || { echo "SMR 0 is not gto:"; cat "$folder/smr"; exit 1; }

# Another machine is another key.
campaign whole.sqlite --set l1d.mshrs=48
counts 0 "$total"
campaign whole.sqlite
counts "$total" 0

# A result planted in the file: one digit of every count of cycles.
sed -i 's/"cycles":[1-9]/"cycles":9/g' "$folder/whole.sqlite"
campaign whole.sqlite
grep -q "did not have the check sum" "$folder/out" || { echo "a planted result was believed"; exit 1; }
sed '/did not have the check sum/d' "$folder/out" | cmp "$folder/want" - || exit 1
campaign whole.sqlite
counts "$total" 0

# Runs that fail are named and have no numbers.
campaign failed.sqlite --max-cycles 100
[ "$status" = 3 ] || { echo "runs that failed: status $status, expected 3"; exit 1; }
[ "$(grep -c '^failed: .* under .*: ' "$folder/out")" = "$total" ] ||
    { echo "not all failures are named"; cat "$folder/out"; exit 1; }
grep -q "^failed: atax under oaws-dyn: atax, oaws-dyn: " "$folder/out" ||
    { echo "no reason:"; grep failed "$folder/out"; exit 1; }

# --stored simulates nothing.
campaign killed.sqlite --stored
counts "$total" 0
cmp "$folder/want" "$folder/out" || exit 1
campaign none.sqlite --stored
[ "$status" = 2 ] && [ "$said" = "warplock: --store: $folder/none.sqlite: there is no such file, expected a result store" ] &&
    [ ! -e "$folder/none.sqlite" ] || { echo "--stored without a store: status $status, \`$said'"; exit 1; }

# A worker that crashes is named, and tried again the next time.
"$build/warplock" campaign papers atax --size 2048 --workers 1 --store "$folder/crash.sqlite" >"$folder/out" 2>"$folder/said" &
crashing=$!
sleep 0.5
for worker in $(cat /proc/$crashing/task/$crashing/children); do kill -SEGV "$worker"; done
wait $crashing
status=$?
[ "$status" = 1 ] && [ "$(grep -c '^failed: atax under .*: ended by signal 11' "$folder/out")" = 1 ] ||
    { echo "a crashed worker: status $status"; grep failed "$folder/out"; exit 1; }
"$build/warplock" campaign papers atax --size 2048 --store "$folder/crash.sqlite" >"$folder/out" 2>"$folder/said"
said=$(tail -n 1 "$folder/said")
counts 9 1

# A size that a kernel cannot have is refused before anything runs.
for size in 0 abc 64x64 1000000000; do
    "$build/warplock" campaign papers vadd --size $size --store "$folder/size.sqlite" >"$folder/out" 2>"$folder/said"
    status=$?
    [ "$status" = 2 ] && grep -q "^warplock: --size: seen .*, expected " "$folder/said" && [ ! -e "$folder/size.sqlite" ] ||
        { echo "--size $size: status $status"; cat "$folder/said"; exit 1; }
done

# The folder of tables: not there after an interruption, as it was when the disk is full, else whole.
"$build/warplock" campaign papers atax --size 2048 --store "$folder/int.sqlite" --folder "$folder/int/" >"$folder/out" 2>&1 &
sleep 0.5
kill -INT $!
wait $!
status=$?
[ "$status" = 130 ] && [ ! -e "$folder/int" ] || { echo "interrupted: status $status"; ls "$folder/int"; exit 1; }
for tables in new tables; do
    [ $tables = new ] || echo "dear to her" >"$folder/tables/fig8.dat"
    (trap '' XFSZ; ulimit -f 1; "$build/warplock" campaign papers atax vadd --size 64 --store "$folder/whole.sqlite" \
        --stored --folder "$folder/$tables" 2>"$folder/said"; echo "status $?") | cat >"$folder/out"
    grep -q "^status 2" "$folder/out" && grep -q "^warplock: --folder: .*cannot be written: File too large" "$folder/said" ||
        { echo "full disk:"; tail -n 1 "$folder/out"; cat "$folder/said"; exit 1; }
done
[ ! -e "$folder/new" ] && [ "$(cat "$folder/tables/fig8.dat")" = "dear to her" ] && [ -z "$(ls "$folder/tables" | grep part)" ] ||
    { echo "half-written tables:"; ls "$folder/new" "$folder/tables"; exit 1; }
campaign whole.sqlite --stored --folder "$folder/tables"
[ "$status" = 0 ] && grep -q '^"atax"' "$folder/tables/fig8.dat" || { echo "tables were not replaced"; exit 1; }
campaign whole.sqlite --folder "$folder/there/is/none"
[ "$status" = 2 ] && [ "$said" = "warplock: --folder: $folder/there/is/none: cannot be made there" ] ||
    { echo "a folder that cannot be made: status $status, \`$said'"; exit 1; }

# A file of the user's is not overwritten.
echo "my notes" >"$folder/notes"
campaign notes
[ "$status" = 2 ] && [ "$(cat "$folder/notes")" = "my notes" ] || { echo "notes: status $status"; exit 1; }
grep -q "is no result store" "$folder/said" || { cat "$folder/said"; exit 1; }
