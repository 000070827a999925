#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Bugs planted in the reader of traces.
. tests/planted.sh
