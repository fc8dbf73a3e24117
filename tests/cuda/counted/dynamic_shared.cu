// Dynamic shared memory: several arrays in one, sizes by launch, and more than 48 KB.
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>
template <int PAD> __global__ void transpose(const float *__restrict__ in, float *__restrict__ out, int w, int h, int tile) {
  extern __shared__ float t[];
  int x = blockIdx.x * tile + threadIdx.x, y = blockIdx.y * tile + threadIdx.y;
  for (int j = 0; j < tile; j += blockDim.y)
    if (x < w && y + j < h) t[(threadIdx.y + j) * (tile + PAD) + threadIdx.x] = in[(y + j) * w + x];
  __syncthreads();
  x = blockIdx.y * tile + threadIdx.x;
  y = blockIdx.x * tile + threadIdx.y;
  for (int j = 0; j < tile; j += blockDim.y)
    if (x < h && y + j < w) out[(y + j) * h + x] = t[threadIdx.x * (tile + PAD) + threadIdx.y + j];
}
__global__ void three(const int *in, int *out, int n) {
  extern __shared__ unsigned char raw[];
  double *d = (double *)raw;
  int *k = (int *)(d + blockDim.x);
  unsigned short *s = (unsigned short *)(k + blockDim.x);
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  int v = i < n ? in[i] : 0;
  d[t] = v * 0.5;
  k[t] = v;
  s[t] = (unsigned short)(v * 3);
  __syncthreads();
  int o = blockDim.x - 1 - t;
  if (i < n) out[i] = (int)d[o] + k[(t * 2) % blockDim.x] + s[o];
}
__global__ void large(const float *in, float *out, int n) {
  extern __shared__ float big[];
  for (int i = threadIdx.x; i < n; i += blockDim.x) big[i] = in[i];
  __syncthreads();
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) sum += big[(i * 5 + blockIdx.x) % n];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
int main() {
  const int w = 160, h = 96, n = w * h;
  std::vector<float> f(n);
  std::vector<int> v(n);
  for (int i = 0; i < n; i++) f[i] = (float)i, v[i] = i % 1000;
  float *in, *out;
  int *iin, *iout;
  cudaMalloc(&in, n * 4);
  cudaMalloc(&out, n * 4);
  cudaMalloc(&iin, n * 4);
  cudaMalloc(&iout, n * 4);
  cudaMemcpy(in, f.data(), n * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(iin, v.data(), n * 4, cudaMemcpyHostToDevice);
  for (int tile = 16; tile <= 32; tile += 16) {
    dim3 grid((w + tile - 1) / tile, (h + tile - 1) / tile), block(tile, 8);
    transpose<0><<<grid, block, tile * tile * sizeof(float)>>>(in, out, w, h, tile);
    transpose<1><<<grid, block, tile * (tile + 1) * sizeof(float)>>>(in, out, w, h, tile);
    cudaMemcpy(f.data(), out, n * 4, cudaMemcpyDeviceToHost);
    printf("transpose %d: %.0f %.0f\n", tile, f[1], f[n - 2]);
  }
  three<<<n / 128, 128, 128 * (8 + 4 + 2)>>>(iin, iout, n);
  cudaMemcpy(v.data(), iout, n * 4, cudaMemcpyDeviceToHost);
  long s = 0;
  for (int i = 0; i < n; i++) s += v[i] % 97;
  printf("three %ld\n", s);
  int floats = 15000;
  cudaFuncSetAttribute(large, cudaFuncAttributeMaxDynamicSharedMemorySize, floats * 4);
  large<<<8, 256, floats * sizeof(float)>>>(in, out, floats);
  cudaMemcpy(f.data(), out, 8 * 256 * 4, cudaMemcpyDeviceToHost);
  printf("large %.0f %.0f\n", f[0], f[2047]);
}
