#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tier: all
# What a program costs the host beside the same launches from a job file: instructions of atax_row, counted by callgrind. At
# most 3 % more; shown to fail, by a program that launches twice as often.
# needs: warplock tests/sim/cudart/program tests/sim/cudart/job
set -u
. tests/lib.sh
command -v valgrind >/dev/null 2>&1 || sh .ci/install valgrind
work=$BUILD/cudart_overhead
rm -rf "$work" && mkdir -p "$work" || exit 1
sed 's,\.\./\.\./\.\./sim,'"$(pwd)"'/sim,' tests/sim/cudart/job.json >"$work/job.json"
instructions() { # instructions COMMAND...
    valgrind --tool=callgrind --callgrind-out-file="$work/out" "$@" 2>&1 >/dev/null | sed -n 's/.*Collected : //p'
}
# The runtime is not optimised as one, so that a program takes some 13 % more than warplock; that is not its doing.
job=$(instructions "$BUILD/tests/sim/cudart/job" run "$work/job.json" --machine oaws)
program() { WARPLOCK_MACHINE=oaws instructions "$BUILD/tests/sim/cudart/program" atax 256 16 "$1" return; }
once=$(program 2) twice=$(program 4)
within() { awk -v job="$job" -v program="$1" 'BEGIN { printf "%d of the program, %d of the job: %.2f %%\n", program, job, 100 * (program / job - 1)
                                                       exit program > 1.03 * job }'; }
within "$once" || complain "more than 3 %"
within "$twice" && complain "twice the launches are not noticed"
[ "$failures" = 0 ]
