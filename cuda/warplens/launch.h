// Types of the runtime, and how a kernel is launched.
#ifndef WARPLENS_LAUNCH_H
#define WARPLENS_LAUNCH_H

enum cudaError_t_values {
  cudaSuccess = 0,
  cudaErrorInvalidValue = 1,
  cudaErrorMemoryAllocation = 2,
  cudaErrorInitializationError = 3,
  cudaErrorInvalidConfiguration = 9,
  cudaErrorInvalidDevicePointer = 17,
  cudaErrorInvalidMemcpyDirection = 21,
  cudaErrorInvalidDevice = 101,
  cudaErrorNoDevice = 100,
  cudaErrorNotReady = 600,
  cudaErrorIllegalAddress = 700,
  cudaErrorLaunchFailure = 719,
  cudaErrorNotSupported = 801,
  cudaErrorUnknown = 999
};
typedef enum cudaError_t_values cudaError_t;
typedef cudaError_t cudaError;
enum cudaMemcpyKind {
  cudaMemcpyHostToHost,
  cudaMemcpyHostToDevice,
  cudaMemcpyDeviceToHost,
  cudaMemcpyDeviceToDevice,
  cudaMemcpyDefault
};
typedef struct wl_stream *cudaStream_t;
typedef struct wl_event *cudaEvent_t;
typedef struct wl_pool *cudaMemPool_t;
typedef void (*cudaHostFn_t)(void *);
typedef void (*cudaStreamCallback_t)(cudaStream_t, cudaError_t, void *);
enum cudaMemPoolAttr { cudaMemPoolAttrReleaseThreshold = 4 };
enum cudaMemoryType {
  cudaMemoryTypeUnregistered,
  cudaMemoryTypeHost,
  cudaMemoryTypeDevice,
  cudaMemoryTypeManaged
};
struct cudaPointerAttributes {
  cudaMemoryType type;
  int device;
  void *devicePointer, *hostPointer;
};
enum cudaMemLocationType {
  cudaMemLocationTypeInvalid,
  cudaMemLocationTypeDevice,
  cudaMemLocationTypeHost
};
struct cudaMemLocation {
  cudaMemLocationType type;
  int id;
};
enum cudaComputeMode {
  cudaComputeModeDefault,
  cudaComputeModeExclusive,
  cudaComputeModeProhibited,
  cudaComputeModeExclusiveProcess
};
enum cudaFuncAttribute {
  cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
  cudaFuncAttributePreferredSharedMemoryCarveout = 9
};
enum cudaFuncCache {
  cudaFuncCachePreferNone,
  cudaFuncCachePreferShared,
  cudaFuncCachePreferL1,
  cudaFuncCachePreferEqual
};
enum cudaSharedMemConfig {
  cudaSharedMemBankSizeDefault,
  cudaSharedMemBankSizeFourByte,
  cudaSharedMemBankSizeEightByte
};
enum cudaLimit {
  cudaLimitStackSize,
  cudaLimitPrintfFifoSize,
  cudaLimitMallocHeapSize,
  cudaLimitDevRuntimeSyncDepth,
  cudaLimitDevRuntimePendingLaunchCount,
  cudaLimitMaxL2FetchGranularity,
  cudaLimitPersistingL2CacheSize
};
enum cudaDeviceAttr {
  cudaDevAttrMaxThreadsPerBlock = 1,
  cudaDevAttrMaxBlockDimX = 2,
  cudaDevAttrMaxBlockDimY,
  cudaDevAttrMaxBlockDimZ,
  cudaDevAttrMaxGridDimX,
  cudaDevAttrMaxGridDimY,
  cudaDevAttrMaxGridDimZ,
  cudaDevAttrMaxSharedMemoryPerBlock = 8,
  cudaDevAttrTotalConstantMemory = 9,
  cudaDevAttrWarpSize = 10,
  cudaDevAttrMaxRegistersPerBlock = 12,
  cudaDevAttrClockRate = 13,
  cudaDevAttrGpuOverlap = 15,
  cudaDevAttrMultiProcessorCount = 16,
  cudaDevAttrIntegrated = 18,
  cudaDevAttrCanMapHostMemory = 19,
  cudaDevAttrComputeMode = 20,
  cudaDevAttrConcurrentKernels = 31,
  cudaDevAttrMemoryClockRate = 36,
  cudaDevAttrGlobalMemoryBusWidth = 37,
  cudaDevAttrMaxThreadsPerMultiProcessor = 39,
  cudaDevAttrAsyncEngineCount = 40,
  cudaDevAttrUnifiedAddressing = 41,
  cudaDevAttrL2CacheSize = 38,
  cudaDevAttrComputeCapabilityMajor = 75,
  cudaDevAttrComputeCapabilityMinor = 76,
  cudaDevAttrMaxSharedMemoryPerMultiprocessor = 81,
  cudaDevAttrMaxRegistersPerMultiprocessor = 82,
  cudaDevAttrManagedMemory = 83,
  cudaDevAttrPageableMemoryAccess = 88,
  cudaDevAttrConcurrentManagedAccess = 89,
  cudaDevAttrCooperativeLaunch = 95,
  cudaDevAttrMaxSharedMemoryPerBlockOptin = 97,
  cudaDevAttrMaxBlocksPerMultiprocessor = 106,
  cudaDevAttrMemoryPoolsSupported = 115
};
enum {
  cudaMemAttachGlobal = 1,
  cudaMemAttachHost = 2,
  cudaMemAttachSingle = 4,
  cudaHostAllocDefault = 0,
  cudaHostAllocPortable = 1,
  cudaHostAllocMapped = 2,
  cudaHostAllocWriteCombined = 4,
  cudaEventDefault = 0,
  cudaEventBlockingSync = 1,
  cudaEventDisableTiming = 2,
  cudaEventInterprocess = 4,
  cudaStreamDefault = 0,
  cudaStreamNonBlocking = 1,
  cudaCpuDeviceId = -1,
  cudaDeviceMapHost = 8,
  cudaDeviceScheduleAuto = 0,
  cudaDeviceScheduleSpin = 1,
  cudaDeviceScheduleYield = 2,
  cudaDeviceScheduleBlockingSync = 4,
  cudaDeviceBlockingSync = 4,
  cudaInvalidDeviceId = -2,
  cudaHostRegisterDefault = 0,
  cudaHostRegisterPortable = 1,
  cudaHostRegisterMapped = 2
};
enum cudaMemoryAdvise {
  cudaMemAdviseSetReadMostly = 1,
  cudaMemAdviseUnsetReadMostly,
  cudaMemAdviseSetPreferredLocation,
  cudaMemAdviseUnsetPreferredLocation,
  cudaMemAdviseSetAccessedBy,
  cudaMemAdviseUnsetAccessedBy
};

