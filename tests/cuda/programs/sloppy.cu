// What other compilers let pass: a function that says it returns something, and does not.
// run:
// prints: checked 31
// 1 add global.store.requests 1
#include <cstdio>
__global__ void add(int *a) { a[threadIdx.x] = threadIdx.x; }
bool check(const int *a, int n) {
  for (int i = 0; i < n; i++)
    if (a[i] != i) exit(1);
}
int main() {
  int *d, h[32];
  cudaMalloc(&d, sizeof h);
  add<<<1, 32>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  check(h, 32);
  printf("checked %d\n", h[31]);
}
