#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock
# What a store takes for the program (sim/campaign/program_sums.sh): a change of what simulates is another program, one of a table,
# a page or a machine file is not, one of a bundled kernel concerns that kernel alone; the same in every folder, and
# without a clean build.
set -u
. tests/lib.sh
work=$BUILD/program_sums
tree=$work/tree
rm -rf "$work" && mkdir -p "$tree" || exit 1
cp -r sim tb rtl_c .ci Makefile "$tree/" && cp --parents verilog/*.v synth_estimates/overhead.mk "$tree/" || exit 1

sums() { (cd "$tree" && sh sim/campaign/program_sums.sh "$@"); }
of_program() { sed -n 's/^const uint64_t program_sum = UINT64_C(0x\([0-9a-f]*\));$/\1/p' "$1"; }
of_kernel() { sed -n "s/^    { \"$1\", \"\\([0-9a-f]*\\)\" },\$/\\1/p" "$2"; }

# --- what is built in
sums >"$work/sums" || complain "no sums of a copy of the tree"
cmp "$BUILD/program_sums.c" "$work/sums" || complain "the copy has other sums than $BUILD was built with"
headline=$("$BUILD/warplock" campaign papers vadd --size 32 --set gpu.sms=1 --set gpu.clusters=1 --max-cycles 1 --store "$work/store.sqlite" |
    sed -n 's/.*, program \([0-9a-f]*\)\.$/\1/p')
[ "$headline" = "$(of_program "$work/sums")" ] || complain "the program says $headline"

# --- what counts
# changed FILE SED: the sums with the file changed so are in $work/now, and the file is as it was.
changed() {
    cp "$tree/$1" "$work/kept"
    plant_copy "$work/kept" "$tree/$1" "$2"
    sums >"$work/now"
    mv "$work/kept" "$tree/$1"
}
# counts yes|no FILE SED
counts() {
    changed "$2" "$3"
    if cmp -s "$work/sums" "$work/now"; then seen=no; else seen=yes; fi
    [ "$(of_program "$work/sums")" != "$(of_program "$work/now")" ] && seen="$seen, another program"
    case $1,$seen in
    'yes,yes, another program' | no,no) echo "$2: counts: $1" ;;
    *) complain "$2: $3: counts: $seen, expected $1" ;;
    esac
}
n=0                                     # of many files every sixth in `make test`
chosen() { n=$((n + 1)); tier_is_all || [ $((n % 6)) = 1 ]; }
for file in sim/core/issue.c sim/policy/ccws.c sim/policy/keys/owl.def sim/memory/dram_banks.c sim/frontend/exec_float.c \
    sim/report/counters.def sim/report/json.c sim/machine/machine.def sim/events/events.def sim/blocks/place.c sim/replay/l1d_replay.c \
    sim/workload/matrix.h sim/workload/job_run.c sim/run/timed_run.c tb/lockstep/instances.c rtl_c/oaws_ocw.c rtl_c/oaws_ocw.def rtl_c/wires.def; do
    ! chosen || counts yes "$file" '$s/$/\n;/'
done
for file in sim/campaign/sheet.c sim/campaign/papers/owl.json sim/campaign/papers.mk sim/cli/help.c sim/cudart/core.c sim/machine/oaws.ini \
    sim/machine/import_core.c sim/workload/bundled/table.c sim/workload/kernels/atax.cu rtl_c/configs.def tb/wave/wave.c tb/block_bench_main.c; do
    ! chosen || counts no "$file" '$s/$/\n;/'
done
counts no sim/core/issue.c '3s,^,// words\n\n  // more\n,'
counts no sim/core/issue.c '0,/;$/s,;$,;    // words,'
counts yes sim/core/issue.c '0,/;$/s,;$,;    "// words",'
echo 'int more;' >"$tree/sim/memory/more.c" && sums >"$work/now"
[ "$(of_program "$work/sums")" != "$(of_program "$work/now")" ] || complain "a source more is the same program"
rm "$tree/sim/memory/more.c"
# Models from elsewhere: the same ones are the same program, another is another.
cp -r "$tree/rtl_c" "$tree/models" && sums models | cmp "$work/sums" - || complain "the same models elsewhere have another sum"
echo ';' >>"$tree/models/oaws_ocw.c" && sums models | cmp -s "$work/sums" - && complain "RTL_C is not read"

# --- kernels: each its own, of PTX and host side
for file in sim/workload/kernels/bfs.ptx sim/workload/bundled/bfs.c; do
    changed "$file" '$s/$/\n/'
    [ "$(diff "$work/sums" "$work/now" | grep -c '^>')" = 1 ] && [ "$(of_kernel bfs "$work/sums")" != "$(of_kernel bfs "$work/now")" ] ||
        complain "$file: not the sum of bfs alone changes: $(diff "$work/sums" "$work/now")"
done
cp "$tree/sim/workload/bundled/vadd.c" "$tree/sim/workload/bundled/another.c" && cp "$tree/sim/workload/kernels/vadd.ptx" "$tree/sim/workload/kernels/another.ptx"
sums >"$work/now"
diff "$work/sums" "$work/now" | grep '^[<>]' | grep -qv '^>     { "another", "[0-9a-f]*" },$' && complain "a kernel more changes others' sums"
[ -n "$(of_kernel another "$work/now")" ] || complain "a kernel more has no sum"
rm "$tree/sim/workload/bundled/another.c" "$tree/sim/workload/kernels/another.ptx"

# --- every folder of sim/ counts or is left out, and what counts reads no header that was forgotten
sums --files >"$work/files"
for folder in sim/*/; do
    folder=${folder#sim/}
    case ${folder%/} in
    campaign | check | cublas | cuda | cudart | cufft | curand | nvrtc) grep -q "^sim/$folder" "$work/files" && complain "sim/$folder counts" ;;
    *) grep -q "^sim/$folder" "$work/files" || complain "sim/$folder is neither counted nor known to be left out" ;;
    esac
