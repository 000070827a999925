// SPDX-License-Identifier: BSD-3-Clause
// The driver API: graphs and stream capture. Handles and numbers are the runtime's, and its functions do all but kernels,
// copies and fills.
#include "sim/cudart/driver/driver.h"
#include "sim/cudart/runtime/runtime.h"
#include "sim/cudart/sizes.h"
#include "sim/cudart/streams/capture.h"
#include "sim/cudart/streams/graph_exec.h"
#include "sim/cudart/streams/graph_nodes.h"

static CUresult done(cudaError_t error)
{
    cudart_keep_errors(true);
    return driver_result(error);
}

// Calls the runtime's function, without keeping its error for cudaGetLastError.
#define BY_RUNTIME(call) (cudart_keep_errors(false), done(call))

// --- streams that capture

CUresult cuStreamBeginCapture_v2(CUstream stream, CUstreamCaptureMode mode)
{
    return BY_RUNTIME(cudaStreamBeginCapture(stream, (cudaStreamCaptureMode)mode));
}

CUresult cuStreamEndCapture(CUstream stream, CUgraph *graph) { return BY_RUNTIME(cudaStreamEndCapture(stream, graph)); }

CUresult cuStreamIsCapturing(CUstream stream, CUstreamCaptureStatus *status)
{
    return BY_RUNTIME(cudaStreamIsCapturing(stream, (cudaStreamCaptureStatus *)status));
}

CUresult cuStreamGetCaptureInfo(CUstream stream, CUstreamCaptureStatus *status, unsigned long long *id)
{
    return BY_RUNTIME(cudaStreamGetCaptureInfo(stream, (cudaStreamCaptureStatus *)status, id));
}

CUresult cuStreamGetCaptureInfo_v2(CUstream stream, CUstreamCaptureStatus *status, unsigned long long *id, CUgraph *graph,
                                   const CUgraphNode **nodes, size_t *count)
{
    return BY_RUNTIME(cudaStreamGetCaptureInfo_v2(stream, (cudaStreamCaptureStatus *)status, id, graph, nodes, count));
}

CUresult cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode *mode)
{
    return BY_RUNTIME(cudaThreadExchangeStreamCaptureMode((cudaStreamCaptureMode *)mode));
}

CUresult cuEventRecordWithFlags(CUevent event, CUstream stream, unsigned flags)
{
    return BY_RUNTIME(cudaEventRecordWithFlags(event, stream, flags));
}

CUresult cuLaunchHostFunc(CUstream stream, CUhostFn function, void *argument)
{
    cudaError_t error = cudart_enter();
    work w = { .type = cudaGraphNodeTypeHost, .host.call = { function, argument } };

    if (!error && !function)
        error = cudaErrorInvalidValue;
    return driver_leave(error ? error : stream_put(stream, &w));
}

// --- graphs

CUresult cuGraphCreate(CUgraph *graph, unsigned flags) { return BY_RUNTIME(cudaGraphCreate(graph, flags)); }
CUresult cuGraphDestroy(CUgraph graph) { return BY_RUNTIME(cudaGraphDestroy(graph)); }
CUresult cuGraphClone(CUgraph *clone, CUgraph graph) { return BY_RUNTIME(cudaGraphClone(clone, graph)); }
CUresult cuGraphDestroyNode(CUgraphNode node) { return BY_RUNTIME(cudaGraphDestroyNode(node)); }
CUresult cuGraphExecDestroy(CUgraphExec exec) { return BY_RUNTIME(cudaGraphExecDestroy(exec)); }
CUresult cuGraphUpload(CUgraphExec exec, CUstream stream) { return BY_RUNTIME(cudaGraphUpload(exec, stream)); }

CUresult cuGraphNodeFindInClone(CUgraphNode *found, CUgraphNode node, CUgraph clone)
{
    return BY_RUNTIME(cudaGraphNodeFindInClone(found, node, clone));
}

CUresult cuGraphNodeGetType(CUgraphNode node, CUgraphNodeType *type)
{
    return BY_RUNTIME(cudaGraphNodeGetType(node, (cudaGraphNodeType *)type));
}

CUresult cuGraphGetNodes(CUgraph graph, CUgraphNode *nodes, size_t *count)
{
    return BY_RUNTIME(cudaGraphGetNodes(graph, nodes, count));
}

CUresult cuGraphGetRootNodes(CUgraph graph, CUgraphNode *nodes, size_t *count)
{
    return BY_RUNTIME(cudaGraphGetRootNodes(graph, nodes, count));
}

CUresult cuGraphGetEdges(CUgraph graph, CUgraphNode *from, CUgraphNode *to, size_t *count)
{
    return BY_RUNTIME(cudaGraphGetEdges(graph, from, to, count));
}

CUresult cuGraphNodeGetDependencies(CUgraphNode node, CUgraphNode *nodes, size_t *count)
{
    return BY_RUNTIME(cudaGraphNodeGetDependencies(node, nodes, count));
}

