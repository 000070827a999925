#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Bugs planted in the golden models, each in one tuple.
. tests/planted.sh
