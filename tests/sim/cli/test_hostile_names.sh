#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock
# Whatever kernels, machines, jobs, titles and claims are called, what is written of them is whole: JSON and Perfetto by jq, pictures by xmllint,
# CSV without a formula and with the same columns in each line, Markdown without a tag, the page in a browser, where every
# tooltip is opened and nothing of a name is run (make test-all; skipped, and said so, without a browser). Shown to fail: a name that is cut
# in a letter, gnuplot's own escapes, a page that takes names for markup, a tooltip that does.
set -u
. tests/lib.sh
work=$(cd "$BUILD" && pwd)/hostile_names
listing && exit 0
rm -rf "$work" && mkdir -p "$work/in" || exit 1
root=$(pwd) warplock=$(cd "$BUILD" && pwd)/warplock
export WARPLOCK_SOURCES="$root"
for tool in jq xmllint; do
    command -v $tool >/dev/null || sh .ci/install jq libxml2-utils || { echo "$tool is skipped: it is not there"; exit 77; }
done
cp tests/sim/workload/fuzz_job_seeds/* "$work/in" && rm "$work"/in/*.json
cd "$work/in" || exit 1

# --- names of files: / and 0 are in none
number=0
names() {
    for name in '<script>window.stolen=1<' ']]>--><b>' 'a&b;&#x41;' "\"quo'ted \`tick\`" 'new\nline' 'tab\tcr\r' '\342\200\256\327\251rtl\342\200\217' 'bad\377\376\303(' \
        '=1+1' '+1+1' '-2+3' '@SUM(A1)' '\355\240\200half' '\357\277\276none' 'a|b\\c' '%%n%%s%%d' '$(touch stolen)' 'esc\033[31m\302\233' '\001\002' ',;x' \
        "$(printf '%200s' '' | tr ' ' x)" "$(printf '%60s' '' | tr ' ' y)\303\244\303\244\303\244\303\244"; do
        number=$((number + 1))
        tier_is_all || [ $((number % 3)) = $(($(date +%j | sed 's/^0*//') % 3)) ] || [ $number -ge 21 ] || continue
        # shellcheck disable=SC2059
        printf -- "$name\n%s\n" "$number" | sed '$d'
        printf '\036'
    done
}
text() { LC_ALL=C tr -d '\n' <"$1" | iconv -f utf-8 -t utf-8 >/dev/null 2>&1; }       # it is UTF-8
# What a run of this program writes of each: one complaint a line.
wrong_of_runs() { # wrong_of_runs PROGRAM
    names | while IFS= read -r line; do printf '%s\n' "$line"; done >"$work/names"
    awk 'BEGIN { RS = "\036" } { sub(/^\n/, ""); sub(/\n$/, ""); if ($0 != "") { f = sprintf("name%03d", ++n); printf "%s", $0 >f; close(f) } }' "$work/names"
    for file in name*; do
        folder=of_$file && rm -rf "$folder" && mkdir "$folder" && name=$(cat "$file")
        cp small.ptx "$folder/$name.ptx" && cp "$root/sim/machine/oaws.ini" "$folder/$name.ini" || exit 1
        "$1" run "$folder/$name.ptx" --machine "$folder/$name.ini" --policy gto,lrr --grid 2 --block 4 --arg buf:s32:1 --arg buf:f32:8 \
            --arg s32:8 --arg f32:0.5 --json --csv "$folder/csv" >"$folder/json" 2>"$folder/err" || echo "$file: not run: $(cat "$folder/err")"
        "$1" run "$folder/$name.ptx" --machine "$folder/$name.ini" --policy gto --grid 2 --block 4 --arg buf:s32:1 --arg buf:f32:8 \
            --arg s32:8 --arg f32:0.5 --perfetto "$folder/perfetto" --report "$folder/report" --timeline "$folder/timeline" >"$folder/out" 2>&1
        jq -e '.[1].kernel and .[1].machine' "$folder/json" >/dev/null 2>&1 || echo "$file: its JSON"
        jq -e '.traceEvents | length > 10' "$folder/perfetto" >/dev/null 2>&1 || echo "$file: its Perfetto"
        for written in json csv perfetto report out; do text "$folder/$written" || echo "$file: its $written is no UTF-8"; done
        LC_ALL=C grep -q "$(printf '[\001-\010\013-\037\177]')" "$folder/out" "$folder/report" "$folder/csv" && echo "$file: a control character"
        LC_ALL=C grep -qE '(^|,)"?[=+@]|(^|,)"?-[^0-9,]' "$folder/csv" && echo "$file: a formula"
    done
    [ ! -e stolen ] || echo "a name was executed"
}
wrong_of_runs "$warplock" >"$work/wrong"
[ -s "$work/wrong" ] && complain "$(cat "$work/wrong")"
echo "$(find . -maxdepth 1 -name 'name*' | wc -l) names of files"

