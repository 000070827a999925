// SPDX-License-Identifier: BSD-3-Clause
// --html: the report of a campaign as one HTML file (docs/html_report.md).
#ifndef WARPLOCK_SIM_CLI_HTML_H
#define WARPLOCK_SIM_CLI_HTML_H

#include "sim/campaign/html/html.h"
#include "sim/cli/cli.h"

// Before the first run: whether the file can be written. False after a message.
bool cli_html_check(const cli_options *);
// Nothing when it is not asked for. False after a message.
bool cli_html_write(const cli_options *, campaign *, const html_options *);

#endif
