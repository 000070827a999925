#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock
# Help and tables keep to the width of COLUMNS, 40 to 200 (in `make test` at three widths): the help of every command and a table of every kind have no longer
# line, but one of a single word, and the same words at all widths. Without COLUMNS a terminal's own width holds, in a pipe 80;
# a file has none. Shown to fail: a program that breaks no table, one that loses the last columns of a broken one, and
# one that cuts words.
set -u
. tests/lib.sh
work=$BUILD/widths
rm -rf "$work" && mkdir -p "$work" || exit 1
unset COLUMNS
widths='40 80 200'
tier_is_all && widths='40 60 80 200'
small='--set gpu.sms=2 --set gpu.clusters=1'

# --- what is printed: a name, and the command line behind warplock
commands=$(COLUMNS=200 "$BUILD/warplock" --help | sed -n 's/^    warplock \([a-z][a-z-]*\) .*/\1/p')
{
    echo 'help --help'
    for command in $commands; do echo "help_$command help $command"; done
    echo 'machines machines'
    echo 'policies policies'
    echo "kernels kernels"
    echo "one_kernel run --machine oaws $small --policy lrr,gto,oaws-dyn,ccws vadd:256"
    echo "several_kernels run --machine oaws $small --policy lrr,gto,oaws-static,oaws-dyn,ccws,mascar,cta-aware-locality vadd:64 bfs:64"
    echo "functional run --functional vadd:64 bfs:64"
    echo "long run --machine oaws $small --policy oaws-dyn --verbose --locality vadd:256"
    echo "details run --machine oaws $small --policy gto --per-launch --per-line --per-age --per-degree --per-slice --per-row
        --per-interval --belady bfs:64"
    echo "links run --machine owl --per-link vadd:64"
    echo "curve run --machine oaws $small --policy swl-best --store $work/store --size 64 atax"
    echo "program_of_own run tests/sim/cli/input/two.ptx --entry one --grid 1 --block 32 --functional"
    echo "sweep sweep --machine oaws $small --policy swl,gto --set l1d.latency=1,20,40 --seeds 2 --size 64 --baseline gto
        --store $work/store --plot ipc --folder $work/sweep vadd bfs"
    echo "campaign campaign oaws $small --size 64 --store $work/store vadd atax"
    echo "results results $work/store"
    echo "spread results $work/store --spread"
    echo "over_another results $work/store --baseline gto --kernel bfs,vadd"
    echo "columns results $work/store --columns kernel,policy,set,ipc,l1d.mshrs,dram.row_hit_rate,reason"
    echo "belady belady --sets 8 --ways 2 --show 40 tests/sim/cli/input/bfs.l1d"
} >"$work/lines"
sed -e ':a' -e '/^ *$/d' -e 'N' -e 's/\n  */ /' -e 'ta' -e 'P' -e 'D' "$work/lines" >"$work/joined"

# shown PROGRAM WIDTH NAME LINE: into $work/NAME.WIDTH
shown() {
    # shellcheck disable=SC2086
    COLUMNS=$2 "$1" $4 >"$work/$3.$2" 2>"$work/err" || complain "$3 at $2: $(cat "$work/err")"
}
# What is wrong with the texts NAME.WIDTH: a line that is wider than WIDTH and not one word; words that are not those of 200.
wrong() {
    (cd "$work" && for width in $widths; do [ -s "$1.$width" ] || echo "$1 at $width: nothing is printed"; done
    awk 'FNR == 1 { width = FILENAME; sub(/.*\./, "", width); n++ }
        length($0) > width + 0 && NF > 1 { print FILENAME ": wider than that: " $0 }
        { for (i = 1; i <= NF; i++) files[$i] = files[$i] ~ n ? files[$i] : files[$i] n; all = all n; sub(n n, n, all) }
        END { for (word in files) if (files[word] != all) print "'"$1"': only in some: " word }' $(for width in $widths; do echo "$1.$width"; done))
}

count=0
while read -r name line; do
    case $line in *--store*) "$BUILD/warplock" $line >/dev/null 2>"$work/err" || complain "$name: $(cat "$work/err")" ;; esac   # simulated once
    for width in $widths; do shown "$BUILD/warplock" "$width" "$name" "$line"; done
    found=$(wrong "$name")
    [ -z "$found" ] || complain "$found"
    count=$((count + 1))
done <"$work/joined"
for table in several_kernels campaign results belady details one_kernel; do
    [ "$(wc -l <"$work/$table.40")" -gt "$(wc -l <"$work/$table.200")" ] || complain "$table: the same at 40 as at 200"
done
echo "$count texts at $widths columns"

# --- no COLUMNS: 80 in a pipe, the terminal's width on one; a file is as wide as its tables
line="run --machine oaws $small --policy lrr,gto,oaws-static,oaws-dyn,ccws,mascar,cta-aware-locality vadd:64 bfs:64"
# shellcheck disable=SC2086
"$BUILD/warplock" $line --report "$work/report" | cmp - "$work/several_kernels.80" || complain "in a pipe: not as with 80 columns"
COLUMNS=wide "$BUILD/warplock" help run | cmp - "$work/help_run.80" || complain "COLUMNS that is no number: not as with 80"
# shellcheck disable=SC2086
COLUMNS=40 "$BUILD/warplock" $line --report "$work/report.40" >/dev/null
cmp "$work/report" "$work/report.40" || complain "a file is narrower where the terminal is"
[ "$(awk 'length > most { most = length } END { print most }' "$work/report")" -gt 80 ] || complain "a file is broken as a terminal's table"
if command -v script >/dev/null 2>&1; then
    script -qec "stty cols 40; $BUILD/warplock help run" /dev/null </dev/null | tr -d '\r' | cmp - "$work/help_run.40" || complain "a terminal of 40 columns: not as with COLUMNS=40"
else
    echo "skipped: a terminal's own width, there is no script(1)"
fi

# --- shown to fail
planted() { # planted WORDS SCRIPT NAME: with the bug the checks of NAME find something
    plant_copy sim/report/fit.c "$work/fit.c" "$2" "$1" || return 0
    program_with "$work/fit.c" "$work/program" 2>"$work/err" || { complain "$1 does not build: $(cat "$work/err")"; return 0; }
    line=$(sed -n "s/^$3 //p" "$work/joined")
    for width in $widths; do shown "$work/program" "$width" "$3" "$line"; done
    [ -n "$(wrong "$3")" ] && echo "$1: noticed" || complain "$1: not noticed"
}
planted 'no table is broken' 's/used + GAP + t->columns\[p->end\].least > width/used > 10 * width/' several_kernels
planted 'the last columns are lost' 's/while (p.end < t->n_columns)/while (p.end + 2 < t->n_columns)/' several_kernels
planted 'words are cut' "s/p.at\[end\] != ' ')\$/p.at[end] != ' ' \&\& end < at + 9)/" help_run
[ "$failures" = 0 ]
