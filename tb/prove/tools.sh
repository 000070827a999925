#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tools.sh: on one line, the versions of the programs that a proof is made with.
# tools.sh --all-here: prints nothing; exit status 0 when all of them are installed.
opt=$(command -v opt || echo opt-14)
if [ "${1:-}" = --all-here ]; then
    for tool in yosys clang "$opt" berkeley-abc cadical "${CC:-gcc}" "${CXX:-g++}" verilator iverilog; do
        command -v "$tool" >/dev/null 2>&1 || exit 1
    done
    exit 0
fi
{
    yosys -V
    clang --version | head -n 1
    "$opt" --version | grep -i version | head -n 1
    berkeley-abc -c version | tail -n 1
    cadical --version
    ${CC:-gcc} --version | head -n 1
    ${CXX:-g++} --version | head -n 1
    verilator --version
    iverilog -V | head -n 1
} 2>/dev/null | tr '\n' ' '
