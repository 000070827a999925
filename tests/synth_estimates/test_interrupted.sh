#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A run that ends in the middle of mapping, killed, leaves nothing that is taken for a result: not half a netlist, not
# the last report. The next run makes the same as one that was left alone. Planted: a script that keeps its old keys.
set -u
. tests/lib.sh
tech=${TECH:-/usr/share/qflow/tech}
command -v yosys >/dev/null 2>&1 && command -v sta >/dev/null 2>&1 && [ -d "$tech/osu018" ] && [ -d "$tech/osu035" ] ||
    { echo "skip: no Yosys, OpenSTA, osu018 or osu035"; exit 77; }
root=$(pwd)
folder=$root/$BUILD/overhead-interrupted
case $BUILD in /*) folder=$BUILD/overhead-interrupted ;; esac
rm -rf "$folder" && mkdir -p "$folder/bin" "$folder/overhead"
cp "$BUILD/overhead/overhead" "$folder/overhead/"
export BUILD="$folder"
cp tests/synth_estimates/memory.v "$folder/memory.v"

# A Yosys that ends the whole run once it has written a part of the netlist.
cat >"$folder/bin/yosys" <<END
#!/bin/sh
case \$* in *dfflibmap*) echo '{ "modules": {' >"\$NETLIST"; kill -KILL 0 ;; esac
exec $(command -v yosys) "\$@"
END
chmod +x "$folder/bin/yosys"
killed() { # killed SCRIPTS COMMAND…: in a process group of its own
    NETLIST=$folder/own_memory/net.json PATH=$folder/bin:$PATH setsid -w sh "$@" >"$folder/log" 2>&1 &&
        fail "the run was not killed"
}
sh synth_estimates/measure.sh full memory "$folder/memory.v" "$folder/own_memory" || exit 1
cp -r "$folder/own_memory" "$folder/left_alone"

echo '// changed' >>"$folder/memory.v"
killed synth_estimates/measure.sh full memory "$folder/memory.v" "$folder/own_memory"
grep -q modules "$folder/own_memory/net.json" && [ "$(wc -l <"$folder/own_memory/net.json")" = 1 ] ||
    fail "no half netlist was left, so nothing is shown"
for key in map full; do
    [ ! -f "$folder/own_memory/$key.key" ] || fail "a half netlist has its $key.key"
done
sh synth_estimates/measure.sh full memory "$folder/memory.v" "$folder/own_memory" || exit 1
for result in net.v proof.txt timing.txt timing_035.txt; do
    cmp "$folder/left_alone/$result" "$folder/own_memory/$result" || fail "another $result after an interruption"
done

cp -r synth_estimates "$folder/planted"
plant_copy synth_estimates/measure.sh "$folder/planted/measure.sh" '/^ *rm -r*f .*key/d' || exit 1
echo '// changed again' >>"$folder/memory.v"
killed "$folder/planted/measure.sh" full memory "$folder/memory.v" "$folder/own_memory"
[ -f "$folder/own_memory/full.key" ] || fail "keys that are kept were not noticed"
echo "half a netlist has no key"

# The whole run: the last report goes before anything is measured.
echo '{}' >"$folder/overhead/overhead.json"
NETLIST=$folder/half
export NETLIST
killed synth_estimates/run.sh paper "$folder/memory.v"
[ ! -f "$folder/overhead/overhead.json" ] || fail "the last report outlives a run that did not end"
echo "no report of a run that did not end"
# A table is whole, the old or the new one, when its disk is full.
seq 2000 >"$folder/new_table"
full_disk() { # full_disk PLACE.sh: what is left of an old table
    echo old >"$folder/kept"
    (. "$1"; ulimit -f 1; keep "$folder/new_table" "$folder/kept") >/dev/null 2>&1
    cat "$folder/kept"
}
[ "$(full_disk synth_estimates/place.sh)" = old ] || fail "a full disk leaves half a table"
plant_copy synth_estimates/place.sh "$folder/place.sh" 's/ "$2.new" && mv "$2.new" "$2"/ "$2"/' && [ "$(full_disk "$folder/place.sh")" != old ] ||
    fail "half a table was not noticed"
echo "a table is whole on a full disk"
