#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tools.sh: on one line, the versions of the programs that a proof is made with.
{
    yosys -V
    clang --version | head -n 1
    "$(command -v opt || echo opt-14)" --version | grep -i version | head -n 1
    berkeley-abc -c version | tail -n 1
    cadical --version
    ${CC:-gcc} --version | head -n 1
    ${CXX:-g++} --version | head -n 1
    verilator --version
    iverilog -V | head -n 1
} 2>/dev/null | tr '\n' ' '
