run vadd --policy gto,
