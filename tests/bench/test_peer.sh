#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# make bench-peer against a stand-in: a folder like GPGPU-Sim's, whose library is warplock's own, with the two lines that GPGPU-Sim ends a kernel with, and an
# nvcc that makes a program like nvcc's (tests/sim/cudart/test_nvcc_built.sh). GPGPU-Sim itself is asked only where somebody has it. A row has both
# sides' figures, and the configuration reaches the other side. So it is noticed: each thing that is missing, another library, sums that differ, a run
# that fails, one that prints no figures.
# needs: warplock cudart_libraries/libcudart.so.11.0 tests/sim/cudart/fatbin
set -u
. tests/sim/cuda/common.sh
begin bench_peer
build=$(cd "$BUILD" && pwd)
gpgpusim=$work/gpgpusim config=$work/gpgpusim/configs/tested-cfgs/SM2_GTX480 library=$work/gpgpusim/lib/gcc/release
mkdir -p "$config" "$library"
cp "$build/cudart_libraries/libcudart.so.11.0" "$library"
printf '%s\n' '-gpgpu_ptx_force_max_capability 20' '-gpgpu_n_clusters 15' '-power_simulation_enabled 1' >"$config/gpgpusim.config"
cat >"$work/end.c" <<'END'
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
__attribute__((destructor)) static void end(void)
{
    if (strcmp(program_invocation_short_name, "peer") != 0) return;
    if (getenv("PRINTS_NOTHING")) return;
    printf("gpu_tot_sim_cycle = 1\ngpu_tot_sim_insn = 2\ngpu_tot_sim_cycle = 1000\ngpu_tot_sim_insn = 123456\n");
}
END
cc -shared -fPIC -o "$library/end.so" "$work/end.c" || complain "the stand-in does not build"
cat >"$gpgpusim/setup_environment" <<'END'
[ -z "${SETUP_FAILS:-}" ] || { echo 'no CUDA_INSTALL_PATH'; return 1; }
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
[ -n "${OTHER_LIBRARY:-}" ] || export LD_LIBRARY_PATH=$here/lib/gcc/release
[ -z "${OTHER_LIBRARY:-}" ] || export LD_LIBRARY_PATH=$OTHER_LIBRARY
export LD_PRELOAD=$here/lib/gcc/release/end.so
END
cat >"$work/nvcc" <<END
#!/bin/sh
[ "\$1" != --list-gpu-arch ] || { echo compute_35; echo compute_37; exit 0; }
echo "\$*" >"$work/nvcc.words"
while [ \$# -gt 1 ]; do [ "\$1" != -o ] || out=\$2; source=\$2; shift; done
cd "$PWD" && warplock cc -S "\$source" -o "$work/peer.ptx" && "$build/tests/sim/cudart/fatbin" plain "$work/peer.ptx" "$work/peer.fatbin" &&
    clang -x cuda --cuda-host-only --cuda-path=/nonexistent -nocudainc -nocudalib --cuda-gpu-arch=sm_35 -O1 -Wno-unknown-cuda-version \
        -Xclang -target-sdk-version=11.0 -isystem "$WARPLOCK_CUDA" -include "$WARPLOCK_CUDA/cuda_runtime.h" -Xclang -fcuda-include-gpubinary \
        -Xclang "$work/peer.fatbin" -c -o "$work/peer.o" "\$source" && clang "$work/peer.o" -o "\$out" -lstdc++ "$build/cudart_libraries/libcudart.so.11.0"
END
chmod +x "$work/nvcc"
peer() { env GPGPUSIM="$gpgpusim" NVCC="$work/nvcc" "$@" sh tests/bench/peer.sh >"$work/table" 2>&1; }

peer KERNELS='vadd reduce' || complain "$(cat "$work/table")"
for row in 'vadd  *524288' 'reduce  *524288'; do
    grep -Eq "^$row +1000 +[1-9][0-9]{4,} +\+[0-9.]+% +123456 +[1-9][0-9]{6,} +[0-9.]+ s +[0-9.]+ s +[0-9.]+$" "$work/table" || complain "no row '$row': $(cat "$work/table")"
done
[ "$(wc -l <"$work/table")" = 5 ] && grep -Eq '^geometric mean: GPGPU-Sim takes [0-9.]+ times as long$' "$work/table" || complain "seen $(cat "$work/table"), expected two rows and a mean"
grep -q -- '--cudart=shared -gencode arch=compute_35,code=compute_35' "$work/nvcc.words" || complain "nvcc is asked for $(cat "$work/nvcc.words")"
# What runs there sees the configuration, without its limit and without power.
sed -i 's/^here=.*/&\ntrap "cp \\"$work\/peer_run\/gpgpusim.config\\" \\"$here\/seen\\"" EXIT/' "$gpgpusim/setup_environment"
peer KERNELS=vadd || complain "$(cat "$work/table")"
printf '%s\n' '-gpgpu_n_clusters 15' '-power_simulation_enabled 0' | cmp -s - "$gpgpusim/seen" || complain "configuration: seen $(cat "$gpgpusim/seen" 2>&1)"

# refuses STATUS EXPECTED WORDS...: with these in the environment it ends so.
refuses() {
    status=$1 expected=$2
    shift 2
    peer "$@"
    seen=$?
    [ $seen = "$status" ] && grep -qF "$expected" "$work/table" || complain "$*: seen $seen, $(cat "$work/table"), expected $status, $expected"
}
refuses 2 'GPGPUSIM: not set, expected the folder of a built GPGPU-Sim' GPGPUSIM=
refuses 2 "GPGPUSIM=$work: no setup_environment there" GPGPUSIM="$work"
refuses 2 "CONFIG=SM99: no $gpgpusim/configs/tested-cfgs/SM99/gpgpusim.config" CONFIG=SM99
refuses 2 'NVCC: no /no/nvcc, expected the nvcc' NVCC=/no/nvcc
refuses 2 'KERNELS: seen hadd, expected of vadd conv2d' KERNELS='vadd hadd'
refuses 2 'no CUDA_INSTALL_PATH' KERNELS=vadd SETUP_FAILS=1
refuses 2 'libcudart: seen none, expected that of' KERNELS=vadd OTHER_LIBRARY=/nowhere
refuses 2 "libcudart: seen $build/cudart_libraries/libcudart.so.11.0, expected that of $gpgpusim" KERNELS=vadd OTHER_LIBRARY="$build/cudart_libraries"
refuses 1 'no gpu_tot_sim_cycle and gpu_tot_sim_insn in what GPGPU-Sim printed' KERNELS=vadd PRINTS_NOTHING=1
refuses 1 'vadd 524288 failed on warplock' KERNELS=vadd MACHINE=no_machine
refuses 1 'peer.cu does not compile' NVCC=false
# A library that computes something else.
sed 's/    if (getenv("PRINTS_NOTHING")) return;/    printf("peer: vadd 524288: sum 8.6e+05\\n");/' "$work/end.c" >"$work/other.c" && cc -shared -fPIC -o "$library/end.so" "$work/other.c"
refuses 1 'peer.sh: vadd 524288: sum: GPGPU-Sim 8.6e+05, warplock 8.5' KERNELS=vadd
[ "$failures" = 0 ]
