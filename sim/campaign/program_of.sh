#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# program_of.sh BUILD STORE [PAPER]: prints the program whose runs of PAPER's machines (named PAPER or PAPER_...) STORE has; without
# PAPER, of any machine. Prints nothing when it has none. Status 1 when it has runs of several: a page is of one.
set -eu
"$1/warplock" results "$2" --columns program,machine --csv - | awk -F , -v store="$2" -v paper="${3:-}" '
    NR == 1 || (paper != "" && $2 != paper && index($2, paper "_") != 1) || $1 == program { next }
    program == "" { program = $1; next }
    { printf "%s: seen runs of programs %s and %s%s, expected of one\n", store, program, $1, paper == "" ? "" : " for " paper | "cat >&2"; several = 1; exit }
    END { if (several) exit 1; if (program != "") print program }'
