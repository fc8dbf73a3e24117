// The kernels of taught.cu.
#define ALL 0xffffffffu

// ---- sorting and scans, one block each -------------------------------------------------------

__global__ void bitonic(const int *a, int *out) { // 512 numbers, 256 threads
  __shared__ int s[512];
  int t = threadIdx.x;
  s[t] = a[t];
  s[t + 256] = a[t + 256];
#pragma unroll 1
  for (int size = 2; size <= 512; size *= 2)
#pragma unroll 1
    for (int stride = size / 2; stride > 0; stride /= 2) {
      __syncthreads();
      int i = 2 * t - (t & (stride - 1));
      bool up = (i & size) == 0;
      int x = s[i], y = s[i + stride];
      if ((x > y) == up) { s[i] = y; s[i + stride] = x; }
    }
  __syncthreads();
  out[t] = s[t];
  out[t + 256] = s[t + 256];
}

__global__ void hillis(const int *a, int *out) { // 512 threads
  __shared__ int s[2][512];
  int t = threadIdx.x, from = 0;
  s[0][t] = a[t];
  __syncthreads();
#pragma unroll 1
  for (int d = 1; d < 512; d *= 2) {
    int v = s[from][t];
    if (t >= d) v += s[from][t - d];
    s[from ^ 1][t] = v;
    __syncthreads();
    from ^= 1;
  }
  out[t] = s[from][t];
}

template <int PAD> __global__ void blelloch(const int *a, int *out) { // 512 numbers, 256 threads
  __shared__ int s[512 + 16];
  int t = threadIdx.x, offset = 1;
#define AT(i) ((i) + PAD * ((i) >> 5))
  s[AT(t)] = a[t];
  s[AT(t + 256)] = a[t + 256];
#pragma unroll 1
  for (int d = 256; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) {
      int i = offset * (2 * t + 1) - 1, j = offset * (2 * t + 2) - 1;
      s[AT(j)] += s[AT(i)];
    }
    offset *= 2;
  }
  if (t == 0) s[AT(511)] = 0;
#pragma unroll 1
  for (int d = 1; d < 512; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (t < d) {
      int i = offset * (2 * t + 1) - 1, j = offset * (2 * t + 2) - 1;
      int v = s[AT(i)];
      s[AT(i)] = s[AT(j)];
      s[AT(j)] += v;
    }
  }
  __syncthreads();
  out[t] = s[AT(t)];
  out[t + 256] = s[AT(t + 256)];
}

__global__ void warp_scan(const int *a, int *out, int n) { // shuffles, then the warps' sums
  __shared__ int sums[8];
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  int v = i < n ? a[i] : 0;
  for (int d = 1; d < 32; d *= 2) {
    int u = __shfl_up_sync(ALL, v, d);
    if (lane >= d) v += u;
  }
  if (lane == 31) sums[warp] = v;
  __syncthreads();
  int before = 0;
#pragma unroll 1
  for (int w = 0; w < warp; w++) before += sums[w];
  if (i < n) out[i] = v + before;
}

// ---- sparse and irregular ---------------------------------------------------------------------

__global__ void spmv_scalar(const int *row, const int *col, const float *val, const float *x,
                            float *y, int n) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= n) return;
  float s = 0;
  int end = row[r + 1];
#pragma unroll 1
  for (int k = row[r]; k < end; k++) s += val[k] * x[col[k]];
  y[r] = s;
}

__global__ void spmv_vector(const int *row, const int *col, const float *val, const float *x,
                            float *y, int n) { // a warp for each row
  int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
  if (r >= n) return;
  float s = 0;
  int end = row[r + 1];
#pragma unroll 1
  for (int k = row[r] + lane; k < end; k += 32) s += val[k] * x[col[k]];
  for (int d = 16; d > 0; d /= 2) s += __shfl_down_sync(ALL, s, d);
  if (lane == 0) y[r] = s;
}

