// Functions of the runtime: memory, errors, and those that have nothing to do.
#ifndef WARPLENS_RUNTIME_H
#define WARPLENS_RUNTIME_H

template <class T>
WL_BOTH cudaError_t cudaMalloc(T **p, size_t bytes) {
  unsigned long long at;
  int error = wl_memory_take(bytes, &at);
  *p = (T *)(uintptr_t)at;
  return (cudaError_t)wl_error_set(error);
}
template <class T>
WL_BOTH cudaError_t cudaMallocManaged(T **p, size_t bytes, unsigned = 1) {
  cudaError_t e = cudaMalloc(p, bytes);
  wl_memory_manage((unsigned long long)(uintptr_t)*p);
  return e;
}
template <class T>
WL_BOTH cudaError_t cudaMallocHost(T **p, size_t bytes, unsigned = 0) {
  cudaError_t e = cudaMalloc(p, bytes);
  wl_memory_manage((unsigned long long)(uintptr_t)*p);
  return e;
}
template <class T>
WL_BOTH cudaError_t cudaHostAlloc(T **p, size_t bytes, unsigned) {
  cudaError_t e = cudaMalloc(p, bytes);
  wl_memory_manage((unsigned long long)(uintptr_t)*p);
  return e;
}
template <class T>
WL_BOTH cudaError_t cudaMallocAsync(T **p, size_t bytes, cudaStream_t) {
  return cudaMalloc(p, bytes);
}
template <class T, class U>
WL_BOTH cudaError_t cudaHostGetDevicePointer(T **d, U *h, unsigned) {
  *d = (T *)h;
  return cudaSuccess;
}
WL_BOTH cudaError_t cudaFree(void *p) {
  return (cudaError_t)wl_error_set(wl_memory_give((unsigned long long)(uintptr_t)p));
}
WL_BOTH cudaError_t cudaFreeHost(void *p) { return cudaFree(p); }
WL_BOTH cudaError_t cudaFreeAsync(void *p, cudaStream_t) { return cudaFree(p); }
WL_BOTH cudaError_t cudaMemcpy(void *to, const void *from, size_t n, cudaMemcpyKind kind) {
  return (cudaError_t)wl_error_set(wl_memory_copy(to, from, n, kind));
}
WL_BOTH cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t n, cudaMemcpyKind kind,
                                    cudaStream_t = 0) {
  if (wl::capture([=] { cudaMemcpy(to, from, n, kind); })) return cudaSuccess;
  return cudaMemcpy(to, from, n, kind);
}
WL_BOTH cudaError_t cudaMemcpyPeer(void *to, int, const void *from, int, size_t n) {
  return cudaMemcpy(to, from, n, cudaMemcpyDefault);
}
WL_BOTH cudaError_t cudaMemcpyPeerAsync(void *to, int, const void *from, int, size_t n,
                                        cudaStream_t = 0) {
  return cudaMemcpy(to, from, n, cudaMemcpyDefault);
}
WL_BOTH cudaError_t cudaMemset(void *to, int v, size_t n) {
  return (cudaError_t)wl_error_set(wl_memory_set(to, v, n));
}
WL_BOTH cudaError_t cudaMemsetAsync(void *to, int v, size_t n, cudaStream_t = 0) {
  if (wl::capture([=] { cudaMemset(to, v, n); })) return cudaSuccess;
  return cudaMemset(to, v, n);
}
WL_BOTH cudaError_t cudaMemcpy2D(void *to, size_t tp, const void *from, size_t fp, size_t w,
                                 size_t h, cudaMemcpyKind kind) {
  for (size_t i = 0; i < h; i++) {
    cudaError_t e = cudaMemcpy((char *)to + i * tp, (const char *)from + i * fp, w, kind);
    if (e != cudaSuccess) return e;
  }
  return cudaSuccess;
}
WL_BOTH cudaError_t cudaMemcpy2DAsync(void *to, size_t tp, const void *from, size_t fp, size_t w,
                                      size_t h, cudaMemcpyKind kind, cudaStream_t = 0) {
  return cudaMemcpy2D(to, tp, from, fp, w, h, kind);
}
WL_BOTH cudaError_t cudaMemset2D(void *to, size_t tp, int v, size_t w, size_t h) {
  for (size_t i = 0; i < h; i++) cudaMemset((char *)to + i * tp, v, w);
  return cudaSuccess;
}
template <class T>
WL_BOTH cudaError_t cudaMallocPitch(T **p, size_t *pitch, size_t w, size_t h) {
  *pitch = (w + 511) / 512 * 512;
  return cudaMalloc(p, *pitch * h);
}
struct cudaExtent {
  size_t width, height, depth;
};
struct cudaPos {
  size_t x, y, z;
};
struct cudaPitchedPtr {
  void *ptr;
  size_t pitch, xsize, ysize;
};
struct cudaMemcpy3DParms {
  struct cudaArray *srcArray;
  cudaPos srcPos;
  cudaPitchedPtr srcPtr;
  struct cudaArray *dstArray;
  cudaPos dstPos;
  cudaPitchedPtr dstPtr;
  cudaExtent extent;
  cudaMemcpyKind kind;
};
WL_BOTH cudaExtent make_cudaExtent(size_t w, size_t h, size_t d) { return {w, h, d}; }
WL_BOTH cudaPos make_cudaPos(size_t x, size_t y, size_t z) { return {x, y, z}; }
WL_BOTH cudaPitchedPtr make_cudaPitchedPtr(void *p, size_t pitch, size_t w, size_t h) {
  return {p, pitch, w, h};
}
WL_BOTH cudaError_t cudaMalloc3D(cudaPitchedPtr *p, cudaExtent e) {
  p->xsize = e.width, p->ysize = e.height;
  return cudaMallocPitch(&p->ptr, &p->pitch, e.width, e.height * e.depth);
}
WL_BOTH cudaError_t cudaMemset3D(cudaPitchedPtr p, int v, cudaExtent e) {
  for (size_t z = 0; z < e.depth; z++)
    cudaMemset2D((char *)p.ptr + z * p.pitch * p.ysize, p.pitch, v, e.width, e.height);
  return cudaSuccess;
}
WL_BOTH cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms *m) {
  if (m->srcArray || m->dstArray) return (cudaError_t)wl_error_set(801);
  for (size_t z = 0; z < m->extent.depth; z++) {
    const cudaPitchedPtr &to = m->dstPtr, &from = m->srcPtr;
    size_t a = ((z + m->dstPos.z) * to.ysize + m->dstPos.y) * to.pitch + m->dstPos.x;
    size_t b = ((z + m->srcPos.z) * from.ysize + m->srcPos.y) * from.pitch + m->srcPos.x;
    cudaError_t e = cudaMemcpy2D((char *)to.ptr + a, to.pitch, (const char *)from.ptr + b,
                                 from.pitch, m->extent.width, m->extent.height, m->kind);
    if (e != cudaSuccess) return e;
  }
  return cudaSuccess;
}
template <class T>
WL_BOTH cudaError_t cudaMemcpyToSymbol(T &symbol, const void *from, size_t n, size_t at = 0,
                                       cudaMemcpyKind = cudaMemcpyHostToDevice) {
  if (at > sizeof symbol || n > sizeof symbol - at) return (cudaError_t)wl_error_set(1);
  return cudaMemcpy((char *)&symbol + at, from, n, cudaMemcpyDefault);
}
template <class T>
WL_BOTH cudaError_t cudaMemcpyToSymbolAsync(T &symbol, const void *from, size_t n, size_t at,
                                            cudaMemcpyKind k, cudaStream_t = 0) {
  return cudaMemcpyToSymbol(symbol, from, n, at, k);
}
template <class T>
WL_BOTH cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, size_t n, size_t at = 0,
                                         cudaMemcpyKind = cudaMemcpyDeviceToHost) {
  if (at > sizeof symbol || n > sizeof symbol - at) return (cudaError_t)wl_error_set(1);
  return cudaMemcpy(to, (const char *)&symbol + at, n, cudaMemcpyDefault);
}
template <class T>
WL_BOTH cudaError_t cudaGetSymbolAddress(void **p, T &symbol) {
  *p = (void *)&symbol;
  return cudaSuccess;
}
template <class T>
WL_BOTH cudaError_t cudaGetSymbolSize(size_t *n, T &) {
  *n = sizeof(T);
  return cudaSuccess;
}
WL_BOTH cudaError_t cudaMemGetInfo(size_t *left, size_t *all) {
  *left = wl_memory_left();
  *all = wl_memory_all();
  return cudaSuccess;
}

