#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Bugs planted in what the SM of Volta and Ampere has and others have not: INT, DP and tensor units, collectors and
# units of a scheduler.
. tests/planted.sh
