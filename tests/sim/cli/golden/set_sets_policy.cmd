run --machine oaws --policy gto,oaws-dyn --set l1d.sets=8192 --set l1d.index=linear --size 1024 vadd
