#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Bugs planted in the table of who reads a key: a row says that a key is not read where it is, or that it is where
# it is not.
. tests/planted.sh
