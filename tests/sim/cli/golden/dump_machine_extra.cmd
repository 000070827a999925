dump-machine oaws gtx480
