#!/bin/sh
# Writes every golden output anew from build/warplock. Look at `git diff` before committing.
cd "$(dirname "$0")/.." && exec sh tests/sim/cli/golden.sh write
