#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: prove/built block_table obj/tb/block_bench_main.o libtb.a libfst.a librtl_c.a verilated_runtime.o
# The prover: the smallest tuple of each block is proven, and its witnesses agree; a wrong reset and a wrong claim are refuted. The
# prover itself: errors planted in its adder, its loops, its cells, its reader of the Verilog, its facts and in what it makes of
# unwritten memory are noticed, and obligations that are not asked; what a program
# joins that is not equal is noticed; errors in what walks and counts sets are refuted; a proof that does not hold is refused; what
# cannot be read is refused; what changes after it
# was proven is stale.
# In `make test` one block with each kind of check and its first plant, and no memory.
set -u
. tests/lib.sh
work=$BUILD/tests/tb/prove
export PROVE_TOOLS="$(sh tb/prove/tools.sh)"      # once, as all.sh does
rm -rf "$work" && mkdir -p "$work"
tuples=oaws_ocw_n2_s1_sets3
tier_is_all && tuples=$(awk -F'[(,] *' '$1 == "CONFIG" && !seen[$2]++ { print $2 "_" $3 }' rtl_c/configs.def)

for tuple in $tuples; do
    rm -f "$BUILD/prove/known/$tuple"
    sh tb/prove/prove.sh $tuple >"$work/log" 2>&1 || complain "$tuple is not proven"
    cat "$work/log"
    grep -q '; 10000 vectors by gcc and Verilator, 200 by Icarus$' "$work/log" || complain "$tuple is proven without witnesses"
done
sh tb/prove/prove.sh oaws_ocw_n2_s1_sets3 >"$work/again" 2>&1 && [ "$(sed 1d "$BUILD/prove/known/oaws_ocw_n2_s1_sets3")" = "$(cat "$work/again")" ] ||
    complain "what was proven is not known: $(cat "$work/again")"

# What stayed open is tried again when a limit is another or its key, else not. all SECONDS TUPLE: it stays open.
all() {
    RESULTS=$work/results PROVE_SECONDS_IN_ALL=$1 sh tb/prove/all.sh "$2" >"$work/log" 2>&1 && grep -qx '0 proven, 0 refuted, 1 open, 0 not read' "$work/log" ||
        complain "$2 in $1 s: $(cat "$work/log")"
    sed -i '/^another make prove is at work here: waiting for it$/d' "$work/log"      # test_prove_results.sh beside it
}
large=ccws_vta_n48_ways8        # not even read within a second
tried() { [ -d "$BUILD/prove/$large" ]; }
# What a tool leaves running does not hold the lock.
mkdir "$work/path" && printf '#!/bin/sh\ncase $1 in -V) exec %s -V ;; esac\nsleep 600 >/dev/null 2>&1 &\necho $! >%s\nexit 1\n' "$(command -v yosys)" "$work/left" >"$work/path/yosys" && chmod +x "$work/path/yosys"
rm -rf "$BUILD/prove/open/$large" "$BUILD/prove/known/$large"
PATH="$(cd "$work/path" && pwd):$PATH" RESULTS=$work/results sh tb/prove/all.sh $large >"$work/log" 2>&1
kill -0 "$(cat "$work/left")" && flock -w 120 "$BUILD/prove/all.lock" true || complain "what a tool leaves running holds the lock: $(cat "$work/log")"
kill "$(cat "$work/left")" && rm -r "$work/path"
rm -rf "$BUILD/prove/open/$large" "$BUILD/prove/known/$large" "$BUILD/prove/$large" "$work/results"
all 1 $large
tried && grep -q "^open  *$large .*its reading came to the limit, 1 s: yosys; [0-9.]* s" "$work/log" || complain "$large: $(cat "$work/log")"
grep -q "^$large [0-9a-f]* open [0-9.]* " "$work/results" || complain "open results: $(cat "$work/results")"
cp "$work/log" "$work/again" && rm -rf "$BUILD/prove/$large" && all 1 $large
cmp -s "$work/log" "$work/again" && ! tried || complain "what is open is tried again: $(cat "$work/log")"
if tier_is_all; then
    all 2 $large
    tried || complain "what is open is not tried again with more time"
    rm -rf "$BUILD/prove/$large" && sed -i '1s/./x/' "$BUILD/prove/open/$large" && all 1 $large
    tried || complain "what is open is not tried again once its key has changed"
    hard=owl_prefetch_banks2_lines2           # read within a second, solved in ten
    rm -f "$BUILD/prove/open/$hard" "$BUILD/prove/known/$hard"
    all 4 $hard
    grep -q '^    step: open: the invariant after the step, [0-9]*$' "$work/log" || complain "what is open of $hard: $(cat "$work/log")"
