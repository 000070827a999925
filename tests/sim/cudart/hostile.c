// SPDX-License-Identifier: BSD-3-Clause
#include "tests/sim/cudart/hostile.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const hostile_row hostile_rows[] = {
#define GROUP(title)
#define RUNTIME(type, name, parameters, note) { #name, #type, #parameters, HOSTILE_RUNTIME, (void (*)(void))name },
#define DRIVER(type, name, parameters, note) { #name, #type, #parameters, HOSTILE_DRIVER, (void (*)(void))name },
#define UNSUPPORTED(type, name, parameters, note) \
    { #name, #type, #parameters, HOSTILE_UNSUPPORTED, (void (*)(void))name },
#define UNSUPPORTED_DRIVER(type, name, parameters, note) \
    { #name, #type, #parameters, HOSTILE_UNSUPPORTED_DRIVER, (void (*)(void))name },
#include "sim/cudart/tables/api.def"
};
const unsigned hostile_row_count = sizeof hostile_rows / sizeof hostile_rows[0];

static const uint64_t numbers[] = { 0, 1, 2, 16, UINT64_MAX, UINT64_C(1) << 31, UINT64_C(1) << 32, UINT64_C(1) << 33,
                                    UINT64_C(1) << 63, (uint64_t)-200 };
enum { NUMBERS = sizeof numbers / sizeof numbers[0], REGISTERS = 6, STACK = 16, WORDS = 4 };
static int foreign;

static uint64_t draw(hostile_pool *p, unsigned below)
{
    p->random = p->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (p->random >> 33) % below;
}

// --- the pool

static bool is_shared(uint64_t address) { return address - DEVICE_BASE < UINT64_C(1) << 30; }

static const char junk[] = ".version 6.3\n.target sm_35\nthis is no PTX";

static void none(void) { }

// A graph with a node of each kind, the one that the pool names first.
static void open_graph(hostile_pool *p, unsigned i)
{
    cudaGraph_t graph = NULL, empty = NULL;
    cudaGraphNode_t nodes[6] = { NULL };                    // the other thread may have made what is asked for impossible
    const cudaKernelNodeParams kernel = { &host_limited, { 1, 1, 1 }, { 32, 1, 1 }, 0, NULL, NULL };
    const cudaMemsetParams fill = { (void *)p->device[0], 0, 1, 4, 16, 1 };
    const cudaHostNodeParams call = { (cudaHostFn_t)none, NULL };

    cudaGraphCreate(&graph, 0);
    cudaGraphCreate(&empty, 0);
    cudaGraphAddKernelNode(&nodes[0], graph, NULL, 0, &kernel);
    cudaGraphAddMemsetNode(&nodes[1], graph, nodes, 1, &fill);
    cudaGraphAddHostNode(&nodes[2], graph, nodes, 1, &call);
    cudaGraphAddMemcpyNode1D(&nodes[3], graph, nodes, 3, p->host, (void *)p->device[0], 16, cudaMemcpyDeviceToHost);
    cudaGraphAddEventRecordNode(&nodes[4], graph, nodes, 1, (cudaEvent_t)p->event[0]);
    cudaGraphAddChildGraphNode(&nodes[5], graph, nodes, 1, empty);
    cudaGraphInstantiateWithFlags((cudaGraphExec_t *)&p->exec[i], graph, 0);
    p->graph[i] = (uintptr_t)graph;
    p->node[i] = (uintptr_t)nodes[p->random % 6];
}

void hostile_pool_open(hostile_pool *p, uint64_t seed)
{
    const cudaChannelFormatDesc floats = { 32, 0, 0, 0, cudaChannelFormatKindFloat };
    cudaResourceDesc resource;
    const cudaMemPoolProps of_device = { .allocType = cudaMemAllocationTypePinned, .location = { cudaMemLocationTypeDevice, 0 } };
    const cudaTextureDesc plain = { .addressMode = { cudaAddressModeClamp } };

    memset(p, 0, sizeof *p);
    p->random = seed;
    p->host = calloc(1, HOSTILE_MEMORY);
    for (unsigned i = 0; i < 2; i++) {
        cudaMalloc((void **)&p->device[i], HOSTILE_MEMORY);
        cudaMallocHost((void **)&p->pinned[i], HOSTILE_MEMORY);
        cudaStreamCreate((cudaStream_t *)&p->stream[i]);
        cudaEventCreate((cudaEvent_t *)&p->event[i]);
        cudaMallocArray((cudaArray_t *)&p->array[i], &floats, 8, 8, cudaArraySurfaceLoadStore);
        cudaMallocMipmappedArray((cudaMipmappedArray_t *)&p->mipmap[i], &floats, (cudaExtent){ 8, 8, 0 }, 3, 0);
        cuModuleLoadData((CUmodule *)&p->module[i], runtime_ptx);
        cuModuleGetFunction((CUfunction *)&p->function[i], (CUmodule)p->module[i], "limited");
        resource.resType = cudaResourceTypeArray;
        resource.res.array.array = (cudaArray_t)p->array[i];
        cudaCreateSurfaceObject((cudaSurfaceObject_t *)&p->surface[i], &resource);
        resource.resType = cudaResourceTypeLinear;
        resource.res.linear.devPtr = (void *)p->device[i];
        resource.res.linear.desc = floats;
        resource.res.linear.sizeInBytes = HOSTILE_MEMORY;
        cudaCreateTextureObject((cudaTextureObject_t *)&p->texture[i], &resource, &plain, NULL);
    }
    for (unsigned i = 0; i < 2; i++) {
        open_graph(p, i);
        cudaMemPoolCreate((cudaMemPool_t *)&p->memory_pool[i], &of_device);
    }
    cudaMemPoolDestroy((cudaMemPool_t)p->memory_pool[1]);
    cudaGraphExecDestroy((cudaGraphExec_t)p->exec[1]);
    cudaGraphDestroyNode((cudaGraphNode_t)p->node[1]);
    cudaGraphDestroy((cudaGraph_t)p->graph[1]);
    cudaDestroyTextureObject(p->texture[1]);
    cudaDestroySurfaceObject(p->surface[1]);
    cudaFreeMipmappedArray((cudaMipmappedArray_t)p->mipmap[1]);
    cudaFree((void *)p->device[1]);
    cudaFreeHost((void *)p->pinned[1]);
    // where nothing can be shared these are pages of the host, which a program must not name once they are gone
    if (!is_shared(p->pinned[0]))
        p->pinned[0] = (uintptr_t)p->host;
    cudaStreamDestroy((cudaStream_t)p->stream[1]);
    cudaEventDestroy((cudaEvent_t)p->event[1]);
    cudaFreeArray((cudaArray_t)p->array[1]);
    cuModuleUnload((CUmodule)p->module[1]);
    p->device[2] = p->pinned[2] = p->stream[2] = p->event[2] = p->array[2] = p->mipmap[2] = p->module[2] = p->function[2] =
        p->graph[2] = p->node[2] = p->exec[2] = p->memory_pool[2] = (uintptr_t)&foreign;
    p->texture[2] = p->surface[2] = 12345;
}

void hostile_pool_close(hostile_pool *p)
{
    free(p->host);
    cudaDeviceReset();
}

// --- an argument

typedef struct { uint64_t word[WORDS]; unsigned words; bool in_memory; } argument;
typedef struct { hostile_pool *pool; hostile_call *call; const hostile_row *row; const char *type, *name; bool all_stale, host; } drawing;

static uint64_t a_number(drawing *d)
{
    uint64_t n = numbers[draw(d->pool, NUMBERS)];

    d->call->empty |= !n;
    if (n)
        d->call->product *= (double)n;
    return n;
}

static uint64_t a_handle(drawing *d, const uint64_t of[3], bool none_is_one)
{
    uint64_t which = draw(d->pool, 4);

    d->call->bad_handle |= which == 3 ? !none_is_one : which > 0 || d->all_stale;
    return which == 3 ? 0 : of[which];
}

static uint64_t a_pointer(drawing *d)
{
    const hostile_pool *p = d->pool;
    const uint64_t all[] = { 0, (uintptr_t)p->host, p->device[0], p->device[1], p->device[0] + 8, p->pinned[1],
                             p->pinned[0], p->device[0] + HOSTILE_MEMORY - 1, DEVICE_BASE + (1 << 30) - 1 };
    uint64_t which = draw(d->pool, sizeof all / sizeof all[0]);

    d->host |= which == 1 || (which == 6 && !is_shared(all[6]));
    return which == 5 && !is_shared(all[5]) ? p->device[1] : all[which];
}

static const void *a_box(drawing *d, void *room)
{
    cudaMemcpy3DParms *p = room;
    cudaPos *at[2] = { &p->srcPos, &p->dstPos };

    *p = (cudaMemcpy3DParms){ .extent = { a_number(d), a_number(d), a_number(d) }, .kind = (cudaMemcpyKind)draw(d->pool, 6) };
    for (unsigned i = 0; i < 2; i++)
        *at[i] = (cudaPos){ a_number(d), a_number(d), a_number(d) };
    if (draw(d->pool, 2))
        p->srcArray = (cudaArray_t)d->pool->array[draw(d->pool, 3)];
    else
        p->srcPtr = (cudaPitchedPtr){ (void *)d->pool->device[draw(d->pool, 2)], a_number(d), a_number(d), a_number(d) };
    if (draw(d->pool, 2))
        p->dstArray = (cudaArray_t)d->pool->array[draw(d->pool, 3)];
    else
        p->dstPtr = (cudaPitchedPtr){ (void *)d->pool->device[draw(d->pool, 2)], a_number(d), a_number(d), a_number(d) };
    return p;
}

static cudaChannelFormatDesc a_format(drawing *d)
{
    return (cudaChannelFormatDesc){ (int)a_number(d), (int)a_number(d), 0, 0, (cudaChannelFormatKind)draw(d->pool, 5) };
}

static const void *a_resource(drawing *d, void *room)
{
    cudaResourceDesc *r = room;

    *r = (cudaResourceDesc){ .resType = (cudaResourceType)draw(d->pool, 5) };
    if (r->resType == cudaResourceTypeArray) {
        r->res.array.array = (cudaArray_t)d->pool->array[draw(d->pool, 3)];
    } else if (r->resType == cudaResourceTypeLinear) {
        r->res.linear.devPtr = (void *)d->pool->device[draw(d->pool, 3)];
        r->res.linear.desc = a_format(d);
        r->res.linear.sizeInBytes = a_number(d);
    } else {
        r->res.pitch2D.devPtr = (void *)d->pool->device[draw(d->pool, 3)];
        r->res.pitch2D.desc = a_format(d);
        r->res.pitch2D.width = a_number(d);
        r->res.pitch2D.height = a_number(d);
        r->res.pitch2D.pitchInBytes = a_number(d);
    }
    return r;
}

// What a node does, from numbers and memory as they come.
static const void *a_kernel(drawing *d, void *room)
{
    static char *const functions[] = { NULL, &host_limited, (char *)&foreign, &host_scale };
    cudaKernelNodeParams *p = room;

    p->func = functions[draw(d->pool, 4)];
    p->gridDim = (dim3){ (unsigned)a_number(d), 1, 1 };
    p->blockDim = (dim3){ (unsigned)a_number(d), 1, 1 };
    p->sharedMemBytes = (unsigned)a_number(d);
    p->kernelParams = draw(d->pool, 2) ? NULL : (void **)room + 64;     // of no arguments
    p->extra = draw(d->pool, 4) ? NULL : (void **)room + 64;
    return room;
}

static const void *a_function(drawing *d, void *room)
{
    CUDA_KERNEL_NODE_PARAMS *p = room;

    p->func = (CUfunction)d->pool->function[draw(d->pool, 3)];
    p->gridDimX = p->gridDimY = p->gridDimZ = p->blockDimY = p->blockDimZ = 1;
    p->blockDimX = (unsigned)a_number(d);
    p->extra = draw(d->pool, 4) ? NULL : (void **)room + 64;
    return room;
}

static const void *a_box_of_driver(drawing *d, void *room)
{
    CUDA_MEMCPY3D *p = room;

    p->srcMemoryType = (CUmemorytype)draw(d->pool, 6);
    p->dstMemoryType = (CUmemorytype)draw(d->pool, 6);
    p->srcDevice = p->dstDevice = (CUdeviceptr)d->pool->device[draw(d->pool, 2)];
    p->srcHost = p->dstHost = d->pool->host;
    p->srcPitch = a_number(d);
    p->dstXInBytes = a_number(d);
    p->WidthInBytes = a_number(d);
    p->Height = a_number(d);
    return room;
}

static const void *a_fill(drawing *d, void *room)
{
    cudaMemsetParams *p = room;

    *p = (cudaMemsetParams){ (void *)d->pool->device[draw(d->pool, 2)], a_number(d), 1, (unsigned)draw(d->pool, 6), a_number(d),
                             a_number(d) };
    return room;
}

static const void *an_allocation(drawing *d, void *room)
{
    cudaMemAllocNodeParams *p = room;

    p->poolProps.allocType = (cudaMemAllocationType)draw(d->pool, 3);
    p->poolProps.location.type = (cudaMemLocationType)draw(d->pool, 2);
    p->poolProps.location.id = (int)draw(d->pool, 2);
    p->bytesize = a_number(d);
    p->accessDescCount = draw(d->pool, 2);
    p->accessDescs = draw(d->pool, 2) ? (cudaMemAccessDesc *)room + 100 : NULL;
    return room;
}

// Of either API, which are laid out alike.
static const void *a_pool(drawing *d, void *room)
{
    *(cudaMemPoolProps *)room = (cudaMemPoolProps){
        .allocType = (cudaMemAllocationType)draw(d->pool, 3), .handleTypes = (cudaMemAllocationHandleType)draw(d->pool, 3),
        .location = { (cudaMemLocationType)draw(d->pool, 3), (int)draw(d->pool, 2) },
    };
    return room;
}

static const void *an_access(drawing *d, void *room)
{
    cudaMemAccessDesc *list = room;

    for (unsigned i = 0; i < 2; i++)
        list[i] = (cudaMemAccessDesc){ { cudaMemLocationTypeDevice, (int)draw(d->pool, 2) }, (cudaMemAccessFlags)draw(d->pool, 4) };
    return room;
}

static const void *some_nodes(drawing *d, void *room)
{
    uint64_t *nodes = room;

    for (unsigned i = 0; i < 2; i++)
        nodes[i] = d->pool->node[draw(d->pool, 8) ? 0 : draw(d->pool, 3)];
    return room;
}

static bool is(const drawing *d, const char *type) { return strcmp(d->type, type) == 0; }
static bool named(const drawing *d, const char *name) { return strcmp(d->name, name) == 0; }
static uint64_t a_word(drawing *d, void *room)
{
    static const char *const texts[] = { "limited", "", "counter", "0000:00:00.0", "/dev/null/none" };
    static const char *const paths[] = { "", "/dev/null/none", "/dev/null" };
    const hostile_pool *p = d->pool;

    if (strstr(d->type, "**") || is(d, "CUdeviceptr *"))
        return draw(d->pool, 4) ? (uintptr_t)room : 0;
    if (is(d, "cudaStream_t") || is(d, "CUstream"))
        return a_handle(d, p->stream, true);
    if (is(d, "cudaEvent_t") || is(d, "CUevent"))
        return a_handle(d, p->event, false);
    if (is(d, "cudaArray_t") || is(d, "cudaArray_const_t"))
        return a_handle(d, p->array, strcmp(d->row->name, "cudaFreeArray") == 0);
    if (is(d, "CUarray"))
        return a_handle(d, p->array, false);
    if (is(d, "cudaMipmappedArray_t") || is(d, "cudaMipmappedArray_const_t"))
        return a_handle(d, p->mipmap, strcmp(d->row->name, "cudaFreeMipmappedArray") == 0);
    if (is(d, "cudaGraph_t") || is(d, "CUgraph"))
        return a_handle(d, p->graph, false);
    if (is(d, "cudaGraphNode_t") || is(d, "CUgraphNode"))
        return a_handle(d, p->node, false);
    if (is(d, "cudaGraphExec_t") || is(d, "CUgraphExec"))
        return a_handle(d, p->exec, false);
    if (is(d, "cudaMemPool_t") || is(d, "CUmemoryPool"))
        return a_handle(d, p->memory_pool, false);
    if ((is(d, "const cudaMemPoolProps *") || is(d, "const CUmemPoolProps *")) && draw(d->pool, 8))
        return (uintptr_t)a_pool(d, room);
    if ((is(d, "const cudaMemAccessDesc *") || is(d, "const CUmemAccessDesc *") || is(d, "cudaMemLocation *") ||
         is(d, "CUmemLocation *")) && draw(d->pool, 8))
        return (uintptr_t)an_access(d, room);
    if (is(d, "const cudaKernelNodeParams *") && draw(d->pool, 8))
        return (uintptr_t)a_kernel(d, room);
    if (is(d, "const CUDA_KERNEL_NODE_PARAMS *") && draw(d->pool, 8))
        return (uintptr_t)a_function(d, room);
    if (is(d, "const CUDA_MEMCPY3D *") && draw(d->pool, 8))
        return (uintptr_t)a_box_of_driver(d, room);
    if ((is(d, "const cudaMemsetParams *") || is(d, "const CUDA_MEMSET_NODE_PARAMS *")) && draw(d->pool, 8))
        return (uintptr_t)a_fill(d, room);
    if (is(d, "cudaMemAllocNodeParams *") && draw(d->pool, 8))
        return (uintptr_t)an_allocation(d, room);
    if ((is(d, "const cudaGraphNode_t *") || is(d, "const CUgraphNode *")) && draw(d->pool, 4))
        return (uintptr_t)some_nodes(d, room);
    if ((is(d, "const cudaHostNodeParams *") || is(d, "const CUDA_HOST_NODE_PARAMS *")) && draw(d->pool, 2)) {
        ((cudaHostNodeParams *)room)->fn = (cudaHostFn_t)none;
        return (uintptr_t)room;
    }
    if (named(d, "path"))
        return draw(d->pool, 6) ? (uintptr_t)paths[draw(d->pool, 3)] : 0;
    if (is(d, "CUmodule"))
        return a_handle(d, p->module, false);
    if (is(d, "CUfunction"))
        return a_handle(d, p->function, false);
    if (is(d, "cudaTextureObject_t") || is(d, "CUtexObject"))
        return a_handle(d, p->texture, true);
    if (is(d, "cudaSurfaceObject_t") || is(d, "CUsurfObject"))
        return a_handle(d, p->surface, true);
    if (is(d, "CUcontext"))
        return draw(d->pool, 2) ? (uintptr_t)&foreign : 0;
    if (is(d, "CUdeviceptr") || ((is(d, "void *") || is(d, "const void *")) &&
                                 (named(d, "to") || named(d, "from") || named(d, "address") || named(d, "host"))))
        return a_pointer(d);
    if (named(d, "kernel") || named(d, "symbol"))
        return (uint64_t[]){ 0, (uintptr_t)&host_limited, (uintptr_t)&foreign, (uintptr_t)&host_counter }[draw(d->pool, 4)];
    if (named(d, "image"))
        return (uint64_t[]){ 0, (uintptr_t)junk, (uintptr_t)runtime_ptx }[draw(d->pool, 3)];
    if (is(d, "cudaStreamCallback_t") || is(d, "cudaHostFn_t") || is(d, "CUhostFn") || is(d, "CUstreamCallback"))
        return draw(d->pool, 2) ? (uintptr_t)none : 0;
    if (is(d, "const char *"))
        return draw(d->pool, 6) ? (uintptr_t)texts[draw(d->pool, 5)] : 0;
    if (is(d, "const cudaMemcpy3DParms *") && draw(d->pool, 8))
        return (uintptr_t)a_box(d, room);
    if (is(d, "const cudaResourceDesc *") && draw(d->pool, 8))
        return (uintptr_t)a_resource(d, room);
    if (is(d, "const cudaChannelFormatDesc *") && draw(d->pool, 8)) {
        *(cudaChannelFormatDesc *)room = a_format(d);
        return (uintptr_t)room;
    }
    if (strchr(d->type, '*'))
        return draw(d->pool, 4) ? (uintptr_t)room : 0;
    return a_number(d);
}

static argument an_argument(drawing *d, void *room)
{
    argument a = { .words = 1 };

    memset(room, 0, HOSTILE_MEMORY);
    if (is(d, "dim3")) {
        const uint64_t x = (uint32_t)a_number(d), y = (uint32_t)a_number(d), z = (uint32_t)a_number(d);
        a = (argument){ { y << 32 | x, z }, 2, false };
    } else if (is(d, "cudaExtent")) {
        a = (argument){ { a_number(d), a_number(d), a_number(d) }, 3, true };
    } else if (is(d, "cudaPitchedPtr")) {
        a = (argument){ { a_pointer(d), a_number(d), a_number(d), a_number(d) }, 4, true };
    } else {
        a.word[0] = a_word(d, room);
    }
    return a;
}

// --- a call

// Type and name of the parameter at *text, which moves behind it. False: there is none.
static bool next_parameter(const char **text, char *type, char *name, size_t size)
{
    const char *end = *text + strspn(*text, "( ,"), *begin = end, *last;
    int depth = 0;
    size_t length;

    for (; *end && (depth || (*end != ',' && *end != ')')); end++)
        depth += (*end == '(') - (*end == ')');
    *text = end;
    length = (size_t)(end - begin);
    last = strstr(begin, " DEFAULT(");
    if (last && last < end)
        length = (size_t)(last - begin);
    if (!length || (length == 4 && strncmp(begin, "void", 4) == 0))
        return false;
    for (last = begin + length; last > begin && (isalnum((unsigned char)last[-1]) || last[-1] == '_'); last--)
        ;
    snprintf(name, size, "%.*s", (int)(begin + length - last), last);
    while (last > begin && last[-1] == ' ')
        last--;
    snprintf(type, size, "%.*s", (int)(last - begin), begin);
    return true;
}

static uint64_t make_call(void (*function)(void), const argument *arguments, unsigned n)
{
    typedef uint64_t any(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t,
                         uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t,
                         uint64_t, uint64_t, uint64_t, uint64_t);
    uint64_t r[REGISTERS] = { 0 }, s[STACK] = { 0 };
    unsigned used = 0, behind = 0;

    for (unsigned i = 0; i < n; i++) {
        const argument *a = &arguments[i];
        bool stack = a->in_memory || a->words > REGISTERS - used;

        for (unsigned k = 0; k < a->words; k++)
            *(stack ? &s[behind++] : &r[used++]) = a->word[k];
    }
    return ((any *)function)(r[0], r[1], r[2], r[3], r[4], r[5], s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7], s[8], s[9],
                             s[10], s[11], s[12], s[13], s[14], s[15]);
}

void hostile_try(const hostile_row *row, hostile_pool *p, bool all_stale, hostile_call *call)
{
    enum { PARAMETERS = 12 };
    static _Thread_local uint64_t room[PARAMETERS][HOSTILE_MEMORY / sizeof(uint64_t)];
    argument arguments[PARAMETERS];
    char type[80], name[80];
    const char *at = row->parameters;
    unsigned n = 0, length = 0;
    drawing d = { p, call, row, type, name, all_stale, false };

    *call = (hostile_call){ .product = 1 };
    for (; next_parameter(&at, type, name, sizeof type); n++) {
        arguments[n] = an_argument(&d, room[n]);
        for (unsigned k = 0; k < arguments[n].words && length < sizeof call->text; k++)
            length += (unsigned)snprintf(call->text + length, sizeof call->text - length, " %s=%#llx", name,
                                         (unsigned long long)arguments[n].word[k]);
    }
    call->skipped = d.host && call->product > HOSTILE_MEMORY && (strstr(row->name, "cpy") || strstr(row->name, "Memset"));
    if (!call->skipped)
        call->result = make_call(row->function, arguments, n);
}
