// SPDX-License-Identifier: BSD-3-Clause
// --html: the report of a campaign as one HTML file (docs/html_report.md).
#ifndef WARPLOCK_SIM_CLI_HTML_H
#define WARPLOCK_SIM_CLI_HTML_H

#include "sim/campaign/html/html.h"
#include "sim/cli/cli.h"

// Checks before the first run that the file can be written. False after a message.
bool cli_html_check(const cli_options *);
// Does nothing without --html. False after a message.
bool cli_html_write(const cli_options *, campaign *, const html_options *);

#endif