# --- the save file of a wave, which has no way to write a quote or the end of a line within a name
for name in 'a"b' "$(printf 'a\nb')" "$(printf 'a\033[31mb')"; do
    "$warplock" run vadd --size 64 --wave "$name.fst" >out 2>err
    { [ $? = 2 ] && [ "$(wc -l <err)" = 1 ] && [ -z "$(find . -name 'a*b.*')" ]; } || complain "a wave called $name: $(cat err)"
done

# --- a campaign and a sweep: titles, labels of machines, kernels, groups, claims
long=$(printf '%4096s' '' | tr ' ' t)
kernels() { # kernels NAME...: as objects of the file
    rows=0
    for name; do rows=$((rows + 64)) && printf '{"kernel": "vadd:'$rows'", "name": "%s", "group": "<i>g&", "printed": "<u>%s"},' "$name" "$name"; done | sed 's/,$//'
}
cat >hostile.json <<JSON
{"title": "T <script>window.stolen=1</script> ]]> & \" ' \u202e </title><img src=x onerror=window.stolen=2> $long",
 "machines": [{"machine": "oaws", "name": "<img/src/onerror>m&"}], "baseline": "gto", "plot": ["ipc"], "policies": ["gto", "lrr"],
 "kernels": [$(kernels '<script>window.stolen</script>' '</script><img/src/onerror>' ']]>--><b>x</b>' 'a&b' "q'u\`o" '\u05e9rtl\u200f' '+2+3' '-3+4' \
    'a|b\\\\c' '%n%s' '$(id)' '\u2028ls' '{a|b}' "$(printf '%.63s' "$long")")],
 "paper": "p&\$(id)", "figures": [{"id": "f", "title": "F <script>window.stolen=3</script> & ]]> \"'", "systems": "gto,lrr", "over": "gto", "parts": "ipc/ipc"}],
 "claims": [{"id": "C1", "section": "<b>1", "value": "5", "unit": "%<i>", "words": "is <script>window.stolen=4</script> | faster & \\\\",
   "measure": "change", "mean": "geometric", "kernels": "all", "systems": "lrr", "over": "gto", "part": "ipc", "whole": "ipc", "direction": "up"}]}
