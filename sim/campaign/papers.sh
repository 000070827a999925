# SPDX-License-Identifier: BSD-3-Clause
# Sourced by what makes pages of the papers' campaign files (sim/campaign/papers): $papers, and `objects`, which reads them.
papers='oaws ccws kaws bucl owl'
file_of() { case $1 in oaws) echo sim/campaign/papers/oaws_paper.json ;; *) echo "sim/campaign/papers/$1.json" ;; esac; }

# objects PAPER LIST KEY...: of each object of a list of its file the texts of the keys, divided by tabs. A text may be a list of
# lines. Objects begin and end as the files have them: `{` in column 5, `}` at the end of a line.
objects() {
    of=$1 list=$2
    shift 2
    awk -v list="  \"$list\": [" -v keys="$*" '
        function value(object, key,    text, line) {
            if (!match(object, "\"" key "\": *")) return ""
            object = substr(object, RSTART + RLENGTH)
            if (object !~ /^\[/) { match(object, /^"[^"]*"/); return substr(object, 2, RLENGTH - 2) }
            object = substr(object, 2, index(object, "]") - 2)
            while (match(object, /"[^"]*"/)) {
                line = substr(object, RSTART + 1, RLENGTH - 2); text = text (text == "" ? "" : " ") line
                object = substr(object, RSTART + RLENGTH)
            }
            return text
        }
        index($0, list) == 1 { inside = 1; next }
        inside && /^  \]/ { inside = 0 }
        inside {
            object = object $0
            if ($0 !~ /\},?$/ || ($0 ~ /^     "says"/ && $0 !~ /\}\},?$/)) next
            n = split(keys, key, " ")
            for (i = 1; i <= n; i++) printf "%s%s", value(object, key[i]), i < n ? "\t" : "\n"
            object = ""
        }' "$(file_of "$of")"
}
