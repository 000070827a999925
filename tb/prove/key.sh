#!/bin/sh
# key.sh TUPLE: a sum of all that a tuple's proof depends on: model, table, Verilog, the tuple's flags, and the prover. Alone on
# a line. RTL_C, VERILOG: as in prove.sh.
set -u
line=$(sed -n 's/^CONFIG(\([a-z_]*\), *\([a-z0-9_]*\), *\(.*\))$/\1 \2 \3/p' rtl_c/configs.def | awk -v tuple="$1" '$1 "_" $2 == tuple')
[ -n "$line" ] || { echo "$1, expected a tuple of rtl_c/configs.def" >&2; exit 2; }
block=${line%% *}
prover=$(find tb/prove -name '*.[chv]' ! -name replay.c | LC_ALL=C sort)
# shellcheck disable=SC2086
{ echo "$line"
  cat "${RTL_C:-rtl_c}/$block.c" "rtl_c/$block.h" "rtl_c/$block.def" rtl_c/bits.h rtl_c/block.h rtl_c/places.h rtl_c/places.def \
      rtl_c/table.h rtl_c/table_ops.h rtl_c/table_structs.h "${VERILOG:-verilog}/$block.v" tb/prove/prove.sh $prover; } | sha256sum | cut -c1-16
