// SPDX-License-Identifier: BSD-3-Clause
// A launch: checks its shape against the machine and packs the arguments as the kernel declares them.
#include "sim/cudart/cudart.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sim/core/dispatcher.h"
#include "sim/cudart/sizes.h"
#include "sim/workload/job.h"

uint32_t launch_threads_max(void)
{
    uint32_t of_sm = cudart_machine()->core.warps * WARP_LANES;

    return of_sm < LAUNCH_THREADS_MAX ? of_sm : LAUNCH_THREADS_MAX;
}

static launch_config configure(const kernel *k, const launch_shape *shape)
{
    launch_config config = { .kernel = k, .dynamic_shared = (uint32_t)shape->shared,
                             .params_size = job_params_size(k), .stack_bytes = limits_stack() };

    memcpy(config.grid, shape->grid, sizeof config.grid);
    memcpy(config.block, shape->block, sizeof config.block);
    return config;
}

static bool inside(const uint32_t size[3], const uint32_t most[3])
{
    return size[0] && size[1] && size[2] && size[0] <= most[0] && size[1] <= most[1] && size[2] <= most[2];
}

static cudaError_t check_shape(const kernel *k, const launch_shape *s)
{
    static const uint32_t grid_most[3] = { LAUNCH_GRID_X, LAUNCH_GRID_YZ, LAUNCH_GRID_YZ };
    static const uint32_t block_most[3] = { LAUNCH_THREADS_MAX, LAUNCH_THREADS_MAX, LAUNCH_BLOCK_Z };
    uint64_t threads = (uint64_t)s->block[0] * s->block[1] * s->block[2];
    ptx_error error;

    if (!inside(s->grid, grid_most) || !inside(s->block, block_most) || threads > launch_threads_max()) {
        cudart_complain("kernel %s: grid (%u,%u,%u), block (%u,%u,%u), expected sizes of at least 1, a grid of at "
                        "most (%u,%u,%u), "
                        "a block of at most (%u,%u,%u) and %u threads", kernel_name(k), s->grid[0], s->grid[1],
                        s->grid[2],
                        s->block[0], s->block[1], s->block[2], grid_most[0], grid_most[1], grid_most[2], block_most[0],
                        block_most[1], block_most[2], launch_threads_max());
        return cudaErrorInvalidConfiguration;
    }
    if (!launch_check_block(k, s->block, &error)) {
        cudart_complain("%s", error.text);
        return cudaErrorLaunchOutOfResources;
    }
    if (size_sum(kernel_shared_bytes(k), s->shared) > cudart_machine()->core.shared_bytes) {
        cudart_complain("kernel %s: %u bytes of shared memory and %zu of dynamic shared memory, expected at most %u "
                        "in all, what an SM "
                        "of machine %s has", kernel_name(k), kernel_shared_bytes(k), s->shared,
                        cudart_machine()->core.shared_bytes, cudart_machine()->name);
        return cudaErrorInvalidValue;
    }
    return cudaSuccess;
}

cudaError_t launch_occupancy(const kernel *k, const launch_shape *shape, uint32_t *ctas)
{
    launch_config config = configure(k, shape);
    uint64_t threads = (uint64_t)shape->block[0] * shape->block[1] * shape->block[2];

    if (!threads || threads > launch_threads_max())
        return cudaErrorInvalidValue;
    *ctas = 0;                                              // too much shared memory for an SM
    if (size_sum(kernel_shared_bytes(k), shape->shared) > cudart_machine()->core.shared_bytes)
        return cudaSuccess;
    *ctas = dispatcher_limit(cudart_machine(), &config).ctas;
    return cudaSuccess;
}

// All CTAs must be resident at once, as they may wait for each other.
static cudaError_t check_cooperative(const kernel *k, const launch_shape *shape)
{
    uint64_t wanted = (uint64_t)shape->grid[0] * shape->grid[1] * shape->grid[2];
    uint32_t ctas;
    cudaError_t error = launch_occupancy(k, shape, &ctas);

    if (!error && wanted > (uint64_t)ctas * cudart_machine()->gpu.sms) {
        cudart_complain("kernel %s: %" PRIu64 " CTAs of a cooperative launch, expected at most the %u that each of "
                        "%u SMs holds",
                        kernel_name(k), wanted, ctas, cudart_machine()->gpu.sms);
        error = cudaErrorCooperativeLaunchTooLarge;
    }
    if (!error && !cudart_is_timed(k)) {
        cudart_refuse("kernel %s: a cooperative launch, expected one with timing: functionally CTAs run one behind "
                        "the other",
                        kernel_name(k));
        error = cudaErrorNotSupported;
    }
    return error;
}

