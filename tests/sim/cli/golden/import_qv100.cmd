import tests/sim/machine/import/qv100/gpgpusim.config
