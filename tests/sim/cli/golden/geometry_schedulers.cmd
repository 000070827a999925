run vadd --set core.warps=64 --set core.schedulers=8