// A parameter's place in .param, after the earlier ones, which end at `at`.
uint64_t launch_param_at(const kernel_param *param, uint64_t at)
{
    uint64_t align = param->align ? param->align : 1;

    return (at + align - 1) / align * align;
}

size_t launch_bytes(const kernel *k) { return job_params_size(k); }

cudaError_t launch_check(const kernel *k, const launch_shape *shape, size_t bytes)
{
    cudaError_t error = check_shape(k, shape);

    if (!error && bytes < job_params_size(k)) {
        cudart_complain("kernel %s: %zu bytes of arguments, expected %" PRIu64, kernel_name(k), bytes,
                        job_params_size(k));
        error = cudaErrorInvalidValue;
    }
    return error;
}

cudaError_t launch_packed(const kernel *k, const launch_shape *shape, const void *arguments)
{
    launch_config config = configure(k, shape);
    cudaError_t error = shape->cooperative ? check_cooperative(k, shape) : cudaSuccess;

    if (!error)
        error = modules_give_heap();
    if (!error && shape->cooperative && kernel_reads_grid_barrier(k))
        error = modules_grid_barrier(&config.grid_barrier);
    if (error)
        return error;
    config.params = arguments;
    modules_mirror(true);
    error = cudart_launch(&config);
    modules_mirror(false);
    return error;
}

// Translates a pointer into the host's copy of a managed variable.
static void translate(unsigned char *argument)
{
    uint64_t value;

    memcpy(&value, argument, sizeof value);
    value = modules_device_address(value);
    memcpy(argument, &value, sizeof value);
}

void launch_pack(const kernel *k, void *const *arguments, unsigned char *packed)
{
    uint64_t at = 0;

    for (size_t i = 0; i < kernel_params(k); i++) {
        const kernel_param *param = kernel_param_at(k, i);

        at = launch_param_at(param, at);
        memcpy(packed + at, arguments[i], param->size);
        if (param->size == sizeof(uint64_t))
            translate(packed + at);
        at += param->size;
    }
}

// For kernels of a later GPU than the device claims to be: CUB uses what it compiled for that one.
static int version_of(const kernel *k)
{
    return kernel_target(k) > CUDART_ARCH ? (int)kernel_target(k) : CUDART_ARCH;
}

void launch_attributes(const kernel *k, cudaFuncAttributes *attributes)
{
    const uint64_t limit = launch_threads_limit(k);

    *attributes = (cudaFuncAttributes){
        .sharedSizeBytes = kernel_shared_bytes(k), .localSizeBytes = kernel_local_bytes(k),
        .maxThreadsPerBlock = (int)(limit < launch_threads_max() ? limit : launch_threads_max()),
        .numRegs = (int)kernel_registers(k, UINT32_MAX),
        .ptxVersion = version_of(k), .binaryVersion = version_of(k),
        .maxDynamicSharedSizeBytes = (int)cudart_machine()->core.shared_bytes - (int)kernel_shared_bytes(k),
    };
}

cudaError_t launch_set_attribute(const kernel *k, cudaFuncAttribute attribute, int value)
{
    uint32_t most = cudart_machine()->core.shared_bytes;

    if (attribute == cudaFuncAttributePreferredSharedMemoryCarveout)
        return cudaSuccess;
    if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize)
        return cudaErrorInvalidValue;
    if (value >= 0 && (uint64_t)value + kernel_shared_bytes(k) <= most)
        return cudaSuccess;
    cudart_complain("kernel %s: %d bytes of dynamic shared memory, expected with its own at most the %u that an SM "
                    "of machine %s has",
                    kernel_name(k), value, most, cudart_machine()->name);
    return cudaErrorInvalidValue;
}
