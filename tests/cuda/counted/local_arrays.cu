// Arrays of a thread: sorted in local memory, kept in registers, a stack, a struct that is copied.
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>
#define K 8
__global__ void smallest(const float *in, float *out, int n, int stride) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  float best[K];
  for (int k = 0; k < K; k++) best[k] = 1e30f;
  for (int i = 0; i < 24; i++) {
    float v = in[(t * 7 + i * stride) % n];
    int at = K - 1;
    if (v >= best[at]) continue;
    while (at > 0 && best[at - 1] > v) {
      best[at] = best[at - 1];
      at--;
    }
    best[at] = v;
  }
  for (int k = 0; k < K; k++) out[k * gridDim.x * blockDim.x + t] = best[k];
}
__global__ void histogram(const unsigned *in, unsigned *out, int turns) {
  int t = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
  unsigned char count[16] = {0};
  for (int i = 0; i < turns; i++) count[in[i * n + t] & 15]++;
  unsigned best = 0;
  for (int i = 1; i < 16; i++) if (count[i] > count[best]) best = i;
  out[t] = best * 100 + count[best];
}
__global__ void registers(const float4 *in, float *out) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  float v[8];
  *(float4 *)&v[0] = in[t * 2];
  *(float4 *)&v[4] = in[t * 2 + 1];
#pragma unroll
  for (int i = 0; i < 8; i++)
#pragma unroll
    for (int j = 0; j < 7; j++)
      if (v[j] > v[j + 1]) { float x = v[j]; v[j] = v[j + 1]; v[j + 1] = x; }
  out[t] = v[3] * 10 + v[4];
}
struct Node { int left, right, value; };
__global__ void treeSum(const Node *tree, int *out, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x, stack[16], top = 0, sum = 0;
  stack[top++] = t % n;
  while (top > 0) {
    Node x = tree[stack[--top]];
    sum += x.value;
    if (x.left >= 0) stack[top++] = x.left;
    if (x.right >= 0) stack[top++] = x.right;
  }
  out[t] = sum;
}
int main() {
  const int n = 4096, threads = 512;
  std::vector<float> f(n);
  std::vector<unsigned> u(n);
  std::vector<Node> tree(63);
  for (int i = 0; i < n; i++) f[i] = (float)(i * 769 % 4093), u[i] = (unsigned)i * 2654435761u >> 13;
  for (int i = 0; i < 63; i++) tree[i] = {i < 31 ? 2 * i + 1 : -1, i < 31 ? 2 * i + 2 : -1, i % 7};
  float *in, *out;
  unsigned *uin;
  int *iout;
  Node *dt;
  cudaMalloc(&in, n * 4);
  cudaMalloc(&out, n * 4);
  cudaMalloc(&uin, n * 4);
  cudaMalloc(&iout, n * 4);
  cudaMalloc(&dt, 63 * sizeof(Node));
  cudaMemcpy(in, f.data(), n * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(uin, u.data(), n * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(dt, tree.data(), 63 * sizeof(Node), cudaMemcpyHostToDevice);
  smallest<<<threads / 128, 128>>>(in, out, n, 131);
  cudaMemcpy(f.data(), out, n * 4, cudaMemcpyDeviceToHost);
  double s = 0;
  for (int i = 0; i < n; i++) s += f[i] * (i % 3);
  printf("smallest %.0f\n", s);
  histogram<<<threads / 64, 64>>>(uin, (unsigned *)iout, 8);
  std::vector<int> r(threads);
  cudaMemcpy(r.data(), iout, threads * 4, cudaMemcpyDeviceToHost);
  for (int i = s = 0; i < threads; i++) s += r[i];
  printf("histogram %.0f\n", s);
  registers<<<4, 128>>>((float4 *)in, out);
  cudaMemcpy(f.data(), out, threads * 4, cudaMemcpyDeviceToHost);
  for (int i = s = 0; i < threads; i++) s += f[i];
  printf("registers %.0f\n", s);
  treeSum<<<2, 64>>>(dt, iout, 63);
  cudaMemcpy(r.data(), iout, 128 * 4, cudaMemcpyDeviceToHost);
  for (int i = s = 0; i < 128; i++) s += r[i];
  printf("tree %.0f\n", s);
}
