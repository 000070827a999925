// SPDX-License-Identifier: BSD-3-Clause
// libFuzzer: any bytes as an image of device code: the answer is a text or a message. The same bytes as the payload of
// an image, packed by each means: they come out as they are.
#include "sim/cudart/fatbin.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tests/sim/cudart/fatbin_image.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char *read_image(const uint8_t *data, size_t size, unsigned arch)
{
    fatbin_error error = { "" };
    char *text = fatbin_ptx(data, size, arch, &error);

    if (!text != (error.text[0] != 0) || !memchr(error.text, 0, sizeof error.text))
        abort();
    return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static fatbin_image_bytes image;

    free(read_image(data, size, size ? data[size - 1] : 0));
    if (size < 2 || size > 8192)
        return 0;
    image_begin(&image);
    image_entry(&image, 1, 50, 64 + data[0] % 8 * 8, (fatbin_packing)(data[1] % 4), data, size);
    image_end(&image);
    char *text = read_image(image.bytes, image.size, 50);
    if (text && memcmp(text, data, strlen(text)) != 0)
        abort();
    free(text);
    return 0;
}
