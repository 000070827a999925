run conv2d --size 2
