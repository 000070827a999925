#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Bugs planted in how tuples are named, looked up, built and kept, and in how numbers are read.
. tests/planted.sh
