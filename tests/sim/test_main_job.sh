#!/bin/sh
# At the sizes of `make run` (ATAX with a quarter of the rows in `make test`), the policies differ on ATAX, and OCW and
# CNT move within the wave. C blocks: lockstep of the same is test_modes. Shown to fail: GTO against itself does not
# differ, and on ATAX OCW stays.
set -u
. tests/lib.sh
build=${BUILD:-build}
folder=$build/main_job
mkdir -p "$folder"
value() { sed -n "s/^$1 *:= *//p" Makefile; }

differ() { # differ POLICIES SIZE: whether their cycles are all different
    "$build/warplock" run --machine oaws --policy "$1" --size "$2" atax >"$folder/out" || return 1
    sed -n 's/^  cycles *\([0-9, ]*\) core cycles/\1/p' "$folder/out" | tr -s ' ' '\n' | grep . | sort | uniq -d >"$folder/same"
    [ ! -s "$folder/same" ]
}

moves() { # moves KERNEL SIZE: whether the highest OCW of any SM and the lowest CNT change in the cycles of the wave
    "$build/warplock" run --machine oaws --policy oaws-dyn --size "$2" --timeline "$folder/timeline.csv" "$1" >/dev/null || return 1
    awk -F, -v last="$(value RUN_WAVE_CYCLES)" '
        NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
        $1 <= last { ocw[$column["ocw_max"]] = 1; cnt[$column["cnt_min"]] = 1 }
        END { exit !(length(ocw) > 1 && length(cnt) > 10) }' "$folder/timeline.csv"
}

size=256x1024
tier_is_all && size=$(value RUN_ATAX_SIZE)
differ gto,oaws-static,oaws-dyn "$size" || { echo "the policies do not differ:"; cat "$folder/out"; exit 1; }
moves "$(value RUN_WAVE_KERNEL)" "$(value RUN_WAVE_SIZE)" || { echo "OCW and CNT do not move within the wave"; exit 1; }
differ gto,gto 64 && { echo "the same policy twice seems to differ"; exit 1; }
moves atax 512x96 && { echo "OCW seems to move where it does not"; exit 1; }
exit 0
