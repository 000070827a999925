run --record-l1d build/golden/nothing/here.l1d vadd
