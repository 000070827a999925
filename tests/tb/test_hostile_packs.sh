#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock block_bench
# A failure pack from elsewhere, and a recording: links, `..`, absolute names, counts that no replay comes to the end of, files that
# end anywhere, files of others, pipes, devices and folders in the place of a file, names with newlines, escape sequences in
# every text. Each is refused in one sentence without a control character, with status 2, within seconds and 200 MB; nothing is read
# behind a link, nothing is written. Shown to fail: a reader that follows links, one that prints what it reads, one that
# takes any count, and a memory without an end.
set -u
. tests/lib.sh
work=$(cd "$BUILD" && pwd)/hostile_packs
listing && exit 0
rm -rf "$work" && mkdir -p "$work/in" || exit 1
root=$(pwd) warplock=$(cd "$BUILD" && pwd)/warplock seeds=$(pwd)/tests/tb/fuzz_stimulus_seeds
export WARPLOCK_SOURCES="$root"
good=$seeds/warp_rank.txt secret=TheSecretOfAnother
cd "$work/in" || exit 1
mkdir good && cp "$good" good/stimulus.txt
made=0
pack() { made=$((made + 1)); mkdir -p "./$1" && cat >"./$1/stimulus.txt"; }     # pack NAME: its stimulus is read
with() { sed "$2" "$good" | pack "$1"; }                                   # with NAME SCRIPT
behind() { { sed '/^end$/d' "$good"; printf '%b\nend\n' "$2"; } | pack "$1"; } # behind NAME LINES: of a good one
escape=$(printf '\033[31m\033]0;title\007\233') newline='
'

# --- links, and what is no file
printf '%s\n' "$secret" >"$work/secret"
mkdir link_absolute link_dots link_dangling link_loop fifo device folder empty nothing
ln -s "$work/secret" link_absolute/stimulus.txt
ln -s ../../secret link_dots/stimulus.txt
ln -s /no/such/file link_dangling/stimulus.txt
ln -s stimulus.txt link_loop/stimulus.txt
mkfifo fifo/stimulus.txt pipe
ln -s /dev/zero device/stimulus.txt
mkdir folder/stimulus.txt
: >empty/stimulus.txt
# --- names
for line in block config; do
    with "${line}_dots" "s,^$line .*,$line ../../../../etc/passwd,"
    with "${line}_absolute" "s,^$line .*,$line /etc/passwd,"
    with "${line}_command" "s,^$line .*,$line \$(touch stolen);\`touch stolen\`,"
    with "${line}_escape" "s,^$line .*,$line $escape,"
    with "${line}_long" "s,^$line .*,$line $(printf '%4096s' '' | tr ' ' a),"
done
with config_huge 's/^config .*/config n99999999999999999999_s2_numbers7/'
with config_percent 's/^config .*/config %n%n%s%s/'
with instance_escape "s,^instance .*,instance $escape,"
with instance_long "s,^instance .*,instance $(printf '%4096s' '' | tr ' ' a),"
with seed_escape "s,^seed .*,seed $escape,"
with late_escape "s,^check_late .*,check_late $escape,"
with start_escape "s,^start .*,start $escape,"
with step_escape "s,^step .*,step $escape,"
with field_escape "s,^step .*,step 0 $escape=1,"
with value_escape "s,^step .*,step 0 resident=$escape,"
# --- counts
for count in 1000000001 18446744073709551615 18446744073709551616 -1 99999999999999999999999 1e9 0x10 010 +1; do
    behind "sleep$count" "sleep 2 $count"
    case $count in 010 | 1e9 | 1000000001) ;; *) behind "value$count" "step 2 resident=$count$count" ;; esac
    behind "seed$count" 'step 2' && sed -i "s/^seed .*/seed -$count/" "seed$count/stimulus.txt"
done
behind sum 'sleep 2 600000000\nsleep 600000002 600000000'
behind late 'step 9223372036854775807\nsleep 9223372036854775808 5'
behind back 'step 5\nstep 4'
{ sed '/^end$/d' "$good"; printf 'step 2'; head -c 20000000 /dev/zero | tr '\0' ' '; echo end; } | pack line_long
{ sed '/^end$/d' "$good"; printf 'step 2 resident=0\0\nend\n'; } | pack nul
mkdir sparse && made=$((made + 1)) && truncate -s 1T sparse/stimulus.txt
# --- a file that ends anywhere, in every sixteenth of its bytes in the small shape
step=$(tier_is_all && echo 1 || echo 16) size=$(($(wc -c <"$good") - 4)) at=0
while [ $at -le $size ]; do head -c $at "$good" | pack "cut$at"; at=$((at + step)); done
# --- the folder's own name
pack "new${newline}line" <empty/stimulus.txt
pack "$escape" <empty/stimulus.txt
pack '--help' <empty/stimulus.txt
pack "$(printf '%200s' '' | tr ' ' n)" <empty/stimulus.txt

