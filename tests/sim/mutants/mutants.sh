#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# mutants.sh COUNT SEED [FOLDER...]: COUNT mutants of each folder of the simulator, drawn by SEED, and which of them `make
# test` notices. One build has all mutants (path/gcc, mutate_main.c); the environment says which is in force. A run without any
# tells by which tests each is reached; of a mutant only these are run, the quickest first, until one fails. Ended by its
# limit of processor time or of the clock counts as noticed: the mutant hangs.
#
# What is left over is in left_over.txt with file, line and change, and is a hole in the tests unless equivalent.txt says why
# nothing can tell it from the program. Scores are printed by folder. A run that was interrupted goes on where it stopped; a
# test that is new or another is tried alone on what was left over, and what it alone had caught is judged again.
# SECONDS_A_TEST: of a mutant, longer tests are not run but those of its own folder, which come first; 600 if not set. TESTS: the tests' paths,
# all C programs and the scripts of tests/sim and tests/wires of `make test` if not set; scripts that plant compile copies of their own.
set -eu
[ $# -ge 2 ] || { echo "mutants.sh: expected COUNT SEED [FOLDER...]" >&2; exit 2; }
count=$1 seed=$2
shift 2
MUTANTS_OF="sim/core sim/memory sim/policy sim/blocks sim/events sim/campaign sim/report sim/replay sim/cudart tb/lockstep/lockstep.c"
folders=${*:-$MUTANTS_OF}
BUILD=${BUILD:-build}
work=$BUILD/mutants-sim
here=tests/sim/mutants
MUTATE=$work/mutate REAL_GCC=$(command -v gcc)
export MUTATE REAL_GCC MUTANTS_OF
tests=$(printf '%s\n' ${TESTS:-$(make -s test-files | sed -n 's/^test //p' | grep -E '\.c$|^tests/(sim|wires)/.*\.sh$' | grep -v planted)})

build() {
    [ "$work/mutate.made" -nt "$MUTATE" ] || { rm -rf "$work/obj" && : >"$work/mutate.made"; }
    [ -d "$work/tuples" ] || [ ! -d "$BUILD/tuples" ] || cp -r "$BUILD/tuples" "$work/tuples"
    programs=$(printf '%s\n' "$tests" | sed -n "s,^\(.*\)\.c$,$work/\1,p")
    needs=$(printf '%s\n' "$tests" | grep '\.sh$' | xargs -r sed -n 's/^# needs: //p' | tr ' ' '\n' | sort -u | sed "s,^,$work/,")
    # shellcheck disable=SC2086
    PATH="$PWD/$here/path:$PATH" make -s BUILD="$work" OPTIMISE="-O1 -march=x86-64-v3 -w" test-tools "$work/warplock" "$work/block_bench" "$work/block_table" $programs $needs
    find "$work/obj" -name '*.mutants' -exec cat {} + | sort -n >"$work/all.txt"
    # What was found of another program is worth nothing.
    key=$(cat "$work/warplock" "$work"/*.a | sha256sum)
    [ "$key" = "$(cat "$work/key.txt" 2>/dev/null)" ] || { rm -rf "$work/reached" "$work/tried" "$work/tests.txt" "$work/result.txt" && echo "$key" >"$work/key.txt"; }
}

# run TEST MUTANT SECONDS: its exit status, in a folder of its own that has everything built; all scratch is thrown away.
run() {
    # A test that plants writes into the sources.
    rm -rf "$work/run" && mkdir -p "$work/run" && cp -rs "$PWD/$work/tests" "$work/run/tests" && cp -r "$work/sources" "$work/run/sources"
    for one in "$work"/*; do case ${one##*/} in run | reached | tests | sources | *.txt) ;; *) ln -s "$PWD/$one" "$work/run/" ;; esac; done
    case $1 in *.sh) set -- "$2" "$3" sh "$1" ;; *) set -- "$2" "$3" "$work/${1%.c}" ;; esac
    (
        ulimit -t "$2"
        MUTANT_IN_FORCE=$1 WARPLOCK_CACHE=$PWD/$work/tuples BUILD=$work/run TIER=test
        [ "$1" != 0 ] || MUTANTS_REACHED=$PWD/$work/reached/bytes
        export MUTANT_IN_FORCE WARPLOCK_CACHE BUILD TIER MUTANTS_REACHED
        limit=$((3 * $2))
        shift 2
        exec timeout -k 2 "$limit" "$@"
    ) >"$work/run.log" 2>&1 </dev/null
}

sum_of() { case $1 in *.c) sha256sum "$work/${1%.c}" ;; *) cat "$1" tests/lib.sh tests/test_lib.sh | sha256sum ;; esac | cut -c1-64; }

# Without a mutant: tests.txt, a line for each test that passes: processor seconds, path, sum; reached/NAME, the mutants it
# reaches. A test whose sum stands there is not run again.
baseline() {
    mkdir -p "$work/reached" "$work/tried" && touch "$work/tests.txt" "$work/result.txt"
    for test in $tests; do
        sum=$(sum_of "$test")
        ! grep -qxE "[0-9.]+ $test $sum" "$work/tests.txt" || continue
        sed -i "\\, $test ,d" "$work/tests.txt"
        sed -i "\\,	caught	$test\$,d" "$work/result.txt"
        head -c 1048576 /dev/zero >"$work/reached/bytes"
        times >"$work/before.txt"
        if run "$test" 0 600; then
            times >"$work/after.txt"
            cmp -l "$work/reached/bytes" /dev/zero 2>/dev/null | awk '{ print $1 - 1 }' >"$work/reached/$(echo "$test" | tr / _)"
            echo "$(seconds_of "$work/before.txt" "$work/after.txt") $test $sum" >>"$work/tests.txt"
        else
            echo "left out, as it does not pass in this build: $test" >&2
        fi
    done
    sort -n "$work/tests.txt" | awk -v tests="$tests" '
        BEGIN { n = split(tests, one); for (i = 1; i <= n; i++) asked[one[i]] }
        $2 in asked' >"$work/in_order.txt"
}
# Of the children, between two outputs of `times`.
seconds_of() { awk 'FNR == 2 { for (i = 1; i <= 2; i++) { split($i, p, /[ms]/); s += (NR == FNR ? -1 : 1) * (60 * p[1] + p[2]) } } END { printf "%.1f", s }' "$1" "$2"; }

