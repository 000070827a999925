// SPDX-License-Identifier: BSD-3-Clause
#include "sim/cli/html.h"

#include "tb/output_file.h"

bool cli_html_check(const cli_options *options)
{
    char message[256];

    return !options->html[0] || output_claim(options->html, message, sizeof message) ||
           cli_mistake("--html: %s", message);
}

bool cli_html_write(const cli_options *options, campaign *c, const html_options *html)
{
    output_file file;
    char message[256];
    json_t *data;

    if (!options->html[0])
        return true;
    if (!output_open(&file, options->html, message, sizeof message))
        return cli_mistake("--html: %s", message);
    data = html_data(c, html);
    html_write(data, file.stream);
    json_decref(data);
    return output_close(&file, message, sizeof message) || cli_mistake("--html: %s", message);
}
