#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Bugs planted in what the SM of the machine `kaws` has and Fermi's has not.
. tests/planted.sh
