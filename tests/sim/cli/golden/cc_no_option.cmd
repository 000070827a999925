cc -S --host-option -x -- -a.cu
