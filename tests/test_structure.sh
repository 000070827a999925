#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock libwarplock_cudart.a
# What of the simulator may know what: one direction of includes; no block's header but those of base where warps issue; no
# policy's or system's name outside its own files; one way of writing a number; tests where what they test lies. Shown to fail:
# each rule, by a line that breaks it, or a test that lies elsewhere.
set -u
. tests/lib.sh
work=$BUILD/structure
rm -rf "$work" && mkdir -p "$work" || exit 1

# --- rules: each prints what breaks it in the tree ROOT

# Folders stand above each other as tests/structure_order.txt says: no include and no call goes up, so folders are in no circle. No
# more than three modules (X.c with X.h and X.def) are in a circle, of includes or of calls.
order=$PWD/tests/structure_order.txt known=$PWD/tests/structure_known.txt graph=$PWD/tests/structure.awk placed=$PWD/tests/placed.awk
sources() { find sim tb rtl_c -type f \( -name '*.[ch]' -o -name '*.def' -o -name '*.cpp' -o -name '*.cu' -o -path 'sim/cuda/*' ! -name '*.*' \); }
includes() { (cd "$1" && sources | LC_ALL=C sort | xargs awk -v view=includes -v order="$order" -f "$graph"); }
# Of the objects whose sources there are.
symbols() {
    for object in $(cd "$BUILD/obj" && find sim tb -name '*.o'); do
        for source in "${object%.o}".c*; do [ ! -f "$source" ] || echo "$object"; done
    done | (cd "$BUILD/obj" && xargs nm -A)
}
calls() { # those, and ROOT/planted
    { cat "$work/symbols"; [ ! -d "$1/planted" ] || (cd "$1/planted" && find . -name '*.o' | sed 's,^\./,,' | xargs nm -A); } >"$work/listed"
    awk -v view=calls -v order="$order" -f "$graph" "$work/listed"
}
wrong_way() { includes "$1" | grep -E '^(up|folder):'; }
folder_circles() { includes "$1" | grep '^folders:'; }
module_circles() { includes "$1" | grep '^circle:'; }
calls_up() { calls "$1" | grep -E '^(up|folder):'; }
call_circles() { calls "$1" | grep '^circle:'; }
call_circles_or_none() { call_circles "$1" | grep . || echo none; }
# Headers of blocks: those that every policy has, where warps issue and where their order is a level.
block_headers() { # block_headers ROOT
    blocks=$(cd rtl_c && ls *_*.h | sed 's/\.h$//' | paste -sd'|' -)
    grep -nE "#include \"rtl_c/($blocks)\.h\"" "$1"/sim/core/*.[ch] | grep -vE 'rtl_c/(warp_order|warp_rank|warp_arbiter)\.h"'
    grep -nE "#include \"rtl_c/($blocks)\.h\"" "$1"/sim/events/*.[ch] | grep -vE 'rtl_c/(warp_order|warp_rank)\.h"'
    grep -nE "#include \"rtl_c/($blocks)\.h\"" "$1"/sim/memory/*.[ch] "$1"/sim/frontend/*.[ch] "$1"/sim/frontend/*/*.[ch] "$1"/sim/machine/*.[ch]
    grep -nE "#include \"rtl_c/($blocks)\.h\"" "$1"/sim/blocks/*.[ch] "$1"/sim/policy/policy*.[ch]
}
# The timing model does not know whether PTX or a trace stands behind a launch.
source_unknown() { grep -nE '#include "sim/(trace|sass)/' "$1"/sim/events/*.[ch] "$1"/sim/policy/*.[ch] "$1"/sim/blocks/*.[ch] "$1"/sim/memory/*.[ch] \
    "$1"/sim/replay/*.[ch] "$1"/sim/core/*.[ch]; }
# No folder of code is too large to find one's way in; of kernels there are many, and they are data; of blocks, too,
# three files each. CROWDED: still are.
CROWDED="tb/prove"
crowded() { # crowded ROOT
    (cd "$1" && find sim tb rtl_c -type f ! -path '*/kernels/*' ! -path 'rtl_c/*_*.*') | sed 's,/[^/]*$,,' | LC_ALL=C sort | uniq -c |
        awk -v spared=" $CROWDED " '$1 > 60 && !index(spared, " " $2 " ") { print "crowded: " $2 ", " $1 " files" }'
}
# What a policy sees is facts and levels, no part of the simulator.
policy_sees() { grep -nE '#include "sim/(core|memory|blocks|frontend)/' "$1"/sim/policy/*.[ch]; }
# The checker of recordings derives what it demands: it sees nothing of what it holds to account, and asks no model.
checker_alone() { # checker_alone ROOT
    grep -nE '#include "sim/' "$1"/sim/check/*.[ch] | grep -vE '"sim/(check/|machine/(machine|block_params)\.h|events/(level_log\.h|lines\.def|levels\.def))'
    grep -nE -- 'ops->(out|next|idle|count|reset|invariant)\b' "$1"/sim/check/*.[ch]
}
# A campaign starts `warplock run` and reads its JSON. It asks the simulator by sim/campaign/simulator/simulator.h alone. What lies
# below both and knows of no GPU it may use: numbers, words, names of counters of sim/report, files and hashes of tb.
campaign_alone() { # campaign_alone ROOT
    (cd "$1" && find sim/campaign \( -name '*.[ch]' -o -name '*.def' \) ! -path 'sim/campaign/simulator/*.c' -exec \
        grep -nHE '^[ \t]*#[ \t]*include[ \t]*("|<(sim|tb|rtl_c)/)' {} +) |
        grep -vE '"(sim/campaign/[^"]*|sim/report/((csv_text|curve|fit|names|number|progress|status)\.h|(counters|derived)\.def)|tb/(hash|plain|output_file|input_file|whole_number|shell)\.h)"'
}
# Names of policies and systems: of those that there are, and of those whose paper the simulator cites. Comments may cite.
names="$(sed -nE 's/^(POLICY|OBSERVER)\((policy|observer)_([a-z0-9]*).*/\3/p' sim/policy/policies.def | sort -u | grep -vxE "two|oldest") kaws ccws bucl owl"
named() { # named ROOT
    words=$(echo $names | tr ' ' '|')
    find "$1"/sim/core/*.[ch] "$1"/sim/core/*.def "$1"/sim/memory/*.[ch] "$1"/sim/events/* "$1"/sim/blocks/* "$1"/sim/policy/policy.h \
        "$1"/sim/policy/policy_table.c -type f -exec awk -v root="$1/" -v words="(^|[^a-z])($words)([^a-z]|\$)" '
        { line = $0; sub("//.*", "", line) }
        tolower(line) ~ words { print substr(FILENAME, length(root) + 1) ":" FNR ":" line }' {} +
}
# What is written for programs to read has its numbers by sim/report/number.h, whatever the form.
numbers() { # numbers ROOT
    for folder in report campaign run cli; do
        grep -rnE 'JSON_REAL_PRECISION|json_dump[a-z_]*\(|%\.(\*|1[0-9])g' "$1/sim/$folder" | grep -v '/sim/report/number\.c:'
    done
}

# A C test lies where what it tests lies, but for those that tests/structure_known.txt gives a reason for.
misplaced() { (cd "$1" && find sim tb rtl_c synth_estimates verilog tests -type f | LC_ALL=C sort | awk -v exceptions="$known" -f "$placed"); }

# At the top stands what the project is made of, nothing that a command left there: of what git keeps, or of an unpacked tarball, on top of which are
# CITATION.cff and debian (.ci/dist).
stray() { # stray ROOT
    (cd "$1" && { if [ -e .git ]; then git ls-files; else find . -mindepth 1 -maxdepth 1 ! -name 'build*' ! -name CITATION.cff ! -name debian | sed 's,^\./,,'; fi; }) |
        sed 's,/.*,,' | LC_ALL=C sort -u |
        grep -vxE '\.ci|\.gitignore|LICENSE|Makefile|README\.md|docs|rtl_c|sim|synth_estimates|tb|tests|verilog'
}

# cmocka's own comparison of numbers takes NAN for any.
floats() { grep -rn 'assert_float_equal' "$1/tests" --include='*.[ch]' | grep -v '/tests/number\.h:'; }

symbols >"$work/symbols" || complain "no symbols"
for rule in wrong_way folder_circles module_circles calls_up call_circles crowded source_unknown block_headers policy_sees checker_alone campaign_alone \
    named numbers misplaced stray floats; do
    found=$($rule .)
    [ -z "$found" ] || complain "$rule: $found"
done
echo "names: $(echo $names)"

# --- shown to fail
mkdir -p "$work/tree" && cp -r --parents sim tb rtl_c synth_estimates verilog tests "$work/tree/"
# broken RULE FILE LINE [SAID]: with that line at its end the file breaks the rule, and no other line does; it says FILE, or SAID.
broken() {
    cp "$work/tree/$2" "$work/kept"
    printf '%s\n' "$3" >>"$work/tree/$2"
    $1 "$work/tree" >"$work/found"
    if [ "$(wc -l <"$work/found")" = 1 ] && grep -qF -- "${4:-$2}" "$work/found"; then echo "$1: $3, in $2"
    else complain "$1 does not notice '$3' in $2: $(cat "$work/found")"; fi
    mv "$work/kept" "$work/tree/$2"
}
broken wrong_way sim/trace/trace.h '#include "sim/frontend/exec.h"'
broken wrong_way sim/sass/sass.h '#include "sim/core/gpu.h"'
broken wrong_way tb/stimuli/stimulus.c '#include "tb/bench/bench.h"'
broken wrong_way sim/cudart/environment.c '#include "sim/cli/cli.h"'
broken wrong_way sim/campaign/campaign.c '#include "sim/campaign/engine/engine.h"'
broken folder_circles sim/report/number.h '#include "sim/run/details.h"' 'folders: sim/'
broken folder_circles tb/lockstep.h '#include "tb/stimuli/stimuli.h"' 'folders: tb tb/stimuli'
broken module_circles sim/trace/insn.h '#include "sim/trace/trace.h"' 'circle: sim/trace/insn sim/trace/instructions'
broken module_circles sim/frontend/types.h '#include "sim/frontend/launch.h"' 'circle: sim/frontend/'
# called NAME RULE SAID FUNCTION...: planted objects NAME_0.o, NAME_1.o and so on of sim/report, each of which calls the next FUNCTION.
called() {
    name=$1 rule=$2 said=$3 n=0
    shift 3
    mkdir -p "$work/tree/planted/sim/report"
    while [ $# -gt 1 ]; do
        echo "void $2(void); void $1(void); void $1(void) { $2(); }" >"$work/planted.c"
        gcc -c "$work/planted.c" -o "$work/tree/planted/sim/report/${name}_$n.o" || exit 1
        n=$((n + 1))
        shift
    done
    $rule "$work/tree" >"$work/found"
    if [ "$(wc -l <"$work/found")" = 1 ] && grep -qF -- "$said" "$work/found"; then echo "$rule: $(cat "$work/found")"
    else complain "$rule does not notice $said: $(cat "$work/found")"; fi
    rm -r "$work/tree/planted"
}
called upward calls_up 'up: sim/report/upward_0.c calls gpu_new' planted gpu_new
called ring call_circles 'circle: sim/report/ring_0 sim/report/ring_1 sim/report/ring_2 sim/report/ring_3' one two three four one
called three call_circles_or_none 'none' one two three one
mkdir "$work/tree/sim/annexe" && echo >"$work/tree/sim/annexe/annexe.c"
[ "$(wrong_way "$work/tree")" = 'folder: sim/annexe' ] && echo "wrong_way: a folder without a place" || complain "a folder without a place is not noticed"
rm -r "$work/tree/sim/annexe"
mkdir "$work/tree/sim/workload/crowd" && (cd "$work/tree/sim/workload/crowd" && seq -f 'file_%g.c' 61 | xargs touch)
[ "$(crowded "$work/tree")" = 'crowded: sim/workload/crowd, 61 files' ] && echo "crowded: a folder of 61 files" || complain "a folder of 61 files is not noticed"
rm "$work/tree/sim/workload/crowd/file_61.c"
[ -z "$(crowded "$work/tree")" ] || complain "a folder of 60 files is crowded: $(crowded "$work/tree")"
rm -r "$work/tree/sim/workload/crowd"
mkdir "$work/tree/warplock-sweep"
equal 'stray: a folder that a sweep left at the top' "$(stray "$work/tree")" 'warplock-sweep'
rmdir "$work/tree/warplock-sweep"
# moved FROM TO SAID: a test that lies in TO is noticed.
moved() {
    mkdir -p "$work/tree/${2%/*}" && mv "$work/tree/$1" "$work/tree/$2"
    equal "misplaced: $2" "$(misplaced "$work/tree")" "place: $2, $3"
    mv "$work/tree/$2" "$work/tree/$1"
}
moved tests/sim/campaign/results/test_diff.c tests/sim/campaign/test_diff.c sim/campaign/results/diff.c
moved tests/sim/report/test_counters.c tests/sim/core/test_counters.c sim/report/counters.def
moved tests/sim/campaign/store/test_store_damage.c tests/sim/campaign/test_store_damage.c sim/campaign/store/store_wait.c
moved tests/sim/trace/test_lists.c tests/sim/traces/test_lists.c 'no sim/traces'
known=$(cd "$work" && pwd)/known && { cat tests/structure_known.txt; echo 'place tests/sim/trace/test_lists.c a reason'; } >"$known"
equal 'misplaced: an exception that is needed no more' "$(misplaced "$work/tree")" 'place: tests/sim/trace/test_lists.c is stale'
known=$PWD/tests/structure_known.txt
broken source_unknown sim/core/fetch.c '#include "sim/sass/sass.h"'
broken wrong_way sim/events/events.h '#include "sim/policy/policy.h"'
broken wrong_way sim/memory/dram.h '#include "sim/core/sm.h"'
broken wrong_way sim/blocks/place.c '#include "sim/memory/l1d.h"'
broken wrong_way sim/core/sm.c '#include "sim/workload/job.h"'
broken block_headers sim/core/issue.c '#include "rtl_c/oaws_qualify.h"'
broken block_headers sim/memory/l1d.c '#include "rtl_c/warp_rank.h"'
broken block_headers sim/events/levels.h '#include "rtl_c/oaws_ocw.h"'
broken block_headers sim/blocks/wires.c '#include "rtl_c/oaws_ocw.h"'
broken checker_alone sim/check/facts.c '#include "sim/core/scoreboard.h"'
broken checker_alone sim/check/check.c '#include "sim/policy/policy.h"'
broken checker_alone sim/check/check_oaws.c 'b->inputs.ops->out(q, in, out);'
broken campaign_alone sim/campaign/campaign.c '#include "sim/machine/machine.h"' "sim/campaign/campaign.c:$(($(wc -l <sim/campaign/campaign.c) + 1)):"
broken campaign_alone sim/campaign/simulator/simulator.h '#include "sim/policy/policy.h"'
broken campaign_alone sim/campaign/html/html.h '#include "../../core/gpu.h"'
broken campaign_alone sim/campaign/html/costs.c '#include "rtl_c/places.h"'
broken campaign_alone sim/campaign/plans.c '#  include <tb/tuples.h>'
broken campaign_alone sim/campaign/store/store.h '#include "sim/report/report.h"'
broken policy_sees sim/policy/policy.h '#include "sim/memory/l1d.h"'
broken policy_sees sim/policy/oaws.c '#include "sim/core/ldst.h"'
broken numbers sim/cli/run.c 'printf("%.12g", ipc);'
broken numbers sim/campaign/results/table.c 'json_dumpf(row, file, JSON_COMPACT);'
broken floats tests/sim/campaign/test_claims.c 'assert_float_equal(m.value, 20, 1e-9);'
broken named sim/core/issue.c 'static bool is_oaws;'
broken named sim/blocks/wires.c 'enum { OCW };'
broken named sim/events/events.def 'EVENT_MASK(SM, kaws_kill, LATE, "a warp is done")'
broken named sim/policy/policy.h 'enum { MODE_SWL }; // CCWS section 5'
[ "$failures" = 0 ]