before=$(find . | wc -l)
# refused PROGRAM NAME: in one sentence of the terminal's own letters, without what lies behind a link
refused() {
    (ulimit -v 400000 && exec timeout 10 "$1" replay "./$2") >"$work/out" 2>"$work/err" </dev/null
    status=$?
    [ $status = 2 ] && [ ! -s "$work/out" ] && [ "$(wc -l <"$work/err")" = 1 ] && [ "$(wc -c <"$work/err")" -lt 3000 ] &&
        ! LC_ALL=C grep -q "$(printf '[\001-\011\013-\037\177]')" "$work/err" && ! grep -q -e "$secret" -e ' memory' "$work/err"
}
tried=0
for name in * ; do
    [ "$name" = good ] && continue
    tried=$((tried + 1))
    refused "$warplock" "$name" || complain "$name: status $status: $(head -c 300 "$work/err" "$work/out" | cat -v)"
done
"$warplock" replay good >"$work/out" 2>&1 && grep -q 'agree$' "$work/out" || complain "a good pack: $(cat "$work/out")"
# Of another user: only where this one may become another that cannot read it.
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
    cp -r good others && chmod 700 others && chmod 600 others/stimulus.txt
    setpriv --reuid=65534 --regid=65534 --clear-groups "$warplock" replay "$(pwd)/others" >"$work/out" 2>"$work/err"
    [ $? = 2 ] && [ "$(wc -l <"$work/err")" = 1 ] || complain "a pack of another user: $(cat "$work/out" "$work/err")"
    rm -r others
else echo "not tried: a pack of another user (this one is not root)"; fi
for program in replay check belady; do
    for what in pipe /dev/zero /dev/null /no/such . ; do
        timeout 10 "$warplock" $program "$what" >"$work/out" 2>"$work/err" </dev/null
        [ $? = 2 ] && [ "$(wc -l <"$work/err")" = 1 ] || complain "$program $what: $(head -c 300 "$work/err")"
    done
done

# --- a recording: each of its files in turn is a link to itself elsewhere, or a pipe
"$warplock" run --machine oaws --policy oaws-dyn vadd --size 64 --record ../recording >/dev/null 2>"$work/err" || complain "no recording: $(cat "$work/err")"
recorded=0
for file in ../recording/*; do
    for kind in $(if tier_is_all; then echo link fifo; elif [ $((recorded % 2)) = 0 ]; then echo link; else echo fifo; fi); do
        rm -rf ../changed && cp -r ../recording ../changed && rm "../changed/${file##*/}"
        case $kind in link) ln -s "../recording/${file##*/}" "../changed/${file##*/}" ;; *) mkfifo "../changed/${file##*/}" ;; esac
        timeout 10 "$warplock" check ../changed >"$work/out" 2>"$work/err" </dev/null
        [ $? = 2 ] && [ "$(wc -l <"$work/err")" = 1 ] || complain "check, ${file##*/} a $kind: $(head -n 3 "$work/out" "$work/err")"
        recorded=$((recorded + 1))
    done
done
rm -rf ../changed
[ "$(find . | wc -l)" = "$before" ] || complain "written into the packs: $(find . -newer "$work/secret" -name 'stolen*')"
[ -z "$(find "$root" -maxdepth 1 -name stolen)" ] || complain "a command of a pack was executed"
echo "$tried packs and $recorded recordings refused, $failures failures"

# --- shown to fail
cd "$root" || exit 1
noticed_in() { # noticed_in NAME SOURCE SCRIPT WORDS: the pack is no longer refused
    plant_copy "$2" "$work/copy/${2##*/}" "$3" "$4" && program_with "$work/copy/${2##*/}" "$work/planted" || { complain "$4: not built"; return; }
    (cd "$work/in" && refused ../planted "$1") && complain "$4: not noticed" || echo "$4: $1 is not refused"
}
noticed_in link_dots tb/input_file.c 's/(follow ? stat : lstat)/stat/; s/ | (follow ? 0 : O_NOFOLLOW)//' 'a reader that follows links'
noticed_in step_escape tb/stimuli/stimulus_read.c '/^static bool refuse/,/^}/s/^    plain_line(r->error);//' 'a reader that prints what it reads'
if tier_is_all; then
    noticed_in sleep18446744073709551615 tb/stimuli/stimulus_read.c 's/1, STIMULUS_CYCLES, cursor/0, UINT64_MAX, cursor/; s/^    return \*cycles <= STIMULUS_CYCLES .*/    return true;/' 'a reader that takes any count'
    noticed_in sparse tb/stimuli/stimulus_read.c 's/if (c == 0)/if (false)/; s/length == STIMULUS_LINE/false/' 'a line that takes any memory'
fi
[ $failures = 0 ]
