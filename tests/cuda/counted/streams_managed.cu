// Streams, events, managed and pitched memory, occupancy, symbols: the runtime around small kernels.
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
#define CHECK(call)                                                            \
  do {                                                                         \
    cudaError_t err = (call);                                                  \
    if (err != cudaSuccess) {                                                  \
      fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(err)); \
      return 1;                                                                \
    }                                                                          \
  } while (0)
__device__ int total;
__device__ float gain = 2.0f;
__managed__ int calls = 0;
__global__ void add(float *a, float v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] += v * gain;
}
__global__ void pitchedSum(const char *base, size_t pitch, int w, int h) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= h) return;
  const int *row = (const int *)(base + r * pitch);
  int s = 0;
#pragma unroll 1
  for (int c = 0; c < w; c++) s += row[c];
  atomicAdd(&total, s);
  if (r == 0) calls++;
}
template <typename T> __global__ void saxpyManaged(T *x, T *y, T a, size_t n) {
  for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n;
      i += (size_t)gridDim.x * blockDim.x) y[i] = a * x[i] + y[i];
}
int main() {
  const int n = 4096, chunks = 4, w = 37, h = 100;
  float *host, *d;
  CHECK(cudaMallocHost(&host, n * 4));
  CHECK(cudaMalloc(&d, n * 4));
  for (int i = 0; i < n; i++) host[i] = (float)(i % 10);
  cudaStream_t s[chunks];
  for (int k = 0; k < chunks; k++) {
    cudaStreamCreate(&s[k]);
    int off = k * n / chunks;
    cudaMemcpyAsync(d + off, host + off, n / chunks * 4, cudaMemcpyHostToDevice, s[k]);
    add<<<n / chunks / 128, 128, 0, s[k]>>>(d + off, (float)k, n / chunks);
    cudaMemcpyAsync(host + off, d + off, n / chunks * 4, cudaMemcpyDeviceToHost, s[k]);
  }
  cudaDeviceSynchronize();
  for (int k = 0; k < chunks; k++) cudaStreamDestroy(s[k]);
  printf("streams %.0f %.0f\n", host[5], host[n - 1]);
  char *p;
  size_t pitch;
  std::vector<int> m(w * h);
  for (int i = 0; i < w * h; i++) m[i] = i % 4;
  CHECK(cudaMallocPitch(&p, &pitch, w * 4, h));
  CHECK(cudaMemcpy2D(p, pitch, m.data(), w * 4, w * 4, h, cudaMemcpyHostToDevice));
  pitchedSum<<<1, 128>>>(p, pitch, w, h);
  int sum = 0;
  cudaMemcpyFromSymbol(&sum, total, 4);
  printf("pitch %d: %d, %d call\n", (int)pitch, sum, calls);
  double *x, *y;
  CHECK(cudaMallocManaged(&x, 1000 * 8));
  CHECK(cudaMallocManaged(&y, 1000 * 8));
  for (int i = 0; i < 1000; i++) x[i] = i, y[i] = 1;
  float three = 3;
  cudaMemcpyToSymbol(gain, &three, 4);
  saxpyManaged<double><<<2, 96>>>(x, y, 2.0, 1000);
  CHECK(cudaGetLastError());
  cudaDeviceSynchronize();
  printf("managed %.0f\n", y[999]);
  add<<<32, 128>>>(d, 1.0f, n);
  cudaEvent_t e;
  cudaEventCreate(&e);
  cudaEventRecord(e);
  cudaEventSynchronize(e);
  printf("gain %.0f\n", down(d, n)[0]);
}
