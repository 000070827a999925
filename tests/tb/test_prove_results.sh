#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: prove/built verilated_runtime.o tuple_sums.c
# What stands in tb/prove/results.txt was proven: a file that was written by hand, shortened or joined is refused with its line,
# results of another key or of other tools are stale, and of what it says is proven some is proven anew, others each day: one tuple,
# with TIER=all three, of any size. A result that is forged with all its sums is noticed so.
set -u
. tests/lib.sh
work=$BUILD/tests/tb/prove_results built=$(cd "$BUILD" && pwd)
rm -rf "$work" && mkdir -p "$work"
export PROVE_TOOLS="$(sh tb/prove/tools.sh)"
key_of() { sh tb/prove/key.sh "$1"; }
good=$work/good
{
    echo "bits_h $(key_of bits_h) proven 70.1 64 100 -"
    echo "bucl_bypass_p2 $(key_of bucl_bypass_p2) proven 0.4 20 10 ab12+cd34"
    echo "kaws_share_n3_s2 $(key_of kaws_share_n3_s2) open 0.4 20 10 ab12"
} | sh tb/prove/results.sh put "$good" || complain 'three results cannot be written'
RESULTS=$good sh tb/prove/state.sh tuples >"$work/log" 2>&1 || complain "three results: $(cat "$work/log")"
grep -qx '| `bits_h` | 70.1 |' "$work/log" && grep -qx '| `bucl_bypass` | `p2` 0.4 |' "$work/log" && grep -qx '| `kaws_share` | `n3_s2` open 0.4 |' "$work/log" || complain "three results: $(cat "$work/log")"

# refused SCRIPT EXPECTED: the three results changed by sed, and what is said of it.
planted=0
refused() {
    planted=$((planted + 1))
    sed "$1" "$good" >"$work/forged"
    ! cmp -s "$good" "$work/forged" || { complain "$1 changes nothing"; return; }
    RESULTS=$work/forged sh tb/prove/state.sh blocks >"$work/log" 2>&1
    [ $? = 2 ] && grep -qF "$work/forged:$2" "$work/log" && grep -q 'Only make prove writes this file' "$work/log" || complain "$1: expected '$2': $(cat "$work/log")"
    tier_is_all || [ $planted = 1 ] || return
    RESULTS=$work/forged sh tb/prove/all.sh bucl_bypass_p2 >"$work/log" 2>&1
    [ $? = 2 ] || complain "$1: make prove goes on with it: $(tail -n 2 "$work/log")"
}
refused 's/ open / proven /' '5: seen `end 3 '
refused '4d' '4: seen `end 3 '
refused '$d' '4: seen `kaws_share'
refused '3,$d' '2: seen `bits_h'
refused '1d' '4: seen `end 3'
refused '4s/$/\nccws_lls_n32 0123456789abcdef proven 1.0/' '6: seen `end 3'
refused '4{p;p}' '7: seen `end 3'
refused '1s/Yosys/yosys/' '5: seen `end 3'
: >"$work/forged"
RESULTS=$work/forged sh tb/prove/state.sh blocks >"$work/log" 2>&1
[ $? = 2 ] && grep -q 'forged:1: seen' "$work/log" || complain "an empty file: $(cat "$work/log")"

# summed SCRIPT: the same, with the last line made right.
summed() {
    planted=$((planted + 1))
    sed "\$d; $1" "$good" >"$work/forged"
    echo "end $(($(wc -l <"$work/forged") - 1)) $(sha256sum <"$work/forged" | cut -c1-16)" >>"$work/forged"
    RESULTS=$work/forged sh tb/prove/state.sh tuples >"$work/log" 2>&1
}
summed 's/^\(bucl.*proven\) .*/\1 1.0/'
[ $? = 2 ] && grep -q 'forged:3: seen `bucl_bypass_p2 ' "$work/log" || complain "a line of four: $(cat "$work/log")"
summed 's/proven 0.4 20/proven 0.4 0/'
[ $? = 2 ] && grep -q 'forged:3: seen `bucl_bypass_p2 ' "$work/log" || complain "proven of no obligation: $(cat "$work/log")"
summed '4s/kaws_share_n3_s2/bucl_bypass_p2/'
[ $? = 2 ] && grep -q 'forged:4: seen `bucl_bypass_p2 ' "$work/log" || complain "a tuple twice: $(cat "$work/log")"
summed '1s/Yosys/yosys/'
[ $? = 2 ] && grep -q 'forged:1: seen `tools ' "$work/log" || complain "other versions under their old sum: $(cat "$work/log")"
summed "3s/$(key_of bucl_bypass_p2)/0123456789abcdef/"
grep -q '^| `bucl_bypass` | `p2` \*stale\* ' "$work/log" && grep -qx '| `bits_h` | [0-9.]* |' "$work/log" || complain "another key: $(cat "$work/log")"
# Other tools than the last.
summed '3s/ \([0-9a-f]*\) ab12+cd34/ 0000000000000000 ab12+cd34/'
grep -q '^| `bucl_bypass` | `p2` \*stale\* ' "$work/log" && grep -qx '| `bits_h` | [0-9.]* |' "$work/log" || complain "another tool's: $(cat "$work/log")"

