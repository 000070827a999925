# SPDX-License-Identifier: BSD-3-Clause
# Sourced, from the repository root, by the tests that are scripts: how they say what failed, how they plant bugs, and which of them
# have a small shape. What it does by itself is to set BUILD and the counts of what is planted, tried and failed.
#
# TIER=all (make test-all) runs a test whole, else it may leave out what tests/tiers.md names: `tier_is_all` says which;
# `sampled K` whether the K-th of a row of plants is tried, `first_of KIND` whether it is the first of its kind; `smallest N`
# passes on, of lines that begin with a block, the first N of each: the smallest tuples of rtl_c/configs.def.
#
# A plant is a sed script that changes a copy of a source. What is built with the copy must then fail, and by what the
# plant names: a case of a unit test, at an assertion. Whatever ends otherwise, by a limit of time, by a crash or in another
# case, settles nothing and is a failure. The unchanged source must pass the same case. PLANTS=list prints the plants, as
# rows of the table of `make plants`, instead of trying them.
BUILD=${BUILD:-build}
PLANT_SECONDS=${PLANT_SECONDS:-60}      # of processor time, for one plant
plant_flags='-std=c11 -O1 -march=x86-64-v3 -ffp-contract=off -w -D_DEFAULT_SOURCE'
planted=0 tried=0 failures=0 kinds=
plant_libraries=$(sed -n 's/^LDLIBS *:= .*\(-linih\)/\1/p' Makefile)      # what a program is linked with, without the wrappers of memory
plant_linker=                           # by gold a program is linked in a third of the time
command -v ld.gold >/dev/null 2>&1 && plant_linker=-fuse-ld=gold

tier_is_all() { [ "${TIER:-test}" = all ]; }
sampled() { tier_is_all || [ $(($1 % 24)) = 1 ]; }     # every 24th in `make test`
first_of() { tier_is_all || case " $kinds " in *" $1 "*) return 1 ;; esac; kinds="$kinds $1"; }
smallest() { if tier_is_all; then cat; else awk -v most="$1" '++seen[$1] <= most'; fi; }

listing() { [ "${PLANTS:-}" = list ]; }
# What failed, in words that say what was seen and expected; the first line of it begins the report of the test (tests/run.sh).
#   complain WORDS [FILE]               goes on, and the test ends with [ "$failures" = 0 ]; the end of FILE is printed, too
#   fail WORDS [FILE]                   ends the test
#   equal WHAT SEEN EXPECTED [FILE]     complains when they differ
#   shows WHAT FILE [OPTION...] PATTERN     complains when grep finds the pattern in no line of FILE
#   same_file WHAT FILE EXPECTED            complains when the files differ, by the first line that does
complain() { echo "FAILED: $1"; [ $# = 1 ] || tail -n 40 "$2"; failures=$((failures + 1)); }
fail() { complain "$@"; exit 1; }
equal() { [ "$2" = "$3" ] || complain "$1: seen '$2', expected '$3'" ${4:+"$4"}; }
shows() {
    shown_what=$1 shown_in=$2
    shift 2
    grep -q "$@" "$shown_in" && return
    for shown_pattern; do :; done
    complain "$shown_what: seen at last '$(tail -n 1 "$shown_in")', expected a line '$shown_pattern'" "$shown_in"
}
same_file() {
    differs=$(diff "$3" "$2") && return
    complain "$1: seen '$(echo "$differs" | sed -n '/^> /{s///;p;q}')', expected '$(echo "$differs" | sed -n '/^< /{s///;p;q}')': diff $3 $2"
}
makefiles() { (cd "${1:-.}" && echo Makefile && sed -nE 's/^-?include ([^ $]+).*/\1/p' Makefile); }     # [ROOT]: the Makefile, and all that it includes

# plants_in FOLDER: begins, with the empty folder $work in $BUILD. plants_end: the last command of the test.
plants_in() {
    work=$BUILD/$1
    listing && return
    [ -f "$BUILD/libsim.a" ] || { echo "$BUILD/libsim.a is not built (make test builds it)"; exit 1; }
    rm -rf "$work" && mkdir -p "$work/passed" || exit 1
}
plants_end() {
    listing && exit 0
    echo "$planted planted, $tried tried, $failures failures"
    [ "$failures" = 0 ] && [ "$tried" -gt 0 ]
}

# plant_copy SOURCE COPY SCRIPT [WORDS]: makes the copy with the plant in it. False, and a complaint, when the script changes
# nothing. Every test that plants a bug in a source makes its copy so.
plant_copy() {
    mkdir -p "${2%/*}"
    sed "$3" "$1" >"$2"
    ! cmp -s "$1" "$2" || { complain "$1: '${4:-the plant}' does not apply any more: $3"; return 1; }
}

# program_with COPY PROGRAM: warplock with a changed source in the place of the library's. False, and a complaint, when that does not build.
program_with() {
    # shellcheck disable=SC2046
    gcc $plant_flags $plant_linker -D_GNU_SOURCE -I. -o "$2" "$BUILD/obj/sim/main.o" "$1" "$BUILD/libsim.a" "$BUILD/libtb.a" \
        "$BUILD/libfst.a" $(sed -n 's/^LDLIBS *:= //p' Makefile) || { complain "$1 does not build, expected a program"; return 1; }
}

# limited LOG COMMAND...: its exit status, or 124 when it was ended by its limit of time.
limited() {
    log=$1
    shift
    # shellcheck disable=SC3045
    (ulimit -t "$PLANT_SECONDS"; exec timeout $((20 * PLANT_SECONDS)) "$@") >"$log" 2>&1
    set -- $?
    case $1 in 152 | 137) return 124 ;; *) return "$1" ;; esac   # SIGXCPU; SIGKILL
}

