run vadd --set core.warps=40 --set core.schedulers=3
