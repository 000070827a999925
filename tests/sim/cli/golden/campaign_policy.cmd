campaign papers --policy gto atax
