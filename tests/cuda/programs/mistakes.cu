// Mistakes of those who begin: each is told, where it is and what to do.
// run: args=1
// fails: 0: the host code touches memory of the device
// hint: copy it with cudaMemcpy(); it was behind the launch of fill in line 69
// run: args=2
// says: mistakes.cu: cudaFree() is given a pointer for the second time
// 1 fill global.store.requests 32
// run: args=3
// fails: 52: memory is written that cudaFree() has taken back
// run: args=4
// fails: 52: a[256] is written, and a has 256 elements
// hint: was it made with cudaMalloc() of n bytes?
// run: args=5
// fails: 53: is far outside of all arrays, and is read here
// hint: does the index exceed 2147483647
// run: args=6
// fails: 54: a[-1] is read, and a has 1024 elements
// run: args=7
// fails: 0: the stack of the host code is full
// run: args=8
// fails: 55: dynamic shared memory is written, and the launch gives it no bytes
// run: args=9
// fails: 78: dynamic is not launched, as on a GPU: 100000 bytes of dynamic shared memory
// hint: cudaFuncSetAttribute(
// run: args=10
// 1 dynamic shared.store.requests 8
// run: args=11
// fails: 56: large has 131072 bytes of __shared__ variables, and 49152 are the most
// run: args=12
// says: mistakes.cu:81: fill is not launched, as on a GPU: 2048 threads a block, and 1024 are the most
// 1 fill global.store.requests 32
// run: args=13
// says: mistakes.cu:53: a is read, and nothing has been written to it
// run: args=14
// fails: 51: the host calls fill like a function: launch it, fill<<<grid, block>>>(...)
// run: args=15
// fails: 84: f is launched, and is not __global__
// run: args=16
// says: mistakes.cu: cudaFree() is given what cudaMalloc() has not returned
// 1 fill global.store.requests 32
// run: args=17
// fails: 86: fill is not launched, as on a GPU: the grid has no blocks
// run: args=18
// fails: 0: a null pointer is used in the host code
// hint: it was behind the launch of fill in line 69
// run: args=19
// prints: none read before it is written
// run: args=20
// fails: 52: a[1024] is written, and a has 1024 elements
#include <cstdio>
__global__ void fill(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = 1; }
__global__ void over(float *a, int n) { int i = threadIdx.x * n * n; a[i] = a[i] + 1; }
__global__ void before(float *a) { a[threadIdx.x] = a[(int)threadIdx.x - 1]; }
extern __shared__ float s[]; __global__ void dynamic(float *a) { s[threadIdx.x] = 1; a[threadIdx.x] = s[threadIdx.x]; }
__global__ void large(float *a) { __shared__ float l[64][512]; l[0][threadIdx.x] = 1; a[0] = l[0][threadIdx.x]; }
void f(float *a) {}
int deep(volatile int *a, int n) { return a[n & 3] + deep(a, n + 1) * 2; }
int main(int argc, char **argv) {
  int w = argc > 1 ? atoi(argv[1]) : 0, n = 1024, h[4] = {};
  float *a, *host = NULL, *other = (float *)malloc(4);
  cudaMalloc(&a, w == 4 ? n : n * sizeof(float));
  if (w == 3) cudaFree(a);
  if (w == 6) cudaMemset(a, 0, n * sizeof(float)), before<<<1, 32>>>(a);
  if (w == 5) cudaMemset(a, 0, n * sizeof(float)), over<<<8, 256>>>(a, n);
  if (w == 14) fill(a, n);
  if (w == 20) fill<<<5, 256>>>(a, n + 1);
  if (w < 5 || w == 7 || w == 12 || w == 16 || w == 18) {
    fill<<<4, 256>>>(a, n);
    cudaDeviceSynchronize();
  }
  if (w == 1) printf("%g\n", a[3]);
  if (w == 2) cudaFree(a), cudaFree(a);
  if (w == 7) printf("%d\n", deep(h, 1));
  if (w == 8) dynamic<<<1, 256>>>(a);
  if (w == 10)
    cudaFuncSetAttribute(dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 100000);
  if (w == 9 || w == 10) dynamic<<<1, 256, 100000>>>(a);
  if (w == 11) large<<<1, 256>>>(a);
  if (w == 12)
    fill<<<1, 2048>>>(a, n);
  if (w == 13) over<<<1, 1>>>(a, n);
  if (w == 15)
    f<<<1, 32>>>(a);
  if (w == 16) cudaFree(other);
  if (w == 17) fill<<<n / 2048, 2048 / 2>>>(a, n);
  if (w == 18) host[3] = 4;
  if (w == 19) fill<<<1, 32>>>(a, n), before<<<1, 31>>>(a + 1), printf("none read before it is written\n");
}
