#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock
# Where warplock cannot run it says so in one line and ends with 2: without the address space of a kernel's memory, on a
# processor without the instructions that it was built for, with pipes, devices and folders for files, with a BUILD that
# make cannot take. A checkout may lie in a folder with a blank.
set -u
. tests/lib.sh
build=$(cd "$BUILD" && pwd)
here=$(pwd)
work=$build/environment/a\ folder
rm -rf "$build/environment"
mkdir -p "$work" && cd "$work" || exit 1

# said WORDS COMMAND...: status 2 within 20 seconds and one line that holds the words.
said() {
    words=$1
    shift
    timeout 20 "$@" >out 2>err </dev/null
    status=$?
    cat err >>out
    [ $status = 2 ] && [ "$(wc -l <out)" = 1 ] && grep -qF "$words" out || complain "$*: status $status: $(head -n 3 out)"
}

# --- memory: from what the program itself needs up to what a run needs
for limit in 20000 60000 700000 1060000; do
    said 'of memory are not to be had' sh -c 'ulimit -c 0; ulimit -v '$limit'; exec "$@"' - "$build/warplock" run vadd --blocks lockstep --wave w.fst
done
(ulimit -v 1060000; "$build/warplock" run vadd --blocks c >out 2>err)
grep -qx 'warplock: 1024 MiB of memory are not to be had: .*' err || complain "the limit of 1 GiB: $(cat err)"
[ -z "$(find . -name 'w.*' -o -name '.warplock-*')" ] || complain "a run without memory leaves $(ls -A)"
(ulimit -v 4000000; "$build/warplock" run vadd --blocks c >out 2>err) || complain "4 GB are enough: $(cat err)"

# --- the processor
if command -v qemu-x86_64 >/dev/null; then
    if [ "$(cd "$here" && unset MAKEFLAGS && make -s --no-print-directory show-march)" = -march=x86-64-v3 ]; then
        for program in warplock block_bench; do
            said 'this processor has not the instructions' qemu-x86_64 -cpu Nehalem "$build/$program" --version
        done
    fi
    [ "$(qemu-x86_64 -cpu max "$build/warplock" --version 2>err)" = "$("$build/warplock" --version)" ] ||
        complain "on a processor that has all: $(cat err)"
else
    echo "skipped: another processor: there is no qemu-x86_64 (package qemu-user)"
fi

# --- pipes, devices and folders where files are expected
mkfifo pipe pipe.ptx pipe.json pipe.ini
mkdir folder folder.ptx pack
mkfifo pack/stimulus.txt
cat >k.ptx <<'PTX'
.version 6.0
.target sm_20
.address_size 64
.visible .entry k(.param .u64 a) { ret; }
PTX
for what in "./pipe:a pipe" "./folder:a folder" "/dev/zero:a device"; do
    file=${what%%:*} is="it is ${what#*:}, expected a file"
    said "$is" "$build/warplock" run vadd --machine "$file"
    said "$is" "$build/warplock" belady "$file"
    said "$is" "$build/warplock" run k.ptx --grid 1 --block 32 --arg "buf:u32:16:file=$file"
    echo '{"ptx": "k.ptx", "buffers": [{"name": "b", "type": "u32", "count": 4, "file": "'"$file"'"}],
        "steps": [{"launch": "k", "grid": [1], "block": [32], "args": [{"buf": "b"}]}]}' >job.json
    said "$is" "$build/warplock" run --read-anywhere job.json
    sed 's/"k.ptx"/"'"$(echo "$file" | sed 's,/,\\/,g')"'"/; s/, "file": "[^"]*"//' job.json >other.json
    said "$is" "$build/warplock" run other.json
done
ln -s /dev/zero zero.ptx
ln -s /dev/zero zero.json
for file in pipe.ptx folder.ptx zero.ptx; do said 'expected a file' "$build/warplock" run $file --grid 1 --block 32; done
for file in pipe.json zero.json; do said 'expected a file' "$build/warplock" run $file; done
for file in pipe pack /dev/zero; do said 'expected a file' "$build/warplock" replay $file; done
said 'is not a file, expected a result store' "$build/warplock" campaign oaws --store pipe --folder results
"$build/warplock" dump-machine --machine oaws >m.ini && "$build/warplock" run vadd --machine /dev/stdin <m.ini >out 2>err ||
    complain "a file by way of /dev/stdin: $(cat err)"

