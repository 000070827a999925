run vadd --set gpu.clusters=4
