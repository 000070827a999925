#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Bugs planted in machines, jobs, workloads, reports and what tb/ has for all.
. tests/planted.sh
