// SPDX-License-Identifier: BSD-3-Clause
#include "tests/tier.h"

#include <stdlib.h>
#include <string.h>

bool tier_is_all(void)
{
    const char *tier = getenv("TIER");
    return tier && strcmp(tier, "all") == 0;
}
