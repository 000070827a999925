#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Bugs planted in what feeds, wires and asks KAWS's blocks.
. tests/planted.sh
