// Without main: templates that are made, comments that speak of __global__ functions, lengths of
// arrays, strides, dynamic shared memory.
// run: n=1024 block=128 in=3072
// 1 scale<float> global.load.requests 32
// 2 image shared.store.requests 32
// 3 strided global.store.requests 32
// run: n=1024 in=3000 block=128 stride=4
// fails: 25: in[3000] is read, and in has 3000 elements
// hint: in=3001 gives it more
// run: n=1024 block=128 in=3072 stride=4
// 3 strided global.store.requests 8
// says: given.cu: structured is not launched: p is a structure
/* __global__ void old(int *a); */
template <typename T>
__global__ void scale(T *a, T f, int n) { // a __global__ function (a kernel)
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] *= f;
}
template __global__ void scale<float>(float *, float, int);
extern __shared__ float tile[];
__global__ void image(float *out, const float *in, int n);
__global__ void image(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float v = in[3 * i];
  tile[threadIdx.x] = v;
  out[i] = tile[threadIdx.x];
}
__global__ void strided(float *a, int stride, int n) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x) * stride;
  if (i < n) a[i] = 1;
}
struct Pair { int n; float *to; };
__global__ void structured(Pair p) { p.to[threadIdx.x] = p.n; }
