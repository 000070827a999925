// <crt/host_defines.h>: its names stand in cuda_runtime.h.
#include <cuda_runtime.h>
