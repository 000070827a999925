#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Bugs planted in the golden models, each in one tuple: the rows `model` of tests/blocks.
set -u
. tests/lib.sh
. tests/blocks.sh
plants_in planted/rtl_c
mkdir -p "$work"                        # when listed, too
rows_of model >"$work/models.txt"
plants_of "$work/models.txt"
plants_end
