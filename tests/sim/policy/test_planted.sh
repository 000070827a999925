#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Bugs planted in what feeds and wires the blocks of CCWS (also as OAWS describes it), BUCL and OAWS, and in SWL and MASCAR.
. tests/planted.sh
