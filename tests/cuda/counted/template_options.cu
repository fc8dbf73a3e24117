// Templates that choose: bool flags, if constexpr, enums, types, function pointers, specialization.
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>
enum class Layout { Rows, Columns, Blocks };
template <Layout L> struct Index;
template <> struct Index<Layout::Rows> { __device__ static int at(int r, int c, int n) { return r * n + c; } };
template <> struct Index<Layout::Columns> { __device__ static int at(int r, int c, int n) { return c * n + r; } };
template <> struct Index<Layout::Blocks> {
  __device__ static int at(int r, int c, int n) { return (r / 8 * (n / 8) + c / 8) * 64 + r % 8 * 8 + c % 8; }
};
template <typename T, Layout From, Layout To> __global__ void convert(const T *in, T *out, int n) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
  if (r < n && c < n) out[Index<To>::at(r, c, n)] = in[Index<From>::at(r, c, n)];
}
template <typename T> struct Accumulate { typedef T type; };
template <> struct Accumulate<unsigned char> { typedef int type; };
template <> struct Accumulate<short> { typedef long long type; };
template <typename T, bool kSquare, int kItems> __global__ void sums(const T *in, typename Accumulate<T>::type *out, int n) {
  using A = typename Accumulate<T>::type;
  A s = 0;
  int base = blockIdx.x * blockDim.x * kItems + threadIdx.x;
#pragma unroll
  for (int k = 0; k < kItems; k++) {
    int i = base + k * blockDim.x;
    if (i < n) {
      A v = in[i];
      if constexpr (kSquare) v *= v;
      s += v;
    }
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = s;
}
__device__ float twice(float v) { return 2 * v; }
__device__ float half(float v) { return v / 2; }
template <float (*F)(float)> __global__ void apply(float *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) v[i] = F(v[i]);
}
template <int N> struct Poly {
  float c[N];
  __device__ float operator()(float x) const {
    float r = c[N - 1];
#pragma unroll
    for (int i = N - 2; i >= 0; i--) r = r * x + c[i];
    return r;
  }
};
template <int N> __global__ void evaluate(const float *x, float *y, Poly<N> p, int n) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) y[i] = p(x[i]);
}
template <typename... Ts> __device__ auto addAll(Ts... v) { return (v + ...); }
__global__ void variadic(const int *a, const int *b, const int *c, int *o) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  o[i] = addAll(a[i], b[i * 2 % 512], c[i ^ 1], 5);
}
template <class T> std::vector<T> get(const T *d, int n) {
  std::vector<T> h(n);
  cudaMemcpy(h.data(), d, n * sizeof(T), cudaMemcpyDeviceToHost);
  return h;
}
int main() {
  const int n = 64, all = n * n;
  std::vector<float> f(all);
  std::vector<int> v(all);
  for (int i = 0; i < all; i++) f[i] = (float)(i % 50), v[i] = i * 3;
  float *a, *b;
  int *ia, *ib;
  cudaMalloc(&a, all * 4);
  cudaMalloc(&b, all * 8);
  cudaMalloc(&ia, all * 4);
  cudaMalloc(&ib, all * 8);
  cudaMemcpy(a, f.data(), all * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(ia, v.data(), all * 4, cudaMemcpyHostToDevice);
  dim3 block(32, 8), grid(n / 32, n / 8);
  convert<float, Layout::Rows, Layout::Columns><<<grid, block>>>(a, b, n);
  printf("%.0f\n", get(b, all)[1]);
  convert<float, Layout::Columns, Layout::Blocks><<<grid, block>>>(a, b, n);
  printf("%.0f\n", get(b, all)[1]);
  convert<double, Layout::Blocks, Layout::Rows><<<dim3(1, 4), block>>>((double *)a, (double *)b, 32);
  sums<unsigned char, true, 4><<<8, 128>>>((unsigned char *)ia, ib, 4000);
  printf("%d\n", get(ib, 1024)[77]);
  sums<short, false, 3><<<5, 96>>>((short *)ia, (long long *)ib, 1400);
  printf("%lld\n", get((long long *)ib, 480)[17]);
  sums<float, false, 2><<<8, 256>>>(a, b, all);
  printf("%.0f\n", get(b, 2048)[100]);
  apply<twice><<<16, 256>>>(a, all);
  apply<half><<<32, 128>>>(a, all - 100);
  printf("%.0f %.0f\n", get(a, all)[9], get(a, all)[all - 1]);
  evaluate<4><<<6, 160>>>(a, b, Poly<4>{{1, 2, 0, 3}}, all);
  printf("%.0f\n", get(b, all)[13]);
  variadic<<<4, 128>>>(ia, ia + 512, ia + 1024, ib);
  printf("%d\n", get(ib, 512)[300]);
}