__global__ void search(const int *sorted, const int *wanted, int *found, int n) { // binary search
  int i = blockIdx.x * blockDim.x + threadIdx.x, w = wanted[i], low = 0, high = n;
#pragma unroll 1
  while (low < high) {
    int middle = (low + high) / 2;
    if (sorted[middle] < w) low = middle + 1;
    else high = middle;
  }
  found[i] = low;
}

__global__ void compact(const int *a, int *out, int *count, int n) { // one atomic a warp
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
  int v = a[i];
  bool keep = v % 3 == 0;
  unsigned kept = __ballot_sync(ALL, keep);
  int first = 0;
  if (lane == 0) first = atomicAdd(count, __popc(kept));
  first = __shfl_sync(ALL, first, 0);
  if (keep) out[first + __popc(kept & ((1u << lane) - 1))] = v;
}

__global__ void histo_global(const unsigned char *in, unsigned *h, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&h[in[i]], 1u);
}

__global__ void histo_shared(const unsigned char *in, unsigned *h, int n) {
  __shared__ unsigned s[256];
  int t = threadIdx.x;
  s[t] = 0;
  __syncthreads();
#pragma unroll 1
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&s[in[i]], 1u);
  __syncthreads();
  atomicAdd(&h[t], s[t]);
}

__global__ void locks(int *lock, int *total, int n) { // compare-and-swap: one lane holds the lock
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int old = atomicCAS(&lock[i / 4], 0, 1);
  if (old == 0) atomicAdd(&total[i / 64], i);
}

// ---- stencils, images -------------------------------------------------------------------------

__global__ void stencil5(const float *in, float *out, int n) { // 16 x 16, tile with a halo
  __shared__ float t[18][18];
  int x = blockIdx.x * 16 + threadIdx.x + 1, y = blockIdx.y * 16 + threadIdx.y + 1;
  int i = threadIdx.x + 1, j = threadIdx.y + 1;
  t[j][i] = in[y * n + x];
  if (threadIdx.x == 0) t[j][0] = in[y * n + x - 1];
  if (threadIdx.x == 15) t[j][17] = in[y * n + x + 1];
  if (threadIdx.y == 0) t[0][i] = in[(y - 1) * n + x];
  if (threadIdx.y == 15) t[17][i] = in[(y + 1) * n + x];
  __syncthreads();
  out[y * n + x] = t[j][i] + t[j][i - 1] + t[j][i + 1] + t[j - 1][i] + t[j + 1][i];
}

__global__ void stencil5_global(const float *in, float *out, int n) { // 32 x 8
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1) return;
  out[y * n + x] = in[y * n + x] + in[y * n + x - 1] + in[y * n + x + 1] + in[(y - 1) * n + x] +
                   in[(y + 1) * n + x];
}

__global__ void life(const unsigned char *in, unsigned char *out, int n) { // bytes, wrapping
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, sum = 0;
#pragma unroll 1
  for (int dy = -1; dy <= 1; dy++)
#pragma unroll 1
    for (int dx = -1; dx <= 1; dx++)
      if (dx != 0 || dy != 0) sum += in[((y + dy + n) % n) * n + (x + dx + n) % n];
  int alive = in[y * n + x];
  out[y * n + x] = sum == 3 || (alive && sum == 2);
}

__global__ void grey4(const uchar4 *in, unsigned char *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) { uchar4 p = in[i]; out[i] = (p.x * 77 + p.y * 151 + p.z * 28) >> 8; }
}

__global__ void grey3(const uchar3 *in, unsigned char *out, int n) { // three loads of a byte
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) { uchar3 p = in[i]; out[i] = (p.x * 77 + p.y * 151 + p.z * 28) >> 8; }
}

__constant__ float mask[9];
__global__ void convolve(const float *in, float *out, int n) { // 9 taps in constant memory
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
#pragma unroll 1
  for (int k = 0; k < 9; k++) if (i + k - 4 >= 0 && i + k - 4 < n) s += in[i + k - 4] * mask[k];
  out[i] = s;
}

// ---- matrices ---------------------------------------------------------------------------------

