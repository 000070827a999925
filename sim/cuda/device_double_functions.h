// <device_double_functions.h>: its names stand in cuda_runtime.h.
#include <cuda_runtime.h>