JSON
"$warplock" campaign hostile.json --store store --folder campaign --html page.html --csv campaign.csv >out 2>err || complain "the campaign: $(tail -n 1 err)"
sed 's/"policies": .*//; s/"baseline": "gto", "plot": \["ipc"\],//; s/ "paper".*/ "policies": {"policy": "gto", "set": {"l1d.sets": [32, 64]}}}/; /^ "claims"/,$d' hostile.json >hostile_sweep.json
pictures() { # pictures PROGRAM FOLDER: what is wrong with them
    rm -rf "$2"
    "$1" campaign hostile_sweep.json --store store --folder "$2" >out 2>err || echo "$2: $(tail -n 1 err)"
    for job in '<script>alert(1)<' ']]>--><b>' "q'u\`o" '+2' '$(id)' '%n%s' "$(printf '%57s\303\244' '' | tr ' ' j)"; do cp seeds.job "$job.json"; done
    "$1" sweep --policy gto --set l1d.sets=32,64 --plot ipc --store store --folder "$2.sweep" ./*'<.json' ./']]>--><b>.json' ./q*.json ./+2.json ./'$(id).json' ./%*.json ./jj*.json \
        >out 2>err || echo "$2: the sweep: $(tail -n 1 err)"
    [ -s "$2.sweep/ipc.svg" ] || echo "$2: no picture"
    for picture in "$2"/*.svg "$2.sweep"/*.svg; do [ ! -e "$picture" ] || xmllint --noout "$picture" 2>&1 | head -n 1; done
}
cp "$root/tests/sim/workload/fuzz_job_seeds/all.json" seeds.job
if command -v gnuplot >/dev/null; then
    wrong=$(pictures "$warplock" pictures)
    [ -z "$wrong" ] || complain "pictures: $wrong"
else echo "pictures are skipped: there is no gnuplot"; fi
grep -nE '(^|[^\\])<(script|img|b|i|u|/)' campaign/*.md && complain "a tag in the tables' page"
for file in campaign.csv campaign/*.csv; do
    LC_ALL=C grep -nE '(^|,)"?[=+@]|(^|,)"?-[^0-9,.]' "$file" && complain "$file: a formula"
done
sed -n '/<script type="application\/json" id="data">/,/<\/script>/{//!p}' page.html | jq -e '.kernels | length == 14' >/dev/null || complain "the page's data"
head -c 3000 page.html | grep -qF '<script>window' && complain "the page's title is markup"
[ ! -e stolen ] || complain "a name was executed"

# --- in a browser
cd "$root" || exit 1
browse() { # browse NAME PAGE: what is wrong with it there
    {
        awk -v early=tests/sim/campaign/html/early.js '
            { print }
            /^<meta charset/ { print "<script>"; while ((getline line < early) > 0) print line; print "</script>" }' "$2" |
            sed '/^<\/body>$/d; /^<\/html>$/d'
        echo '<script>' && cat tests/sim/cli/names_driver.js && echo '</script></body></html>'
    } >"$work/$1.html"
    rm -rf "$work/profile"
    timeout 120 chromium --headless=new --no-sandbox --disable-gpu --no-first-run --proxy-server=127.0.0.1:9 --enable-logging=stderr \
        --user-data-dir="$work/profile" --virtual-time-budget=5000 --window-size=1400,1000 --dump-dom "file://$work/$1.html" 2>"$work/$1.said" |
        sed -n '/id="verdicts"/,/<\/pre>/p' >"$work/$1.verdicts"
    sed -n 's/^bad //p' "$work/$1.verdicts"
    grep 'CONSOLE' "$work/$1.said" | grep 'source: file:' | sed 's/^[^"]*/console: /'
    grep -q '^tips [1-9]' "$work/$1.verdicts" || echo "no tooltip was opened"
}
planted_page() { # planted_page NAME SCRIPT WORDS
    sed "$2" "$work/in/page.html" >"$work/$1.planted"
    cmp -s "$work/in/page.html" "$work/$1.planted" && { complain "the plant $1 does not apply any more"; return; }
    found=$(browse "$1" "$work/$1.planted")
    if echo "$found" | grep -q "$3"; then echo "planted: $1: $(echo "$found" | grep -m 1 "$3" | cut -c1-100)"; else complain "the plant $1 is not noticed: $found"; fi
}
if ! tier_is_all; then :
elif ! command -v chromium >/dev/null; then echo "the browser's part is skipped: there is no chromium"
else
    wrong=$(browse page "$work/in/page.html")
    [ -z "$wrong" ] || complain "the page: $wrong"
    echo "in the browser: $(grep '^tips' "$work/page.verdicts"), $(grep '^charts' "$work/page.verdicts")"
    planted_page markup "s/made.append(\.\.\.children/for (const child of children.flat())\n        if (typeof child === 'string') made.innerHTML = child;\n    if (false) made.append(...children/" \
        'made of names\|console\|asks for'
    planted_page tooltip "s/renderMode: 'richText'/renderMode: 'html', formatter: tip => [tip].flat()[0].seriesName + [tip].flat()[0].name/" 'asks for\|script of a name\|made of'
fi

# --- shown to fail
plant_copy sim/campaign/sheet_svg.c "$work/sheet_svg.c" 's/brackets >= 2/false/' "gnuplot's escapes" && program_with "$work/sheet_svg.c" "$work/planted" &&
    ! command -v gnuplot >/dev/null || { (cd "$work/in" && pictures "$work/planted" planted) | grep -q 'not allowed in content' && echo "planted: gnuplot's escapes" || complain "gnuplot's escapes are not noticed"; }
if tier_is_all; then
    plant_copy tb/plain.c "$work/plain.c" 's/length == 0 || value == 0xfffe/value == 0xfffe/' 'what is no UTF-8' && program_with "$work/plain.c" "$work/planted" &&
        (cd "$work/in" && wrong_of_runs "$work/planted") | grep -q 'its csv is no UTF-8' && echo 'planted: what is no UTF-8' || complain "what is no UTF-8 is not noticed"
    plant_copy sim/report/csv.c "$work/csv.c" 's/return \*end != 0;/return false;/' 'a formula' && program_with "$work/csv.c" "$work/planted" &&
        (cd "$work/in" && wrong_of_runs "$work/planted") | grep -q ': a formula' && echo 'planted: a formula' || complain "a formula is not noticed"
fi
[ $failures = 0 ]
