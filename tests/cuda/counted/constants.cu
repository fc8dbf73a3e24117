// Constant memory and parameters: structs, tables that lanes read apart, parameters by index.
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>
struct Camera { float3 eye; float fov; int size[2]; };
struct Table { float v[12]; int n; };
__constant__ Camera camera;
__constant__ float2 table[64];
__constant__ unsigned short order[128] = {3, 1, 2};
__constant__ double scale = 0.5;
__global__ void rays(float *out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x < camera.size[0] && y < camera.size[1])
    out[y * camera.size[0] + x] = camera.eye.x + camera.fov * x + camera.eye.z * y;
}
__global__ void lookup(const int *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float2 t = table[in[i] & 63];
    out[i] = t.x + t.y * order[i & 127] + (float)scale;
  }
}
__global__ void uniform(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
#pragma unroll 1
  for (int k = 0; k < 64; k++) s += table[k].x * in[(i + k) % n];
  if (i < n) out[i] = s;
}
__global__ void parameters(Table t, const int *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
#pragma unroll 1
  for (int k = 0; k < t.n; k++) s += t.v[k] * in[i];
  out[i] = s + t.v[in[i] % 12];
}
int main() {
  const int n = 1024;
  std::vector<int> h(n);
  std::vector<float> f(n);
  std::vector<float2> t(64);
  for (int i = 0; i < n; i++) h[i] = i * 5 % 77, f[i] = (float)(i % 21);
  for (int i = 0; i < 64; i++) t[i] = make_float2(i, 0.5f * i);
  Camera c = {{1, 2, 3}, 0.25f, {50, 12}};
  Table p = {{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, 9};
  int *in;
  float *fin, *out;
  cudaMalloc(&in, n * 4);
  cudaMalloc(&fin, n * 4);
  cudaMalloc(&out, n * 4);
  cudaMemcpy(in, h.data(), n * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(fin, f.data(), n * 4, cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(camera, &c, sizeof c);
  cudaMemcpyToSymbol(table, t.data(), sizeof(float2) * 64);
  rays<<<dim3(2, 12), 32>>>(out);
  cudaMemcpy(f.data(), out, 600 * 4, cudaMemcpyDeviceToHost);
  printf("rays %.2f\n", f[599]);
  lookup<<<n / 128, 128>>>(in, out, n);
  cudaMemcpy(f.data(), out, n * 4, cudaMemcpyDeviceToHost);
  printf("lookup %.2f %.2f\n", f[0], f[130]);
  uniform<<<n / 128, 128>>>(fin, out, n);
  cudaMemcpy(f.data(), out, n * 4, cudaMemcpyDeviceToHost);
  printf("uniform %.1f\n", f[1000]);
  parameters<<<4, 64>>>(p, in, out);
  cudaMemcpy(f.data(), out, 1024, cudaMemcpyDeviceToHost);
  printf("parameters %.1f %.1f\n", f[7], f[255]);
}
