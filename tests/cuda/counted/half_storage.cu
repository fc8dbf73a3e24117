// half and half2 as storage and in arithmetic.
#include <cuda_fp16.h>
#include <cstdio>
#include <vector>
__global__ void toHalf(const float *in, half *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = __float2half(in[i]);
}
__global__ void axpy2(half2 a, const half2 *x, half2 *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = __hfma2(a, x[i], y[i]);
}
__global__ void dot(const half *x, const half *y, float *out, int n) {
  __shared__ float warpSums[8];
  float s = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    s += __half2float(x[i]) * __half2float(y[i]);
  for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(0xffffffffu, s, d);
  if (threadIdx.x % 32 == 0) warpSums[threadIdx.x / 32] = s;
  __syncthreads();
  if (threadIdx.x < 8) {
    s = warpSums[threadIdx.x];
    for (int d = 4; d; d >>= 1) s += __shfl_down_sync(0xff, s, d);
    if (threadIdx.x == 0) atomicAdd(out, s);
  }
}
__global__ void transposeHalf(const half *in, half *out, int n) {
  __shared__ half tile[32][34];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}
// eight halves in one access
__global__ void scale8(const uint4 *in, uint4 *out, float k, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  uint4 v = in[i];
  half2 *h = reinterpret_cast<half2 *>(&v);
#pragma unroll
  for (int j = 0; j < 4; j++) {
    float2 f = __half22float2(h[j]);
    h[j] = __floats2half2_rn(f.x * k, f.y * k);
  }
  out[i] = v;
}
int main() {
  const int m = 128, n = m * m;
  std::vector<float> h(n);
  for (int i = 0; i < n; i++) h[i] = (float)(i % 33) * 0.125f;
  float *f, *sum, r = 0;
  half *a, *b;
  cudaMalloc(&f, n * 4);
  cudaMalloc(&sum, 4);
  cudaMalloc(&a, n * 2);
  cudaMalloc(&b, n * 2);
  cudaMemset(b, 0, n * 2);
  cudaMemset(sum, 0, 4);
  cudaMemcpy(f, h.data(), n * 4, cudaMemcpyHostToDevice);
  toHalf<<<n / 256, 256>>>(f, a, n);
  axpy2<<<n / 512, 256>>>(__float2half2_rn(2.0f), (half2 *)a, (half2 *)b, n / 2);
  dot<<<16, 256>>>(a, b, sum, n);
  cudaMemcpy(&r, sum, 4, cudaMemcpyDeviceToHost);
  printf("dot %.2f\n", r);
  transposeHalf<<<dim3(m / 32, m / 32), dim3(32, 8)>>>(a, b, m);
  scale8<<<n / 8 / 128, 128>>>((uint4 *)b, (uint4 *)a, 0.5f, n / 8);
  std::vector<half> o(n);
  cudaMemcpy(o.data(), a, n * 2, cudaMemcpyDeviceToHost);
  printf("transposed %.4f %.4f %.4f\n", __half2float(o[1]), __half2float(o[m]), __half2float(o[n - 2]));
}
