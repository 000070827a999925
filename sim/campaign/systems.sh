#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# systems.sh PAGE: brings the table of the systems in README.md up to date: their names in words, their pages, and the
# first claim of each paper beside what was measured (docs/figures/<paper>/claims.dat).
set -eu
page=$1
new=$(mktemp)
trap 'rm -f "$new"' EXIT
row() { # row PAPER NAME WORDS CLAIM
    awk -F '\t' -v paper="$1" -v name="$2" -v words="$3" -v claim="$4" '
        $1 == claim {
            printf "| [%s](docs/%s.md) | %s | %s: %s | %+.1f %% | %+.1f %% | [%s_results](docs/%s_results.md) |\n",
                name, paper, words, claim, $2, $3, $4, paper, paper
            found = 1
        }
        END { exit !found }' "docs/figures/$1/claims.dat" || { echo "docs/figures/$1/claims.dat: no claim $4" >&2; exit 2; }
}
{
    sed '/<!-- systems:begin/q' "$page"
    printf '| system | in words | claim | claimed | measured | all claims |\n| --- | --- | --- | ---: | ---: | --- |\n'
    row oaws OAWS "Memory Occlusion Aware Warp Scheduling" O2
    row ccws CCWS "Cache-Conscious Wavefront Scheduling" C1
    row kaws KAWS "Kernel-Aware Warp Scheduling, with warp sharing" K1
    row bucl BUCL "Bypassing for Un-Coalesced Loads" B1
    row owl OWL "scheduling by groups of thread blocks (CTAs), with prefetching in the memory controllers" W5
    sed -n '/<!-- systems:end/,$p' "$page"
} >"$new"
cmp -s "$new" "$page" || cat "$new" >"$page"
