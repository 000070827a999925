// SPDX-License-Identifier: BSD-3-Clause
// The process's one GPU, as the runtime and the driver API see it: modules, launches, device memory, errors. Both APIs
// are thin layers: each of their functions (rows of api.def) takes the lock (cudart_enter), calls what is declared here
// and releases the lock.
//
// A module is an image that the program has registered or loaded. Its PTX is read at the first use of one of its kernels
// or variables, as with CUDA's lazy loading, so its variables come after earlier allocations, as in a job file. The GPU
// is built from the environment (environment.def) at the first call that needs it.
#ifndef WARPLOCK_SIM_CUDART_CUDART_H
#define WARPLOCK_SIM_CUDART_CUDART_H

#include <stdbool.h>
#include <stdint.h>

#include <limits.h>

#include "sim/cuda/driver_types.h"
#include "sim/cuda/surface_types.h"
#include "sim/cuda/texture_types.h"
#include "sim/frontend/exec.h"
#include "sim/machine/machine.h"

// The architecture that the device reports: compute capability 3.5, the default of `warplock cc`.
enum { CUDART_ARCH = 35 };

// --- a call: core.c
// Takes the lock (recursive). Returns cudaSuccess, or the fault of an earlier launch, which is sticky until
// cudaDeviceReset.
cudaError_t cudart_enter(void);
// Releases the lock. An error of the runtime API is what cudaGetLastError of this thread returns next.
cudaError_t cudart_leave(cudaError_t);
void        cudart_leave_driver(void);
void        cudart_keep_errors(bool);                       // of this thread; false: the driver API calls the runtime
const char *cudart_error_name(cudaError_t);
const char *cudart_driver_error_name(cudaError_t);          // NULL: the driver API has no such error
const char *cudart_error_text(cudaError_t);
cudaError_t cudart_last_error(bool forget);
cudaError_t cudart_unsupported(const char *function);       // reports it by name
// Prints on standard error, in a line, why a call failed; not for expected errors (cudaErrorNotReady, ...).
__attribute__((format(printf, 1, 2))) void cudart_complain(const char *format, ...);
// The same for a launch that a GPU would accept and warplock refuses: the run's status is then 2, its message the first of these.
__attribute__((format(printf, 1, 2))) void cudart_refuse(const char *format, ...);

// --- the device: device.c, after cudart_enter
// Builds it at the first call. A mistake in the environment ends the program with status 2.
const machine *cudart_machine(void);
device_memory *cudart_memory(void);
void           cudart_properties(cudaDeviceProp *);
cudaError_t    cudart_attribute(int *value, int number);    // cudaErrorInvalidValue: no such number
double         cudart_milliseconds(void);                   // simulated since the program began
void           cudart_synchronize(void);                    // writes what kernels have printed to standard output
cudaError_t    cudart_reset(void);                         // runtime/reset.c
void           cudart_host_copied(uint64_t address, uint64_t bytes);
cudaError_t    cudart_launch(const launch_config *);        // with timing, or functionally on request
bool           cudart_is_timed(const kernel *);            // whether its next launch is timed

// --- modules and what is in them: modules.c
typedef struct cudart_module cudart_module;
// Takes what __cudaRegisterFatBinary is given, or else an image of so many bytes (FATBIN_BY_ITSELF: the image tells its end).
// Reads nothing yet.
cudart_module *module_register(const void *wrapper, const void *image, size_t bytes);
// Adds this wrapper's part to the module of the program or library that it is in.
cudart_module *module_register_part(const void *wrapper);
void           modules_registered(void);                    // those of parts
void           module_unregister(cudart_module *);
// device memory is new: variables must be placed again
void           modules_forget_memory(void);
cudaError_t    modules_give_heap(void);                     // to loaded ones whose kernels allocate, of cudaLimitMallocHeapSize
cudaError_t    modules_grid_barrier(uint64_t *address);     // of the next cooperative launch
cudaError_t    module_load(cudart_module *);                // reads its PTX, puts its variables into device memory
const program *module_program(const cudart_module *);       // after module_load
// Checks that a handle is ours: a loaded module, or a kernel of one.
bool           module_is_one(const void *);
bool           module_has_kernel(const void *);
void           module_add_function(cudart_module *, const void *host, const char *name);
void           module_add_variable(cudart_module *, const void *host, const char *name, size_t bytes);
void           module_add_managed(cudart_module *, void **host, const char *name, size_t bytes);
// Managed variables with a copy on the host: copied to the device before a launch and back after it.
void           modules_mirror(bool to_device);
void           module_registered(cudart_module *);        // it is complete: initialises the host's copies
uint64_t       modules_device_address(uint64_t host);      // of a place in such a copy; others stay as they are
// By the host's address.
cudaError_t    module_function(const void *host, const kernel **);
cudaError_t    module_variable(const void *host, uint64_t *address, uint64_t *bytes);
// By the name in a module.
cudaError_t    module_function_named(cudart_module *, const char *name, const kernel **);
cudaError_t    module_variable_named(cudart_module *, const char *name, uint64_t *address, uint64_t *bytes);

