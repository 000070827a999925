#!/bin/sh
# Every bundled kernel equals its CPU reference under every policy on every bundled machine; C, Verilog and both in
# lockstep, with and without a wave, give the same JSON (times and lockstep counts apart); so do two runs.
set -u
build=${BUILD:-build}
folder=$build/kernels
mkdir -p "$folder"
kernels=$("$build/warplock" kernels | awk '!/^ /{ print $1 }')
policies=$("$build/warplock" policies | awk '{ print $1 }' | paste -sd, -)
status=0
for machine in $("$build/warplock" machines | awk '{ print $1 }'); do
    "$build/warplock" run --machine "$machine" --policy "$policies" --json $kernels >"$folder/$machine.json" || status=1
    runs=$(grep -c '"kernel":' "$folder/$machine.json")
    verified=$(grep -c '"verified": true' "$folder/$machine.json")
    echo "$machine: $runs runs ($(echo $kernels | wc -w) kernels, $policies), $verified equal their reference"
    [ "$runs" -gt 0 ] && [ "$runs" = "$verified" ] || status=1
done

# Without what may differ: times, the name of the mode, how much was compared.
same() { sed '/"lockstep": {/,/}/d; /"wall_seconds":/d; /"blocks":/d' "$1"; }
one() { # one NAME OPTIONS...
    name=$1
    shift
    "$build/warplock" run --policy gto,2lvl-rr --json "$@" $kernels >"$folder/$name.json" || { echo "$name failed"; status=1; }
    same "$folder/$name.json" >"$folder/$name.same"
    cmp -s "$folder/c.same" "$folder/$name.same" || { echo "$name differs from c:"; diff "$folder/c.same" "$folder/$name.same" | head -20; status=1; }
}
one c --blocks c
one again --blocks c
one wave --blocks c --wave "$folder/c.fst"
one verilog --blocks verilog
one lockstep --blocks lockstep
one lockstep_wave --blocks lockstep --wave "$folder/lockstep.fst" --observe oaws_ocw
one every --blocks lockstep --lockstep every
grep -h '"mismatches":' "$folder"/lockstep*.json "$folder"/every.json | grep -v ': 0$' && status=1
grep -h '"fields":' "$folder/lockstep.json" | grep ': 0,$' && { echo "a lockstep run compared nothing"; status=1; }
echo "blocks c, verilog, lockstep, with waves and every cycle: compared on $(echo $kernels | wc -w) kernels"

# A difference in one count is noticed.
sed 's/"cycles": 1/"cycles": 2/' "$folder/c.json" >"$folder/planted.json"
same "$folder/planted.json" | cmp -s "$folder/c.same" - && { echo "a changed count would not be noticed"; status=1; }
exit $status
