// Blocks and grids of two and three dimensions and odd sizes; volumes in several orders.
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
struct Extent {
  int x, y, z;
  __host__ __device__ int at(int i, int j, int k) const { return (k * y + j) * x + i; }
};
__global__ void scaleVolume(const float *in, float *out, Extent e) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y,
      k = blockIdx.z * blockDim.z + threadIdx.z;
  if (i < e.x && j < e.y && k < e.z) out[e.at(i, j, k)] = in[e.at(i, j, k)] * (i + j + k);
}
__global__ void reorder(const short *in, short *out, Extent e) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y,
      k = blockIdx.z * blockDim.z + threadIdx.z;
  if (i >= e.x || j >= e.y || k >= e.z) return;
  out[(i * e.y + j) * e.z + k] = in[e.at(i, j, k)];
}
__global__ void blockIds(int *out) {
  int b = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  out[b * blockDim.x * blockDim.y * blockDim.z + t] = b * 1000 + t;
}
__global__ void sums(const float *in, float *out, Extent e) {
  __shared__ float s[4][4][8];
  int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  int i = blockIdx.x * 8 + x, j = blockIdx.y * 4 + y, k = blockIdx.z * 4 + z;
  s[z][y][x] = i < e.x && j < e.y && k < e.z ? in[e.at(i, j, k)] : 0;
  __syncthreads();
  for (int d = 4; d > 0; d >>= 1) {
    if (x < d) s[z][y][x] += s[z][y][x + d];
    __syncthreads();
  }
  if (x == 0 && y == 0) atomicAdd(&out[k < e.z ? k : 0], s[z][0][0] + s[z][1][0] + s[z][2][0] +
      s[z][3][0]);
}
__global__ void pooled(const float *in, float *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w / 2 || y >= h / 2) return;
  const float *p = in + blockIdx.z * w * h + y * 2 * w + x * 2;
  out[blockIdx.z * (w / 2) * (h / 2) + y * (w / 2) + x] = fmaxf(fmaxf(p[0], p[1]), fmaxf(p[w],
      p[w + 1]));
}
int main() {
  Extent e = {21, 13, 9};
  const int n = 21 * 13 * 9;
  std::vector<float> f(n);
  std::vector<short> s(n);
  for (int i = 0; i < n; i++) f[i] = (float)(i % 10), s[i] = (short)i;
  float *in = up(f), *out = up(f);
  short *si = up(s), *so = up(s);
  int *ids;
  cudaMalloc(&ids, 4 * 10000);
  scaleVolume<<<dim3(3, 4, 3), dim3(7, 4, 3)>>>(in, out, e);
  printf("scale %.0f %.0f\n", down(out, n)[30], down(out, n)[n - 1]);
  reorder<<<dim3(2, 2, 5), dim3(16, 8, 2)>>>(si, so, e);
  printf("reorder %d %d\n", down(so, n)[1], down(so, n)[n - 2]);
  blockIds<<<dim3(3, 2, 2), dim3(5, 5, 5)>>>(ids);
  printf("ids %d\n", down(ids, 1500)[1499]);
  cudaMemset(out, 0, 64);
  sums<<<dim3(3, 4, 3), dim3(8, 4, 4)>>>(in, out, e);
  printf("sums %.0f %.0f\n", down(out, 9)[0], down(out, 9)[8]);
  pooled<<<dim3(2, 2, 3), dim3(12, 10)>>>(in, out, 30, 26);
  printf("pooled %.0f\n", down(out, 585)[584]);
}