// --- launches: launches.c
enum { LAUNCH_THREADS_MAX = 1024, LAUNCH_BLOCK_Z = 64, LAUNCH_GRID_X = INT32_MAX, LAUNCH_GRID_YZ = 65535 };
typedef struct { uint32_t grid[3], block[3]; size_t shared; bool cooperative; } launch_shape;
uint32_t    launch_threads_max(void);                       // of a block, on this machine
// Arguments as in .param: their bytes in all, the place of the next one, and packing from their addresses.
size_t      launch_bytes(const kernel *);
uint64_t    launch_param_at(const kernel_param *, uint64_t behind);
void        launch_pack(const kernel *, void *const *arguments, unsigned char *packed);
cudaError_t launch_check(const kernel *, const launch_shape *, size_t bytes);       // of the arguments
cudaError_t launch_packed(const kernel *, const launch_shape *, const void *arguments);     // after launch_check
// CTAs that an SM holds
cudaError_t launch_occupancy(const kernel *, const launch_shape *, uint32_t *ctas);
void        launch_attributes(const kernel *, cudaFuncAttributes *);
cudaError_t launch_set_attribute(const kernel *, cudaFuncAttribute, int value);

// --- memory: memory.c, arrays.c. Device and host addresses lie in different ranges.
// Managed memory and small host allocations are shared; registered memory is the program's own.
typedef enum { MEMORY_DEVICE, MEMORY_MANAGED, MEMORY_HOST, MEMORY_REGISTERED } memory_owner;
cudaError_t memory_allocate(uint64_t *address, size_t bytes, memory_owner, const char *function);
cudaError_t memory_release(uint64_t address, bool of_host);
cudaError_t memory_register(void *, size_t bytes);
cudaError_t memory_unregister(void *);
bool        memory_is_device(const void *);                 // or shared with it
cudaError_t memory_copy(void *to, const void *from, size_t bytes, cudaMemcpyKind);
// Rows `pitch` bytes apart, planes of so many rows. Sizes: bytes of a row, rows, planes.
typedef struct { void *at; size_t pitch, rows; } memory_plane;
cudaError_t memory_copy_box(const memory_plane *to, const memory_plane *from, const size_t size[3], cudaMemcpyKind);
// Elements of so many bytes, of which a row has size[0].
cudaError_t memory_fill_box(const memory_plane *to, const void *element, size_t bytes, const size_t size[3]);
cudaError_t copy_parameters(const cudaMemcpy3DParms *);     // copies.c
// An array as a plane from its first element on, and the bytes of an element (arrays.c). The last two may be NULL.
cudaError_t array_plane(cudaArray_const_t, memory_plane *, size_t *element, cudaChannelFormatDesc *, cudaExtent *);
unsigned    array_flags(cudaArray_const_t);                 // the array must exist
cudaError_t mipmap_first(cudaMipmappedArray_const_t, cudaArray_const_t *first, unsigned *levels);     // the others follow it
void        arrays_forget(void);                            // mipmapped ones, too
cudaError_t memory_attributes(cudaPointerAttributes *, const void *);
size_t      memory_bytes_from(const void *);                // to the end of its buffer; 0: in none
void        memory_forget(void);                            // all allocations; device memory is new

// --- limits: limits.c
enum { CUDART_LIMITS = cudaLimitMaxL2FetchGranularity + 1 };
size_t      limits_of(cudaLimit);
void        limits_set(cudaLimit, size_t);
void        limits_forget(void);                            // those that a program has set
size_t      limits_heap(void);                              // bytes of cudaLimitMallocHeapSize
uint32_t    limits_stack(void);                             // of cudaLimitStackSize

// --- textures and surfaces: textures.c. The program's references, variables that one is bound to.
void        texture_register(cudart_module *, const void *host, const char *name, bool as_float);
void        surface_register(cudart_module *, const void *host, const char *name);
void        textures_unregister(const cudart_module *);
void        textures_forget(void);                          // what they are bound to
void        texture_objects_forget(void);                   // runtime/textures.c

// --- streams and events: streams/streams.c. All work is complete when its call returns, so a stream is only a name and
// an event only a time.
cudaError_t stream_open(cudaStream_t *, unsigned flags);
cudaError_t stream_close(cudaStream_t);
cudaError_t stream_check(cudaStream_t);                     // whether it is one
cudaError_t stream_flags(cudaStream_t, unsigned *flags);
cudaError_t event_open(cudaEvent_t *, unsigned flags);
cudaError_t event_close(cudaEvent_t);
cudaError_t event_check(cudaEvent_t);
cudaError_t event_record(cudaEvent_t, cudaStream_t);
cudaError_t event_elapsed(float *milliseconds, cudaEvent_t from, cudaEvent_t to);
void        streams_forget(void);                           // both

#endif
