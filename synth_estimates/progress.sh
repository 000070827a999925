#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# progress.sh FOLDER begin           a work of several runs begins
# progress.sh FOLDER TOTAL NAME      one more of its TOTAL runs has ended: said on a terminal, with the time left as if
#                                    the others took as long; quiet in a pipe
folder=$1
if [ "$2" = begin ]; then
    date +%s >"$folder/progress"
    exit 0
fi
echo "$3" >>"$folder/progress"
[ -t 2 ] || exit 0
ended=$(($(grep -c . "$folder/progress") - 1))
read -r begun <"$folder/progress"
left=$((($(date +%s) - begun) * ($2 - ended) / ended))
printf '[%s/%s] %s, about %s min left\n' "$ended" "$2" "$3" $(((left + 59) / 60)) >&2
