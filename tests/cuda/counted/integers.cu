// Arithmetic on integers that decides addresses: wrapping, shifts, signs, widths, bit functions.
#include <cstdint>
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

__global__ void wrap(const int *in, int *out, int n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned char c = (unsigned char)(i * 3 + 250);
  unsigned short s = (unsigned short)(i * 40503u);
  signed char sc = (signed char)(i * 5);
  int neg = -(int)i % 7;              // truncates towards zero
  unsigned h = i * 2654435761u >> 22; // wraps at 2^32
  out[i] = in[c] + in[s & 1023] + in[sc + 128] + in[neg + 7] + in[h];
}
__global__ void bits(const int *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned r = __brev((unsigned)i) >> 22;
  int a = in[r], b = in[__popc(i) * 8], c = in[__clz(i + 1)], d = in[__ffs(i) + 64];
  int e = in[__umulhi((unsigned)i * 0x9E3779B9u, 1024)];
  int f = in[__funnelshift_l((unsigned)i, (unsigned)i, 7) & 1023];
  int g = in[__byte_perm((unsigned)i, 0x01020304, 0x0041) & 1023];
  out[i] = a + b + c + d + e + f + g + __mul24(i, 3) + __sad(i, 100, 7u);
}
__global__ void widths(const int64_t *in, int64_t *out, int n, int shift) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int64_t big = (int64_t)i * 0x100000001LL;
  int lo = (int)big;
  int sr = (-i * 4) >> 2;                 // arithmetic shift
  unsigned ur = ((unsigned)(-i)) >> shift;  // logical shift
  int q = (i - 700) / 3, m = (i - 700) & 255;
  out[i] = in[lo & 1023] + in[-sr & 1023] + in[ur & 1023] + in[(q + 300) & 1023] + in[m];
}
struct Packed { unsigned x : 5, y : 6, z : 21; };
__global__ void fields(const unsigned *in, unsigned *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Packed p;
  p.x = i; p.y = i / 3; p.z = i * 17;
  bool odd = i & 1;
  unsigned at = p.x * 32 + (p.y & 31);
  out[i ^ 5] = in[at] + in[odd * 16 + (p.z & 15)] + in[i > 100 ? i - 100 : 100 - i];
}
int main() {
  const int n = 1024;
  std::vector<int> h(n);
  std::vector<int64_t> w(n);
  for (int i = 0; i < n; i++) h[i] = i * i % 977, w[i] = h[i] * 3;
  int *in, *out;
  int64_t *win, *wout;
  cudaMalloc(&in, n * 4); cudaMalloc(&out, n * 4);
  cudaMalloc(&win, n * 8); cudaMalloc(&wout, n * 8);
  cudaMemcpy(in, h.data(), n * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(win, w.data(), n * 8, cudaMemcpyHostToDevice);
  wrap<<<n / 128, 128>>>(in, out, n);
  cudaMemcpy(h.data(), out, n * 4, cudaMemcpyDeviceToHost);
  long long sum = 0;
  for (int i = 0; i < n; i++) sum = sum * 31 % 1000003 + h[i];
  printf("wrap %lld\n", sum);
  bits<<<n / 128, 128>>>(in, out, n);
  cudaMemcpy(h.data(), out, n * 4, cudaMemcpyDeviceToHost);
  for (int i = sum = 0; i < n; i++) sum = sum * 31 % 1000003 + h[i];
  printf("bits %lld\n", sum);
  widths<<<n / 64, 64>>>(win, wout, n, 22);
  cudaMemcpy(w.data(), wout, n * 8, cudaMemcpyDeviceToHost);
  for (int i = sum = 0; i < n; i++) sum = sum * 31 % 1000003 + w[i];
  printf("widths %lld\n", sum);
  fields<<<n / 256, 256>>>((unsigned *)in, (unsigned *)out, n);
  cudaMemcpy(h.data(), out, n * 4, cudaMemcpyDeviceToHost);
  for (int i = sum = 0; i < n; i++) sum = sum * 31 % 1000003 + h[i];
  printf("fields %lld\n", sum);
}
