#!/bin/sh
# Plants one bug at a time in copies of the runtime's sources; the case of a unit test that the plant names notices it
# (tests/lib.sh).
# needs: warplock tests/sim/cudart/test_fatbin
set -u
. tests/lib.sh
plants_in planted_cudart
plant sim/cudart/fatbin.c sim/cudart/test_fatbin test_choice \
    'the lowest architecture is chosen' 's/arch > than : than/arch < than : than/'
plant sim/cudart/fatbin.c sim/cudart/test_fatbin test_packings \
    'a payload begins behind 64 bytes' 's/(bytes){ at + header, packed/(bytes){ at + ENTRY_HEADER, packed/'
plant sim/cudart/fatbin.c sim/cudart/test_fatbin test_packings \
    'what zstd does not say is no room' 's/ZSTD_CONTENTSIZE_UNKNOWN ? e->expanded : said/ZSTD_CONTENTSIZE_UNKNOWN ? 0 : said/'
plant sim/cudart/fatbin.c sim/cudart/test_fatbin test_damaged_headers \
    'a payload may be longer than the image' 's/ || padded > rest->size - header//'
plant sim/cudart/fatbin.c sim/cudart/test_fatbin test_damaged_headers \
    'fewer bytes than said are enough' 's/ || (e->expanded \&\& (size_t)length != room)//'
plant sim/cudart/fatbin.c sim/cudart/test_fatbin test_cut_and_changed \
    'a container that is cut is read' 's/header > image.size || size > image.size - header/false/'
plant sim/cudart/fatbin.c sim/cudart/test_fatbin test_without_ptx \
    'binary data are handed on as a text' 's/    if (text \&\& !is_text(/    if (false \&\& !is_text(/'
plants_end
