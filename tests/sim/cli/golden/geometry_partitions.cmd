run vadd --machine bucl --set dram.controllers=1 --set l2.sub_partitions=1 --policy bucl-dyn
