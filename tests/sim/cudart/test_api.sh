#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The table of the API is what the library has: every row is a function of it and nothing else is visible but what compilers
# call; the page is printed from the table; every option of `warplock run` that a program can have is a variable.
# needs: warplock libwarplock_cudart.a
set -u
. tests/lib.sh
work=$BUILD/cudart_api
rm -rf "$work" && mkdir -p "$work" || exit 1

sed -nE 's/^(RUNTIME|DRIVER|UNSUPPORTED|UNSUPPORTED_DRIVER)\([a-zA-Z_ *]+, ([a-zA-Z0-9_]+),.*/\2/p' sim/cudart/tables/api.def sim/cudart/tables/api_driver.def | sort >"$work/rows"
grep -c . "$work/rows" | sed 's/$/ rows/'
uniq -d "$work/rows" | grep . && complain "two rows of one function"
nm --defined-only -g "$BUILD/libwarplock_cudart.a" | awk 'NF == 3 { print $3 }' | sort >"$work/visible"
unlike() { grep -vE '^(__cuda|warplock_Z|cublas|cufft|curand|nvrtc)' "$work/visible" | diff "$1" - >"$work/unlike"; }
unlike "$work/rows" || complain "rows without a function (<), functions without a row (>): $(cat "$work/unlike")"
sed 1d "$work/rows" >"$work/fewer"
unlike "$work/fewer" && complain "a missing row is not noticed"

sh sim/cudart/api_page.sh >"$work/page"
cmp "$work/page" docs/cuda_api.md || complain "docs/cuda_api.md is another: sh sim/cudart/api_page.sh > docs/cuda_api.md"
# shellcheck disable=SC2016
named() { sed -n 's/^| \(`cu[^|]*\)|.*/\1/p' "$1" | grep -o '`cu[A-Za-z0-9_]*`' | tr -d '`' | sort; }
named "$work/page" | diff "$work/rows" - >"$work/unnamed" ||
    complain "functions that the page lacks (<) or names twice (>): $(cat "$work/unnamed")"
plant_copy "$work/page" "$work/planted" 's/`cudaMemcpy`, //' && named "$work/planted" | cmp -s "$work/rows" - &&
    complain "a function that the page lacks is not noticed"

# Options that only a kernel, a job file, the command's own output or several runs have.
others='arg baseline block color content dump dump-anywhere entry grid help json memory per-interval read-anywhere seed shared size store trace unknown-opcode verbose workers'
"$BUILD/warplock" run --help | sed -nE 's/^ +--([a-z0-9-]+).*/\1/p' | sort -u >"$work/options"
{ sed -nE 's/^VARIABLE\(".*", "--(.*)"\)$/\1/p' sim/cudart/tables/environment.def; printf '%s\n' $others; } | sort >"$work/variables"
comm -23 "$work/options" "$work/variables" | sed 's/^/option without a variable: --/' >"$work/lacks"
[ -s "$work/lacks" ] && complain "$(cat "$work/lacks")"

# Whether a handle is one changes under the lock: no call asks before it has that.
early() { grep -rnE 'begin(_[a-z]+)?\([^;]*_is_one\(' "$1"; }
early sim/cudart && complain "a call looks for a handle before it has the lock"
plant_copy sim/cudart/runtime/graph_exec.c "$work/early.c" 's/begin(exec, true)/begin(exec, graph_is_one(graph))/' && early "$work/early.c" >/dev/null ||
    complain "a handle that is looked for too early is not noticed"
[ "$failures" = 0 ]
