// A template without main: what has to be added is said.
// run:
// fails: 6: scale is a template, and nothing says of what types
// hint: add  template __global__ void scale<float>(its parameters);
template <typename T>
__global__ void scale(T *a, T f, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] *= f;
}
