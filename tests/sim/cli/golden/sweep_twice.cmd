sweep vadd --set l1d.mshrs=8,16 --set l1d.mshrs=4
