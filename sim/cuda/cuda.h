// SPDX-License-Identifier: BSD-3-Clause
// <cuda.h>: the driver API (CUDA Driver API reference), for C and C++: its types, and the functions that are rows DRIVER of
// the runtime's table. Errors and attributes are the runtime's numbers.
#ifndef __cuda_cuda_h__
#define __cuda_cuda_h__

#include <stddef.h>
#include "cuda_version.h"

typedef enum cudaError_enum {
#pragma push_macro("ERROR")
#pragma push_macro("RUNTIME_ERROR")
#undef ERROR
#undef RUNTIME_ERROR
#define ERROR(name, driver_name, number, text) driver_name = number,
#define RUNTIME_ERROR(name, number, text)
#include "../cudart/tables/errors.def"
#undef ERROR
#undef RUNTIME_ERROR
#pragma pop_macro("RUNTIME_ERROR")
#pragma pop_macro("ERROR")
} CUresult;
typedef enum CUdevice_attribute_enum {
#pragma push_macro("ATTRIBUTE")
#pragma push_macro("DRIVER_ATTRIBUTE")
#undef ATTRIBUTE
#undef DRIVER_ATTRIBUTE
#define ATTRIBUTE(name, driver_name, number, value) driver_name = number,
#define DRIVER_ATTRIBUTE(driver_name, number, value) driver_name = number,
#include "../cudart/tables/attributes.def"
#undef ATTRIBUTE
#undef DRIVER_ATTRIBUTE
#pragma pop_macro("ATTRIBUTE")
#pragma pop_macro("DRIVER_ATTRIBUTE")
    // older names
    CU_DEVICE_ATTRIBUTE_SHARED_MEMORY_PER_BLOCK = 8, CU_DEVICE_ATTRIBUTE_REGISTERS_PER_BLOCK = 12,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_ARRAY_WIDTH = 27, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_ARRAY_HEIGHT = 28,
    CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_ARRAY_NUMSLICES = 29
} CUdevice_attribute;
typedef enum CUfunction_attribute_enum {
    CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 0, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES = 1,
    CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES = 2, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES = 3, CU_FUNC_ATTRIBUTE_NUM_REGS = 4,
    CU_FUNC_ATTRIBUTE_PTX_VERSION = 5, CU_FUNC_ATTRIBUTE_BINARY_VERSION = 6, CU_FUNC_ATTRIBUTE_CACHE_MODE_CA = 7,
    CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8, CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT = 9
} CUfunction_attribute;
typedef enum CUfunc_cache_enum {
    CU_FUNC_CACHE_PREFER_NONE = 0, CU_FUNC_CACHE_PREFER_SHARED = 1, CU_FUNC_CACHE_PREFER_L1 = 2, CU_FUNC_CACHE_PREFER_EQUAL = 3
} CUfunc_cache;
typedef enum CUjit_option_enum {
    CU_JIT_MAX_REGISTERS = 0, CU_JIT_THREADS_PER_BLOCK = 1, CU_JIT_WALL_TIME = 2, CU_JIT_INFO_LOG_BUFFER = 3,
    CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES = 4, CU_JIT_ERROR_LOG_BUFFER = 5, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES = 6,
    CU_JIT_OPTIMIZATION_LEVEL = 7, CU_JIT_TARGET_FROM_CUCONTEXT = 8, CU_JIT_TARGET = 9, CU_JIT_FALLBACK_STRATEGY = 10,
    CU_JIT_GENERATE_DEBUG_INFO = 11, CU_JIT_LOG_VERBOSE = 12, CU_JIT_GENERATE_LINE_INFO = 13, CU_JIT_CACHE_MODE = 14
} CUjit_option;

typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUstream_st *CUstream;
typedef struct CUevent_st *CUevent;
typedef struct CUarray_st *CUarray;
typedef struct CUtexref_st *CUtexref;
typedef struct CUsurfref_st *CUsurfref;
typedef struct CUlinkState_st *CUlinkState;
typedef unsigned long long CUtexObject;
typedef void (*CUhostFn)(void *);
typedef void (*CUstreamCallback)(CUstream, CUresult, void *);
typedef size_t (*CUoccupancyB2DSize)(int block);
typedef enum CUsharedconfig_enum {
    CU_SHARED_MEM_CONFIG_DEFAULT_BANK_SIZE = 0, CU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE = 1,
    CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE = 2
} CUsharedconfig;
typedef enum CUlimit_enum {
    CU_LIMIT_STACK_SIZE = 0, CU_LIMIT_PRINTF_FIFO_SIZE = 1, CU_LIMIT_MALLOC_HEAP_SIZE = 2
} CUlimit;
typedef enum CUmemorytype_enum {
    CU_MEMORYTYPE_HOST = 1, CU_MEMORYTYPE_DEVICE = 2, CU_MEMORYTYPE_ARRAY = 3, CU_MEMORYTYPE_UNIFIED = 4
} CUmemorytype;
typedef enum CUjitInputType_enum {
    CU_JIT_INPUT_CUBIN = 0, CU_JIT_INPUT_PTX = 1, CU_JIT_INPUT_FATBINARY = 2, CU_JIT_INPUT_OBJECT = 3, CU_JIT_INPUT_LIBRARY = 4
} CUjitInputType;
typedef struct CUctxCreateParams_st {
    struct CUexecAffinityParam_st *execAffinityParams;
    int numExecAffinityParams;
    struct CUctxCigParam_st *cigParams;
} CUctxCreateParams;
typedef struct CUdevprop_st {
    int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], sharedMemPerBlock, totalConstantMemory, SIMDWidth, memPitch;
    int regsPerBlock, clockRate, textureAlign;
} CUdevprop;

