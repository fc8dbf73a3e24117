// Blocks that are not recorded do what they do recorded: shared memory without barriers in a warp,
// locks, shuffles, votes, calls, copies, atomics of pairs.
// run:
// prints: reduced 2096128 locked 2048 shuffled 31744 voted 1024 called 131072 copied 6144 many 5050 halves 2048 4096
// title: reduce, launch 1 of 7
// run: blocks=1
// prints: reduced 2096128 locked 2048 shuffled 31744 voted 1024 called 131072 copied 6144 many 5050 halves 2048 4096
// title: reduce, first 1 of 16 blocks, launch 1 of 7
// run: --accesses=5000
// prints: reduced 2096128 locked 2048 shuffled 31744 voted 1024 called 131072 copied 6144 many 5050 halves 2048 4096
// run: blocks=1 args=local
// fails: 65: own has 32 bytes
// run: blocks=1 args=constant
// fails: 69: constant memory cannot be written
#include <cstdio>
#include <cuda_fp16.h>
__constant__ int factor[4] = {1, 2, 3, 4};
__device__ int lock;
__global__ void reduce(int *out) {
  __shared__ int sum[128];
  unsigned t = threadIdx.x;
  sum[t] = blockIdx.x * 128 + t;
  __syncthreads();
  if (t < 64) sum[t] += sum[t + 64];
  __syncthreads();
  if (t < 32) { // without __syncwarp(), as before Volta
    volatile int *s = sum;
    s[t] += s[t + 32], s[t] += s[t + 16], s[t] += s[t + 8], s[t] += s[t + 4], s[t] += s[t + 2];
    s[t] += s[t + 1];
  }
  if (t == 0) out[blockIdx.x] = sum[0];
}
__global__ void locked(int *count) {
  for (bool done = false; !done;)
    if (atomicCAS(&lock, 0, 1) == 0) {
      *(volatile int *)count = *(volatile int *)count + 1;
      __threadfence();
      atomicExch(&lock, 0);
      done = true;
    }
}
__global__ void shuffled(int *out, int *votes) {
  int v = threadIdx.x % 32;
  for (int i = 16; i > 0; i /= 2) v += __shfl_xor_sync(0xffffffffu, v, i);
  if (threadIdx.x % 32 == 0) atomicAdd(out, v);
  if (__syncthreads_count(threadIdx.x % 2) == 64) atomicAdd(votes, threadIdx.x % 2);
}
__device__ __attribute__((noinline)) int twice(const int *p, int i) { return p[i] * factor[1]; }
__global__ void called(int *out) {
  __shared__ int own[128];
  own[threadIdx.x] = 32;
  __syncthreads();
  int (*f)(const int *, int) = twice;
  atomicAdd(out, twice(own, 127 - threadIdx.x) / 2 + f(own, threadIdx.x) / 2);
}
__global__ void copied(float4 *to, const float4 *from) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 v = from[i];
  v.x += 1;
  to[i] = v;
}
__global__ void local(int *out, int at) {
  int own[8];
  for (int i = 0; i < 8; i++) own[(i + at) % 8] = i;
  out[blockIdx.x] = own[(out[0] & 1) + (blockIdx.x == 9 ? 8 : 0)];
}
__global__ void constant(int *out) {
  int *p = blockIdx.x == 5 ? factor : out;
  p[threadIdx.x % 4] = 1;
}
__global__ void halves(__half2 *sum) {
  if (blockIdx.x % 8 == 7) atomicAdd(sum, __floats2half2_rn(8, 16));
}
__global__ void many(int **rows, int *sum) { atomicAdd(sum, *rows[threadIdx.x]); }
int main(int argc, char **argv) {
  int *d, h[32] = {}, sum = 0, *row[100];
  float4 *a, *b, all[2048];
  cudaMalloc(&d, sizeof h), cudaMemset(d, 0, sizeof h);
  cudaMalloc(&a, sizeof all), cudaMalloc(&b, sizeof all);
  if (argc > 1 && argv[1][0] == 'l') local<<<16, 1>>>(d, 3);
  if (argc > 1 && argv[1][0] == 'c') constant<<<16, 32>>>(d);
  reduce<<<16, 128>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 16; i++) sum += h[i];
  locked<<<16, 128>>>(d + 16);
  shuffled<<<16, 128>>>(d + 17, d + 18);
  called<<<16, 128>>>(d + 19);
  for (int i = 0; i < 2048; i++) all[i] = make_float4(1, 0, 1, 0);
  cudaMemcpy(a, all, sizeof all, cudaMemcpyHostToDevice);
  copied<<<16, 128>>>(b, a);
  cudaMemcpy(all, b, sizeof all, cudaMemcpyDeviceToHost);
  float total = 0;
  for (float4 &v : all) total += v.x + v.z;
  for (int i = 1; i <= 100; i++) // more arrays than the picture has names for
    cudaMalloc(&row[i - 1], 4), cudaMemcpy(row[i - 1], &i, 4, cudaMemcpyHostToDevice);
  int **rows;
  cudaMalloc(&rows, sizeof row), cudaMemcpy(rows, row, sizeof row, cudaMemcpyHostToDevice);
  many<<<1, 100>>>(rows, d + 20);
  halves<<<16, 128>>>((__half2 *)d + 21);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  __half2 pair = *(__half2 *)(h + 21);
  printf("reduced %d locked %d shuffled %d voted %d called %d copied %g many %d halves %g %g\n", sum,
         h[16], h[17], h[18], h[19], total, h[20], (float)pair.x, (float)pair.y);
}
