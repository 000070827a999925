// SPDX-License-Identifier: BSD-3-Clause
// What tests of campaign files share: a text is read as if it lay in a file beside those of the fuzzer, or is refused.
#ifndef WARPLOCK_TESTS_SIM_CAMPAIGN_FILE_TEXT_H
#define WARPLOCK_TESTS_SIM_CAMPAIGN_FILE_TEXT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sim/campaign/campaign.h"

extern const char seeds[];                      // the folder, with its slash
campaign_file *parse(const char *text, campaign_error *error);
// The text is refused; the message, without the path's folder, begins so.
void refused(const char *text, const char *message);

#endif
