// SPDX-License-Identifier: BSD-3-Clause
// Functions that only report that they are missing (rows UNSUPPORTED of api.def): the program gets an error, and the user the
// name.
#include "sim/cudart/driver/driver.h"
#include "sim/cudart/runtime/runtime.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"

static cudaError_t refuse(const char *function)
{
    cudaError_t error = cudart_enter();

    return cudart_leave(error ? error : cudart_unsupported(function));
}

cudaError_t __cudaRefuse(const char *function) { return refuse(function); }

static CUresult refuse_driver(const char *function)
{
    cudaError_t error = cudart_enter();

    return driver_leave(error ? error : cudart_unsupported(function));
}

#define GROUP(title)
#define DEFAULT(value)
#define RUNTIME(type, name, parameters, note)
#define UNSUPPORTED(type, name, parameters, note) type name parameters { return refuse(#name); }
#define DRIVER(type, name, parameters, note)
#define UNSUPPORTED_DRIVER(type, name, parameters, note) type name parameters { return refuse_driver(#name); }
#include "sim/cudart/tables/api.def"
