# block: ccws_lls
# config: n8
# side: c
# what: of the warps with the score that no longer fits the oldest does not pass
# expect: register can_issue
# simulator: ccws bfs
s/set & MASK(w) & ~q->walk_older\[w\]/set \& q->walk_older[w]/; s/none_younger &= ~q->walk_older\[w\]/none_younger \&= q->walk_older[w] | ~MASK(w)/
