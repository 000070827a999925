# block: owl_prefetch
# config: banks2_lines2
# side: c
# what: what is counted leaves the sum of the waiting demands as it is
# expect: leave other registers than steps
# simulator: none: what is counted is counted on both sides; the bench proves the claim
s/q->sum + waiting \* cycles/q->sum/
