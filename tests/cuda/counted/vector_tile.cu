// The same with float4 on the way to shared memory, whose tile of A is transposed.
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>
#define FLOAT4(v) (reinterpret_cast<float4 *>(&(v))[0])

template <int BM, int BN, int BK, int TM, int TN>
__global__ void sgemmVectorized(int M, int N, int K, float *A, float *B, float *C) {
  __shared__ float As[BK][BM];
  __shared__ float Bs[BK][BN];
  int row = blockIdx.y * BM, col = blockIdx.x * BN;
  int tx = threadIdx.x % (BN / TN), ty = threadIdx.x / (BN / TN);
  int ar = threadIdx.x / (BK / 4), ac = threadIdx.x % (BK / 4) * 4;
  int br = threadIdx.x / (BN / 4), bc = threadIdx.x % (BN / 4) * 4;
  float acc[TM][TN] = {};
  float rm[TM], rn[TN];
  for (int k0 = 0; k0 < K; k0 += BK) {
    float4 t = FLOAT4(A[(row + ar) * K + k0 + ac]);
    As[ac][ar] = t.x;
    As[ac + 1][ar] = t.y;
    As[ac + 2][ar] = t.z;
    As[ac + 3][ar] = t.w;
    FLOAT4(Bs[br][bc]) = FLOAT4(B[(k0 + br) * N + col + bc]);
    __syncthreads();
#pragma unroll
    for (int k = 0; k < BK; k++) {
#pragma unroll
      for (int i = 0; i < TM; i += 4) FLOAT4(rm[i]) = FLOAT4(As[k][ty * TM + i]);
#pragma unroll
      for (int j = 0; j < TN; j += 4) FLOAT4(rn[j]) = FLOAT4(Bs[k][tx * TN + j]);
#pragma unroll
      for (int i = 0; i < TM; i++)
#pragma unroll
        for (int j = 0; j < TN; j++) acc[i][j] += rm[i] * rn[j];
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < TM; i++)
#pragma unroll
    for (int j = 0; j < TN; j += 4) {
      float4 v = make_float4(acc[i][j], acc[i][j + 1], acc[i][j + 2], acc[i][j + 3]);
      FLOAT4(C[(row + ty * TM + i) * N + col + tx * TN + j]) = v;
    }
}

int main() {
  const int n = 128;
  std::vector<float> h(n * n);
  float *a, *b, *c;
  cudaMalloc(&a, n * n * 4);
  cudaMalloc(&b, n * n * 4);
  cudaMalloc(&c, n * n * 4);
  for (int i = 0; i < n * n; i++) h[i] = (float)(i % 7) - 3;
  cudaMemcpy(a, h.data(), n * n * 4, cudaMemcpyHostToDevice);
  for (int i = 0; i < n * n; i++) h[i] = (float)(i % 4);
  cudaMemcpy(b, h.data(), n * n * 4, cudaMemcpyHostToDevice);
  sgemmVectorized<64, 64, 8, 8, 4><<<dim3(n / 64, n / 64), 128>>>(n, n, n, a, b, c);
  cudaMemcpy(h.data(), c, n * n * 4, cudaMemcpyDeviceToHost);
  double sum = 0;
  for (int i = 0; i < n * n; i++) sum += h[i] * (i % 5);
  printf("%.0f %.0f %.0f\n", sum, h[0], h[n * n - 1]);
}
