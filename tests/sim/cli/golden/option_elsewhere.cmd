machines --wave x.fst
