#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Each counter is raised, and by the one that its row names, as far as the sources tell: the files of an SM and its
# schedulers, of an L2 slice, of a memory controller, of what stands once per GPU. Its member is its JSON path with _
# for the dot. Shown to fail: another keeper, a counter that nobody raises, another name.
# needs: warplock
set -u
. tests/lib.sh
folder=$BUILD/counters
rm -rf "$folder" && mkdir -p "$folder" || exit 1

# raised: `member file` of each place of the sources that counts; who only shows a counter does not
raised() {
    for source in sim/core/*.c sim/memory/*.c; do
        sed '/lockstep_show_rate/d' "$source" | grep -oE '[&]?[a-z_.>-]*count(ers|ed)(->|\.)[a-z0-9_]+(\+\+| \+=|[,; )}])' | sed "s,^,$source:,"
    done |
        sed -nE -e 's/^([^:]*):[^&].*(->|\.)([a-z0-9_]+)(\+\+| \+=)$/\3 \1/p' \
            -e 's/^([^:]*):&.*(->|\.)([a-z0-9_]+).$/\3 \1/p' | sort -u
}
raised >"$folder/raised"
complaints() { # complaints TABLE
    sed -nE 's/^COUNTER\(([a-z0-9_]+), *"([^"]*)", *([A-Z]+),.*/\1 \2 \3/p' "$1" >"$folder/rows"
    [ "$(wc -l <"$folder/rows")" = "$(grep -c "^COUNTER(" "$1")" ] || echo "a row that is not read"
    awk '
        FNR == NR { files[$1] = files[$1] " " $2; next }
        { path = $2; gsub(/\./, "_", path); if (path != $1) print $1 ": its JSON path is " $2 }
        files[$1] == "" { print $1 ": raised nowhere"; next }
        {
            n = split(files[$1], file, " ")
            for (i = 1; i <= n; i++) {
                at = file[i]
                if (at ~ /^sim\/core\/gpu|^sim\/memory\/(memory_system|network|crossbar|mesh)/) place = "GPU"
                else if (at ~ /^sim\/memory\/l2/) place = "SLICE"
                else if (at ~ /^sim\/memory\/dram/) place = "CONTROLLER"
                else place = "SM"
                if (place != ($3 == "SCHEDULER" ? "SM" : $3)) print $1 ": kept by " $3 ", raised in " at
            }
        }' "$folder/raised" "$folder/rows"
}
[ -z "$(complaints sim/report/counters.def)" ] || { complaints sim/report/counters.def; exit 1; }

plant() { # plant SCRIPT COMPLAINT
    plant_copy sim/report/counters.def "$folder/planted.def" "$1" || exit 1
    seen=$(complaints "$folder/planted.def")
    [ "$seen" = "$2" ] || fail "$1: seen \`$seen', expected \`$2'"
}
plant '/^COUNTER(dram_reads,/s/CONTROLLER/SLICE/' 'dram_reads: kept by SLICE, raised in sim/memory/dram_banks.c'
plant '/^COUNTER(l1i_misses,/s/SM,/GPU,/' 'l1i_misses: kept by GPU, raised in sim/core/sm.c'
plant 's/^COUNTER(launches,  *"launches"/COUNTER(launched, "launched"/' 'launched: raised nowhere'
plant '/^COUNTER(l1d_hits_same_warp,/s/SM,/GPU,/' 'l1d_hits_same_warp: kept by GPU, raised in sim/core/l1d_watch.c'
plant '/^COUNTER(l2_hits,/s/"l2.hits"/"l2.found"/' 'l2_hits: its JSON path is l2.found'
echo "$(wc -l <"$folder/rows") counters are raised by who keeps them"
