# block: ccws_vta
# config: n3_ways4
# side: c
# what: a tag that is there is inserted once more
# expect: register valid
# simulator: none: no policy of that test's machine has it
s/held ? held : freed/freed/
