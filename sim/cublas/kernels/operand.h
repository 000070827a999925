// SPDX-License-Identifier: BSD-3-Clause
// Matrix descriptions shared by cuBLAS's host code and kernels.
#ifndef WARPLOCK_CUBLAS_OPERAND_H
#define WARPLOCK_CUBLAS_OPERAND_H

// Which part of a matrix is stored, and what replaces the rest.
enum {
    FORM_WHOLE, FORM_SYMMETRIC_UPPER, FORM_SYMMETRIC_LOWER, FORM_UPPER, FORM_LOWER, FORM_KINDS = 7,
    FORM_UNIT = 8                               // of a triangle: ones on the diagonal, which is not read
};
// The place of element (i, j) of a matrix of level 2.
enum { STORED_FULL, STORED_BAND, STORED_PACKED_UPPER, STORED_PACKED_LOWER };

// A matrix of level 3: element (i, j) at i * row + j * column, of one matrix or of each of a batch, by a list or by a step.
#define OPERAND_OF(type, real) \
    typedef struct { real *at; real *const *list; long long step; int row, column, form, pad; } type
OPERAND_OF(operand_s, float);
OPERAND_OF(operand_d, double);

// A matrix of any type of numbers (cudaDataType); its step is in numbers.
typedef struct { void *at; void *const *list; long long step; int row, column, type, pad; } operand_of_type;

// A matrix of level 2: rows and columns of op(A); the band of op(A) is from `below` under the diagonal to `above` over it.
typedef struct { int rows, columns, lda, stored, above_stored, transposed, form, below, above; } shape;

#endif
