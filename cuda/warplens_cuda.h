// CUDA's names for the compiler of the machine: threads are fibers, memories are parts of one
// address space. warplens puts this in front of a .cu file.
#ifndef WARPLENS_CUDA_H
#define WARPLENS_CUDA_H
#pragma clang system_header

#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmath>
#include <type_traits>
#include <utility>

#define __CUDACC__ 1
#define __NVCC__ 1
#define __WARPLENS__ 1
#define __CUDA_ARCH__ 900
#define CUDART_VERSION 12000
#define CUDA_VERSION 12000
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 0

#define WL_BOTH static inline __attribute__((always_inline))
#define __global__ __attribute__((used, noinline, annotate("wl_global")))
#define __device__ __attribute__((used, annotate("wl_device")))
#define __host__
#define __managed__ __attribute__((used, annotate("wl_device")))
#define __wl_shared__ static __attribute__((used, section("wl_shared")))
#define __wl_dynamic_shared__ __attribute__((section("wl_dynamic")))
#define __shared__ __attribute__((section("wl_shared")))
#define __constant__ __attribute__((used, section("wl_constant")))
#define __grid_constant__
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __launch_bounds__(...)
#define __maxnreg__(...)
#define __cluster_dims__(...)
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))
#define __host_device__
#define CUDARTAPI
#define CUDART_CB
#define CUDART_INF_F __builtin_inff()
#define CUDART_INF __builtin_inf()
#define CUDART_NAN_F __builtin_nanf("")
#define CUDART_PI_F 3.141592654f

struct __align__(1) char1 { signed char x; };
WL_BOTH char1 make_char1(signed char x) { return {x}; }
struct __align__(2) char2 { signed char x, y; };
WL_BOTH char2 make_char2(signed char x, signed char y) { return {x, y}; }
struct __align__(1) char3 { signed char x, y, z; };
WL_BOTH char3 make_char3(signed char x, signed char y, signed char z) { return {x, y, z}; }
struct __align__(4) char4 { signed char x, y, z, w; };
WL_BOTH char4 make_char4(signed char x, signed char y, signed char z, signed char w) { return {x, y, z, w}; }
struct __align__(1) uchar1 { unsigned char x; };
WL_BOTH uchar1 make_uchar1(unsigned char x) { return {x}; }
struct __align__(2) uchar2 { unsigned char x, y; };
WL_BOTH uchar2 make_uchar2(unsigned char x, unsigned char y) { return {x, y}; }
struct __align__(1) uchar3 { unsigned char x, y, z; };
WL_BOTH uchar3 make_uchar3(unsigned char x, unsigned char y, unsigned char z) { return {x, y, z}; }
struct __align__(4) uchar4 { unsigned char x, y, z, w; };
WL_BOTH uchar4 make_uchar4(unsigned char x, unsigned char y, unsigned char z, unsigned char w) { return {x, y, z, w}; }
struct __align__(2) short1 { short x; };
WL_BOTH short1 make_short1(short x) { return {x}; }
struct __align__(4) short2 { short x, y; };
WL_BOTH short2 make_short2(short x, short y) { return {x, y}; }
struct __align__(2) short3 { short x, y, z; };
WL_BOTH short3 make_short3(short x, short y, short z) { return {x, y, z}; }
struct __align__(8) short4 { short x, y, z, w; };
WL_BOTH short4 make_short4(short x, short y, short z, short w) { return {x, y, z, w}; }
struct __align__(2) ushort1 { unsigned short x; };
WL_BOTH ushort1 make_ushort1(unsigned short x) { return {x}; }
struct __align__(4) ushort2 { unsigned short x, y; };
WL_BOTH ushort2 make_ushort2(unsigned short x, unsigned short y) { return {x, y}; }
struct __align__(2) ushort3 { unsigned short x, y, z; };
WL_BOTH ushort3 make_ushort3(unsigned short x, unsigned short y, unsigned short z) { return {x, y, z}; }
struct __align__(8) ushort4 { unsigned short x, y, z, w; };
WL_BOTH ushort4 make_ushort4(unsigned short x, unsigned short y, unsigned short z, unsigned short w) { return {x, y, z, w}; }
struct __align__(4) int1 { int x; };
WL_BOTH int1 make_int1(int x) { return {x}; }
struct __align__(8) int2 { int x, y; };
WL_BOTH int2 make_int2(int x, int y) { return {x, y}; }
struct __align__(4) int3 { int x, y, z; };
WL_BOTH int3 make_int3(int x, int y, int z) { return {x, y, z}; }
struct __align__(16) int4 { int x, y, z, w; };
WL_BOTH int4 make_int4(int x, int y, int z, int w) { return {x, y, z, w}; }
struct __align__(4) uint1 { unsigned int x; };
WL_BOTH uint1 make_uint1(unsigned int x) { return {x}; }
struct __align__(8) uint2 { unsigned int x, y; };
WL_BOTH uint2 make_uint2(unsigned int x, unsigned int y) { return {x, y}; }
struct __align__(4) uint3 { unsigned int x, y, z; };
WL_BOTH uint3 make_uint3(unsigned int x, unsigned int y, unsigned int z) { return {x, y, z}; }
struct __align__(16) uint4 { unsigned int x, y, z, w; };
WL_BOTH uint4 make_uint4(unsigned int x, unsigned int y, unsigned int z, unsigned int w) { return {x, y, z, w}; }
struct __align__(8) long1 { long x; };
WL_BOTH long1 make_long1(long x) { return {x}; }
struct __align__(16) long2 { long x, y; };
WL_BOTH long2 make_long2(long x, long y) { return {x, y}; }
struct __align__(8) long3 { long x, y, z; };
WL_BOTH long3 make_long3(long x, long y, long z) { return {x, y, z}; }
struct __align__(16) long4 { long x, y, z, w; };
WL_BOTH long4 make_long4(long x, long y, long z, long w) { return {x, y, z, w}; }
struct __align__(8) ulong1 { unsigned long x; };
WL_BOTH ulong1 make_ulong1(unsigned long x) { return {x}; }
struct __align__(16) ulong2 { unsigned long x, y; };
WL_BOTH ulong2 make_ulong2(unsigned long x, unsigned long y) { return {x, y}; }
struct __align__(8) ulong3 { unsigned long x, y, z; };
WL_BOTH ulong3 make_ulong3(unsigned long x, unsigned long y, unsigned long z) { return {x, y, z}; }
struct __align__(16) ulong4 { unsigned long x, y, z, w; };
WL_BOTH ulong4 make_ulong4(unsigned long x, unsigned long y, unsigned long z, unsigned long w) { return {x, y, z, w}; }
struct __align__(8) longlong1 { long long x; };
WL_BOTH longlong1 make_longlong1(long long x) { return {x}; }
struct __align__(16) longlong2 { long long x, y; };
WL_BOTH longlong2 make_longlong2(long long x, long long y) { return {x, y}; }
struct __align__(8) longlong3 { long long x, y, z; };
WL_BOTH longlong3 make_longlong3(long long x, long long y, long long z) { return {x, y, z}; }
struct __align__(16) longlong4 { long long x, y, z, w; };
WL_BOTH longlong4 make_longlong4(long long x, long long y, long long z, long long w) { return {x, y, z, w}; }
struct __align__(8) ulonglong1 { unsigned long long x; };
WL_BOTH ulonglong1 make_ulonglong1(unsigned long long x) { return {x}; }
struct __align__(16) ulonglong2 { unsigned long long x, y; };
WL_BOTH ulonglong2 make_ulonglong2(unsigned long long x, unsigned long long y) { return {x, y}; }
struct __align__(8) ulonglong3 { unsigned long long x, y, z; };
WL_BOTH ulonglong3 make_ulonglong3(unsigned long long x, unsigned long long y, unsigned long long z) { return {x, y, z}; }
struct __align__(16) ulonglong4 { unsigned long long x, y, z, w; };
WL_BOTH ulonglong4 make_ulonglong4(unsigned long long x, unsigned long long y, unsigned long long z, unsigned long long w) { return {x, y, z, w}; }
struct __align__(4) float1 { float x; };
WL_BOTH float1 make_float1(float x) { return {x}; }
struct __align__(8) float2 { float x, y; };
WL_BOTH float2 make_float2(float x, float y) { return {x, y}; }
struct __align__(4) float3 { float x, y, z; };
WL_BOTH float3 make_float3(float x, float y, float z) { return {x, y, z}; }
struct __align__(16) float4 { float x, y, z, w; };
WL_BOTH float4 make_float4(float x, float y, float z, float w) { return {x, y, z, w}; }
struct __align__(8) double1 { double x; };
WL_BOTH double1 make_double1(double x) { return {x}; }
struct __align__(16) double2 { double x, y; };
WL_BOTH double2 make_double2(double x, double y) { return {x, y}; }
struct __align__(8) double3 { double x, y, z; };
WL_BOTH double3 make_double3(double x, double y, double z) { return {x, y, z}; }
struct __align__(16) double4 { double x, y, z, w; };
WL_BOTH double4 make_double4(double x, double y, double z, double w) { return {x, y, z, w}; }

