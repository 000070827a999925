machines now
