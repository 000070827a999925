// SPDX-License-Identifier: BSD-3-Clause
// The keys of a campaign file: what the reader knows, and the tables of `warplock campaign-keys`.
#include "sim/campaign/file/campaign_reader.h"

#define OBJECT(identifier, title) const char *const campaign_keys_##identifier[] = {
#define KEY(name, kind, help) name,
#define END(identifier) NULL };
#include "sim/campaign/file/campaign_keys.def"
#undef OBJECT
#undef KEY
#undef END

void campaign_describe_keys(FILE *file)
{
#define OBJECT(identifier, title) fputs("\n**" title "**\n\n| key | value | |\n| --- | --- | --- |\n", file);
#define KEY(name, kind, help) fputs("| `" name "` | " kind " | " help " |\n", file);
#define END(identifier)
#include "sim/campaign/file/campaign_keys.def"
#undef OBJECT
#undef KEY
#undef END
}