fi

# What is refuted and is no step that differs: a reset, and what the model says of itself, where lockstep has a wave to show
# and no difference. refuted FILE SCRIPT EXPECTED: every line of EXPECTED is found.
refuted() {
    planted=$((planted + 1))
    rm -rf "$work/planted" && mkdir -p "$work/planted" && cp rtl_c/oaws_ocw.c verilog/oaws_ocw.v "$work/planted/"
    plant_copy "$1" "$work/planted/${1##*/}" "$2" || return
    RTL_C=$work/planted VERILOG=$work/planted PROVE_WORK=$work sh tb/prove/prove.sh oaws_ocw_n2_s1_sets3 >"$work/log" 2>&1
    [ $? = 1 ] || { complain "$1: $2: not refuted: $(cat "$work/log")"; return; }
    printf '%s\n' "$3" | while read -r line; do grep -qF -e "$line" "$work/log" || echo "$line"; done >"$work/missing"
    [ ! -s "$work/missing" ] || { complain "$1: $2: lacks $(cat "$work/missing")"; cat "$work/log"; }
}
planted=0
if tier_is_all; then
    refuted verilog/oaws_ocw.v "s/cnt_q <= CNT_RESET/cnt_q <= 8'd127/" "reset: broken cnt_d[0]
        replayed: register cnt: C 128, Verilog 127
        in lockstep: lockstep: oaws_ocw[proof]: cycle 0: register cnt: C 0x80, Verilog 0x7f"
    [ -s "$work/oaws_ocw_n2_s1_sets3/pack/wave.gtkw" ] || complain "a reset without a pack"
    refuted rtl_c/oaws_ocw.c 's/in->start | in->access | in->done/in->start | in->done/' "step: broken idle: sets_touched
        replayed: the model says that it is idle, and changes
        in lockstep: oaws_ocw[proof]: 1 steps replayed, C model and Verilog agree"
    [ -s "$work/oaws_ocw_n2_s1_sets3/wave.gtkw" ] || complain "a claim without a wave"
fi

# What ABC makes of a question, held against the question. wrong_sweep LINES BLOCK_FOLDER: a program that joins with false the
# outputs of those lines of its file: of a block with a bug every question, which would then be proven; of a good one a function
# that it was not asked about.
wrong_sweep() {
    planted=$((planted + 1))
    printf '%s\n' '#!/bin/sh' 'berkeley-abc "$@" || exit' \
        'round=$(echo "$2" | sed "s/&r \([^;]*\);.*/\1/") swept=$(echo "$2" | sed "s/.*&w //")' \
        'asked=$(grep -ac "^o[0-9]* " "$round") all=$(head -n 1 "$swept" | cut -d" " -f5)' \
        "LC_ALL=C sed -i \"$1s/.*/0/\" \"\$swept\"" >"$work/sweep"
    chmod +x "$work/sweep"
    rm -f "$BUILD/prove/known/oaws_qualify_n3_m5"
    RTL_C=$2 PROVE_SWEEP=$work/sweep sh tb/prove/prove.sh oaws_qualify_n3_m5 >"$work/log" 2>&1
    [ $? = 2 ] && grep -q 'swept.aig: what was swept is another function: output' "$work/log" || complain "functions are joined that differ: $(cat "$work/log")"
}
tier_is_all && plant_copy rtl_c/oaws_qualify.c "$work/wrong/oaws_qualify.c" 's/in->pred\[w\] > room/in->pred[w] >= room/' && wrong_sweep '2,$((asked + 1))' "$work/wrong"
tier_is_all && wrong_sweep '$((all + 1))' rtl_c
# The smallest tuples again without ABC: cadical alone, whose every proof is checked.
for tuple in $(tier_is_all && echo "$tuples"); do
    rm -f "$BUILD/prove/known/$tuple"
    PROVE_SWEEP='' sh tb/prove/prove.sh $tuple >"$work/log" 2>&1 && grep -q '^proven .*: *0 by sweeping' "$work/log" || complain "$tuple is not proven without ABC: $(cat "$work/log")"
    cat "$work/log"
