// Classes: policies by templates, if constexpr, variadic sums, tables of constexpr, iterators, operators.
#include <cstdio>
#include <type_traits>
#include <vector>
#include <cuda_runtime.h>
template <typename T> T *up(const std::vector<T> &h) {
  T *p;
  cudaMalloc(&p, h.size() * sizeof(T));
  cudaMemcpy(p, h.data(), h.size() * sizeof(T), cudaMemcpyHostToDevice);
  return p;
}
template <typename T> std::vector<T> down(const T *p, size_t n) {
  std::vector<T> h(n);
  cudaMemcpy(h.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost);
  return h;
}
template <typename T, int N> struct Vec {
  T v[N];
  __host__ __device__ T &operator[](int i) { return v[i]; }
  __host__ __device__ const T &operator[](int i) const { return v[i]; }
  __host__ __device__ Vec operator+(const Vec &o) const {
    Vec r;
    for (int i = 0; i < N; i++) r.v[i] = v[i] + o.v[i];
    return r;
  }
};
struct RowMajor {
  __device__ static int at(int r, int c, int rows, int cols) { return r * cols + c; }
};
struct ColMajor {
  __device__ static int at(int r, int c, int rows, int cols) { return c * rows + r; }
};
template <int B> struct Blocked {
  __device__ static int at(int r, int c, int rows, int cols) {
    return ((r / B) * (cols / B) + c / B) * B * B + (r % B) * B + c % B;
  }
};
template <class From, class To, class T> __global__ void convert(const T *in, T *out, int rows,
    int cols) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
  if (r < rows && c < cols) out[To::at(r, c, rows, cols)] = in[From::at(r, c, rows, cols)];
}
template <typename T, int N> __global__ void addVectors(const Vec<T, N> *a, const Vec<T, N> *b,
    Vec<T, N> *o, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) o[i] = a[i] + b[n - 1 - i];
}
template <typename T> __device__ T total(T a) { return a; }
template <typename T, typename... R> __device__ T total(T a, R... r) { return a + total<T>(r...); }
template <typename T, bool kSquare, int kStep> __global__ void options(const T *in, T *out, int n) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x) * kStep;
  if (i + kStep > n) return;
  if constexpr (kStep == 1) out[i] = in[i];
  else if constexpr (kStep == 2) out[i / 2] = total<T>(in[i], in[i + 1]);
  else out[i / kStep] = total<T>(in[i], in[i + 1], in[i + 2], in[i + 3]);
  if constexpr (kSquare && std::is_floating_point<T>::value) out[i / kStep] *= out[i / kStep];
}
template <typename T> class Span {
 public:
  __host__ __device__ Span(T *p, int n) : p_(p), n_(n) {}
  __device__ T &operator()(int i) { return p_[i < 0 ? i + n_ : i]; }
  __device__ T *begin() { return p_; }
  __device__ T *end() { return p_ + n_; }

 private:
  T *p_;
  int n_;
};
__global__ void spans(Span<const int> in, Span<int> out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0;
  for (const int *p = in.begin() + i; p < in.end(); p += gridDim.x * blockDim.x) s += *p;
  out(-1 - i) = s + in(i - 5);
}
__constant__ int kOrder[8] = {7, 2, 5, 0, 3, 6, 1, 4};
__global__ void tables(const int *in, int *out) {
  constexpr int kPrimes[8] = {2, 3, 5, 7, 11, 13, 17, 19};
  int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0;
#pragma unroll
  for (int k = 0; k < 8; k++) s += in[(i * kPrimes[k]) & 1023] + kOrder[k];
  out[i] = s;
}
int main() {
  const int rows = 48, cols = 64, n = 1024;
  std::vector<float> f(rows * cols);
  std::vector<int> h(rows * cols);
  for (int i = 0; i < rows * cols; i++) f[i] = (float)i, h[i] = i % 77;
  float *a = up(f), *b = up(f), *c = up(f);
  int *in = up(h), *out = up(h);
  dim3 g(4, 6), t(16, 8);
  convert<RowMajor, ColMajor><<<g, t>>>(a, b, rows, cols);
  convert<RowMajor, Blocked<8>><<<g, t>>>(a, c, rows, cols);
  printf("convert %.0f %.0f\n", down(b, n)[1], down(c, n)[100]);
  convert<Blocked<4>, ColMajor><<<dim3(2, 12), dim3(32, 4)>>>(in, out, rows, cols);
  printf("convert %d\n", down(out, n)[17]);
  addVectors<float, 3><<<4, 256>>>((Vec<float, 3> *)a, (Vec<float, 3> *)b, (Vec<float, 3> *)c, n);
  addVectors<short, 4><<<4, 256>>>((Vec<short, 4> *)a, (Vec<short, 4> *)b, (Vec<short, 4> *)c, n);
  options<float, true, 2><<<4, 256>>>(a, c, n * 2);
  options<int, true, 4><<<4, 64>>>(in, out, n);
  options<double, true, 1><<<4, 64>>>((double *)a, (double *)c, 256);
  printf("options %.0f %d\n", down((float *)b, 5)[4], down(out, 5)[4]);
  spans<<<2, 128>>>(Span<const int>(in, n), Span<int>(out, n));
  printf("spans %d\n", down(out, n)[n - 1]);
  tables<<<8, 128>>>(in, out);
  printf("tables %d\n", down(out, n)[11]);
}