struct cudaDeviceProp {
  char name[256];
  size_t totalGlobalMem, sharedMemPerBlock, totalConstMem, sharedMemPerMultiprocessor,
      sharedMemPerBlockOptin, memPitch, textureAlignment;
  int regsPerBlock, regsPerMultiprocessor, warpSize, maxThreadsPerBlock, maxThreadsDim[3],
      maxGridSize[3], clockRate, major, minor, multiProcessorCount, memoryClockRate, memoryBusWidth,
      l2CacheSize, maxThreadsPerMultiProcessor, maxBlocksPerMultiProcessor, concurrentKernels,
      integrated, canMapHostMemory, unifiedAddressing, managedMemory, concurrentManagedAccess,
      asyncEngineCount, deviceOverlap, computeMode, ECCEnabled, kernelExecTimeoutEnabled, pciBusID,
      pciDeviceID, pciDomainID, cooperativeLaunch, cooperativeMultiDeviceLaunch,
      streamPrioritiesSupported, globalL1CacheSupported, localL1CacheSupported, isMultiGpuBoard,
      multiGpuBoardGroupID, hostNativeAtomicSupported, singleToDoublePrecisionPerfRatio,
      pageableMemoryAccess, pageableMemoryAccessUsesHostPageTables, computePreemptionSupported,
      canUseHostPointerForRegisteredMem, directManagedMemAccessFromHost, tccDriver,
      persistingL2CacheMaxSize, accessPolicyMaxWindowSize, memoryPoolsSupported, maxTexture1D,
      maxTexture1DLayered[2], maxTexture2D[2], maxTexture2DLayered[3], maxTexture3D[3];
  size_t texturePitchAlignment, surfaceAlignment, reservedSharedMemPerBlock;
};
struct cudaFuncAttributes {
  size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
  int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, maxDynamicSharedSizeBytes;
};

