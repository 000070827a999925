#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: parts/program
# `make install` puts the program where a user can use it without this repository, in folders with blanks too: it runs,
# blocks of 40 warps are built there and then found, a CUDA program is built and run, the man page and the completions
# are there; all that it needs is there, readable to all. Shown to fail: each kind of file forgotten, a file that others
# cannot read.
set -u
. tests/lib.sh
. tests/install.sh
begin_install 'install test'
root="$work/it is/usr"
(umask 077; put install "$work/it is" /usr >"$work/log") || fail "make install: exit status $?, expected 0" "$work/log"

# lacks ROOT: what the program needs there and has not.
lacks() {
    for header in $(cd sim/cuda && find . -name '*.h' -o -path './cuda/*' -type f); do
        cmp -s "sim/cuda/$header" "$1/share/warplock/cuda/include/$header" || echo "the CUDA header ${header#./}"
    done
    for table in $({ grep -rhoE '#include "\.\./cudart/[^"]*' sim/cuda; grep -hoE '^#include "[^"]*' sim/cudart/tables/api.def; } | sed 's|.*[/"]||' | sort -u); do
        cmp -s "sim/cudart/tables/$table" "$1/share/warplock/cuda/cudart/tables/$table" || echo "the table $table, which a CUDA header includes"
    done
    for library in $(sed -n 's/^CUDART_SONAMES *:= //p' sim/cudart/cudart.mk | sed -E 's/[$][(]addprefix ([^,]*),([^)]*)[)]/\1 \2/'); do
        case $library in libcudart.so.) continue ;; [0-9]*) library=libcudart.so.$library ;; esac
        cmp -s "$BUILD/cudart_libraries/$library" "$1/lib/warplock/$library" || echo "the CUDA runtime $library"
    done
    cmp -s "$BUILD/libwarplock_cudart.a" "$1/lib/libwarplock_cudart.a" || echo "the CUDA runtime for warplock cc"
    diff -rq "$BUILD/sources" "$1/share/warplock/sources" | sed 's/^/sources of blocks: /'
    for what in man:man/man1/warplock.1 bash:bash-completion/completions/warplock zsh:zsh/site-functions/_warplock; do
        "$BUILD/warplock" generate "${what%%:*}" | cmp -s - "$1/share/${what#*:}" || echo "what the program generates: ${what#*:}"
    done
    [ -x "$1/bin/warplock" ] || echo "bin/warplock"
    (cd "$1" && find . \( -type d ! -perm -005 \) -o \( ! -type d ! -perm -004 \)) | sed 's/$/: not for all to read/'
}
[ -z "$(lacks "$root")" ] || complain "installed, but: $(lacks "$root")"
forgotten() { # forgotten SCRIPT WORDS: of .ci/install.mk; in `make test` the first and the last
    planted=$((planted + 1))
    rm -rf "$work/planted"
    planted_parts "$1" "${3:-.ci/install.mk}" || return
    tier_is_all || [ $((planted % 7)) = 1 ] || return 0
    (umask 077; put install "$work/planted" /usr) >"$work/log" 2>&1 || { complain "$1: $(cat "$work/log")"; return; }
    lacks "$work/planted/usr" >"$work/lacks"
    grep -qE "$2" "$work/lacks" && echo "noticed: $1: $(grep -cE "$2" "$work/lacks")" || complain "not noticed: $1: $(cat "$work/log" "$work/lacks")"
}
forgotten 's| sim/cuda/\*/\*\.h||' 'the CUDA header crt/'
forgotten 's| sim/cuda/cuda/std/\*||' 'the CUDA header cuda/std/'
forgotten 's|,api.def errors.def|,api.def|' 'the table errors.def, which a CUDA header includes'
forgotten 's| api_driver.def||' 'the table api_driver.def, which a CUDA header includes'
forgotten 's|lib/warplock,.(cudart_shared)|lib/warplock,$(filter-out %.12,$(cudart_shared))|' 'the CUDA runtime libcudart.so.12'
forgotten '/libwarplock_cudart.a/d' 'the CUDA runtime for warplock cc'
forgotten 's|^\(.*sources/tb,\).*|\1)|' 'sources of blocks: Only in .*: tb$'
forgotten '/644:share.man/d' 'what the program generates: man/man1/warplock.1'
forgotten 's|755:bin/warplock|644:bin/warplock|' 'bin/warplock'
forgotten 's/^umask 022$//' 'not for all to read' .ci/put
planted_parts

cd "$work" || exit 1
PATH="$root/bin:$PATH"
# Blocks of another geometry are built from the sources that are installed, once.
forty='vadd --size 256 --machine oaws --set core.warps=40 --set core.schedulers=4 --policy gto'
for built in 1 0; do
    # shellcheck disable=SC2086
    WARPLOCK_CACHE="$work/cache" warplock run $forty >forty.out 2>forty.err || complain "with 40 warps: $(cat forty.err)"
    [ "$(grep -c '^warplock: building warp_order n40_s4_across1, ' forty.err) $(wc -l <forty.err)" = "$built $built" ] ||
        complain "start $((2 - built)) with 40 warps says: $(cat forty.err)"
    grep -q '^  verified *yes ' forty.out || complain "with 40 warps: $(cat forty.out)"
done
# A CUDA program is built and run with what is installed alone, whose sources it names, and nothing else of the repository.
if command -v clang >/dev/null 2>&1; then
    printf '#include <cstdio>\n#include <cooperative_groups.h>\n__global__ void seven(int *a) { *a = 7; }\nint main() { int h, *d; cudaMalloc(&d, 4); seven<<<1, 1>>>(d); cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost); return printf("%%d\\n", h) != 2; }\n' >seven.cu
    warplock cc seven.cu -o seven || complain "warplock cc: $?"
    [ "$(./seven)" = 7 ] || complain "the program prints $(./seven)"
    ! grep -aoE "$repository[^[:cntrl:]]*" seven | grep -vxF "$root/share/warplock/sources" >named || complain "the program names $(head -n 3 named)"
    [ "$(warplock run --policy gto,lrr -- ./seven | grep -cx 7)" = 2 ] || complain "warplock run -- ./seven"
else
    echo "no clang: no CUDA program is built"
fi
[ "$failures" = 0 ]
