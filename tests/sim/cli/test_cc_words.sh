#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# warplock cc without a compiler: what it tells clang for each option, by a command that stands for it and writes its words
# down; what it refuses; what becomes of a clang that fails, is killed or is not there. tests/sim/cuda/test_cc.sh and
# test_cc_programs.sh of tests/sim/cudart have clang itself.
# needs: warplock
set -u
. tests/lib.sh
root=$(pwd) built=$(cd "$BUILD" && pwd)
# Not in the tree: what stands above a program is found.
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/bin" "$work/in" "$work/few" "$work/alone" "$work/in/other" "$work/in/folder"
mkdir -p "$work/installed/bin" "$work/installed/lib" "$work/installed/share/warplock/cuda/include"
cp "$built/warplock" "$work/installed/bin/" && cp "$built/warplock" "$work/alone/" || exit 1
: >"$work/installed/lib/libwarplock_cudart.a" && : >"$work/installed/share/warplock/cuda/include/cuda_runtime.h"
# Its words with a bar between two, one call a line; what FAKE says is done.
cat >"$work/bin/clang" <<'END'
#!/bin/sh
(IFS='|'; printf '%s\n' "$*") >>"$WORK/calls"
case ${FAKE-} in killed) kill -9 $$ ;; fails) echo 'clang: no' >&2; exit 1 ;; esac
output=
for word in "$@"; do [ "$output" != next ] || output=$word; [ "$word" != -o ] || output=next; done
case " $* " in *' --cuda-device-only '*) [ -z "${FAKE_PTX-}" ] || printf "$FAKE_PTX" ;; *' -o - '*) echo object ;; *) echo made >"$output" ;; esac
END
# The same under another name alone, for a program that finds no other.
cp "$work/bin/clang" "$work/few/clang-15"
cat >"$work/few_compilers" <<'END'
#!/bin/sh
PATH=$WORK/few exec "$WORK/installed/bin/warplock" "$@"
END
chmod +x "$work/bin/clang" "$work/few/clang-15" "$work/few_compilers"
WORK=$work PATH=$work/bin:$PATH
export WORK PATH
unset WARPLOCK_CUDA WARPLOCK_SOURCES TMPDIR
cd "$work/in" || exit 1
for file in x.cu y.cu z.cpp w.c v.o; do echo "// $file" >$file; done
: >other/cuda_runtime.h
runs() { # runs STATUS WORDS ARGUMENTS...: of warplock cc; its lines are in $work/calls, what it says in $work/said
    want=$1 words=$2
    shift 2
    : >"$work/calls"
    "${program:-$work/installed/bin/warplock}" cc "$@" >"$work/out" 2>"$work/said"
    got=$?
    [ $got = "$want" ] || complain "cc $*: status $got, expected $want: $(cat "$work/said")"
    grep -qF -- "$words" "$work/said" || [ -z "$words" ] || complain "cc $*: nothing of '$words' in: $(cat "$work/said")"
    [ -n "$words" ] || [ ! -s "$work/said" ] || complain "cc $*: says $(cat "$work/said")"
}
program=
told() { grep -qF -- "$1" "$work/calls" || complain "nothing of '$1' in: $(cat "$work/calls")"; }
not_told() { ! grep -qF -- "$1" "$work/calls" || complain "'$1' is in: $(cat "$work/calls")"; }
calls() { [ "$(wc -l <"$work/calls")" = "$1" ] || complain "$(wc -l <"$work/calls") calls, expected $1: $(cat "$work/calls")"; }