CUresult cuGraphNodeGetDependentNodes(CUgraphNode node, CUgraphNode *nodes, size_t *count)
{
    return BY_RUNTIME(cudaGraphNodeGetDependentNodes(node, nodes, count));
}

CUresult cuGraphAddDependencies(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to, size_t count)
{
    return BY_RUNTIME(cudaGraphAddDependencies(graph, from, to, count));
}

CUresult cuGraphRemoveDependencies(CUgraph graph, const CUgraphNode *from, const CUgraphNode *to, size_t count)
{
    return BY_RUNTIME(cudaGraphRemoveDependencies(graph, from, to, count));
}

CUresult cuGraphDebugDotPrint(CUgraph graph, const char *path, unsigned flags)
{
    return BY_RUNTIME(cudaGraphDebugDotPrint(graph, path, flags));
}

// --- nodes

static cudaError_t work_of_function(work *w, const CUDA_KERNEL_NODE_PARAMS *p)
{
    const kernel *k = p ? (const kernel *)(const void *)p->func : NULL;

    if (!k || (p->kernelParams && p->extra))
        return cudaErrorInvalidValue;
    if (!module_has_kernel(k))
        return cudaErrorInvalidResourceHandle;
    const launch_shape shape = { { p->gridDimX, p->gridDimY, p->gridDimZ }, { p->blockDimX, p->blockDimY, p->blockDimZ },
                                 p->sharedMemBytes, false };
    return p->extra ? work_launch_extra(w, NULL, k, &shape, p->extra) : work_launch(w, NULL, k, &shape, p->kernelParams);
}

// A single row needs no pitch. False: an array, which this call does not support.
static bool end_of(CUmemorytype type, const void *host, CUdeviceptr device, size_t pitch, size_t height,
                   const CUDA_MEMCPY3D *p, size_t x, cudaPitchedPtr *end)
{
    const size_t row = size_sum(x, p->WidthInBytes);

    *end = (cudaPitchedPtr){ type == CU_MEMORYTYPE_HOST ? (void *)(uintptr_t)host : (void *)(uintptr_t)device,
                             pitch || p->Height > 1 || p->Depth > 1 ? pitch : row, row, height ? height : p->Height };
    if (type == CU_MEMORYTYPE_ARRAY)
        cudart_complain("a node that copies an array by the driver API is not supported, expected memory");
    return type == CU_MEMORYTYPE_HOST || type == CU_MEMORYTYPE_DEVICE || type == CU_MEMORYTYPE_UNIFIED;
}

static cudaError_t work_of_box(work *w, const CUDA_MEMCPY3D *p)
{
    cudaMemcpy3DParms box = { .kind = cudaMemcpyDefault };

    if (!p)
        return cudaErrorInvalidValue;
    if (!end_of(p->srcMemoryType, p->srcHost, p->srcDevice, p->srcPitch, p->srcHeight, p, p->srcXInBytes, &box.srcPtr) ||
        !end_of(p->dstMemoryType, p->dstHost, p->dstDevice, p->dstPitch, p->dstHeight, p, p->dstXInBytes, &box.dstPtr))
        return p->srcMemoryType == CU_MEMORYTYPE_ARRAY || p->dstMemoryType == CU_MEMORYTYPE_ARRAY ? cudaErrorNotSupported :
            cudaErrorInvalidValue;
    box.srcPos = (cudaPos){ p->srcXInBytes, p->srcY, p->srcZ };
    box.dstPos = (cudaPos){ p->dstXInBytes, p->dstY, p->dstZ };
    box.extent = (cudaExtent){ p->WidthInBytes, p->Height, p->Depth };
    return work_of_copy(w, &box);
}

static cudaError_t work_of_elements(work *w, const CUDA_MEMSET_NODE_PARAMS *p)
{
    if (!p)
        return cudaErrorInvalidValue;
    return work_of_fill(w, &(cudaMemsetParams){ (void *)(uintptr_t)p->dst, p->pitch, p->value, p->elementSize, p->width, p->height });
}

static cudaError_t begin(CUgraphNode *made, CUgraph graph)
{
    cudaError_t error = cudart_enter();

    return error ? error : made && graph_is_one(graph) ? cudaSuccess : cudaErrorInvalidValue;
}

CUresult cuGraphAddKernelNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *before, size_t count,
                              const CUDA_KERNEL_NODE_PARAMS *parameters)
{
    cudaError_t error = begin(node, graph);
    work w;

    if (!error)
        error = work_of_function(&w, parameters);
    return driver_leave(error ? error : graph_add(graph, before, count, &w, node));
}

CUresult cuGraphAddMemcpyNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *before, size_t count,
                              const CUDA_MEMCPY3D *parameters, CUcontext context)
{
    cudaError_t error = begin(node, graph);
    work w;

    (void)context;                              // there is only one
    if (!error)
        error = work_of_box(&w, parameters);
    return driver_leave(error ? error : graph_add(graph, before, count, &w, node));
}

CUresult cuGraphAddMemsetNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *before, size_t count,
                              const CUDA_MEMSET_NODE_PARAMS *parameters, CUcontext context)
{
    cudaError_t error = begin(node, graph);
    work w;

    (void)context;
    if (!error)
        error = work_of_elements(&w, parameters);
    return driver_leave(error ? error : graph_add(graph, before, count, &w, node));
}

CUresult cuGraphAddHostNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *before, size_t count,
                            const CUDA_HOST_NODE_PARAMS *parameters)
{
    const cudaHostNodeParams call = { parameters ? parameters->fn : NULL, parameters ? parameters->userData : NULL };

    return BY_RUNTIME(cudaGraphAddHostNode(node, graph, before, count, &call));
}

CUresult cuGraphAddChildGraphNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *before, size_t count, CUgraph child)
{
    return BY_RUNTIME(cudaGraphAddChildGraphNode(node, graph, before, count, child));
}

CUresult cuGraphChildGraphNodeGetGraph(CUgraphNode node, CUgraph *child)
{
    return BY_RUNTIME(cudaGraphChildGraphNodeGetGraph(node, child));
}

CUresult cuGraphAddEmptyNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *before, size_t count)
{
    return BY_RUNTIME(cudaGraphAddEmptyNode(node, graph, before, count));
}

CUresult cuGraphAddEventRecordNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *before, size_t count, CUevent event)
{
    return BY_RUNTIME(cudaGraphAddEventRecordNode(node, graph, before, count, event));
}

CUresult cuGraphAddEventWaitNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *before, size_t count, CUevent event)
{
    return BY_RUNTIME(cudaGraphAddEventWaitNode(node, graph, before, count, event));
}

// The kernel may be the runtime's: the function is the same.
CUresult cuGraphKernelNodeGetParams(CUgraphNode node, CUDA_KERNEL_NODE_PARAMS *parameters)
{
    cudaError_t error = cudart_enter();
    cudaKernelNodeParams p;

    if (!error && (!parameters || !graph_node_is_one(node) || node->work.type != cudaGraphNodeTypeKernel))
        error = cudaErrorInvalidValue;
    if (!error) {
        node_kernel(node, &p);
        *parameters = (CUDA_KERNEL_NODE_PARAMS){
            (CUfunction)(uintptr_t)node->work.launch.kernel, p.gridDim.x, p.gridDim.y, p.gridDim.z, p.blockDim.x, p.blockDim.y,
            p.blockDim.z, p.sharedMemBytes, p.kernelParams, NULL,
        };
    }
    return driver_leave(error);
}

static cudaError_t set_kernel(cudaGraphNode_t node, const CUDA_KERNEL_NODE_PARAMS *parameters)
{
    work w;
    cudaError_t error = node && node->work.type == cudaGraphNodeTypeKernel ? work_of_function(&w, parameters) :
        cudaErrorInvalidValue;

    if (error)
        return error;
    w.launch.shape.cooperative = node->work.launch.shape.cooperative;
    graph_set_work(node, &w);
    return cudaSuccess;
}

CUresult cuGraphKernelNodeSetParams(CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS *parameters)
{
    cudaError_t error = cudart_enter();

    return driver_leave(error ? error : set_kernel(graph_node_is_one(node) ? node : NULL, parameters));
}

// --- executable graphs

CUresult cuGraphInstantiate_v2(CUgraphExec *exec, CUgraph graph, CUgraphNode *error_node, char *log, size_t log_bytes)
{
    return BY_RUNTIME(cudaGraphInstantiate(exec, graph, error_node, log, log_bytes));
}

CUresult cuGraphInstantiateWithFlags(CUgraphExec *exec, CUgraph graph, unsigned long long flags)
{
    return BY_RUNTIME(cudaGraphInstantiateWithFlags(exec, graph, flags));
}

CUresult cuGraphExecUpdate(CUgraphExec exec, CUgraph graph, CUgraphNode *error_node, CUgraphExecUpdateResult *result)
{
    return BY_RUNTIME(cudaGraphExecUpdate(exec, graph, error_node, (cudaGraphExecUpdateResult *)result));
}

CUresult cuGraphExecKernelNodeSetParams(CUgraphExec exec, CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS *parameters)
{
    cudaError_t error = cudart_enter();

    if (!error && !exec_is_one(exec))
        error = cudaErrorInvalidValue;
    return driver_leave(error ? error : set_kernel(exec_node(exec, node), parameters));
}

CUresult cuGraphLaunch(CUgraphExec exec, CUstream stream)
{
    cudaError_t error = cudart_enter();

    return driver_leave(error ? error : stream_put_graph(stream, exec));
}