struct dim3 {
  unsigned int x, y, z;
  constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1) : x(vx), y(vy), z(vz) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  operator uint3() const { return {x, y, z}; }
};

extern "C" {
extern const uint3 threadIdx, blockIdx;
extern const int warpSize;
}
extern const dim3 wl_block_dim __asm__("blockDim"), wl_grid_dim __asm__("gridDim");
#define blockDim wl_block_dim
#define gridDim wl_grid_dim

// ---- the runtime ----

enum cudaError_t_values {
  cudaSuccess = 0, cudaErrorInvalidValue = 1, cudaErrorMemoryAllocation = 2,
  cudaErrorInitializationError = 3, cudaErrorInvalidConfiguration = 9,
  cudaErrorInvalidDevicePointer = 17, cudaErrorInvalidMemcpyDirection = 21,
  cudaErrorInvalidDevice = 101, cudaErrorNoDevice = 100, cudaErrorNotReady = 600,
  cudaErrorIllegalAddress = 700, cudaErrorLaunchFailure = 719, cudaErrorNotSupported = 801,
  cudaErrorUnknown = 999
};
typedef enum cudaError_t_values cudaError_t;
typedef cudaError_t cudaError;
enum cudaMemcpyKind {
  cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice,
  cudaMemcpyDefault
};
typedef struct wl_stream *cudaStream_t;
typedef struct wl_event *cudaEvent_t;
enum cudaFuncAttribute {
  cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
  cudaFuncAttributePreferredSharedMemoryCarveout = 9
};
enum cudaFuncCache {
  cudaFuncCachePreferNone, cudaFuncCachePreferShared, cudaFuncCachePreferL1, cudaFuncCachePreferEqual
};
enum cudaSharedMemConfig {
  cudaSharedMemBankSizeDefault, cudaSharedMemBankSizeFourByte, cudaSharedMemBankSizeEightByte
};
enum cudaLimit { cudaLimitStackSize, cudaLimitPrintfFifoSize, cudaLimitMallocHeapSize };
enum cudaDeviceAttr {
  cudaDevAttrMaxThreadsPerBlock = 1, cudaDevAttrMaxSharedMemoryPerBlock = 8,
  cudaDevAttrWarpSize = 10, cudaDevAttrClockRate = 13, cudaDevAttrMultiProcessorCount = 16,
  cudaDevAttrMaxThreadsPerMultiProcessor = 39, cudaDevAttrL2CacheSize = 38,
  cudaDevAttrComputeCapabilityMajor = 75, cudaDevAttrComputeCapabilityMinor = 76,
  cudaDevAttrMaxSharedMemoryPerMultiprocessor = 81, cudaDevAttrMaxSharedMemoryPerBlockOptin = 97
};
enum { cudaMemAttachGlobal = 1, cudaHostAllocDefault = 0, cudaHostAllocPortable = 1,
       cudaHostAllocMapped = 2, cudaHostAllocWriteCombined = 4, cudaEventDefault = 0,
       cudaEventBlockingSync = 1, cudaEventDisableTiming = 2, cudaStreamDefault = 0,
       cudaStreamNonBlocking = 1, cudaCpuDeviceId = -1, cudaDeviceMapHost = 8,
       cudaDeviceScheduleAuto = 0, cudaHostRegisterDefault = 0 };