#include "warplock/driver_graph_types.h"
#include "warplock/driver_array_types.h"
#include "warplock/driver_pool_types.h"

#define CU_CTX_SCHED_AUTO          0
#define CU_CTX_SCHED_SPIN          1
#define CU_CTX_SCHED_YIELD         2
#define CU_CTX_SCHED_BLOCKING_SYNC 4
#define CU_CTX_BLOCKING_SYNC       4
#define CU_CTX_MAP_HOST            8
#define CU_CTX_LMEM_RESIZE_TO_MAX  16
#define CU_EVENT_INTERPROCESS      4
#define CU_MEM_ATTACH_SINGLE       4
#define CU_MEMHOSTREGISTER_PORTABLE  1
#define CU_MEMHOSTREGISTER_DEVICEMAP 2
#define CU_STREAM_LEGACY           ((CUstream)1)
#define CU_STREAM_PER_THREAD       ((CUstream)2)
#define CU_STREAM_DEFAULT          0
#define CU_STREAM_NON_BLOCKING     1
#define CU_EVENT_DEFAULT           0
#define CU_EVENT_BLOCKING_SYNC     1
#define CU_EVENT_DISABLE_TIMING    2
#define CU_MEM_ATTACH_GLOBAL       1
#define CU_MEM_ATTACH_HOST         2
#define CU_MEMHOSTALLOC_PORTABLE   1
#define CU_MEMHOSTALLOC_DEVICEMAP  2
#define CU_MEMHOSTALLOC_WRITECOMBINED 4
#define CU_LAUNCH_PARAM_END            ((void *)0)
#define CU_LAUNCH_PARAM_BUFFER_POINTER ((void *)1)
#define CU_LAUNCH_PARAM_BUFFER_SIZE    ((void *)2)

#define cuDeviceTotalMem   cuDeviceTotalMem_v2
#define cuCtxCreate        cuCtxCreate_v2
#define cuCtxDestroy       cuCtxDestroy_v2
#define cuCtxPushCurrent   cuCtxPushCurrent_v2
#define cuCtxPopCurrent    cuCtxPopCurrent_v2
#define cuDevicePrimaryCtxRelease cuDevicePrimaryCtxRelease_v2
#define cuDevicePrimaryCtxReset   cuDevicePrimaryCtxReset_v2
#define cuModuleGetGlobal  cuModuleGetGlobal_v2
#define cuMemGetInfo       cuMemGetInfo_v2
#define cuMemAlloc         cuMemAlloc_v2
#define cuMemAllocPitch    cuMemAllocPitch_v2
#define cuMemFree          cuMemFree_v2
#define cuMemAllocHost     cuMemAllocHost_v2
#define cuMemHostGetDevicePointer cuMemHostGetDevicePointer_v2
#define cuMemcpyHtoD       cuMemcpyHtoD_v2
#define cuMemcpyDtoH       cuMemcpyDtoH_v2
#define cuMemcpyDtoD       cuMemcpyDtoD_v2
#define cuMemcpyHtoDAsync  cuMemcpyHtoDAsync_v2
#define cuMemcpyDtoHAsync  cuMemcpyDtoHAsync_v2
#define cuMemcpyDtoDAsync  cuMemcpyDtoDAsync_v2
#define cuMemsetD8         cuMemsetD8_v2
#define cuMemsetD16        cuMemsetD16_v2
#define cuMemsetD32        cuMemsetD32_v2
#define cuMemHostRegister  cuMemHostRegister_v2
#define cuStreamDestroy    cuStreamDestroy_v2
#define cuLinkCreate       cuLinkCreate_v2
#define cuLinkAddData      cuLinkAddData_v2
#define cuLinkAddFile      cuLinkAddFile_v2
#define cuEventDestroy     cuEventDestroy_v2

#ifdef __cplusplus
extern "C" {
#endif
#pragma push_macro("GROUP")
#pragma push_macro("DEFAULT")
#pragma push_macro("RUNTIME")
#pragma push_macro("UNSUPPORTED")
#pragma push_macro("DRIVER")
#pragma push_macro("UNSUPPORTED_DRIVER")
#define GROUP(title)
#define DEFAULT(value)
#define RUNTIME(type, name, parameters, note)
#define UNSUPPORTED(type, name, parameters, note)
#define DRIVER(type, name, parameters, note) extern type name parameters;
#define UNSUPPORTED_DRIVER(type, name, parameters, note) extern type name parameters;
#include "../cudart/tables/api.def"
#undef GROUP
#undef DEFAULT
#undef RUNTIME
#undef UNSUPPORTED
#undef DRIVER
#undef UNSUPPORTED_DRIVER
#pragma pop_macro("GROUP")
#pragma pop_macro("DEFAULT")
#pragma pop_macro("RUNTIME")
#pragma pop_macro("UNSUPPORTED")
#pragma pop_macro("DRIVER")
#pragma pop_macro("UNSUPPORTED_DRIVER")
#ifdef __cplusplus
}
// As of CUDA 13; affinities and graphics are not supported.
static inline CUresult cuCtxCreate_v2(CUcontext *context, CUctxCreateParams *parameters, unsigned flags, CUdevice device)
{
    return parameters && (parameters->execAffinityParams || parameters->numExecAffinityParams || parameters->cigParams) ?
           CUDA_ERROR_NOT_SUPPORTED : cuCtxCreate_v2(context, flags, device);
}
#endif

#endif
