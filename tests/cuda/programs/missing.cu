// An include that is not there, by name.
// run:
// fails: 4: 'curand_kernel.h' file not found
#include <curand_kernel.h>
__global__ void k() {}
int main() { return 0; }
