#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# wild.sh CUDA WORK SUITE: builds and runs the CUDA programs of a folder by their own makefiles, with warplock for NVIDIA's toolkit,
# and prints each one's outcome (make wild SUITE=folder; docs/cuda.md). Known layouts: Rodinia, SHOC, PolyBench (ACC and GPU),
# HeCBench, cuda-samples; otherwise each folder with a .cu is a program. CUDA is the folder for CUDA_PATH; WORK gets a copy of the
# suite, the logs and table.csv. TIME: limit of a program in seconds; ONLY: an extended regular expression on programs' names.
# Status: 0 when all built, ran and passed, 1 otherwise, 2 for a mistake.
set -u
# --- a program runs, in its folder: what was made since the file `begun` was
say_made() { find . -type f -perm -u+x -newer "$begun" ! -name '*.o' ! -name '*.so*' -exec sh -c 'head -c 4 "$1" | grep -q ELF' sh {} \; -print | sort | head -n 1; }
run() {
    made=$(say_made)
    if [ -e run ] && ! head -c 4 run | grep -q ELF; then sh ./run
    elif [ "$kind" = HeCBench ] && grep -q '^run *:' Makefile; then make run
    elif [ -z "$made" ]; then echo 'wild: no program was made'; return 1
    elif [ "$kind" = SHOC ]; then "$made" -s 1
    else "$made"; fi
}
if [ "${1-}" = --run ]; then
    kind=$2 begun=$3
    run
    exit
fi

[ $# = 3 ] || { echo "usage: wild.sh CUDA WORK SUITE (make wild SUITE=folder)" >&2; exit 2; }
home=$(dirname "$0") cuda=$(cd "$1" 2>/dev/null && pwd) || { echo "wild: $1: no such folder" >&2; exit 2; }
[ -d "$3" ] || { echo "wild: SUITE=$3: no such folder" >&2; exit 2; }
case ${TIME:=600} in *[!0-9]* | '' | 0) echo "wild: TIME=$TIME, expected a number of seconds" >&2; exit 2 ;; esac
work=$2 only=${ONLY:-.}
mkdir -p "$work" && work=$(cd "$work" && pwd -P) && suite=$work/suite logs=$work/logs || exit 2
own=$(cd "$3" && pwd -P) || exit 2
case $own/ in "$work"/*) echo "wild: SUITE=$3: lies in $work, which is made anew: copy it to another place" >&2; exit 2 ;; esac
chmod -R u+w "$suite" 2>/dev/null
rm -rf "$suite" "$logs" "$work/table.csv" && mkdir -p "$suite" "$logs" && cp -r "$own/." "$suite" && chmod -R u+w "$suite" || exit 2
export PATH="$cuda/bin:$PATH" CUDA_PATH="$cuda" CUDA_HOME="$cuda" CUDACXX="$cuda/bin/nvcc" LD_LIBRARY_PATH="$cuda/lib64${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
unset MAKEFLAGS MFLAGS MAKELEVEL

# --- which programs there are
has_cu() { for file in "$1"/*.cu "$1"/src/*.cu; do [ -e "$file" ] && return 0; done; return 1; }
layout() {
    if [ -d "$suite/src/cuda/level1" ]; then echo SHOC
    elif ls -d "$suite"/src/*-cuda >/dev/null 2>&1; then echo HeCBench
    elif [ -d "$suite/cuda" ] && [ -d "$suite/common" ]; then echo Rodinia
    elif [ -d "$suite/CUDA" ]; then echo PolyBench
    elif [ -d "$suite/Samples" ]; then echo cuda-samples
    else echo other; fi
}
folders() {
    case $1 in
    SHOC)         find "$suite"/src/cuda/level* -type d ;;
    HeCBench)     ls -d "$suite"/src/*-cuda ;;
    Rodinia)      find "$suite/cuda" -type d ;;
    PolyBench)    find "$suite/CUDA" -type d ;;
    cuda-samples) find "$suite/Samples" -type d ;;
    *)            find "$suite" -type d ;;
    esac | sort
}
# Those with a .cu, but not parts of another one.
programs() {
    last=
    folders "$1" | while read -r folder; do
        has_cu "$folder" || continue
        [ -n "$last" ] && case $folder in "$last"/*) continue ;; esac
        last=$folder
        echo "$folder"
    done
}

# --- one program, in its folder
build() {
    if [ "$kind" = SHOC ] && [ -e "$suite/configure" ]; then
        [ -n "$(say_made)" ]
    elif [ -e Makefile ] || [ -e makefile ] || [ -e GNUmakefile ]; then
        make CUDA_DIR="$cuda" CUDA_PATH="$cuda" CUDA_HOME="$cuda" CUDA_INSTALL_PATH="$cuda"
    elif [ -e CMakeLists.txt ]; then
        cmake -S . -B build -DCMAKE_CUDA_COMPILER="$cuda/bin/nvcc" && cmake --build build
    else
        set --
        for file in ./*.cu src/*.cu; do [ -e "$file" ] && set -- "$@" "$file"; done
        nvcc -rdc=true "$@" -o program
    fi
}
# The program's own verdict on its results: one failure outweighs all passes; "0 failed" is no failure.
own_check() {
    grep -vE '^warplock: ' "$1" | sed -E 's/\<(0|no|No) +(FAILED|Failed|failed)\>//g; s/\<(FAILED|Failed|failed):? *0\>//g' | grep -oE 'Non-Matching.*: *[0-9]+|\<(PASS|PASSED|Passed|passed|SUCCESS|Success|FAIL|FAILED|Failed|failed|INCORRECT|Mismatch|MISMATCH)\>' |
        sed -E 's/^Non-Matching.*: *0+$/yes/; s/^Non-Matching.*/no/; s/^(PASS|Pass|pass|SUCC|Succ).*/yes/; s/^(FAIL|Fail|fail|INCOR|Mism|MISM).*/no/' |
        sort -u | head -n 1 | grep . || echo none
}
# The first line that names something missing.
missing() {
    for log; do
        [ -e "$log" ] && grep -v ": notice: " "$log" | grep -m 1 -E 'error:|undefined reference|^warplock: |^wild: |Error [0-9]|error while loading|not found' && return
    done
}

