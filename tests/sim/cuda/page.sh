#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# page.sh PAGE FOLDER: writes the files of a page into FOLDER, each code block behind a line that ends in `name`...:,
# and its commands, the blocks of sh, into FOLDER/commands.1, commands.2, ...
set -eu
mkdir -p "$2"
awk -v folder="$2" '
    /^```/ && inside { inside = 0; close(file); next }
    /^```(cpp|c|json)$/ && name { file = folder "/" name; printf "" > file; inside = 1; name = ""; next }
    /^```sh$/ { file = folder "/commands." ++commands; printf "" > file; inside = 1; next }
    /^```/ { file = "/dev/null"; inside = 1; next }
    inside { print > file; next }
    /^$/ { if (last !~ /:$/) name = ""; next }
    { last = $0 }
    match($0, /`[a-z_]+\.(cu|c|json)`/) { name = substr($0, RSTART + 1, RLENGTH - 2) }' "$1"
