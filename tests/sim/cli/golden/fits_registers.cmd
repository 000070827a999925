run hotspot --set core.registers=1024
