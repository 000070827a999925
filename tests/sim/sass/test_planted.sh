#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Bugs planted in what takes traces into the timing model.
. tests/planted.sh