done

# A copy of the prover that lies beside all else, with programs of its own: wrong FILE SCRIPT changes a file of it.
root=$PWD work_path=$(cd "$work" && pwd) tools=$work_path/tools
mkdir -p "$work/tree/tb" "$tools/prove"
ln -s "$root"/tb/* "$work/tree/tb/" && rm "$work/tree/tb/prove" && ln -s "$root/rtl_c" "$root/verilog" "$work/tree/"
wrong() {
    planted=$((planted + 1))
    rm -rf "$work/tree/tb/prove" "$tools/prove"/*
    cp -r tb/prove "$work/tree/tb/" && cp "$BUILD"/prove/prove_* "$BUILD/prove/vectors.o" "$tools/prove/" && cp "$BUILD/tuple_sums.c" "$BUILD/verilated_runtime.o" "$tools/" && touch -d '+1 hour' "$tools/prove/built"
    plant_copy "tb/prove/$1" "$work/tree/tb/prove/$1" "$2" "$1"
}
# witnesses WHO: what a prove_step made of both sides in the copy is not what this one reads.
witnesses() {
    (cd "$work/tree" && BUILD=$tools sh tb/prove/witnesses.sh oaws_ocw_n2_s1_sets3 "$tools/prove/oaws_ocw_n2_s1_sets3") >"$work/log" 2>&1
    [ $? = 1 ] && grep -q "^what the prover read is not what $1 reads: vector [0-9]*: " "$work/log"
}
prove_wrong() { (cd "$work/tree" && BUILD=$tools sh tb/prove/prove.sh oaws_ocw_n2_s1_sets3) >"$work/wrong.log" 2>&1; }
wrong step.c '/define REG(.*"idle: /d' && { prove_wrong; [ $? = 2 ]; } &&
    grep -q 'the reset step [0-9]* [0-9]* obligations are asked, but [0-9]* [0-9]* follow from the table' "$work/wrong.log" ||
    complain "obligations are not asked: $(cat "$work/wrong.log")"
if tier_is_all; then
    wrong cells.v '0,/(x\[i\] & c\[i\])/s//(x[i] | c[i])/' && { prove_wrong; witnesses Verilator; } || complain "the adder of cells.v: $(cat "$work/log")"
fi

# An Icarus that reads otherwise; a compiler that does.
liar() { planted=$((planted + 1)); mkdir -p "$work/path" && printf '#!/bin/sh\n%s\n' "$2" >"$work/path/$1" && chmod +x "$work/path/$1"; }
lied() {
    rm -f "$BUILD/prove/known/oaws_ocw_n2_s1_sets3"
    PATH="$(cd "$work/path" && pwd):$PATH" sh tb/prove/prove.sh oaws_ocw_n2_s1_sets3 >"$work/log" 2>&1
    [ $? = 2 ] && grep -q "proven, but what the prover read is not what $1 reads: vector [0-9]*: " "$work/log" || complain "$1 reads otherwise: $(cat "$work/log")"
    rm -r "$work/path"
}
tier_is_all && liar vvp "$(command -v vvp) \"\$@\" | sed 's/^\\(cnt_q .*\\)1\$/\\10/'" && lied Icarus
tier_is_all && liar gcc "for word do shift; case \$word in rtl_c/oaws_ocw.c) sed 's/in->done && load.div/in->done || load.div/' \$word >$work/liar.c; word=$work/liar.c ;; esac; set -- \"\$@\" \"\$word\"; done
exec $(command -v gcc) \"\$@\"" && lied gcc

# What would pass for a proof and is none. unread SAYS: the planted sides are not read, and it says so.
unread() { [ $? = 2 ] && grep -q -e "$1" "$work/log" || complain "expected '$1': $(cat "$work/log")"; }
planted_proof() { RTL_C=$work/planted VERILOG=$work/planted PROVE_WORK=$work sh tb/prove/prove.sh oaws_ocw_n2_s1_sets3 >"$work/log" 2>&1; }
plant() { planted=$((planted + 1)); mkdir -p "$work/planted" && cp rtl_c/oaws_ocw.c verilog/oaws_ocw.v "$work/planted/" && plant_copy verilog/oaws_ocw.v "$work/planted/oaws_ocw.v" "$1"; }
# Behind the look at the texts, which refuses them: the other edge, another clock, what is for Yosys alone.
wrong graph.c '1s/^/ /' && touch -d '+3 hours' "$tools/prove/built" && printf '#!/bin/sh\n' >"$tools/prove/prove_texts"
unlooked() { planted=$((planted + 1)); plant_copy verilog/oaws_ocw.v "$work/unlooked/verilog/oaws_ocw.v" "$1" && (cd "$work/tree" && BUILD=$tools VERILOG=$work_path/unlooked/verilog PROVE_REPLAY='' sh tb/prove/prove.sh oaws_ocw_n2_s1_sets3) >"$work/log" 2>&1; }
unlooked 's/posedge clk_i/negedge clk_i/'; unread 'Yosys refuses the Verilog'
tier_is_all && { unlooked 's/posedge clk_i/posedge start_i/'; unread 'Yosys refuses the Verilog'; }
tier_is_all && { unlooked "s/cnt_q <= cnt_d;/\\n\`ifdef SYNTHESIS\\n cnt_q <= cnt_d;\\n\`else\\n cnt_q <= ~cnt_d;\\n\`endif\\n/"; [ $? = 1 ] || complain "what only Yosys reads: $(cat "$work/log")"; }
# Behind a step whose outputs begin at 0: an output that is written on some paths alone, which random bytes show.
tier_is_all && wrong step.c 's/BLOCK_OUTPUTS out;/BLOCK_OUTPUTS out = {0};/' && touch -d '+4 hours' "$tools/prove/built" &&
    plant_copy rtl_c/oaws_ocw.c "$work/unlooked/rtl_c/oaws_ocw.c" 's/out->div_done = in->done && load.div;/if (in->done) out->div_done = load.div;/' && {
        (cd "$work/tree" && BUILD=$tools RTL_C=$work_path/unlooked/rtl_c PROVE_REPLAY='' sh tb/prove/prove.sh oaws_ocw_n2_s1_sets3) >"$work/log" 2>&1
        unread 'proven, but what the prover read is not what gcc reads: vector [0-9]*: div_done_o'
    }
# A Verilog that changes after its sum was taken.
mkdir -p "$work/path" && printf '#!/bin/sh\necho >>"%s/planted/oaws_ocw.v"\nexec %s "$@"\n' "$work_path" "$(command -v clang)" >"$work/path/clang" && chmod +x "$work/path/clang"
plant 's/cnt_q <= cnt_d;/cnt_q <= (cnt_d);/' && { PATH="$work_path/path:$PATH" planted_proof; unread 'oaws_ocw_n2_s1_sets3: changed while it was proven'; }
[ ! -e "$work/known/oaws_ocw_n2_s1_sets3" ] || complain "what changed while it was proven is known"
# A key knows each line but the one that says the licence, which is that line alone.
key_of() { RTL_C=$work/planted sh tb/prove/key.sh oaws_ocw_n2_s1_sets3; }
cp rtl_c/oaws_ocw.c "$work/planted/" && licensed=$(key_of)
sed -i '/SPDX-License-Identifier/d' "$work/planted/oaws_ocw.c" && [ "$(key_of)" = "$licensed" ] || complain "the licence is part of a key"
for line in '// SPDX-License-Identifier: MIT \\' '// SPDX-License-Identifier: MIT */ int x;' '// another'; do
    { printf '%s\n' "$line"; cat rtl_c/oaws_ocw.c; } >"$work/planted/oaws_ocw.c"
    [ "$(key_of)" != "$licensed" ] || complain "a key does not know '$line'"
