# SPDX-License-Identifier: BSD-3-Clause
# make help: of each `target: ... ## words` of the makefiles the words, within 120 columns. A comment goes on behind a
# backslash, as make has it.
function show(target, words,    n, word, line, i)
{
    n = split(words, word, " ")
    line = sprintf("  make %-18s", target)
    for (i = 1; i <= n; i++) {
        if (length(line) + 1 + length(word[i]) > 120) {
            print line
            line = sprintf("%25s", "")
        }
        line = line " " word[i]
    }
    print line
}
goes_on { words = words " " $0 }
!goes_on && /^[a-z][a-z-]*:[^#]*## / { target = $0; sub(/:.*/, "", target); words = $0; sub(/^[^#]*## /, "", words); goes_on = 1 }
goes_on && words ~ /\\$/ { sub(/ *\\$/, "", words); next }
goes_on { show(target, words); goes_on = 0 }