enum cudaMemoryAdvise { cudaMemAdviseSetReadMostly = 1, cudaMemAdviseUnsetReadMostly,
                        cudaMemAdviseSetPreferredLocation, cudaMemAdviseUnsetPreferredLocation,
                        cudaMemAdviseSetAccessedBy, cudaMemAdviseUnsetAccessedBy };

struct cudaDeviceProp {
  char name[256];
  size_t totalGlobalMem, sharedMemPerBlock, totalConstMem, sharedMemPerMultiprocessor,
      sharedMemPerBlockOptin, memPitch, textureAlignment;
  int regsPerBlock, regsPerMultiprocessor, warpSize, maxThreadsPerBlock, maxThreadsDim[3],
      maxGridSize[3], clockRate, major, minor, multiProcessorCount, memoryClockRate,
      memoryBusWidth, l2CacheSize, maxThreadsPerMultiProcessor, maxBlocksPerMultiProcessor,
      concurrentKernels, integrated, canMapHostMemory, unifiedAddressing, managedMemory,
      concurrentManagedAccess, asyncEngineCount, deviceOverlap, computeMode, ECCEnabled,
      kernelExecTimeoutEnabled, pciBusID, pciDeviceID, cooperativeLaunch;
};
struct cudaFuncAttributes {
  size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
  int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, maxDynamicSharedSizeBytes;
};

extern "C" {
void wl_launch_begin(const unsigned grid[3], const unsigned block[3], unsigned long long dynamic,
                     const char *name);
void wl_launch_argument(int pointer, unsigned long long value, unsigned scalar,
                        unsigned components, unsigned bytes);
int wl_launch_run(void (*call)(void *), void *of);
int wl_memory_take(unsigned long long bytes, unsigned long long *at);
int wl_memory_give(unsigned long long at);
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
                                unsigned long long value, unsigned long long compare,
                                int constant);
void wl_rt_cache(unsigned cache);
unsigned wl_rt_lane(void), wl_rt_warp(void);
void wl_rt_copy(unsigned long long to, unsigned long long from, unsigned bytes, unsigned filled,
                unsigned past_l1);
float wl_half_to_float(unsigned short h);
unsigned short wl_float_to_half(float f);
}

