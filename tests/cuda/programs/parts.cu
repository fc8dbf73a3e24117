// Launches of which only the first blocks are recorded: all of them run.
// run: blocks=2
// title: fill, first 2 of 8 blocks, launch 1 of 2
// prints: sum 32640 256
// 1 fill global.store.requests 2 global.reduce.requests 2 shared.store.requests 2
// 2 fill global.store.requests 1
// run: blocks=8
// title: fill, launch 1 of 2
// 1 fill global.store.requests 8
// run: blocks=8 launch=2
// title: fill, launch 2 of 2
// run: blocks=2 args=1
// fails: 28: out[256] is written
// run: --timeout=1 args=2
// fails: ?: launch 2 was at block
// run: --timeout=1 args=2 --accesses=100000
// title: fill, launch 1 of 2
// prints: warplens: the program is stopped after 1 s, in block...
// run: --accesses=100
// title: fill, first 1 of 8 blocks, launch 1 of 2
// prints: sum 32640 256
// 1 fill global.store.requests 1
// 2 fill global.store.requests 1
#include <cstdio>
__global__ void fill(int *out, int *count, int at) {
  __shared__ int mine[32];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[at < 0 ? i % 256 : i + at] = i;
  mine[threadIdx.x] = i;
  __syncthreads();
  atomicAdd(count, mine[31 - threadIdx.x] >= 0);
}
int main(int argc, char **argv) {
  int *d, *count, h[256], sum = 0, n = 0;
  cudaMalloc(&d, sizeof h), cudaMalloc(&count, 4), cudaMemset(count, 0, 4);
  fill<<<8, 32>>>(d, count, argc > 1 && argv[1][0] == '1');
  while (argc > 1 && argv[1][0] == '2') fill<<<1 << 20, 32>>>(d, count, -1);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost), cudaMemcpy(&n, count, 4, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 256; i++) sum += h[i];
  printf("sum %d %d\n", sum, n);
  fill<<<1, 32>>>(d, count, 0);
}
