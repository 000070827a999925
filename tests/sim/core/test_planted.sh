#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Bugs planted in sim/core, sim/frontend and sim/policy.
. tests/planted.sh
