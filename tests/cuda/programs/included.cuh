// A comment that makes this file longer than the one that includes it.
// A comment that makes this file longer than the one that includes it.
// A comment that makes this file longer than the one that includes it.
// A comment that makes this file longer than the one that includes it.
// A comment that makes this file longer than the one that includes it.
// A comment that makes this file longer than the one that includes it.
// A comment that makes this file longer than the one that includes it.
// A comment that makes this file longer than the one that includes it.
// A comment that makes this file longer than the one that includes it.
// A comment that makes this file longer than the one that includes it.
// A comment that makes this file longer than the one that includes it.
// A comment that makes this file longer than the one that includes it.
// A comment that makes this file longer than the one that includes it.
// A comment that makes this file longer than the one that includes it.
// A comment that makes this file longer than the one that includes it.
// A comment that makes this file longer than the one that includes it.
// A comment that makes this file longer than the one that includes it.
// A comment that makes this file longer than the one that includes it.
// A comment that makes this file longer than the one that includes it.
// A comment that makes this file longer than the one that includes it.
// A comment that makes this file longer than the one that includes it.
// A comment that makes this file longer than the one that includes it.
// A comment that makes this file longer than the one that includes it.
// A comment that makes this file longer than the one that includes it.
// A comment that makes this file longer than the one that includes it.
// A comment that makes this file longer than the one that includes it.
// A comment that makes this file longer than the one that includes it.
// A comment that makes this file longer than the one that includes it.
// A comment that makes this file longer than the one that includes it.
// A comment that makes this file longer than the one that includes it.
__global__ void twice(int *a, int from) {
  a[threadIdx.x] = a[threadIdx.x + from] + a[threadIdx.x];
}
__global__ void halve(float *a) { a[threadIdx.x] *= 0.5f; }
