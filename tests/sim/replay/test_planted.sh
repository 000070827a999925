#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Bugs planted in recording and replay.
. tests/planted.sh
