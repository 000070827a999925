#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: packages
# The Makefile is read in a minute: at most 120 lines, the rest in makefiles beside what they build, each included once, and by
# it alone. Every target that is no file has a line of make help (##) or says what it is for (#); what has a line of make help is
# declared to be no file. Shown to fail: each rule, by a change that breaks it.
set -u
. tests/lib.sh
work=$BUILD/makefile
rm -rf "$work" && mkdir -p "$work/tree" || exit 1

# --- rules: each prints what breaks it in the tree ROOT
long() { # long ROOT
    lines=$(wc -l <"$1/Makefile")
    [ "$lines" -le 120 ] || echo "Makefile: $lines lines"
}
included_once() { # included_once ROOT
    (cd "$1" && {
        sh .ci/files "$BUILD" | grep '\.mk$' | while read -r file; do
            [ "$(makefiles | grep -cxF "$file")" = 1 ] || echo "$file: included $(makefiles | grep -cxF "$file") times"
            sed -nE "s|^-?include ([^ \$]+).*|$file: includes \\1|p" "$file"
        done
        for file in $(makefiles); do [ -e "$file" ] || echo "$file: is not there"; done
    })
}
# Of each rule the whole line, with what goes on behind a backslash.
unsaid() { # unsaid ROOT
    (cd "$1" && awk '
        { line = line $0 }
        line ~ /\\$/ { sub(/\\$/, "", line); next }
        line ~ /^\.PHONY: / { n = split(line, word, " "); for (i = 2; i <= n; i++) phony[word[i]] = FILENAME }
        line ~ /^[^\t#: ][^: ]*:.* ##? [^ ]/ { name = line; sub(/:.*/, "", name); said[name]; if (line ~ / ## /) listed[name] = FILENAME }
        { line = "" }
        END {
            for (name in phony) if (!(name in said)) print phony[name] ": " name ": neither in make help nor said what it is for"
            for (name in listed) if (!(name in phony)) print listed[name] ": " name ": in make help and not in .PHONY"
        }' $(makefiles))
}
for rule in long included_once unsaid; do
    found=$($rule .)
    [ -z "$found" ] || complain "$rule: $found"
done
echo "Makefile: $(wc -l <Makefile) lines, $(makefiles | wc -l) makefiles in all"

# --- shown to fail
cp --parents .ci/files $(makefiles) "$work/tree/" || exit 1
for rule in long included_once unsaid; do [ -z "$($rule "$work/tree")" ] || complain "$rule: a good copy: $($rule "$work/tree")"; done
# broken RULE FILE SCRIPT SAID: with that script the file breaks the rule, in these words and no others; a file that there is not is of
# the script.
broken() {
    if [ -e "$2" ]; then plant_copy "$2" "$work/tree/$2" "$3" || return; else echo "$3" >"$work/tree/$2"; fi
    found=$($1 "$work/tree")
    if [ "$found" = "$4" ]; then echo "noticed: $4"; else complain "$1: $3 in $2: expected '$4', seen '$found'"; fi
    if [ -e "$2" ]; then cp "$2" "$work/tree/$2"; else rm "$work/tree/$2"; fi
}
broken long Makefile '$s/$/\n#\n#\n#\n#\n#\n#\n#\n#\n#\n#\n#\n#/' "Makefile: $(($(wc -l <Makefile) + 12)) lines"
broken included_once sim/more.mk '# a makefile more' 'sim/more.mk: included 0 times'
broken included_once Makefile 's/^include tb\/tb\.mk.*/&\n&/' 'tb/tb.mk: included 2 times'
broken included_once Makefile '/^-include tests\/bench/d' 'tests/bench/bench.mk: included 0 times'
broken included_once Makefile 's/^-include tests\/bench.*/&\n-include tests\/other.mk/' 'tests/other.mk: is not there'
broken included_once tb/tb.mk '$s/$/\ninclude sim\/sim.mk/' 'tb/tb.mk: includes sim/sim.mk'
broken unsaid .ci/pages.mk 's/^\(readme: .*\)##.*/\1/' '.ci/pages.mk: readme: neither in make help nor said what it is for'
broken unsaid tb/verilog/verilog.mk 's/^\(icarus-package:\).*/\1/' 'tb/verilog/verilog.mk: icarus-package: neither in make help nor said what it is for'
broken unsaid .ci/pages.mk '/^\.PHONY: readme$/d' '.ci/pages.mk: readme: in make help and not in .PHONY'
# A test that two words of TEST find runs once: two of it would run at a time, in one folder.
run_by() { make -n test TEST="$1" | tr ' ' '\n' | grep -cxF tests/test_licence.sh; }
equal "runs of a test that two words find" "$(run_by 'tests/test_licence test_lic')" 1
[ "$failures" = 0 ]
