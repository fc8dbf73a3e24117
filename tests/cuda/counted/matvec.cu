// Matrix times vector: by threads, by warps, with float4 and __ldg, and with part of x in shared memory.
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>
__global__ void byThread(const float *a, const float *x, float *y, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows) return;
  float s = 0;
  for (int c = 0; c < cols; ++c) s += a[r * cols + c] * x[c];
  y[r] = s;
}
__global__ void byWarp4(const float *__restrict__ a, const float *__restrict__ x, float *y, int rows, int cols) {
  int r = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
  if (r >= rows) return;
  const float4 *row = reinterpret_cast<const float4 *>(a + r * cols), *v = reinterpret_cast<const float4 *>(x);
  float s = 0;
  for (int c = lane; c < cols / 4; c += 32) {
    float4 p = __ldg(row + c), q = __ldg(&v[c]);
    s += p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w;
  }
  for (int d = 16; d; d >>= 1) s += __shfl_down_sync(0xffffffff, s, d);
  if (lane == 0) y[r] = s;
}
template <int TILE> __global__ void tiled(const float *a, const float *x, float *y, int rows, int cols) {
  __shared__ float xs[TILE];
  int r = blockIdx.x * TILE + threadIdx.x;
  float s = 0;
  for (int c0 = 0; c0 < cols; c0 += TILE) {
    xs[threadIdx.x] = x[c0 + threadIdx.x];
    __syncthreads();
    if (r < rows)
      for (int k = 0; k < TILE; k++) s += a[(c0 + k) * rows + r] * xs[k];
    __syncthreads();
  }
  if (r < rows) y[r] = s;
}
__global__ void outer(const float *x, const float *y, float *a, int n) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && j < n) a[i * n + j] += 0.5f * x[i] * y[j];
}
int main() {
  const int n = 256;
  std::vector<float> h(n * n), v(n);
  for (int i = 0; i < n * n; i++) h[i] = (float)(i * 7 % 5);
  for (int i = 0; i < n; i++) v[i] = (float)(i % 4);
  float *a, *x, *y;
  cudaMalloc(&a, n * n * 4);
  cudaMalloc(&x, n * 4);
  cudaMalloc(&y, n * 4);
  cudaMemcpy(a, h.data(), n * n * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(x, v.data(), n * 4, cudaMemcpyHostToDevice);
  for (int way = 0; way < 3; way++) {
    if (way == 0) byThread<<<n / 64, 64>>>(a, x, y, n, n);
    if (way == 1) byWarp4<<<n / 4, dim3(32, 4)>>>(a, x, y, n, n);
    if (way == 2) tiled<64><<<n / 64, 64>>>(a, x, y, n, n);
    cudaMemcpy(v.data(), y, n * 4, cudaMemcpyDeviceToHost);
    printf("%.0f %.0f\n", v[0], v[n - 1]);
  }
  outer<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(x, y, a, n);
  cudaMemcpy(h.data(), a, n * n * 4, cudaMemcpyDeviceToHost);
  printf("%.1f\n", h[n * n - 1]);
}
