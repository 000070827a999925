#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# forms_page.sh TABLE [PAGE]: what tests/sim/random/forms.md says of the table of random_forms: instructions with the same ignored words
# in a row, exceptions with the same reason in a row. Printed, or put between the marks of the page.
set -eu
summary() {
    awk -F ' *[|] *' '
        $2 ~ /^(instruction|---)$/ { next }
        $2 == "all" {
            print $3 " forms, each in the kernels of seeds 1 to 20,000. The rarest is " rarest ", " least " times.\n"
            print "| instructions: forms | words that change nothing |\n| --- | --- |"
            for (i = 1; i <= keys; i++) print "| " list[i] " | " words[i] " |"
            print ""; split("", at); split("", list); keys = 0; next
        }
        $2 == "accepted, in no kernel" { exceptions = 1; next }
        NF < 4 { next }
        {
            sorted_by = exceptions ? $4 : $7; item = exceptions ? $2 : $2 " " $3
            if (!(sorted_by in at)) { at[sorted_by] = ++keys; words[keys] = sorted_by }
            k = at[sorted_by]; list[k] = list[k] (list[k] == "" ? "" : ", ") item
            if (exceptions) { number[k] += $3; next }
            split($6, f, ": "); if (rarest == "" || f[2] + 0 < least) { rarest = f[1]; least = f[2] + 0 }
        }
        END {
            print "| in no kernel, because | forms and words | which the decoder accepts |\n| --- | ---: | --- |"
            for (i = 1; i <= keys; i++) print "| " words[i] " | " number[i] " | " list[i] " |"
        }' "$1"
}
[ "${2-}" ] || { summary "$1"; exit; }
{ sed '/^<!-- forms:begin/q' "$2"; summary "$1"; sed -n '/^<!-- forms:end/,$p' "$2"; } >"$2.new"
mv "$2.new" "$2"
