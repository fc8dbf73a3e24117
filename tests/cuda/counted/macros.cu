// Index macros, kernels made by token pasting, a checked call.
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>
#define N 192
#define LD 200
#define IDX2C(i, j, ld) (((j) * (ld)) + (i))
#define ROW(i, j) ((i) * LD + (j))
#define CUDA_CHECK(call)                                                              \
  do {                                                                                \
    cudaError_t err = (call);                                                         \
    if (err != cudaSuccess) {                                                         \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(err));    \
      exit(EXIT_FAILURE);                                                             \
    }                                                                                 \
  } while (0)
#define KERNEL_1D_LOOP(i, n) \
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < (n); i += blockDim.x * gridDim.x)
#define DEFINE_BINARY(name, expr) \
  __global__ void ew_##name(const float *x, const float *y, float *z, int n) { \
    KERNEL_1D_LOOP(i, n) { float a = x[i], b = y[i]; z[i] = (expr); }          \
  }
DEFINE_BINARY(add, a + b)
DEFINE_BINARY(max, a > b ? a : b)

__global__ void colMajor(const float *a, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N) {
    float s = 0;
    for (int j = 0; j < N; j++) s += a[IDX2C(i, j, LD)] * x[j];
    y[i] = s;
  }
}
__global__ void rowMajor(const float *a, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N) {
    float s = 0;
    for (int j = 0; j < N; j++) s += a[ROW(i, j)] * x[j];
    y[i] = s;
  }
}

int main(void) {
  size_t bytes = LD * LD * sizeof(float);
  float *h = (float *)malloc(bytes), *a, *b, *c, sum = 0;
  CUDA_CHECK(cudaMalloc((void **)&a, bytes));
  CUDA_CHECK(cudaMalloc((void **)&b, bytes));
  CUDA_CHECK(cudaMalloc((void **)&c, bytes));
  for (int i = 0; i < LD * LD; i++) h[i] = (float)(i % 13);
  CUDA_CHECK(cudaMemcpy(a, h, bytes, cudaMemcpyHostToDevice));
  for (int i = 0; i < LD * LD; i++) h[i] = (float)(i % 7);
  CUDA_CHECK(cudaMemcpy(b, h, bytes, cudaMemcpyHostToDevice));
  ew_add<<<60, 128>>>(a, b, c, LD * LD);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaMemcpy(h, c, bytes, cudaMemcpyDeviceToHost));
  for (int i = 0; i < LD * LD; i++) sum += h[i];
  printf("add %.0f\n", sum);
  ew_max<<<60, 128>>>(a, b, c, LD * LD);
  CUDA_CHECK(cudaMemcpy(h, c, bytes, cudaMemcpyDeviceToHost));
  for (int i = 0, sum = 0; i < 4; i++) printf("max %.0f\n", h[i * 111]);
  colMajor<<<(N + 63) / 64, 64>>>(a, b, c);
  CUDA_CHECK(cudaMemcpy(h, c, bytes, cudaMemcpyDeviceToHost));
  printf("col %.0f %.0f\n", h[0], h[N - 1]);
  rowMajor<<<(N + 63) / 64, 64>>>(a, b, c);
  CUDA_CHECK(cudaMemcpy(h, c, bytes, cudaMemcpyDeviceToHost));
  printf("row %.0f %.0f\n", h[0], h[N - 1]);
  return 0;
}
