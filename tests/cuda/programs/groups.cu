// Groups whose kind is not in the type.
// run:
// prints: 4032
// 1 k shared.load.requests 12
#include <cooperative_groups.h>
#include <stdio.h>
using namespace cooperative_groups;
__device__ int reduce_sum(thread_group g, int *temp, int val) {
  int lane = g.thread_rank();
  for (int i = g.size() / 2; i > 0; i /= 2) { temp[lane] = val; g.sync(); if (lane < i) val += temp[lane + i]; g.sync(); }
  return val;
}
__global__ void k(int *sum) { extern __shared__ int temp[]; auto g = this_thread_block(); int s = reduce_sum(g, temp, threadIdx.x); if (g.thread_rank() == 0) atomicAdd(sum, s);
  thread_group t = tiled_partition(g, 32); if (t.thread_rank() == 0) printf("tile %u\n", t.size()); }
int main() { int *s; cudaMallocManaged(&s, 4); *s = 0; k<<<2, 64, 256>>>(s); cudaDeviceSynchronize(); printf("%d\n", *s); }
