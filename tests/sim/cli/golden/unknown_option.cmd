run vadd --blcks c
