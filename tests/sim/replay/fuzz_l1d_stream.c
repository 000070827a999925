// SPDX-License-Identifier: BSD-3-Clause
// libFuzzer: any bytes as a recording of L1D accesses, under the check sum that they need; what is taken is replayed.
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "sim/replay/l1d_replay.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char error[300] = "";
    uint8_t *bytes = malloc(size + 4);
    replay_results results;
    uint32_t sum = (uint32_t)crc32(0, data, (uInt)size);

    if (!bytes)
        return 0;
    memcpy(bytes, data, size);
    for (int i = 0; i < 4; i++)
        bytes[size + (size_t)i] = (uint8_t)(sum >> 8 * i);
    stream_file *file = stream_parse("fuzz.l1d", bytes, size + 4, error, sizeof error);
    free(bytes);
    if (!file && !error[0])
        abort();
    if (file) {
        const replay_geometry geometry = replay_recorded_geometry(stream_head_of(file));
        if (!replay_file(file, &geometry, &results, error, sizeof error) && !error[0])
            abort();
        stream_free(file);
    }
    return 0;
}
