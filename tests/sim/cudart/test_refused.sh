#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tier: all
# What stays refused: the table of docs/reference/cuda_refused.md, row by row. A small program for each row is refused where the row says, with the
# row's words and a status that is not 0. Shown to fail: a row with a changed word, one that is refused elsewhere, one without a program.
# needs: warplock libwarplock_cudart.a
set -u
. tests/sim/cuda/common.sh
begin cudart_refused

# --- programs: what is before main(), what a kernel does, what main() returns behind its launch

written() { # written FILE BEFORE KERNEL RETURNS
    cat >"$1" <<PROGRAM
#include <cuda.h>
#include <cuda_runtime.h>
$2
__global__ void child(int *x) { *x = 1; }
__global__ void k(int *p) { $3 }
int main()
{
    int *p = 0;
    cudaMalloc(&p, 64);
    $5
    return $4;
}
PROGRAM
}
launches() { written "$1" '' "$2" 'cudaDeviceSynchronize()' 'k<<<1, 1>>>(p);'; }
calls() { written "$1" '' '*p = 1;' "$2" "k<<<1, 1>>>(p); ${3-}"; }
# program FEATURE FILE: writes it, and sets the options of warplock cc and of warplock run. False: there is none.
program() {
    cc_options= run_options=
    case $1 in
    'dynamic parallelism') cc_options=-rdc=true; launches "$2" 'child<<<1, 1>>>(p);' ;;
    'cuSPARSE, '*) written "$2" '#include <cusparse.h>' '' 0 '' ;;
    *'external memory') calls "$2" 'cudaImportExternalMemory(0, 0)' ;;
    'conditional nodes'*) calls "$2" 'cudaGraphConditionalHandleCreate(0, 0, 0, 0)' ;;
    'gradients of textures') launches "$2" '*p = tex2DGrad<float>(0, 0, 0, float2(), float2());' ;;
    'programs of 32 bits') cc_options=-m32; launches "$2" '*p = 1;' ;;
    'a device function without'*) written "$2" '__device__ int elsewhere();' '*p = elsewhere();' 0 'k<<<1, 1>>>(p);' ;;
    'a library that'*) cc_options=-lcusparse; launches "$2" '*p = 1;' ;;
    *'TMA)') cc_options=-arch=sm_80; launches "$2" 'asm volatile("cp.async.bulk.commit_group;");' ;;
    'clusters') cc_options=-arch=sm_80; launches "$2" 'asm volatile("barrier.cluster.arrive;");' ;;
    *'`wgmma`)') cc_options=-arch=sm_80; launches "$2" 'asm volatile("wgmma.fence.sync.aligned;");' ;;
    'cooperative launches with'*) run_options=--functional
        written "$2" '' '*p = 1;' 'cudaLaunchCooperativeKernel((void *)k, 1, 1, a)' 'void *a[] = { &p };' ;;
    'machine code'*) calls "$2" 'cuModuleLoadData(&m, image)' 'CUmodule m; char image[256] = "\177ELF";' ;;
    'cooperative launches on'*) calls "$2" 'cudaLaunchCooperativeKernelMultiDevice(0, 1, 0)' ;;
    'access to other'*) calls "$2" 'cudaDeviceEnablePeerAccess(1, 0)' ;;
    'memory of other'*) calls "$2" 'cudaIpcGetMemHandle(0, p)' ;;
    'attributes of streams'*) calls "$2" 'cudaStreamSetAttribute(0, cudaStreamAttributeAccessPolicyWindow, 0)' ;;
    'virtual memory'*) calls "$2" 'cuMemCreate(0, 0, 0, 0)' ;;
    'pools of other'*) calls "$2" 'cudaMemPoolExportToShareableHandle(0, 0, cudaMemHandleTypePosixFileDescriptor, 0)' ;;
    'pools with'*) calls "$2" 'cudaMemPoolCreate(&pool, &of)' 'cudaMemPool_t pool; cudaMemPoolProps of = {};
    of.allocType = cudaMemAllocationTypePinned; of.location.type = cudaMemLocationTypeDevice;
    of.handleTypes = cudaMemHandleTypePosixFileDescriptor;' ;;
    'external semaphores') calls "$2" 'cudaGraphAddExternalSemaphoresSignalNode(0, 0, 0, 0, 0)' ;;
    'graphs for launches'*) calls "$2" 'cudaGraphInstantiateWithFlags(&e, g, cudaGraphInstantiateFlagDeviceLaunch)' \
        'cudaGraph_t g; cudaGraphExec_t e; cudaGraphCreate(&g, 0);' ;;
    'attributes of nodes') calls "$2" 'cudaGraphKernelNodeSetAttribute(0, 0, 0)' ;;
    'views of resources') calls "$2" 'cudaCreateTextureObject(&o, &r, &t, &r)' 'cudaTextureObject_t o; cudaTextureDesc t = {};
    cudaResourceDesc r = {}; r.resType = cudaResourceTypeLinear; r.res.linear.devPtr = p; r.res.linear.sizeInBytes = 64;
    r.res.linear.desc = cudaCreateChannelDesc<int>();' ;;
    'OpenGL') calls "$2" 'cudaGraphicsGLRegisterBuffer(0, 0, 0)' ;;
    'linking by'*) calls "$2" 'cuLinkCreate_v2(0, 0, 0, 0)' ;;
    "a program with NVIDIA's own"*) printf 'int main() { return 0; }\n' >"$2" ;;
    *) return 1 ;;
    esac
}

