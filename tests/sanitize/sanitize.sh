#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# make sanitize: the whole product, its libraries and the models that it builds, once by clang under each of AddressSanitizer with
# UndefinedBehaviorSanitizer, ThreadSanitizer and MemorySanitizer, in a build folder each; then every bundled kernel
# under every policy on its machines at tiny sizes, job files, campaigns by two workers, recordings, stores, the CUDA
# runtime's tests, and a small proof. What is leaked at the end of a program is a finding, too. Prints how many programs were run and
# how many findings there were; the exit status is 1 when there is one. SANITIZE=address,memory: these alone; PARTS=kernels: that part alone.
#
# Each part has a plant: a bug of the sanitizer's kind in the place of a source, which must be found.
set -u
. tests/lib.sh
SANITIZE=${SANITIZE:-address,thread,memory}
PARTS=${PARTS:-kernels,files,campaigns,cudart,prover,plants}
KERNELS=${KERNELS:-$("$BUILD/warplock" kernels | awk '/^[a-z0-9]/ { print $1 }')}
root=$(pwd) top=$(cd "$BUILD" && pwd)/sanitize
mkdir -p "$top"
runs=0 findings=0 all_runs=0 all_findings=0

# Libraries that are not compiled so are not looked into. MemorySanitizer would take what they write for unwritten: what its
# shim (tests/sanitize/memory.c) says of them is what they are trusted with.
flags() {
    case $1 in
        # Device memory that the host shares lies at the device's addresses (sim/frontend/device_memory.c). Those of the product are
        # AddressSanitizer's; 1 GiB from here on is the program's own.
        address) echo "-fsanitize=address,undefined -fno-sanitize-recover=undefined -DDEVICE_BASE=0x3F000000u" ;;
        thread) echo "-fsanitize=thread" ;;
        memory) echo "-fsanitize=memory" ;;
    esac
}
# The FST writer is Verilator's: it stores words at any address and is not looked at for undefined behaviour.
makes() { # makes KIND TARGET...: in that kind's build folder
    kind=$1 folder=$top/$1
    shift
    mkdir -p "$folder"
    cflags="-std=c11 -g1 -O2 -fno-omit-frame-pointer -ffp-contract=off -w $(flags "$kind")"
    libraries=$(sed -n 's/^LDLIBS *:= //p' Makefile)
    echo "$cflags" >"$folder.flags"
    # Nothing that was built with other ones stays.
    cmp -s "$folder.flags" "$folder/flags" || { rm -rf "$folder" && mkdir -p "$folder"; }
    mv "$folder.flags" "$folder/flags"
    if [ "$kind" = memory ]; then
        # shellcheck disable=SC2086
        clang -I. $cflags -c tests/sanitize/memory.c -o "$folder/memory_shim.new" || exit 1
        # No rule names it: what is linked with another one is linked anew.
        cmp -s "$folder/memory_shim.new" "$folder/memory_shim.o" || rm -rf "$folder/warplock" "$folder/tests"
        mv "$folder/memory_shim.new" "$folder/memory_shim.o"
        libraries="$folder/memory_shim.o $(sed -n 's/^.. linked: //p' tests/sanitize/memory.c | paste -sd' ' -) $libraries"
        cflags="$cflags -D__real_malloc=shim_malloc -D__real_realloc=shim_realloc -D__real_strdup=shim_strdup -D__real_strndup=shim_strndup"
    fi
    case "$kind $*" in memory*/prove/*) plain "$folder/prove/prove_step" "$folder/prove/prove_locals" || return 1 ;; esac
    make --no-print-directory BUILD="$folder" CC=clang CFLAGS="$cflags" OPTIMISE="-O1 -g1 -w $(flags "$kind") -fno-sanitize=undefined" CXXFLAGS= \
        LDLIBS="$libraries" "$@" >"$folder/make.log" 2>&1 || { tail -n 5 "$folder/make.log"; complain "$kind: $* is not built"; return 1; }
}
# What walks C models is linked with LLVM, which no sanitizer is in: MemorySanitizer cannot look at it, the others look at what is ours.
plain() {
    make --no-print-directory BUILD="$folder" CC=clang CFLAGS="-std=c11 -O1 -w" "$@" >"$folder/make.log" 2>&1 ||
        { tail -n 5 "$folder/make.log"; complain "$kind: $* is not built"; return 1; }
}
export ASAN_OPTIONS=detect_leaks=1:abort_on_error=0:exitcode=66 UBSAN_OPTIONS=print_stacktrace=1:exitcode=66
export TSAN_OPTIONS=halt_on_error=1:exitcode=66 MSAN_OPTIONS=poison_in_malloc=0:poison_in_free=0:exitcode=66 LSAN_OPTIONS=exitcode=66

# clean WORDS COMMAND...: a run; a finding when a sanitizer has said something, in whatever process of it. Where $good says with
# which statuses it may end, another one is a failure: what has not run is not looked at.
clean() {
    words=$1
    shift
    runs=$((runs + 1))
    ASAN_OPTIONS=$ASAN_OPTIONS:log_path=$folder/said TSAN_OPTIONS=$TSAN_OPTIONS:log_path=$folder/said \
        MSAN_OPTIONS=$MSAN_OPTIONS:log_path=$folder/said UBSAN_OPTIONS=$UBSAN_OPTIONS:log_path=$folder/said \
        timeout -s KILL 600 "$@" >"$folder/out" 2>&1 </dev/null
    status=$?
    if ls "$folder"/said.* >/dev/null 2>&1 || [ $status -ge 66 ]; then
        findings=$((findings + 1))
        echo "FINDING: $kind: $words: status $status: $*"
        cat "$folder"/said.* 2>/dev/null | grep -m 12 -E 'ERROR|WARNING|SUMMARY|runtime error|^ +#[0-7] ' || tail -n 3 "$folder/out"
        rm -f "$folder"/said.*
        return 1
    fi
    case " ${good:-$status} " in *" $status "*) ;; *) complain "$kind: $words: ended with $status: $*: $(tail -n 1 "$folder/out")" ;; esac
}

# What runs on which machine: as tests/sim/baseline/runs.txt has the policies of each system.
systems() {
    cat <<'SYSTEMS'
oaws lrr,gto,2lvl-rr,2lvl-gto,swl,mascar,mrpb,oaws-static,oaws-dyn,ocw
ccws ccws,swl
bucl bucl-dyn,bucl-prf,swl+bucl
kaws oldest,kaws,kaws-progress,kaws-share
owl cta-aware,cta-aware-locality,cta-aware-locality-blp,owl
gtx480 gto --max-cycles 300000
SYSTEMS
    echo 'oaws ccws-priority --set l1d.ways=2'
}
# A program a kernel and machine, which runs it under each policy; each of these is a run. Threads are the CUDA runtime's alone: of what
# has one thread every eighth program under that sanitizer.
kernels() {
    programs=0 good='0 3'                       # 3: at the limit of cycles
    systems >"$folder/systems"
    while read -r machine policies rest; do
        for kernel in $KERNELS; do
            programs=$((programs + 1))
            [ "$kind" != thread ] || [ $((programs % 8)) = 0 ] || continue
            # shellcheck disable=SC2086
            clean kernels "$folder/warplock" run --machine "$machine" --policy "$policies" --size paper/4096 --max-cycles 3000 $rest \
                --set gpu.sms=2 --set gpu.clusters=2 "$kernel"
            runs=$((runs + $(echo "$policies" | tr , '\n' | wc -l) - 1))
        done
    done <"$folder/systems"
    [ "$kind" = thread ] || return
    for words in '--policy gto,ccws conv2d' '--policy gto bfs' '--policy gto histogram' '--policy oaws-dyn matmul --size 64x64x32'; do
        # shellcheck disable=SC2086
        clean kernels "$folder/warplock" run --threads 2 --machine gtx480 --max-cycles 3000 $words
    done
    clean kernels "$folder/warplock" run --threads 2 --machine gtx480 vadd --size 65536        # many CTAs end
}
files() {
    work=$folder/files good=0
    rm -rf "$work" && mkdir -p "$work" && cp tests/sim/workload/fuzz_job_seeds/* "$work"
    clean files "$folder/warplock" run "$work/all.json" --json --csv "$work/csv" --perfetto "$work/perfetto" --timeline "$work/timeline" \
        --record-l1d "$work/l1d" --issue-trace "$work/issue" --report "$work/report"
    clean files "$folder/warplock" belady "$work/l1d"
    clean files "$folder/warplock" run "$work/symbols.json" "$work/textures.json" --functional
    clean files "$folder/warplock" run --machine oaws --policy oaws-dyn vadd --size 64 --record "$work/recording"
    clean files "$folder/warplock" check "$work/recording"
    clean files "$folder/warplock" run --machine oaws --policy oaws-dyn --set icnt.kind=mesh atax --size 64 --per-launch --per-line --per-age \
        --per-degree --per-slice --per-row --per-link --per-interval --locality --belady --json
    # Verilog is Verilator's C++, compiled by g++: MemorySanitizer would take all that it writes for unwritten.
    if [ "$kind" != memory ]; then
        for pack in tests/tb/fuzz_stimulus_seeds/*; do clean files "$folder/warplock" replay "$pack"; done
        clean files "$folder/warplock" run vadd --size 64 --machine oaws --policy oaws-dyn --blocks lockstep --wave "$work/wave.fst"
    fi
    good=                                           # what is damaged, and mistakes
    for seed in 1 2 3 4 5 6 7 8; do
        "$BUILD/tests/sim/cli/mutate" sim/machine/gtx480.ini $seed >"$work/machine.ini"
        clean files "$folder/warplock" run --machine "$work/machine.ini" --max-cycles 2000 vadd --size 64
        "$BUILD/tests/sim/cli/mutate" "$work/all.json" $seed >"$work/mutated.json"
        clean files "$folder/warplock" run --max-cycles 20000 "$work/mutated.json"
    done
    for words in kernels policies --help 'help run' dump-machine machine-keys campaign-keys events 'run nothing' 'import tests/sim/machine/import/qv100/gpgpusim.config'; do
        # shellcheck disable=SC2086
        clean files "$folder/warplock" $words
    done
}
campaigns() {
    work=$folder/campaigns good=0
    rm -rf "$work" && mkdir -p "$work"
    for name in papers ccws bucl kaws owl; do
        clean campaigns "$folder/warplock" campaign $name vadd atax --size 64 --max-cycles 50000 --workers 2 --store "$work/store" --folder "$work/$name" \
            --html "$work/$name.html" --csv "$work/$name.csv"
    done
    clean campaigns "$folder/warplock" sweep --policy swl,gto --set policy.swl_limit=1..4 --workers 2 --plot ipc --store "$work/store" \
        --folder "$work/sweep" vadd --size 64 --html "$work/sweep.html"
    clean campaigns "$folder/warplock" results "$work/store" --csv "$work/all.csv"
    clean campaigns "$folder/warplock" results "$work/store" --check
    clean campaigns "$folder/warplock" results "$work/store" --repair "$work/repaired"
    clean campaigns "$folder/warplock" results "$work/store" --diff "$work/repaired"
    clean campaigns "$folder/warplock" campaign papers vadd atax --size 64 --max-cycles 50000 --stored --store "$work/store" --pack "$work/packed"
}
proof=oaws_ocw_n2_s1_sets3
cudart_tests=$(find tests/sim/cudart -name 'test_*.c' | LC_ALL=C sort)
# An assertion is no sanitizer's, but what it stops is not looked at; nor is a case that finds no memory to share.
looked_at() { [ "$status" = 0 ] && ! grep -q SKIPPED "$folder/out"; }
cudart() {
    for test in $cudart_tests; do
        clean cudart "$folder/${test%.c}"
        looked_at || complain "$kind: ${test%.c} ended with $status: $(grep -m 1 -e 'ERROR' -e 'FAILED' -e 'SKIPPED' "$folder/out")"
    done
    clean cudart "$folder/tests/sim/cudart/program" threads 8 4
    clean cudart "$folder/tests/sim/cudart/program" atax 64 8 1 return
}
# What g++ links here is the proof's witness (tb/prove/witnesses.sh), with the sanitizer's runtime; not with that for C++ (clang++), as what
# is Verilated has operators new of its own. What is Verilated is g++'s own work, and trusted (tests/sanitize/memory_verilated.c).
witness_linker() { # witness_linker FOLDER: a g++ for it
    trusted=
    mkdir -p "$1"
    [ "$kind" != memory ] || trusted=tests/sanitize/memory_verilated.c
    printf '%s\n' '#!/bin/sh' "case \" \$* \" in *vectors.o*) exec clang $(flags "$kind") \"\$@\" -lstdc++ $trusted ;; esac" \
        "exec $(command -v g++) \"\$@\"" >"$1/g++"
    chmod +x "$1/g++"
}
# Of its leaks those of tests/sanitize/prover_leaks.txt are known.
prover() {
    rm -rf "$folder/proof"
    witness_linker "$folder/witness_linker"
    options=$MSAN_OPTIONS MSAN_OPTIONS=exitcode=66         # memory that is asked for is not written: no library has any
    clean prover env BUILD="$folder" PROVE_WORK="$folder/proof" CC="clang $(flags "$kind")" PATH="$folder/witness_linker:$PATH" \
        LSAN_OPTIONS="$LSAN_OPTIONS:print_suppressions=0:fast_unwind_on_malloc=0:suppressions=$root/tests/sanitize/prover_leaks.txt" \
        ASAN_OPTIONS="$ASAN_OPTIONS:fast_unwind_on_malloc=0:log_path=$folder/said" sh tb/prove/prove.sh $proof
    grep -q '^proven' "$folder/out" || complain "$kind: the proof: $(tail -n 2 "$folder/out")"
    clean prover "$folder/prove/prove_diagram" "$folder/proof/$proof/step.aig"
    MSAN_OPTIONS=$options
}

# --- a bug of each kind in a copy of a source, whose object takes the place of the library's: the sanitizer says what it is
plant_built() { # plant_built SOURCE SCRIPT BUG: the program is called `planted`; linked with $others
    source=$1 script=$2 bug=$3
    plant_copy "$source" "$folder/planted/$source" "$script" "$bug" || return 1
    # shellcheck disable=SC2046,SC2086
    clang -I. -D_DEFAULT_SOURCE -D_GNU_SOURCE $cflags -o "$folder/planted/planted" "$folder/planted/$source" $others >"$folder/make.log" 2>&1 ||
        { complain "$kind: $source: the plant is not built"; return 1; }
}
plant_kind() { # plant_kind SOURCE SCRIPT BUG COMMAND...
    plant_built "$1" "$2" "$3" || return
    shift 3
    known=$findings
    clean plants "$folder/planted/planted" "$@" >"$folder/planted/said"
    if grep -q "$bug" "$folder/planted/said"; then echo "planted: $kind: $bug: noticed"; findings=$known
    else complain "$kind: $bug in $source is not noticed: $(cat "$folder/planted/said")"; fi
}
plants() {
    mkdir -p "$folder/planted"
    simulator="$folder/libsim.a $folder/libtb.a $folder/libfst.a $libraries"
    others="$folder/obj/sim/main.o $simulator"
    case $kind in
        address)
            plant_kind sim/core/scoreboard.c '$s,$,\n__attribute__((constructor)) static void planted(void) { static volatile int i = 4; volatile char *text = malloc(4); text[i] = 0; free((void *)text); },;1s,^,#include <stdlib.h>\n,' \
                heap-buffer-overflow run vadd --size 64
            plant_kind sim/core/scoreboard.c '$s,$,\n__attribute__((constructor)) static void planted(void) { static volatile int i = 2147483647; i += 1; },' \
                'signed integer overflow' run vadd --size 64
            plant_kind sim/run/options.c 's/^    free(text);$/    text = NULL;/' 'detected memory leaks' run vadd --size 0 ;;
        thread)
            plant_kind sim/core/scoreboard.c '$s,$,\nstatic int shared; static void *count(void *_) { for (int i = 0; i < 1000; i++) shared++; return _; }\n__attribute__((constructor)) static void planted(void) { pthread_t one; pthread_create(\&one\, 0\, count\, 0); count(0); pthread_join(one\, 0); },;1s,^,#include <pthread.h>\n,' \
                'data race' run vadd --size 64
            plant_kind sim/memory/memory_system.c 's/spin_lock_enter(&m->entrance);/;/' 'data race' run --threads 2 --max-cycles 3000 conv2d
            plant_kind sim/memory/request_pool.c 's/spin_lock_enter(&pool->lock);/;/' 'data race' run --threads 2 --max-cycles 3000 conv2d
            plant_kind sim/frontend/exec_memory.c 's/launch_await_device(x);/;/' 'data race' run --threads 2 --machine gtx480 --max-cycles 20000 bfs --size 16384 ;;
        memory)
            plant_kind sim/workload/bundled/pageviewcount.c 's/memrchr(to, .\\t., written)/strrchr(to, 9)/' use-of-uninitialized-value kernels ;;
    esac
    known=$failures good=0
    clean plants "$folder/warplock" run --machine nowhere vadd >"$folder/planted/said"
    if [ "$failures" -gt "$known" ]; then echo "planted: $kind: a run that does not begin: noticed"; failures=$known
    else complain "$kind: a run that does not begin is not noticed"; fi
    good=
    case ,$PARTS, in *,cudart,*) cudart_plants ;; esac
    case ,$PARTS, in *,prover,*) prover_plants ;; esac
}
cudart_plants() {
    others="$folder/obj/tests/sim/cudart/program_main.o $folder/libtest.a $simulator"
    case $kind in
        address)
            plant_kind sim/cudart/memory.c 's/memmove(target, source, bytes)/memmove(target, source, bytes + 1)/' heap-buffer-overflow atax 64 8 1 return
            others="$folder/obj/tests/sim/cudart/test_memory.o $folder/obj/tests/case.o $folder/libtest.a $simulator -lcmocka"
            plant_built sim/frontend/device_memory.c 's/if (m->view != (uint8_t .)(uintptr_t)DEVICE_BASE)/if (m->view)/' 'no memory to share' || return
            clean plants "$folder/planted/planted"
            if looked_at; then complain "$kind: $bug is not noticed"; else echo "planted: $kind: $bug: noticed"; fi ;;
        # Two threads that both begin: which of the two is seen first is a race, too.
        thread) plant_kind sim/cudart/core.c 's/^    pthread_mutex_\(un\)*lock(&lock);$//' 'data race\|ThreadSanitizer: SEGV' threads 8 4 ;;
        memory) plant_kind sim/cudart/memory.c 's,memmove(target\, source\, bytes),memmove(target\, source\, memory_is_device(to) ? bytes : bytes / 2),' use-of-uninitialized-value atax 64 8 1 return ;;
    esac
}
# A proof has one thread.
prover_plants() {
    case $kind in
        address)
            others="tb/prove/prove.c -I$(llvm-config-14 --includedir) -L$(llvm-config-14 --libdir) -lLLVM-14"
            plant_kind tb/prove/locals_main.c 's/char name\[32\]/char name[8]/;s/snprintf(name, sizeof name,/sprintf(name,/' stack-buffer-overflow \
                "$folder/proof/$proof/step.bc.all" "$folder/planted/locals" ;;
        memory)
            others="tb/prove/diagram_main.c tb/prove/aiger.c"
            options=$MSAN_OPTIONS MSAN_OPTIONS=exitcode=66
            plant_kind tb/prove/prove.c 's/return memset(own, 0, count \* size)/return own/' use-of-uninitialized-value "$folder/proof/$proof/step.aig"
            MSAN_OPTIONS=$options ;;
    esac
}

programs() { # what is built of a kind for the parts that are asked for
    echo "$top/$1/warplock"
    case ,$PARTS, in *,cudart,*) [ "$1" = none ] || for test in $cudart_tests; do echo "$top/$1/${test%.c}"; done; echo "$top/$1/tests/sim/cudart/program" ;; esac
    case ,$PARTS, in *,prover,*) echo "$top/$1/prove/built" "$top/$1/obj/tb/block_bench_main.o" ;; esac
}
[ -x "$BUILD/warplock" ] && [ -x "$BUILD/tests/sim/cli/mutate" ] || { echo "make sanitize builds $BUILD/warplock and tests/sim/cli/mutate first"; exit 2; }
for sanitizer in $(echo "$SANITIZE" | tr , ' '); do
    runs=0 findings=0
    # shellcheck disable=SC2046
    makes "$sanitizer" $(programs "$sanitizer") || continue
    export WARPLOCK_CACHE="$folder/tuples" WARPLOCK_SOURCES="$root"
    rm -f "$folder"/said.*
    for part in $(echo "$PARTS" | tr , ' '); do
        before=$runs good=
        $part
        echo "$kind: $part: $((runs - before)) runs"
    done
    echo "$kind: $runs runs, $findings findings"
    all_runs=$((all_runs + runs)) all_findings=$((all_findings + findings))
done
echo "$all_runs runs, $all_findings findings"
[ "$all_findings" = 0 ] && [ "$failures" = 0 ]
