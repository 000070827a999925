#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# model.sh RESULT.o FLAG... SOURCE.c: a model as the simulator compiles it, with its compiler and its flags (BUILD/tuple_sums.c),
# which are the same whatever WARPLOCK_TUPLES says. Two changes of a variable without an order between them are refused: compilers
# make one as they like, and what clang does of undefined behaviour is no trap there; so are pointers to what has ended. BUILD (build): as in prove.sh.
set -eu
result=$1
shift
word() { sed -n "s/^const char tuple_$1\[\] = \"\(.*\)\";\$/\1/p" "${BUILD:-build}/tuple_sums.c" | sed 's/\\\([\\"]\)/\1/g'; }
# shellcheck disable=SC2046
exec $(word cc) $(word cflags) -Werror=sequence-point -Werror=dangling-pointer -Werror=return-local-addr -fPIC -c -o "$result" "$@"
