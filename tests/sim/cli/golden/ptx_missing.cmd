run none.ptx --grid 1 --block 1
