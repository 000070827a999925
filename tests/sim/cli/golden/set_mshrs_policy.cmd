run --machine oaws --policy oaws-static --set l1d.mshrs=513 --size 1024 vadd
