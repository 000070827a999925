// SPDX-License-Identifier: BSD-3-Clause
// The report of a campaign as one HTML file that needs no network: page.html with its style, its scripts, the
// library that draws (library/) and the data, one JSON object (docs/html_report.md). The page takes every name and
// every line of source out of that object as text, so none can be markup.
#ifndef WARPLOCK_SIM_CAMPAIGN_HTML_HTML_H
#define WARPLOCK_SIM_CAMPAIGN_HTML_HTML_H

#include "sim/campaign/campaign.h"
#include "sim/campaign/sheet.h"

typedef struct {
    const char   *title, *command;              // its subject; the command line that made it
    sheet *const *sheets;                       // the campaign's tables, n_sheets of them
    unsigned      n_sheets;
    bool          claims;                       // show the claims of the campaign's paper next to the measured values
} html_options;

// A system on a machine.
typedef struct { const campaign_system *system; const campaign_machine *machine; } html_system;

// The data, owned by the caller.
json_t *html_data(campaign *, const html_options *);
// The page.
void html_write(const json_t *data, FILE *);

// A UTF-8 string from any bytes: invalid ones become U+FFFD.
json_t *html_string(const char *text, size_t length);
json_t *html_words(const char *text);
// null for NAN; an integer when the value is one.
json_t *html_number(double);
// JSON that is safe inside a <script>: only ASCII, without <, > and &.
void html_json(const json_t *, FILE *);

// details.c: {kernel, system, ...} of runs with details.
void html_add_times(const json_t *result, unsigned kernel, unsigned system, json_t *times);
void html_add_lines(const json_t *result, unsigned kernel, unsigned system, json_t *lines);
json_t *html_time_words(void);
void html_add_sources(const campaign_kernel *, unsigned index, json_t *sources);
// costs.c: the storage of a system's blocks on its machine.
json_t *html_cost(const html_system *, unsigned index);
// sweeps.c: {name, key, points: [[value, system]]}.
json_t *html_sweeps(const html_system *, unsigned count);

#endif
