#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# `claim_seeds`: what a claim rests on is run with each of its seeds, everything else with those of the tables. The claim is that of
# a campaign with all seeds, the tables are those of one without. A kernel that runs the same on any input has one run.
# needs: warplock
set -u
. tests/lib.sh
folder=$BUILD/campaign_claim_seeds
rm -rf "$folder" && mkdir -p "$folder" || exit 1
campaign_of() { # campaign_of KEYS: the file, with these keys
    cat <<END
{ "title": "own", "machines": "oaws", "set": { "gpu.sms": 2, "gpu.clusters": 2 }, "kernels": ["bfs", "atax"], "size": "64",
  "policies": "gto,lrr,oaws-dyn", "baseline": "gto", "plot": "ipc", $1
  "claims": [{ "id": "X1", "section": "1", "value": "5", "unit": "%", "words": "OAWS gains", "measure": "change", "mean": "geometric",
               "kernels": "bfs", "systems": "oaws-dyn", "over": "gto", "part": "ipc", "whole": "ipc", "direction": "up" }] }
END
}
run() { # run NAME WORDS: into NAME.out, its tables into NAME/
    name=$1
    shift
    "$BUILD/warplock" campaign "$@" --store "$folder/$name.sqlite" --folder "$folder/$name" --html "$folder/$name.html" >"$folder/$name.out" 2>"$folder/said"
    case $? in 0 | 1) ;; *) complain "$name: $(cat "$folder/said")" ;; esac
}
claim() { awk '$1 == "X1" { $1 = $2 = ""; print }' "$folder/$1.out"; }

campaign_of '' >"$folder/one.json"
campaign_of '"claim_seeds": "0..2",' >"$folder/claims.json"
run one "$folder/one.json"
run claims "$folder/claims.json"
run all "$folder/one.json" --seeds 3
# 3 policies of 2 kernels; 2 more seeds of bfs under the two policies of the claim
grep -q '^warplock: 10 of 10 runs, 0 failed' "$folder/said" && complain "expected 12 runs of all seeds"
runs=$("$BUILD/warplock" results "$folder/claims.sqlite" --columns kernel,policy,seed --csv - 2>/dev/null | sed 1d | sort | tr '\n' ' ')
expected='atax,gto,0 atax,lrr,0 atax,oaws-dyn,0 bfs,gto,0 bfs,gto,1 bfs,gto,2 bfs,lrr,0 bfs,oaws-dyn,0 bfs,oaws-dyn,1 bfs,oaws-dyn,2 '
[ "$runs" = "$expected" ] || complain "runs: seen $runs, expected $expected"
cmp "$folder/one/ipc.csv" "$folder/claims/ipc.csv" || complain "the tables are not those of the first seed"
cells() { grep -oE '"seeds":[0-9]+,"values":\[[^]]*\]' "$folder/$1.html"; }
[ -n "$(cells one)" ] && [ "$(cells one)" = "$(cells claims)" ] && [ "$(cells one)" != "$(cells all)" ] ||
    complain "the cells of the page are not those of the first seed"
claim claims | grep -q '[0-9] +-[0-9]' && [ "$(claim claims)" = "$(claim all)" ] && [ "$(claim claims)" != "$(claim one)" ] ||
    complain "claims: of the first seed$(claim one), of claim_seeds$(claim claims), of all$(claim all)"
grep -q ', claims over the seeds 0, 1, 2, program ' "$folder/claims/"*.md || complain "the page does not name the seeds of its claims"
# Whole, it is read from its store; without a seed's run it says so.
run claims "$folder/claims.json" --stored
grep -q '10 runs from the store' "$folder/said" || complain "$(cat "$folder/said")"
mv "$folder/one.sqlite" "$folder/claims.sqlite"
run claims "$folder/claims.json" --stored
grep -q '^Not whole: 4 runs' "$folder/claims.out" && grep -q "^  X1  not run$" "$folder/claims.out" || complain "the seeds that were not run: $(claim claims)"
# A trend has every point's seeds after one campaign; the seeds are those of an included file.
cat >"$folder/points.json" <<'END'
{ "title": "own", "machines": "oaws", "set": { "gpu.sms": 2, "gpu.clusters": 2 }, "kernels": ["bfs"], "size": "64", "claim_seeds": "0..1",
  "baseline": "gto MSHR 32", "plot": "ipc",
  "claims": [{ "id": "X1", "section": "1", "value": "0", "unit": "%", "words": "GTO gains", "measure": "trend", "mean": "geometric",
               "kernels": "bfs", "systems": "gto MSHR 32,48,64,96", "over": "gto MSHR 32", "part": "ipc", "whole": "ipc", "direction": "not up" }] }
END
echo '{ "include": "points.json", "runs": [{ "step": 0, "kernels": "all", "systems": "gto MSHR 32,48,64,96" }] }' >"$folder/trend.json"
run trend "$folder/trend.json"
grep -q '^warplock: 8 of 8 runs, 0 failed\|0 runs from the store, 8 simulated, 0 failed' "$folder/said" && claim trend | grep -q '32 +0.0, 48 ' ||
    complain "expected 8 runs and a trend, seen $(tail -n 1 "$folder/said"); $(claim trend)"
# The seeds of a claim are run on its second machine as well.
cat >"$folder/second.json" <<'END'
{ "title": "own", "machines": ["oaws", { "machine": "oaws", "name": "small", "set": { "l1d.mshrs": 16 } }], "claims_also": "small",
  "set": { "gpu.sms": 2, "gpu.clusters": 2 }, "kernels": ["bfs"], "size": "64", "claim_seeds": "0..1", "baseline": "gto", "plot": "ipc",
  "runs": [{ "step": 0, "kernels": "all", "systems": ["gto,lrr", "gto,lrr @small"] }],
  "claims": [{ "id": "X1", "section": "1", "value": "0", "unit": "%", "words": "LRR gains", "measure": "change", "mean": "geometric",
               "kernels": "bfs", "systems": "lrr", "over": "gto", "part": "ipc", "whole": "ipc", "direction": "up" }] }
END
run second "$folder/second.json"
runs=$("$BUILD/warplock" results "$folder/second.sqlite" --columns policy,seed,l1d.mshrs --csv - 2>/dev/null | sed 1d | sort | tr '\n' ' ')
equal "runs of a claim on two machines" "$runs" "gto,0,16 gto,0,32 gto,1,16 gto,1,32 lrr,0,16 lrr,0,32 lrr,1,16 lrr,1,32 "
# The page says when make reproduce needs more minutes than it takes by itself.
equal "USUAL_MINUTES of sim/cli/campaign_output.c" "$(sed -n 's/.*USUAL_MINUTES = \([0-9]*\).*/\1/p' sim/cli/campaign_output.c)" \
    "$(sed -n 's/^BUDGET *?= //p' sim/campaign/papers.mk)"
echo "$failures failures"
[ "$failures" = 0 ]
