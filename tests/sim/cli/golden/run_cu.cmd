run tests/sim/cuda/math.cu
