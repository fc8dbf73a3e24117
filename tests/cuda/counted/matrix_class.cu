// Device code in classes: matrices with views, functors as template arguments, operators.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#define BLOCK_SIZE 16
typedef struct { int width, height, stride; float *elements; } Matrix;
__device__ float GetElement(const Matrix A, int row, int col) { return A.elements[row * A.stride + col]; }
__device__ void SetElement(Matrix A, int row, int col, float v) { A.elements[row * A.stride + col] = v; }
__device__ Matrix GetSubMatrix(Matrix A, int row, int col) {
  Matrix s;
  s.width = s.height = BLOCK_SIZE;
  s.stride = A.stride;
  s.elements = &A.elements[A.stride * BLOCK_SIZE * row + BLOCK_SIZE * col];
  return s;
}
__global__ void MatMulKernel(Matrix A, Matrix B, Matrix C) {
  int blockRow = blockIdx.y, blockCol = blockIdx.x, row = threadIdx.y, col = threadIdx.x;
  Matrix Csub = GetSubMatrix(C, blockRow, blockCol);
  float value = 0;
  for (int m = 0; m < A.width / BLOCK_SIZE; ++m) {
    Matrix Asub = GetSubMatrix(A, blockRow, m), Bsub = GetSubMatrix(B, m, blockCol);
    __shared__ float As[BLOCK_SIZE][BLOCK_SIZE];
    __shared__ float Bs[BLOCK_SIZE][BLOCK_SIZE];
    As[row][col] = GetElement(Asub, row, col);
    Bs[row][col] = GetElement(Bsub, row, col);
    __syncthreads();
    for (int e = 0; e < BLOCK_SIZE; ++e) value += As[row][e] * Bs[e][col];
    __syncthreads();
  }
  SetElement(Csub, row, col, value);
}
template <typename T> class View {
  T *data_;
  int cols_;
public:
  __host__ __device__ View(T *data, int cols) : data_(data), cols_(cols) {}
  __device__ T &operator()(int r, int c) { return data_[r * cols_ + c]; }
  __device__ const T &operator()(int r, int c) const { return data_[r * cols_ + c]; }
};
struct Clamp {
  float lo, hi;
  __device__ float operator()(float v) const { return v < lo ? lo : v > hi ? hi : v; }
};
struct Affine {
  float a, b;
  __device__ float operator()(float v) const { return a * v + b; }
};
template <typename F, typename G> struct Compose {
  F f;
  G g;
  __device__ float operator()(float v) const { return f(g(v)); }
};
template <typename Op> __global__ void mapColumns(View<float> in, View<float> out, int rows, Op op) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  for (int r = blockIdx.y; r < rows; r += gridDim.y) out(r, c) = op(in(r, c));
}
int main() {
  const int n = 96;
  Matrix m[3];
  float *h = (float *)malloc(n * n * 4);
  for (int k = 0; k < 3; k++) {
    m[k].width = m[k].height = m[k].stride = n;
    cudaMalloc(&m[k].elements, n * n * 4);
    for (int i = 0; i < n * n; i++) h[i] = (float)((i + k) % 6) - 1;
    cudaMemcpy(m[k].elements, h, n * n * 4, cudaMemcpyHostToDevice);
  }
  dim3 block(BLOCK_SIZE, BLOCK_SIZE), grid(n / BLOCK_SIZE, n / BLOCK_SIZE);
  MatMulKernel<<<grid, block>>>(m[0], m[1], m[2]);
  cudaMemcpy(h, m[2].elements, n * n * 4, cudaMemcpyDeviceToHost);
  double s = 0;
  for (int i = 0; i < n * n; i++) s += h[i] * (i % 3);
  printf("product %.0f %.0f\n", s, h[n + 1]);
  View<float> in(m[0].elements, n), out(m[2].elements, n);
  mapColumns<<<dim3(n / 32, 24), 32>>>(in, out, n, Compose<Clamp, Affine>{{0, 5}, {2, -1}});
  mapColumns<<<dim3(1, 8), n>>>(out, in, n, Affine{0.5f, 1});
  cudaMemcpy(h, m[0].elements, n * n * 4, cudaMemcpyDeviceToHost);
  for (int i = s = 0; i < n * n; i++) s += h[i];
  printf("mapped %.1f\n", s);
}