__global__ void matvec_thread(const float *a, const float *x, float *y, int n) { // a row a thread
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
#pragma unroll 1
  for (int k = 0; k < n; k++) s += a[r * n + k] * x[k];
  y[r] = s;
}

__global__ void matvec_warp(const float *a, const float *x, float *y, int n) { // a row a warp
  int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
  float s = 0;
#pragma unroll 1
  for (int k = lane; k < n; k += 32) s += a[r * n + k] * x[k];
  for (int m = 16; m > 0; m /= 2) s += __shfl_xor_sync(ALL, s, m);
  if (lane == 0) y[r] = s;
}

template <int PAD> __global__ void transpose_double(const double *in, double *out, int n) {
  __shared__ double t[32][32 + PAD];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
#pragma unroll 1
  for (int j = 0; j < 32; j += 8) t[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
#pragma unroll 1
  for (int j = 0; j < 32; j += 8) out[(y + j) * n + x] = t[threadIdx.x][threadIdx.y + j];
}

__global__ void matmul4(const float4 *a, const float4 *b, float4 *c, int n) { // 4 columns a thread
  __shared__ float4 q[32][8];
  __shared__ float p[32][33];
  int tx = threadIdx.x, ty = threadIdx.y; // 8 x 32
  float4 s = make_float4(0, 0, 0, 0);
#pragma unroll 1
  for (int m = 0; m < n / 32; m++) {
    float4 v = a[(blockIdx.y * 32 + ty) * (n / 4) + m * 8 + tx];
    p[ty][tx * 4] = v.x;
    p[ty][tx * 4 + 1] = v.y;
    p[ty][tx * 4 + 2] = v.z;
    p[ty][tx * 4 + 3] = v.w;
    q[ty][tx] = b[(m * 32 + ty) * (n / 4) + blockIdx.x * 8 + tx];
    __syncthreads();
#pragma unroll 1
    for (int k = 0; k < 32; k++) {
      float f = p[ty][k];
      float4 w = q[k][tx];
      s.x += f * w.x;
      s.y += f * w.y;
      s.z += f * w.z;
      s.w += f * w.w;
    }
    __syncthreads();
  }
  c[(blockIdx.y * 32 + ty) * (n / 4) + blockIdx.x * 8 + tx] = s;
}

__global__ void softmax(const float *in, float *out, int n) { // a row a warp
  int r = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
  float top = -1e30f, sum = 0;
#pragma unroll 1
  for (int k = lane; k < n; k += 32) top = fmaxf(top, in[r * n + k]);
  for (int m = 16; m > 0; m /= 2) top = fmaxf(top, __shfl_xor_sync(ALL, top, m));
#pragma unroll 1
  for (int k = lane; k < n; k += 32) sum += expf(in[r * n + k] - top);
  for (int m = 16; m > 0; m /= 2) sum += __shfl_xor_sync(ALL, sum, m);
#pragma unroll 1
  for (int k = lane; k < n; k += 32) out[r * n + k] = expf(in[r * n + k] - top) / sum;
}

// ---- records, particles, spills -----------------------------------------------------------------

struct Body { float x, y, z, vx, vy, vz, mass; };
__global__ void move(Body *b, int n, float dt) { // 28 bytes: seven loads or stores of 4
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  b[i].x += b[i].vx * dt;
  b[i].y += b[i].vy * dt;
  b[i].z += b[i].vz * dt;
}

__global__ void nbody(const float4 *p, float4 *f, int n) { // tiles of float4, read by all lanes
  __shared__ float4 s[128];
  int i = blockIdx.x * 128 + threadIdx.x;
  float4 me = p[i], a = make_float4(0, 0, 0, 0);
#pragma unroll 1
  for (int m = 0; m < n / 128; m++) {
    s[threadIdx.x] = p[m * 128 + threadIdx.x];
    __syncthreads();
#pragma unroll 1
    for (int k = 0; k < 128; k++) {
      float4 o = s[k];
      float dx = o.x - me.x, dy = o.y - me.y, dz = o.z - me.z;
      float w = o.w * rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
      a.x += dx * w;
      a.y += dy * w;
      a.z += dz * w;
      a.w += w;
    }
    __syncthreads();
  }
  f[i] = a;
}

__global__ void spill(const int *in, int *out, int n) { // an array of the thread, by unknown index
  int i = blockIdx.x * blockDim.x + threadIdx.x, mine[16];
#pragma unroll 1
  for (int k = 0; k < 16; k++) mine[in[(i + k) & (n - 1)] & 15] = k;
  int s = 0;
#pragma unroll 1
  for (int k = 0; k < 16; k++) s += mine[in[(i * 3 + k) & (n - 1)] & 15];
  out[i] = s;
}

__global__ void butterfly(const float2 *in, float2 *out) { // 512 float2, 256 threads, no twiddles
  __shared__ float2 s[512];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 512 + t];
  s[t + 256] = in[blockIdx.x * 512 + t + 256];
#pragma unroll 1
  for (int h = 1; h < 512; h *= 2) {
    __syncthreads();
    int i = t / h * 2 * h + t % h;
    float2 u = s[i], v = s[i + h];
    s[i] = make_float2(u.x + v.x, u.y + v.y);
    s[i + h] = make_float2(u.x - v.x, u.y - v.y);
  }
  __syncthreads();
  out[blockIdx.x * 512 + t] = s[t];
  out[blockIdx.x * 512 + t + 256] = s[t + 256];
}

