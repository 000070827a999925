// SPDX-License-Identifier: BSD-3-Clause
// Source of services.ptx: clang -x cuda -nocudainc -nocudalib --cuda-device-only --cuda-gpu-arch=sm_50 -O2 -S
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __constant__ __attribute__((constant))
extern "C" __device__ int printf(const char *, ...);
extern "C" __device__ __attribute__((noreturn)) void __assertfail(const char *, const char *, unsigned, const char *, unsigned long);

struct pair { float factor; double summand; int unused; };
__constant__ float coefficient[4];

extern "C" __global__ void say(int *out, struct pair p)
{
    int t = __nvvm_read_ptx_sreg_tid_x();
    out[t] = printf("%d: %6.2f|%-5s|%c %d%%\n", t, p.summand + p.factor * coefficient[t & 3], "abc", 'x', t);
}

extern "C" __global__ void check(int *out)
{
    int t = __nvvm_read_ptx_sreg_tid_x();
    if (out[t] >= 4)
        __assertfail("out[t] < 4", "services.cu", 22, "void check(int *)", 1);
    out[t] = 1;
}

extern "C" __global__ void plain(int *out) { out[__nvvm_read_ptx_sreg_tid_x()] = 3; }
