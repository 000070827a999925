campaign papers --machine gtx480 atax
