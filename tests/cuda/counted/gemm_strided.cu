// A product whose threads own elements that are 16 apart; another that loads k in steps of a tile.
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
#define TILE 16
#define WORK 4
__global__ void gemmStrided(const float *A, const float *B, float *C, int n) {
  __shared__ float sA[TILE * WORK][TILE + 1], sB[TILE][TILE * WORK];
  int tx = threadIdx.x, ty = threadIdx.y, bx = blockIdx.x * TILE * WORK,
      by = blockIdx.y * TILE * WORK;
  float acc[WORK][WORK];
  for (int i = 0; i < WORK; i++)
    for (int j = 0; j < WORK; j++) acc[i][j] = 0.f;
  for (int k0 = 0; k0 < n; k0 += TILE) {
    for (int i = 0; i < WORK; i++) {
      sA[ty + i * TILE][tx] = A[(by + ty + i * TILE) * n + k0 + tx];
      sB[ty][tx + i * TILE] = B[(k0 + ty) * n + bx + tx + i * TILE];
    }
    __syncthreads();
    for (int k = 0; k < TILE; k++) {
      float a[WORK], b[WORK];
      for (int i = 0; i < WORK; i++) a[i] = sA[ty + i * TILE][k];
      for (int j = 0; j < WORK; j++) b[j] = sB[k][tx + j * TILE];
      for (int i = 0; i < WORK; i++)
        for (int j = 0; j < WORK; j++) acc[i][j] += a[i] * b[j];
    }
    __syncthreads();
  }
  for (int i = 0; i < WORK; i++)
    for (int j = 0; j < WORK; j++) C[(by + ty + i * TILE) * n + bx + tx + j * TILE] = acc[i][j];
}
template <typename T, int BS> __global__ void tiled(const T *A, const T *B, T *C, int n) {
  __shared__ T sA[BS][BS], sB[BS][BS];
  int row = blockIdx.y * BS + threadIdx.y, col = blockIdx.x * BS + threadIdx.x;
  T sum = 0;
  for (int t = 0; t < n / BS; ++t) {
    sA[threadIdx.y][threadIdx.x] = A[row * n + t * BS + threadIdx.x];
    sB[threadIdx.y][threadIdx.x] = B[(t * BS + threadIdx.y) * n + col];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < BS; ++k) sum += sA[threadIdx.y][k] * sB[k][threadIdx.x];
    __syncthreads();
  }
  C[row * n + col] = sum;
}
int main() {
  const int n = 128;
  std::vector<float> a(n * n), b(n * n);
  std::vector<double> d(n * n);
  std::vector<int> e(n * n);
  for (int i = 0; i < n * n; i++) a[i] = (float)(i % 7), b[i] = (float)(i % 5), d[i] = i % 9,
      e[i] = i % 6;
  float *A = up(a), *B = up(b), *C = up(a);
  double *D = up(d), *E = up(d);
  int *I = up(e), *J = up(e);
  gemmStrided<<<dim3(2, 2), dim3(16, 16)>>>(A, B, C, n);
  auto c = down(C, n * n);
  printf("strided %.0f %.0f\n", c[0], c[n * n - 2]);
  tiled<float, 16><<<dim3(8, 8), dim3(16, 16)>>>(A, B, C, n);
  tiled<float, 32><<<dim3(4, 4), dim3(32, 32)>>>(A, B, C, n);
  tiled<double, 16><<<dim3(8, 8), dim3(16, 16)>>>(D, D, E, n);
  tiled<int, 8><<<dim3(16, 16), dim3(8, 8)>>>(I, I, J, n);
  c = down(C, n * n);
  auto f = down(E, n * n);
  auto g = down(J, n * n);
  printf("tiled %.0f %.0f %d\n", c[3], f[3], g[3]);
}
