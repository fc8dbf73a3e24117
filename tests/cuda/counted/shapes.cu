// Blocks and grids of odd shapes, in three dimensions, with few threads; votes of a block.
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>
__global__ void volume(const float *in, float *out, int nx, int ny, int nz) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x >= nx || y >= ny || z >= nz) return;
  int i = (z * ny + y) * nx + x;
  out[(x * ny + y) * nz + z] = in[i] * 2;
}
__global__ void votes(const int *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, v = i < n ? in[i] : 0;
  int many = __syncthreads_count(v > 50), any = __syncthreads_or(v == 99), all = __syncthreads_and(v >= 0);
  unsigned warp = __ballot_sync(__activemask(), v & 1);
  if (threadIdx.x % 32 == 0) out[blockIdx.x * 4 + threadIdx.x / 32] = many * 1000 + any * 100 + all * 10 + __popc(warp);
}
__global__ void columns(const short *in, short *out, int w, int h) {
  short *o = out + blockIdx.x * blockDim.x + threadIdx.x;
  const short *p = in + blockIdx.x * blockDim.x + threadIdx.x;
  if (blockIdx.x * blockDim.x + threadIdx.x >= w) return;
  short best = 0;
  for (int y = h - 1; y >= 0; --y) {
    short v = p[y * w];
    best = v > best ? v : best;
    o[y * w] = best;
  }
}
__global__ void __launch_bounds__(96, 4) pitched(const char *base, size_t pitch, int *out, int w, int h) {
  for (int y = blockIdx.x; y < h; y += gridDim.x) {
    const int *row = (const int *)(base + y * pitch);
    for (int x = threadIdx.x; x < w; x += blockDim.x) out[y * w + x] = row[x] + y;
  }
}
int main() {
  const int nx = 37, ny = 21, nz = 11, n = nx * ny * nz;
  std::vector<float> f(n);
  std::vector<int> v(n);
  for (int i = 0; i < n; i++) f[i] = (float)i, v[i] = i * 7 % 100;
  float *a, *b;
  int *in, *out;
  cudaMalloc(&a, n * 4);
  cudaMalloc(&b, n * 4);
  cudaMalloc(&in, n * 4);
  cudaMalloc(&out, n * 4);
  cudaMemcpy(a, f.data(), n * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(in, v.data(), n * 4, cudaMemcpyHostToDevice);
  dim3 block(7, 5, 3), grid((nx + 6) / 7, (ny + 4) / 5, (nz + 2) / 3);
  volume<<<grid, block>>>(a, b, nx, ny, nz);
  cudaMemcpy(f.data(), b, n * 4, cudaMemcpyDeviceToHost);
  printf("volume %.0f %.0f %.0f\n", f[1], f[500], f[n - 1]);
  votes<<<n / 100, 100>>>(in, out, n);
  cudaMemcpy(v.data(), out, 4 * (n / 100) * 4, cudaMemcpyDeviceToHost);
  printf("votes %d %d %d\n", v[0], v[3], v[4 * (n / 100) - 1]);
  columns<<<4, 48>>>((short *)in, (short *)out, 170, 60);
  cudaMemcpy(v.data(), out, 170 * 60 * 2, cudaMemcpyDeviceToHost);
  printf("columns %d %d\n", ((short *)v.data())[0], ((short *)v.data())[169]);
  char *p;
  size_t pitch;
  cudaMallocPitch((void **)&p, &pitch, 75 * 4, 40);
  cudaMemset2D(p, pitch, 1, 75 * 4, 40);
  pitched<<<9, 96>>>(p, pitch, out, 75, 40);
  cudaMemcpy(v.data(), out, 75 * 40 * 4, cudaMemcpyDeviceToHost);
  printf("pitched %d %d %zu\n", v[0], v[75 * 40 - 1], pitch);
}
