#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Writes every golden output, the counts of the baseline and the generated parts of the documentation anew from
# build/warplock, and the pages of a report. Look at `git diff` before committing.
cd "$(dirname "$0")/.." && sh tests/sim/cli/golden.sh write && sh tests/sim/cli/documents.sh write && sh tests/sim/baseline/test_baseline.sh write &&
    PAGES=write build/tests/sim/report/test_pages
