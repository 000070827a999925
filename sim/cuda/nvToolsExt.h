// SPDX-License-Identifier: BSD-3-Clause
// <nvToolsExt.h>: markers for NVIDIA's profilers (NVTX), ignored here.
#ifndef NVTX_NVTOOLSEXT_H
#define NVTX_NVTOOLSEXT_H

#include <stdint.h>

#define NVTX_VERSION 2
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxEventAttributes_t))
typedef uint64_t nvtxRangeId_t;
typedef enum nvtxColorType_t { NVTX_COLOR_UNKNOWN = 0, NVTX_COLOR_ARGB = 1 } nvtxColorType_t;
typedef enum nvtxMessageType_t {
    NVTX_MESSAGE_UNKNOWN = 0, NVTX_MESSAGE_TYPE_ASCII = 1, NVTX_MESSAGE_TYPE_UNICODE = 2
} nvtxMessageType_t;
typedef struct nvtxEventAttributes_t {
    uint16_t version, size;
    uint32_t category;
    int32_t colorType;
    uint32_t color;
    int32_t payloadType, reserved0;
    union { uint64_t ullValue; int64_t llValue; double dValue; } payload;
    int32_t messageType;
    union { const char *ascii; const void *unicode; } message;
} nvtxEventAttributes_t;

#define WARPLOCK_NVTX static __inline__ __attribute__((unused))
WARPLOCK_NVTX void nvtxMarkA(const char *text) { (void)text; }
WARPLOCK_NVTX void nvtxMarkEx(const nvtxEventAttributes_t *mark) { (void)mark; }
WARPLOCK_NVTX nvtxRangeId_t nvtxRangeStartA(const char *text) { (void)text; return 0; }
WARPLOCK_NVTX nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t *mark) { (void)mark; return 0; }
WARPLOCK_NVTX void nvtxRangeEnd(nvtxRangeId_t range) { (void)range; }
WARPLOCK_NVTX int nvtxRangePushA(const char *text) { (void)text; return 0; }
WARPLOCK_NVTX int nvtxRangePushEx(const nvtxEventAttributes_t *mark) { (void)mark; return 0; }
WARPLOCK_NVTX int nvtxRangePop(void) { return 0; }
WARPLOCK_NVTX void nvtxNameOsThreadA(uint32_t thread, const char *name) { (void)thread; (void)name; }
#undef WARPLOCK_NVTX
#define nvtxMark nvtxMarkA
#define nvtxRangeStart nvtxRangeStartA
#define nvtxRangePush nvtxRangePushA
#define nvtxNameOsThread nvtxNameOsThreadA

#endif
