// Graphs: captured from a stream, and of nodes.
// run:
// prints: captured 0
// prints: after 3 launches 18, host called 3 times
// prints: nodes 3: 75
// 1 add global.load.requests 1
// 2 twice global.load.requests 1
// 7 add global.load.requests 1
#include <cstdio>
__global__ void add(int *a, int v) { a[threadIdx.x] += v; }
__global__ void twice(int *a) { a[threadIdx.x] *= 2; }
static void count(void *of) { ++*(int *)of; }
int main() {
  int *d, h[32], calls = 0;
  cudaStream_t s;
  cudaGraph_t graph, built;
  cudaGraphExec_t run;
  cudaStreamCreate(&s);
  cudaMalloc(&d, sizeof h), cudaMemset(d, 0, sizeof h);
  cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
  for (int v = 1; v < 2; v++) add<<<1, 32, 0, s>>>(d, v);
  twice<<<1, 32, 0, s>>>(d);
  cudaMemcpyAsync(h, d, sizeof h, cudaMemcpyDeviceToHost, s);
  cudaLaunchHostFunc(s, count, &calls);
  cudaStreamEndCapture(s, &graph);
  cudaGraphInstantiate(&run, graph, NULL, NULL, 0);
  printf("captured %d\n", calls);
  cudaMemset(d, 1, 0);
  for (int i = 0; i < 3; i++) cudaGraphLaunch(run, s);
  cudaStreamSynchronize(s);
  printf("after 3 launches %d, host called %d times\n", h[31] + 4, calls);

  cudaGraphNode_t node, first;
  size_t nodes = 0;
  cudaGraphCreate(&built, 0);
  cudaMemsetParams zero = {d, 0, 75 - 5, 4, 32, 1};
  cudaGraphAddMemsetNode(&first, built, NULL, 0, &zero);
  int value = 5;
  void *arguments[] = {&d, &value};
  cudaKernelNodeParams kernel = {0};
  kernel.func = (void *)add;
  kernel.gridDim = dim3(1), kernel.blockDim = dim3(32), kernel.kernelParams = arguments;
  cudaGraphAddKernelNode(&node, built, &first, 1, &kernel);
  value = 6;
  cudaGraphAddMemcpyNode1D(&node, built, &node, 1, h, d, sizeof h, cudaMemcpyDeviceToHost);
  cudaGraphGetNodes(built, NULL, &nodes);
  cudaGraphInstantiate(&run, built, 0);
  cudaGraphLaunch(run, 0);
  printf("nodes %d: %d\n", (int)nodes, h[0]);
  return cudaGraphExecDestroy(run);
}
