#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# peer.sh: GPGPU-Sim and warplock side by side. One program (peer.cu), built by nvcc with a shared runtime, runs its kernels on GPGPU-Sim's libcudart and on
# warplock's: the same PTX. Printed for each kernel: cycles and thread instructions of both, user time of both, and the geometric mean of how many
# times longer GPGPU-Sim takes. In the environment:
#   GPGPUSIM   folder of a built GPGPU-Sim 4, with setup_environment, which wants CUDA_INSTALL_PATH
#   CONFIG     its configuration in configs/tested-cfgs [SM2_GTX480], beside MACHINE [gtx480] and POLICY [gto]
#   KERNELS    names of kernels, of those below [all]
#   NVCC       [$CUDA_INSTALL_PATH/bin/nvcc]; ARCH its architecture [the lowest it has]
# Exit status: 0, 1 a run that failed or sums that differ, 2 something is missing.
set -u
BUILD=${BUILD:-build}
GPGPUSIM=${GPGPUSIM:-} CONFIG=${CONFIG:-SM2_GTX480} MACHINE=${MACHINE:-gtx480} POLICY=${POLICY:-gto}
NVCC=${NVCC:-${CUDA_INSTALL_PATH:-/usr/local/cuda}/bin/nvcc}
sizes='vadd 524288
conv2d 512
matmul 128
transpose 512
hotspot 512
gather 131072
chase 16384
nbody 1024
mandelbrot 256
atax 8192
gesummv 4096
reduce 524288'

missing() { echo "peer.sh: $*" >&2; exit 2; }
failed() { echo "peer.sh: $*" >&2; tail -n 5 "$work/said" >&2; exit 1; }
[ -n "$GPGPUSIM" ] || missing 'GPGPUSIM: not set, expected the folder of a built GPGPU-Sim (make bench-peer GPGPUSIM=FOLDER)'
[ -f "$GPGPUSIM/setup_environment" ] || missing "GPGPUSIM=$GPGPUSIM: no setup_environment there, expected the folder of GPGPU-Sim"
GPGPUSIM=$(cd "$GPGPUSIM" && pwd)
config=$GPGPUSIM/configs/tested-cfgs/$CONFIG
[ -f "$config/gpgpusim.config" ] || missing "CONFIG=$CONFIG: no $config/gpgpusim.config"
command -v bash >/dev/null || missing 'no bash, which setup_environment is for'
command -v "$NVCC" >/dev/null || missing "NVCC: no $NVCC, expected the nvcc of the toolkit that GPGPU-Sim is built with"
for kernel in ${KERNELS:-}; do
    echo "$sizes" | grep -q "^$kernel " || missing "KERNELS: seen $kernel, expected of $(echo "$sizes" | cut -d' ' -f1 | tr '\n' ' ')"
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
BUILD=$(cd "$BUILD" && pwd)
program=$work/peer
ARCH=${ARCH:-$("$NVCC" --list-gpu-arch 2>/dev/null | sed -n 's/compute_//p' | head -n 1)}
ARCH=${ARCH:-35}
"$NVCC" -O2 --cudart=shared -gencode "arch=compute_$ARCH,code=compute_$ARCH" -o "$program" tests/bench/peer.cu >"$work/said" 2>&1 || failed "$NVCC: peer.cu does not compile"

# GPGPU-Sim reads its configuration where it is started. Any PTX may run, and power is nobody's question.
mkdir "$work/peer_run" && cp -R "$config/." "$work/peer_run" || exit 1
sed -e '/^-gpgpu_ptx_force_max_capability/d' -e '/^-power_simulation_enabled/d' "$config/gpgpusim.config" >"$work/peer_run/gpgpusim.config"
echo '-power_simulation_enabled 0' >>"$work/peer_run/gpgpusim.config"

