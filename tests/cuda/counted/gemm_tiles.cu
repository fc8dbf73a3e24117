// Matrix products with register tiles of 4 by 4 and 8 by 8, float4 loads, sizes as template parameters.
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
template <int BM, int BN, int BK, int TM, int TN>
__global__ void __launch_bounds__((BM / TM) * (BN / TN))
gemm(int M, int N, int K, float alpha, const float *__restrict__ A, const float *__restrict__ B,
    float *C) {
  __shared__ float As[BK][BM];
  __shared__ float Bs[BK][BN];
  constexpr int threads = (BM / TM) * (BN / TN);
  const int tid = threadIdx.x, tx = tid % (BN / TN), ty = tid / (BN / TN);
  const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
  float acc[TM][TN] = {};
  for (int k0 = 0; k0 < K; k0 += BK) {
#pragma unroll
    for (int i = tid; i < BM * BK / 4; i += threads) {
      int r = i / (BK / 4), c = i % (BK / 4) * 4;
      float4 v = *reinterpret_cast<const float4 *>(&A[(row0 + r) * K + k0 + c]);
      As[c][r] = v.x;
      As[c + 1][r] = v.y;
      As[c + 2][r] = v.z;
      As[c + 3][r] = v.w;
    }
#pragma unroll
    for (int i = tid; i < BK * BN / 4; i += threads) {
      int r = i / (BN / 4), c = i % (BN / 4) * 4;
      *reinterpret_cast<float4 *>(&Bs[r][c]) = *reinterpret_cast<const float4 *>(&B[(k0 + r) * N +
          col0 + c]);
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < BK; k++) {
      float a[TM], b[TN];
#pragma unroll
      for (int i = 0; i < TM;
          i += 4) *reinterpret_cast<float4 *>(&a[i]) = *reinterpret_cast<float4 *>(&As[k][ty * TM +
          i]);
#pragma unroll
      for (int j = 0; j < TN;
          j += 4) *reinterpret_cast<float4 *>(&b[j]) = *reinterpret_cast<float4 *>(&Bs[k][tx * TN +
          j]);
#pragma unroll
      for (int i = 0; i < TM; i++)
#pragma unroll
        for (int j = 0; j < TN; j++) acc[i][j] += a[i] * b[j];
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < TM; i++)
#pragma unroll
    for (int j = 0; j < TN; j += 4) {
      float4 v = make_float4(acc[i][j] * alpha, acc[i][j + 1] * alpha, acc[i][j + 2] * alpha,
          acc[i][j + 3] * alpha);
      *reinterpret_cast<float4 *>(&C[(row0 + ty * TM + i) * N + col0 + tx * TN + j]) = v;
    }
}
int main() {
  const int M = 128, N = 128, K = 64;
  std::vector<float> a(M * K), b(K * N);
  for (int i = 0; i < M * K; i++) a[i] = (float)(i * 7 % 13 - 6);
  for (int i = 0; i < K * N; i++) b[i] = (float)(i * 5 % 11 - 5);
  float *A = up(a), *B = up(b), *C;
  cudaMalloc(&C, M * N * 4);
  gemm<64, 64, 8, 4, 4><<<dim3(N / 64, M / 64), 256>>>(M, N, K, 1.0f, A, B, C);
  auto c = down(C, M * N);
  printf("4x4 %.0f %.0f\n", c[1], c[M * N - 3]);
  gemm<128, 128, 8, 8, 8><<<dim3(N / 128, M / 128), 256>>>(M, N, K, 2.0f, A, B, C);
  c = down(C, M * N);
  printf("8x8 %.0f %.0f\n", c[1], c[M * N - 3]);
  gemm<32, 64, 16, 4, 8><<<dim3(N / 64, M / 32), 64>>>(M, N, K, 1.0f, A, B, C);
  c = down(C, M * N);
  printf("4x8 %.0f %.0f\n", c[1], c[M * N - 3]);
}