WL_BOTH cudaError_t cudaDeviceSynchronize() {
  wl_synchronize();
  return (cudaError_t)wl_error_last(0);
}
WL_BOTH cudaError_t cudaThreadSynchronize() { return cudaDeviceSynchronize(); }
WL_BOTH cudaError_t cudaGetLastError() { return (cudaError_t)wl_error_last(1); }
WL_BOTH cudaError_t cudaPeekAtLastError() { return (cudaError_t)wl_error_last(0); }
WL_BOTH const char *cudaGetErrorString(cudaError_t e) { return wl_error_text(e, 0); }
WL_BOTH const char *cudaGetErrorName(cudaError_t e) { return wl_error_text(e, 1); }
#define WL_NOTHING(...) \
  WL_BOTH cudaError_t __VA_ARGS__ { return cudaSuccess; }
WL_NOTHING(cudaSetDevice(int))
WL_NOTHING(cudaDeviceEnablePeerAccess(int, unsigned))
WL_NOTHING(cudaDeviceDisablePeerAccess(int))
WL_NOTHING(cudaStreamAttachMemAsync(cudaStream_t, void *, size_t = 0, unsigned = 4))
WL_NOTHING(cudaMemPoolSetAttribute(cudaMemPool_t, cudaMemPoolAttr, void *))
WL_NOTHING(cudaMemPoolTrimTo(cudaMemPool_t, size_t))
WL_NOTHING(cudaCtxResetPersistingL2Cache())
WL_NOTHING(cudaMemPrefetchAsync(const void *, size_t, cudaMemLocation, unsigned, cudaStream_t = 0))
WL_NOTHING(cudaMemAdvise(const void *, size_t, cudaMemoryAdvise, cudaMemLocation))
WL_NOTHING(cudaEventRecordWithFlags(cudaEvent_t, cudaStream_t = 0, unsigned = 0))
WL_NOTHING(cudaDeviceReset()) WL_NOTHING(cudaThreadExit()) WL_NOTHING(
    cudaSetDeviceFlags(unsigned)) WL_NOTHING(cudaStreamDestroy(cudaStream_t))
    WL_NOTHING(cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned = 0)) WL_NOTHING(
        cudaEventDestroy(cudaEvent_t)) WL_NOTHING(cudaEventRecord(cudaEvent_t, cudaStream_t = 0))
        WL_NOTHING(cudaEventQuery(cudaEvent_t)) WL_NOTHING(cudaStreamQuery(cudaStream_t))
            WL_NOTHING(cudaDeviceSetCacheConfig(cudaFuncCache))
                WL_NOTHING(cudaDeviceSetSharedMemConfig(cudaSharedMemConfig))
                    WL_NOTHING(cudaDeviceSetLimit(cudaLimit, size_t))
                        WL_NOTHING(cudaProfilerStart()) WL_NOTHING(cudaProfilerStop()) WL_NOTHING(
                            cudaMemPrefetchAsync(const void *, size_t, int, cudaStream_t = 0))
                            WL_NOTHING(cudaMemAdvise(const void *, size_t, cudaMemoryAdvise, int))
                                WL_NOTHING(cudaHostRegister(void *, size_t, unsigned))
                                    WL_NOTHING(cudaHostUnregister(void *)) template <class F>
                                    WL_NOTHING(cudaFuncSetCacheConfig(F, cudaFuncCache))
                                    template <class F>
                                    WL_NOTHING(cudaFuncSetSharedMemConfig(F, cudaSharedMemConfig))
