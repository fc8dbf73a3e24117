// Sparse matrix times vector: rows by threads, rows by warps, and ELL.
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>
__global__ void csrScalar(int rows, const int *ptr, const int *col, const float *val, const float *x, float *y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows) {
    float dot = 0.0f;
    int start = ptr[row], end = ptr[row + 1];
    for (int k = start; k < end; k++) dot += val[k] * x[col[k]];
    y[row] = dot;
  }
}
__global__ void csrVector(int rows, const int *__restrict__ ptr, const int *__restrict__ col,
                          const float *__restrict__ val, const float *__restrict__ x, float *__restrict__ y) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  float dot = 0;
  for (int k = ptr[row] + lane; k < ptr[row + 1]; k += 32) dot += val[k] * x[col[k]];
  for (int d = 16; d > 0; d /= 2) dot += __shfl_down_sync(0xffffffff, dot, d);
  if (lane == 0) y[row] = dot;
}
__global__ void ell(int rows, int width, const int *col, const float *val, const float *x, float *y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows) {
    float dot = 0;
    for (int k = 0; k < width; k++) {
      int c = col[k * rows + row];
      float v = val[k * rows + row];
      if (v != 0) dot += v * x[c];
    }
    y[row] = dot;
  }
}
template <class T> T *put(const std::vector<T> &h) {
  T *d;
  cudaMalloc(&d, h.size() * sizeof(T));
  cudaMemcpy(d, h.data(), h.size() * sizeof(T), cudaMemcpyHostToDevice);
  return d;
}
int main() {
  const int rows = 2000, cols = 3000, width = 12;
  std::vector<int> ptr(rows + 1), col, ecol(rows * width);
  std::vector<float> val, eval(rows * width), x(cols), y(rows);
  unsigned seed = 99;
  for (int r = 0; r < rows; r++) {
    seed = seed * 1664525u + 1013904223u;
    int many = r % 50 == 0 ? 60 : (int)(seed >> 20) % 12;
    for (int k = 0; k < many; k++) {
      seed = seed * 1664525u + 1013904223u;
      int c = (int)((seed >> 8) % cols);
      col.push_back(c);
      val.push_back((float)(k % 3 + 1));
      if (k < width) ecol[k * rows + r] = c, eval[k * rows + r] = (float)(k % 3 + 1);
    }
    ptr[r + 1] = (int)col.size();
  }
  for (int i = 0; i < cols; i++) x[i] = (float)(i % 10);
  int *dp = put(ptr), *dc = put(col), *ec = put(ecol);
  float *dv = put(val), *ev = put(eval), *dx = put(x), *dy = put(y);
  for (int way = 0; way < 3; way++) {
    if (way == 0) csrScalar<<<(rows + 127) / 128, 128>>>(rows, dp, dc, dv, dx, dy);
    if (way == 1) csrVector<<<(rows * 32 + 127) / 128, 128>>>(rows, dp, dc, dv, dx, dy);
    if (way == 2) ell<<<(rows + 127) / 128, 128>>>(rows, width, ec, ev, dx, dy);
    cudaMemcpy(y.data(), dy, rows * 4, cudaMemcpyDeviceToHost);
    double s = 0;
    for (int i = 0; i < rows; i++) s += y[i];
    printf("%.0f %.0f\n", s, y[50]);
  }
}