done
# A key of files that cannot be read, or of none.
RTL_C=$work/none sh tb/prove/key.sh oaws_ocw_n2_s1_sets3 >"$work/log" 2>&1
unread 'none/oaws_ocw.c'
printf '#!/bin/sh\nexit 1\n' >"$work/path/sha256sum" && chmod +x "$work/path/sha256sum"
PATH="$work_path/path:$PATH" sh tb/prove/key.sh oaws_ocw_n2_s1_sets3 >"$work/log" 2>&1 && complain "a key without sums: $(cat "$work/log")"
rm "$work/path/sha256sum" "$work/path/clang"
# results_are: $work/results holds these lines, NAME KEY VERDICT SECONDS.
results_are() { rm -f "$work/results"; sed 's/$/ 9 9 -/' | sh tb/prove/results.sh put "$work/results"; }
# in_tree: all.sh in the copy, with a result of before, which is not kept. settle SCRIPT: what prove_settle is there.
in_tree() {
    for tuple in bits_h oaws_ocw_n2_s1_sets3; do echo "$tuple $(sh tb/prove/key.sh $tuple) proven 0.5"; done | results_are
    (cd "$work/tree" && BUILD=$tools RESULTS=$work_path/results sh tb/prove/all.sh oaws_ocw_n2_s1_sets3) >"$work/log" 2>&1
    [ $? = 1 ] && grep -qx '0 proven, 0 refuted, 0 open, 1 not read' "$work/log" && grep -q "$1" "$work/log" || complain "expected '$1': $(cat "$work/log")"
    grep -q '^bits_h ' "$work/results" && ! grep -q '^oaws_ocw' "$work/results" || complain "results: $(cat "$work/results")"
}
settle() { planted=$((planted + 1)); rm "$tools/prove/prove_settle" && printf '#!/bin/sh\n%s\n' "$1" >"$tools/prove/prove_settle" && chmod +x "$tools/prove/prove_settle"; }
wrong graph.c '1s/^/ /' && { touch -d '+2 hours' "$work/tree/tb/prove/graph.c"; in_tree 'not built of tb/prove as it is'; }
tier_is_all && wrong graph.c '1s/^/ /' && settle 'kill -9 $$' && in_tree 'not read$'
tier_is_all && wrong graph.c '1s/^/ /' && settle "printf 'aig 0 0 0 0 0\\n' >\"\$2/none\"; shift; exec $root/$BUILD/prove/prove_settle \"\$1/none\" \"\$@\"" && in_tree 'of [0-9]* pieces of the step: '
# Every proof rests on bits_h.
echo "bucl_bypass_p2 $(sh tb/prove/key.sh bucl_bypass_p2) proven 0.5" | results_are
RESULTS=$work/results BUILD=$tools sh tb/prove/state.sh tuples >"$work/log"
grep -q 'stale' "$work/log" || complain "proofs stand without bits_h: $(cat "$work/log")"