# --- rows: FEATURE<tab>WORDS<tab>WHERE

rows_of() {
    sed -n '/^## What stays refused$/,/^## How /p' "$1" |
        sed -nE 's/^\| (.*) \| `(.*)` \| (compile|link|launch|call|run) \|$/\1\t\2\t\3/p'
}
# Once for each feature: its file is named by a sum of it, and its messages and stage kept.
try() {
    name=$(printf '%s' "$1" | cksum | tr ' ' _)
    [ -f "$work/$name.at" ] && return 0
    program "$1" "$work/$name.cu" || return 1
    # shellcheck disable=SC2086
    if ! warplock cc "$work/$name.cu" $cc_options -o "$work/$name" >"$work/$name.said" 2>&1; then
        if grep -q '^warplock: cc:.*messages stand above' "$work/$name.said" && grep -q 'linker command failed' "$work/$name.said"; then
            echo link
        else echo compile; fi >"$work/$name.at"
    elif warplock run $run_options -- "$work/$name" >"$work/$name.said" 2>&1 </dev/null; then echo nowhere >"$work/$name.at"
    else echo run >"$work/$name.at"; fi
}
# wrong PAGE: a line for each row that is not as it says.
wrong() {
    rows_of "$1" >"$work/rows"
    tab=$(printf '\t')
    while IFS=$tab read -r feature words where; do
        try "$feature" || { echo "no program for: $feature"; continue; }
        at=$(cat "$work/$name.at")
        case $where in launch | call) where=run ;; esac
        [ "$at" = "$where" ] || echo "$feature: refused: $at, expected: $where: $(head -n 2 "$work/$name.said")"
        grep -qF -e "$words" "$work/$name.said" || echo "$feature: \`$words\` is not said: $(head -n 3 "$work/$name.said")"
    done <"$work/rows"
}
wrong docs/reference/cuda_refused.md >"$work/wrong"
[ -s "$work/wrong" ] && complain "$(cat "$work/wrong")"
count=$(grep -c . "$work/rows")
[ "$count" -ge 25 ] && [ "$count" = "$(sed -n '/^## What stays refused$/,/^## How /p' docs/reference/cuda_refused.md | grep -c '^| [^w-]\|^| a ')" ] ||
    complain "$count rows are read of the table"

noticed() { # noticed SCRIPT WORDS: a page that is changed so has that one line
    sed "$1" docs/reference/cuda_refused.md >"$work/page"
    cmp -s docs/reference/cuda_refused.md "$work/page" && { complain "$1 changes nothing"; return; }
    wrong "$work/page" >"$work/wrong"
    [ "$(grep -c "$2" "$work/wrong")" = 1 ] && echo "noticed: $1" || complain "not noticed: $1: $(cat "$work/wrong")"
}
noticed 's/launches another one: dynamic/launches another: dynamic/' 'dynamic parallelism: .* is not said'
noticed 's/`cuLinkCreate_v2: is not supported/`cuLinkCreate_v2: is refused/' 'linking by the driver API: .* is not said'
noticed '/^| gradients of textures/s/ compile |/ call |/' 'gradients of textures: refused: compile, expected: run'
noticed 's/^| OpenGL |/| Vulkan |/' 'no program for: Vulkan'
echo "$count rows, $failures failures"
[ "$failures" = 0 ]
