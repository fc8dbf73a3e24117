// Kernels without main, of one dimension and of two: numbers are set by their names.
// run: n=256 stride=2
// 1 gather_scale global.load.requests 8 global.load.sectors 64 global.store.sectors 32
// 2 flip global.load.requests 2048 global.load.sectors 32768 global.store.sectors 8192
// run: n=256 stride=4
// 1 gather_scale global.load.sectors 128
// run: stride=2
// 1 gather_scale global.store.sectors 131072
// 2 flip global.store.sectors 8192
// run: stride=two
// fails: 0: stride=two is no number
__global__ void gather_scale(const float *in, float *out, int n, int stride, float a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a * in[(i * stride) % n];
}

__global__ void flip(const float *in, float *out, int n) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x < n && y < n) out[y * n + x] = in[x * n + y];
}