# What walks and counts sets, in both forms: of all sizes in make prove. An error in each form.
sh tb/prove/bits.sh $(tier_is_all && echo 1 2 3 8 32 64 || echo 8) >"$work/log" 2>&1 || complain "walks and counts of sets: $(cat "$work/log")"
wrong_bits() { # wrong_bits SCRIPT OBLIGATION
    planted=$((planted + 1))
    plant_copy rtl_c/bits.h "$work/wrong/bits.h" "$1" || return
    RTL_C=$work/wrong sh tb/prove/bits.sh 8 >"$work/log" 2>&1
    [ $? = 1 ] && grep -q "sets of 8: broken $2: set" "$work/log" || complain "bits.h, not refuted at $2: $(cat "$work/log")"
}
wrong_bits 's/(first & second) | (third & (first ^ second))/first \& second/' count_of_plain
if tier_is_all; then
    wrong_bits 's/number##_left &= number##_left - 1)/number##_left >>= 1)/' 'fast: left'
    wrong_bits 's/bit_number(lowest_bit(number##_left))/bit_number(number##_left)/' 'fast: first'
    wrong_bits 's/set >> own >> 1 << own/set >> own << own/' count_others_plain
    wrong_bits 's/(set) = UINT64_C(1) << number;/(set) = UINT64_C(2) << number;/' 'the only one'
