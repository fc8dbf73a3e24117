// A kernel without main.
// run:
// 1 saxpy global.load.requests 65536 global.store.sectors 131072
// run: n=1000 block=128
// 1 saxpy global.load.requests 64 global.store.requests 32
__global__ void saxpy(int n, float a, float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}
