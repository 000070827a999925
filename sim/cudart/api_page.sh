#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The page of the API on standard output, from the rows of api.def and environment.def: docs/cuda_api.md. Functions of a group that
# differ from CUDA in the same words share a row.
cd "$(dirname "$0")/../.." || exit 1
cat <<'PAGE'
# The CUDA API of programs

For whoever brings a [CUDA program](cuda.md): which functions of CUDA's runtime and driver there are, and what they do otherwise
than CUDA's manual says. A function that is not on this page fails when the program is linked, with its name. One that is *not
supported* returns `cudaErrorNotSupported` (`CUDA_ERROR_NOT_SUPPORTED`) and prints its name:

    warplock: cudaDeviceEnablePeerAccess: is not supported (docs/cuda_api.md has the table of what is)

`sh sim/cudart/api_page.sh >docs/cuda_api.md` prints this page from the rows of `sim/cudart/tables/api.def`.
PAGE
{
    cat <<'ROWS'
#define GROUP(title) @GROUP title
#define DEFAULT(value)
#define RUNTIME(type, name, parameters, note) @ROW #name yes note
#define DRIVER(type, name, parameters, note) @ROW #name yes note
#define UNSUPPORTED(type, name, parameters, note) @ROW #name no note
#define UNSUPPORTED_DRIVER(type, name, parameters, note) @ROW #name no note
ROWS
    cat sim/cudart/tables/api.def
} | sed 's/#name/name/' | gcc -E -P -I sim/cudart/tables -x c - | tr '\n' ' ' | sed 's/@/\n@/g' | awk '
    # In the order of their first functions, but those without a difference behind, and what is not supported last.
    function place(note) { return note ~ /^\*not/ ? 2 : note == "nothing" }
    function rows(group,    i, k) {
        for (k = 0; k < 3; k++)
            for (i = 1; i <= n[group]; i++)
                if (place(order[group, i]) == k) print "| " functions[group, order[group, i]] " | " order[group, i] " |"
    }
    { at = index($0, "\""); words = substr($0, at + 1); sub(/" *$/, "", words) }
    $1 == "@GROUP" { group = words; if (!(group in n)) { titles[++groups] = group; n[group] = 0 } }
    $1 == "@ROW" {
        if (words == "the same") words = before
        before = words
        note = $3 == "no" ? "*not supported*: " words : words == "" ? "nothing" : words
        if (!((group, note) in functions)) order[group, ++n[group]] = note
        functions[group, note] = functions[group, note] (functions[group, note] == "" ? "" : ", ") "`" $2 "`"
    }
    END {
        for (g = 1; g <= groups; g++) {
            at = index(titles[g], ": ")
            print "\n## " (at ? substr(titles[g], 1, at - 1) : titles[g])
            if (at) print toupper(substr(titles[g], at + 2, 1)) substr(titles[g], at + 3) ".\n"
            print "| functions | what differs |\n| --- | --- |"
            rows(titles[g])
        }
    }'
cat <<'PAGE'

## The environment of a program
A program reads the options of its run from the environment, which `warplock run -- PROGRAM` sets for it. The variable of an option
is `WARPLOCK_` and its name, `WARPLOCK_MAX_CYCLES=1000` for `--max-cycles 1000`; the [meaning](command_line.md#options) is the
same. A list's words are separated by blanks, and an option without a value is on when the variable is 1. A mistake ends the
program at its first call with status 2. These options have a variable:

PAGE
# A variable of another name would need a table.
sed -nE 's/^VARIABLE\("(.*)", "(.*)"\)$/\1 \2/p' sim/cudart/tables/environment.def | awk '
    { name = toupper($2); gsub(/-/, "_", name); if ("WARPLOCK" substr(name, 2) != $1) { print $1 " is not the name of " $2 >"/dev/stderr"; exit 1 }
      line = line (line == "" ? "" : ", ") "`" $2 "`" }
    END { print line "." }' | fold -s -w 130 | sed 's/ *$//'
