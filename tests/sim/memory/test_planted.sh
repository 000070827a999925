#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Bugs planted in the LD/ST unit and the caches.
. tests/planted.sh
