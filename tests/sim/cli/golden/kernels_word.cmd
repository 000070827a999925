kernels now