namespace wl {
// The number that tables have for a type, and how many of them; 0 components: another type.
template <class T> struct type { enum { scalar = 5, components = 0 }; };
#define WL_TYPE(T, s, n) template <> struct type<T> { enum { scalar = s, components = n }; };
WL_TYPE(char, 0, 1) WL_TYPE(signed char, 0, 1) WL_TYPE(unsigned char, 1, 1) WL_TYPE(bool, 1, 1)
WL_TYPE(short, 2, 1) WL_TYPE(unsigned short, 3, 1) WL_TYPE(int, 4, 1) WL_TYPE(unsigned, 5, 1)
WL_TYPE(long, 6, 1) WL_TYPE(unsigned long, 7, 1) WL_TYPE(long long, 6, 1)
WL_TYPE(unsigned long long, 7, 1) WL_TYPE(float, 9, 1) WL_TYPE(double, 10, 1)
WL_TYPE(char2, 0, 2) WL_TYPE(char4, 0, 4) WL_TYPE(uchar2, 1, 2) WL_TYPE(uchar4, 1, 4)
WL_TYPE(uchar3, 1, 3) WL_TYPE(short2, 2, 2) WL_TYPE(short4, 2, 4) WL_TYPE(ushort2, 3, 2)
WL_TYPE(ushort4, 3, 4) WL_TYPE(int2, 4, 2) WL_TYPE(int3, 4, 3) WL_TYPE(int4, 4, 4)
WL_TYPE(uint2, 5, 2) WL_TYPE(uint3, 5, 3) WL_TYPE(uint4, 5, 4) WL_TYPE(longlong2, 6, 2)
WL_TYPE(ulonglong2, 7, 2) WL_TYPE(float2, 9, 2) WL_TYPE(float3, 9, 3) WL_TYPE(float4, 9, 4)
WL_TYPE(double2, 10, 2)
#undef WL_TYPE

template <class T> WL_BOTH unsigned long long bits(T v) {
  unsigned long long b = 0;
  static_assert(sizeof v <= 8, "a value of more than 8 bytes");
  __builtin_memcpy(&b, &v, sizeof v);
  return b;
}
template <class T> WL_BOTH T value(unsigned long long b) {
  T v;
  __builtin_memcpy(&v, &b, sizeof v);
  return v;
}

template <class T> struct argument {
  static void tell(const T &v) {
    unsigned long long b = 0;
    __builtin_memcpy(&b, &v, sizeof v < 8 ? sizeof v : 8);
    wl_launch_argument(0, b, 0, 0, sizeof v);
  }
};
template <class T> struct argument<T *> {
  static void tell(T *v) {
    typedef typename std::remove_cv<T>::type U;
    wl_launch_argument(1, (unsigned long long)(uintptr_t)v, type<U>::scalar, type<U>::components, 0);
  }
};

template <class F> struct launcher {
  F f;
  template <class... A> void operator()(A... a) {
    int all[] = {0, (argument<A>::tell(a), 0)...};
    (void)all;
    auto call = [&]() { f(a...); };
    typedef decltype(call) C;
    wl_error_set(wl_launch_run([](void *of) { (*(C *)of)(); }, &call));
  }
};
struct config {
  config(dim3 grid, dim3 block, size_t dynamic = 0, cudaStream_t = 0) {
    g[0] = grid.x, g[1] = grid.y, g[2] = grid.z;
    b[0] = block.x, b[1] = block.y, b[2] = block.z;
    bytes = dynamic;
  }
  template <class F> launcher<F> call(const char *name, F f) {
    wl_launch_begin(g, b, bytes, name);
    return launcher<F>{f};
  }
  unsigned g[3], b[3];
  size_t bytes;
};
}  // namespace wl
#define WL_LAUNCH(name, ...) \
  ::wl::config(__VA_ARGS__).call(#name, [&](auto... wl_a) { name(wl_a...); })

template <class T> WL_BOTH cudaError_t cudaMalloc(T **p, size_t bytes) {
  unsigned long long at;
  int error = wl_memory_take(bytes, &at);
  *p = (T *)(uintptr_t)at;
  return (cudaError_t)wl_error_set(error);
}
template <class T> WL_BOTH cudaError_t cudaMallocManaged(T **p, size_t bytes, unsigned = 1) { return cudaMalloc(p, bytes); }
template <class T> WL_BOTH cudaError_t cudaMallocHost(T **p, size_t bytes, unsigned = 0) { return cudaMalloc(p, bytes); }
template <class T> WL_BOTH cudaError_t cudaHostAlloc(T **p, size_t bytes, unsigned) { return cudaMalloc(p, bytes); }
template <class T> WL_BOTH cudaError_t cudaMallocAsync(T **p, size_t bytes, cudaStream_t) { return cudaMalloc(p, bytes); }
template <class T, class U> WL_BOTH cudaError_t cudaHostGetDevicePointer(T **d, U *h, unsigned) { *d = (T *)h; return cudaSuccess; }
WL_BOTH cudaError_t cudaFree(void *p) { return (cudaError_t)wl_error_set(wl_memory_give((unsigned long long)(uintptr_t)p)); }
WL_BOTH cudaError_t cudaFreeHost(void *p) { return cudaFree(p); }
WL_BOTH cudaError_t cudaFreeAsync(void *p, cudaStream_t) { return cudaFree(p); }
WL_BOTH cudaError_t cudaMemcpy(void *to, const void *from, size_t n, cudaMemcpyKind kind) { return (cudaError_t)wl_error_set(wl_memory_copy(to, from, n, kind)); }
WL_BOTH cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t n, cudaMemcpyKind kind, cudaStream_t = 0) { return cudaMemcpy(to, from, n, kind); }
WL_BOTH cudaError_t cudaMemset(void *to, int v, size_t n) { return (cudaError_t)wl_error_set(wl_memory_set(to, v, n)); }
WL_BOTH cudaError_t cudaMemsetAsync(void *to, int v, size_t n, cudaStream_t = 0) { return cudaMemset(to, v, n); }
WL_BOTH cudaError_t cudaMemcpy2D(void *to, size_t tp, const void *from, size_t fp, size_t w, size_t h, cudaMemcpyKind kind) {
  for (size_t i = 0; i < h; i++) {
    cudaError_t e = cudaMemcpy((char *)to + i * tp, (const char *)from + i * fp, w, kind);
    if (e != cudaSuccess) return e;
  }
  return cudaSuccess;
}
WL_BOTH cudaError_t cudaMemset2D(void *to, size_t tp, int v, size_t w, size_t h) {
  for (size_t i = 0; i < h; i++) cudaMemset((char *)to + i * tp, v, w);
  return cudaSuccess;
}
template <class T> WL_BOTH cudaError_t cudaMallocPitch(T **p, size_t *pitch, size_t w, size_t h) {
  *pitch = (w + 511) / 512 * 512;
  return cudaMalloc(p, *pitch * h);
}
template <class T> WL_BOTH cudaError_t cudaMemcpyToSymbol(T &symbol, const void *from, size_t n, size_t at = 0, cudaMemcpyKind = cudaMemcpyHostToDevice) {
  if (at > sizeof symbol || n > sizeof symbol - at) return (cudaError_t)wl_error_set(1);
  memcpy((char *)&symbol + at, from, n);
  return cudaSuccess;
}
template <class T> WL_BOTH cudaError_t cudaMemcpyToSymbolAsync(T &symbol, const void *from, size_t n, size_t at, cudaMemcpyKind k, cudaStream_t = 0) { return cudaMemcpyToSymbol(symbol, from, n, at, k); }
template <class T> WL_BOTH cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, size_t n, size_t at = 0, cudaMemcpyKind = cudaMemcpyDeviceToHost) {
  if (at > sizeof symbol || n > sizeof symbol - at) return (cudaError_t)wl_error_set(1);
  wl_synchronize();
  memcpy(to, (const char *)&symbol + at, n);
  return cudaSuccess;
}
template <class T> WL_BOTH cudaError_t cudaGetSymbolAddress(void **p, T &symbol) { *p = (void *)&symbol; return cudaSuccess; }
template <class T> WL_BOTH cudaError_t cudaGetSymbolSize(size_t *n, T &) { *n = sizeof(T); return cudaSuccess; }
WL_BOTH cudaError_t cudaMemGetInfo(size_t *left, size_t *all) { *left = wl_memory_left(); *all = wl_memory_all(); return cudaSuccess; }

