#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Bugs planted in the import of GPGPU-Sim's configurations.
. tests/planted.sh
