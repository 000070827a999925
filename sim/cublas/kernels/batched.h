// SPDX-License-Identifier: BSD-3-Clause
// LU factors and inverses of many small matrices in place, one block per matrix. No guard: included once per type (REAL).

// P A = L U by columns, with the largest element of a column as its pivot; without pivoting when the pivot array is NULL. info: 0,
// or the first row, counted from 1, in which U has a 0 on its diagonal.
KERNEL(getrf)(int n, REAL *const *list, int lda, int *pivots, int *info)
{
    __shared__ REAL largest[BLOCK];
    __shared__ int places[BLOCK];
    REAL *a = list[blockIdx.x];
    int thread = threadIdx.x, threads = blockDim.x, first_zero = 0;

    for (int k = 0; k < n; k++) {
        REAL *column = a + (long long)k * lda;

        if (pivots) {
            int best = k + thread;
            for (int i = best + threads; i < n; i += threads)
                if (fabs(column[i]) > fabs(column[best]))
                    best = i;
            places[thread] = best;
            largest[thread] = best < n ? fabs(column[best]) : (REAL)-1;
            __syncthreads();
            if (thread == 0) {
                for (int t = 1; t < threads; t++)
                    if (largest[t] > largest[0] || (largest[t] == largest[0] && places[t] < places[0])) {
                        largest[0] = largest[t];
                        places[0] = places[t];
                    }
                pivots[(long long)blockIdx.x * n + k] = places[0] + 1;
            }
            __syncthreads();
            int other = places[0];
            for (int j = thread; j < n && other != k; j += threads) {
                REAL kept = a[k + (long long)j * lda];

                a[k + (long long)j * lda] = a[other + (long long)j * lda];
                a[other + (long long)j * lda] = kept;
            }
            __syncthreads();
        }
        REAL pivot = column[k];
        if (pivot == 0 && !first_zero)
            first_zero = k + 1;
        for (int i = k + 1 + thread; i < n && pivot != 0; i += threads)
            column[i] /= pivot;
        __syncthreads();
        for (int at = thread; pivot != 0 && at < (n - k - 1) * (n - k - 1); at += threads) {
            int i = k + 1 + at % (n - k - 1), j = k + 1 + at / (n - k - 1);

            a[i + (long long)j * lda] -= column[i] * a[k + (long long)j * lda];
        }
        __syncthreads();
    }
    if (thread == 0)
        info[blockIdx.x] = first_zero;
}

// C = U^-1 L^-1 P of such factors, a thread a column of C. info as above; then C is not written.
KERNEL(getri)(int n, const REAL *const *list, int lda, const int *pivots, REAL *const *results, int ldc, int *info)
{
    const REAL *a = list[blockIdx.x];
    REAL *c = results[blockIdx.x];
    int first_zero = 0;

    for (int k = n; k > 0; k--)
        if (a[k - 1 + (long long)(k - 1) * lda] == 0)
            first_zero = k;
    if (threadIdx.x == 0)
        info[blockIdx.x] = first_zero;
    for (int j = threadIdx.x; j < n && !first_zero; j += blockDim.x) {
        REAL *x = c + (long long)j * ldc;
        int one = j;

        // Column j of P: the row to which its 1 was swapped.
        for (int k = 0; pivots && k < n; k++) {
            int other = pivots[(long long)blockIdx.x * n + k] - 1;

            one = one == k ? other : one == other ? k : one;
        }
        for (int i = 0; i < n; i++) {
            REAL sum = i == one;

            for (int k = one; k < i; k++)
                sum -= a[i + (long long)k * lda] * x[k];
            x[i] = i < one ? 0 : sum;
        }
        for (int i = n - 1; i >= 0; i--) {
            REAL sum = x[i];

            for (int k = i + 1; k < n; k++)
                sum -= a[i + (long long)k * lda] * x[k];
            x[i] = sum / a[i + (long long)i * lda];
        }
    }
}
