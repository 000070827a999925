// SPDX-License-Identifier: BSD-3-Clause
// Types of the CUDA runtime for host code (Runtime API reference), in C++ and in the runtime, which is C (sim/cudart). Types
// that cross the library's interface are laid out as NVIDIA documents them for CUDA 11, so that programs built with its headers
// find their fields.
#ifndef __DRIVER_TYPES_H__
#define __DRIVER_TYPES_H__

#include <limits.h>
#include <stddef.h>
#include "vector_types.h"

// The runtime's table holds the numbers and texts of errors.
#pragma push_macro("ERROR")
#pragma push_macro("RUNTIME_ERROR")
#undef ERROR
#undef RUNTIME_ERROR
typedef enum cudaError {
#define ERROR(name, driver_name, number, text) name = number,
#define RUNTIME_ERROR(name, number, text) name = number,
#include "../cudart/tables/errors.def"
#undef ERROR
#undef RUNTIME_ERROR
} cudaError_t;
#pragma pop_macro("ERROR")
#pragma pop_macro("RUNTIME_ERROR")

typedef enum cudaMemcpyKind {
    cudaMemcpyHostToHost = 0, cudaMemcpyHostToDevice = 1, cudaMemcpyDeviceToHost = 2, cudaMemcpyDeviceToDevice = 3,
    cudaMemcpyDefault = 4
} cudaMemcpyKind;
typedef enum cudaFuncCache {
    cudaFuncCachePreferNone = 0, cudaFuncCachePreferShared = 1, cudaFuncCachePreferL1 = 2, cudaFuncCachePreferEqual = 3
} cudaFuncCache;
typedef enum cudaSharedMemConfig {
    cudaSharedMemBankSizeDefault = 0, cudaSharedMemBankSizeFourByte = 1, cudaSharedMemBankSizeEightByte = 2
} cudaSharedMemConfig;
typedef enum cudaLimit {
    cudaLimitStackSize = 0, cudaLimitPrintfFifoSize = 1, cudaLimitMallocHeapSize = 2,
    cudaLimitDevRuntimeSyncDepth = 3, cudaLimitDevRuntimePendingLaunchCount = 4, cudaLimitMaxL2FetchGranularity = 5,
    cudaLimitPersistingL2CacheSize = 6
} cudaLimit;
typedef enum cudaFuncAttribute {
    cudaFuncAttributeMaxDynamicSharedMemorySize = 8, cudaFuncAttributePreferredSharedMemoryCarveout = 9
} cudaFuncAttribute;
typedef enum cudaMemoryType {
    cudaMemoryTypeUnregistered = 0, cudaMemoryTypeHost = 1, cudaMemoryTypeDevice = 2, cudaMemoryTypeManaged = 3
} cudaMemoryType;
typedef enum cudaMemoryAdvise {
    cudaMemAdviseSetReadMostly = 1, cudaMemAdviseUnsetReadMostly = 2, cudaMemAdviseSetPreferredLocation = 3,
    cudaMemAdviseUnsetPreferredLocation = 4, cudaMemAdviseSetAccessedBy = 5, cudaMemAdviseUnsetAccessedBy = 6
} cudaMemoryAdvise;
typedef enum cudaComputeMode {
    cudaComputeModeDefault = 0, cudaComputeModeExclusive = 1, cudaComputeModeProhibited = 2,
    cudaComputeModeExclusiveProcess = 3
} cudaComputeMode;
typedef enum cudaSharedCarveout {
    cudaSharedmemCarveoutDefault = -1, cudaSharedmemCarveoutMaxL1 = 0, cudaSharedmemCarveoutMaxShared = 100
} cudaSharedCarveout;
// CUDA's numbers; the runtime's table holds the values that a machine has.
typedef enum cudaDeviceAttr {
#define ATTRIBUTE(name, driver_name, number, value) name = number,
#define DRIVER_ATTRIBUTE(driver_name, number, value)
#include "../cudart/tables/attributes.def"
#undef ATTRIBUTE
#undef DRIVER_ATTRIBUTE
    cudaDevAttrReserved92 = 92, cudaDevAttrReserved93 = 93, cudaDevAttrReserved94 = 94, cudaDevAttrMaxTimelineSemaphoreInteropSupported = 114
} cudaDeviceAttr;

typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;
typedef struct CUfunc_st *cudaFunction_t;
typedef struct CUkern_st *cudaKernel_t;
typedef struct cudaArray *cudaArray_t;
typedef const struct cudaArray *cudaArray_const_t;
typedef struct cudaMipmappedArray *cudaMipmappedArray_t;
typedef const struct cudaMipmappedArray *cudaMipmappedArray_const_t;
typedef struct cudaGraphicsResource cudaGraphicsResource;
typedef struct cudaGraphicsResource *cudaGraphicsResource_t;
typedef enum cudaGraphicsRegisterFlags {
    cudaGraphicsRegisterFlagsNone = 0, cudaGraphicsRegisterFlagsReadOnly = 1, cudaGraphicsRegisterFlagsWriteDiscard = 2,
    cudaGraphicsRegisterFlagsSurfaceLoadStore = 4, cudaGraphicsRegisterFlagsTextureGather = 8
} cudaGraphicsRegisterFlags;
typedef enum cudaGraphicsMapFlags {
    cudaGraphicsMapFlagsNone = 0, cudaGraphicsMapFlagsReadOnly = 1, cudaGraphicsMapFlagsWriteDiscard = 2
} cudaGraphicsMapFlags;
typedef void (*cudaStreamCallback_t)(cudaStream_t, cudaError_t, void *);
typedef void (*cudaHostFn_t)(void *);
#include "warplock/graph_types.h"
#include "warplock/pool_types.h"

