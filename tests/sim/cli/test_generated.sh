#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock
# The man page and the completions say what the tables do: every option has its line in the page, is completed for each
# command that takes it and refused by the others; words behind an option are those that it takes, in a real bash and a
# real zsh. What `make install` puts there is these. Shown to fail: each check on a text without one option, and a page
# with a wrong line.
set -u
. tests/lib.sh
work=$BUILD/generated_test
rm -rf "$work" && mkdir -p "$work" || exit 1
for what in man bash zsh; do "$BUILD/warplock" generate $what >"$work/$what" || complain "generate $what"; done
commands=$("$BUILD/warplock" --help | sed -n 's/^    warplock \([a-z][a-z-]*\) .*/\1/p')
# Options of each command, from its help: COMMAND OPTION.
for command in $commands; do
    "$BUILD/warplock" help "$command" | sed -n "s/^    \(-[^ ]*\).*/$command \1/p"
done >"$work/options"
[ "$(wc -l <"$work/options")" -gt 70 ] || complain "options: $(cat "$work/options")"

# --- the page
in_page() { # in_page PAGE: what is missing
    # The command stands in brackets on the option's line or one of the two behind it.
    awk 'NR == FNR { line[NR] = $0; lines = NR; next }
        { name = $2; gsub(/-/, "\\-", name); name = "\\fB" name "\\fR"
          word = $1; gsub(/-/, "\\-", word); found = 0
          for (i = 1; i <= lines && !found; i++)
              if (index(line[i], name))
                  for (j = i; j <= i + 2 && j <= lines; j++) {
                      at = index(line[j], "(")
                      words = substr(line[j], at)
                      gsub(/[(),]/, " ", words)
                      if (at && index(words " ", " " word " ")) found = 1
                  }
          if (!found) print $1, $2 }' "$1" "$work/options"
    for command in $commands; do grep -qF "\\fB$(printf '%s' "$command" | sed 's/-/\\-/g')" "$1" || echo "$command"; done
}
[ -z "$(in_page "$work/man")" ] || complain "not in the page: $(in_page "$work/man")"
sed '/fB..-..blocks/d; /fB\\-\\-blocks/d' "$work/man" >"$work/less"
[ "$(in_page "$work/less")" = 'run --blocks' ] || complain "a page without --blocks: '$(in_page "$work/less")'"
# A date would change the page with the day it is built.
linted() {
    mandoc -T lint -W warning "$1" 2>&1 | grep -v 'missing date'
    groff -ww -man -Tascii "$1" 2>&1 >/dev/null
}
[ -z "$(linted "$work/man")" ] || complain "roff: $(linted "$work/man")"
sed 's/^\.SH OPTIONS/.SH "OPTIONS\n.XX/' "$work/man" >"$work/wrong"
[ -n "$(linted "$work/wrong")" ] || complain "wrong roff is not noticed"

# --- bash: complete WORD...: what is offered for the last one
offered() { # offered SCRIPT WORD...
    bash --norc --noprofile -c '
        . "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); compopt() { :; }
        _warplock; printf "%s\n" "${COMPREPLY[@]}"' bash "$@"
}
in_bash() { # in_bash SCRIPT: options on standard input that it does not complete
    bash --norc --noprofile -c '
        . "$1"; compopt() { :; }
        while read -r command option; do
            COMP_WORDS=(warplock "$command" "$option") COMP_CWORD=2
            _warplock
            for offer in "${COMPREPLY[@]}"; do [ "$offer" = "$option" ] && continue 2; done
            echo "$command $option"
        done' bash "$1"
}
[ -z "$(in_bash "$work/bash" <"$work/options")" ] || complain "bash: not completed: $(in_bash "$work/bash" <"$work/options")"
sed 's/ --wave / /g' "$work/bash" >"$work/less"
[ "$(grep -e '--wave$' "$work/options" | in_bash "$work/less")" = "$(grep -e '--wave$' "$work/options")" ] || complain "a script without --wave"
expect() { # expect WORDS WORD...: exactly these, in any order
    words=$1
    shift
    seen=$(offered "$work/bash" "$@" | sort | paste -sd' ' -)
    equal "bash: $*" "$seen" "$words"
}
touch "$work/mine.ini" "$work/mine.ptx"
expect "machine-keys machines" warplock mach
expect "campaign campaign-keys cc check" warplock c
expect "oaws" warplock run --machine oa
expect "oaws" warplock run --machine = oa
expect "$work/mine.ini" warplock run --machine "$work/mine.i"
expect "gto,oaws-dyn" warplock run --policy gto,oaws-d
expect "bfs bfslevel" warplock run bf
expect "$work/mine.ptx" warplock run "$work/mine.p"
expect "lockstep" warplock run --blocks l
expect "core.warps=" warplock run --set core.warps
expect "sensitivity" warplock campaign se
expect "similarity" warplock campaign owl simi
expect "belady" warplock help bel
expect "" warplock run --blocks nothing
complete -p 2>/dev/null | grep -q warplock && complain "completed before it is loaded"
bash --norc --noprofile -c '. "$1"; complete -p warplock' bash "$work/bash" | grep -q '_warplock warplock' || complain "bash does not know it"

# --- zsh, at a terminal of its own: what stands on the line behind a tab
if command -v zsh >/dev/null 2>&1; then
    mkdir -p "$work/site" && cp "$work/zsh" "$work/site/_warplock"
    cat >"$work/tab.zsh" <<'ZSH'
zmodload zsh/zpty
zpty line zsh -f -i
zpty -w line "fpath=(${(q)1} \$fpath); autoload -U compinit; compinit -u -D; PS1=; bindkey '^I' complete-word"
zpty -w line "shown() { print -r -- \"<\$BUFFER>\" >>${(q)2}; zle kill-whole-line }; zle -N shown; bindkey '^X' shown; print RE''ADY"
zpty -r -m line got '*READY*'
while read -r typed; do zpty -n -w line "$typed"$'\t\C-x'; done
zpty -n -w line $'print DO\'\'NE\n'
zpty -r -m line got '*DONE*'
ZSH
    printf '%s\n' "warplock dump" "warplock run --mach" "warplock run --machine oa" "warplock run --policy gto,oaws-d" \
        "warplock run --blocks=l" "warplock run simil" "warplock campaign owl simil" |
        (cd "$work" && timeout 60 zsh -f tab.zsh "$PWD/site" "$PWD/lines")
    printf '<%s>\n' "warplock dump-machine " "warplock run --machine " "warplock run --machine oaws " "warplock run --policy gto,oaws-dyn," \
        "warplock run --blocks=lockstep " "warplock run similarity " "warplock campaign owl similarity " >"$work/lines.want"
    diff "$work/lines.want" "$work/lines" || complain "zsh completes otherwise"
else
    echo "skipped: zsh is not there"
fi
[ "$failures" = 0 ]