fi

# A word of a memory that is read though it was not written since reset; one that is held after reset.
if tier_is_all; then
    planted=$((planted + 2))
    settled() { mkdir -p "$work/words" && "$BUILD/prove/prove_settle" "$BUILD/prove/ccws_vta_n2_ways2/words.aig" "$work/words" 60 60 2000 berkeley-abc ''; }
    plant_copy rtl_c/ccws_vta.c "$work/wrong/ccws_vta.c" 's/return ways & q->valid\[set\];/return ways;/' &&
        { RTL_C=$work/wrong sh tb/prove/prove.sh ccws_vta_n2_ways2 >"$work/log" 2>&1; settled >"$work/log"; [ $? = 1 ]; } &&
        grep -q '^broken other words: ' "$work/log" || complain "what is read of unwritten words does not matter: $(cat "$work/log")"
    plant_copy rtl_c/ccws_vta.c "$work/wrong/ccws_vta.c" 's/return q->valid\[word \/ WAYS\] >> word % WAYS & 1;/return word < 1 || (q->valid[word \/ WAYS] >> word % WAYS \& 1);/' &&
        { RTL_C=$work/wrong sh tb/prove/prove.sh ccws_vta_n2_ways2 >"$work/log" 2>&1; [ $? = 1 ]; } &&
        grep -q 'broken after reset no word is held: tags' "$work/log" || complain "a word is held after reset: $(cat "$work/log")"
fi

# wrong_prover FILE SCRIPT COMMAND...: with a prove_step of it the command must fail.
sources=$(sed -n 's/^prove_step *:= $(addprefix tb\/prove\/,\(.*\))$/\1/p' tb/prove/prove.mk)
wrong_prover() {
    wrong "$1" "$2" || return
    file=$1
    shift 2
    # shellcheck disable=SC2046
    ${CC:-gcc} -std=gnu11 -O1 -w -I. -I"$(llvm-config-14 --includedir)" -o "$tools/prove/prove_step" \
        $(for source in $sources; do echo "$work/tree/tb/prove/$source"; done) -L"$(llvm-config-14 --libdir)" -lLLVM-14 || { complain "$file: the planted prover is not built"; return; }
    "$@" >"$work/log" 2>&1 && { complain "$file: the plant is not noticed: $(cat "$work/log")"; return; }
    echo "$file: noticed: $(tail -n 1 "$work/log")"
}
# What it says of a proof does not matter: its witness does.
read_wrong() { prove_wrong; ! witnesses "$1"; }
if tier_is_all; then
    wrong_prover word.c 's/carry = or2(and2(a.bits\[i\], b.bits\[i\])/carry = or2(or2(a.bits[i], b.bits[i])/' \
        read_wrong gcc
    wrong_prover flow.c 's/pending\[to\] = and2(common, or2(of_this, of_others));/pending[to] = where;/' \
        read_wrong gcc
    wrong_prover rtl.c 's/function\[b >> 1\] ^ (b & 1)/function[b >> 1]/' read_wrong Verilator
    # Facts that hold of no state: all is proven of them.
    wrong_prover obligations.c 's/append(&facts, leaves.list\[i\])/&, append(\&facts, not1(leaves.list[i]))/' prove_wrong
    grep -q 'proven, but not of a state that the compiled model reaches' "$work/wrong.log" && grep -q 'what is assumed does not hold' "$work/wrong.log" ||
        complain "facts that hold of no state: $(cat "$work/wrong.log")"
fi

