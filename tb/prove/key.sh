#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# key.sh TUPLE...: of each a line with a sum of all that its proof depends on: model, table, Verilog, the tuple's flags, the prover and
# what drives its witnesses (of the limits of rtl_c/block.h those that it names); of `bits_h` what walks and counts sets, and the
# prover. Exit status 2, and an empty line, when a file of these cannot be read.
# RTL_C, VERILOG: as in prove.sh.
set -u
prover=$(find tb/prove -name '*.[chv]' ! -name replay.c ! -name 'compose*' | LC_ALL=C sort)
[ -n "$prover" ] || { echo "key.sh: tb/prove has no sources" >&2; exit 2; }
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT

# A name before each file's lines, so that what goes from one to another is a change. A line that says the licence is none.
text() {
    for file; do [ -f "$file" ] && [ -r "$file" ] || { echo "key.sh: $file cannot be read" >&2; return 1; }; done
    awk 'FNR == 1 { print "file " FILENAME } !/^(\/\/|#) SPDX-License-Identifier: [A-Za-z0-9.-]+$/' "$@"
}
# named TEXTS: these, without the limits of rtl_c/block.h that neither they nor the prover name: of no meaning to them.
named() {
    awk '
        FNR == 1 { pass++ }
        /^file / { file = $2 }
        file == "rtl_c/block.h" && /^    [A-Z]+_MAX = [0-9]+,$/ { if (pass == 3 && $1 in names) print; next }
        pass == 3 { print; next }
        { while (match($0, /[A-Z]+_MAX/)) { names[substr($0, RSTART, RLENGTH)]; $0 = substr($0, RSTART + RLENGTH) } }' \
        "$1" "$work/prover" "$1"
}
# key_of TUPLE LINE: its line in the table of tuples, block first.
key_of() {
    if [ "$1" = bits_h ]; then
        line=$1 block=bits of="${RTL_C:-rtl_c}/bits.h tb/prove/bits.sh"
    else
        line=$2
        [ -n "$line" ] || { echo "$1, expected a tuple of rtl_c/configs.def" >&2; return 2; }
        block=${line%% *}
        of="${RTL_C:-rtl_c}/$block.c rtl_c/$block.h rtl_c/$block.def rtl_c/bits.h rtl_c/block.h rtl_c/table.h rtl_c/table_ops.h
            rtl_c/table_structs.h ${VERILOG:-verilog}/$block.v tb/prove/prove.sh tb/prove/witnesses.sh tb/prove/model.sh
            tb/field.c tb/field.h tb/verilate.sh tb/verilated.cpp tb/verilated.h tb/verilated_top.v.h"
    fi
    # shellcheck disable=SC2086
    [ -f "$work/$block.of" ] || { text $of >"$work/of" && named "$work/of" >"$work/named" && mv "$work/named" "$work/$block.of"; } || return 2
    key=$({ printf '%s\n' "$line"; cat "$work/$block.of" "$work/prover"; } | sha256sum) || return 2
    key=${key%"${key#????????????????}"}
    case $key in
        *[!0-9a-f]* | '') echo "key.sh: $1: no sum" >&2; return 2 ;;
    esac
    echo "$key"
}
# shellcheck disable=SC2086
text tb/prove/compile.sh $prover >"$work/prover" || exit 2
sed -n 's/^CONFIG(\([a-z_]*\), *\([a-z0-9_]*\), *\(.*\))$/\1 \2 \3/p' rtl_c/configs.def >"$work/tuples"
status=0
for tuple; do echo "$tuple"; done | awk 'NR == FNR { line[$1 "_" $2] = $0; next } { print $0 ":" line[$0] }' "$work/tuples" - >"$work/lines"
while IFS=: read -r tuple line; do key_of "$tuple" "$line" || { status=2 && echo; }; done <"$work/lines"
exit $status
