// SPDX-License-Identifier: BSD-3-Clause
// libFuzzer: any bytes as a campaign file; of what is accepted and makes few runs the plan and every table of no result. It
// names files below tests/sim/campaign/fuzz_campaign_seeds (run from the repository root).
#include <stdlib.h>
#include <string.h>

#include "sim/campaign/claims.h"
#include "sim/campaign/figures.h"

enum { FEW = 300, SHOWN = 64 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void make_tables(campaign *c, FILE *nowhere)
{
    sheet *sheets[FIGURES_MAX];
    unsigned count = figures_make(c, sheets);

    for (unsigned i = 0; i < count; i++) {
        sheet_print(sheets[i], nowhere);
        sheet_markdown(sheets[i], nowhere);
        sheet_data(sheets[i], nowhere);
        sheet_csv(sheets[i], nowhere);
        sheet_script(sheets[i], nowhere);
        sheet_free(sheets[i]);
    }
    claims_print(c, nowhere);
    campaign_list_failures(c, nowhere);
}

// Every third run has ended well, so that some cells have numbers.
static void make_runs(campaign *c)
{
    for (unsigned i = 0; i < c->n_runs; i += 3)
        if (c->runs[i].state == RUN_WANTED)
            campaign_take_result(&c->runs[i], &(store_run){ .result = strdup("{\"group\":\"divergent\",\"ipc\":1.5,\"cycles\":7}"),
                                                            .reason = strdup("") });
}

static bool is_small(const campaign_file *file)
{
    uint64_t cells = 0;

    for (const figure *f = file->figures; f->id; f++)
        cells += systems_count(f->systems) * file->n_kernels;
    for (const claim *k = file->claims; k->id; k++)
        cells += systems_count(k->systems) * file->n_kernels;
    return cells < FEW && campaign_file_runs(file) < FEW && !strchr(file->policies, '*');
}

static void use(const campaign_file *file)
{
    static campaign c;
    FILE *nowhere = fopen("/dev/null", "w");

    c = (campaign){ .file = file, .program = "/dev/null", .size = file->size, .stored_only = true };
    for (unsigned i = 0; i < file->n_kernels; i++)
        campaign_kernel_bundled(&c, file->kernels[i].name);
    if (nowhere && c.n_kernels && campaign_take_file(&c, file, NULL, 0) && campaign_count(&c) < FEW &&
        campaign_begin(&c)) {
        for (unsigned step = 0; campaign_plan(&c, step); step++)
            make_runs(&c);
        make_tables(&c, nowhere);
    }
    campaign_end(&c);
    fclose(nowhere);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    campaign_error error;
    campaign_file *file = campaign_file_parse("tests/sim/campaign/fuzz_campaign_seeds/fuzz.json", (const char *)data,
                                              size, &error);

    if (!file) {
        if (!memchr(error.text, 0, sizeof error.text) || !error.text[0])
            abort();
        return 0;
    }
    if (is_small(file))
        use(file);
    campaign_file_free(file);
    return 0;
}
