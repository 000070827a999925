# SPDX-License-Identifier: BSD-3-Clause
# The recorded inputs of a block read and written by nothing but docs/reference/stimulus.md.
#   awk -v form=read: `word value` of each line of the head, then `step|sleep|look CYCLE CYCLES` and every input that has been named, with its value.
#   awk -v form=write: such a table back, every input in every line, the last named first.
function take(from,   i, at) { # name=values of the words from there on
    for (i = from; i <= NF; i++) {
        at = index($i, "=")
        if (!(substr($i, 1, at - 1) in value)) names[++count] = substr($i, 1, at - 1)
        value[substr($i, 1, at - 1)] = substr($i, at + 1)
    }
}
function all(   i, text) {
    for (i = 1; i <= count; i++) text = text " " names[i] "=" value[names[i]]
    return text
}
function reversed(from,   i, text) {
    for (i = NF; i >= from; i--) text = text " " written($i)
    return text
}
function written(word) { return word }
form == "read" && NR == 1 { if ($0 != "warplock stimulus 1") { print "seen " $0; exit 1 } next }
form == "read" && /^(block|config|instance|seed|check_late|start) / { print; next }
form == "read" && $1 == "before" { take(2); print "before" all(); next }
form == "read" && ($1 == "step" || $1 == "look") { take(3); print $1, $2, ($1 == "step") all(); next }
form == "read" && $1 == "sleep" { take(4); print $1, $2, $3 all(); next }
form == "read" && $1 == "end" { ended = 1; exit }
form == "write" && NR == 1 { print "warplock stimulus 1" }
form == "write" && /^(block|config|instance|seed|check_late|start) / { print; next }
form == "write" && $1 == "before" { print "before" reversed(2); next }
form == "write" && $1 == "sleep" { print $1, $2, $3 reversed(4); next }
form == "write" { print $1, $2 reversed(4) }
END { if (form == "write") print "end"; if (form == "read" && !ended) { print "no end"; exit 1 } }
