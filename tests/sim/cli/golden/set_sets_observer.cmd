run --machine oaws --policy gto --observe oaws_ocw --set l1d.sets=128 --set l1d.index=linear --size 1024 vadd
