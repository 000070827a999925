// A launch: its shape is checked against the machine, its arguments are packed as the kernel declares them.
#include "sim/cudart/cudart.h"

#include <stdlib.h>
#include <string.h>

#include "sim/workload/job.h"

static unsigned char *pack(const kernel *k, void *const *arguments, uint64_t size)
{
    unsigned char *packed = calloc(1, size + 1);
    uint64_t at = 0;

    if (!packed)
        abort();
    for (size_t i = 0; i < kernel_params(k); i++) {
        const kernel_param *param = kernel_param_at(k, i);
        uint64_t align = param->align ? param->align : 1;

        at = (at + align - 1) / align * align;
        memcpy(packed + at, arguments[i], param->size);
        at += param->size;
    }
    return packed;
}

cudaError_t launch_kernel(const kernel *k, const launch_shape *shape, void *const *arguments)
{
    launch_config config = { .kernel = k, .dynamic_shared = (uint32_t)shape->shared, .params_size = job_params_size(k) };
    unsigned char *packed = pack(k, arguments, config.params_size);
    cudaError_t error;

    memcpy(config.grid, shape->grid, sizeof config.grid);
    memcpy(config.block, shape->block, sizeof config.block);
    config.params = packed;
    error = cudart_launch(&config);
    free(packed);
    return error;
}