# A limit of rtl_c/block.h is part of the keys of the tuples that name it, M_MAX of oaws_qualify and not of warp_arbiter.
tree=$work/tree
mkdir -p "$tree" && cp -rp rtl_c verilog tb "$tree" || exit 1
keys() { (cd "$tree" && sh tb/prove/key.sh oaws_qualify_n8_m32 warp_arbiter_n8_s2) | paste -sd' '; }
# by_limit: which of the two keys change with it.
by_limit() {
    before=$(keys)
    sed 's/^    M_MAX = [0-9]*,$/    M_MAX = 99,/' rtl_c/block.h >"$tree/rtl_c/block.h"
    after=$(keys)
    cp rtl_c/block.h "$tree/rtl_c/block.h"
    [ "${before%% *}" = "${after%% *}" ] || echo oaws_qualify
    [ "${before#* }" = "${after#* }" ] || echo warp_arbiter
}
[ "$(by_limit)" = oaws_qualify ] || complain "M_MAX is part of the keys of: $(by_limit | paste -sd' ')"
for plant in 's/ named "\$work\/of" / cat "$work\/of" /:oaws_qualify warp_arbiter' 's/pass == 3 \&\& $1 in names/0/:'; do
    sed "${plant%:*}" tb/prove/key.sh >"$tree/tb/prove/key.sh"
    ! cmp -s tb/prove/key.sh "$tree/tb/prove/key.sh" || complain "key.sh: ${plant%:*} changes nothing"
    [ "$(by_limit | paste -sd' ')" = "${plant##*:}" ] || complain "key.sh: ${plant%:*} is not noticed: $(by_limit | paste -sd' ')"
    planted=$((planted + 1))
done
# Where blocks stand is part of no key, so that one block more makes no proof stale; and no proof reads it.
by_place() {
    before=$(keys)
    echo 'PLACE(one_more, SM, CORE, UPDATES)' >>"$tree/rtl_c/places.def"
    [ "$(keys)" = "$before" ] || echo moved
}
cp tb/prove/key.sh "$tree/tb/prove/key.sh"
[ -z "$(by_place)" ] || complain 'another PLACE, expected the keys as before'
sed 's| rtl_c/table.h | rtl_c/table.h rtl_c/places.def |' tb/prove/key.sh >"$tree/tb/prove/key.sh"
[ "$(by_place)" = moved ] || complain 'key.sh: a key of places.def is not noticed'
planted=$((planted + 1))
cp tb/prove/key.sh "$tree/tb/prove/key.sh" && rm "$tree"/rtl_c/places.*
(cd "$tree" && BUILD=$built PROVE_WORK=again sh tb/prove/prove.sh bucl_bypass_p2) >"$work/log" 2>&1 </dev/null && grep -q '^proven' "$work/log" ||
    complain "a proof without rtl_c/places.*: $(cat "$work/log")"

# proven_again RESULTS COUNT SECONDS: so many of those that it calls proven as they are, and that took at most so long, in an order that
# is another each day.
proven_again() {
    sh tb/prove/results.sh read "$1" | awk -v most="$3" '$3 == "proven" && $1 != "bits_h" && $4 <= most' | while read -r tuple key rest; do
        echo "$(printf '%s %s' "$(date +%F)" "$key" | sha256sum | cut -c1-16) $tuple $key"
    done | LC_ALL=C sort >"$work/order"
    seen=0
    while [ $seen -lt "$2" ] && read -r _ tuple key; do
        [ "$(key_of "$tuple")" = "$key" ] || continue           # stale: it is not called proven
        seen=$((seen + 1))
        PROVE_WORK=$work/again sh tb/prove/prove.sh "$tuple" >"$work/log" 2>&1 </dev/null || { echo "$tuple is not proven: $(cat "$work/log")"; return 1; }
        cut -c1-150 "$work/log"
        stood=$(awk -v tuple="$tuple" '$1 == tuple { print $5 }' "$1")
        grep -q " $stood obligations, " "$work/log" || { echo "$tuple: $stood obligations stand in the file, and not in: $(cat "$work/log")"; return 1; }
    done <"$work/order"
    [ $seen = "$2" ] || { echo "$seen of $2 tuples are proven as they are"; return 1; }
}
if tier_is_all; then proven_again tb/prove/results.txt 3 200; else proven_again tb/prove/results.txt 1 2; fi ||
    complain 'what the results say is proven is not'
# A model that is wrong, its line with its own key and all sums.
cp rtl_c/bucl_bypass.c "$work/bucl_bypass.c" && plant_copy rtl_c/bucl_bypass.c "$work/bucl_bypass.c" 's/out->\([a-z_]*\) *= /out->\1 = !/' && (
    export RTL_C="$work"
    echo "bucl_bypass_p2 $(key_of bucl_bypass_p2) proven 0.4 20 10 ab12" | sh tb/prove/results.sh put "$work/lie"
    ! proven_again "$work/lie" 1 5 >"$work/said" && grep -q '^bucl_bypass_p2 is not proven: refuted' "$work/said"
) || complain "a forged result is not noticed: $(cat "$work/said")"
# One that says another number of obligations.
echo "bucl_bypass_p2 $(key_of bucl_bypass_p2) proven 0.4 7 10 ab12" | sh tb/prove/results.sh put "$work/lie2"
if tier_is_all; then
    ! proven_again "$work/lie2" 1 5 >"$work/said" && grep -q '7 obligations stand in the file' "$work/said" || complain "seven obligations: $(cat "$work/said")"
fi
echo "$planted forged, $failures failures"
[ "$failures" = 0 ]