kind=$(layout) all=0 built=0 ran=0 right=0 wrong=0
begun=$logs/begun self=$(cd "$home" && pwd)/wild.sh
touch "$begun" && sleep 1
if [ "$kind" = SHOC ] && [ -e "$suite/configure" ]; then
    echo "SHOC: configure, make" >&2
    (cd "$suite" && sh ./configure && make -k) >"$logs/suite.log" 2>&1
fi
echo 'program,built,ran,own check,seconds,missing' >"$work/table.csv.new"
printf '%-34s %-6s %-6s %-10s %8s  %s\n' "$kind" built ran 'own check' seconds 'what was missing'
programs "$kind" >"$logs/programs"
while read -r folder; do
    name=${folder#"$suite"/}
    echo "$name" | grep -qE -- "$only" || continue
    all=$((all + 1)) log=$logs/$all.$(echo "$name" | tr / _)
    was_built=no has_run=no check=- seconds=- lack=
    if (cd "$folder" && build) >"$log.build" 2>&1 </dev/null; then
        was_built=yes built=$((built + 1)) start=$(date +%s)
        (cd "$folder" && timeout -k 10 "$TIME" sh "$self" --run "$kind" "$logs/begun") >"$log.run" 2>&1 </dev/null
        status=$?
        seconds=$(($(date +%s) - start))
        check=$(own_check "$log.run")
        [ $status = 0 ] && has_run=yes ran=$((ran + 1))
        [ $status = 124 ] || [ $status = 137 ] && lack="it ran for more than $TIME s (TIME)"
        [ "$check" = no ] && wrong=$((wrong + 1))
        [ "$check" = yes ] && right=$((right + 1))
        [ $status = 0 ] || lack=${lack:-$(missing "$log.run")} lack=${lack:-status $status}
    else
        lack=$(missing "$log.build" "$logs/suite.log") lack=${lack:-"the build ends with an error"}
    fi
    lack=$(printf %s "$lack" | tr '\t",' "  ;" | cut -c 1-110)
    printf '%-34s %-6s %-6s %-10s %8s  %s\n' "$name" $was_built $has_run "$check" "$seconds" "$lack"
    echo "\"$(echo "$name" | sed 's/"/""/g')\",$was_built,$has_run,$check,$seconds,$lack" >>"$work/table.csv.new"
done <"$logs/programs"
mv "$work/table.csv.new" "$work/table.csv"
echo "$all programs: $built built, $ran ran, $right found their results right, $wrong wrong; logs in $logs"
[ $all -gt 0 ] || { echo "wild: no program in $3${ONLY:+ called $ONLY}: expected folders with .cu files" >&2; exit 2; }
[ $built = $all ] && [ $ran = $all ] && [ $wrong = 0 ]
