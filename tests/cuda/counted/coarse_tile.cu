// Thread coarsening and register tiles whose loops say how they are unrolled.
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>
#define TILE 16
#define COARSE 4
__global__ void coarseProduct(const float *A, const float *B, float *C, int n) {
  __shared__ float As[TILE][TILE + 1];
  __shared__ float Bs[TILE][TILE + 1];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * TILE + ty, col0 = blockIdx.x * TILE * COARSE + tx;
  float sum[COARSE];
#pragma unroll
  for (int c = 0; c < COARSE; c++) sum[c] = 0;
  for (int t = 0; t < n / TILE; t++) {
    As[ty][tx] = A[row * n + t * TILE + tx];
#pragma unroll
    for (int c = 0; c < COARSE; c++) {
      Bs[ty][tx] = B[(t * TILE + ty) * n + col0 + c * TILE];
      __syncthreads();
#pragma unroll 1
      for (int k = 0; k < TILE; k++) sum[c] += As[ty][k] * Bs[k][tx];
      __syncthreads();
    }
  }
#pragma unroll
  for (int c = 0; c < COARSE; c++) C[row * n + col0 + c * TILE] = sum[c];
}
// Each thread has ROWS x COLS results that lie a block apart, so that no two loads are neighbours.
template <int ROWS, int COLS> __global__ void strided(const float *A, const float *B, float *C, int n) {
  __shared__ float As[8][16 * ROWS + 1];
  __shared__ float Bs[8][16 * COLS];
  int tx = threadIdx.x, ty = threadIdx.y, t = ty * 16 + tx;
  int row0 = blockIdx.y * 16 * ROWS, col0 = blockIdx.x * 16 * COLS;
  float acc[ROWS][COLS] = {};
#pragma unroll 1
  for (int k0 = 0; k0 < n; k0 += 8) {
    for (int i = t; i < 16 * ROWS * 8; i += 256) As[i % 8][i / 8] = A[(row0 + i / 8) * n + k0 + i % 8];
    for (int i = t; i < 16 * COLS * 8; i += 256) Bs[i / (16 * COLS)][i % (16 * COLS)] = B[(k0 + i / (16 * COLS)) * n + col0 + i % (16 * COLS)];
    __syncthreads();
#pragma unroll 1
    for (int k = 0; k < 8; k++) {
      float a[ROWS], b[COLS];
#pragma unroll
      for (int i = 0; i < ROWS; i++) a[i] = As[k][ty + 16 * i];
#pragma unroll
      for (int j = 0; j < COLS; j++) b[j] = Bs[k][tx + 16 * j];
#pragma unroll
      for (int i = 0; i < ROWS; i++)
#pragma unroll
        for (int j = 0; j < COLS; j++) acc[i][j] += a[i] * b[j];
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < ROWS; i++)
#pragma unroll
    for (int j = 0; j < COLS; j++) C[(row0 + ty + 16 * i) * n + col0 + tx + 16 * j] = acc[i][j];
}
int main() {
  const int n = 128;
  std::vector<float> h(n * n);
  float *a, *b, *c;
  cudaMalloc(&a, n * n * 4);
  cudaMalloc(&b, n * n * 4);
  cudaMalloc(&c, n * n * 4);
  for (int i = 0; i < n * n; i++) h[i] = (float)(i % 9) - 4;
  cudaMemcpy(a, h.data(), n * n * 4, cudaMemcpyHostToDevice);
  for (int i = 0; i < n * n; i++) h[i] = (float)(i % 5);
  cudaMemcpy(b, h.data(), n * n * 4, cudaMemcpyHostToDevice);
  for (int step = 0; step < 3; step++) {
    if (step == 0) coarseProduct<<<dim3(n / TILE / COARSE, n / TILE), dim3(TILE, TILE)>>>(a, b, c, n);
    if (step == 1) strided<4, 2><<<dim3(n / 32, n / 64), dim3(16, 16)>>>(a, b, c, n);
    if (step == 2) strided<2, 8><<<dim3(n / 128, n / 32), dim3(16, 16)>>>(a, b, c, n);
    cudaMemcpy(h.data(), c, n * n * 4, cudaMemcpyDeviceToHost);
    double s = 0;
    for (int i = 0; i < n * n; i++) s += h[i] * (i % 6);
    printf("step %d: %.0f\n", step, s);
  }
}