# --- names with a blank
cd "$here" || exit 1
(unset MAKEFLAGS MFLAGS MAKELEVEL; make BUILD="my build" all) >"$work/out" 2>&1
status=$?
[ $status = 2 ] && [ "$(wc -l <"$work/out")" = 1 ] && grep -q 'BUILD: seen "my build", expected one path without blanks' "$work/out" ||
    complain "make BUILD=\"my build\": status $status: $(head -n 3 "$work/out")"
# One of each kind of rule, in `make test-all`; the rest are the same rules.
if tier_is_all; then
for part in Makefile .ci rtl_c verilog tb sim; do cp -r $part "$work/"; done
mkdir -p "$work/synth_estimates" && cp synth_estimates/claims.csv synth_estimates/overhead.mk "$work/synth_estimates/"
tuple=$(sed -nE 's/^CONFIG\(bucl_bypass, *([a-z0-9_]*),.*/bucl_bypass_\1/p' rtl_c/configs.def | head -n 1)
(cd "$work" && unset MAKEFLAGS BUILD MFLAGS && make build/obj/sim/main.o "build/rtl_c/$tuple.o" build/verilated_runtime.o build/obj/bundled_files.o) >"$work/out" 2>&1 ||
    complain "a checkout in a folder with a blank: $(tail -n 3 "$work/out")"
for part in obj/sim/main.o verilated_runtime.o; do [ -s "$work/build/$part" ] || complain "$part is not built where the blank is"; done
fi
# --- shown to fail: allocations that nobody looks at, a main file that does not look at the processor, inputs that are
# opened as they come
linked() { # linked OBJECT FLAGS...: $work/planted, with these in front of the libraries
    # shellcheck disable=SC2046
    gcc $plant_linker -s -o "$build/environment/planted" "$@" "$BUILD/libsim.a" "$BUILD/libtb.a" \
        "$BUILD/libfst.a" $(sed -n 's/^LDLIBS *:= //p' Makefile | sed "$libraries")
}
unnoticed() { # unnoticed WORDS COMMAND...: what `said` finds wrong
    before=$failures
    said "$@" >"$work/complaint"
    [ "$failures" -gt "$before" ] && failures=$before || { failures=$before; complain "a plant went unnoticed: $*"; }
}
if tier_is_all; then
    libraries='s/-Wl,--wrap[^ ]*//'
    linked "$BUILD/obj/sim/main.o" && cd "$work" &&
        unnoticed 'of memory are not to be had' sh -c 'ulimit -c 0; ulimit -v 60000; exec "$@"' - ../planted run vadd --blocks c
    cd "$here" || exit 1
    libraries=
    plant_copy sim/main.c "$build/environment/main.c" '/processor.h/d'
    gcc -std=c11 -O1 -w -I. -D_DEFAULT_SOURCE -c "$build/environment/main.c" -o "$build/environment/main.o" && linked "$build/environment/main.o"
    if command -v qemu-x86_64 >/dev/null; then
        (cd "$work" && ulimit -c 0 && unnoticed 'this processor has not the instructions' qemu-x86_64 -cpu Nehalem ../planted --version; exit "$failures") ||
            failures=$((failures + 1))
    fi
    plant_copy tb/input_file.c "$build/environment/input_file.c" 's/!S_ISREG(status.st_mode)/0/'
    gcc -std=c11 -O1 -w -I. -D_DEFAULT_SOURCE -c "$build/environment/input_file.c" -o "$build/environment/input_file.o" &&
        linked "$BUILD/obj/sim/main.o" "$build/environment/input_file.o" && cd "$work" &&
        unnoticed 'it is a pipe' ../planted run vadd --machine ./pipe
    cd "$here" || exit 1
fi
rm -rf "$build/environment"
[ "$failures" = 0 ]
