// <cudaProfiler.h>: the driver's names of the profiler.
#include <cuda.h>
