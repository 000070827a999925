#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# same_pages.sh PAGES BUILD PAPER...: makes each page PAGES/PAPER_results.md with its pictures again, in BUILD/pages, of the tables in
# BUILD/PAPER, and says whether it is byte for byte the same. Status 1 when one is not.
set -eu
pages=$1 build=$2 differ=0
shift 2
for paper in "$@"; do
    made=$build/pages/${paper}_results.md
    rm -rf "$build/pages/figures/$paper"
    mkdir -p "$build/pages"
    cp "$pages/${paper}_results.md" "$made"
    sh sim/campaign/paper_results.sh "$made" "$build" "$paper"
    if cmp -s "$made" "$pages/${paper}_results.md" && diff -r "$pages/figures/$paper" "$build/pages/figures/$paper" >/dev/null; then
        echo "$pages/${paper}_results.md: byte for byte"
    else
        echo "$pages/${paper}_results.md: differs from $made:"
        diff "$pages/${paper}_results.md" "$made" | head -n 5
        diff -rq "$pages/figures/$paper" "$build/pages/figures/$paper" || true
        differ=1
    fi
done
exit $differ