# noticed STATUS LOG CASE: how the program ended, in words; true when the case failed, at an assertion.
noticed() {
    case $1 in
        0) echo "passes"; return 1 ;;
        124) echo "not settled: ended by its limit of time"; return 1 ;;
    esac
    if grep -q 'Test failed with exception' "$2"; then echo "not settled: $(grep -m1 'with exception' "$2")"; return 1; fi
    grep -q -e '^\[   LINE   \] --- ' -e '^\[  ERROR   \] --- \[   LINE   \] --- ' -e ": Assertion \`" "$2" ||
        { echo "not settled: exit status $1 without a failed assertion"; return 1; }
    [ "$3" = '*' ] || grep -q -x -e "\[  FAILED  \] $3" -e "\[ RUN      \] $3" "$2" || { echo "not settled: fails elsewhere"; return 1; }
    case $3 in '*') set -- "$1" "$2" "$(sed -n 's/^\[  FAILED  \] \([a-z0-9_]*\)$/\1/p' "$2" | sort -u | paste -sd, -)" ;; esac
    echo "caught by $3"
}

# What this run of the tests has seen to pass (tests/run.sh): TEST CASE.
seen_to_pass() {
    ended=${TEST_LOGS:-$BUILD/test-logs}/tests_$(echo "$1" | tr / _)
    [ "$ended.count" -nt "$BUILD/tests/$1" ] || return 1
    case $2 in '*') grep -q '^[1-9][0-9]* 0 ' "$ended.count" ;; *) grep -qx "\[       OK \] $2" "$ended.log" ;; esac
}

