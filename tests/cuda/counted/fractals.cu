// Loops whose length each lane decides: escapes, random walks, Newton; pixels of 4 bytes; a generator of numbers.
#include <cstdint>
#include <cstdio>
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
__global__ void mandel(uchar4 *image, int w, int h, int most) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  float cr = -2.0f + 3.0f * x / w, ci = -1.0f + 2.0f * y / h, r = 0, i = 0;
  int k = 0;
  for (; k < most && r * r + i * i < 4.0f; k++) {
    float t = r * r - i * i + cr;
    i = 2 * r * i + ci;
    r = t;
  }
  image[y * w + x] = k == most ? make_uchar4(0, 0, 0, 255) : make_uchar4(k * 5, k * 3, k, 255);
}
__device__ uint32_t xorshift(uint32_t &s) {
  s ^= s << 13;
  s ^= s >> 17;
  s ^= s << 5;
  return s;
}
__global__ void randomWalk(const int *grid, int *visits, uint32_t seed, int side) {
  int t = blockIdx.x * blockDim.x + threadIdx.x, x = t % side, y = t / side % side;
  uint32_t s = seed + t * 747796405u;
  for (int k = 0; k < 12; k++) {
    uint32_t r = xorshift(s);
    switch (r >> 30) {
    case 0: x = (x + 1) % side; break;
    case 1: x = (x + side - 1) % side; break;
    case 2: y = (y + 1) % side; break;
    default: y = (y + side - 1) % side;
    }
    if (grid[y * side + x] == 0) break;
  }
  atomicAdd(&visits[y * side + x], 1);
}
__global__ void gray(const uchar3 *rgb, unsigned char *out, unsigned *histogram, int n) {
  __shared__ unsigned s[64];
  if (threadIdx.x < 64) s[threadIdx.x] = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    uchar3 p = rgb[i];
    unsigned char g = (unsigned char)((p.x * 77 + p.y * 150 + p.z * 29) >> 8);
    out[i] = g;
    atomicAdd(&s[g >> 2], 1u);
  }
  __syncthreads();
  if (threadIdx.x < 64 && s[threadIdx.x]) atomicAdd(&histogram[threadIdx.x], s[threadIdx.x]);
}
template <int N> __global__ void poly(const double *x, double *root, const double *c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  double v = x[i];
  for (int step = 0; step < 8; step++) {
    double f = c[N], g = 0;
#pragma unroll
    for (int k = N - 1; k >= 0; k--) {
      g = g * v + f;
      f = f * v + c[k];
    }
    if (fabs(g) < 1e-9 || fabs(f) < 1e-12) break;
    v -= f / g;
  }
  root[i] = v;
}
int main() {
  const int w = 100, h = 60, n = 2048, side = 32;
  uchar4 *image;
  cudaMalloc(&image, w * h * 4);
  mandel<<<dim3((w + 15) / 16, (h + 15) / 16), dim3(16, 16)>>>(image, w, h, 50);
  auto m = down(image, w * h);
  printf("mandel %d %d\n", m[0].x, m[w * h / 2 + 50].x);
  std::vector<int> g(side * side);
  for (int i = 0; i < side * side; i++) g[i] = i * 7 % 13;
  int *grid = up(g), *visits = up(std::vector<int>(side * side, 0));
  randomWalk<<<8, 128>>>(grid, visits, 42, side);
  auto v = down(visits, side * side);
  printf("walk %d %d\n", v[3], v[500]);
  std::vector<uchar3> p(n);
  for (int i = 0; i < n; i++) p[i] = make_uchar3(i & 255, i * 3 & 255, i * 5 & 255);
  unsigned *hist = up(std::vector<unsigned>(64, 0));
  unsigned char *out;
  cudaMalloc(&out, n);
  gray<<<n / 256, 256>>>(up(p), out, hist, n);
  printf("gray %d %u\n", down(out, n)[77], down(hist, 64)[20]);
  std::vector<double> x(512), c = {-6, 11, -6, 1};
  for (int i = 0; i < 512; i++) x[i] = i * 0.01;
  double *dx = up(x), *dr = up(x);
  poly<3><<<4, 128>>>(dx, dr, up(c));
  printf("poly %.4f\n", down(dr, 512)[400]);
}
