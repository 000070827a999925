# block: owl_prefetch
# config: banks4_lines32
# side: c
# what: C is the higher one at the average too
# expect: output degree
# simulator: owl bfs
s/in->waiting < q->average/in->waiting <= q->average/
