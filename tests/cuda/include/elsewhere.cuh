// A file that names.cu includes by include=.
__global__ void unused(float *a) { a[threadIdx.x] = 0; }
