#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Bugs planted in sim/events, sim/blocks, what raises events and feeds blocks, and rtl_c/wires.def.
. tests/planted.sh
