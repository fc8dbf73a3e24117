// Convolutions with coefficients in constant memory, shared tiles and generic loops; pooling, padding modes.
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
#define R 2
#define K (2 * R + 1)
__constant__ float mask2d[K * K];
template <int TILE> __global__ void convTile(const float *in, float *out, int w, int h) {
  __shared__ float s[TILE + 2 * R][TILE + 2 * R];
  int ox = blockIdx.x * TILE, oy = blockIdx.y * TILE, t = threadIdx.y * TILE + threadIdx.x;
  for (int i = t; i < (TILE + 2 * R) * (TILE + 2 * R); i += TILE * TILE) {
    int sy = i / (TILE + 2 * R), sx = i % (TILE + 2 * R), x = ox + sx - R, y = oy + sy - R;
    s[sy][sx] = x >= 0 && y >= 0 && x < w && y < h ? in[y * w + x] : 0.0f;
  }
  __syncthreads();
  int x = ox + threadIdx.x, y = oy + threadIdx.y;
  if (x >= w || y >= h) return;
  float sum = 0;
#pragma unroll
  for (int j = 0; j < K; j++)
#pragma unroll
    for (int i = 0; i < K; i++) sum += mask2d[j * K + i] * s[threadIdx.y + j][threadIdx.x + i];
  out[y * w + x] = sum;
}
__global__ void convNaive(const float *in, float *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  float sum = 0;
  for (int j = -R; j <= R; j++)
    for (int i = -R; i <= R; i++) {
      int u = x + i, v = y + j;
      if (u >= 0 && u < w && v >= 0 && v < h) sum += in[v * w + u] * mask2d[(j + R) * K + i + R];
    }
  out[y * w + x] = sum;
}
__global__ void separableRows(const float *in, float *out, int w) {
  extern __shared__ float row[];
  int y = blockIdx.x;
  for (int x = threadIdx.x; x < w; x += blockDim.x) row[x] = in[y * w + x];
  __syncthreads();
  for (int x = threadIdx.x; x < w; x += blockDim.x) {
    float sum = 0;
#pragma unroll
    for (int i = -R; i <= R; i++) sum += row[min(max(x + i, 0), w - 1)] * mask2d[i + R];
    out[y * w + x] = sum;
  }
}
__global__ void im2col(const float *in, float *out, int w, int h, int k) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, ow = w - k + 1, oh = h - k + 1;
  if (i >= ow * oh * k * k) return;
  int kk = i / (ow * oh), r = i % (ow * oh), x = r % ow + kk % k, y = r / ow + kk / k;
  out[i] = in[y * w + x];
}
int main() {
  const int w = 60, h = 40;
  std::vector<float> f(w * h), m(K * K);
  for (int i = 0; i < w * h; i++) f[i] = (float)(i % 11);
  for (int i = 0; i < K * K; i++) m[i] = (float)(i % 3);
  cudaMemcpyToSymbol(mask2d, m.data(), sizeof(float) * K * K);
  float *in = up(f), *out = up(f), *cols;
  cudaMalloc(&cols, 9 * w * h * 4);
  convTile<16><<<dim3(4, 3), dim3(16, 16)>>>(in, out, w, h);
  convTile<8><<<dim3(8, 5), dim3(8, 8)>>>(in, out, w, h);
  printf("tile %.0f %.0f\n", down(out, w * h)[0], down(out, w * h)[1000]);
  convNaive<<<dim3(2, 10), dim3(32, 4)>>>(in, out, w, h);
  printf("naive %.0f %.0f\n", down(out, w * h)[0], down(out, w * h)[1000]);
  separableRows<<<h, 32, w * 4>>>(in, out, w);
  printf("rows %.0f\n", down(out, w * h)[1000]);
  im2col<<<(58 * 38 * 9 + 255) / 256, 256>>>(in, cols, w, h, 3);
  printf("im2col %.0f\n", down(cols, 9 * w * h)[5000]);
}
