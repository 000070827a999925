#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Makes a SystemC module of one block and compiles it, with what reads its registers, into a library:
#   verilate.sh BLOCK SOURCE.v LIBRARY.a CXX CXXFLAGS -DCFG_<parameter>=value...
# The class is V<block>; its header is in LIBRARY.d. Of the parameters those in the block's table are taken. Only
# the registers (*_q) are made public. Run from the repository root. Verilator's runtime is compiled elsewhere, once.
set -eu
block=$1 source=$2 library=$3 cxx=$4 cxxflags=$5
shift 5
model=V$block
folder=${library%.a}.d
include=$(verilator --getenv VERILATOR_ROOT)/include
own=" $(sed -n 's/^PARAM(\([A-Z_]*\),.*/\1/p' "rtl_c/$block.def" | tr '\n' ' ')"
parameters= verilog_parameters=
for flag in "$@"; do
    word=${flag#-DCFG_}
    case $own in *" ${word%%=*} "*)
        parameters="$parameters $flag"
        verilog_parameters="$verilog_parameters -G$word" ;;
    esac
done

rm -rf "$folder" "$library"
mkdir -p "$folder"
printf '`verilator_config\npublic_flat_rw -module "%s" -var "*_q"\n' "$block" >"$folder/public.vlt"
# shellcheck disable=SC2086
verilator --sc --pins-bv 65 -O3 -Wno-fatal --x-assign fast --top-module "$block" $verilog_parameters --prefix "$model" \
    -Mdir "$folder" "$folder/public.vlt" "$source" >"$folder/verilator.log" 2>&1 ||
    { cat "$folder/verilator.log" >&2; exit 1; }
cat "$folder/$model"*.cpp >"$folder/all.cpp"
# shellcheck disable=SC2086
$cxx $cxxflags -std=c++17 -w -DVM_SC=1 -I"$folder" -I"$include" -I"$include/vltstd" -c "$folder/all.cpp" \
    -o "$folder/$block.o"
# shellcheck disable=SC2086
$cxx $cxxflags -std=c++17 -w -DVM_SC=1 -I. -I"$folder" -I"$include" -I"$include/vltstd" $parameters \
    -DGLUE_BLOCK="$block" -DGLUE_HEADER="\"rtl_c/$block.h\"" -DGLUE_TABLE="\"rtl_c/$block.def\"" \
    -DGLUE_MODEL_HEADER="\"$model.h\"" -DGLUE_ROOT_HEADER="\"${model}___024root.h\"" \
    -c tb/systemc/block_registers.cpp -o "$folder/${block}_registers.o"
ar rcs "$library" "$folder/$block.o" "$folder/${block}_registers.o"
rm -f "$folder/all.cpp"
