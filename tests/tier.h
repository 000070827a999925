// SPDX-License-Identifier: BSD-3-Clause
// Which tier a test runs in: `make test-all` (TIER=all) runs it whole, everything else in its small shape.
#ifndef WARPLOCK_TESTS_TIER_H
#define WARPLOCK_TESTS_TIER_H

#include <stdbool.h>

bool tier_is_all(void);

#endif
