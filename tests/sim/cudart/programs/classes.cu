// SPDX-License-Identifier: BSD-3-Clause
// C++ in kernels, as newer samples have it: classes with members of both sides, inheritance, operators, functors as
// arguments of templates, lambdas, constexpr, variadic templates, a structure by value, 3-D grids.
// plant: s/return s \* x + y;/return s * x - y;/
// options: -std=c++17 --expt-extended-lambda
#include <array>
#include <cmath>
#include <cstdio>
#include <memory>
#include <utility>
#include <vector>

struct Complex {
    float re, im;
    __host__ __device__ Complex(float r = 0, float i = 0) : re(r), im(i) {}
    __host__ __device__ Complex operator*(const Complex &o) const { return Complex(re * o.re - im * o.im, re * o.im + im * o.re); }
    __host__ __device__ friend Complex operator+(Complex a, const Complex &b) { a.re += b.re; a.im += b.im; return a; }
    __host__ __device__ float norm() const { return re * re + im * im; }
};

struct Saxpy {
    float s;
    __host__ __device__ float operator()(float x, float y) const { return s * x + y; }
};

template <class T, size_t... N> class Field {
    T *cells;
public:
    static constexpr size_t count = (N * ... * 1);
    __host__ __device__ explicit Field(T *p) : cells(p) {}
    template <class... I> __host__ __device__ T &at(I... index) const
    {
        const size_t sizes[] = { N... };
        size_t place = 0, k = 0;
        ((place = place * sizes[k++] + index), ...);
        return cells[place];
    }
};
using Volume = Field<float, 6, 10, 20>;

__global__ void stencil(Volume in, Volume out)
{
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    unsigned z = blockIdx.z * blockDim.z + threadIdx.z;
    if (z < 1 || y < 1 || x < 1 || z > 4 || y > 8 || x > 18)
        return;
    out.at(z, y, x) = in.at(z - 1, y, x) + in.at(z + 1, y, x) + in.at(z, y - 1, x) + in.at(z, y + 1, x) + in.at(z, y, x - 1) +
                      in.at(z, y, x + 1) - 6 * in.at(z, y, x);
}

template <class F, class... A> __global__ void each(int n, F f, float *out, A... arrays)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = f(arrays[i]...);
}

__global__ void julia(const Complex *c, int *steps, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Complex z = c[i];
    int k = 0;
    while (k < 30 && z.norm() < 4) { z = z * z + Complex(-0.8f, 0.156f); k++; }
    steps[i] = k;
}

class Shape {
protected:
    float a;
public:
    __device__ Shape(float in) : a(in) {}
    __device__ float area() const { return a * a; }
};
class Circle : public Shape {
public:
    __device__ Circle(float r) : Shape(r) {}
    __device__ float area() const { return 3.0f * Shape::area(); }
};
__global__ void areas(float *out) { out[threadIdx.x] = threadIdx.x & 1 ? Circle(threadIdx.x).area() : Shape(threadIdx.x).area(); }

struct Free { void operator()(void *p) const { cudaFree(p); } };
template <class T> using Device = std::unique_ptr<T[], Free>;
template <class T> Device<T> device(size_t n)
{
    T *p = nullptr;
    if (cudaMalloc(&p, n * sizeof(T)) != cudaSuccess) throw std::bad_alloc();
    return Device<T>(p);
}

template <class... Rest> constexpr auto total(Rest... rest) { return (rest + ...); }

int main()
{
    int wrong = 0;
    const int n = 1000;
    std::vector<float> x(n), y(n), got(n);
    for (int i = 0; i < n; i++) { x[i] = i * 0.5f; y[i] = 100 - i; }
    auto d_x = device<float>(n), d_y = device<float>(n), d_out = device<float>(n);
    cudaMemcpy(d_x.get(), x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(d_y.get(), y.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    each<<<4, 64>>>(n, Saxpy{2.0f}, d_out.get(), (const float *)d_x.get(), (const float *)d_y.get());
    cudaMemcpy(got.data(), d_out.get(), n * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) wrong += got[i] != 2.0f * x[i] + y[i];
    float offset = 3;
    auto shifted = [=] __device__(float v) { return fabsf(v) + offset; };
    each<<<2, 128>>>(n, shifted, d_out.get(), (const float *)d_y.get());
    cudaMemcpy(got.data(), d_out.get(), n * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) wrong += got[i] != std::fabs(y[i]) + 3;
    printf("functors and lambdas: %d wrong\n", wrong);

    std::vector<float> in(Volume::count), out(Volume::count);
    for (size_t i = 0; i < in.size(); i++) in[i] = i * 7 % 31;
    auto d_in = device<float>(Volume::count), d_volume = device<float>(Volume::count);
    cudaMemcpy(d_in.get(), in.data(), in.size() * sizeof(float), cudaMemcpyHostToDevice);
    stencil<<<dim3(3, 3, 3), dim3(8, 4, 2)>>>(Volume(d_in.get()), Volume(d_volume.get()));
    cudaMemcpy(out.data(), d_volume.get(), out.size() * sizeof(float), cudaMemcpyDeviceToHost);
    Volume h(in.data()), o(out.data());
    for (int z = 1; z < 5; z++)
        for (int v = 1; v < 9; v++)
            for (int u = 1; u < 19; u++)
                wrong += o.at(z, v, u) != h.at(z - 1, v, u) + h.at(z + 1, v, u) + h.at(z, v - 1, u) + h.at(z, v + 1, u) +
                                          h.at(z, v, u - 1) + h.at(z, v, u + 1) - 6 * h.at(z, v, u);
    printf("3-D grid: %d wrong\n", wrong);

    std::vector<Complex> c(256);
    std::vector<int> steps(256);
    for (int i = 0; i < 256; i++) c[i] = Complex((i % 16 - 8) / 6.0f, (i / 16 - 8) / 6.0f);
    auto d_c = device<Complex>(256);
    auto d_steps = device<int>(256);
    cudaMemcpy(d_c.get(), c.data(), sizeof(Complex) * 256, cudaMemcpyHostToDevice);
    julia<<<2, 128>>>(d_c.get(), d_steps.get(), 256);
    cudaMemcpy(steps.data(), d_steps.get(), sizeof(int) * 256, cudaMemcpyDeviceToHost);
    int apart = 0;
    for (int i = 0; i < 256; i++) {
        Complex z = c[i];
        int k = 0;
        while (k < 30 && z.norm() < 4) { z = z * z + Complex(-0.8f, 0.156f); k++; }
        apart += std::abs(k - steps[i]) > 1;        // the device may contract a product and a sum
    }
    areas<<<1, 32>>>(d_out.get());
    cudaMemcpy(got.data(), d_out.get(), 32 * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++) wrong += got[i] != (i & 1 ? 3.0f * i * i : 1.0f * i * i);
    static_assert(total(1, 2, 3) == 6, "");
    printf("complex numbers: %d apart, %d wrong, %s\n", apart, wrong, cudaGetErrorString(cudaGetLastError()));
    wrong += apart > 4;
    puts(wrong ? "FAILED" : "PASSED");
    return wrong != 0;
}
