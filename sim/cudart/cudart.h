// The process's one GPU, as the runtime and the driver API see it: modules, launches, device memory, errors. Both APIs are
// thin: their functions stand in api.def, each takes the lock (cudart_enter), calls what is declared here and lets go.
//
// A module is an image that the program has registered or loaded; its PTX is read when a kernel or a variable of it is
// first wanted, as CUDA does lazily, so that its variables come to lie behind what was allocated before, as in a job file.
// The GPU is built at the first call that needs it, from the environment (environment.def).
#ifndef WARPLOCK_SIM_CUDART_CUDART_H
#define WARPLOCK_SIM_CUDART_CUDART_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/cuda/driver_types.h"
#include "sim/frontend/exec.h"
#include "sim/machine/machine.h"

// The architecture that the device has for what asks: compute capability 3.5, as `warplock cc` compiles by default.
enum { CUDART_ARCH = 35 };

// --- a call: core.c
// Takes the lock, which the thread may hold already. What the function begins with: cudaSuccess, or the fault of an
// earlier launch, which all that follow return until cudaDeviceReset.
cudaError_t cudart_enter(void);
// Lets go. An error of the runtime API is what cudaGetLastError of this thread returns next.
cudaError_t cudart_leave(cudaError_t);
void        cudart_leave_driver(void);
cudaError_t cudart_last_error(bool forget);
cudaError_t cudart_unsupported(const char *function);       // says so, with its name
// A line on standard error that says why a call failed; not for what a program tries out (cudaErrorNotReady, ...).
__attribute__((format(printf, 1, 2))) void cudart_complain(const char *format, ...);

// --- the device: device.c, behind cudart_enter
// Builds it at the first call. The environment's mistakes end the program with status 2.
const machine *cudart_machine(void);
device_memory *cudart_memory(void);
double         cudart_milliseconds(void);                   // simulated since the program began
void           cudart_synchronize(void);                    // what kernels have printed goes to standard output
cudaError_t    cudart_reset(void);
void           cudart_fault(cudaError_t, const char *text); // from now on all calls fail
void           cudart_host_copied(uint64_t address, uint64_t bytes);
cudaError_t    cudart_launch(const launch_config *);        // with its timing, or functionally where that is asked for

// --- modules and what is in them: modules.c
typedef struct cudart_module cudart_module;
// Nothing is read yet. One of the two: what __cudaRegisterFatBinary is given, or an image.
cudart_module *module_register(const void *wrapper, const void *image);
void           module_unregister(cudart_module *);
cudaError_t    module_load(cudart_module *);                // its PTX is read, its variables are in device memory
void           module_add_function(cudart_module *, const void *host, const char *name);
void           module_add_variable(cudart_module *, const void *host, const char *name, size_t bytes);
// What the host knows by an address of its own.
cudaError_t    module_function(const void *host, const kernel **);
cudaError_t    module_variable(const void *host, uint64_t *address, uint64_t *bytes);
// What a module has under a name.
cudaError_t    module_function_named(cudart_module *, const char *name, const kernel **);
cudaError_t    module_variable_named(cudart_module *, const char *name, uint64_t *address, uint64_t *bytes);

// --- launches: launches.c
typedef struct { uint32_t grid[3], block[3]; size_t shared; } launch_shape;
cudaError_t launch_kernel(const kernel *, const launch_shape *, void *const *arguments);

// --- memory: memory.c. Addresses of the device and of the host are told apart by where they lie.
cudaError_t memory_allocate(uint64_t *address, size_t bytes, const char *function);
cudaError_t memory_release(uint64_t address);
bool        memory_is_device(const void *);
cudaError_t memory_copy(void *to, const void *from, size_t bytes, cudaMemcpyKind);
cudaError_t memory_fill(void *to, int value, size_t bytes);

#endif
