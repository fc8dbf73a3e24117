// How wide accesses are: as nvcc 13.0 makes them, by its PTX; loads of shared memory as ptxas does.
// run:
// 1 xyz global.load.requests 1 global.load.bytes_asked 512
// 2 xonly global.load.requests 1 global.load.bytes_asked 128
// 3 xw global.load.requests 1 global.load.bytes_asked 512
// 4 yz global.load.requests 2
// 5 xyref global.load.requests 1 global.load.bytes_asked 256
// 6 xyzw global.load.requests 1
// 7 bx global.load.requests 1 global.load.bytes_asked 512
// 8 st3 global.store.requests 1 global.store.bytes_asked 512
// 9 sh global.load.requests 8 shared.load.requests 2 shared.store.requests 8
// 10 dyn local.load.requests 5
// 11 ret3 global.store.requests 3 global.store.bytes_asked 384 global.store.sectors 36
// 12 half2s global.atomic.requests 1 global.atomic.bytes_asked 128
// 13 halfs shared.atomic.requests 1
// 14 row shared.load.requests 20 shared.load.wavefronts 24
// 15 parts shared.load.requests 4 shared.load.bytes_asked 640
// prints: 32.0 1008.0 496
#include <cstdio>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
__global__ void xyz(const float4 *p, float *o) { int i = threadIdx.x; float4 v = p[i]; o[i] = v.x + v.y + v.z; }
__global__ void xonly(const float4 *p, float *o) { int i = threadIdx.x; float4 v = p[i]; o[i] = v.x; }
__global__ void xw(const float4 *p, float *o) { int i = threadIdx.x; float4 v = p[i]; o[i] = v.x + v.w; }
__global__ void yz(const float4 *p, float *o) { int i = threadIdx.x; o[i] = p[i].y + p[i].z; }
__global__ void xyref(const float4 *p, float *o) { int i = threadIdx.x; o[i] = p[i].x + p[i].y; }
__global__ void xyzw(const float4 *p, float *o) { int i = threadIdx.x; o[i] = p[i].x + p[i].y + p[i].z + p[i].w; }
struct __align__(16) B { float x, y, z, m; };
__global__ void bx(const B *p, float *o) { int i = threadIdx.x; B v = p[i]; o[i] = v.x + v.y + v.z; }
__global__ void st3(float4 *p) { int i = threadIdx.x; p[i].x = 1; p[i].y = 2; p[i].z = 3; p[i].w = 4; }
__global__ void sh(const float *a, float *o) { __shared__ float s[32][8]; for (int k = 0; k < 8; k++) s[threadIdx.x][k] = a[threadIdx.x * 8 + k]; __syncthreads(); float v = 0; for (int k = 0; k < 8; k++) v += s[31 - threadIdx.x][k]; o[threadIdx.x] = v; }
__global__ void dyn(const int *x, int *o) { int h[16]; for (int i = 0; i < 16; i++) h[i] = i; for (int i = 0; i < 4; i++) h[x[threadIdx.x + i] & 15]++; o[threadIdx.x] = h[x[threadIdx.x] & 15]; }
struct Vec { float x[3]; __device__ Vec operator+(const Vec &o) const { Vec r; for (int k = 0; k < 3; k++) r.x[k] = x[k] + o.x[k]; return r; } };
__global__ void ret3(const Vec *a, Vec *o) { int i = threadIdx.x; o[i] = a[i] + a[63 - i]; }
__global__ void half2s(__half2 *s) { atomicAdd(s + (threadIdx.x & 1), __floats2half2_rn(2.0f, 63.0f)); }
__global__ void halfs(__half *s) { __shared__ __half t; if (threadIdx.x == 0) t = __half(0.0f); __syncthreads(); atomicAdd(&t, __half((float)threadIdx.x)); __syncthreads(); if (threadIdx.x == 0) s[4] = t; }
__global__ void row(float *o) { __shared__ float s[16][16], t[16][16]; int x = threadIdx.x % 16, y = threadIdx.x / 16; float v = 0; s[y][x] = t[y][x] = o[x]; __syncthreads();
#pragma unroll
  for (int k = 0; k < 16; k++) v += s[y][k] * t[k][x];
  o[threadIdx.x] = v; }
__global__ void parts(float *o) { __shared__ float s[256]; int i = threadIdx.x * 4; s[i] = 1; __syncthreads(); float v = s[i + 1] + s[i]; s[i + 2] = v; v += s[i + 2] + s[i + 3] + s[i + 5]; v += s[i + 6]; o[i] = v; }

int main() { float4 *p; float *o; int *x; cudaMalloc(&p, 65536); cudaMalloc(&o, 65536); cudaMalloc(&x, 65536); cudaMemset(x, 0, 65536);
 xyz<<<1,32>>>(p,o); xonly<<<1,32>>>(p,o); xw<<<1,32>>>(p,o); yz<<<1,32>>>(p,o); xyref<<<1,32>>>(p,o); xyzw<<<1,32>>>(p,o); bx<<<1,32>>>((B*)p,o); st3<<<1,32>>>(p); sh<<<1,32>>>(o,o+16384/8); dyn<<<1,32>>>(x,x+4096); 
 cudaMemset(o, 0, 65536); ret3<<<1,32>>>((Vec*)o, (Vec*)(o+1024)); half2s<<<1,32>>>((__half2*)(o+8)); halfs<<<1,32>>>((__half*)(o+8)); __half h[5]; cudaMemcpy(h, o+8, 10, cudaMemcpyDeviceToHost); printf("%.1f %.1f %.0f\n", (float)h[0], (float)h[1], (float)h[4]); row<<<1,32>>>(o+2048); parts<<<1,32>>>(o+4096); }