# Memories by their ports. A bug of the Verilog at a port is refuted, and the words of the counterexample show it; what both sides make
# wrong alike breaks the invariant.
vta_refuted() { # vta_refuted VERILOG_SCRIPT MODEL_SCRIPT EXPECTED
    planted=$((planted + 1))
    rm -rf "$work/vta" && mkdir -p "$work/vta" && cp rtl_c/ccws_vta.c verilog/ccws_vta.v "$work/vta/"
    [ -z "$1" ] || plant_copy verilog/ccws_vta.v "$work/vta/ccws_vta.v" "$1" || return
    [ -z "$2" ] || plant_copy rtl_c/ccws_vta.c "$work/vta/ccws_vta.c" "$2" || return
    RTL_C=$work/vta VERILOG=$work/vta PROVE_WORK=$work sh tb/prove/prove.sh ccws_vta_n2_ways2 >"$work/log" 2>&1
    [ $? = 1 ] || { complain "$1 $2: not refuted: $(cat "$work/log")"; return; }
    for expected in $3; do grep -q "$expected" "$work/log" || { complain "$1 $2: lacks $expected"; cat "$work/log"; }; done
}
# An error in the ports themselves: the two sides differ, or a witness or a state that is reached shows it.
ports_wrong() { # ports_wrong FILE SCRIPT SAYS
    wrong_prover "$1" "$2" prove_vta
    grep -q "$3" "$work/log" || complain "$1: $2: expected '$3': $(cat "$work/log")"
}
prove_vta() { (cd "$work/tree" && BUILD=$tools PROVE_REPLAY='' sh tb/prove/prove.sh ccws_vta_n2_ways2) 2>&1; }
if tier_is_all; then
    vta_refuted 's/tags_q\[{insert_set, K/tags_q[{probe_set, K/' '' 'step:.broken.valid.d replayed:.register.'
    vta_refuted 's/tags_index = {insert_set/tags_index = {probe_set/' '' 'step:.broken.tags.d\[any.word\] replayed:.register.tags'
    vta_refuted 's/tags_write = |inserted/tags_write = 1/' '' 'step:.broken.tags.d\[any.word\] replayed:.register.tags'
    vta_refuted 's/tags_write = |inserted/tags_write = |inserted \& ~probe_i/' '' 'step:.broken.tags.d\[any.word\] replayed:.register.tags'
    vta_refuted 's/tags_q\[{probe_set, K\[WAY_W-1:0\]}\]/tags_q[{probe_set, ~K[WAY_W-1:0]}]/' '' 'step:.broken.hit.o replayed:.output.hit'
    vta_refuted 's/tags_data = insert_line_i/tags_data = probe_line_i/' '' 'step:.broken.tags.d\[any.word\] replayed:.register.tags'
    vta_refuted '' 's/d->tags\[WAYS \* set + way_number(way)\]/d->tags[WAYS * set + way_number(way) + 1]/' 'step:.broken.store.in.bounds'
    vta_refuted 's/|held ? held : |freed_here/|freed_here/' 's/held ? held : freed/freed/' 'step:.broken.the.invariant.after.the.step'
    ports_wrong ports.c 's/if (is_same(m->reads\[r\].index, index)) return/if (true) return/' 'broken'
    ports_wrong ports.c 's/and2(contents->where, word_equal(contents->index, at))/contents->where/' 'broken'
    ports_wrong ports.c 's/and2(contents->where, word_equal(contents->index, at))/word_equal(contents->index, at)/' 'broken'
    ports_wrong ports.c 's/and2(here, bit_of_word(m, k, b))/and2(here, bit_of_word(m, k ^ 1, b))/' 'broken'
    ports_wrong ports.c 's/same = and2(inside, word_equal(one->index, other->index));/same = inside;/' 'what is assumed does not hold'
    ports_wrong ports.c 's/>> 1\] = chosen(m, index, b);/>> 1] = chosen(m, index, b ^ (b < 2 \&\& !m->registers));/' 'does not hold\|not what gcc reads'
    ports_wrong rtl_ports.c 's/and2(enable.bits\[0\], ports_inside/and2(ONE, ports_inside/' 'broken tags_d\[any word\]'
    ports_wrong rtl_ports.c 's/ports_read(memory, address)/ports_read(memory, word_number(address.width, 1))/' 'broken'
