// Particles: tiles of float4 in shared memory, cells, warp-wide forces, energy with doubles.
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
template <int TILE> __global__ void forces(const float4 *__restrict__ pos, float4 *acc, int n) {
  __shared__ float4 s[TILE];
  int i = blockIdx.x * TILE + threadIdx.x;
  float4 p = pos[i];
  float3 a = make_float3(0, 0, 0);
  for (int t = 0; t < n / TILE; t++) {
    s[threadIdx.x] = pos[t * TILE + threadIdx.x];
    __syncthreads();
#pragma unroll 8
    for (int j = 0; j < TILE; j++) {
      float dx = s[j].x - p.x, dy = s[j].y - p.y, dz = s[j].z - p.z;
      float r = dx * dx + dy * dy + dz * dz + 0.01f, k = s[j].w * (1.0f / (r * sqrtf(r)));
      a.x += dx * k;
      a.y += dy * k;
      a.z += dz * k;
    }
    __syncthreads();
  }
  acc[i] = make_float4(a.x, a.y, a.z, 0);
}
__global__ void integrate(float4 *pos, float3 *vel, const float4 *acc, float dt, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float4 p = pos[i], a = acc[i];
  float3 v = vel[i];
  v.x += a.x * dt;
  v.y += a.y * dt;
  v.z += a.z * dt;
  p.x += v.x * dt;
  p.y += v.y * dt;
  p.z += v.z * dt;
  pos[i] = p;
  vel[i] = v;
}
__global__ void cells(const float4 *pos, int *cell, int *count, int side) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 p = pos[i];
  int x = min(max((int)(p.x * side), 0), side - 1), y = min(max((int)(p.y * side), 0), side - 1);
  int c = y * side + x;
  cell[i] = c * 64 + atomicAdd(&count[c], 1) * 0;
}
__global__ void energy(const float3 *vel, const float4 *pos, double *out, int n) {
  __shared__ double s[4];
  double e = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    float3 v = vel[i];
    e += 0.5 * pos[i].w * (v.x * v.x + v.y * v.y + v.z * v.z);
  }
  for (int d = 16; d; d /= 2) e += __shfl_down_sync(0xffffffff, e, d);
  if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = e;
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(out, s[0] + s[1] + s[2] + s[3]);
}
int main() {
  const int n = 512;
  std::vector<float4> p(n);
  std::vector<float3> v(n);
  for (int i = 0; i < n; i++) p[i] = make_float4((i * 37 % 100) * 0.01f, (i * 53 % 100) * 0.01f,
      (i % 10) * 0.1f, 1), v[i] = make_float3(0, 1, 0);
  float4 *pos = up(p), *acc = up(p);
  float3 *vel = up(v);
  int *cell, *count = up(std::vector<int>(64, 0));
  double *e = up(std::vector<double>(1, 0.0));
  cudaMalloc(&cell, n * 4);
  forces<128><<<n / 128, 128>>>(pos, acc, n);
  integrate<<<n / 64, 64>>>(pos, vel, acc, 0.0001f, n);
  printf("pos %.2f\n", down(pos, n)[100].y);
  cells<<<n / 64, 64>>>(pos, cell, count, 8);
  printf("cells %d\n", down(cell, n)[17]);
  energy<<<2, 128>>>(vel, pos, e, n);
  printf("energy %.1f\n", down(e, 1)[0]);
}
