campaign papers --store sim/machine/oaws.ini atax
