// SPDX-License-Identifier: BSD-3-Clause
// In the manner of SHOC's Spmv: CSR by scalars and by warps with volatile shared memory, ELLPACK, double and single, a
// class that holds device memory.
// plant: s/if (id < 4) partialSums/if (id < 3) partialSums/
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <string>
#include <iostream>
using namespace std;

static const int WARP_SIZE = 32;
static const int BLOCK_SIZE = 128;

template <typename fpType> __global__ void
spmv_csr_scalar_kernel(const fpType *__restrict__ val, const fpType *__restrict__ vec, const int *__restrict__ cols,
                       const int *__restrict__ rowDelimiters, const int dim, fpType *__restrict__ out)
{
    int myRow = blockIdx.x * blockDim.x + threadIdx.x;
    if (myRow < dim) {
        fpType t = 0.0f;
        int start = rowDelimiters[myRow];
        int end = rowDelimiters[myRow + 1];
        for (int j = start; j < end; j++) {
            int col = cols[j];
            t += val[j] * vec[col];
        }
        out[myRow] = t;
    }
}

template <typename fpType> __global__ void
spmv_csr_vector_kernel(const fpType *__restrict__ val, const fpType *__restrict__ vec, const int *__restrict__ cols,
                       const int *__restrict__ rowDelimiters, const int dim, fpType *__restrict__ out)
{
    int t = threadIdx.x;
    int id = t & (warpSize - 1);
    int warpsPerBlock = blockDim.x / warpSize;
    int myRow = (blockIdx.x * warpsPerBlock) + (t / warpSize);
    __shared__ volatile fpType partialSums[BLOCK_SIZE];
    if (myRow < dim) {
        int warpStart = rowDelimiters[myRow];
        int warpEnd = rowDelimiters[myRow + 1];
        fpType mySum = 0;
        for (int j = warpStart + id; j < warpEnd; j += warpSize)
            mySum += val[j] * vec[cols[j]];
        partialSums[t] = mySum;
        if (id < 16) partialSums[t] += partialSums[t + 16];
        if (id < 8) partialSums[t] += partialSums[t + 8];
        if (id < 4) partialSums[t] += partialSums[t + 4];
        if (id < 2) partialSums[t] += partialSums[t + 2];
        if (id < 1) partialSums[t] += partialSums[t + 1];
        if (id == 0)
            out[myRow] = partialSums[t];
    }
}

template <typename fpType> __global__ void
spmv_ellpackr_kernel(const fpType *__restrict__ val, const fpType *__restrict__ vec, const int *__restrict__ cols,
                     const int *__restrict__ rowLengths, const int dim, fpType *__restrict__ out)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t < dim) {
        fpType result = 0.0f;
        int max = rowLengths[t];
        for (int i = 0; i < max; i++) {
            int ind = i * dim + t;
            result += val[ind] * vec[cols[ind]];
        }
        out[t] = result;
    }
}

template <class T> class DeviceArray
{
    T *p;
    DeviceArray(const DeviceArray &);
public:
    explicit DeviceArray(size_t n) : p(0) { cudaMalloc(&p, n * sizeof(T)); }
    DeviceArray(const vector<T> &v) : p(0)
    {
        cudaMalloc(&p, v.size() * sizeof(T));
        cudaMemcpy(p, &v[0], v.size() * sizeof(T), cudaMemcpyHostToDevice);
    }
    ~DeviceArray() { cudaFree(p); }
    operator T *() { return p; }
    vector<T> read(size_t n)
    {
        vector<T> v(n);
        cudaMemcpy(&v[0], p, n * sizeof(T), cudaMemcpyDeviceToHost);
        return v;
    }
};

template <class T> bool close(const vector<T> &got, const vector<double> &want, const char *name)
{
    for (size_t i = 0; i < want.size(); i++)
        if (fabs(got[i] - want[i]) > 1e-4 * (1 + fabs(want[i]))) {
            cout << name << ": row " << i << " is " << got[i] << ", not " << want[i] << endl;
            return false;
        }
    return true;
}

template <class T> bool run(const string &name)
{
    const int dim = 300, most = 12;
    vector<int> delimiters(dim + 1), cols, ellCols(dim * most), lengths(dim);
    vector<T> val, vec(dim), ell(dim * most);
    vector<double> want(dim);
    srand(13);
    for (int i = 0; i < dim; i++) vec[i] = (T)(rand() % 100) / 10;
    for (int r = 0; r < dim; r++) {
        delimiters[r] = val.size();
        lengths[r] = rand() % (most + 1);
        for (int k = 0; k < lengths[r]; k++) {
            cols.push_back(rand() % dim);
            val.push_back((T)(rand() % 200 - 100) / 10);
            ellCols[k * dim + r] = cols.back();
            ell[k * dim + r] = val.back();
            want[r] += (double)val.back() * vec[cols.back()];
        }
    }
    delimiters[dim] = val.size();
    DeviceArray<T> d_val(val), d_vec(vec), d_ell(ell), d_out(dim);
    DeviceArray<int> d_cols(cols), d_delimiters(delimiters), d_lengths(lengths), d_ellCols(ellCols);
    spmv_csr_scalar_kernel<T><<<(dim + BLOCK_SIZE - 1) / BLOCK_SIZE, BLOCK_SIZE>>>(d_val, d_vec, d_cols, d_delimiters, dim, d_out);
    bool good = close(d_out.read(dim), want, "scalar");
    cudaMemset(d_out, 0xff, dim * sizeof(T));
    int blocks = (int)ceil(dim / (T)(BLOCK_SIZE / WARP_SIZE));
    spmv_csr_vector_kernel<T><<<blocks, BLOCK_SIZE>>>(d_val, d_vec, d_cols, d_delimiters, dim, d_out);
    good = close(d_out.read(dim), want, "vector") && good;
    cudaMemset(d_out, 0xff, dim * sizeof(T));
    spmv_ellpackr_kernel<T><<<(dim + BLOCK_SIZE - 1) / BLOCK_SIZE, BLOCK_SIZE>>>(d_ell, d_vec, d_ellCols, d_lengths, dim, d_out);
    good = close(d_out.read(dim), want, "ellpack") && good;
    cout << name << (good ? " good" : " bad") << ", " << cudaGetErrorString(cudaGetLastError()) << endl;
    return good;
}

int main()
{
    bool single = run<float>("single"), twice = run<double>("double");
    puts(single && twice ? "PASSED" : "FAILED");
    return !(single && twice);
}
