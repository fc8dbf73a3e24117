// Kernels of an included file: what they do is of the line that includes it.
// run:
// prints: 64
// 1 twice global.load.requests 2 global.store.requests 1
// run: args=1
// fails: 9: a[32] is read
#include <cstdio>

#include "included.cuh"

int main(int argc, char **argv) {
  int *a, host[32];
  for (int i = 0; i < 32; i++) host[i] = i + 1;
  cudaMalloc(&a, sizeof host);
  cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
  twice<<<1, 32>>>(a, argc - 1);
  cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d\n", host[31]);
}
