// Programs that launch nothing.
// run:
// fails: 0: the program ends with status 2 and has launched no kernel
// prints: usage: nothing N
// run: args=2048
// fails: 22: k is not launched, as on a GPU: 2048 threads a block, and 1024 are the most
// run: args=32 kernel=other
// fails: 0: no launch of these settings is among the 1
// run: args=0
// fails: 13: a null pointer is written to
// hint: cudaMalloc() found no memory: make the problem smaller, or raise the limit (--memory)
#include <cstdio>
__global__ void k(int *a) { a[threadIdx.x] = 1; }
int main(int argc, char **argv) {
  int *d;
  if (argc < 2) {
    printf("usage: nothing N\n");
    return 2;
  }
  int threads = atoi(argv[1]);
  cudaMalloc(&d, threads ? 4096 : (size_t)5 << 30);
  k<<<1, threads ? threads : 32>>>(d);
}
