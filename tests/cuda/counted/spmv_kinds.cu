// Sparse matrix by vector: rows by threads, by warps, by tiles; ELL; coordinates with atomics.
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
struct Csr {
  const int *start, *col;
  const float *value;
  int rows;
};
__global__ void scalarRows(Csr m, const float *x, float *y) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= m.rows) return;
  float s = 0;
#pragma unroll 1
  for (int k = m.start[r]; k < m.start[r + 1]; k++) s += m.value[k] * x[m.col[k]];
  y[r] = s;
}
template <int LANES> __global__ void vectorRows(Csr m, const float *__restrict__ x,
    float *__restrict__ y) {
  int t = blockIdx.x * blockDim.x + threadIdx.x, r = t / LANES, lane = t % LANES;
  float s = 0;
  if (r < m.rows)
    for (int k = m.start[r] + lane; k < m.start[r + 1];
        k += LANES) s += m.value[k] * __ldg(&x[m.col[k]]);
#pragma unroll
  for (int d = LANES / 2; d > 0; d >>= 1) s += __shfl_down_sync(0xffffffff, s, d, LANES);
  if (r < m.rows && lane == 0) y[r] = s;
}
__global__ void ell(const int *col, const double *value, const double *x, double *y, int rows,
    int width) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < rows) {
    double s = 0;
    for (int k = 0; k < width; k++) {
      int c = col[k * rows + r];
      if (c >= 0) s += value[k * rows + r] * x[c];
    }
    y[r] = s;
  }
}
__global__ void coo(const int *row, const int *col, const float *value, const float *x, float *y,
    int nnz) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < nnz) atomicAdd(&y[row[k]], value[k] * x[col[k]]);
}
int main() {
  const int rows = 500, width = 6;
  std::vector<int> start(1, 0), col, row;
  std::vector<float> value, x(rows);
  for (int r = 0; r < rows; r++) {
    for (int k = 0; k < (r * 7 % 12) + 1; k++) {
      col.push_back((r * 13 + k * 37) % rows);
      row.push_back(r);
      value.push_back((float)(k + 1));
    }
    start.push_back((int)col.size());
    x[r] = (float)(r % 8);
  }
  std::vector<int> ec(rows * width);
  std::vector<double> ev(rows * width), ex(rows);
  for (int i = 0; i < rows * width; i++) ec[i] = i % 5 == 4 ? -1 : (i * 11) % rows, ev[i] = i % 4,
      ex[i % rows] = i % 9;
  Csr m = {up(start), up(col), up(value), rows};
  float *dx = up(x), *dy = up(x);
  scalarRows<<<4, 128>>>(m, dx, dy);
  auto y = down(dy, rows);
  printf("scalar %.0f %.0f\n", y[3], y[499]);
  vectorRows<8><<<32, 128>>>(m, dx, dy);
  vectorRows<32><<<63, 256>>>(m, dx, dy);
  y = down(dy, rows);
  printf("vector %.0f %.0f\n", y[3], y[499]);
  double *gx = up(ex), *gy = up(ex), *gv = up(ev);
  ell<<<4, 128>>>(up(ec), gv, gx, gy, rows, width);
  auto z = down(gy, rows);
  printf("ell %.0f %.0f\n", z[3], z[499]);
  cudaMemset(dy, 0, rows * 4);
  coo<<<((int)col.size() + 255) / 256, 256>>>(up(row), m.col, m.value, dx, dy, (int)col.size());
  y = down(dy, rows);
  printf("coo %.0f %.0f\n", y[3], y[499]);
}
