// Convolutions with the filter in constant memory: direct, with a tile and its halo, and separated.
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>
#define R 2
#define K (2 * R + 1)
#define TILE 16
__constant__ float filter2d[K * K];
__constant__ float filter1d[K];
__constant__ int palette[256];
__global__ void direct(const float *in, float *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  float s = 0;
  for (int dy = -R; dy <= R; dy++)
    for (int dx = -R; dx <= R; dx++) {
      int xx = x + dx, yy = y + dy;
      if (xx >= 0 && xx < w && yy >= 0 && yy < h) s += in[yy * w + xx] * filter2d[(dy + R) * K + dx + R];
    }
  out[y * w + x] = s;
}
__global__ void tiled(const float *in, float *out, int w, int h) {
  __shared__ float tile[TILE + 2 * R][TILE + 2 * R];
  int x0 = blockIdx.x * TILE - R, y0 = blockIdx.y * TILE - R;
  for (int j = threadIdx.y; j < TILE + 2 * R; j += TILE)
    for (int i = threadIdx.x; i < TILE + 2 * R; i += TILE) {
      int x = min(max(x0 + i, 0), w - 1), y = min(max(y0 + j, 0), h - 1);
      tile[j][i] = in[y * w + x];
    }
  __syncthreads();
  int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  float s = 0;
#pragma unroll
  for (int j = 0; j < K; j++)
#pragma unroll
    for (int i = 0; i < K; i++) s += tile[threadIdx.y + j][threadIdx.x + i] * filter2d[j * K + i];
  if (x < w && y < h) out[y * w + x] = s;
}
__global__ void rows(const float *in, float *out, int w) {
  extern __shared__ float line[];
  int y = blockIdx.y, x = blockIdx.x * blockDim.x + threadIdx.x;
  line[threadIdx.x + R] = in[y * w + x];
  if (threadIdx.x < R) {
    line[threadIdx.x] = x >= R ? in[y * w + x - R] : 0;
    line[blockDim.x + R + threadIdx.x] = x + blockDim.x < w ? in[y * w + x + blockDim.x] : 0;
  }
  __syncthreads();
  float s = 0;
  for (int k = 0; k < K; k++) s += line[threadIdx.x + k] * filter1d[k];
  out[y * w + x] = s;
}
__global__ void lookup(const unsigned char *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = palette[in[i]];
}
int main() {
  const int w = 192, h = 96;
  std::vector<float> img(w * h), f(K * K);
  std::vector<unsigned char> bytes(w * h);
  std::vector<int> pal(256);
  for (int i = 0; i < w * h; i++) img[i] = (float)(i * 37 % 29), bytes[i] = (unsigned char)(i * 5 / 3);
  for (int i = 0; i < K * K; i++) f[i] = (float)(i % 4);
  for (int i = 0; i < 256; i++) pal[i] = i * i;
  float *in, *out;
  unsigned char *b;
  cudaMalloc(&in, w * h * 4);
  cudaMalloc(&out, w * h * 4);
  cudaMalloc(&b, w * h);
  cudaMemcpy(in, img.data(), w * h * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(b, bytes.data(), w * h, cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(filter2d, f.data(), sizeof(float) * K * K);
  cudaMemcpyToSymbol(filter1d, f.data(), sizeof(float) * K);
  cudaMemcpyToSymbol(palette, pal.data(), sizeof(int) * 256);
  dim3 block(TILE, TILE), grid(w / TILE, h / TILE);
  for (int way = 0; way < 3; way++) {
    if (way == 0) direct<<<grid, block>>>(in, out, w, h);
    if (way == 1) tiled<<<grid, block>>>(in, out, w, h);
    if (way == 2) rows<<<dim3(w / 64, h), 64, (64 + 2 * R) * sizeof(float)>>>(in, out, w);
    cudaMemcpy(img.data(), out, w * h * 4, cudaMemcpyDeviceToHost);
    double s = 0;
    for (int i = 0; i < w * h; i++) s += img[i];
    printf("way %d: %.0f %.0f\n", way, s, img[w * 7 + 3]);
  }
  lookup<<<w * h / 256, 256>>>(b, (int *)out, w * h);
  cudaMemcpy(img.data(), out, w * h * 4, cudaMemcpyDeviceToHost);
  printf("lookup %d\n", ((int *)img.data())[1000]);
}
