#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Compiles what every Verilated block includes into verilated_parts.h.gch, once for all that are built together:
#   verilated_header.sh FOLDER CXX CXXFLAGS
# tb/verilate.sh takes it when it lies beside its object. It is not kept: it takes 60 megabytes.
set -eu
header=$1/verilated_parts.h cxx=$2 cxxflags=$3
include=$(verilator --getenv VERILATOR_ROOT)/include
printf '#include <%s>\n' cstdlib cstring new memory type_traits verilated.h >"$header"
# shellcheck disable=SC2086
$cxx $cxxflags -std=c++17 -w -I"$include" -I"$include/vltstd" -x c++-header "$header" -o "$header.new"
mv "$header.new" "$header.gch"
