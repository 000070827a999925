cc -x fortran -S build/none.cu
