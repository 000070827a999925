#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Compiles Verilator's runtime into an object, once for all blocks, for programs and for shared objects:
#   verilated_runtime.sh OBJECT.o CXX CXXFLAGS
set -eu
object=$1 cxx=$2 cxxflags=$3
include=$(verilator --getenv VERILATOR_ROOT)/include
parts=
for part in verilated verilated_threads; do
    # shellcheck disable=SC2086
    $cxx $cxxflags -fPIC -ffunction-sections -I"$include" -I"$include/vltstd" -c "$include/$part.cpp" -o "${object%.o}_$part.o"
    parts="$parts ${object%.o}_$part.o"
done
# shellcheck disable=SC2086
$cxx -r -nostdlib -o "$object" $parts && rm $parts
