#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Verilates one block in one configuration and compiles it with its glue into an object:
#   verilate.sh BLOCK TUPLE SOURCE.v OBJECT.o CXX CXXFLAGS -DCFG_<parameter>=value...
# The block stands inside tb/verilated_top.v.h. Public are its registers (*_q), to be read, and what the glue gives the
# inputs and registers; the rest stays open to Verilator's optimiser. Registers that could be written at any time would be evaluated
# like inputs of the top, again and again: the glue writes them only before a model's first evaluation, and else puts them,
# as inputs, from the top.
# Loops of more than that many statements stay loops, which are evaluated bit by bit. The sums of warp_rank stay so: unrolled, they are compiled
# in eight times the time and evaluated in half of it, and few steps ask for them.
# NETLIST: mutants of the block, with its geometry inside and an input mutsel of so many bits. Files beside OBJECT.o in
# the folder OBJECT.d; run from the repository root. Verilator's runtime is compiled elsewhere, once.
set -eu
block=$1 tuple=$2 source=$3 object=$4 cxx=$5 cxxflags=$6
shift 6
config=${tuple#"$block"_}
model=V$tuple
unroll=40000
[ "$block" != warp_rank ] || unroll=12000
folder=${object%.o}.d
glue=${GLUE:-tb/verilated.cpp}   # the mutation campaign puts its own around it
include=$(verilator --getenv VERILATOR_ROOT)/include
mutsel=${NETLIST:+-DGLUE_MUTSEL=$NETLIST}

rm -rf "$folder" "$object"
mkdir -p "$folder"
printf '`verilator_config\npublic_flat_rd -module "%s" -var "*_q"\npublic_flat_rw -module "lockstep" -var "*_given"\n' \
    "$block" >"$folder/public.vlt"
# shellcheck disable=SC2086
$cxx -E -P -x c -I. -imacros rtl_c/block.h "$@" $mutsel -DGLUE_BLOCK="$block" -DGLUE_TABLE="\"rtl_c/$block.def\"" \
    tb/verilated_top.v.h >"$folder/top.v"
# shellcheck disable=SC2086
verilator --cc -O3 --unroll-stmts $unroll -Wno-fatal --x-assign fast --top-module lockstep --prefix "$model" -Mdir "$folder" \
    "$folder/public.vlt" "$folder/top.v" "$source" >"$folder/verilator.log" 2>&1 ||
    { cat "$folder/verilator.log" >&2; exit 1; }
# One source: what both include is read once.
{ cat "$folder/$model"*.cpp; printf '#include "%s"\n' "$glue"; } >"$folder/all.cpp"
header=${object%/*}/verilated_parts.h           # tb/verilated_header.sh
[ ! -f "$header.gch" ] || set -- -include "$header" "$@"
# shellcheck disable=SC2086
$cxx $cxxflags -std=c++17 -w -I. -I"$folder" -I"$include" -I"$include/vltstd" "$@" $mutsel \
    -DGLUE_BLOCK="$block" -DGLUE_CONFIG="$config" -DGLUE_MODEL="$model" \
    -DGLUE_HEADER="\"rtl_c/$block.h\"" -DGLUE_TABLE="\"rtl_c/$block.def\"" \
    -DGLUE_MODEL_HEADER="\"$model.h\"" -DGLUE_ROOT_HEADER="\"${model}___024root.h\"" \
    -c "$folder/all.cpp" -o "$object"
