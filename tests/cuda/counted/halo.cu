// Stencils: one dimension with a radius, two with a halo in shared memory, three that march in z.
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
template <int RADIUS, int BLOCK> __global__ void line(const float *in, float *out, int n) {
  __shared__ float s[BLOCK + 2 * RADIUS];
  int g = blockIdx.x * BLOCK + threadIdx.x, l = threadIdx.x + RADIUS;
  s[l] = g < n ? in[g] : 0;
  if (threadIdx.x < RADIUS) {
    s[l - RADIUS] = g >= RADIUS ? in[g - RADIUS] : 0;
    s[l + BLOCK] = g + BLOCK < n ? in[g + BLOCK] : 0;
  }
  __syncthreads();
  float r = 0;
#pragma unroll
  for (int k = -RADIUS; k <= RADIUS; k++) r += s[l + k];
  if (g < n) out[g] = r;
}
#define BX 16
#define BY 8
__global__ void plane(const float *__restrict__ in, float *__restrict__ out, int w, int h) {
  __shared__ float s[BY + 2][BX + 2];
  int x = blockIdx.x * BX + threadIdx.x, y = blockIdx.y * BY + threadIdx.y;
  for (int j = threadIdx.y; j < BY + 2; j += BY)
    for (int i = threadIdx.x; i < BX + 2; i += BX) {
      int gx = min(max((int)(blockIdx.x * BX) + i - 1, 0), w - 1),
          gy = min(max((int)(blockIdx.y * BY) + j - 1, 0), h - 1);
      s[j][i] = in[gy * w + gx];
    }
  __syncthreads();
  if (x < w && y < h) {
    int i = threadIdx.x + 1, j = threadIdx.y + 1;
    out[y * w + x] = 0.25f * (s[j][i - 1] + s[j][i + 1] + s[j - 1][i] + s[j + 1][i]) - s[j][i];
  }
}
__global__ void march(const double *in, double *out, int nx, int ny, int nz) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= nx - 1 || y >= ny - 1) return;
  int step = nx * ny, i = y * nx + x;
  double below = in[i], here = in[i + step];
#pragma unroll 1
  for (int z = 1; z < nz - 1; z++) {
    i += step;
    double above = in[i + step];
    out[i] = below + above + in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] - 6 * here;
    below = here;
    here = above;
  }
}
__global__ void life(const unsigned char *a, unsigned char *b, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int xl = (x + w - 1) % w, xr = (x + 1) % w, yu = (y + h - 1) % h * w, yd = (y + 1) % h * w;
  y *= w;
  int n = a[yu + xl] + a[yu + x] + a[yu + xr] + a[y + xl] + a[y + xr] + a[yd + xl] + a[yd + x] +
      a[yd + xr];
  b[y + x] = n == 3 || (n == 2 && a[y + x]);
}
int main() {
  const int n = 3000, w = 70, h = 45;
  std::vector<float> f(w * h);
  std::vector<double> d(40 * 30 * 10);
  std::vector<unsigned char> c(64 * 64);
  for (int i = 0; i < w * h; i++) f[i] = (float)(i % 19);
  for (int i = 0; i < 12000; i++) d[i] = i % 23;
  for (int i = 0; i < 4096; i++) c[i] = i * 7 % 5 < 2;
  float *in = up(f), *out = up(f);
  double *di = up(d), *dn = up(d);
  unsigned char *a = up(c), *b = up(c);
  line<3, 128><<<(n + 127) / 128, 128>>>(in, out, n);
  line<1, 64><<<(n + 63) / 64, 64>>>(in, out, n);
  auto r = down(out, n);
  printf("line %.0f %.0f\n", r[5], r[n - 1]);
  plane<<<dim3((w + BX - 1) / BX, (h + BY - 1) / BY), dim3(BX, BY)>>>(in, out, w, h);
  r = down(out, w * h);
  printf("plane %.2f %.2f\n", r[0], r[w * h - 1]);
  march<<<dim3(2, 4), dim3(32, 8)>>>(di, dn, 40, 30, 10);
  auto q = down(dn, 12000);
  printf("march %.0f %.0f\n", q[1300], q[9000]);
  life<<<dim3(4, 8), dim3(16, 8)>>>(a, b, 64, 64);
  life<<<dim3(2, 16), dim3(32, 4)>>>(b, a, 64, 64);
  auto l = down(a, 4096);
  printf("life %d %d\n", l[65], l[4000]);
}
