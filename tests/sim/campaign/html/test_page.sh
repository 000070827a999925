#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tier: all
# needs: warplock tests/sim/campaign/html/large_page tests/sim/campaign/html/pixels
# The report's page in a browser, from a file, without a network: no complaint on the console, every chart has pixels of
# its data, sorting, filtering and choosing work, 100 kernels by 20 policies are there in two seconds, and it prints.
# Shown to fail: a chart that is not drawn, a broken sort, an address of elsewhere, a slow page, a name that is markup.
set -u
. tests/lib.sh
work=$BUILD/html_page
here=tests/sim/campaign/html
listing && exit 0
rm -rf "$work" && mkdir -p "$work" || exit 1
sh .ci/install chromium poppler-utils || exit 1
browser=$(command -v chromium) || fail "no chromium"
work=$(cd "$work" && pwd)
BUILD=$(cd "$BUILD" && pwd)
without_network=
unshare -n true 2>/dev/null && without_network="unshare -n"     # else what the browser is told has to do
LOAD_MILLISECONDS=2000 LOADS=5 COLOURED=150

# browse NAME OPTION... URL: its errors are in NAME.said. Each has a profile of its own.
browse() {
    name=$1
    shift
    rm -rf "$work/profile"
    # shellcheck disable=SC2086
    timeout 120 $without_network "$browser" --headless=new --no-sandbox --disable-gpu --hide-scrollbars --no-first-run \
        --proxy-server=127.0.0.1:9 --enable-logging=stderr --user-data-dir="$work/profile" "$@" 2>"$work/$name.said"
}
# driven NAME PAGE: a copy that watches from its first line on and clicks behind its last one.
driven() {
    {
        awk -v early="$here/early.js" '
            { print }
            /^<meta charset/ { print "<script>"; while ((getline line < early) > 0) print line; print "</script>" }' \
            "$2" | sed '/^<\/body>$/d; /^<\/html>$/d'
        echo '<script>' && cat "$here/driver.js" && echo '</script></body></html>'
    } >"$work/$1.html"
}
# read_page NAME: its verdicts.
read_page() {
    browse "$1" --window-size=1400,1000 --dump-dom "file://$work/$1.html" |
        sed -n '/id="verdicts"/,/<\/pre>/p' | sed -n '/^[a-z]* /p' >"$work/$1.verdicts"
}
# faults NAME: what is wrong with the page of that name: a line each.
faults() {
    grep '^bad ' "$work/$1.verdicts"
    grep -q '^good problems' "$work/$1.verdicts" || echo "its script did not come to its end"
    grep 'CONSOLE' "$work/$1.said" | grep 'source: file:' | sed 's/^[^"]*/console: /'
    # In a window as high as the page every chart is in sight.
    height=$(sed -n 's/^height //p' "$work/$1.verdicts")
    browse "$1.picture" --window-size="1400,${height:-1000}" --screenshot="$work/$1.png" "file://$work/$1.html" \
        >/dev/null
    sed -n 's/^chart //p' "$work/$1.verdicts" |
        "$BUILD/tests/sim/campaign/html/pixels" "$work/$1.png" >"$work/$1.pixels" || echo "no picture of it"
    awk -v least=$COLOURED '$1 < least { n = $1; $1 = $2 = $3 = ""
        print "not drawn:" $0 ": " n " coloured pixels, expected at least " least }' "$work/$1.pixels"
    [ "$(wc -l <"$work/$1.pixels")" = "$(grep -c '^chart ' "$work/$1.verdicts")" ] || echo "charts without a picture"
}
check() { # check NAME PAGE WORDS
    driven "$1" "$2" && read_page "$1"
    found=$(faults "$1")
    if [ -z "$found" ]; then
        good=$(grep -c '^good ' "$work/$1.verdicts")
        echo "$3: $good things are right, $(wc -l <"$work/$1.pixels") charts are drawn"
    else complain "$3: $found"; fi
}

large_page=$BUILD/tests/sim/campaign/html/large_page
"$large_page" 100 20 1 "$work/large_page.html" && "$large_page" 8 6 3 "$work/seeds_page.html" || exit 1
check large "$work/large_page.html" "100 kernels by 20 policies"
check seeds "$work/seeds_page.html" "8 kernels by 6 policies, 3 seeds"

# A real campaign: claims, figures, time lines, hot lines.
"$BUILD/warplock" campaign papers atax kmeans --size 128 --per-line --per-interval --store "$work/store" \
    --html "$work/papers_page.html" >"$work/papers.out" 2>&1 || complain "the campaign: $(tail -n 1 "$work/papers.out")"
check papers "$work/papers_page.html" "a campaign of the papers"
for words in 'over time' 'Fig. 8' 'Claims in per cent' 'by the bits of the blocks'; do
    grep -q "^chart .*$words" "$work/papers.verdicts" || complain "the campaign's page has no chart of $words"
done

