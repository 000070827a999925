run vadd --set core.warps=4
