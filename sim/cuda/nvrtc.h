// SPDX-License-Identifier: BSD-3-Clause
// <nvrtc.h>: kernels that a program compiles at run time (NVRTC User Guide), by `warplock cc` and so by clang; docs/cuda.md
// lists what is supported. The result is PTX for cuModuleLoadData.
#ifndef WARPLOCK_NVRTC_H
#define WARPLOCK_NVRTC_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    NVRTC_SUCCESS = 0, NVRTC_ERROR_OUT_OF_MEMORY = 1, NVRTC_ERROR_PROGRAM_CREATION_FAILURE = 2, NVRTC_ERROR_INVALID_INPUT = 3,
    NVRTC_ERROR_INVALID_PROGRAM = 4, NVRTC_ERROR_INVALID_OPTION = 5, NVRTC_ERROR_COMPILATION = 6,
    NVRTC_ERROR_BUILTIN_OPERATION_FAILURE = 7, NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION = 8,
    NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION = 9, NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID = 10, NVRTC_ERROR_INTERNAL_ERROR = 11
} nvrtcResult;
typedef struct _nvrtcProgram *nvrtcProgram;

const char *nvrtcGetErrorString(nvrtcResult result);
nvrtcResult nvrtcVersion(int *major, int *minor);
nvrtcResult nvrtcGetNumSupportedArchs(int *count);
nvrtcResult nvrtcGetSupportedArchs(int *archs);
nvrtcResult nvrtcCreateProgram(nvrtcProgram *program, const char *source, const char *name, int n_headers, const char *const *headers,
                               const char *const *include_names);
nvrtcResult nvrtcDestroyProgram(nvrtcProgram *program);
// Options of `warplock cc`, including nvcc's.
nvrtcResult nvrtcCompileProgram(nvrtcProgram program, int n_options, const char *const *options);
nvrtcResult nvrtcGetPTXSize(nvrtcProgram program, size_t *size);
nvrtcResult nvrtcGetPTX(nvrtcProgram program, char *ptx);
nvrtcResult nvrtcGetCUBINSize(nvrtcProgram program, size_t *size);      // the PTX, from which modules are loaded
nvrtcResult nvrtcGetCUBIN(nvrtcProgram program, char *cubin);
nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram program, size_t *size);
nvrtcResult nvrtcGetProgramLog(nvrtcProgram program, char *log);
nvrtcResult nvrtcAddNameExpression(nvrtcProgram program, const char *expression);
nvrtcResult nvrtcGetLoweredName(nvrtcProgram program, const char *expression, const char **lowered);

#ifdef __cplusplus
}
#endif

#endif
