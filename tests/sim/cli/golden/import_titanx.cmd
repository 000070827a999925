import tests/sim/machine/import/titanx/gpgpusim.config
