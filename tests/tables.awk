# SPDX-License-Identifier: BSD-3-Clause
# The rows of a table against the forms in its comments (docs/tables.md): awk -f tests/tables.awk [-v list=1] TABLE.def...
#
# A form is NAME(column, column ...) in a comment, the first one of its name. A last column that ends with ... may be there any
# number of times; NAME(the same) has the columns of the form before it. "columns in FILE" takes the forms at the head of that
# file, too.
#
# Prints FILE:LINE: column N: seen X, expected Y of each row that differs; of one without a form the same with the name of the row
# in the place of the column. With list=1 it prints FILE and NAME of each row instead.
BEGIN {
    # Columns that are a text in quotation marks in whatever table.
    split("help words why title heading unit note json text", names, " ")
    for (i in names) is_text[names[i]] = 1
}

function trim(s) { gsub(/^[ \t\n]+|[ \t\n]+$/, "", s); gsub(/[ \t\n]+/, " ", s); return s }

# The columns of s from `at`, a parenthesis, on: column[1..n]. Returns where they end; 0: not in s.
function split_columns(s, at,    depth, quoted, c, from) {
    depth = n = 0
    for (from = at + 1; at <= length(s); at++) {
        c = substr(s, at, 1)
        if (quoted) {
            if (c == "\\") at++
            quoted = c != "\""
        } else if (c == "\"") quoted = 1
        else if (c == "(" || c == "{") depth++
        else if ((c == ")" || c == "}") && --depth == 0) { column[++n] = trim(substr(s, from, at - from)); return at }
        else if (c == "," && depth == 1) { column[++n] = trim(substr(s, from, at - from)); from = at + 1 }
    }
    return 0
}
# The first NAME( in s, its parenthesis at `opening`.
function find_name(s) {
    if (!match(s, /(^|[^A-Za-z0-9_])[A-Z][A-Z0-9_]* *\(/)) return ""
    opening = RSTART + RLENGTH - 1
    s = substr(s, RSTART, RLENGTH)
    gsub(/[^A-Z0-9_]/, "", s)
    return s
}

function copy_form(from, to,    i) {
    width[to] = width[from]; any[to] = any[from]
    for (i = 1; i <= width[from]; i++) form[to, i] = form[from, i]
}
function forms_in(comment,    name, i) {
    while ((name = find_name(comment)) != "") {
        if (!(name in width) && split_columns(comment, opening)) {
            if (n == 1 && column[1] == "the same") copy_form(before, name)
            else {
                width[name] = n; any[name] = column[n] ~ /\.\.\.$/
                for (i = 1; i <= n; i++) form[name, i] = column[i]
            }
            before = name
            forms = forms (forms == "" ? "" : ", ") name
        }
        comment = substr(comment, opening + 1)
    }
}
function read_forms(file, head_alone,    line, comment) {
    while ((getline line < file) > 0)
        if (sub(/^ *\/\/ ?/, "", line)) comment = comment line "\n"
        else { forms_in(comment); comment = ""; if (head_alone) break }
    close(file)
    forms_in(comment)
    if (file == "rtl_c/block.h") {      # late inputs and outputs: the same columns as inputs
        copy_form("IN", "IN_LATE"); copy_form("IN_VEC", "IN_LATE_VEC")
        copy_form("IN", "OUT"); copy_form("IN_VEC", "OUT_VEC")
    }
}

function complain(number, seen, expected) {
    print FILENAME ":" begun ": " (number ? "column " number : "name of the row") ": seen " (seen == "" ? "nothing" : seen) ", expected " expected
}
# A row of s from its parenthesis on, and the rows within. Returns where it ends; 0: not in s.
function check_row(name, s, at,    end, count, of, i, inner, rest) {
    if (!(end = split_columns(s, at))) return 0
    if (!(name in width)) return end
    count = n
    for (i = 1; i <= count; i++) of[i] = column[i]
    if (list) print FILENAME, name
    else {
        for (i = 1; i <= width[name]; i++)
            if (i > count || of[i] == "") { complain(i, "", form[name, i]); break }
            else if (form[name, i] in is_text && of[i] !~ /"/) { complain(i, of[i], form[name, i] ", a text in quotation marks"); break }
        if (i > width[name] && count >= i && !any[name]) complain(i, of[i], "the end of the row")
    }
    for (i = 1; i <= count; i++)
        if (of[i] !~ /^"/)
            for (rest = of[i]; (inner = find_name(rest)) != ""; rest = substr(rest, opening + 1))
                if (inner in width) check_within(inner, rest, opening)
    return end
}
function check_within(name, s, at,    kept) { kept = opening; check_row(name, s, at); opening = kept }

function unended() { print file ":" begun ": column 1: seen " trim(row) ", expected the end of the row" }

FNR == 1 {
    if (row != "") unended()
    row = forms = before = ""; directive = 0
    split("", width); split("", any); split("", form); split("", defined)
    read_forms(file = FILENAME)
}
/^ *\/\// {
    if (match($0, /columns in [a-z_\/]+\.(def|h)/)) read_forms(substr($0, RSTART + 11, RLENGTH - 11), 1)
    next
}
{ sub(/[ \t]+\/\/[^"]*$/, "") }
directive || /^#/ {
    if (/^# *define /) { name = $0; sub(/^# *define */, "", name); sub(/[^A-Z0-9_].*/, "", name); defined[name] = 1 }
    directive = /\\$/
    next
}
{
    if (row == "") begun = FNR
    row = row (row == "" ? "" : "\n") $0
    while (match(row, /^[ \t\n]*[A-Z][A-Z0-9_]* *\(/)) {
        name = trim(substr(row, 1, RLENGTH - 1))
        if (!(name in width) && !(name in defined)) { complain(0, name, forms); row = ""; break }
        if (!(end = check_row(name, row, RLENGTH))) break
        row = substr(row, end + 1)
        begun = FNR
    }
    if (row ~ /^[ \t\n]*$/) row = ""
    else if (row !~ /^[ \t\n]*[A-Z][A-Z0-9_]* *\(/) { complain(0, trim(row), forms); row = "" }
}
END { if (row != "") unended() }
