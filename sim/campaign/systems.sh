#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# systems.sh PAGE [DOCS]: brings the table of the systems in README.md up to date: their names in words, their pages, and the
# first claim of each paper beside what was measured (DOCS/figures/<paper>/claims.dat); of OWL also without the one kernel
# that makes most of its mean. Below it what comes of all claims (claims_table.sh). DOCS is docs when left out.
set -eu
page=$1
docs=${2:-docs}
new=$(mktemp)
trap 'rm -f "$new"' EXIT
row() { # row PAPER NAME WORDS CLAIM
    awk -F '\t' -v paper="$1" -v name="$2" -v words="$3" -v claim="$4" '
        $1 == claim {
            half = $7 == "" || $7 == "-" ? "" : " +-" $7
            printf "| [%s](docs/%s.md) | %s | %s: %s | %+.1f %% | %+.1f%s %% | [%s_results](docs/%s_results.md) |\n",
                name, paper, words, claim, $2, $3, $4, half, paper, paper
            found = 1
        }
        END { exit !found }' "$docs/figures/$1/claims.dat" || { echo "$docs/figures/$1/claims.dat: no claim $4" >&2; exit 2; }
}
# without PAPER CLAIM FIGURE GROUP COLUMN KERNEL: the same claim, an arithmetic mean of a column of a figure's table over the
# kernels of a group, once more without one kernel. Refused when the mean of them all is not what was measured.
without() {
    measured=$(awk -F '\t' -v claim="$2" '$1 == claim { print $3, $4 }' "$docs/figures/$1/claims.dat")
    awk -F ' *[|] *' -v paper="$1" -v claim="$2" -v figure="### $3: " -v mean="mean $4" -v column="$5" -v left_out="$6" \
        -v measured="$measured" '
        /^### / { inside = index($0, figure) == 1; at = 0 }
        inside && /^\|/ && !at { for (i = 3; i < NF; i++) if ($i == column) at = i; next }
        inside && /^\|/ && $2 == mean { inside = 0 }
        inside && /^\|/ && $2 !~ /^---/ { all++; sum += $at; if ($2 == left_out) { seen = 1; of = $at } }
        END {
            split(measured, number, " ")
            off = seen ? (sum / all - 1) * 100 - number[2] : 1
            if (off > 0.1 || off < -0.1) exit 1
            printf "| | without `%s` | %s: the same | %+.1f %% | %+.1f %% | [%s](docs/%s_results.md#claims-and-figures) |\n",
                left_out, claim, number[1], ((sum - of) / (all - 1) - 1) * 100, substr(figure, 5, length(figure) - 6), paper
        }' "$docs/$1_results.md" || { echo "$docs/$1_results.md: $3 has no $5 of $6, or another mean than $2" >&2; exit 2; }
}
{
    sed '/<!-- systems:begin/q' "$page"
    printf '| system | in words | claim | claimed | measured | all claims |\n| --- | --- | --- | ---: | ---: | --- |\n'
    row oaws OAWS "Memory Occlusion Aware Warp Scheduling" O2
    row ccws CCWS "Cache-Conscious Wavefront Scheduling" C1
    row kaws KAWS "Kernel-Aware Warp Scheduling, with warp sharing" K1
    row bucl BUCL "Bypassing for Un-Coalesced Loads" B1
    row owl OWL "scheduling by groups of thread blocks (CTAs), with prefetching in the memory controllers" W5
    without owl W5 "Fig. 7" type-1 owl kmeans
    echo
    sh "$(dirname "$0")/claims_table.sh" --summary "$docs"
    sed -n '/<!-- systems:end/,$p' "$page"
} >"$new"
cmp -s "$new" "$page" || cat "$new" >"$page"