# on_peer WORDS...: in GPGPU-Sim's environment; user time, in seconds, into $work/peer_time.
cat >"$work/on_peer" <<'END'
GPGPUSIM=$1 work=$2
. "$GPGPUSIM/setup_environment" release >"$work/said" 2>&1 || { echo "peer.sh: $GPGPUSIM/setup_environment failed:" >&2; tail -n 3 "$work/said" >&2; exit 2; }
shift 2
cd "$work/peer_run" || exit 2
library=$(ldd "$1" | sed -n "s,.*libcudart[^ ]* => \(/[^ ]*\).*,\1,p")
case $library in "$(cd "$GPGPUSIM" && pwd -P)"/* | "$GPGPUSIM"/*) ;; *) echo "peer.sh: libcudart: seen ${library:-none}, expected that of $GPGPUSIM: built there, for this toolkit?" >&2; exit 2 ;; esac
TIMEFORMAT=%U
{ time "$@" >"$work/peer_out" 2>"$work/said"; } 2>"$work/peer_time"
END
on_peer() { bash "$work/on_peer" "$GPGPUSIM" "$work" "$@"; }
on_warplock() {
    command=$BUILD/warplock work=$work MACHINE=$MACHINE POLICY=$POLICY bash -c 'TIMEFORMAT=%U
        { time "$command" run --machine "$MACHINE" --policy "$POLICY" --json -- "$@" >"$work/json" 2>"$work/said"; } 2>"$work/time"' bash "$@"
}
last() { sed -n "s/^$1 *= *\([0-9][0-9]*\).*/\1/p" "$work/peer_out" | tail -n 1; }
first() { sed -n "s/^ *\"$1\": \([0-9]*\),*\$/\1/p" "$work/json" | head -n 1; }
sum() { sed -n 's/.*peer: .*: sum //p' "$1" | tail -n 1; }

printf '%-11s %8s %12s %12s %8s %13s %13s %10s %10s %7s\n' '' '' cycles cycles '' 'thread insns' 'thread insns' 'user time' 'user time' ''
printf '%-11s %8s %12s %12s %8s %13s %13s %10s %10s %7s\n' kernel size GPGPU-Sim warplock change GPGPU-Sim warplock GPGPU-Sim warplock ratio
: >"$work/ratios"
for row in $(echo "$sizes" | tr ' ' :); do
    kernel=${row%:*} size=${row#*:}
    case " ${KERNELS:-$kernel} " in *" $kernel "*) ;; *) continue ;; esac
    on_peer "$program" "$kernel" "$size"
    case $? in 0) ;; 2) exit 2 ;; *) failed "$kernel $size failed on GPGPU-Sim" ;; esac
    on_warplock "$program" "$kernel" "$size" || failed "$kernel $size failed on warplock"
    theirs=$(sum "$work/peer_out") ours=$(sum "$work/said")
    cycles=$(last gpu_tot_sim_cycle) insns=$(last gpu_tot_sim_insn)
    [ -n "$cycles" ] && [ -n "$insns" ] || failed "$kernel $size: no gpu_tot_sim_cycle and gpu_tot_sim_insn in what GPGPU-Sim printed"
    awk -v kernel="$kernel" -v size="$size" -v a="$cycles" -v b="$(first cycles)" -v i="$insns" -v j="$(first thread_insns)" \
        -v s="$(cat "$work/peer_time")" -v t="$(cat "$work/time")" -v ratios="$work/ratios" 'BEGIN {
            printf "%-11s %8d %12d %12d %+7.1f%% %13d %13d %8.2f s %8.2f s", kernel, size, a, b, 100 * (b / a - 1), i, j, s, t
            if (t > 0) { printf " %7.1f", s / t; print s / t >ratios".one" }
            print "" }'
    cat "$work/ratios.one" >>"$work/ratios" 2>/dev/null; rm -f "$work/ratios.one"
    awk -v a="$theirs" -v b="$ours" 'BEGIN { d = a - b; if (d < 0) d = -d; m = a < 0 ? -a : a; exit !(a != "" && b != "" && d <= 1e-4 * m) }' ||
        { echo "peer.sh: $kernel $size: sum: GPGPU-Sim ${theirs:-none}, warplock ${ours:-none}" >&2; exit 1; }
done
awk '$1 > 0 { logs += log($1); n++ } END { if (n) printf "geometric mean: GPGPU-Sim takes %.1f times as long\n", exp(logs / n) }' "$work/ratios"