done
forgotten() { # forgotten FILES: headers that they read and that are not among them, but for those of the command line and what is written beside a run
    sed -n 's/\.c$/.d/p' "$1" | while read -r file; do [ ! -f "$BUILD/obj/$file" ] || cat "$BUILD/obj/$file"; done |
        tr ' ' '\n' | grep -E '^(sim|tb|rtl_c)/[a-z0-9_/]*\.(h|def)$' | sort -u | grep -vxFf "$1" |
        grep -vE '^(sim/(campaign|cli|run)/.*|rtl_c/configs\.def|tb/((lockstep/record|shell|stimuli/stimulus|tuples|wave/shown|wave/wave)\.h|tuples/.*))$'
}
[ -z "$(forgotten "$work/files")" ] || complain "not in the sum: $(forgotten "$work/files")"
grep -v '^sim/memory/cache\.h$' "$work/files" >"$work/fewer"
[ "$(forgotten "$work/fewer")" = sim/memory/cache.h ] || complain "a header that is left out is not noticed"

# --- make: renewed when a source changes and only then, in any folder
made() { make -s -C "$tree" BUILD="$1" "$1/program_sums.c" >"$work/log" 2>&1 || complain "make: $(tail -n 1 "$work/log")"; }
made build && made 'other'
cmp "$tree/build/program_sums.c" "$tree/other/program_sums.c" && cmp "$tree/build/program_sums.c" "$work/sums" || complain "two folders have two sums"
cp -p "$tree/build/program_sums.c" "$work/first"
touch "$tree/sim/core/issue.c" && made build
[ -z "$(find "$tree/build/program_sums.c" -newer "$work/first")" ] || complain "made anew without a change"
echo ';' >>"$tree/sim/core/issue.c" && made build
[ "$(of_program "$tree/build/program_sums.c")" != "$(of_program "$work/sums")" ] || complain "a changed source is not seen without a clean build"
rm "$tree/sim/core/issue.c" && made build
cmp -s "$tree/build/program_sums.c" "$work/first" && complain "a source that is gone is not seen"
rm -rf "$tree"
echo "program $headline, $failures failures"
[ "$failures" = 0 ]
