cc -c -o build/a.o build/none.cu build/other.cu
