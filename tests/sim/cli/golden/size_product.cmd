run conv2d --size 60000x60000
