// All pairs of bodies: float4 in tiles of shared memory.
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>
#define SOFTENING 1e-3f
template <int TILE> __global__ void forces(const float4 *__restrict__ p, float4 *__restrict__ acc, int n) {
  __shared__ float4 tile[TILE];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 me = p[i];
  float3 a = {0, 0, 0};
  for (int t = 0; t < n / TILE; t++) {
    tile[threadIdx.x] = p[t * TILE + threadIdx.x];
    __syncthreads();
#pragma unroll 4
    for (int j = 0; j < TILE; j++) {
      float4 o = tile[j];
      float dx = o.x - me.x, dy = o.y - me.y, dz = o.z - me.z;
      float d2 = dx * dx + dy * dy + dz * dz + SOFTENING;
      float inv = rsqrtf(d2), s = o.w * inv * inv * inv;
      a.x += dx * s;
      a.y += dy * s;
      a.z += dz * s;
    }
    __syncthreads();
  }
  acc[i] = make_float4(a.x, a.y, a.z, 0);
}
__global__ void integrate(float4 *p, float4 *v, const float4 *acc, float dt, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float4 vel = v[i], a = acc[i], pos = p[i];
    vel.x += a.x * dt; vel.y += a.y * dt; vel.z += a.z * dt;
    pos.x += vel.x * dt; pos.y += vel.y * dt; pos.z += vel.z * dt;
    v[i] = vel;
    p[i] = pos;
  }
}
int main() {
  const int n = 512;
  std::vector<float4> h(n);
  for (int i = 0; i < n; i++) h[i] = make_float4((float)(i % 8), (float)(i / 8 % 8), (float)(i / 64), 1);
  float4 *p, *v, *a;
  cudaMalloc(&p, n * 16);
  cudaMalloc(&v, n * 16);
  cudaMalloc(&a, n * 16);
  cudaMemset(v, 0, n * 16);
  cudaMemcpy(p, h.data(), n * 16, cudaMemcpyHostToDevice);
  for (int step = 0; step < 2; step++) {
    forces<128><<<n / 128, 128>>>(p, a, n);
    integrate<<<n / 64, 64>>>(p, v, a, 0.01f, n);
  }
  cudaMemcpy(h.data(), p, n * 16, cudaMemcpyDeviceToHost);
  printf("%.3f %.3f %.3f\n", h[0].x, h[0].y, h[511].z);
}
