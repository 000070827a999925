sweep vadd --set l1d.mshrs