__global__ void staged(const float4 *in, float4 *out, int n) { // cp.async, reversed by the reader
  __shared__ float4 s[256];
  int t = threadIdx.x, i = blockIdx.x * 256 + t;
  __pipeline_memcpy_async(&s[t ^ (t / 8 & 7)], &in[i], 16);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  int r = 255 - t;
  out[i] = s[r ^ (r / 8 & 7)];
}

__global__ void staged4(const float *in, float *out) { // cp.async of 4 bytes, transposed tile
  __shared__ float s[32][33];
  int tx = threadIdx.x, ty = threadIdx.y; // 32 x 8
#pragma unroll 1
  for (int j = 0; j < 32; j += 8)
    __pipeline_memcpy_async(&s[tx][ty + j], &in[blockIdx.x * 1024 + (ty + j) * 32 + tx], 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
#pragma unroll 1
  for (int j = 0; j < 32; j += 8) out[blockIdx.x * 1024 + (ty + j) * 32 + tx] = s[ty + j][tx];
}

// ---- reductions -------------------------------------------------------------------------------

__global__ void reduce_grid(const double *a, double *total, int n) { // doubles, stride of the grid
  __shared__ double s[256];
  int t = threadIdx.x;
  double v = 0;
#pragma unroll 1
  for (int i = blockIdx.x * 256 + t; i < n; i += gridDim.x * 256) v += a[i];
  s[t] = v;
#pragma unroll 1
  for (int d = 128; d > 0; d /= 2) {
    __syncthreads();
    if (t < d) s[t] += s[t + d];
  }
  if (t == 0) atomicAdd(total, s[0]);
}

__global__ void reduce_last(const int *a, int *part, int *done, int *total, int n) { // last block
  __shared__ int s[8], last;
  int t = threadIdx.x, lane = t & 31;
  int v = a[blockIdx.x * 256 + t];
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(ALL, v, d);
  if (lane == 0) s[t / 32] = v;
  __syncthreads();
  if (t < 8) {
    v = s[t];
    for (int d = 4; d > 0; d /= 2) v += __shfl_down_sync(0xff, v, d, 8);
    if (t == 0) {
      part[blockIdx.x] = v;
      __threadfence();
      last = atomicAdd(done, 1) == gridDim.x - 1;
    }
  }
  __syncthreads();
  if (last && t < 32) {
    v = __ldcg(&part[t]);
    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(ALL, v, d);
    if (t == 0) *total = v;
  }
}
