#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Bugs planted in the campaigns.
. tests/planted.sh
