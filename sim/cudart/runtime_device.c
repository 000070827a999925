// The runtime API: errors and the device.
#include "sim/cudart/runtime.h"

static const struct { cudaError_t error; const char *name, *text; } errors[] = {
#define ERROR(name, driver_name, number, text) { name, #name, text },
#include "sim/cudart/errors.def"
#undef ERROR
};
enum { ERRORS = sizeof errors / sizeof errors[0] };

cudaError_t cudaGetLastError(void) { return cudart_last_error(true); }
cudaError_t cudaPeekAtLastError(void) { return cudart_last_error(false); }

const char *cudaGetErrorString(cudaError_t error)
{
    for (unsigned i = 0; i < ERRORS; i++)
        if (errors[i].error == error)
            return errors[i].text;
    return "unrecognized error code";
}

const char *cudaGetErrorName(cudaError_t error)
{
    for (unsigned i = 0; i < ERRORS; i++)
        if (errors[i].error == error)
            return errors[i].name;
    return "unrecognized error code";
}

cudaError_t cudaDeviceSynchronize(void)
{
    cudaError_t error = cudart_enter();

    cudart_synchronize();
    return cudart_leave(error);
}

cudaError_t cudaDeviceReset(void)
{
    cudart_enter();
    cudart_synchronize();
    return cudart_leave(cudart_reset());
}