typedef struct cudaExtent { size_t width, height, depth; } cudaExtent;
typedef struct cudaPos { size_t x, y, z; } cudaPos;
typedef struct cudaPitchedPtr { void *ptr; size_t pitch, xsize, ysize; } cudaPitchedPtr;
typedef struct cudaMemcpy3DParms {
    cudaArray_t    srcArray;
    cudaPos        srcPos;
    cudaPitchedPtr srcPtr;
    cudaArray_t    dstArray;
    cudaPos        dstPos;
    cudaPitchedPtr dstPtr;
    cudaExtent     extent;
    cudaMemcpyKind kind;
} cudaMemcpy3DParms;
typedef enum cudaChannelFormatKind {
    cudaChannelFormatKindSigned = 0, cudaChannelFormatKindUnsigned = 1, cudaChannelFormatKindFloat = 2, cudaChannelFormatKindNone = 3
} cudaChannelFormatKind;
typedef struct cudaChannelFormatDesc { int x, y, z, w; cudaChannelFormatKind f; } cudaChannelFormatDesc;
typedef enum cudaResourceType {
    cudaResourceTypeArray = 0, cudaResourceTypeMipmappedArray = 1, cudaResourceTypeLinear = 2,
    cudaResourceTypePitch2D = 3
} cudaResourceType;
typedef struct cudaResourceDesc {
    cudaResourceType resType;
    union {
        struct { cudaArray_t array; } array;
        struct { cudaMipmappedArray_t mipmap; } mipmap;
        struct { void *devPtr; cudaChannelFormatDesc desc; size_t sizeInBytes; } linear;
        struct { void *devPtr; cudaChannelFormatDesc desc; size_t width, height, pitchInBytes; } pitch2D;
    } res;
} cudaResourceDesc;
typedef struct cudaPointerAttributes {
    cudaMemoryType type;
    int            device;
    void          *devicePointer, *hostPointer;
} cudaPointerAttributes;
typedef struct cudaFuncAttributes {
    size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
    int    maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, cacheModeCA, maxDynamicSharedSizeBytes, preferredShmemCarveout;
} cudaFuncAttributes;
typedef struct cudaLaunchParams {
    void *func;
    dim3 gridDim, blockDim;
    void **args;
    size_t sharedMem;
    cudaStream_t stream;
} cudaLaunchParams;
typedef enum cudaAccessProperty {
    cudaAccessPropertyNormal = 0, cudaAccessPropertyStreaming = 1, cudaAccessPropertyPersisting = 2
} cudaAccessProperty;
typedef struct cudaAccessPolicyWindow {
    void              *base_ptr;
    size_t             num_bytes;
    float              hitRatio;
    cudaAccessProperty hitProp, missProp;
} cudaAccessPolicyWindow;
typedef enum cudaSynchronizationPolicy {
    cudaSyncPolicyAuto = 1, cudaSyncPolicySpin = 2, cudaSyncPolicyYield = 3, cudaSyncPolicyBlockingSync = 4
} cudaSynchronizationPolicy;
typedef enum cudaLaunchAttributeID {
    cudaLaunchAttributeIgnore = 0, cudaLaunchAttributeAccessPolicyWindow = 1, cudaLaunchAttributeCooperative = 2,
    cudaLaunchAttributeSynchronizationPolicy = 3, cudaLaunchAttributeClusterDimension = 4,
    cudaLaunchAttributeClusterSchedulingPolicyPreference = 5, cudaLaunchAttributeProgrammaticStreamSerialization = 6,
    cudaLaunchAttributeProgrammaticEvent = 7, cudaLaunchAttributePriority = 8, cudaLaunchAttributeMemSyncDomainMap = 9,
    cudaLaunchAttributeMemSyncDomain = 10, cudaLaunchAttributePreferredClusterDimension = 11,
    cudaLaunchAttributeLaunchCompletionEvent = 12, cudaLaunchAttributeDeviceUpdatableKernelNode = 13,
    cudaLaunchAttributePreferredSharedMemoryCarveout = 14, cudaLaunchAttributeNvlinkUtilCentricScheduling = 16
} cudaLaunchAttributeID;
typedef union cudaLaunchAttributeValue {
    char pad[64];
    cudaAccessPolicyWindow accessPolicyWindow;
    cudaSynchronizationPolicy syncPolicy;
    int cooperative, priority, programmaticStreamSerializationAllowed;
    struct { unsigned x, y, z; } clusterDim;
    unsigned sharedMemCarveout;
} cudaLaunchAttributeValue;
// A stream's attributes are a launch's.
typedef cudaLaunchAttributeID cudaStreamAttrID;
typedef cudaLaunchAttributeValue cudaStreamAttrValue;
#define cudaStreamAttributeAccessPolicyWindow cudaLaunchAttributeAccessPolicyWindow
#define cudaStreamAttributeSynchronizationPolicy cudaLaunchAttributeSynchronizationPolicy
typedef struct cudaLaunchAttribute_st {
    cudaLaunchAttributeID id;
    char pad[8 - sizeof(cudaLaunchAttributeID)];
    cudaLaunchAttributeValue val;
} cudaLaunchAttribute;
typedef struct cudaLaunchConfig_st {
    dim3 gridDim, blockDim;
    size_t dynamicSmemBytes;
    cudaStream_t stream;
    cudaLaunchAttribute *attrs;
    unsigned numAttrs;
} cudaLaunchConfig_t;
typedef struct cudaIpcEventHandle_t { char reserved[64]; } cudaIpcEventHandle_t;
typedef struct cudaIpcMemHandle_t { char reserved[64]; } cudaIpcMemHandle_t;
typedef struct CUuuid_st { char bytes[16]; } CUuuid;
typedef CUuuid cudaUUID_t;
typedef struct cudaDeviceProp {
    char       name[256];
    cudaUUID_t uuid;
    char       luid[8];
    unsigned   luidDeviceNodeMask;
    size_t     totalGlobalMem, sharedMemPerBlock;
    int        regsPerBlock, warpSize;
    size_t     memPitch;
    int        maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], clockRate;
    size_t     totalConstMem;
    int        major, minor;
    size_t     textureAlignment, texturePitchAlignment;
    int        deviceOverlap, multiProcessorCount, kernelExecTimeoutEnabled, integrated, canMapHostMemory, computeMode;
    int        maxTexture1D, maxTexture1DMipmap, maxTexture1DLinear, maxTexture2D[2], maxTexture2DMipmap[2], maxTexture2DLinear[3];
    int        maxTexture2DGather[2], maxTexture3D[3], maxTexture3DAlt[3], maxTextureCubemap, maxTexture1DLayered[2];
    int        maxTexture2DLayered[3], maxTextureCubemapLayered[2], maxSurface1D, maxSurface2D[2], maxSurface3D[3];
    int        maxSurface1DLayered[2], maxSurface2DLayered[3], maxSurfaceCubemap, maxSurfaceCubemapLayered[2];
    size_t     surfaceAlignment;
    int        concurrentKernels, ECCEnabled, pciBusID, pciDeviceID, pciDomainID, tccDriver, asyncEngineCount, unifiedAddressing;
    int        memoryClockRate, memoryBusWidth, l2CacheSize, persistingL2CacheMaxSize, maxThreadsPerMultiProcessor;
    int        streamPrioritiesSupported, globalL1CacheSupported, localL1CacheSupported;
    size_t     sharedMemPerMultiprocessor;
    int        regsPerMultiprocessor, managedMemory, isMultiGpuBoard, multiGpuBoardGroupID, hostNativeAtomicSupported;
    int        singleToDoublePrecisionPerfRatio, pageableMemoryAccess, concurrentManagedAccess, computePreemptionSupported;
    int        canUseHostPointerForRegisteredMem, cooperativeLaunch, cooperativeMultiDeviceLaunch;
    size_t     sharedMemPerBlockOptin;
    int        pageableMemoryAccessUsesHostPageTables, directManagedMemAccessFromHost, maxBlocksPerMultiProcessor;
    int        accessPolicyMaxWindowSize;
    size_t     reservedSharedMemPerBlock;
} cudaDeviceProp;