WL_BOTH cudaError_t cudaDeviceSynchronize() { wl_synchronize(); return (cudaError_t)wl_error_last(0); }
WL_BOTH cudaError_t cudaThreadSynchronize() { return cudaDeviceSynchronize(); }
WL_BOTH cudaError_t cudaGetLastError() { return (cudaError_t)wl_error_last(1); }
WL_BOTH cudaError_t cudaPeekAtLastError() { return (cudaError_t)wl_error_last(0); }
WL_BOTH const char *cudaGetErrorString(cudaError_t e) { return wl_error_text(e, 0); }
WL_BOTH const char *cudaGetErrorName(cudaError_t e) { return wl_error_text(e, 1); }
#define WL_NOTHING(...) WL_BOTH cudaError_t __VA_ARGS__ { return cudaSuccess; }
WL_NOTHING(cudaSetDevice(int)) WL_NOTHING(cudaDeviceReset()) WL_NOTHING(cudaThreadExit())
WL_NOTHING(cudaSetDeviceFlags(unsigned)) WL_NOTHING(cudaStreamDestroy(cudaStream_t))
WL_NOTHING(cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned = 0))
WL_NOTHING(cudaEventDestroy(cudaEvent_t)) WL_NOTHING(cudaEventRecord(cudaEvent_t, cudaStream_t = 0))
WL_NOTHING(cudaEventQuery(cudaEvent_t)) WL_NOTHING(cudaStreamQuery(cudaStream_t))
WL_NOTHING(cudaDeviceSetCacheConfig(cudaFuncCache)) WL_NOTHING(cudaDeviceSetSharedMemConfig(cudaSharedMemConfig))
WL_NOTHING(cudaDeviceSetLimit(cudaLimit, size_t)) WL_NOTHING(cudaProfilerStart()) WL_NOTHING(cudaProfilerStop())
WL_NOTHING(cudaMemPrefetchAsync(const void *, size_t, int, cudaStream_t = 0))
WL_NOTHING(cudaMemAdvise(const void *, size_t, cudaMemoryAdvise, int))
WL_NOTHING(cudaHostRegister(void *, size_t, unsigned)) WL_NOTHING(cudaHostUnregister(void *))
template <class F> WL_NOTHING(cudaFuncSetAttribute(F, cudaFuncAttribute, int))
template <class F> WL_NOTHING(cudaFuncSetCacheConfig(F, cudaFuncCache))
template <class F> WL_NOTHING(cudaFuncSetSharedMemConfig(F, cudaSharedMemConfig))
#undef WL_NOTHING
WL_BOTH cudaError_t cudaStreamSynchronize(cudaStream_t) { wl_synchronize(); return cudaSuccess; }
WL_BOTH cudaError_t cudaEventSynchronize(cudaEvent_t) { wl_synchronize(); return cudaSuccess; }
WL_BOTH cudaError_t cudaStreamCreate(cudaStream_t *s) { *s = 0; return cudaSuccess; }
WL_BOTH cudaError_t cudaStreamCreateWithFlags(cudaStream_t *s, unsigned) { *s = 0; return cudaSuccess; }
WL_BOTH cudaError_t cudaEventCreate(cudaEvent_t *e) { *e = 0; return cudaSuccess; }
WL_BOTH cudaError_t cudaEventCreateWithFlags(cudaEvent_t *e, unsigned) { *e = 0; return cudaSuccess; }
WL_BOTH cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t, cudaEvent_t) { *ms = 0; return cudaSuccess; }
WL_BOTH cudaError_t cudaGetDevice(int *n) { *n = 0; return cudaSuccess; }
WL_BOTH cudaError_t cudaGetDeviceCount(int *n) { *n = 1; return cudaSuccess; }
WL_BOTH cudaError_t cudaDriverGetVersion(int *n) { *n = 12000; return cudaSuccess; }
WL_BOTH cudaError_t cudaRuntimeGetVersion(int *n) { *n = 12000; return cudaSuccess; }
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
    case cudaDevAttrMaxSharedMemoryPerBlockOptin: *v = 232448; break;
    default: *v = 0;
  }
  return cudaSuccess;
}
template <class F> WL_BOTH cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *a, F) {
  memset(a, 0, sizeof *a);
  a->maxThreadsPerBlock = 1024;
  return cudaSuccess;
}
template <class F> WL_BOTH cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *n, F, int block, size_t) { *n = block > 0 ? 2048 / block : 0; return cudaSuccess; }
template <class F> WL_BOTH cudaError_t cudaOccupancyMaxPotentialBlockSize(int *grid, int *block, F, size_t = 0, int = 0) { *grid = 264; *block = 1024; return cudaSuccess; }

// ---- files without main ----

namespace wl {
inline unsigned long long alone_n;
inline bool alone_square;
inline dim3 alone_grid, alone_block;
inline void alone_begin(unsigned long long n, bool square, dim3 grid, dim3 block) {
  alone_n = n, alone_square = square, alone_grid = grid, alone_block = block;
}
template <class T> WL_BOTH void fill(T &v, unsigned long long i) {
  if constexpr (std::is_arithmetic<T>::value) v = (T)(i % 1024);
  else memset(&v, 0, sizeof v);
}
// What a parameter is given: the length, or an array that is filled by index.
template <class P> struct given {
  static P make() {
    if constexpr (std::is_pointer<P>::value) {
      typedef typename std::remove_cv<typename std::remove_pointer<P>::type>::type T;
      unsigned long long count = alone_square ? alone_n * alone_n : alone_n, at;
      if constexpr (std::is_void<T>::value) {
        wl_memory_take(count * 4, &at);
      } else {
        wl_memory_take(count * sizeof(T), &at);
        for (unsigned long long i = 0; i < count && at; i++) fill(((T *)(uintptr_t)at)[i], i);
      }
      return (P)(uintptr_t)at;
    } else if constexpr (std::is_integral<P>::value) {
      return (P)alone_n;
    } else if constexpr (std::is_arithmetic<P>::value) {
      return (P)1;
    } else {
      P v;
      memset(&v, 0, sizeof v);
      return v;
    }
  }
};
template <class... P> void alone(const char *name, void (*kernel)(P...)) {
  config(alone_grid, alone_block).call(name, [=](auto... a) { kernel(a...); })(given<P>::make()...);
}
}  // namespace wl

// ---- in kernels ----

WL_BOTH void __syncthreads() { wl_rt_syncthreads(3, 0); }
WL_BOTH int __syncthreads_count(int p) { return wl_rt_syncthreads(0, p); }
WL_BOTH int __syncthreads_and(int p) { return wl_rt_syncthreads(1, p); }
WL_BOTH int __syncthreads_or(int p) { return wl_rt_syncthreads(2, p); }
WL_BOTH void __syncwarp(unsigned mask = 0xffffffffu) { wl_rt_syncwarp(mask); }
WL_BOTH void __threadfence() { wl_rt_tell(0, 0); }
WL_BOTH void __threadfence_block() { wl_rt_tell(1, 0); }
WL_BOTH void __threadfence_system() { wl_rt_tell(2, 0); }

