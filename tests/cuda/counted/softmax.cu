// Softmax and layer norm by rows: a block or a warp for each.
#include <cfloat>
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>
__device__ __forceinline__ float warpMax(float v) {
  for (int d = 16; d > 0; d >>= 1) v = fmaxf(v, __shfl_xor_sync(0xffffffff, v, d));
  return v;
}
__device__ __forceinline__ float warpSum(float v) {
  for (int d = 16; d > 0; d >>= 1) v += __shfl_xor_sync(0xffffffff, v, d);
  return v;
}
__global__ void softmaxBlock(const float *in, float *out, int cols) {
  extern __shared__ float shared[];
  int row = blockIdx.x, tid = threadIdx.x, warp = tid / 32, lane = tid % 32, warps = blockDim.x / 32;
  const float *x = in + row * cols;
  float *y = out + row * cols;
  float m = -FLT_MAX;
  for (int i = tid; i < cols; i += blockDim.x) m = fmaxf(m, x[i]);
  m = warpMax(m);
  if (lane == 0) shared[warp] = m;
  __syncthreads();
  if (tid == 0) {
    float v = shared[0];
    for (int i = 1; i < warps; i++) v = fmaxf(v, shared[i]);
    shared[0] = v;
  }
  __syncthreads();
  float offset = shared[0];
  for (int i = tid; i < cols; i += blockDim.x) y[i] = expf(x[i] - offset);
  float sum = 0;
  for (int i = tid; i < cols; i += blockDim.x) sum += y[i];
  sum = warpSum(sum);
  __syncthreads();
  if (lane == 0) shared[warp] = sum;
  __syncthreads();
  if (tid == 0) {
    float v = shared[0];
    for (int i = 1; i < warps; i++) v += shared[i];
    shared[0] = v;
  }
  __syncthreads();
  sum = shared[0];
  for (int i = tid; i < cols; i += blockDim.x) y[i] = y[i] / sum;
}
__global__ void layernormWarp(const float *in, float *out, const float *gamma, int rows, int cols) {
  int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  const float *x = in + (size_t)row * cols;
  float s = 0, q = 0;
  for (int i = lane; i < cols; i += 32) {
    float v = x[i];
    s += v;
    q += v * v;
  }
  s = warpSum(s) / cols;
  q = warpSum(q) / cols - s * s;
  float inv = rsqrtf(q + 1e-5f);
  for (int i = lane; i < cols; i += 32) out[(size_t)row * cols + i] = (x[i] - s) * inv * gamma[i];
}
int main() {
  const int rows = 64, cols = 600;
  std::vector<float> h(rows * cols);
  for (int i = 0; i < rows * cols; i++) h[i] = (float)(i * 31 % 97) * 0.0625f;
  float *in, *out, *gamma;
  cudaMalloc(&in, h.size() * 4);
  cudaMalloc(&out, h.size() * 4);
  cudaMalloc(&gamma, cols * 4);
  cudaMemcpy(in, h.data(), h.size() * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(gamma, h.data(), cols * 4, cudaMemcpyHostToDevice);
  softmaxBlock<<<rows, 128, 128 / 32 * sizeof(float)>>>(in, out, cols);
  cudaMemcpy(h.data(), out, h.size() * 4, cudaMemcpyDeviceToHost);
  double s = 0;
  for (int i = 0; i < cols; i++) s += h[i];
  printf("softmax %.4f %.6f\n", s, h[3]);
  layernormWarp<<<(rows + 3) / 4, 128>>>(in, out, gamma, rows, cols);
  cudaMemcpy(h.data(), out, h.size() * 4, cudaMemcpyDeviceToHost);
  printf("layernorm %.4f %.4f\n", h[3], h[rows * cols - 1]);
}
