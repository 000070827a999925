help belady
