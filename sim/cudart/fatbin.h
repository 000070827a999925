// SPDX-License-Identifier: BSD-3-Clause
// Fat binaries, the containers of a program's device code: from an image to its PTX.
//
// The layout, as public readers document it (cuda-fatbin-decompression, the fatbinary crate, ZLUDA), is little
// endian:
//
//   wrapper    u32 magic 0x466243b1, u32 version, pointer image, pointer rest
//              version 1: one image; 2: `rest` is an array of images (nvcc -rdc=true), NULL behind the last
//   container  u32 magic 0xba55ed50, u16 version 1, u16 bytes of this header (16), u64 bytes behind it; then entries
//   entry       0 u16 kind (1 PTX, 2 machine code)      2 u16 version          4 u32 bytes of this header
//               8 u64 bytes of the payload, padded     16 u32 bytes compressed
//              24 u16 minor, 26 u16 major              28 u32 architecture    32 u32, 36 u32 name of the source
//              40 u64 flags: 0x2000 LZ4 (a bare block), 0x8000 zstd (a frame)
//              56 u64 bytes when expanded; a name, options and what later compilers add, up to the header's bytes
//
// Without NVIDIA's compiler an image is PTX text itself (clang -fcuda-include-gpubinary, cuModuleLoadData). Machine
// code (SASS) is not executed: an image that has no PTX is refused.
#ifndef WARPLOCK_SIM_CUDART_FATBIN_H
#define WARPLOCK_SIM_CUDART_FATBIN_H

#include <stdbool.h>
#include <stddef.h>

// For an image whose end only its own headers, or a text's final NUL, tell.
#define FATBIN_BY_ITSELF ((size_t)-1)

typedef struct { char text[400]; } fatbin_error;

// The PTX for a device of architecture `arch` (35 for sm_35): the one for the highest architecture up to it, else for the
// lowest. NUL-terminated, to be freed; NULL with a message when there is none or the image is damaged.
char *fatbin_ptx(const void *image, size_t size, unsigned arch, fatbin_error *);

// The index-th image behind the wrapper that __cudaRegisterFatBinary is given; NULL past the last, with a message only
// when it is no wrapper.
const void *fatbin_image(const void *wrapper, unsigned index, fatbin_error *);

#endif
