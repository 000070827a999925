run --machine owl --policy owl --set dram.partition_indexing=random vadd:64
