#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A campaign of two machines: what a machine keeps of its runs (`details`) is kept of those alone, and a search with @MACHINE
# behind its name is searched there: it tries its systems on that machine, and its best is the best of those.
# Shown to fail: details of one machine kept of all, and of none; a search that is made on the first machine.
# needs: warplock libsim.a libtb.a
set -u
. tests/lib.sh
folder=$BUILD/campaign_machines
rm -rf "$folder"
mkdir -p "$folder"
cat >"$folder/two.json" <<'END'
{
  "machines": ["gtx480", {"machine": "gtx480", "name": "large", "set": {"l1d.ways": 64}, "details": ["belady"]}],
  "kernels": ["kmeans:1536x34"],
  "searches": [{"name": "swl-best", "systems": "swl limit 1,2", "unlimited": "gto"}],
  "runs": [{"kernels": "all", "systems": "swl-best @gtx480,@large"}],
  "figures": [{"id": "ipc", "shape": "kernels by system", "kernels": "all", "systems": "swl-best @gtx480,@large", "decimals": 9, "parts": "ipc/1"},
              {"id": "replay", "shape": "kernels by system", "kernels": "all", "systems": "gto @gtx480,@large", "decimals": 9,
               "parts": "belady.optimal.misses/1"}]
}
END
campaign() { # campaign PROGRAM NAME
    "$1" campaign "$folder/two.json" --store "$folder/$2.sqlite" --folder "$folder/$2" --workers 2 >"$folder/$2.out" 2>"$folder/$2.said"
}
listed() { "$BUILD/warplock" results "$folder/$1.sqlite" --columns machine,policy,policy.swl_limit,l1d.ways,ipc,options --csv - 2>/dev/null | sed 1d; }
# The best IPC of the runs on the machine whose L1D has so many ways, and that of the table's column.
best() { listed "$1" | awk -F, -v ways="$2" '$4 == ways && $5 > most { most = $5 } END { printf "%.9f\n", most }'; }
shown() { awk -v column="$2" '$1 ~ /^"?kmeans/ { print $(NF - 2 + column) }' "$folder/$1/ipc.dat"; }

campaign "$BUILD/warplock" own || fail "a campaign of two machines: seen status $?, expected 0" "$folder/own.said"
listed own >"$folder/listed"
[ "$(wc -l <"$folder/listed")" = 6 ] || complain "expected gto and two limits on each machine, seen: $(cat "$folder/listed")"
[ "$(awk -F, '$4 == 64 && /--belady/' "$folder/listed" | wc -l)" = 3 ] || complain "expected --belady of the three runs on large: $(cat "$folder/listed")"
[ "$(awk -F, '$4 == 4 && !/--belady/' "$folder/listed" | wc -l)" = 3 ] || complain "expected no --belady of those on gtx480: $(cat "$folder/listed")"
for machine in '4 1' '64 2'; do
    set -- $machine
    [ "$(shown own "$2")" = "$(best own "$1")" ] || complain "the best with $1 ways: seen $(shown own "$2"), expected $(best own "$1")"
done
limit() { listed own | awk -F, -v ways="$1" '$4 == ways && $5 > most { most = $5; which = $2 " " $3 } END { print which }'; }
[ "$(limit 4)" != "$(limit 64)" ] || complain "both machines have the same best, $(limit 4): the test shows nothing"

# A machine behind the name of a search that names one.
sed 's/"swl limit 1,2"/"swl @large limit 1,2"/' "$folder/two.json" >"$folder/twice.json"
"$BUILD/warplock" campaign "$folder/twice.json" --store "$folder/twice.sqlite" >"$folder/twice.out" 2>&1
seen=$?
[ "$seen" = 2 ] && grep -q 'swl-best @gtx480: the systems of swl-best name a machine, expected none behind it' "$folder/twice.out" ||
    complain "two machines of a search: status $seen, $(cat "$folder/twice.out")"

plant() { # plant FILE NAME SCRIPT: the table of IPC or what is kept must be another
    planted=$((planted + 1))
    plant_copy "$1" "$folder/$(basename "$1")" "$3" || exit 1
    tier_is_all || [ $planted = 1 ] || return 0
    program_with "$folder/$(basename "$1")" "$folder/warplock_$2" || exit 1
    campaign "$folder/warplock_$2" "$2"
    if listed "$2" | cmp -s "$folder/listed" - && cmp -s "$folder/own/ipc.dat" "$folder/$2/ipc.dat"; then complain "not noticed: $3"; fi
}
plant sim/campaign/campaign_runs.c all 's/const char \*const \*word = m->details; word \&\& \*word; word++/const char *const *word = (m = \&c->machines[1])->details; word \&\& *word; word++/'
plant sim/campaign/campaign_runs.c none 's/for (const char \*const \*word = m->details; word \&\& /for (const char *const *word = m->details; 0 \&\& /'
plant sim/campaign/campaign_measure.c first 's/snprintf(at, SYSTEM_NAME, "%.\*s", (int)length, from ? from : "");/at[0] = 0;/'
[ "$failures" = 0 ]
