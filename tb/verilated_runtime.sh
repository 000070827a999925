#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Compiles Verilator's runtime into a library, once for all blocks, for programs and for shared libraries, where its
# variables of a thread must be reached as in either:
#   verilated_runtime.sh LIBRARY.a CXX CXXFLAGS
set -eu
library=$1 cxx=$2 cxxflags=$3
include=$(verilator --getenv VERILATOR_ROOT)/include
rm -f "$library"
for part in verilated verilated_threads; do
    # shellcheck disable=SC2086
    $cxx $cxxflags -fPIC -ftls-model=initial-exec -I"$include" -I"$include/vltstd" -c "$include/$part.cpp" -o "${library%.a}_$part.o"
done
ar rcs "$library" "${library%.a}_verilated.o" "${library%.a}_verilated_threads.o"