#define WL_SHUFFLE(name, mode, last)                                                        \
  template <class T> WL_BOTH T __##name##_sync(unsigned mask, T v, last a, int width = 32) { \
    return wl::value<T>(wl_rt_shuffle(mode, 1, mask, wl::bits(v), (int)a, (unsigned)width, wl::type<T>::scalar)); \
  }                                                                                         \
  template <class T> WL_BOTH T __##name(T v, last a, int width = 32) {                       \
    return wl::value<T>(wl_rt_shuffle(mode, 0, 0, wl::bits(v), (int)a, (unsigned)width, wl::type<T>::scalar)); \
  }
WL_SHUFFLE(shfl, 0, int) WL_SHUFFLE(shfl_up, 1, unsigned) WL_SHUFFLE(shfl_down, 2, unsigned) WL_SHUFFLE(shfl_xor, 3, int)
#undef WL_SHUFFLE
WL_BOTH unsigned __ballot(int p) { return (unsigned)wl_rt_vote(8, 0, p != 0, 0); }
WL_BOTH int __any(int p) { return (int)wl_rt_vote(9, 0, p != 0, 0); }
WL_BOTH int __all(int p) { return (int)wl_rt_vote(10, 0, p != 0, 0); }
WL_BOTH unsigned __ballot_sync(unsigned m, int p) { return (unsigned)wl_rt_vote(11, m, p != 0, 0); }
WL_BOTH int __any_sync(unsigned m, int p) { return (int)wl_rt_vote(12, m, p != 0, 0); }
WL_BOTH int __all_sync(unsigned m, int p) { return (int)wl_rt_vote(13, m, p != 0, 0); }
WL_BOTH unsigned __activemask() { return (unsigned)wl_rt_vote(14, 0, 1, 0); }
template <class T> WL_BOTH unsigned __match_any_sync(unsigned m, T v) { return (unsigned)wl_rt_vote(15, m, wl::bits(v), 0); }
template <class T> WL_BOTH unsigned __match_all_sync(unsigned m, T v, int *p) {
  unsigned r = (unsigned)wl_rt_vote(16, m, wl::bits(v), 0);
  *p = r != 0;
  return r;
}
#define WL_REDUCE(name, number)                                                              \
  WL_BOTH unsigned __reduce_##name##_sync(unsigned m, unsigned v) { return (unsigned)wl_rt_vote(number, m, v, 0); } \
  WL_BOTH int __reduce_##name##_sync(unsigned m, int v) { return (int)wl_rt_vote(number, m, (unsigned)v, 1); }
WL_REDUCE(add, 17) WL_REDUCE(min, 18) WL_REDUCE(max, 19)
#undef WL_REDUCE
WL_BOTH unsigned __reduce_and_sync(unsigned m, unsigned v) { return (unsigned)wl_rt_vote(20, m, v, 0); }
WL_BOTH unsigned __reduce_or_sync(unsigned m, unsigned v) { return (unsigned)wl_rt_vote(21, m, v, 0); }
WL_BOTH unsigned __reduce_xor_sync(unsigned m, unsigned v) { return (unsigned)wl_rt_vote(22, m, v, 0); }

namespace wl {
template <class T> WL_BOTH T atomic(unsigned op, T *p, T v, T compare, int constant) {
  return value<T>(wl_rt_atomic(op, type<T>::scalar, (unsigned long long)(uintptr_t)p, bits(v), bits(compare), constant));
}
}
#define WL_ATOMIC(name, op, T)                                                         \
  WL_BOTH T name(T *p, T v) { return wl::atomic<T>(op, p, v, v, __builtin_constant_p(v)); } \
  WL_BOTH T name##_block(T *p, T v) { return wl::atomic<T>(op, p, v, v, __builtin_constant_p(v)); } \
  WL_BOTH T name##_system(T *p, T v) { return wl::atomic<T>(op, p, v, v, __builtin_constant_p(v)); }
#define WL_WHOLE(name, op) WL_ATOMIC(name, op, int) WL_ATOMIC(name, op, unsigned) WL_ATOMIC(name, op, unsigned long long)
WL_WHOLE(atomicAdd, 0) WL_ATOMIC(atomicAdd, 0, float) WL_ATOMIC(atomicAdd, 0, double)
WL_WHOLE(atomicSub, 1) WL_WHOLE(atomicMin, 2) WL_ATOMIC(atomicMin, 2, long long)
WL_WHOLE(atomicMax, 3) WL_ATOMIC(atomicMax, 3, long long) WL_WHOLE(atomicExch, 4)
WL_ATOMIC(atomicExch, 4, float) WL_WHOLE(atomicAnd, 6) WL_WHOLE(atomicOr, 7) WL_WHOLE(atomicXor, 8)
WL_ATOMIC(atomicInc, 9, unsigned) WL_ATOMIC(atomicDec, 10, unsigned)
WL_ATOMIC(atomicAnd, 6, long long) WL_ATOMIC(atomicOr, 7, long long)
#undef WL_WHOLE
#undef WL_ATOMIC
#define WL_CAS(T) WL_BOTH T atomicCAS(T *p, T c, T v) { return wl::atomic<T>(5, p, v, c, 0); }
WL_CAS(int) WL_CAS(unsigned) WL_CAS(unsigned long long) WL_CAS(unsigned short)
#undef WL_CAS

#define WL_LOAD(name, cache)                         \
  template <class T> WL_BOTH T name(const T *p) {     \
    wl_rt_cache(cache);                              \
    T v = *p;                                        \
    wl_rt_cache(0);                                  \
    return v;                                        \
  }