extern "C" {
void wl_launch_begin(const unsigned grid[3], const unsigned block[3], unsigned long long dynamic,
                     const char *name, const char *file, unsigned line);
void wl_launch_argument(int pointer, unsigned long long value, unsigned scalar, unsigned components,
                        unsigned bytes);
void wl_launch_refuse(const char *name, const char *parameter, const char *why);
int wl_launch_run(void (*call)(void *), void *of);
int wl_memory_take(unsigned long long bytes, unsigned long long *at);
int wl_memory_give(unsigned long long at);
void wl_memory_manage(unsigned long long at), wl_memory_open(bool open);
void wl_shared_allow(int bytes);
bool wl_memory_has(const void *p);
unsigned long long wl_memory_left(void), wl_memory_all(void);
int wl_memory_copy(void *to, const void *from, size_t bytes, int kind);
int wl_memory_set(void *to, int value, size_t bytes);
int wl_error_last(int clear);
int wl_error_set(int error);
void wl_synchronize(void);
const char *wl_error_text(int error, int name);
int wl_rt_syncthreads(unsigned mode, int predicate);
void wl_rt_syncwarp(unsigned mask);
void wl_rt_tell(unsigned name, unsigned value);
unsigned long long wl_rt_shuffle(unsigned mode, unsigned sync, unsigned mask,
                                 unsigned long long value, int argument, unsigned width,
                                 unsigned scalar);
unsigned long long wl_rt_vote(unsigned name, unsigned mask, unsigned long long value,
                              unsigned is_signed);
unsigned long long wl_rt_atomic(unsigned op, unsigned scalar, unsigned long long address,
                                unsigned long long value, unsigned long long compare, int constant);
void wl_rt_refuse(const char *what, const char *hint);
void wl_rt_cache(unsigned cache);
unsigned wl_rt_lane(void), wl_rt_warp(void);
void wl_rt_copy(unsigned long long to, unsigned long long from, unsigned bytes, unsigned filled,
                unsigned past_l1);
float wl_half_to_float(unsigned short h);
unsigned short wl_float_to_half(float f);
}

namespace wl {
// The number that tables have for a type, and how many of them; 0 components: another type.
template <class T>
struct type {
  enum { scalar = 5, components = 0 };
};
#define WL_TYPE(T, s, n)                 \
  template <>                            \
  struct type<T> {                       \
    enum { scalar = s, components = n }; \
  };
WL_TYPE(char, 0, 1)
WL_TYPE(signed char, 0, 1) WL_TYPE(unsigned char, 1, 1) WL_TYPE(bool, 1, 1) WL_TYPE(short, 2, 1)
    WL_TYPE(unsigned short, 3, 1) WL_TYPE(int, 4, 1) WL_TYPE(unsigned, 5, 1) WL_TYPE(long, 6, 1)
        WL_TYPE(unsigned long, 7, 1) WL_TYPE(long long, 6, 1) WL_TYPE(unsigned long long, 7, 1)
            WL_TYPE(float, 9, 1) WL_TYPE(double, 10, 1) WL_TYPE(char2, 0, 2) WL_TYPE(char4, 0, 4)
                WL_TYPE(uchar2, 1, 2) WL_TYPE(uchar4, 1, 4) WL_TYPE(uchar3, 1, 3)
                    WL_TYPE(short2, 2, 2) WL_TYPE(short4, 2, 4) WL_TYPE(ushort2, 3, 2)
                        WL_TYPE(ushort4, 3, 4) WL_TYPE(int2, 4, 2) WL_TYPE(int3, 4, 3)
                            WL_TYPE(int4, 4, 4) WL_TYPE(uint2, 5, 2) WL_TYPE(uint3, 5, 3)
                                WL_TYPE(uint4, 5, 4) WL_TYPE(longlong2, 6, 2)
                                    WL_TYPE(ulonglong2, 7, 2) WL_TYPE(float2, 9, 2)
                                        WL_TYPE(float3, 9, 3) WL_TYPE(float4, 9, 4)
                                            WL_TYPE(double2, 10, 2)
#undef WL_TYPE

