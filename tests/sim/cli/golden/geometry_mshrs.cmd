run vadd --set core.warps=8 --set core.schedulers=4 --set l1d.mshrs=513 --policy oaws-dyn