# The one line of a sweep over a job file: every point is what a single run measures, and the page draws it.
job=tests/bench/atax_row.json
"$BUILD/warplock" sweep --machine oaws --policy swl --set policy.swl_limit=1..6 --plot ipc --folder "$work/sweep" \
    --html "$work/sweep_page.html" --store "$work/store" "$job" >"$work/sweep.out" 2>&1 ||
    complain "the sweep: $(tail -n 1 "$work/sweep.out")"
for limit in 1 4 6; do
    ipc=$("$BUILD/warplock" run --machine oaws --policy swl --set policy.swl_limit=$limit --json "$job" |
        sed -n 's/^ *"ipc": \(.*\),/\1/p')
    grep -qF "\"values\":[$ipc," "$work/sweep_page.html" ||
        complain "limit $limit: a single run has an IPC of $ipc, the page has none such"
done
points='"points":[[1,0],[2,1],[3,2],[4,3],[5,4],[6,5]]'
grep -qF "\"name\":\"swl\",\"key\":\"policy.swl_limit\",$points" "$work/sweep_page.html" ||
    complain "no sweep in its page"
echo "a sweep over a job file: its page has what single runs measure"

# How long it takes, in the page's own time, from the request to the layout; with each chart drawn.
: >"$work/times"
for load in $(seq $LOADS); do
    read_page large
    sed -n 's/^loaded //p; s/^drawn //p' "$work/large.verdicts" | paste -sd' ' - >>"$work/times"
done
sort -n "$work/times" | awk '{ loaded[NR] = $1; if (most < $2) most = $2 }
    END { printf "loaded in %d to %d ms, the median is %d; every chart drawn within %d\n", loaded[1], loaded[NR],
              loaded[int((NR + 1) / 2)], most }'
slow() { sort -n "$1" | awk -v limit=$LOAD_MILLISECONDS '{ of[NR] = $1 } END { exit of[int((NR + 1) / 2)] <= limit }'; }
slow "$work/times" && complain "the page takes longer than $LOAD_MILLISECONDS ms"

# Printed, with what a click would open; in black and white still several tones.
browse print --no-pdf-header-footer --print-to-pdf="$work/papers.pdf" "file://$work/papers_page.html" >/dev/null
pdftotext -layout "$work/papers.pdf" "$work/papers.text" || complain "no print"
for words in 'Campaign papers' 'geometric mean' 'Claims beside measurements' 'swl limit 12' 'policy.swl_limit'; do
    grep -q "$words" "$work/papers.text" || complain "the print has not: $words"
done
echo "printed: $(pdfinfo "$work/papers.pdf" | sed -n 's/^Pages: *//p') pages"

# --- shown to fail
# planted NAME SCRIPT WORDS: a page with that fault is found at fault with these words.
planted() {
    sed "$2" "$work/seeds_page.html" >"$work/$1.planted"
    cmp -s "$work/seeds_page.html" "$work/$1.planted" && { complain "the plant $1 does not apply any more"; return; }
    driven "$1" "$work/$1.planted" && read_page "$1"
    found=$(faults "$1")
    if echo "$found" | grep -q "$3"; then echo "planted: $1: $(echo "$found" | grep -m 1 "$3")"
    else complain "the plant $1 is not noticed: $found"; fi
}
planted undrawn "s/^\.plot { width: 100%; }/.plot { width: 100%; visibility: hidden; }/" 'not drawn'
planted one_undrawn 's/^        this.fit();/        if (\/LD.ST\/.test(this.content.caption))\n'\
'            this.plot.querySelectorAll("path").forEach(path => path.remove());\n&/' 'not drawn'
planted unsorted 's/: left - right;/: right - right;/' 'bad smallest first'
planted unfiltered 's/text.toLowerCase().includes(word)/true/' 'bad filtered'
planted never_within 's/return ratio !== null && ratio.spread !== null/return false/' 'bad some lie within'
planted half_spread 's/spread = report.student\[count\] \*/spread = 1.96 */' 'bad spreads'
planted wrong_baseline 's/=> number \/ base.each\[seed\])/=> base.each[seed] \/ number)/' 'bad a ratio'
planted elsewhere 's|^<main |<img src="http://127.0.0.1:9/x.png" alt="">&|' 'asks for\|console'
planted allowed_elsewhere \
    "s|default-src 'none'|default-src *|; s|^<main |<script src=\"http://127.0.0.1:9/x.js\"></script>&|" \
    'error: SCRIPT\|console'
planted markup "s/made.append(\.\.\.children/for (const child of children.flat())\n"\
"        if (typeof child === 'string') made.innerHTML = child;\n    if (false) made.append(...children/" \
    'violates\|did not come'
planted wordless "s/this.table.replaceChildren(tableDetails/if (false) this.table.replaceChildren(tableDetails/" 'bad '
printf '2100 1\n2500 1\n1900 1\n' >"$work/slow_times"
slow "$work/slow_times" || complain "a slow page is not noticed"
[ "$failures" = 0 ]