                                                template <class T>
                                                WL_BOTH unsigned long long bits(T v) {
  unsigned long long b = 0;
  static_assert(sizeof v <= 8, "a value of more than 8 bytes");
  __builtin_memcpy(&b, &v, sizeof v);
  return b;
}
template <class T>
WL_BOTH T value(unsigned long long b) {
  T v;
  __builtin_memcpy(&v, &b, sizeof v);
  return v;
}

template <class T>
struct argument {
  static void tell(const T &v) {
    unsigned long long b = 0;
    __builtin_memcpy(&b, &v, sizeof v < 8 ? sizeof v : 8);
    wl_launch_argument(0, b, 0, 0, sizeof v);
  }
};
template <class T>
struct argument<T *> {
  static void tell(T *v) {
    typedef typename std::remove_cv<T>::type U;
    wl_launch_argument(1, (unsigned long long)(uintptr_t)v, type<U>::scalar, type<U>::components,
                       0);
  }
};

// What is to be done when a graph is launched.
struct work {
  work *next = 0;
  virtual void run() = 0;
};
template <class F>
struct work_of : work {
  F f;
  work_of(F g) : f(g) {}
  void run() override { f(); }
};
struct graph {
  work *first = 0, **last = &first;
  void run() {
    for (work *w = first; w; w = w->next) w->run();
  }
};
inline graph *captured;  // while a stream is captured, or a node is made
// Takes what has to be done into the graph. False: it is to be done now.
template <class F>
WL_BOTH bool capture(F f) {
  if (!captured) return false;
  *captured->last = new work_of<F>(f);
  captured->last = &(*captured->last)->next;
  return true;
}

template <class F>
struct launcher;
struct config {
  config(dim3 grid, dim3 block, size_t dynamic = 0, cudaStream_t = 0,
         const char *in = __builtin_FILE(), unsigned at = __builtin_LINE())
      : file(in), line(at) {
    g[0] = grid.x, g[1] = grid.y, g[2] = grid.z;
    b[0] = block.x, b[1] = block.y, b[2] = block.z;
    bytes = dynamic;
  }
  template <class F>
  launcher<F> call(const char *name, F f) {
    return launcher<F>{f, *this, name};
  }
  unsigned g[3], b[3];
  size_t bytes;
  const char *file;
  unsigned line;
};
template <class F>
struct launcher {
  F f;
  config of;
  const char *name;
  template <class... A>
  void operator()(A... a) {
    launcher own = *this;
    if (captured && capture([=]() mutable { own(a...); })) return;
    wl_launch_begin(of.g, of.b, of.bytes, name, of.file, of.line);
    int all[] = {0, (argument<A>::tell(a), 0)...};
    (void)all;
    auto call = [&]() { f(a...); };
    typedef decltype(call) C;
    wl_error_set(wl_launch_run([](void *c) { (*(C *)c)(); }, &call));
  }
};
}  // namespace wl
#define WL_LAUNCH(name, ...) \
  ::wl::config(__VA_ARGS__).call(#name, [&](auto... wl_a) { name(wl_a...); })

#endif
