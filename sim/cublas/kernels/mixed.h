// SPDX-License-Identifier: BSD-3-Clause
// Matrix products of any element type, accumulated in float or int: 16 * 16 tiles, one thread per element of C. One rounding.

template <class SUM> static __device__ __forceinline__ SUM number_at(const void *numbers, int type, long long i)
{
    switch (type) {
    case CUDA_R_16F:  return (SUM)__half2float(((const __half *)numbers)[i]);
    case CUDA_R_16BF: return (SUM)__bfloat162float(((const __nv_bfloat16 *)numbers)[i]);
    case CUDA_R_8I:   return (SUM)((const signed char *)numbers)[i];
    case CUDA_R_32I:  return (SUM)((const int *)numbers)[i];
    default:          return (SUM)((const float *)numbers)[i];
    }
}

template <class SUM> static __device__ __forceinline__ void set_number(void *numbers, int type, long long i, SUM value)
{
    switch (type) {
    case CUDA_R_16F:  ((__half *)numbers)[i] = __float2half_rn((float)value); break;
    case CUDA_R_16BF: ((__nv_bfloat16 *)numbers)[i] = __float2bfloat16_rn((float)value); break;
    case CUDA_R_32I:  ((int *)numbers)[i] = (int)value; break;
    default:          ((float *)numbers)[i] = (float)value; break;
    }
}

static __device__ __forceinline__ void *matrix_of(const operand_of_type &o)
{
    const int bytes = o.type == CUDA_R_8I ? 1 : o.type == CUDA_R_16F || o.type == CUDA_R_16BF ? 2 : 4;

    return o.list ? o.list[blockIdx.z] : (char *)o.at + (long long)blockIdx.z * o.step * bytes;
}

// C = alpha A B + beta C. scale_type: that of alpha and beta on the device.
template <class SUM> static __device__ __forceinline__ void mixed_product(
    int m, int n, int k, const void *device_alpha, SUM alpha, const operand_of_type &a, const operand_of_type &b, const void *device_beta,
    SUM beta, const operand_of_type &c, int scale_type)
{
    enum { SIDE = 16 };
    __shared__ SUM left[SIDE][SIDE + 1], right[SIDE][SIDE + 1];
    const void *at_a = matrix_of(a), *at_b = matrix_of(b);
    void *at_c = matrix_of(c);
    int tiles = (m + SIDE - 1) / SIDE, x = threadIdx.x % SIDE, y = threadIdx.x / SIDE;
    int i = blockIdx.x % tiles * SIDE + x, j = blockIdx.x / tiles * SIDE + y;
    SUM sum = 0;

    if (device_alpha)
        alpha = number_at<SUM>(device_alpha, scale_type, 0);
    if (device_beta)
        beta = number_at<SUM>(device_beta, scale_type, 0);
    for (int first = 0; first < k && alpha != 0; first += SIDE) {
        left[y][x] = i < m && first + y < k ? number_at<SUM>(at_a, a.type, (long long)i * a.row + (long long)(first + y) * a.column) : 0;
        right[y][x] = j < n && first + x < k ? number_at<SUM>(at_b, b.type, (long long)(first + x) * b.row + (long long)j * b.column) : 0;
        __syncthreads();
        for (int d = 0; d < SIDE; d++)
            sum += left[d][x] * right[y][d];
        __syncthreads();
    }
    if (i < m && j < n) {
        const long long at = (long long)i * c.row + (long long)j * c.column;

        set_number<SUM>(at_c, c.type, at, alpha * sum + (beta == 0 ? (SUM)0 : beta * number_at<SUM>(at_c, c.type, at)));
    }
}

#define MIXED(name, sum) \
    extern "C" __global__ void cublas_##name(int m, int n, int k, const void *device_alpha, sum alpha, operand_of_type a, operand_of_type b, \
                                             const void *device_beta, sum beta, operand_of_type c, int scale_type) \
    { \
        mixed_product<sum>(m, n, k, device_alpha, alpha, a, b, device_beta, beta, c, scale_type); \
    }
MIXED(gemm_float, float)
MIXED(gemm_int, int)
#undef MIXED
