// Names of the runtime that samples use, and a launch as formatters write it.
// run: include=../include args=-n=32
// prints: n 32, loud 0, quiet 0
// prints: sum 496 62
// prints: 3D 7
// prints: called 5
// prints: tile 32
// prints: dynamic 31
// prints: half 0x3c00
// prints: by pointer 42 42
// 1 add global.store.requests 1
#include <cooperative_groups.h>
#include <cuda_fp16.h>
#include <helper_cuda.h>
#include <helper_functions.h>
#include <bits/stdc++.h>
#include "elsewhere.cuh"
namespace cg = cooperative_groups;
__noinline__ __device__ int twice(int v) { return 2 * v; }
__global__ void add(int *out) { out[threadIdx.x] = twice(threadIdx.x); }
__global__ void tiles(int *out) {
  cg::thread_block_tile<32> t = cg::tiled_partition<32>(cg::this_thread_block());
  cg::coalesced_group same = cg::labeled_partition(cg::coalesced_threads(), threadIdx.x % 2);
  if (t.thread_rank() == 0) out[0] = t.size(), out[1] = same.size();
}
__global__ void dynamic(int *out) {
  extern float __shared__ last[];
  last[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = (int)last[31 - threadIdx.x];
}
__global__ void store(int *out, const int *nothing, int v) { if (nothing == NULL) out[0] = v; }
static void call(void *data) { printf("called %d\n", *(int *)data); }
int main(int argc, char **argv) {
  int n = getCmdLineArgumentInt(argc, (const char **)argv, "n"), low, high, *d, h[32];
  printf("n %d, loud %d, quiet %d\n", n, checkCmdLineFlag(argc, (const char **)argv, "loud"),
         checkCmdLineFlag(argc, (const char **)argv, "quiet"));
  cudaStream_t s;
  const float data[2] = {1, 2};
  cudaSetDevice(gpuDeviceInit(findCudaDevice(argc, (const char **)argv)));
  if (!compareData(data, data, 2, 0.0f)) return 1;
  checkCudaErrors(cudaDeviceGetStreamPriorityRange(&low, &high));
  checkCudaErrors(cudaStreamCreateWithPriority(&s, cudaStreamNonBlocking, low));
  checkCudaErrors(cudaMalloc(&d, sizeof h));
  add << <1, n, 0, s >> > (d);
  checkCudaErrors(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  printf("sum %d %d\n", std::accumulate(h, h + 32, 0) / 2, h[31]);

  cudaPitchedPtr p;
  cudaMemcpy3DParms m = {0};
  char box[2 * 3 * 4] = {0}, back[2 * 3 * 4] = {0};
  box[23] = 7;
  checkCudaErrors(cudaMalloc3D(&p, make_cudaExtent(4, 3, 2)));
  m.srcPtr = make_cudaPitchedPtr(box, 4, 4, 3), m.dstPtr = p;
  m.extent = make_cudaExtent(4, 3, 2), m.kind = cudaMemcpyHostToDevice;
  checkCudaErrors(cudaMemcpy3D(&m));
  m.srcPtr = p, m.dstPtr = make_cudaPitchedPtr(back, 4, 4, 3), m.kind = cudaMemcpyDeviceToHost;
  checkCudaErrors(cudaMemcpy3D(&m));
  printf("3D %d\n", back[23]);

  int five = 5;
  checkCudaErrors(cudaLaunchHostFunc(s, call, &five));
  tiles<<<1, 32>>>(d);
  checkCudaErrors(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  printf("tile %d\n", h[0]);
  dynamic<<<1, 32, 128>>>(d);
  checkCudaErrors(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  printf("dynamic %d\n", h[0]);
  __half half = __float2half_rz(1.0009f);
  printf("half 0x%x\n", __half_as_ushort(half));
  int *none = NULL, value = 42;
  void *arguments[] = {&d, &none, &value};
  checkCudaErrors(cudaLaunchKernel((void *)store, dim3(1), dim3(1), arguments));
  checkCudaErrors(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  store<<<1, 1>>>(d, NULL, value);
  checkCudaErrors(cudaMemcpy(h + 1, d, 4, cudaMemcpyDeviceToHost));
  printf("by pointer %d %d\n", h[0], h[1]);
  return INT_MAX * 0 + cudaGetLastError();
}