#define cudaHostAllocDefault       0
#define cudaHostAllocPortable      1
#define cudaHostAllocMapped        2
#define cudaHostAllocWriteCombined 4
#define cudaHostRegisterDefault    0
#define cudaHostRegisterPortable   1
#define cudaHostRegisterMapped     2
#define cudaEventDefault           0
#define cudaEventBlockingSync      1
#define cudaEventDisableTiming     2
#define cudaEventInterprocess      4
#define cudaStreamDefault          0
#define cudaStreamNonBlocking      1
#define cudaStreamLegacy           ((cudaStream_t)1)
#define cudaStreamPerThread        ((cudaStream_t)2)
#define cudaMemAttachGlobal        1
#define cudaMemAttachHost          2
#define cudaMemAttachSingle        4
#define cudaDeviceScheduleAuto     0
#define cudaDeviceScheduleSpin     1
#define cudaDeviceScheduleYield    2
#define cudaDeviceScheduleBlockingSync 4
#define cudaDeviceMapHost          8
#define cudaCpuDeviceId            (-1)
#define cudaInvalidDeviceId        (-2)
#define cudaOccupancyDefault       0
#define cudaOccupancyDisableCachingOverride 1
#define cudaHostRegisterIoMemory   4
#define cudaHostRegisterReadOnly   8
#define cudaPeerAccessDefault      0
#define cudaEventRecordDefault     0
#define cudaEventWaitDefault       0
#define cudaDeviceBlockingSync     4
#define cudaDeviceScheduleMask     7
#define cudaDeviceLmemResizeToMax  16
#define cudaDeviceMask             31
#define cudaArrayDefault           0
#define cudaArrayLayered           1
#define cudaArraySurfaceLoadStore  2
#define cudaArrayCubemap           4
#define cudaArrayTextureGather     8
#define cudaIpcMemLazyEnablePeerAccess 1

#endif
