run spmv --size 64x64
