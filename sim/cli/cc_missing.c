// SPDX-License-Identifier: BSD-3-Clause
// CUDA features that warplock lacks without clang's error naming them: headers of NVIDIA's libraries, reported as missing files,
// and launches from kernels.
#include <string.h>

#include "sim/cli/cc.h"

// The first entry that begins the header's name counts.
static const struct { const char *header, *library; } missing[] = {
    { "cusparse", "cuSPARSE" }, { "cusolver", "cuSOLVER" }, { "cudnn", "cuDNN" }, { "nccl", "NCCL" }, { "npp", "NPP" },
    { "cublasXt", "cuBLASXt" }, { "cublasLt", "cuBLASLt" }, { "cublas.h", "the older interface of cuBLAS" }, { "cufftXt", "cuFFTXt" },
    { "cutensor", "cuTENSOR" }, { "cutlass/", "CUTLASS" }, { "nvml", "NVML" }, { "cupti", "CUPTI" }, { "nvjpeg", "nvJPEG" },
    { "nvshmem", "NVSHMEM" }, { "cufile", "cuFile" }, { "optix", "OptiX" }, { "nvgraph", "nvGRAPH" }, { "cudaGL", "interoperation with OpenGL" },
    { "cudaEGL", "interoperation with EGL" }, { "cuda_egl", "interoperation with EGL" }, { "cuda_vdpau", "interoperation with VDPAU" },
    { "cudaVDPAU", "interoperation with VDPAU" }, { "nvJitLink", "nvJitLink" },
};

static void read_line(cc_messages *m)
{
    const char *what = strstr(m->line, "error: "), *name = what ? strchr(what, '\'') : NULL;

    m->launches |= name && strstr(what, "reference to __global__ function") &&
                   (strstr(name, "' in __global__ function") || strstr(name, "' in __device__ function"));
    if (!name || m->library || !strstr(name, "' file not found"))
        return;
    for (unsigned k = 0; k < sizeof missing / sizeof missing[0] && !m->library; k++)
        if (strncmp(name + 1, missing[k].header, strlen(missing[k].header)) == 0)
            m->library = missing[k].library;
}

void cc_read_message(cc_messages *m, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (text[i] != '\n') {
            if (m->length + 1 < sizeof m->line)
                m->line[m->length++] = text[i];
            continue;
        }
        m->line[m->length] = 0;
        m->length = 0;
        read_line(m);
    }
}

void cc_say_missing(const cc_messages *m)
{
    if (m->launches)
        cli_mistake("cc: a kernel launches another one: dynamic parallelism is not supported, launch from the host");
    if (m->library)
        cli_mistake("cc: warplock has no %s; of NVIDIA's libraries there are cuBLAS (cublas_v2.h), cuFFT, cuRAND and NVRTC, and Debian's "
                    "Thrust and CUB (docs/cuda.md)", m->library);
}
