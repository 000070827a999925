#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Bugs planted in the tables of the command line.
. tests/planted.sh
