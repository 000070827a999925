run kernels/mine.cu
