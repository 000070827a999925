#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Waves: every signal of the save file is in the wave, the window is kept, two runs write the same bytes; the overview
# comes first, the sides have their colours, values of ENUM rows their names; the SMs that are asked for are there and
# no others; of a failure the inputs that led to it stand on top, in the wave and in the report. Each check is shown to
# fail. `make wave` ends with 2 and one line where nothing can be shown.
set -eu
. tests/lib.sh
work=$BUILD/waves
rm -rf "$work"
mkdir -p "$work"
checked() { sh tests/tb/check_wave.sh "$work/$1.fst" "$work/$1.gtkw"; }
wave() { "$BUILD/block_bench" --block "$1" --config "$2" --cycles 400 --wave "$work/$3.fst" --wave-start 100 --wave-cycles 150 >/dev/null; }
for tuple in "warp_order n48_s2_across1" "warp_arbiter n48_s2" "oaws_ocw n48_s2_sets32"; do
    block=${tuple% *}
    wave "$block" "${tuple#* }" "$block"
    checked "$block"
    fst2vcd -f "$work/$block.fst" -o "$work/$block.vcd"
    times=$(sed -n 's/^#//p' "$work/$block.vcd" | sed -n '1p;$p' | tr '\n' ' ')
    [ "$times" = "100 249 " ] || fail "$block: the wave holds cycles $times, expected 100 to 249"
done
wave oaws_ocw n48_s2_sets32 again
cmp "$work/again.fst" "$work/oaws_ocw.fst"
sed 's/again\./oaws_ocw./' "$work/again.gtkw" | cmp - "$work/oaws_ocw.gtkw"

# planted NAME SCRIPT WHAT: the check notices a save file that is changed so.
planted() {
    cp "$work/$1.fst" "$work/wrong.fst"
    sed "s/$1\\./wrong./g; $2" "$work/$1.gtkw" >"$work/wrong.gtkw"
    for file in "$work/$1".*.txt; do [ ! -f "$file" ] || cp "$file" "$work/wrong.${file#"$work/$1".}"; done
    if checked wrong >"$work/wrong.log"; then fail "$3 went unnoticed"; fi
}
planted oaws_ocw 's/cnt_q_model/count_q_model/' "a signal that the wave does not hold"
planted warp_arbiter 's/cfg_mode\.txt/mode.txt/' "a translation file that is not there"
planted warp_arbiter '/^\^1/d' "an ENUM row without its names"
planted oaws_ocw 's/^-overview$/-outlook/' "a wave without an overview on top"
planted oaws_ocw '/^+{cnt/d' "a row of shown.def that is not in the overview"
planted oaws_ocw '/^\[color\] 3/d' "RTL in the colour of the model"

grep -q '^4 TWO_LEVEL_GTO$' "$work/warp_arbiter.warp_arbiter.cfg_mode.txt" || fail "a mode of the arbiter has no name"
# A translation file that is somebody's own stays, and nothing else is written.
echo mine >"$work/own.warp_arbiter.cfg_mode.txt"
if wave warp_arbiter n8_s2 own 2>"$work/own.err"; then fail "a file of somebody else was written over"; fi
grep -q mine "$work/own.warp_arbiter.cfg_mode.txt" && [ ! -f "$work/own.fst" ] || fail "what stood there was touched"

# In the simulator: SM 0 alone, those that are asked for, all; rates and the rows of every block's place.
run() { name=$1; shift; "$BUILD/warplock" run vadd --size 2048 --wave "$work/$name.fst" --wave-window 300 "$@" >/dev/null; }
instances() { grep -o "^lockstep\.$2_sm_[0-9]*" "$work/$1.gtkw" | sort -u | wc -l; }
run one --machine oaws --policy oaws-dyn
run two --machine oaws --policy oaws-dyn --wave-sms 0,3 --blocks lockstep
run all --machine oaws --policy oaws-dyn --wave-sms all
run owl --machine owl --policy owl --wave-sms 2
for name in one two all owl; do checked "$name"; done
[ "$(instances one oaws_ocw) $(instances two oaws_ocw) $(instances all oaws_ocw)" = "1 2 30" ] || fail "other SMs in the wave than asked for"
grep -q '^lockstep\.oaws_ocw_sm_3' "$work/two.gtkw" || fail "SM 3 was asked for"
grep -q '^lockstep\.owl_prefetch_controller_2\.' "$work/owl.gtkw" || fail "controller 2 belongs to --wave-sms 2"
for signal in gpu.ipc sm_0.ipc oaws_ocw_sm_0.ocw_q_model oaws_ocw_sm_0.cnt_q_model oaws_qualify_sm_0.inflight_q_model; do
    sed '/^-overview$/,/^-overview$/!d' "$work/one.gtkw" | sed -n '2,/^-overview$/p' | grep -q "lockstep\.$signal" || fail "$signal is not in the overview"
done
# The rate of SM 0 is what it issued: the trace counts the same in each hundred of cycles.
run rate --machine oaws --policy gto --issue-trace "$work/rate.trace" --wave-window 2000
fst2vcd -f "$work/rate.fst" -o "$work/rate.vcd"
awk '/\$var real/ && ++reals == 2 { id = $4 } /^#/ { now = substr($0, 2) } $2 == id && now { at[now] = substr($1, 2) }
     END { for (now in at) print now, at[now] * 100 }' "$work/rate.vcd" | sort -n >"$work/rate.shown"
