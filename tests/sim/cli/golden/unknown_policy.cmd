run vadd --policy gto,ltr
