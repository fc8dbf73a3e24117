// Integers whose width, sign and overflow decide addresses.
#include <cstdint>
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>
template <typename T> T *up(const std::vector<T> &h) {
  T *p;
  cudaMalloc(&p, h.size() * sizeof(T));
  cudaMemcpy(p, h.data(), h.size() * sizeof(T), cudaMemcpyHostToDevice);
  return p;
}
template <typename T> std::vector<T> down(const T *p, size_t n) {
  std::vector<T> h(n);
  cudaMemcpy(h.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost);
  return h;
}
__global__ void wrap32(const int *in, int *out, unsigned n, unsigned mul) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned h = i * mul + 12345u;
  h ^= h >> 15;
  h *= 0x85ebca6bu;
  h ^= h << 7;
  out[i] = in[h % n] + in[h >> 20];
}
__global__ void narrow(const int *in, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  uint8_t a = i * 3;
  int8_t b = (int8_t)(i * 5);
  uint16_t c = (uint16_t)(i * 2654435761u >> 3);
  short d = (short)(i * 1000);
  out[i] = in[a] + in[b + 128] * 3 + in[c & 1023] + in[(d >> 6) + 512];
}
__global__ void divmod(const int *in, int *out, int n, int m) {
  int i = (int)(blockIdx.x * blockDim.x + threadIdx.x) - n / 2;
  int q = i / m, r = i % m;
  if (r < 0) r += m;
  int s = i >> 3, t = -i / 7 * 7;
  out[i + n / 2] = in[r * 8 + 7] + in[(q + n) % n] + in[(s + n) & (n - 1)] + in[t < 0 ? -t : t];
}
__global__ void wide(const int *in, long long *out, long long stride, unsigned long long mask) {
  long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
  unsigned long long k = (unsigned long long)i * 0x9E3779B97F4A7C15ull;
  long long neg = (i - 500) * stride;
  out[i] = in[k >> 54] + (long long)in[neg & (long long)mask] + (neg >> 1) % 13;
}
__global__ void bits(const unsigned *in, unsigned *out) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned r = __brev(i) >> 22, g = (i ^ (i >> 1)) & 1023, z = __clz(i + 1) * 16 + __popc(i),
      f = __ffs(i | 256) + 8;
  unsigned m = __umulhi(i * 0x10001u, 1024u), b = __byte_perm(i, i << 3, 0x4051) & 1023,
      s = __funnelshift_l(i, i * 77u, 5) & 1023;
  out[i] = in[r] + in[g] * 2 + in[z] + in[f] + in[m] + in[b] + in[s];
}
__global__ void saturate(const float *x, const int *in, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int a = (int)(x[i] * 10.7f), b = __float2int_rn(x[i]), c = (int)floorf(-x[i]),
      d = min(max(a - 300, 0), 1023);
  unsigned e = (unsigned)(unsigned char)(char)(a);
  out[i] = in[abs(b) & 1023] + in[-c & 1023] + in[d] + in[e] + in[__float_as_int(x[i]) >> 23 & 255];
}
int main() {
  const int n = 1024;
  std::vector<int> h(2 * n);
  std::vector<float> f(n);
  for (int i = 0; i < 2 * n; i++) h[i] = i * 17 % 251;
  for (int i = 0; i < 4096; i++) if (i < n) f[i] = (float)((i * 37 % 999) - 400) * 0.5f;
  h.resize(8192, 5);
  int *in = up(h), *out = up(h);
  float *x = up(f);
  long long *w;
  cudaMalloc(&w, n * 8);
  wrap32<<<8, 128>>>(in, out, 1000, 2654435769u);
  auto o = down(out, n);
  printf("wrap32 %d %d\n", o[3], o[n - 1]);
  narrow<<<8, 128>>>(in, out);
  o = down(out, n);
  printf("narrow %d %d\n", o[3], o[n - 1]);
  divmod<<<8, 128>>>(in, out, n, 37);
  o = down(out, n);
  printf("divmod %d %d\n", o[3], o[n - 1]);
  wide<<<8, 128>>>(in, w, 3000000007ll, 1023);
  auto l = down(w, n);
  printf("wide %lld %lld\n", l[3], l[n - 1]);
  bits<<<8, 128>>>((unsigned *)in, (unsigned *)out);
  o = down(out, n);
  printf("bits %d %d\n", o[3], o[n - 1]);
  saturate<<<8, 128>>>(x, in, out);
  o = down(out, n);
  printf("saturate %d %d\n", o[3], o[n - 1]);
}
