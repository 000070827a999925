trace show x
