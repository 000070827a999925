#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: prove/built
# Every text of tests/tb/prove_misleads, which says one thing to the prover and another to the simulator, or to Verilator, is refused,
# refuted or not read, by the line that it must be. In `make test` the first of each side; all of them are applied.
set -u
. tests/lib.sh
misleads=tests/tb/prove_misleads
work=$BUILD/tests/tb/prove_misleads
export PROVE_TOOLS="${PROVE_TOOLS:-$(sh tb/prove/tools.sh)}"     # once

# know WORDS: block, side, config, how it ends, words; source, tuple.
know() {
    read -r block side config ends words <<END
$1
END
    ends=${ends%:} tuple=${block}_$config
    case $side in verilog) source=verilog/$block.v ;; *) source=rtl_c/$block.$side ;; esac
}

# tried LINE: the text of this line, in a folder of its own.
tried() {
    know "$(sed -n "$1p" "$misleads")"
    folder=$work/$1 said=$(sed -n "$(($1 + 2))s/^    //p" "$misleads")
    plant_copy "$source" "$folder/$source" "$(sed -n "$(($1 + 1))p" "$misleads")" "$words" || return
    case $side in
        h | def)                                 # these lie in rtl_c alone
            header=rtl_c/$block.h table=rtl_c/$block.def
            case $side in h) header=$folder/$source ;; *) table=$folder/$source ;; esac
            # shellcheck disable=SC2046
            "$BUILD/prove/prove_texts" "$block" "rtl_c/$block.c" "$header" "$table" "verilog/$block.v" \
                $(sed -n 's/^PARAM(\([A-Z_]*\),.*/\1/p' "rtl_c/$block.def") >"$folder/log" 2>&1
            status=$?
            [ $status = 0 ] || echo "$tuple: refused" >>"$folder/log" ;;
        *)
            case $side in c) RTL_C=$folder/rtl_c ;; *) VERILOG=$folder/verilog ;; esac
            RTL_C=${RTL_C:-rtl_c} VERILOG=${VERILOG:-verilog} PROVE_WORK=$folder PROVE_REPLAY='' sh tb/prove/prove.sh "$tuple" >"$folder/log" 2>&1
            status=$? ;;
    esac
    ended=unread
    case $status in
        0) ended=proven ;;
        1) ended=refuted ;;
        2) grep -qx "$tuple: refused" "$folder/log" && ended=refused ;;
        3) ended=open ;;
    esac
    if [ $ended = "$ends" ] && grep -qF -e "$said" "$folder/log"; then echo "$source: $words: $ended: $said"; rm -rf "$folder"; return; fi
    complain "$source, line $1: $words: $ended, expected $ends by '$said'"
    head -n 12 "$folder/log"
}

case ${1-} in --tried) tried "$2"; exit $failures ;; esac
rm -rf "$work" && mkdir -p "$work"
number=0 chosen=
while IFS= read -r text; do
    number=$((number + 1))
    case $text in
        [a-z]*)
            know "$text"
            planted=$((planted + 1))
            plant_copy "$source" "$work/copy" "$(sed -n "$((number + 1))p" "$misleads")" "$words" && first_of "$side" && chosen="$chosen $number" ;;
    esac
done <"$misleads"
# shellcheck disable=SC2086
printf -- '--tried %s\n' $chosen | xargs -P "$(nproc)" -L 1 sh "$0" || failures=$((failures + 1))
echo "$planted planted, $(echo "$chosen" | wc -w) tried, $failures failures"
[ "$failures" = 0 ]