#undef WL_NOTHING
template <class F>
WL_BOTH cudaError_t cudaFuncSetAttribute(F, cudaFuncAttribute a, int bytes) {
  if (a == cudaFuncAttributeMaxDynamicSharedMemorySize) wl_shared_allow(bytes);
  return cudaSuccess;
}
                                    WL_BOTH cudaError_t cudaStreamSynchronize(cudaStream_t) {
  wl_synchronize();
  return cudaSuccess;
}
WL_BOTH cudaError_t cudaEventSynchronize(cudaEvent_t) {
  wl_synchronize();
  return cudaSuccess;
}
WL_BOTH cudaError_t cudaStreamCreate(cudaStream_t *s) {
  *s = 0;
  return cudaSuccess;
}
WL_BOTH cudaError_t cudaStreamCreateWithFlags(cudaStream_t *s, unsigned) {
  *s = 0;
  return cudaSuccess;
}
WL_BOTH cudaError_t cudaEventCreate(cudaEvent_t *e, unsigned = 0) {
  *e = 0;
  return cudaSuccess;
}
WL_BOTH cudaError_t cudaEventCreateWithFlags(cudaEvent_t *e, unsigned) {
  *e = 0;
  return cudaSuccess;
}
// Functions that give one value, or two.
#define WL_GIVES(name, T, v, ...)      \
  WL_BOTH cudaError_t name(__VA_ARGS__) { \
    *p = v;                            \
    return cudaSuccess;                \
  }
