#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock
# What `warplock run` prints, and where: one kernel as a screen, several as one table, long tables with --verbose and in
# --report alone, --csv with the JSON's figures, --baseline, KERNEL:SIZE; colour and width of a terminal, and none in
# pipes. Shown to fail: the checks of a table on one with another number, those of colour on output without it.
set -u
. tests/lib.sh
work=$BUILD/tables
rm -rf "$work" && mkdir -p "$work" || exit 1
unset NO_COLOR COLUMNS
run() { "$BUILD/warplock" run --machine oaws --policy lrr,gto --baseline gto vadd:1024 bfs:64 "$@"; }
run --report "$work/report" --csv "$work/csv" >"$work/out" 2>"$work/err" || complain "run: $(cat "$work/err")"
[ -s "$work/err" ] && complain "progress in a pipe: $(cat "$work/err")"

# --- the table, and where the long ones are
[ "$(head -n 1 "$work/out")" = '2 kernels under 2 policies on oaws, blocks: c' ] || complain "title: $(head -n 1 "$work/out")"
[ "$(wc -l <"$work/out")" -le 24 ] || complain "no screen: $(cat "$work/out")"
grep -q 'l1d' "$work/out" && complain "a long table without --verbose"
[ "$(grep -c '^  l1d.fail_mshr ' "$work/report")" = 2 ] && grep -q '^  geometric mean ' "$work/report" || complain "report: not whole"
COLUMNS=1000 run --verbose >"$work/verbose"                    # a file is as wide as its tables
cmp "$work/verbose" "$work/report" || complain "--verbose and --report are not the same"
"$BUILD/warplock" run vadd:1024 >"$work/one"
[ "$(wc -l <"$work/one")" -le 24 ] && grep -q '^  ipc ' "$work/one" || complain "one kernel: $(cat "$work/one")"

# --- every number of the table is that of the JSON: kernel, policy, cycles, IPC
run --json >"$work/json"
table() { # table FILE: kernel policy cycles ipc speedup, of vadd and bfs
    awk '/^ +lrr +gto$/ { policy[1] = $1; policy[2] = $2; next }
        /^[a-zI]/ { section = $1; next }
        $1 == "vadd" || $1 == "bfs" { for (p = 1; p <= 2; p++) { text = $(p + 2); gsub(",", "", text); value[$1, policy[p], section] = text } }
        END { n = split("vadd bfs", kernel, " ")
            for (k = 1; k <= n; k++) for (p = 1; p <= 2; p++)
                print kernel[k], policy[p], value[kernel[k], policy[p], "cycles"], value[kernel[k], policy[p], "IPC,"], value[kernel[k], policy[p], "speedup,"] }' "$1"
}
wanted() {
    awk -F'[:,]' '/^    "policy"/ { gsub(/[ "]/, "", $2); policy = $2 } /^    "kernel"/ { gsub(/[ "]/, "", $2); kernel = $2 }
        /^    "cycles"/ { cycles[kernel, policy] = $2 + 0 } /^    "ipc"/ { ipc[kernel, policy] = $2 }
        END { n = split("vadd bfs", name, " ")
            for (k = 1; k <= n; k++) for (p = split("gto lrr", which, " "); p >= 1; p--)
                printf "%s %s %d %.2f %.3f\n", name[k], which[p], cycles[name[k], which[p]], ipc[name[k], which[p]],
                    cycles[name[k], "gto"] / cycles[name[k], which[p]] }' "$work/json"
}
wanted >"$work/wanted"
table "$work/out" >"$work/table"
diff "$work/wanted" "$work/table" || complain "the table has not the JSON's numbers"
sed 's/^\(  bfs 64x6 .*\)[0-9]$/\1x/' "$work/out" >"$work/other"
table "$work/other" | cmp -s - "$work/wanted" && complain "another number is not noticed"

# --- a line per run, the JSON's values by name
run --csv - >"$work/csv.out"
for file in csv csv.out; do
    for name in cycles thread_insns l1d.misses dram.row_hits lockstep.fields status; do
        awk -F, -v name=$name 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i; next } { print $at }' "$work/$file" >"$work/column"
        [ "$(grep -c . "$work/column")" = 4 ] || complain "$file: $name: $(cat "$work/column")"
    done
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { print $at["kernel"], $at["policy"], $at["cycles"] }' "$work/$file" >"$work/cycles"
    cut -d' ' -f1-3 "$work/wanted" | cmp - "$work/cycles" || complain "$file has not the JSON's cycles"
done
refused() { # refused WORDS OPTIONS...
    words=$1
    shift
    "$BUILD/warplock" run vadd:64 "$@" >"$work/log" 2>&1
    [ $? = 2 ] && grep -q -- "$words" "$work/log" && [ "$(wc -l <"$work/log")" = 1 ] || complain "$*: $(cat "$work/log")"
}
refused '--csv -: seen with --json' --csv - --json
refused '--csv -: seen with --verbose' --csv - --verbose
refused '--verbose: seen with --json' --verbose --json
refused '--baseline: seen swl, expected one of --policy' --baseline swl
refused 'swl-best with KERNEL:SIZE' --policy swl-best
ln -s csv "$work/link"
refused 'is another output of this run' --csv "$work/csv" --report "$work/link"

# --- a terminal: colour, unless it is refused; tables that fit
terminal() { # terminal COLUMNS COMMAND...: what it gets
    columns=$1
    shift
    script -qec "stty cols $columns; $*" /dev/null </dev/null | tr -d '\r'
}
green=$(printf '\033[1;32m') red=$(printf '\033[1;31m') escape=$(printf '\033')
if command -v script >/dev/null 2>&1; then
    line="$BUILD/warplock run --machine oaws --policy lrr,gto vadd:64 bfs:64"
    coloured() { grep -qF "$2" "$work/tty" || complain "$1: not coloured: $(cat "$work/tty")"; }
    plain() { grep -v 'cycles/s' "$work/tty" | grep -F "$escape[1" && complain "$1: coloured"; }
    TERM=xterm terminal 100 "$line" >"$work/tty"; coloured terminal "$green"
    TERM=xterm NO_COLOR=1 terminal 100 "$line" >"$work/tty"; plain NO_COLOR
    TERM=dumb terminal 100 "$line" >"$work/tty"; plain "TERM=dumb"
    TERM=xterm terminal 100 "$line --color never" >"$work/tty"; plain "--color never"
    TERM=dumb terminal 100 "$line --color=always" >"$work/tty"; coloured "--color=always" "$green"
    TERM=xterm terminal 100 "$BUILD/warplock run nothing" >"$work/tty"; coloured mistake "$red"
    TERM=xterm terminal 48 "$BUILD/warplock run --machine oaws --policy lrr,gto,ccws,oaws-dyn,mascar --color never vadd:64 bfs:64" |
        grep -v 'cycles/s' >"$work/tty"
    awk 'length > 48 && !/kernels under|^Of|thread instructions/ { exit 1 }' "$work/tty" && grep -q mascar "$work/tty" || complain "wider than 48 columns: $(cat "$work/tty")"
else
    echo "skipped: colour and width, there is no script(1)"
fi
"$BUILD/warplock" run --color always --report "$work/report" vadd:64 bfs:64 --policy lrr,gto | grep -qF "$green" || complain "--color always: not in a pipe"
grep -qF "$escape" "$work/report" "$work/out" "$work/verbose" && complain "colour in a file"
[ "$failures" = 0 ]
