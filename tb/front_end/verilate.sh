#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Verilates warp_front_end with its blocks into a library, with the glue of tb/front_end/front_end_rtl.cpp:
#   verilate.sh FOLDER-OF-THE-VERILOG LIBRARY.a CXX CXXFLAGS -DCFG_<parameter>=value...
# The blocks' ports and registers are made public. Verilator's runtime is compiled elsewhere, once. Run from the
# repository root.
set -eu
verilog=$1 library=$2 cxx=$3 cxxflags=$4
shift 4
folder=${library%.a}.d
include=$(verilator --getenv VERILATOR_ROOT)/include
verilog_parameters=
for flag in "$@"; do
    case $flag in
        -DCFG_ACROSS=* | -DCFG_NUMBERS=* | -DCFG_WAYS=* | -DCFG_BITS=* | -DCFG_PROGRESS_W=*) ;;   # of SYSTEM, or the papers'
        *) verilog_parameters="$verilog_parameters -G${flag#-DCFG_}" ;;
    esac
done
blocks=$(for table in rtl_c/*_*.def; do basename "$table" .def; done)

rm -rf "$folder" "$library"
mkdir -p "$folder"
{
    echo '`verilator_config'
    for block in $blocks; do
        for name in '*_i' '*_o' '*_q'; do echo "public_flat_rd -module \"$block\" -var \"$name\""; done
    done
} >"$folder/public.vlt"
# shellcheck disable=SC2086
verilator --cc -O3 -Wno-fatal --x-assign fast --flatten --top-module warp_front_end $verilog_parameters \
    -Mdir "$folder" --prefix Vwarp_front_end "$folder/public.vlt" $(for block in $blocks; do echo "$verilog/$block.v"; done) \
    "$verilog/warp_front_end.v" >"$folder/verilator.log" 2>&1 || { cat "$folder/verilator.log" >&2; exit 1; }
cat "$folder"/Vwarp_front_end*.cpp >"$folder/all.cpp"
for block in $blocks; do echo "#include \"rtl_c/$block.h\""; done >"$folder/block_headers.h"
awk -f tb/front_end/instances.awk "$verilog/warp_front_end.v" >"$folder/instances.h"
for part in "$folder/all.cpp" tb/front_end/front_end_rtl.cpp; do
    # shellcheck disable=SC2086
    $cxx $cxxflags -std=c++17 -w -I. -I"$folder" -I"$include" -I"$include/vltstd" "$@" -c "$part" \
        -o "$folder/$(basename "$part" .cpp).o"
done
ar rcs "$library" "$folder/all.o" "$folder/front_end_rtl.o"
rm -f "$folder/all.cpp"
