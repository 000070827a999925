#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# forms_page.sh TABLE PAGE: the table of random_forms between the marks of the page.
set -eu
awk -v table="$1" '/^<!-- forms:begin/ { print; while ((getline line < table) > 0) print line; inside = 1 }
    /^<!-- forms:end/ { inside = 0 } !inside && !/^<!-- forms:begin/' "$2" >"$2.new"
mv "$2.new" "$2"
