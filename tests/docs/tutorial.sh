# SPDX-License-Identifier: BSD-3-Clause
# Sourced, from the repository root: tutorial_run PAGE FOLDER does in FOLDER what the page says, as printed. Of its
# blocks
#   ```console       lines `$ command` are run by sh (`\` at the end goes on in the next line); a comment `# exit status 1` says how
#                    it ends, else with 0; lines behind it are what it prints, `…` standing for any text and a line `...` for
#                    any lines; runs of blanks count as one. Without such lines what it prints is not shown, and not compared.
#   ```c PATH        (or json, ptx, …) is a file, which is written there
# A page shows tables in one piece (COLUMNS). Complains of what differs; sets `ran` and `shown`, the commands run and those whose output was compared.
export COLUMNS=1000

# tutorial_steps PAGE STEPS: STEPS/N.command, N.status, N.shown, or N.path with N.file.
tutorial_steps() {
    mkdir -p "$2" && awk -v steps="$2" '
        function end_of_command() { if (command != "") close(steps "/" n ".command"); command = "" }
        /^```/ {
            if (inside != "") { if (inside == "file") close(steps "/" n ".file"); end_of_command(); inside = ""; next }
            if ($0 == "```console") inside = "console"
            else if (split($0, word, " ") == 2) { inside = "file"; n++; print word[2] >(steps "/" n ".path"); close(steps "/" n ".path")
                                                  printf "" >(steps "/" n ".file") }
            else inside = "other"
            next
        }
        inside == "file" { print >(steps "/" n ".file") }
        inside == "console" && (/^\$ / || more) {
            if (!more) { end_of_command(); n++; command = "" }
            line = $0; if (!more) sub(/^\$ /, "", line)
            status = 0
            if (match(line, /# exit status [0-9]+$/)) { status = substr(line, RSTART + 14); sub(/ *# exit status [0-9]+$/, "", line) }
            more = line ~ /\\$/
            command = command line "\n"
            print line >>(steps "/" n ".command")
            if (!more) { print status >(steps "/" n ".status"); close(steps "/" n ".status") }
            next
        }
        inside == "console" { print >>(steps "/" n ".shown"); close(steps "/" n ".shown") }
        END { print n + 0 }' "$1"
}
# tutorial_differs SHOWN PRINTED: says which shown line was not printed in its place.
tutorial_differs() {
    awk '
        function plain(text) { gsub(/[ \t]+/, " ", text); sub(/^ /, "", text); sub(/ $/, "", text); return text }
        function is(line, shown,    part, parts, i, at) {
            parts = split(shown, part, "…")
            if (parts < 2) return line == shown
            if (substr(line, 1, length(part[1])) != part[1]) return 0
            line = substr(line, length(part[1]) + 1)
            for (i = 2; i <= parts; i++) {
                if (part[i] == "") { if (i == parts) return 1; continue }
                if (i == parts) return length(line) >= length(part[i]) && substr(line, length(line) - length(part[i]) + 1) == part[i]
                if (!(at = index(line, part[i]))) return 0
                line = substr(line, at + length(part[i]))
            }
            return 1
        }
        NR == FNR { shown[++n] = plain($0); next }
        { printed[++m] = plain($0) }
        END {
            j = 1
            for (i = 1; i <= n; i++) {
                if (shown[i] == "...") { any = 1; continue }
                while (any && j <= m && !is(printed[j], shown[i])) j++
                if (j > m || !is(printed[j], shown[i])) { print "shown `" shown[i] "`, printed `" printed[j] "`"; exit 1 }
                j++; any = 0
            }
            if (!any && j <= m) { print "printed, not shown: `" printed[j] "`"; exit 1 }
        }' "$1" "$2"
}
tutorial_run() {
    steps=$BUILD/tutorial.$$
    rm -rf "$steps"
    count=$(tutorial_steps "$1" "$steps")
    ran=0 shown=0 step=0
    while [ $((step += 1)) -le "$count" ]; do
        if [ -f "$steps/$step.path" ]; then
            mkdir -p "$2/$(dirname "$(cat "$steps/$step.path")")" && cp "$steps/$step.file" "$2/$(cat "$steps/$step.path")"
            continue
        fi
        ran=$((ran + 1))
        # What is built on the way is said once for each cache.
        BUILD=build sh -c "cd \"\$1\" && $(cat "$steps/$step.command")" sh "$2" >"$steps/$step.printed" 2>&1 </dev/null
        status=$?
        [ "$status" = "$(cat "$steps/$step.status")" ] ||
            { complain "$1: $(head -1 "$steps/$step.command"): exit status $status"; tail -5 "$steps/$step.printed"; }
        sed -i '/^warplock: building /d' "$steps/$step.printed"
        [ -f "$steps/$step.shown" ] || continue
        shown=$((shown + 1))
        differs=$(tutorial_differs "$steps/$step.shown" "$steps/$step.printed") || complain "$1: $(head -1 "$steps/$step.command"): $differs"
    done
    rm -rf "$steps"
}
