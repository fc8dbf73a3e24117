// Inline PTX is refused where it runs.
// run: args=1
// fails: 7: inline PTX
// run: kernel=plain
// 1 plain global.store.requests 1
__global__ void ptx(unsigned *x) {
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(x[0]));
}
__global__ void plain(unsigned *x) { x[threadIdx.x] = 1; }
int main(int argc, char **argv) {
  unsigned *x;
  cudaMalloc(&x, 128);
  if (argc > 1) ptx<<<1, 32>>>(x);
  plain<<<1, 32>>>(x);
}
