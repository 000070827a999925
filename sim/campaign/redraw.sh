#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# redraw.sh PAPER FOLDER: the pictures of docs/<paper>_results.md, drawn in FOLDER again from its whole tables.
set -eu
rm -rf "$2"
sh sim/campaign/page_tables.sh "docs/figures/$1/tables.txt" "$1" "$2"
sh sim/campaign/draw.sh "$1" "$2"
