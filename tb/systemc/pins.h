// SPDX-License-Identifier: BSD-3-Clause
// SystemC port types as Verilator makes them (--pins-bv 65), and elements in and out of them.
//
// A port of W bits is bool (1), uint32_t (2..32), uint64_t (33..64) or sc_bv<W> (65 and more). Element i of a vector is
// bits [i*width +: width], as in the Verilog.
#ifndef WARPLOCK_TB_SYSTEMC_PINS_H
#define WARPLOCK_TB_SYSTEMC_PINS_H

#include <systemc>

#include <cstdint>
#include <type_traits>

template <int width>
using pin = std::conditional_t<width == 1, bool, std::conditional_t<width <= 32, uint32_t,
            std::conditional_t<width <= 64, uint64_t, sc_dt::sc_bv<width>>>>;

// Elements to 32-bit words, handed to put(index, word), and back from get(index).
template <int width, int count, class Element, class Put> void pack_words(const Element *elements, Put put)
{
    unsigned __int128 pending = 0;
    int bits = 0, word = 0;
    for (int i = 0; i < count; i++) {
        uint64_t value = width >= 64 ? elements[i] : elements[i] & ((uint64_t(1) << (width & 63)) - 1);
        pending |= static_cast<unsigned __int128>(value) << bits;
        for (bits += width; bits >= 32; bits -= 32, pending >>= 32) put(word++, static_cast<uint32_t>(pending));
    }
    if (bits > 0) put(word, static_cast<uint32_t>(pending));
}

template <int width, int count, class Element, class Get> void unpack_words(Element *elements, Get get)
{
    unsigned __int128 pending = 0;
    int bits = 0, word = 0;
    for (int i = 0; i < count; i++) {
        for (; bits < width; bits += 32) pending |= static_cast<unsigned __int128>(get(word++)) << bits;
        uint64_t value = static_cast<uint64_t>(pending);
        elements[i] = static_cast<Element>(width >= 64 ? value : value & ((uint64_t(1) << (width & 63)) - 1));
        pending >>= width;
        bits -= width;
    }
}

template <int width, int count, class Element> pin<width * count> pack(const Element *elements)
{
    if constexpr (width * count > 64) {
        pin<width * count> port;
        pack_words<width, count>(elements, [&](int i, uint32_t word) { port.set_word(i, word); });
        return port;
    } else {
        uint64_t packed = 0;
        pack_words<width, count>(elements, [&](int i, uint32_t word) { packed |= uint64_t(word) << 32 * i; });
        return static_cast<pin<width * count>>(packed);
    }
}

template <int width, int count, class Element> void unpack(const pin<width * count> &port, Element *elements)
{
    if constexpr (width * count > 64)
        unpack_words<width, count>(elements, [&](int i) { return static_cast<uint32_t>(port.get_word(i)); });
    else
        unpack_words<width, count>(elements, [&](int i) { return static_cast<uint32_t>(uint64_t(port) >> 32 * i); });
}

#endif