awk '$2 == 0 { count[int($1 / 100) * 100 + 100]++ } END { for (end in count) print end, count[end] }' "$work/rate.trace" | sort -n >"$work/rate.counted"
[ "$(wc -l <"$work/rate.counted")" -gt 2 ] || fail "too little is issued for the rate to be seen"
while read -r end count; do
    [ "$end" -ge 2000 ] || grep -qx "$end $count" "$work/rate.shown" || fail "SM 0 issued $count instructions before cycle $end, the wave says otherwise"
done <"$work/rate.counted"
for sms in 30 x 1,,2 0x1 -1; do
    if run refused --machine oaws --policy gto --wave-sms $sms 2>"$work/refused.err"; then fail "--wave-sms $sms was taken"; fi
    [ "$(wc -l <"$work/refused.err")" = 1 ] || fail "--wave-sms $sms: expected one line"
done

# A failure: the field that differs, then the inputs of that cycle, those that changed first; the report says them in
# words.
sh tests/tb/plant.sh c_saturation block_bench "$work"
if "$work/block_bench" --block oaws_ocw --config n8_s2_sets32 --pack "$work/pack" >"$work/failure.log"; then fail "the plant passed"; fi
sh tests/tb/check_wave.sh "$work/pack/wave.fst" "$work/pack/wave.gtkw"
line=0
for words in '^-first divergence: cycle 4429, register cnt' '\.cnt_q_model' '^-inputs that had just changed' '\.n_acc_i' '\.access_set_i' '^-the other inputs' \
    '\.cfg_wmax_i' '^-registers'; do
    at=$(grep -m 1 -n -e "$words" "$work/pack/wave.gtkw" | cut -d: -f1)
    [ "${at:-0}" -gt $line ] || fail "the save file of a failure: $words stands in line ${at:-0}, expected behind $line"
    line=$at
done
grep -q '^inputs in cycle 4428, which led to it$' "$work/pack/report.txt" && grep -q '^what changed in cycle 4423$' "$work/pack/report.txt" &&
    grep -qE '^    done +1 \(yes\) +the L1D has serviced' "$work/pack/report.txt" || fail "the report does not say the inputs"

# shown COMMAND WORDS: `make wave` ends with 2 and one line that says them.
shown() {
    status=0
    PATH="$work/bin:$PATH" sh tb/wave/show.sh "$work/one.fst" >"$work/show.log" 2>&1 || status=$?
    [ $status = 2 ] && [ "$(wc -l <"$work/show.log")" = 1 ] && grep -q "$1" "$work/show.log" || fail "make wave, $1: status $status: $(cat "$work/show.log")"
}
mkdir "$work/bin"
(unset DISPLAY WAYLAND_DISPLAY; shown "no display")
printf '#!/bin/sh\necho usage\necho "Could not initialize GTK!  Is DISPLAY env var/xhost set?" >&2\n' >"$work/bin/gtkwave"
chmod +x "$work/bin/gtkwave"
DISPLAY=:9 shown "cannot be opened"
printf '#!/bin/sh\nexit 1\n' >"$work/bin/gtkwave"
DISPLAY=:9 shown "ended with status 1"
printf '#!/bin/sh\nexit 0\n' >"$work/bin/gtkwave"
PATH="$work/bin:$PATH" DISPLAY=:9 sh tb/wave/show.sh "$work/one.fst"

# With a wave the Verilog is evaluated at once, without one when it must be: as much is compared, to the last edge.
compared() { # compared OPTION...: by a run in which no cycle is left out
    "$BUILD/warplock" run --machine oaws --policy oaws-dyn --set gpu.sms=1 --set gpu.clusters=1 --size 16x16 \
        --blocks lockstep --lockstep every "$@" atax | sed -n 's/,//g; s/^ *lockstep\.fields *\([0-9]*\) .*/\1/p'
}
without=$(compared)
with=$(compared --wave "$work/compared.fst" --wave-window 200 --wave-start 300)
[ "${without:-0}" -gt 1000000 ] && [ "$without" = "$with" ] || fail "$without outputs and registers are compared without a wave, $with with one"
# And in the wave the model and the Verilog, which agree, show the same values at each time.
fst2vcd -f "$work/compared.fst" -o "$work/compared.vcd"
same_sides() {
    awk '
        $1 == "$scope" { path = path "." $3 }
        $1 == "$upscope" { sub(/\.[^.]*$/, "", path) }
        $1 == "$var" { name = path "." $5; id[name] = $4; if (sub(/_model$/, "_rtl", name)) other[path "." $5] = name }
        /^#/ && NR > 1 { look() }
        /^[bB]/ { value[$2] = $1 }
        /^[01xz]/ { value[substr($0, 2)] = substr($0, 1, 1) }
        function look(m) { for (m in other) if (other[m] in id) { pairs++; if (value[id[m]] != value[id[other[m]]]) bad++ } }
        END { look(); print pairs + 0 " pairs, " bad + 0 " differ"; exit !(pairs > 1000 && !bad) }' "$1"
}
same_sides "$work/compared.vcd" || fail "model and Verilog differ in the wave of a run in which they agree"
awk '$1 == "$var" && $5 == "timer_q_rtl" { timer = $4 } !(/^b/ && $2 == timer)' "$work/compared.vcd" >"$work/still.vcd"
if same_sides "$work/still.vcd" >/dev/null; then fail "a wave in which the timer of the Verilog stands still goes unnoticed"; fi
rm -r "$work"
