#!/bin/sh
# key.sh TUPLE: a sum of all that a tuple's proof depends on: model, table, Verilog, the tuple's flags, and the prover; of `bits_h`
# what walks and counts sets, and the prover. Alone on a line. RTL_C, VERILOG: as in prove.sh.
set -u
rtl_c=${RTL_C:-rtl_c}
prover=$(find tb/prove -name '*.[chv]' ! -name replay.c | LC_ALL=C sort)
if [ "$1" = bits_h ]; then
    # shellcheck disable=SC2086
    cat "$rtl_c/bits.h" tb/prove/bits.sh tb/prove/compile.sh $prover | sha256sum | cut -c1-16
    exit
fi
line=$(sed -n 's/^CONFIG(\([a-z_]*\), *\([a-z0-9_]*\), *\(.*\))$/\1 \2 \3/p' rtl_c/configs.def | awk -v tuple="$1" '$1 "_" $2 == tuple')
[ -n "$line" ] || { echo "$1, expected a tuple of rtl_c/configs.def" >&2; exit 2; }
block=${line%% *}
# shellcheck disable=SC2086
{ echo "$line"
  cat "$rtl_c/$block.c" "rtl_c/$block.h" "rtl_c/$block.def" rtl_c/bits.h rtl_c/block.h rtl_c/places.h rtl_c/places.def \
      rtl_c/table.h rtl_c/table_ops.h rtl_c/table_structs.h "${VERILOG:-verilog}/$block.v" tb/prove/prove.sh tb/prove/compile.sh $prover; } | sha256sum | cut -c1-16
