// SPDX-License-Identifier: BSD-3-Clause
// The processor features that the compiler was told of, as constants: nothing here runs.
#include <stdbool.h>

extern const bool built_for_avx2, built_for_bmi2, built_for_fma, built_for_avx512;

const bool built_for_avx2 =
#ifdef __AVX2__
    true;
#else
    false;
#endif
const bool built_for_bmi2 =
#ifdef __BMI2__
    true;
#else
    false;
#endif
const bool built_for_fma =
#ifdef __FMA__
    true;
#else
    false;
#endif
const bool built_for_avx512 =
#ifdef __AVX512F__
    true;
#else
    false;
#endif
