// <crt/host_config.h>: its names stand in cuda_runtime.h.
#include <cuda_runtime.h>
