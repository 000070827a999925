#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# compile.sh RESULT.bc FLAG... SOURCE.c: C for the executor. Undefined behaviour becomes a trap, also what clang takes for it (a
# null pointer's memory is memory here, or what is read through one would be a path that is not there); locals begin
# unwritten (locals_main.c); everything is inlined, loops in the form in which what they leave is named.
# BUILD (build): the folder with prove/prove_locals.
set -eu
result=$1
shift
clang -std=c11 -O1 -Xclang -disable-llvm-passes -Xclang -disable-lifetime-markers -fno-delete-null-pointer-checks -w -I. \
    -fsanitize=shift,signed-integer-overflow,integer-divide-by-zero,array-bounds,bool,unreachable -fsanitize-trap=all \
    -ftrivial-auto-var-init=pattern -c -emit-llvm -o "$result.all" "$@"
"${BUILD:-build}/prove/prove_locals" "$result.all" "$result.locals"
"$(command -v opt || echo opt-14)" -passes='inline,function(sroa,early-cse,simplifycfg,loop-simplify,lcssa)' -inline-threshold=100000000 \
    -o "$result" "$result.locals"
