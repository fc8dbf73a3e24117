// Constant memory: coefficients, structures, a table that lanes index apart, parameters as structures.
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
struct Lens {
  float focus;
  int kind;
  float k[6];
};
__constant__ float coef[64];
__constant__ Lens lenses[8];
__constant__ unsigned char map[256];
__constant__ int dx[4] = {1, 0, -1, 0}, dy[4] = {0, 1, 0, -1};
template <int TAPS> __global__ void fir(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + TAPS > n) return;
  float s = 0;
#pragma unroll
  for (int k = 0; k < TAPS; k++) s += coef[k] * in[i + k];
  out[i] = s;
}
__global__ void lookup(const unsigned char *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = coef[map[in[i]] & 63] + coef[(i / 32) & 63];
}
__global__ void lensed(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const Lens &l = lenses[blockIdx.x & 7];
  float v = in[i] * l.focus, p = 1;
  if (l.kind == 1)
    for (int k = 0; k < 6; k++) {
      v += p * l.k[k];
      p *= in[i];
    }
  out[i] = v + lenses[i & 7].k[2];
}
__global__ void walk(const int *dir, int *out, int w, int steps) {
  int t = blockIdx.x * blockDim.x + threadIdx.x, x = t % w, y = t / w;
  for (int s = 0; s < steps; s++) {
    int d = dir[(y & 15) * w + (x & 31)] & 3;
    x += dx[d];
    y += dy[d];
  }
  out[t] = x * 100 + y;
}
__global__ void byValue(Lens l, const float *in, float *out, int which) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] * l.k[which] + l.focus;
}
int main() {
  const int n = 4096;
  std::vector<float> f(n), c(64);
  std::vector<unsigned char> u(n), m(256);
  std::vector<int> h(n);
  Lens l[8];
  for (int i = 0; i < n; i++) f[i] = (float)(i % 6), u[i] = (unsigned char)(i * 3),
      h[i] = i * 5 % 7;
  for (int i = 0; i < 64; i++) c[i] = (float)(i % 9);
  for (int i = 0; i < 256; i++) m[i] = (unsigned char)(i / 8);
  for (int i = 0; i < 8; i++) l[i] = Lens{(float)i, i % 2, {1, 2, (float)i, 4, 5, 6}};
  cudaMemcpyToSymbol(coef, c.data(), 256);
  cudaMemcpyToSymbol(map, m.data(), 256);
  cudaMemcpyToSymbol(lenses, l, sizeof l);
  float *in = up(f), *out = up(f);
  int *d = up(h), *o = up(h);
  fir<9><<<16, 256>>>(in, out, n);
  fir<32><<<16, 256>>>(in, out, n);
  auto r = down(out, n);
  printf("fir %.0f %.0f\n", r[0], r[4000]);
  lookup<<<16, 256>>>(up(u), out, n);
  r = down(out, n);
  printf("lookup %.0f %.0f\n", r[9], r[4000]);
  lensed<<<32, 128>>>(in, out, n);
  r = down(out, n);
  printf("lensed %.0f %.0f\n", r[9], r[4095]);
  walk<<<2, 256>>>(d, o, 32, 5);
  printf("walk %d\n", down(o, 512)[300]);
  byValue<<<16, 256>>>(l[5], in, out, 3);
  printf("byValue %.0f\n", down(out, 8)[5]);
}
