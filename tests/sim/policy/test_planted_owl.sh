#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Bugs planted in what feeds and asks owl_groups and owl_prefetch and tells them of a launch.
. tests/planted.sh
