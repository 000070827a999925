run vadd vadd --policy gto,lrr --perfetto build/same.json --report build/same.vadd-2.lrr.json
