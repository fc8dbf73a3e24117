// What the compiler says, at its place.
// run:
// fails: 6: use of undeclared identifier 'y'
#include <cuda_runtime.h>
__global__ void k(float *x) {
  x[threadIdx.x] = y;
}
int main() { return 0; }