# --- from sources to a program: what compiles each, the list of where blocks' sources are, the linker
WARPLOCK_SOURCES=$root && export WARPLOCK_SOURCES
runs 0 '' x.cu z.cpp w.c v.o -o program
unset WARPLOCK_SOURCES
[ "$(cat program)" = made ] || complain "no program"
calls 6
told '-x|cuda|--cuda-device-only|'
told '-x|cuda|--cuda-host-only|'
told '|-Xclang|-fcuda-include-gpubinary|-Xclang|'
told '-x|c++|'
told '-x|c|'
told '-x|assembler|'
told '|v.o|'
told "|$work/installed/lib/libwarplock_cudart.a|"
told "|-isystem|$work/installed/share/warplock/cuda/include|"
runs 0 '' -shared -g x.cu -o lib.so
told '-shared|-g|'
told '|-fPIC|'
not_told libwarplock_cudart.a
runs 0 '' v.o
[ -e a.out ] || complain "no a.out"
calls 1
runs 0 '' -c x.cu z.cpp
[ "$(cat x.o z.o)" = "object
object" ] || complain "no objects"
runs 0 '' -S x.cu y.cu
[ -e x.ptx ] || complain "no x.ptx"
[ -e y.ptx ] || complain "no y.ptx"
calls 2
runs 0 '' -S x.cu y.cu -o both.ptx
calls 1
told '|-include|x.cu|y.cu'
runs 0 '' -x cu -S w.c
told '-x|cuda|'
runs 0 '' -x c -c x.cu
calls 1
told '-x|c|'
runs 0 '' -x c++ -c x.cu
told '-x|c++|'

# --- the architecture
arch() { # arch SM FEATURE OPTIONS...
    sm=$1 feature=$2
    shift 2
    runs 0 '' "$@" -S x.cu
    told "|--cuda-gpu-arch=sm_$sm|"
    if [ -n "$feature" ]; then told "|-target-feature|-Xclang|+$feature|"; else not_told -target-feature; fi
}
arch 35 ptx63
arch 20 '' -arch sm_20
arch 20 '' -arch=compute_13
arch 35 ptx63 -arch native
arch 35 ptx63 -arch=all-major
arch 75 ptx63 -arch=sm_75
arch 80 ptx70 -arch=sm_80
arch 86 ptx71 -arch=sm_90a
arch 86 ptx71 -arch=sm_100
arch 60 ptx63 -gencode arch=compute_60,code=sm_60
arch 70 ptx63 -gencode arch=compute_35,code=sm_35 -gencode arch=compute_70,code=compute_70
arch 75 ptx63 -gencode arch=compute_80,code=sm_80 -gencode 'arch=compute_75,code="sm_75,compute_75"'
arch 70 ptx63 -gencode arch=compute_70,code=sm_70 -gencode arch=compute_86,code=sm_86
arch 80 ptx70 -gencode arch=compute_86,code=sm_86 -gencode arch=compute_80,code=sm_80
arch 80 ptx70 -gencode arch=compute_80,code=sm_80 -gencode arch=compute_86,code=sm_86
for wrong in 70 sm_7 sm_7000 sm_70b sm_70aa sm- compute_; do runs 2 "-arch: seen \`$wrong\`, expected sm_NN" -arch=$wrong -S x.cu; done
runs 2 '-gencode: seen `code=sm_70`, expected arch=compute_NN,code=...' -gencode code=sm_70 -S x.cu
runs 2 '-gencode: seen `arch=70`, expected arch=compute_NN' -gencode arch=70 -c x.cu

# --- words that go on
runs 0 '' x.cu -lm -lcudart -lcuda -lcudart_static -lcudadevrt -lnvToolsExt -lcudamore -L folder -Xlinker -rpath,/a -Xcompiler -fopenmp,-DHOST=1 -o p
told '|-L|folder|-l|m|-l|cudamore|-Xlinker|-rpath|-Xlinker|/a|'
not_told '|-l|cuda|'
not_told '|cudadevrt'
grep -e --cuda-device-only "$work/calls" | grep -q '|-DHOST=1|' || complain "a macro of the host's compiler is not the kernels'"
grep -e --cuda-device-only "$work/calls" | grep -q fopenmp && complain "-fopenmp is told where kernels are compiled"
[ "$(grep -c -e '-fopenmp|-DHOST=1|' "$work/calls")" = 2 ] || complain "-Xcompiler is not told twice: $(cat "$work/calls")"
runs 0 '' -S x.cu -DA=1 -UB -I folder -isystem s -include y.cu -O3 -std=c++17 -fmad=false -funroll-loops -use_fast_math -w --clang-option -Wall
for words in '|-D|A=1|' '|-U|B|' '|-I|folder|' '|-isystem|s|' '|-include|y.cu|' '|-O3|' '|-std=c++17|' '|-ffp-contract=off|' '|-funroll-loops|' \
    '|-ffast-math|' '|-w|' '|-Wall|'; do told "$words"; done
runs 0 '' -c x.cu -use_fast_math --host-option -Wextra
told '|-D__USE_FAST_MATH__|'
[ "$(grep -c Wextra "$work/calls")" = 1 ] || complain "a word for the host is told to both"
runs 0 "ignored: -I other (another CUDA's headers)" -S x.cu -I other -I folder
not_told '|-I|other|'
runs 0 '' -S x.cu -I "$work/installed/share/warplock/cuda/include"
told "|-I|$work/installed/share/warplock/cuda/include|"

# --- nvcc's names of the same
runs 0 '' --ptx x.cu --output-file named.ptx --define-macro A=1 --include-path=folder --gpu-architecture=sm_60 --std=c++17 --use_fast_math
[ -e named.ptx ] || complain "--output-file is not heard"
for words in '|-D|A=1|' '|-I|folder|' '|--cuda-gpu-arch=sm_60|' '|-std=c++17|' '|-ffast-math|'; do told "$words"; done
runs 0 '' -dc x.cu -MD -MF own.d -Wall
told '|-MF|own.d|'
told '|-Wall|'
runs 0 'ignored: -lineinfo (reports name lines of the PTX), -maxrregcount=32 (registers are counted from the PTX)' \
    -c x.cu -lineinfo -rdc false -maxrregcount=32
not_told '|false'
not_told '|-fgpu-rdc'
runs 0 '' -dc x.cu
told '|-fgpu-rdc|'
runs 0 '' -c --relocatable-device-code=true x.cu
told '|-fgpu-rdc|'
runs 0 '' -S x.cu -D -lineinfo
told '|-D|-lineinfo|'
runs 2 'cc: -MF: expected a word after it' -c x.cu -MF
runs 2 '-rdc: expected false|true after it' -c x.cu -rdc
runs 2 'cc: seen -m32, which is refused: ' -S x.cu -m32

# --- dependencies are named after the object
runs 0 '' -c x.cu --host-option -MD -o folder/x.1.o
told '|-MF|folder/x.1.d|-MT|folder/x.1.o|'
runs 0 '' -c x.cu --host-option -MMD --host-option -MF --host-option own.d -o folder.x
told '|-MF|own.d|'
told '|-MT|folder.x|'
not_told folder.d
runs 0 '' -c x.cu --host-option -MD --host-option -MQ --host-option it -o folder/x
told '|-MF|folder/x.d|'
not_told '|-MT|'
runs 0 '' -c x.cu
not_told '|-MF|'

# --- refused
runs 2 '-x: seen `fortran`, expected cu|c++|c' -x fortran x.cu
runs 2 'cc: seen -c with `v.o`, expected a source' -c v.o
runs 2 'cc: seen -S with `z.cpp`, expected CUDA sources' -S -x c++ z.cpp
runs 2 '-o: seen with -c and 2 sources, expected one' -c x.cu y.cu -o o
runs 2 'cc: seen `-`, expected a file (./- if that is its name)' -S -- -
runs 2 'is an input of this run' x.cu -o x.cu
runs 2 'none/x: cannot be written: No such file' x.cu -o none/x
runs 2 'none/x.ptx: cannot be written: No such file' -S x.cu -o none/x.ptx
runs 2 'none/x.o: cannot be written: No such file' -c x.cu -o none/x.o
TMPDIR=$work/none && export TMPDIR
runs 2 "cc: $work/none/cc: cannot be written" -c x.cu
runs 2 "cc: $work/none/cc: cannot be written" x.cu -o p
unset TMPDIR
runs 2 'cannot be read: File name too long' -S "$(printf '%04500d' 1).cu"
FAKE_PTX='.version 6.3\n.extern .func (.param .b32 r) other\n(\n.param .b32 a\n)\n;\n' && export FAKE_PTX
runs 2 'x.cu: device function `other` has no body in this file' x.cu -o p
FAKE_PTX='.version 6.3\n.extern .func helper (.param .b32 a);\n'
runs 2 'x.cu: device function `helper` has no body in this file' -c x.cu
FAKE_PTX='.version 6.3\n.extern .func v (.param .b32 a);\n'
runs 2 'x.cu: device function `v` has no body in this file' -c x.cu
FAKE_PTX='.version 6.3\n.extern .func  (.param .b32 r) vprintf\n(\n)\n;\n.extern .func __assertfail\n(\n)\n;\n.func own ()\n{\n}\n'
runs 0 '' -c x.cu
unset FAKE_PTX

# --- clang
FAKE=killed && export FAKE
runs 2 'cc: clang was ended by signal 9' -S x.cu
runs 2 'cc: clang was ended by signal 9' -c x.cu
FAKE=fails
runs 2 'cc: clang refused it (its messages stand above)' -S x.cu
runs 2 'clang: no' x.cu -o p
unset FAKE
[ "$(find . -name '.warplock-*' | wc -l)" = 0 ] || complain "something is left"
runs 0 'clang -x cuda --cuda-device-only' --verbose -c x.cu
program=$work/few_compilers
runs 0 'clang -x cuda --cuda-device-only' --verbose -S x.cu
calls 1
rm "$work/few/clang-15"
runs 2 'no clang on PATH: install it' -S x.cu
mkdir "$work/few/clang"
runs 2 'cc: clang cannot be started: Permission denied' -S x.cu

# --- where headers and library are
program=$work/alone/warplock
runs 2 "cc: no share/warplock/cuda/include or sim/cuda in a folder above $work/alone/warplock" -S x.cu
program=
rm "$work/installed/lib/libwarplock_cudart.a"
runs 2 "cc: no lib/libwarplock_cudart.a in a folder above $work/installed/bin/warplock, expected warplock's CUDA runtime there: install it again" x.cu
: >"$work/installed/lib/libwarplock_cudart.a"

# --- more words than a line has room for, wherever they are too many
over=0
for count in 1 1630 1640 1645 1648 1650 1652 1654 1656 1658 1660 1662 1664 1700; do
    "$work/installed/bin/warplock" cc -g -c -Xcompiler "$(head -c "$count" /dev/zero | sed 's/\x0/-A,/g')" x.cu >"$work/out" 2>"$work/said"
    got=$?
    if [ $got = 2 ] && grep -qx 'warplock: cc: seen more than 1664 words, expected fewer' "$work/said"; then
        over=$((over + 1))
    elif [ $got != 0 ]; then
        complain "$count words: $got: $(cat "$work/said")"
    fi
done
case $over in 9 | 10 | 11 | 12) ;; *) complain "$over of 14 lines have more words than there is room for" ;; esac
over=0
for count in 1646 1648 1649 1650 1651 1652 1653 1654 1655 1656 1657 1658 1659 1660 1661 1662 1663; do
    "$work/installed/bin/warplock" cc v.o -L folder -lm -Xlinker -z -Xcompiler "$(head -c "$count" /dev/zero | sed 's/\x0/-A,/g')" -o p >"$work/out" 2>"$work/said"
    got=$?
    if [ $got = 2 ] && grep -qx 'warplock: cc: seen more than 1664 words, expected fewer' "$work/said"; then
        over=$((over + 1))
    elif [ $got != 0 ]; then
        complain "$count words for the linker: $got: $(cat "$work/said")"
    fi
done
[ $over = 17 ] || complain "$over of 17 lines for the linker have more words than there is room for"
[ "$failures" = 0 ]
