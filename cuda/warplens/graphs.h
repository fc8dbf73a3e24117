// Graphs: what a stream is given while it is captured, or nodes, in the order in which they came.
#ifndef WARPLENS_GRAPHS_H
#define WARPLENS_GRAPHS_H

typedef wl::graph *cudaGraph_t, *cudaGraphExec_t;
typedef wl::work *cudaGraphNode_t;
enum cudaStreamCaptureMode {
  cudaStreamCaptureModeGlobal,
  cudaStreamCaptureModeThreadLocal,
  cudaStreamCaptureModeRelaxed
};
enum cudaStreamCaptureStatus {
  cudaStreamCaptureStatusNone,
  cudaStreamCaptureStatusActive,
  cudaStreamCaptureStatusInvalidated
};
enum cudaGraphInstantiateFlags { cudaGraphInstantiateFlagAutoFreeOnLaunch = 1 };

WL_BOTH cudaError_t cudaStreamBeginCapture(cudaStream_t, cudaStreamCaptureMode) {
  wl::captured = new wl::graph;
  return cudaSuccess;
}
WL_BOTH cudaError_t cudaStreamEndCapture(cudaStream_t, cudaGraph_t *g) {
  *g = wl::captured;
  wl::captured = 0;
  return cudaSuccess;
}
WL_BOTH cudaError_t cudaStreamIsCapturing(cudaStream_t, cudaStreamCaptureStatus *s) {
  *s = wl::captured ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusNone;
  return cudaSuccess;
}
WL_BOTH cudaError_t cudaGraphCreate(cudaGraph_t *g, unsigned) {
  *g = new wl::graph;
  return cudaSuccess;
}
template <class... More>
WL_BOTH cudaError_t cudaGraphInstantiate(cudaGraphExec_t *run, cudaGraph_t g, More...) {
  *run = g;
  return cudaSuccess;
}
WL_BOTH cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *run, cudaGraph_t g,
                                                  unsigned long long) {
  return cudaGraphInstantiate(run, g);
}
WL_BOTH cudaError_t cudaGraphLaunch(cudaGraphExec_t run, cudaStream_t) {
  if (!wl::capture([=] { run->run(); })) run->run();
  return cudaSuccess;
}
WL_BOTH cudaError_t cudaGraphUpload(cudaGraphExec_t, cudaStream_t) { return cudaSuccess; }
WL_BOTH cudaError_t cudaGraphExecDestroy(cudaGraphExec_t) { return cudaSuccess; }
WL_BOTH cudaError_t cudaGraphDestroy(cudaGraph_t) { return cudaSuccess; }
WL_BOTH cudaError_t cudaGraphGetNodes(cudaGraph_t g, cudaGraphNode_t *nodes, size_t *n) {
  size_t count = 0;
  for (wl::work *w = g->first; w; w = w->next, count++)
    if (nodes && count < *n) nodes[count] = w;
  if (!nodes || count < *n) *n = count;
  return cudaSuccess;
}

// A kernel of a node keeps the type of its pointer.
namespace wl {
struct any_kernel {
  void *kernel = 0;
  void (*launch)(void *, dim3, dim3, void **, size_t) = 0;
  any_kernel() = default;
  any_kernel(decltype(nullptr)) {}
  template <class... P>
  any_kernel(void (*k)(P...)) : kernel((void *)k) {
    launch = [](void *of, dim3 grid, dim3 block, void **arguments, size_t shared) {
      launch_pointer((void (*)(P...))of, grid, block, arguments, shared,
                     std::index_sequence_for<P...>());
    };
  }
};
// Does something as if a stream of the graph were captured.
template <class F>
cudaError_t add_node(cudaGraphNode_t *node, cudaGraph_t g, F f) {
  graph *before = captured;
  captured = g;
  work **last = g->last;
  f();
  captured = before;
  if (node) *node = *last;
  return cudaSuccess;
}
}  // namespace wl
struct cudaKernelNodeParams {
  wl::any_kernel func;
  dim3 gridDim, blockDim;
  unsigned sharedMemBytes;
  void **kernelParams, **extra;
};
struct cudaMemsetParams {
  void *dst;
  size_t pitch;
  unsigned value, elementSize;
  size_t width, height;
};
struct cudaHostNodeParams {
  cudaHostFn_t fn;
  void *userData;
};
#define WL_NODE(name, ...)                                                                        \
  WL_BOTH cudaError_t name(cudaGraphNode_t *node, cudaGraph_t g, const cudaGraphNode_t *, size_t, \
                           __VA_ARGS__)
WL_NODE(cudaGraphAddKernelNode, const cudaKernelNodeParams *p) {
  return wl::add_node(node, g, [=] {
    p->func.launch(p->func.kernel, p->gridDim, p->blockDim, p->kernelParams, p->sharedMemBytes);
  });
}
WL_NODE(cudaGraphAddMemcpyNode1D, void *to, const void *from, size_t n, cudaMemcpyKind kind) {
  return wl::add_node(node, g, [=] { cudaMemcpyAsync(to, from, n, kind); });
}
WL_NODE(cudaGraphAddMemcpyNode, const cudaMemcpy3DParms *p) {
  cudaMemcpy3DParms m = *p;
  return wl::add_node(node, g, [=] { wl::capture([=] { cudaMemcpy3D(&m); }); });
}
WL_NODE(cudaGraphAddMemsetNode, const cudaMemsetParams *p) {
  cudaMemsetParams m = *p;
  return wl::add_node(node, g, [=] {
    wl::capture([=] {
      wl_memory_open(true);
      for (size_t y = 0; y < m.height; y++)
        for (size_t x = 0; x < m.width; x++)
          memcpy((char *)m.dst + y * m.pitch + x * m.elementSize, &m.value, m.elementSize);
      wl_memory_open(false);
    });
  });
}
WL_NODE(cudaGraphAddHostNode, const cudaHostNodeParams *p) {
  return wl::add_node(node, g, [=] { cudaLaunchHostFunc(0, p->fn, p->userData); });
}
WL_NODE(cudaGraphAddChildGraphNode, cudaGraph_t child) {
  return wl::add_node(node, g, [=] { cudaGraphLaunch(child, 0); });
}
#undef WL_NODE
WL_BOTH cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t g,
                                          const cudaGraphNode_t *, size_t) {
  return wl::add_node(node, g, [=] { wl::capture([] {}); });
}
WL_BOTH cudaError_t cudaGraphAddDependencies(cudaGraph_t, const cudaGraphNode_t *,
                                             const cudaGraphNode_t *, size_t) {
  return cudaSuccess;
}

#endif
