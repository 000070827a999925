// SPDX-License-Identifier: BSD-3-Clause
#include "tests/sim/campaign/file_text.h"

const char seeds[] = "tests/sim/campaign/fuzz_campaign_seeds/";

campaign_file *parse(const char *text, campaign_error *error)
{
    char path[256];

    snprintf(path, sizeof path, "%sx.json", seeds);
    return campaign_file_parse(path, text, strlen(text), error);
}

void refused(const char *text, const char *message)
{
    campaign_error error;
    campaign_file *file = parse(text, &error);

    if (file)
        fail_msg("%s: seen no message, expected %s", text, message);
    if (strncmp(error.text, seeds, sizeof seeds - 1) != 0 ||
        strncmp(error.text + sizeof seeds - 1, message, strlen(message)) != 0)
        fail_msg("%s: seen `%s', expected `%s'", text, error.text, message);
}
