MemcpyHtoD,0x00007f4000001000,4096
MemcpyHtoD,0x00007f4000002000,64
kernel-1.traceg
MemcpyDtoH,0x00007f4000002000,64
kernel-2.traceg.xz