WL_LOAD(__ldg, 3) WL_LOAD(__ldca, 1) WL_LOAD(__ldcg, 2) WL_LOAD(__ldcs, 0) WL_LOAD(__ldlu, 0) WL_LOAD(__ldcv, 0)
#undef WL_LOAD
template <class T> WL_BOTH void __stwb(T *p, T v) { *p = v; }
template <class T> WL_BOTH void __stcg(T *p, T v) { *p = v; }
template <class T> WL_BOTH void __stcs(T *p, T v) { *p = v; }
template <class T> WL_BOTH void __stwt(T *p, T v) { *p = v; }

WL_BOTH void __pipeline_memcpy_async(void *to, const void *from, size_t n, size_t zfill = 0) {
  wl_rt_copy((unsigned long long)(uintptr_t)to, (unsigned long long)(uintptr_t)from, (unsigned)n, (unsigned)(n - zfill), n == 16);
}
WL_BOTH void __pipeline_commit() { wl_rt_tell(3, 0); }
WL_BOTH void __pipeline_wait_prior(size_t n) { wl_rt_tell(4, (unsigned)n); }
WL_BOTH size_t __cvta_generic_to_shared(const void *p) { return (size_t)(uintptr_t)p; }

// ---- arithmetic ----

// The C library has some of these names.
#define __expf wl_expf
#define __exp10f wl_exp10f
#define __logf wl_logf
#define __log2f wl_log2f
#define __log10f wl_log10f
#define __sinf wl_sinf
#define __cosf wl_cosf
#define __tanf wl_tanf
#define __powf wl_powf
#define __sincosf wl_sincosf
#define rsqrtf wl_rsqrtf
#define rsqrt wl_rsqrt
#define rcbrtf wl_rcbrtf
#define sinpif wl_sinpif
#define cospif wl_cospif
#define rhypotf wl_rhypotf
#define normcdff wl_normcdff

WL_BOTH float __fdividef(float a, float b) { return a / b; }
WL_BOTH float wl_expf(float x) { return expf(x); }
WL_BOTH float wl_exp10f(float x) { return powf(10.0f, x); }
WL_BOTH float wl_logf(float x) { return logf(x); }
WL_BOTH float wl_log2f(float x) { return log2f(x); }
WL_BOTH float wl_log10f(float x) { return log10f(x); }
WL_BOTH float wl_sinf(float x) { return sinf(x); }
WL_BOTH float wl_cosf(float x) { return cosf(x); }
WL_BOTH float wl_tanf(float x) { return tanf(x); }
WL_BOTH float wl_powf(float x, float y) { return powf(x, y); }
WL_BOTH void wl_sincosf(float x, float *s, float *c) { *s = sinf(x); *c = cosf(x); }
WL_BOTH float __saturatef(float x) { return x < 0 ? 0 : x > 1 ? 1 : x; }
WL_BOTH float wl_rsqrtf(float x) { return 1.0f / sqrtf(x); }
WL_BOTH double wl_rsqrt(double x) { return 1.0 / sqrt(x); }
WL_BOTH float wl_rcbrtf(float x) { return 1.0f / cbrtf(x); }
WL_BOTH float __frsqrt_rn(float x) { return 1.0f / sqrtf(x); }
WL_BOTH float __fsqrt_rn(float x) { return sqrtf(x); }
WL_BOTH float __frcp_rn(float x) { return 1.0f / x; }
WL_BOTH float __fadd_rn(float a, float b) { return a + b; }
WL_BOTH float __fsub_rn(float a, float b) { return a - b; }
WL_BOTH float __fmul_rn(float a, float b) { return a * b; }
WL_BOTH float __fdiv_rn(float a, float b) { return a / b; }
WL_BOTH float __fmaf_rn(float a, float b, float c) { return fmaf(a, b, c); }
WL_BOTH double __dadd_rn(double a, double b) { return a + b; }
WL_BOTH double __dmul_rn(double a, double b) { return a * b; }
WL_BOTH double __fma_rn(double a, double b, double c) { return fma(a, b, c); }
WL_BOTH float wl_sinpif(float x) { return sinf(x * 3.141592654f); }
WL_BOTH float wl_cospif(float x) { return cosf(x * 3.141592654f); }
WL_BOTH float wl_normcdff(float x) { return 0.5f * erfcf(-x * 0.70710678f); }
WL_BOTH float wl_rhypotf(float a, float b) { return 1.0f / hypotf(a, b); }
WL_BOTH int __mul24(int a, int b) { return (int)((unsigned)(a << 8 >> 8) * (unsigned)(b << 8 >> 8)); }
WL_BOTH unsigned __umul24(unsigned a, unsigned b) { return (a & 0xffffff) * (b & 0xffffff); }
WL_BOTH int __mulhi(int a, int b) { return (int)((long long)a * b >> 32); }
WL_BOTH unsigned __umulhi(unsigned a, unsigned b) { return (unsigned)((unsigned long long)a * b >> 32); }
WL_BOTH long long __mul64hi(long long a, long long b) { return (long long)((__int128)a * b >> 64); }
WL_BOTH unsigned long long __umul64hi(unsigned long long a, unsigned long long b) { return (unsigned long long)((unsigned __int128)a * b >> 64); }
WL_BOTH int __popc(unsigned v) { return __builtin_popcount(v); }
WL_BOTH int __popcll(unsigned long long v) { return __builtin_popcountll(v); }
WL_BOTH int __clz(int v) { return v ? __builtin_clz((unsigned)v) : 32; }
WL_BOTH int __clzll(long long v) { return v ? __builtin_clzll((unsigned long long)v) : 64; }
WL_BOTH int __ffs(int v) { return __builtin_ffs(v); }
WL_BOTH int __ffsll(long long v) { return __builtin_ffsll(v); }
WL_BOTH unsigned __brev(unsigned v) { return __builtin_bitreverse32(v); }
WL_BOTH unsigned long long __brevll(unsigned long long v) { return __builtin_bitreverse64(v); }
WL_BOTH unsigned __byte_perm(unsigned a, unsigned b, unsigned s) {
  unsigned long long all = (unsigned long long)b << 32 | a;
  unsigned r = 0;
  for (int i = 0; i < 4; i++) {
    unsigned n = s >> 4 * i & 15, byte = (unsigned)(all >> 8 * (n & 7)) & 255;
    if (n & 8) byte = byte & 128 ? 255 : 0;
    r |= byte << 8 * i;
  }
  return r;
}
WL_BOTH unsigned __funnelshift_l(unsigned lo, unsigned hi, unsigned n) { return (unsigned)(((unsigned long long)hi << 32 | lo) << (n & 31) >> 32); }
WL_BOTH unsigned __funnelshift_r(unsigned lo, unsigned hi, unsigned n) { return (unsigned)(((unsigned long long)hi << 32 | lo) >> (n & 31)); }
WL_BOTH unsigned __sad(int a, int b, unsigned c) { return (unsigned)(a > b ? a - b : b - a) + c; }
WL_BOTH unsigned __usad(unsigned a, unsigned b, unsigned c) { return (a > b ? a - b : b - a) + c; }
WL_BOTH int __dp4a(int a, int b, int c) {
  for (int i = 0; i < 4; i++) c += (int)(signed char)(a >> 8 * i) * (int)(signed char)(b >> 8 * i);
  return c;
}
WL_BOTH int __float_as_int(float v) { return wl::value<int>(wl::bits(v)); }
WL_BOTH unsigned __float_as_uint(float v) { return wl::value<unsigned>(wl::bits(v)); }
WL_BOTH float __int_as_float(int v) { return wl::value<float>(wl::bits(v)); }
WL_BOTH float __uint_as_float(unsigned v) { return wl::value<float>(wl::bits(v)); }
WL_BOTH long long __double_as_longlong(double v) { return wl::value<long long>(wl::bits(v)); }
WL_BOTH double __longlong_as_double(long long v) { return wl::value<double>(wl::bits(v)); }
WL_BOTH int __double2hiint(double v) { return (int)(wl::bits(v) >> 32); }
WL_BOTH int __double2loint(double v) { return (int)wl::bits(v); }
namespace wl {
// What a device makes of a floating point number beyond the range of integers: the nearest.
template <class I, class F> WL_BOTH I whole(F v) {
  if (v != v) return 0;
  const F low = (F)((I)0 - (I)1 > 0 ? 0 : -(F)((I)1 << (sizeof(I) * 8 - 2)) * 2);
  if (v <= low) return (I)low == 0 ? (I)0 : (I)((I)1 << (sizeof(I) * 8 - 1));
  const F high = ((I)0 - (I)1 > 0 ? (F)4 : (F)2) * (F)((I)1 << (sizeof(I) * 8 - 2));
  if (v >= high) return (I)0 - (I)1 > 0 ? (I)-1 : (I)~((I)1 << (sizeof(I) * 8 - 1));
  return (I)v;
}
}
WL_BOTH int __float2int_rz(float v) { return wl::whole<int>(truncf(v)); }
WL_BOTH int __float2int_rn(float v) { return wl::whole<int>(nearbyintf(v)); }
WL_BOTH int __float2int_rd(float v) { return wl::whole<int>(floorf(v)); }
WL_BOTH int __float2int_ru(float v) { return wl::whole<int>(ceilf(v)); }
WL_BOTH unsigned __float2uint_rz(float v) { return wl::whole<unsigned>(truncf(v)); }
WL_BOTH unsigned __float2uint_rn(float v) { return wl::whole<unsigned>(nearbyintf(v)); }
WL_BOTH unsigned __float2uint_rd(float v) { return wl::whole<unsigned>(floorf(v)); }
WL_BOTH float __int2float_rn(int v) { return (float)v; }
WL_BOTH float __uint2float_rn(unsigned v) { return (float)v; }
WL_BOTH int __double2int_rz(double v) { return wl::whole<int>(trunc(v)); }
WL_BOTH int __double2int_rn(double v) { return wl::whole<int>(nearbyint(v)); }
WL_BOTH double __int2double_rn(int v) { return v; }
WL_BOTH float __double2float_rn(double v) { return (float)v; }

