// SPDX-License-Identifier: BSD-3-Clause
// See tests/sim/machine/imported.h.
#include "tests/sim/machine/imported.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static char *read_text(const char *folder, const char *name)
{
    char path[128], *text = calloc(1, 1 << 16);
    FILE *file;

    snprintf(path, sizeof path, "tests/sim/machine/import/%s/%s", folder, name);
    file = fopen(path, "rb");
    assert_non_null(file);
    assert_non_null(text);
    assert_in_range(fread(text, 1, (1 << 16) - 1, file), 1, (1 << 16) - 2);
    fclose(file);
    return text;
}

imported_texts imported_read(const char *folder, const char *network)
{
    return (imported_texts){ read_text(folder, "gpgpusim.config"), network ? read_text(folder, network) : NULL };
}

void imported_free(imported_texts t)
{
    free(t.config);
    free(t.network);
}

import *imported_convert(imported_texts t)
{
    import *im = import_new();
    machine_error error;

    if (!import_config(im, "gpgpusim.config", t.config, strlen(t.config), &error) ||
        (t.network && !import_network(im, "n.icnt", t.network, strlen(t.network), &error)) || !import_convert(im, &error))
        fail_msg("%s", error.text);
    return im;
}

char *imported_printed(const import *im, imported_printer *print)
{
    static char *text;                          // of the stream as long as it is open
    static size_t length;
    FILE *file = open_memstream(&text, &length);

    print(im, file);
    fclose(file);
    return text;
}


// `text` with `find` in it, once, replaced.
char *imported_edit(const char *text, const char *find, const char *replacement)
{
    const char *at = strstr(text, find);
    char *result = NULL;
    size_t length;
    FILE *file = open_memstream(&result, &length);

    if (!at || strstr(at + 1, find))
        fail_msg("`%s` is not there once", find);
    fprintf(file, "%.*s%s%s", (int)(at - text), text, replacement, at + strlen(find));
    fclose(file);
    return result;
}

// With an edit of the one file or the other.
import *imported_convert_edited(imported_texts t, const char *find, const char *replacement)
{
    bool in_config = strstr(t.config, find) != NULL;
    char *changed = imported_edit(in_config ? t.config : t.network, find, replacement);
    import *im = imported_convert((imported_texts){ in_config ? changed : t.config, in_config ? t.network : changed });

    free(changed);
    return im;
}

imported_texts imported_gtx480(void)
{
    return imported_read("gtx480", "config_fermi_islip.icnt");
}
