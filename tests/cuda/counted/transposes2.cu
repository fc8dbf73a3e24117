// Transposes: blocks of 32 by 8, padding or swizzle by a template, elements of 1 to 16 bytes, rectangles.
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
enum Layout { kPlain, kPadded, kSwizzled };
template <typename T, Layout L> __global__ void transpose(const T *in, T *out, int w, int h) {
  __shared__ T tile[32][L == kPadded ? 33 : 32];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    if (x < w && y + j < h) {
      int c = L == kSwizzled ? threadIdx.x ^ (threadIdx.y + j) : threadIdx.x;
      tile[threadIdx.y + j][c] = in[(y + j) * w + x];
    }
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    if (x < h && y + j < w) {
      int r = threadIdx.y + j, c = L == kSwizzled ? r ^ threadIdx.x : r;
      out[(y + j) * h + x] = tile[threadIdx.x][c];
    }
}
__global__ void diagonal(const float *in, float *out, int n) {
  __shared__ float tile[16][17];
  int by = blockIdx.x, bx = (blockIdx.x + blockIdx.y) % gridDim.x;
  int x = bx * 16 + threadIdx.x, y = by * 16 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * n + x];
  __syncthreads();
  out[(bx * 16 + threadIdx.y) * n + by * 16 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
__global__ void quads(const float4 *in, float4 *out, int w4, int h4) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w4 || y >= h4) return;
  float4 r[4];
#pragma unroll
  for (int k = 0; k < 4; k++) r[k] = in[(y * 4 + k) * w4 + x];
  out[(x * 4 + 0) * h4 + y] = make_float4(r[0].x, r[1].x, r[2].x, r[3].x);
  out[(x * 4 + 1) * h4 + y] = make_float4(r[0].y, r[1].y, r[2].y, r[3].y);
  out[(x * 4 + 2) * h4 + y] = make_float4(r[0].z, r[1].z, r[2].z, r[3].z);
  out[(x * 4 + 3) * h4 + y] = make_float4(r[0].w, r[1].w, r[2].w, r[3].w);
}
template <typename T, Layout L> void run(const char *name) {
  const int w = 96, h = 72;
  std::vector<T> v(w * h);
  for (int i = 0; i < w * h; i++) v[i] = T(i % 120);
  T *in = up(v), *out = up(v);
  transpose<T, L><<<dim3(3, 3), dim3(32, 8)>>>(in, out, w, h);
  v = down(out, w * h);
  printf("%s %d %d\n", name, (int)v[1], (int)v[w * h - 2]);
}
int main() {
  run<float, kPlain>("plain");
  run<float, kPadded>("padded");
  run<float, kSwizzled>("swizzled");
  run<double, kPadded>("double");
  run<short, kPadded>("short");
  run<unsigned char, kPlain>("char");
  std::vector<float> f(64 * 64);
  for (int i = 0; i < 4096; i++) f[i] = (float)i;
  float *in = up(f), *out = up(f);
  diagonal<<<dim3(4, 4), dim3(16, 16)>>>(in, out, 64);
  auto r = down(out, 4096);
  printf("diagonal %.0f\n", r[1]);
  quads<<<dim3(2, 2), dim3(8, 8)>>>((float4 *)in, (float4 *)out, 16, 16);
  r = down(out, 4096);
  printf("quads %.0f %.0f\n", r[1], r[4094]);
}