WL_GIVES(cudaStreamCreateWithPriority, cudaStream_t, 0, cudaStream_t *p, unsigned, int)
WL_GIVES(cudaStreamGetPriority, int, 0, cudaStream_t, int *p)
WL_GIVES(cudaStreamGetFlags, unsigned, 0, cudaStream_t, unsigned *p)
WL_GIVES(cudaDeviceGetStreamPriorityRange, int, *q = 0, int *p, int *q)
WL_GIVES(cudaDeviceCanAccessPeer, int, 0, int *p, int, int)
WL_GIVES(cudaDeviceGetSharedMemConfig, cudaSharedMemConfig, cudaSharedMemBankSizeFourByte,
         cudaSharedMemConfig *p)
WL_GIVES(cudaDeviceGetCacheConfig, cudaFuncCache, cudaFuncCachePreferNone, cudaFuncCache *p)
WL_GIVES(cudaDeviceGetLimit, size_t, 0, size_t *p, cudaLimit)
WL_GIVES(cudaDeviceGetDefaultMemPool, cudaMemPool_t, 0, cudaMemPool_t *p, int)
WL_GIVES(cudaDeviceGetMemPool, cudaMemPool_t, 0, cudaMemPool_t *p, int)
WL_GIVES(cudaChooseDevice, int, 0, int *p, const cudaDeviceProp *)
WL_GIVES(cudaHostGetFlags, unsigned, 0, unsigned *p, void *)
#undef WL_GIVES
WL_BOTH cudaError_t cudaDeviceGetPCIBusId(char *text, int size, int) {
  snprintf(text, size, "0000:00:00.0");
  return cudaSuccess;
}
WL_BOTH cudaError_t cudaStreamAddCallback(cudaStream_t s, cudaStreamCallback_t call, void *data,
                                          unsigned) {
  wl_synchronize();
  call(s, cudaSuccess, data);
  return cudaSuccess;
}
WL_BOTH cudaError_t cudaLaunchHostFunc(cudaStream_t, cudaHostFn_t call, void *data) {
  if (wl::capture([=] { call(data); })) return cudaSuccess;
  wl_synchronize();
  call(data);
  return cudaSuccess;
}
WL_BOTH cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t, cudaEvent_t) {
  *ms = 0;
  return cudaSuccess;
}
WL_BOTH cudaError_t cudaGetDevice(int *n) {
  *n = 0;
  return cudaSuccess;
}
WL_BOTH cudaError_t cudaGetDeviceCount(int *n) {
  *n = 1;
  return cudaSuccess;
}
WL_BOTH cudaError_t cudaDriverGetVersion(int *n) {
  *n = 12000;
  return cudaSuccess;
}
WL_BOTH cudaError_t cudaRuntimeGetVersion(int *n) {
  *n = 12000;
  return cudaSuccess;
}
WL_BOTH cudaError_t cudaGetDeviceProperties(cudaDeviceProp *p, int) {
  memset(p, 0, sizeof *p);
  strcpy(p->name, "warplens");
  p->totalGlobalMem = wl_memory_all(), p->sharedMemPerBlock = 49152, p->totalConstMem = 65536;
  p->sharedMemPerMultiprocessor = 233472, p->sharedMemPerBlockOptin = 232448;
  p->regsPerBlock = p->regsPerMultiprocessor = 65536, p->warpSize = 32;
  p->maxThreadsPerBlock = 1024, p->maxThreadsDim[0] = p->maxThreadsDim[1] = 1024;
  p->maxThreadsDim[2] = 64, p->maxGridSize[0] = 2147483647;
  p->maxGridSize[1] = p->maxGridSize[2] = 65535, p->clockRate = 1980000, p->major = 9;
  p->multiProcessorCount = 132, p->memoryClockRate = 2619000, p->memoryBusWidth = 5120;
  p->l2CacheSize = 52428800, p->maxThreadsPerMultiProcessor = 2048;
  p->maxBlocksPerMultiProcessor = 32, p->concurrentKernels = p->canMapHostMemory = 1;
  p->unifiedAddressing = p->managedMemory = p->concurrentManagedAccess = 1;
  p->memoryPoolsSupported = p->streamPrioritiesSupported = 1;
  p->globalL1CacheSupported = p->localL1CacheSupported = 1;
  return cudaSuccess;
}
WL_BOTH cudaError_t cudaDeviceGetAttribute(int *v, cudaDeviceAttr a, int) {
  switch (a) {
    case cudaDevAttrMaxThreadsPerBlock: *v = 1024; break;
    case cudaDevAttrMaxSharedMemoryPerBlock: *v = 49152; break;
    case cudaDevAttrWarpSize: *v = 32; break;
    case cudaDevAttrClockRate: *v = 1980000; break;
    case cudaDevAttrMultiProcessorCount: *v = 132; break;
    case cudaDevAttrMaxThreadsPerMultiProcessor: *v = 2048; break;
    case cudaDevAttrL2CacheSize: *v = 52428800; break;
    case cudaDevAttrComputeCapabilityMajor: *v = 9; break;
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor: *v = 233472; break;
    case cudaDevAttrMaxBlockDimX:
    case cudaDevAttrMaxBlockDimY: *v = 1024; break;
    case cudaDevAttrMaxBlockDimZ: *v = 64; break;
    case cudaDevAttrMaxGridDimX: *v = 2147483647; break;
    case cudaDevAttrMaxGridDimY:
    case cudaDevAttrMaxGridDimZ: *v = 65535; break;
    case cudaDevAttrTotalConstantMemory:
    case cudaDevAttrMaxRegistersPerBlock:
    case cudaDevAttrMaxRegistersPerMultiprocessor: *v = 65536; break;
    case cudaDevAttrMemoryClockRate: *v = 2619000; break;
    case cudaDevAttrGlobalMemoryBusWidth: *v = 5120; break;
    case cudaDevAttrMaxBlocksPerMultiprocessor: *v = 32; break;
    case cudaDevAttrCanMapHostMemory:
    case cudaDevAttrConcurrentKernels:
    case cudaDevAttrUnifiedAddressing:
    case cudaDevAttrManagedMemory:
    case cudaDevAttrConcurrentManagedAccess:
    case cudaDevAttrMemoryPoolsSupported: *v = 1; break;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin: *v = 232448; break;
    default: *v = 0;
  }
  return cudaSuccess;
}
WL_BOTH cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *a, const void *p) {
  bool device = wl_memory_has(p);
  a->type = device ? cudaMemoryTypeDevice : cudaMemoryTypeUnregistered, a->device = 0;
  a->devicePointer = device ? (void *)p : 0, a->hostPointer = device ? 0 : (void *)p;
  return cudaSuccess;
}
// A kernel by its pointer: the addresses of its arguments.
namespace wl {
template <class... P, size_t... I>
cudaError_t launch_pointer(void (*kernel)(P...), dim3 grid, dim3 block, void **of, size_t shared,
                           std::index_sequence<I...>) {
  (void)of;
  config(grid, block, shared).call("kernel", [=](auto... a) { kernel(a...); })(
      *(typename std::remove_reference<P>::type *)of[I]...);
  return (cudaError_t)wl_error_last(0);
}
}  // namespace wl
template <class... P>
WL_BOTH cudaError_t cudaLaunchKernel(void (*kernel)(P...), dim3 grid, dim3 block, void **of,
                                     size_t shared = 0, cudaStream_t = 0) {
  return wl::launch_pointer(kernel, grid, block, of, shared, std::index_sequence_for<P...>());
}
template <class... P>
WL_BOTH cudaError_t cudaLaunchCooperativeKernel(void (*kernel)(P...), dim3 grid, dim3 block,
                                                void **of, size_t shared = 0, cudaStream_t = 0) {
  return wl::launch_pointer(kernel, grid, block, of, shared, std::index_sequence_for<P...>());
}
template <class F>
WL_BOTH cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *a, F) {
  memset(a, 0, sizeof *a);
  a->maxThreadsPerBlock = 1024;
  return cudaSuccess;
}
template <class F>
WL_BOTH cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *n, F, int block, size_t) {
  *n = block > 0 ? 2048 / block : 0;
  return cudaSuccess;
}
template <class F>
WL_BOTH cudaError_t cudaOccupancyMaxPotentialBlockSize(int *grid, int *block, F, size_t = 0,
                                                       int = 0) {
  *grid = 264;
  *block = 1024;
  return cudaSuccess;
}

#endif
