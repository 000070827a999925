#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# page_tables.sh TABLES PAPER FOLDER: writes the tables of docs/figures/<paper>/tables.txt that have a picture behind them to
# FOLDER/<picture>.dat, as a campaign does (sheet.c), so that pictures are drawn again of what stands there.
set -eu
mkdir -p "$3"
awk -v paper="$2" -v folder="$3" '
    function put(name,   i) {
        for (i = 1; i <= rows; i++) print row[i] >(folder "/" name ".dat")
        close(folder "/" name ".dat"); rows = 0
    }
    function ends() { if (first != "" && rows) put(first); rows = 0; first = "" }
    /^### / { ends() }
    /^\|/ && !/^\| *---/ {
        sub(/^\| */, ""); sub(/ *\|$/, "")
        n = split($0, cell, / *\| */)
        for (i = 1; i <= n; i++) if (i == 1 || !rows) cell[i] = "\"" cell[i] "\""
        line = cell[1]
        for (i = 2; i <= n; i++) line = line "\t" cell[i]
        row[++rows] = line
    }
    match($0, "\\(figures/" paper "/[a-z0-9_]+\\.svg\\)") {
        name = substr($0, RSTART + length(paper) + 10, RLENGTH - length(paper) - 15)
        if (rows) put(name); else first = name          # that of a sweep stands above its table
    }
    END { ends() }' "$1"
