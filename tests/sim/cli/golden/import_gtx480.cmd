import tests/sim/machine/import/gtx480/gpgpusim.config -o /dev/null
