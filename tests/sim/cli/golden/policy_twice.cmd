run vadd --size 64 --policy gto,lrr,gto
