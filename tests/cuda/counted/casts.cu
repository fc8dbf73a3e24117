// Addresses by casts and pointers: two-dimensional pointers, byte offsets, end pointers, size_t and negative indices.
#include <cstdint>
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>
__device__ int field[16][40];
__global__ void fill() { field[threadIdx.y][threadIdx.x] = threadIdx.x * 100 + threadIdx.y; }
__global__ void transpose(int (*out)[16]) { out[threadIdx.x][threadIdx.y] = field[threadIdx.y][threadIdx.x + 8]; }
__global__ void backwards(const float *end, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = end[-1 - i] + *(end - n + i / 2);
}
__global__ void bytes(const unsigned char *in, uint32_t *out, size_t offset, int n) {
  size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const uint32_t *w = (const uint32_t *)(in + offset) + i;
  const uint16_t *h = reinterpret_cast<const uint16_t *>(in) + (i ^ 3);
  out[i] = *w + *h + in[i * 3 % 700];
}
__global__ void walk(const double *p, const double *last, double *sums) {
  double s = 0;
  for (p += threadIdx.x; p < last; p += blockDim.x) s += *p;
  sums[threadIdx.x] = s;
}
union Word { float f; uint32_t u; uint16_t h[2]; uint8_t b[4]; };
__global__ void unions(const float *in, uint8_t *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    Word w;
    w.f = in[i];
    out[i * 2] = w.b[3] ^ w.b[1];
    out[i * 2 + 1] = (uint8_t)(w.h[1] >> 5);
  }
}
__global__ void rows(float **rows, float *out, int cols) {
  float *r = rows[blockIdx.x];
  for (int c = threadIdx.x; c < cols; c += blockDim.x) out[blockIdx.x * cols + c] = r[c] + r[cols - 1 - c];
}
int main() {
  int *t, back[32 * 16];
  cudaMalloc(&t, sizeof back);
  fill<<<1, dim3(40, 16)>>>();
  transpose<<<1, dim3(32, 16)>>>((int (*)[16])t);
  cudaMemcpy(back, t, sizeof back, cudaMemcpyDeviceToHost);
  printf("transpose %d %d\n", back[17], back[511]);
  const int n = 1000;
  std::vector<float> f(n);
  for (int i = 0; i < n; i++) f[i] = (float)(i * 3 % 91);
  float *a, *b;
  cudaMalloc(&a, 4096);
  cudaMalloc(&b, 4096);
  cudaMemcpy(a, f.data(), n * 4, cudaMemcpyHostToDevice);
  backwards<<<8, 128>>>(a + n, b, n);
  cudaMemcpy(f.data(), b, n * 4, cudaMemcpyDeviceToHost);
  printf("backwards %.0f %.0f\n", f[1], f[n - 1]);
  bytes<<<4, 64>>>((unsigned char *)a, (uint32_t *)b, 36, 250);
  uint32_t u[250];
  cudaMemcpy(u, b, sizeof u, cudaMemcpyDeviceToHost);
  printf("bytes %u %u\n", u[5], u[249]);
  walk<<<1, 96>>>((double *)a, (double *)a + 450, (double *)b);
  unions<<<5, 100>>>(a, (uint8_t *)b, 500);
  uint8_t o[1000];
  cudaMemcpy(o, b, sizeof o, cudaMemcpyDeviceToHost);
  printf("unions %d %d\n", o[10], o[999]);
  std::vector<float *> p;
  for (int i = 0; i < 10; i++) p.push_back(a + i * 97);
  float **rp;
  cudaMalloc(&rp, 10 * sizeof *rp);
  cudaMemcpy(rp, p.data(), 10 * sizeof *rp, cudaMemcpyHostToDevice);
  rows<<<10, 64>>>(rp, b, 90);
  cudaMemcpy(f.data(), b, 900 * 4, cudaMemcpyDeviceToHost);
  printf("rows %.0f %.0f\n", f[3], f[899]);
}
