// Kernels as they are taught, whole launches of them: what the counters of the GPU say of each is
// what warplens says of its twin in tests/script/taught. One launch of each, in the order of the
// names that the program prints; data come from one formula, so that the twins have the same.
//
// Where a compiler would merge, drop or reorder accesses that the source has apart, loops are kept
// as loops.
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>
#include <cuda_pipeline.h>

#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { \
  fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); exit(1); } } while (0)

#include "taught_kernels.cuh"

static unsigned scramble(unsigned i) { return (i * 1103u + 12345u) % 65536u * 7u % 65521u; }

template <class T> static T *device(const std::vector<T> &v) {
  T *p;
  CHECK(cudaMalloc(&p, v.size() * sizeof(T)));
  CHECK(cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice));
  return p;
}
template <class T> static T *zeros(size_t n) { return device(std::vector<T>(n)); }

int main() {
  const int n = 16384, rows = 256;
  std::vector<int> numbers(n), sorted(n), row(rows + 1), col;
  std::vector<unsigned char> bytes(n * 4);
  for (int i = 0; i < n; i++) numbers[i] = (int)scramble(i), sorted[i] = 4 * i;
  for (int i = 0; i < n * 4; i++)
    bytes[i] = (unsigned char)(scramble(i) % 251 % 2 + scramble(i) % 200);
  for (int r = 0; r < rows; r++) {
    row[r] = (int)col.size();
    for (int k = 0; k < (int)(scramble(r) % 60); k++)
      col.push_back((int)(scramble(r * 64 + k) % 4096));
  }
  row[rows] = (int)col.size();
  int *a = device(numbers), *o = zeros<int>(n), *one = zeros<int>(1), *s = device(sorted);
  int *part = zeros<int>(n), *done = zeros<int>(1);
  int *dr = device(row), *dc = device(col), *lock = zeros<int>(n), *sum = zeros<int>(n);
  unsigned char *by = device(bytes), *ob = zeros<unsigned char>(n * 4);
  unsigned *h = zeros<unsigned>(256), *h2 = zeros<unsigned>(256);
  float *f = zeros<float>(1 << 20), *g = zeros<float>(1 << 20), *w = zeros<float>(1 << 20);
  double *d = zeros<double>(1 << 18), *e = zeros<double>(1 << 18);
  Body *bodies = zeros<Body>(4096);
  int id = 0;
#define LAUNCH(name, kernel, ...) do { kernel<<<__VA_ARGS__; CHECK(cudaGetLastError()); \
  CHECK(cudaDeviceSynchronize()); printf("%d,%s\n", id++, name); } while (0)
  LAUNCH("bitonic", bitonic, 1, 256>>>(a, o));
  LAUNCH("hillis", hillis, 1, 512>>>(a, o));
  LAUNCH("blelloch.0", blelloch<0>, 1, 256>>>(a, o));
  LAUNCH("blelloch.1", blelloch<1>, 1, 256>>>(a, o));
  LAUNCH("warp_scan", warp_scan, 8, 256>>>(a, o, 2000));
  LAUNCH("spmv.scalar", spmv_scalar, 2, 128>>>(dr, dc, f, g, w, rows));
  LAUNCH("spmv.vector", spmv_vector, 64, 128>>>(dr, dc, f, g, w, rows));
  LAUNCH("search", search, 16, 256>>>(s, a, o, n));
  LAUNCH("compact", compact, 16, 256>>>(a, o, one, 4096));
  LAUNCH("histogram.global", histo_global, 32, 256>>>(by, h, 8000));
  LAUNCH("histogram.shared1", histo_shared, 8, 256>>>(by, h2, 8000));
  LAUNCH("locks", locks, 16, 256>>>(lock, sum, 4096));
  LAUNCH("stencil5.shared", stencil5, dim3(4, 4), dim3(16, 16)>>>(f, g, 66));
  LAUNCH("stencil5.global", stencil5_global, dim3(3, 9), dim3(32, 8)>>>(f, g, 70));
  LAUNCH("life", life, dim3(2, 8), dim3(32, 8)>>>(by, ob, 64));
  LAUNCH("grey.4", grey4, 16, 256>>>((uchar4 *)by, ob, 4000));
  LAUNCH("grey.3", grey3, 16, 256>>>((uchar3 *)by, ob, 4000));
  LAUNCH("convolve", convolve, 16, 256>>>(f, g, 4096));
  LAUNCH("matvec.thread", matvec_thread, 2, 128>>>(f, g, w, 256));
  LAUNCH("matvec.warp", matvec_warp, 64, 128>>>(f, g, w, 256));
  LAUNCH("transpose_double.0", transpose_double<0>, dim3(4, 4), dim3(32, 8)>>>(d, e, 128));
  LAUNCH("transpose_double.1", transpose_double<1>, dim3(4, 4), dim3(32, 8)>>>(d, e, 128));
  LAUNCH("matmul4", matmul4, dim3(4, 4),
         dim3(8, 32)>>>((float4 *)f, (float4 *)g, (float4 *)w, 128));
  LAUNCH("softmax", softmax, 16, 128>>>(f, g, 200));
  LAUNCH("move", move, 16, 256>>>(bodies, 4000, 0.1f));
  LAUNCH("nbody", nbody, 4, 128>>>((float4 *)f, (float4 *)g, 512));
  LAUNCH("spill", spill, 16, 256>>>(a, o, n));
  LAUNCH("butterfly", butterfly, 4, 256>>>((float2 *)f, (float2 *)g));
  LAUNCH("staged.16", staged, 16, 256>>>((float4 *)f, (float4 *)g, 4096));
  LAUNCH("staged.4", staged4, 16, dim3(32, 8)>>>(f, g));
  LAUNCH("reduce.grid", reduce_grid, 8, 256>>>(d, e, 10000));
  LAUNCH("reduce.last", reduce_last, 32, 256>>>(a, part, done, one, 8192));
}
