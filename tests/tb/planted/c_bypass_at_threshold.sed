# block: bucl_bypass
# config: p3
# side: c
# what: a load of as many accesses as the threshold passes by
# expect: output load_bypass
# simulator: bucl-dyn bfs
s/in->load_acc > in->tucd/in->load_acc >= in->tucd/