# COUNT of a folder's lines, by a hash of the seed and of what is changed in which line: a mutant is drawn again however many
# stand before it.
draw() {
    awk -F '\t' -v of="$1" -v seed="$seed" '
        BEGIN { for (i = 1; i < 256; i++) code[sprintf("%c", i)] = i }
        function source_line(path, number) {
            if (path != open) { if (open) close(open); open = path; at = 0 }
            if (number < at) { close(open); at = 0 }
            while (at < number && (getline text <open) > 0) at++
            return text
        }
        function hash(words, key, i) {
            key = seed
            for (i = 1; i <= length(words); i++) key = (key * 48271 + code[substr(words, i, 1)]) % 2147483647
            return (key * 48271 + 12345) % 2147483647
        }
        index($2, of "/") == 1 || $2 == of {
            words = $2 "\t" $5 "\t" $6 "\t" $7 "\t" source_line($2, $3)
            seen[words]++
            print hash(words "\t" seen[words]) "\t" $0
        }' "$work/all.txt" | sort -n | head -n "$count" | cut -f2-
}

judge() { # judge NUMBER: caught TEST, survived, not reached
    verdict='not reached'
    own=tests/$(awk -F '\t' -v number="$1" '$1 == number { print $2; exit }' "$work/drawn.txt" | sed 's,/[^/]*$,/,')
    (cd "$work/reached" && grep -lxF "$1" tests_* || :) >"$work/reaching.txt"
    awk -v own="$own" -v most="${SECONDS_A_TEST:-600}" '
        NR == FNR { reaches[$1]; next }
        { name = $2; gsub("/", "_", name); is_own = index($2, own) == 1 }
        name in reaches && (is_own || $1 <= most + 0) { print !is_own, $0 }' "$work/reaching.txt" "$work/in_order.txt" |
        sort -s -k1,1n | cut -d' ' -f2- >"$work/to_run.txt"
    while read -r seconds test sum; do
        verdict=survived
        ! grep -qsxF "$sum" "$work/tried/$1" || continue
        run "$test" "$1" $((${seconds%.*} * 4 + 10)) || { verdict="caught	$test"; return 0; }
        echo "$sum" >>"$work/tried/$1"
    done <"$work/to_run.txt"
}

# What is left over of a folder, without what equivalent.txt explains: a line of it has file, kind, what stands there, what
# stands there instead, the source's line without blanks around it, and why no test can tell.
left_over() {
    cut -f1 "$work/drawn.txt" | awk -F '\t' 'NR == FNR { drawn[$1]; next } $1 in drawn && $8 != "caught"' - "$work/result.txt" |
        while IFS='	' read -r number path line column kind seen instead verdict; do
            text=$(sed -n "${line}s/^ *//p" "$path")
            grep -qF "$path	$kind	$seen	$instead	$text	" $here/equivalent.txt && { echo "$number	explained" >>"$work/explained.txt"; continue; }
            printf '%s:%s:%s: %s: %s -> %s: %s: %s\n' "$path" "$line" "$column" "$kind" "$seen" "$instead" "$verdict" "$text"
        done
}

score() { # score FOLDER: those that nothing can tell from the program do not count
    cut -f1 "$work/drawn.txt" | awk -F '\t' -v folder="$1" '
        FILENAME == "-" { drawn[$1]; next }
        FILENAME ~ /explained/ { explained[$1]; next }
        $1 in drawn { if ($1 in explained) equivalent++; else { n[$8]++; all++ } }
        END { printf "%-16s %5d mutants, %5d caught, %5d survived, %5d not reached, %5d more change nothing: %5.1f %%\n", folder, all, n["caught"],
            n["survived"], n["not reached"], equivalent, all ? 100 * n["caught"] / all : 0 }' - "$work/explained.txt" "$work/result.txt"
}

build
baseline
sed -i "/	caught	/!d" "$work/result.txt"
: >"$work/explained.txt"
: >"$work/left_over.txt"
for folder in $folders; do
    draw "$folder" >"$work/drawn.txt"
    tried=0
    while IFS= read -r line; do
        number=${line%%	*} tried=$((tried + 1))
        [ ! -t 2 ] || printf '\r\033[K%s: %d of %d' "$folder" $tried "$(wc -l <"$work/drawn.txt")" >&2
        ! grep -q "^$number	" "$work/result.txt" || continue
        judge "$number"
        printf '%s\t%s\n' "$line" "$verdict" >>"$work/result.txt"
    done <"$work/drawn.txt"
    [ ! -t 2 ] || printf '\r\033[K' >&2
    left_over >>"$work/left_over.txt"
    score "$folder"
done
cat "$work/left_over.txt"
[ ! -s "$work/left_over.txt" ]
