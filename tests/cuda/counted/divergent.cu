// Lanes that go their own ways: Mandelbrot, Collatz, early returns, switch, break and continue.
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>
__global__ void mandelbrot(uchar4 *out, int w, int h, int most) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  double cr = x * 3.0 / w - 2, ci = y * 2.0 / h - 1, zr = 0, zi = 0;
  int n = 0;
  while (n < most && zr * zr + zi * zi < 4) {
    double t = zr * zr - zi * zi + cr;
    zi = 2 * zr * zi + ci;
    zr = t;
    n++;
  }
  out[y * w + x] = make_uchar4(n, n * 2, n * 3, 255);
}
__global__ void collatz(const int *in, int *steps, int *log, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned v = in[i];
  int k = 0;
  while (v != 1) {
    if (v & 1) v = 3 * v + 1;
    else v >>= 1;
    if ((++k & 15) == 0) log[(k / 16 % 16) * n + i] = v;
  }
  steps[i] = k;
}
__global__ void choices(const int *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int s = 0;
  switch (i & 3) {
    case 0: s = in[i]; break;
    case 1: s = in[i] + in[(i + 32) % n];
    case 2: s += in[(i * 2) % n]; break;
    default: s = -1;
  }
  for (int k = 0; k < 20; k++) {
    if (k == (i % 5) * 3 + 4) break;
    if (k % 3 == i % 3) continue;
    s += in[(i + k * 64) % n];
  }
  if (s % 2) out[i] = s;
  else out[i] = -s;
}
__global__ void search(const int *sorted, const int *keys, int *found, int n, int many) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= many) return;
  int lo = 0, hi = n, key = keys[i];
  while (lo < hi) {
    int mid = (lo + hi) / 2;
    if (sorted[mid] < key) lo = mid + 1;
    else hi = mid;
  }
  found[i] = lo;
}
int main() {
  const int w = 100, h = 60, n = 2048;
  std::vector<uchar4> p(w * h);
  std::vector<int> v(n), r(n);
  uchar4 *d;
  int *in, *out, *log, *sorted;
  cudaMalloc(&d, w * h * 4);
  cudaMalloc(&in, n * 4);
  cudaMalloc(&out, n * 4);
  cudaMalloc(&log, 16 * n * 4);
  cudaMalloc(&sorted, n * 4);
  mandelbrot<<<dim3((w + 15) / 16, (h + 7) / 8), dim3(16, 8)>>>(d, w, h, 80);
  cudaMemcpy(p.data(), d, w * h * 4, cudaMemcpyDeviceToHost);
  long s = 0;
  for (auto &e : p) s += e.x + e.y;
  printf("mandelbrot %ld\n", s);
  for (int i = 0; i < n; i++) v[i] = i * 3 + 1;
  cudaMemcpy(sorted, v.data(), n * 4, cudaMemcpyHostToDevice);
  for (int i = 0; i < n; i++) v[i] = i * 2741 % 6000 + 1;
  cudaMemcpy(in, v.data(), n * 4, cudaMemcpyHostToDevice);
  collatz<<<n / 128, 128>>>(in, out, log, n);
  cudaMemcpy(r.data(), out, n * 4, cudaMemcpyDeviceToHost);
  for (int i = s = 0; i < n; i++) s += r[i];
  printf("collatz %ld\n", s);
  choices<<<n / 256, 256>>>(in, out, n);
  cudaMemcpy(r.data(), out, n * 4, cudaMemcpyDeviceToHost);
  for (int i = s = 0; i < n; i++) s += r[i];
  printf("choices %ld\n", s);
  search<<<n / 256, 256>>>(sorted, in, out, n, n);
  cudaMemcpy(r.data(), out, n * 4, cudaMemcpyDeviceToHost);
  for (int i = s = 0; i < n; i++) s += r[i];
  printf("search %ld\n", s);
}