fi

# A proof by steps that do not follow, and one that does not end.
printf 'p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n' >"$work/question.cnf"
printf 'p cnf 2 3\n1 2 0\n-1 2 0\n1 -2 0\n' >"$work/satisfiable.cnf"
printf 'a\004\000a\000' >"$work/proof"
: >"$work/empty"
"$BUILD/prove/prove_drat" "$work/question.cnf" "$work/proof" || complain "a proof that holds is refused"
"$BUILD/prove/prove_drat" "$work/satisfiable.cnf" "$work/proof" && complain "a proof of what is not so"
"$BUILD/prove/prove_drat" "$work/question.cnf" "$work/empty" && complain "a proof without its end"

sh tb/prove/prove.sh no_such_tuple >"$work/log" 2>&1
[ $? = 2 ] && grep -q '^no_such_tuple, expected a tuple' "$work/log" || complain "an unknown tuple: $(cat "$work/log")"
echo 'aig 1 1 0 1 0' >"$work/damaged.aig"
"$BUILD/prove/prove_settle" "$work/damaged.aig" "$work" 1 1 1 "" "" >"$work/log" 2>&1
[ $? = 2 ] && [ "$(wc -l <"$work/log")" = 1 ] || complain "a damaged graph: $(cat "$work/log")"

# docs/proof.md says what the last run found; a change of a model makes its tuples stale, and no others.
sh tb/prove/state.sh tuples >"$work/want"
sed -n '/<!-- proven:begin/,/<!-- proven:end/p' docs/proof.md | sed '1d;$d' | cmp -s - "$work/want" || complain "docs/proof.md: its table is not that of tb/prove/results.txt; make readme mends it"
for tuple in bits_h bucl_bypass_p2 kaws_share_n3_s2; do echo "$tuple $(sh tb/prove/key.sh $tuple) proven 1"; done | results_are
rm "$work/tree/rtl_c" "$work/tree/verilog" && cp -r rtl_c verilog "$work/tree/" && rm -rf "$work/tree/tb/prove" && cp -r tb/prove "$work/tree/tb/"
state() { (cd "$work/tree" && BUILD=$tools RESULTS=$work_path/results sh tb/prove/state.sh $1); }
stale() { # stale FILE BLOCK...: once it has changed
    file=$1
    shift
    cp "$work/tree/$file" "$work/unchanged" && echo >>"$work/tree/$file"
    state blocks | sed -n 's/ \*stale\* in 1$//p' >"$work/stale"
    printf '%s\n' "$@" | cmp -s - "$work/stale" || complain "$file has changed, and stale is: $(cat "$work/stale")"
    cp "$work/unchanged" "$work/tree/$file"
}
for file in verilog/bucl_bypass.v $(tier_is_all && echo rtl_c/bucl_bypass.c rtl_c/bucl_bypass.def); do stale $file bucl_bypass; done
for file in rtl_c/bits.h $(tier_is_all && echo tb/prove/word.c tb/prove/cells.v tb/prove/prove.sh); do stale $file kaws_share bucl_bypass; done
[ "$(state tuples | grep -cE '^\| `(bits_h` \| 1|bucl_bypass` \| `p2` 1|kaws_share` \| `n3_s2` 1) \|$')" = 3 ] || complain "without a change: $(state tuples)"
{ echo "bits_h $(sh tb/prove/key.sh bits_h) open 1"; for tuple in bucl_bypass_p2 kaws_share_n3_s2; do echo "$tuple $(sh tb/prove/key.sh $tuple) proven 1"; done; } | results_are
[ "$(state tuples | grep -c '[|`] \*stale\* 1 |$')" = 3 ] || complain "bits_h is not proven: $(state tuples)"
echo "$planted planted, $failures failures"
[ "$failures" = 0 ]
