// <device_types.h>: its names stand in cuda_runtime.h.
#include <cuda_runtime.h>
