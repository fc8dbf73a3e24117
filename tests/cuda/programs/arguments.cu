// A launch with other arguments than the kernel takes: the compiler's reason is said.
// run:
// fails: 8: no matching function for call to 'k'
// hint: no known conversion from 'double *' to 'float *' for 1st argument
__global__ void k(float *a, int n) { a[threadIdx.x] = n; }
int main() {
  double *d; cudaMalloc(&d, 4096);
  k<<<1, 32>>>(d, 32);
}
