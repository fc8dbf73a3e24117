// A matrix product whose threads keep a tile of results in registers.
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

template <const int BM, const int BN, const int BK, const int TM, const int TN>
__global__ void sgemm2D(int M, int N, int K, const float *A, const float *B, float *C) {
  const int cRow = blockIdx.y, cCol = blockIdx.x;
  const int threads = (BM * BN) / (TM * TN);
  const int threadCol = threadIdx.x % (BN / TN), threadRow = threadIdx.x / (BN / TN);
  __shared__ float As[BM * BK];
  __shared__ float Bs[BK * BN];
  A += cRow * BM * K;
  B += cCol * BN;
  C += cRow * BM * N + cCol * BN;
  const int innerRowA = threadIdx.x / BK, innerColA = threadIdx.x % BK, strideA = threads / BK;
  const int innerRowB = threadIdx.x / BN, innerColB = threadIdx.x % BN, strideB = threads / BN;
  float results[TM * TN] = {0.0f};
  float regM[TM] = {0.0f};
  float regN[TN] = {0.0f};
  for (int bk = 0; bk < K; bk += BK) {
    for (int o = 0; o < BM; o += strideA)
      As[(innerRowA + o) * BK + innerColA] = A[(innerRowA + o) * K + innerColA];
    for (int o = 0; o < BK; o += strideB)
      Bs[(innerRowB + o) * BN + innerColB] = B[(innerRowB + o) * N + innerColB];
    __syncthreads();
    A += BK;
    B += BK * N;
    for (int dot = 0; dot < BK; ++dot) {
      for (int i = 0; i < TM; ++i) regM[i] = As[(threadRow * TM + i) * BK + dot];
      for (int i = 0; i < TN; ++i) regN[i] = Bs[dot * BN + threadCol * TN + i];
      for (int m = 0; m < TM; ++m)
        for (int n = 0; n < TN; ++n) results[m * TN + n] += regM[m] * regN[n];
    }
    __syncthreads();
  }
  for (int m = 0; m < TM; ++m)
    for (int n = 0; n < TN; ++n) C[(threadRow * TM + m) * N + threadCol * TN + n] = results[m * TN + n];
}

// One result for each thread, and a column of them: the steps before.
template <int B> __global__ void sgemmShared(int N, const float *A, const float *Bm, float *C) {
  __shared__ float a[B][B], b[B][B];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * B + ty, col = blockIdx.x * B + tx;
  float s = 0;
  for (int t = 0; t < N; t += B) {
    a[ty][tx] = A[row * N + t + tx];
    b[ty][tx] = Bm[(t + ty) * N + col];
    __syncthreads();
    for (int k = 0; k < B; k++) s += a[ty][k] * b[k][tx];
    __syncthreads();
  }
  C[row * N + col] = s;
}
template <const int BM, const int BN, const int BK, const int TM>
__global__ void sgemm1D(int N, const float *A, const float *B, float *C) {
  __shared__ float As[BM * BK];
  __shared__ float Bs[BK * BN];
  int threadCol = threadIdx.x % BN, threadRow = threadIdx.x / BN;
  A += blockIdx.y * BM * N;
  B += blockIdx.x * BN;
  C += blockIdx.y * BM * N + blockIdx.x * BN;
  float results[TM] = {0.0f};
  for (int bk = 0; bk < N; bk += BK) {
    As[threadIdx.x / BK * BK + threadIdx.x % BK] = A[threadIdx.x / BK * N + threadIdx.x % BK];
    Bs[threadIdx.x / BN * BN + threadIdx.x % BN] = B[threadIdx.x / BN * N + threadIdx.x % BN];
    __syncthreads();
    A += BK;
    B += BK * N;
    for (int dot = 0; dot < BK; ++dot) {
      float b = Bs[dot * BN + threadCol];
      for (int m = 0; m < TM; ++m) results[m] += As[(threadRow * TM + m) * BK + dot] * b;
    }
    __syncthreads();
  }
  for (int m = 0; m < TM; ++m) C[(threadRow * TM + m) * N + threadCol] = results[m];
}

int main() {
  const int n = 128;
  std::vector<float> h(n * n);
  float *a, *b, *c;
  cudaMalloc(&a, n * n * 4);
  cudaMalloc(&b, n * n * 4);
  cudaMalloc(&c, n * n * 4);
  for (int i = 0; i < n * n; i++) h[i] = (float)(i % 5) - 2;
  cudaMemcpy(a, h.data(), n * n * 4, cudaMemcpyHostToDevice);
  for (int i = 0; i < n * n; i++) h[i] = (float)(i % 3);
  cudaMemcpy(b, h.data(), n * n * 4, cudaMemcpyHostToDevice);
  for (int step = 0; step < 3; step++) {
    if (step == 0) sgemmShared<16><<<dim3(n / 16, n / 16), dim3(16, 16)>>>(n, a, b, c);
    if (step == 1) sgemm1D<64, 64, 8, 8><<<dim3(n / 64, n / 64), 512>>>(n, a, b, c);
    if (step == 2) sgemm2D<64, 64, 8, 4, 4><<<dim3(n / 64, n / 64), 256>>>(n, n, n, a, b, c);
    cudaMemcpy(h.data(), c, n * n * 4, cudaMemcpyDeviceToHost);
    double sum = 0;
    for (int i = 0; i < n * n; i++) sum += h[i] * (i % 11);
    printf("step %d: %.0f %.0f\n", step, sum, h[n + 5]);
  }
}
