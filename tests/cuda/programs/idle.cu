// Kernels that do nothing are launches, too.
// run:
// title: idle, launch 1 of 4
// 1 idle global.load.requests 0
// 2 half<float> global.store.requests 0
// 4 busy global.store.requests 1
__global__ void idle(int *a) {}
template <class T>
__global__ void half(T *a, T by) { a[threadIdx.x] / by; }
__global__ void busy(int *a) { a[threadIdx.x] = 1; }

int main() {
  int *a;
  cudaMalloc(&a, 128);
  idle<<<4, 32>>>(a);
  half<<<1, 32>>>((float *)nullptr, 2.0f);
  auto any = idle;
  void *arguments[] = {&a};
  cudaLaunchKernel(any, dim3(1), dim3(32), arguments, 0, 0);
  busy<<<1, 32>>>(a);
  cudaDeviceSynchronize();
}