#define WL_MINMAX(T)                                     \
  WL_BOTH constexpr T min(T a, T b) { return b < a ? b : a; } \
  WL_BOTH constexpr T max(T a, T b) { return a < b ? b : a; }
WL_MINMAX(int) WL_MINMAX(unsigned) WL_MINMAX(long) WL_MINMAX(unsigned long) WL_MINMAX(long long) WL_MINMAX(unsigned long long)
#undef WL_MINMAX
WL_BOTH float min(float a, float b) { return fminf(a, b); }
WL_BOTH float max(float a, float b) { return fmaxf(a, b); }
WL_BOTH double min(double a, double b) { return fmin(a, b); }
WL_BOTH double max(double a, double b) { return fmax(a, b); }
#define WL_MIXED(A, B, C)                                                  \
  WL_BOTH C min(A a, B b) { return min((C)a, (C)b); }                       \
  WL_BOTH C max(A a, B b) { return max((C)a, (C)b); }                       \
  WL_BOTH C min(B a, A b) { return min((C)a, (C)b); }                       \
  WL_BOTH C max(B a, A b) { return max((C)a, (C)b); }
WL_MIXED(int, unsigned, unsigned) WL_MIXED(float, double, double) WL_MIXED(int, long, long)
WL_MIXED(int, unsigned long, unsigned long) WL_MIXED(unsigned, unsigned long, unsigned long)
WL_MIXED(int, long long, long long) WL_MIXED(int, float, float) WL_MIXED(int, double, double)
#undef WL_MIXED
WL_BOTH unsigned umin(unsigned a, unsigned b) { return min(a, b); }
WL_BOTH unsigned umax(unsigned a, unsigned b) { return max(a, b); }

WL_BOTH long long clock64() { return 0; }
WL_BOTH unsigned long long __clock64() { return 0; }
WL_BOTH void __nanosleep(unsigned) {}
WL_BOTH void __trap() { __builtin_trap(); }
WL_BOTH void __brkpt() {}
WL_BOTH void __prof_trigger(int) {}

#endif
