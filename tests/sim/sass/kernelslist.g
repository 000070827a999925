MemcpyHtoD,0x00007f4000001000,196608
kernel-pascal.traceg
MemcpyHtoD,0x00007f4000100000,8192
kernel-volta.traceg
kernel-pascal.traceg
