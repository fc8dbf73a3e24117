// Stencils in three dimensions: naive, and along z with registers and a tile.
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>
#define IDX(x, y, z) (((z) * ny + (y)) * nx + (x))
#define BX 32
#define BY 4
__global__ void naive(const float *in, float *out, int nx, int ny, int nz) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
  if (x > 0 && x < nx - 1 && y > 0 && y < ny - 1 && z > 0 && z < nz - 1)
    out[IDX(x, y, z)] = 0.4f * in[IDX(x, y, z)] +
                        0.1f * (in[IDX(x - 1, y, z)] + in[IDX(x + 1, y, z)] + in[IDX(x, y - 1, z)] +
                                in[IDX(x, y + 1, z)] + in[IDX(x, y, z - 1)] + in[IDX(x, y, z + 1)]);
}
__global__ void marching(const float *in, float *out, int nx, int ny, int nz) {
  __shared__ float s[BY + 2][BX + 2];
  int x = blockIdx.x * BX + threadIdx.x, y = blockIdx.y * BY + threadIdx.y;
  int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  float below = in[IDX(x, y, 0)], here = in[IDX(x, y, 1)], above;
  for (int z = 1; z < nz - 1; z++) {
    above = in[IDX(x, y, z + 1)];
    __syncthreads();
    s[ty][tx] = here;
    if (threadIdx.y == 0) {
      s[0][tx] = y > 0 ? in[IDX(x, y - 1, z)] : 0;
      s[BY + 1][tx] = y + BY < ny ? in[IDX(x, y + BY, z)] : 0;
    }
    if (threadIdx.x == 0) {
      s[ty][0] = x > 0 ? in[IDX(x - 1, y, z)] : 0;
      s[ty][BX + 1] = x + BX < nx ? in[IDX(x + BX, y, z)] : 0;
    }
    __syncthreads();
    out[IDX(x, y, z)] = 0.4f * here + 0.1f * (s[ty][tx - 1] + s[ty][tx + 1] + s[ty - 1][tx] + s[ty + 1][tx] + below + above);
    below = here;
    here = above;
  }
}
int main() {
  const int nx = 64, ny = 32, nz = 12, n = nx * ny * nz;
  std::vector<float> h(n);
  for (int i = 0; i < n; i++) h[i] = (float)(i % 23);
  float *a, *b;
  cudaMalloc(&a, n * 4);
  cudaMalloc(&b, n * 4);
  cudaMemcpy(a, h.data(), n * 4, cudaMemcpyHostToDevice);
  cudaMemset(b, 0, n * 4);
  naive<<<dim3(nx / BX, ny / BY, nz), dim3(BX, BY)>>>(a, b, nx, ny, nz);
  cudaMemcpy(h.data(), b, n * 4, cudaMemcpyDeviceToHost);
  double s = 0;
  for (int i = 0; i < n; i++) s += h[i];
  printf("naive %.2f %.3f\n", s, h[n / 2 + 70]);
  marching<<<dim3(nx / BX, ny / BY), dim3(BX, BY)>>>(a, b, nx, ny, nz);
  cudaMemcpy(h.data(), b, n * 4, cudaMemcpyDeviceToHost);
  for (int i = s = 0; i < n; i++) s += h[i];
  printf("marching %.2f %.3f\n", s, h[n / 2 + 70]);
}