# What passes unchanged is tried once, unless it has been seen: TEST CASE.
passes_unchanged() {
    seen_to_pass "$1" "$2" && return
    seen="$work/passed/$(echo "$1.$2" | tr "/*" __)"
    [ -f "$seen" ] && return
    TEST_CASE=$2 limited "$work/log" flock -o "$BUILD/tests/$1" "$BUILD/tests/$1"
    [ $? = 0 ] && grep -q '^\[  PASSED  \] [1-9]' "$work/log" ||
        { complain "$1: $2 does not pass without a plant"; tail -n 5 "$work/log"; return 1; }
    touch "$seen"
}

# includers TABLE: the sources beside it or in the simulator that include it; or those beside the table that does.
includers() {
    grep -l "#include \"$1\"" $(printf "%s\n" "${1%/*}"/*.c sim/*/*.c | sort -u) && return
    for table in $(grep -l "#include \"$1\"" sim/*/*.def); do grep -l "#include \"$table\"" "${table%/*}"/*.c; done
}

# settle TEST CASE PROGRAM: runs the case of a program with a plant, once nobody else runs that test, changed or not (flock; in
# tests/run.sh, too): it writes the same files in $BUILD.
settle() {
    TEST_CASE=$2 limited "$work/log" flock -o "$BUILD/tests/$1" "$3"
    verdict=$(noticed $? "$work/log" "$2")
    if [ $? = 0 ]; then echo "$words ($source): $verdict"; return; fi
    complain "$source: $words: $1, $2: $verdict"
    tail -n 5 "$work/log"
}

row() { printf '| `%s` | %s | `%s` in `%s` |\n' "$source" "$words" "$2" "tests/$1.c"; }

# plant SOURCE TEST CASE WORDS SCRIPT: CASE is '*' for any of the test's. WORDS say what is wrong ('' if the script does). The changed source takes the place of the
# library's; a test that includes it is compiled anew. TEST as in tests/TEST.c.
plant() {
    source=$1 test=$2 case=$3 words=${4:-\`$5\`} script=$5
    planted=$((planted + 1))
    if listing; then row "$test" "$case"; return; fi
    copy=$work/copy/$source
    plant_copy "$source" "$copy" "$script" "$words" || return 0
    sampled $planted || { rm "$copy"; return 0; }
    tried=$((tried + 1))
    passes_unchanged "$test" "$case" || { rm "$copy"; return 0; }
    # What is compiled: the copy; the sources that include it, when it is a table; the files that travel in the program, when it is
    # one of these; the test, when that includes it. An object
    # stands before the library that would give the same names: that of a test's own helper before libtest.a.
    objects="$work/objects/*.o" before=$BUILD/obj/tests/$test.o behind= models=
    case $test in rtl_c/*) models=$BUILD/librtl_c.a ;; *) ! grep -q 'rtl_c/models\.h' "tests/$test.c" || models=$BUILD/librtl_c.a ;; esac
    case $source in
        *.def) changed=$(includers "$source") ;;
        *.json) changed=$work/bundled_files.c && sed "s|incbin \\\\\"$source|incbin \\\\\"$copy|" "$BUILD/bundled_files.c" >"$changed" ;;
        *) changed=$copy ;;
    esac
    if grep -q "#include \"$source\"" "tests/$test.c"; then changed=tests/$test.c before=$objects
    else case $source in tests/*) before="$before $objects" ;; *) behind=$objects ;; esac fi
    rm -rf "$work/objects" "$work/program" "$work/log" && mkdir "$work/objects"
    for file in $changed; do
        # shellcheck disable=SC2086
        gcc $plant_flags -I"$work/copy" -I. -c "$file" -o "$work/objects/${file##*/}.o" 2>>"$work/log"
    done
    # shellcheck disable=SC2086
    gcc $plant_linker -s -o "$work/program" $before "$BUILD/obj/tests/case.o" "$BUILD/libtest.a" $behind \
        "$BUILD/libsim.a" "$BUILD/libtb.a" $models "$BUILD/libfst.a" \
        $plant_libraries -lcmocka 2>>"$work/log"
    if [ $? = 0 ] && [ "$(ls "$work"/objects/*.o | wc -l)" = "$(echo "$changed" | wc -w)" ]; then settle "$test" "$case" "$work/program"
    else complain "$source: '$words' does not build"; head -n 5 "$work/log"; fi
    rm -f "$copy"
}

# plant_model BLOCK CONFIG CASE WORDS SCRIPT: a bug in that tuple of a golden model; its unit test must notice it.
plant_model() {
    source=rtl_c/$1.c config=$2 case=$3 words=$4
    planted=$((planted + 1))
    if listing; then row "rtl_c/test_$1" "$case"; return; fi
    plant_copy "$source" "$work/$1.c" "$5" "$words" || return 0
    sampled $planted || return 0
    tried=$((tried + 1))
    passes_unchanged "rtl_c/test_$1" "$case" || return 0
    parameters=$(sed -n "s/^CONFIG($1, *$config, *\(.*\))\$/\1/p" rtl_c/configs.def)
    # shellcheck disable=SC2086
    gcc $plant_flags -I. $parameters -DCFG_NAME="$config" -c "$work/$1.c" -o "$work/planted.o" 2>"$work/log" &&
        gcc $plant_linker -s -o "$work/program" "$work/planted.o" "$BUILD/obj/tests/rtl_c/test_$1.o" \
            "$BUILD/obj/tests/case.o" "$BUILD/libtest.a" "$BUILD/librtl_c.a" -lcmocka 2>>"$work/log"
    if [ $? = 0 ]; then settle "rtl_c/test_$1" "$case" "$work/program"
    else complain "$source: '$words' does not build for $config"; head -n 5 "$work/log"; fi
}

# plants_of TABLE: plants each row of a table (tests/planted.sh).
plants_of() {
    row_words= row_script=
    while IFS= read -r row_line <&3; do
        case $row_line in
            '    '*) row_script="$row_script${row_script:+
}${row_line#    }" ;;
            '#'* | '') ;;
            *)
                plant_row "$1" 3<&-
                row_words=$row_line row_script= ;;
        esac
    done 3<"$1"
    plant_row "$1"
}
plant_row() {
    [ -n "$row_words$row_script" ] || return 0
    read -r row_source row_test row_rest <<END
$row_words
END
    row_case=${row_rest%%:*} row_wrong=${row_rest#*:}
    case $row_rest:$row_script in
        ?*:*:?*) ;;
        *) complain "$1: '$row_words', expected SOURCE TEST CASE: WORDS and below it a sed script"; return 0 ;;
    esac
    case $row_source in */*) plant=plant ;; *) plant=plant_model ;; esac
    $plant "$row_source" "$row_test" "$row_case" "${row_wrong# }" "$row_script"
}
