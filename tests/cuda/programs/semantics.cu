// Register tiles, integers, functors, histograms, lanes that part.
// run:
// prints: sgemm sum 40 error 0
// prints: ints -24832644
// prints: max 250
// prints: hist 313 79
// 3 maxk shared.load.requests 1 shared.store.requests 8
// 4 hist global.load.requests 157 global.reduce.requests 32 shared.atomic.requests 157
// 5 diverge global.load.sectors 317 global.store.sectors 125
#include <cstdio>
#include <cstdlib>
#define TILE 16
template <int BM, int BN, int BK, int TM, int TN>
__global__ void sgemm(const float *A, const float *B, float *C, int M, int N, int K) {
  __shared__ float As[BM * BK], Bs[BK * BN];
  const int tc = threadIdx.x % (BN / TN), tr = threadIdx.x / (BN / TN);
  A += blockIdx.y * BM * K; B += blockIdx.x * BN; C += blockIdx.y * BM * N + blockIdx.x * BN;
  const int threads = BM * BN / (TM * TN);
  float acc[TM * TN] = {0.0f}, rm[TM], rn[TN];
  for (int k = 0; k < K; k += BK) {
    for (int i = threadIdx.x; i < BM * BK; i += threads) As[i] = A[i / BK * K + i % BK];
    for (int i = threadIdx.x; i < BK * BN; i += threads) Bs[i] = B[i / BN * N + i % BN];
    __syncthreads();
    A += BK; B += BK * N;
    for (int d = 0; d < BK; ++d) {
      for (int i = 0; i < TM; ++i) rm[i] = As[(tr * TM + i) * BK + d];
      for (int i = 0; i < TN; ++i) rn[i] = Bs[d * BN + tc * TN + i];
      for (int i = 0; i < TM; ++i) for (int j = 0; j < TN; ++j) acc[i * TN + j] += rm[i] * rn[j];
    }
    __syncthreads();
  }
  for (int i = 0; i < TM; ++i) for (int j = 0; j < TN; ++j) C[(tr * TM + i) * N + tc * TN + j] = acc[i * TN + j];
}
__global__ void ints(int *o, int n) {
  int t = threadIdx.x - 16;
  unsigned u = t;
  o[threadIdx.x] = (t / 3) * 4 + (t % 5) + (t >> 1) + (int)(u % 7u) + (t < 0 ? -1 : 1);
  unsigned char c = (unsigned char)(t * 37); short s = (short)(t * 4000);
  o[n + threadIdx.x] = c + s + (1 << (threadIdx.x & 31));
}
struct Op { template <class T> __device__ T operator()(T a, T b) const { return a > b ? a : b; } };
template <class T, class F> __device__ T blockreduce(T v, F f) {
  __shared__ T s[32];
  for (int d = 16; d; d >>= 1) v = f(v, __shfl_xor_sync(~0u, v, d));
  if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = v;
  __syncthreads();
  v = threadIdx.x < blockDim.x / 32 ? s[threadIdx.x] : T(0);
  if (threadIdx.x < 32) for (int d = 16; d; d >>= 1) v = f(v, __shfl_xor_sync(~0u, v, d));
  return v;
}
__global__ void maxk(const int *in, int *out) { int r = blockreduce(in[threadIdx.x], Op()); if (!threadIdx.x) *out = r; }
__device__ unsigned ticket; 
__global__ void hist(const unsigned char *in, unsigned *out, int n) {
  extern __shared__ unsigned sh[];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) sh[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&sh[in[i]], 1);
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x) if (sh[i]) atomicAdd(&out[i], sh[i]);
}
__global__ void diverge(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float v = x[i];
  switch (i % 4) { case 0: v = sinf(v); break; case 1: v = v * v; break; case 2: for (int k = 0; k < i % 8; k++) v += x[k]; break; default: v = -v; }
  while (v > 1.0f) v *= 0.5f;
  x[n + i] = v;
}
int main() {
  const int M = 128, N = 128, K = 64;
  float *h = (float *)malloc(M * N * 4 * 2), *a, *b, *c;
  for (int i = 0; i < M * N; i++) h[i] = (i * 7 % 13) - 6;
  cudaMalloc(&a, M * K * 4); cudaMalloc(&b, K * N * 4); cudaMalloc(&c, M * N * 4);
  cudaMemcpy(a, h, M * K * 4, cudaMemcpyHostToDevice); cudaMemcpy(b, h, K * N * 4, cudaMemcpyHostToDevice);
  sgemm<64, 64, 8, 8, 8><<<dim3(N / 64, M / 64), 64>>>(a, b, c, M, N, K);
  float *r = (float *)malloc(M * N * 4); cudaMemcpy(r, c, M * N * 4, cudaMemcpyDeviceToHost);
  double s = 0, e = 0; for (int i = 0; i < M; i++) for (int j = 0; j < N; j++) { float w = 0; for (int k = 0; k < K; k++) w += h[i * K + k] * h[k * N + j]; e += fabs(w - r[i * N + j]); s += r[i * N + j]; }
  printf("sgemm sum %g error %g\n", s, e);
  int *o; cudaMallocManaged(&o, 4096); ints<<<1, 32>>>(o, 32); cudaDeviceSynchronize();
  int x = 0; for (int i = 0; i < 64; i++) x = x * 31 + o[i]; printf("ints %d\n", x);
  for (int i = 0; i < 256; i++) o[i] = i * 97 % 251; maxk<<<1, 256>>>(o, o + 512); cudaDeviceSynchronize(); printf("max %d\n", o[512]);
  unsigned char *by; unsigned *hh; cudaMallocManaged(&by, 5000); cudaMallocManaged(&hh, 1024); for (int i = 0; i < 5000; i++) by[i] = i * i; cudaMemset(hh, 0, 1024);
  hist<<<4, 128, 1024>>>(by, hh, 5000); cudaDeviceSynchronize(); printf("hist %u %u\n", hh[0], hh[1]);
  float *f; cudaMallocManaged(&f, 8000); for (int i = 0; i < 1000; i++) f[i] = i * 0.01f; diverge<<<4, 256>>>(f, 1000); cudaDeviceSynchronize(); float q = 0; for (int i = 0; i < 1000; i++) q += f[1000 + i]; printf("diverge %.4f\n", q);
}
