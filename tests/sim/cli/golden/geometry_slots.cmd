run vadd --set core.warps=4 --set core.schedulers=4
