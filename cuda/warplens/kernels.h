// Functions of kernels: barriers, shuffles, votes, atomics, copies.
#ifndef WARPLENS_KERNELS_H
#define WARPLENS_KERNELS_H

namespace wl {
WL_BOTH void refuse_ptx() {
  wl_rt_refuse("inline PTX is for the hardware alone", "write in C++ what it does");
}
}  // namespace wl

WL_BOTH void __syncthreads() { wl_rt_syncthreads(3, 0); }
WL_BOTH int __syncthreads_count(int p) { return wl_rt_syncthreads(0, p); }
WL_BOTH int __syncthreads_and(int p) { return wl_rt_syncthreads(1, p); }
WL_BOTH int __syncthreads_or(int p) { return wl_rt_syncthreads(2, p); }
WL_BOTH void __syncwarp(unsigned mask = 0xffffffffu) { wl_rt_syncwarp(mask); }
WL_BOTH void __threadfence() { wl_rt_tell(0, 0); }
WL_BOTH void __threadfence_block() { wl_rt_tell(1, 0); }
WL_BOTH void __threadfence_system() { wl_rt_tell(2, 0); }

#define WL_SHUFFLE(name, mode, last)                                                              \
  template <class T>                                                                              \
  WL_BOTH T __##name##_sync(unsigned mask, T v, last a, int width = 32) {                         \
    return wl::value<T>(                                                                          \
        wl_rt_shuffle(mode, 1, mask, wl::bits(v), (int)a, (unsigned)width, wl::type<T>::scalar)); \
  }                                                                                               \
  template <class T>                                                                              \
  WL_BOTH T __##name(T v, last a, int width = 32) {                                               \
    return wl::value<T>(                                                                          \
        wl_rt_shuffle(mode, 0, 0, wl::bits(v), (int)a, (unsigned)width, wl::type<T>::scalar));    \
  }
WL_SHUFFLE(shfl, 0, int)
WL_SHUFFLE(shfl_up, 1, unsigned) WL_SHUFFLE(shfl_down, 2, unsigned) WL_SHUFFLE(shfl_xor, 3, int)
#undef WL_SHUFFLE
    WL_BOTH unsigned __ballot(int p) {
  return (unsigned)wl_rt_vote(8, 0, p != 0, 0);
}
WL_BOTH int __any(int p) { return (int)wl_rt_vote(9, 0, p != 0, 0); }
WL_BOTH int __all(int p) { return (int)wl_rt_vote(10, 0, p != 0, 0); }
WL_BOTH unsigned __ballot_sync(unsigned m, int p) { return (unsigned)wl_rt_vote(11, m, p != 0, 0); }
WL_BOTH int __any_sync(unsigned m, int p) { return (int)wl_rt_vote(12, m, p != 0, 0); }
WL_BOTH int __all_sync(unsigned m, int p) { return (int)wl_rt_vote(13, m, p != 0, 0); }
WL_BOTH unsigned __activemask() { return (unsigned)wl_rt_vote(14, 0, 1, 0); }
template <class T>
WL_BOTH unsigned __match_any_sync(unsigned m, T v) {
  return (unsigned)wl_rt_vote(15, m, wl::bits(v), 0);
}
template <class T>
WL_BOTH unsigned __match_all_sync(unsigned m, T v, int *p) {
  unsigned r = (unsigned)wl_rt_vote(16, m, wl::bits(v), 0);
  *p = r != 0;
  return r;
}
#define WL_REDUCE(name, number)                                     \
  WL_BOTH unsigned __reduce_##name##_sync(unsigned m, unsigned v) { \
    return (unsigned)wl_rt_vote(number, m, v, 0);                   \
  }                                                                 \
  WL_BOTH int __reduce_##name##_sync(unsigned m, int v) {           \
    return (int)wl_rt_vote(number, m, (unsigned)v, 1);              \
  }
WL_REDUCE(add, 17)
WL_REDUCE(min, 18) WL_REDUCE(max, 19)
#undef WL_REDUCE
    WL_BOTH unsigned __reduce_and_sync(unsigned m, unsigned v) {
  return (unsigned)wl_rt_vote(20, m, v, 0);
}
WL_BOTH unsigned __reduce_or_sync(unsigned m, unsigned v) {
  return (unsigned)wl_rt_vote(21, m, v, 0);
}
WL_BOTH unsigned __reduce_xor_sync(unsigned m, unsigned v) {
  return (unsigned)wl_rt_vote(22, m, v, 0);
}

namespace wl {
template <class T>
WL_BOTH T atomic(unsigned op, T *p, T v, T compare, int constant) {
  return value<T>(wl_rt_atomic(op, type<T>::scalar | type<T>::components << 8,
                               (unsigned long long)(uintptr_t)p, bits(v), bits(compare), constant));
}
}  // namespace wl
#define WL_ATOMIC(name, op, T)                                                              \
  WL_BOTH T name(T *p, T v) { return wl::atomic<T>(op, p, v, v, __builtin_constant_p(v)); } \
  WL_BOTH T name##_block(T *p, T v) {                                                       \
    return wl::atomic<T>(op, p, v, v, __builtin_constant_p(v));                             \
  }                                                                                         \
  WL_BOTH T name##_system(T *p, T v) { return wl::atomic<T>(op, p, v, v, __builtin_constant_p(v)); }
#define WL_WHOLE(name, op) \
  WL_ATOMIC(name, op, int) WL_ATOMIC(name, op, unsigned) WL_ATOMIC(name, op, unsigned long long)
WL_WHOLE(atomicAdd, 0)
WL_ATOMIC(atomicAdd, 0, float) WL_ATOMIC(atomicAdd, 0, double) WL_WHOLE(atomicSub, 1)
    WL_WHOLE(atomicMin, 2) WL_ATOMIC(atomicMin, 2, long long) WL_WHOLE(atomicMax, 3)
        WL_ATOMIC(atomicMax, 3, long long) WL_WHOLE(atomicExch, 4) WL_ATOMIC(atomicExch, 4, float)
            WL_WHOLE(atomicAnd, 6) WL_WHOLE(atomicOr, 7) WL_WHOLE(atomicXor, 8)
                WL_ATOMIC(atomicInc, 9, unsigned) WL_ATOMIC(atomicDec, 10, unsigned)
                    WL_ATOMIC(atomicAnd, 6, long long) WL_ATOMIC(atomicOr, 7, long long)
#undef WL_WHOLE
#undef WL_ATOMIC
#define WL_CAS(T) \
  WL_BOTH T atomicCAS(T *p, T c, T v) { return wl::atomic<T>(5, p, v, c, 0); }
                        WL_CAS(int) WL_CAS(unsigned) WL_CAS(unsigned long long)
                            WL_CAS(unsigned short)
#undef WL_CAS

#define WL_LOAD(name, cache)   \
  template <class T>           \
  WL_BOTH T name(const T *p) { \
    wl_rt_cache(cache);        \
    T v = *p;                  \
    wl_rt_cache(0);            \
    return v;                  \
  }
                                WL_LOAD(__ldg, 3) WL_LOAD(__ldca, 1) WL_LOAD(__ldcg, 2)
                                    WL_LOAD(__ldcs, 0) WL_LOAD(__ldlu, 0) WL_LOAD(__ldcv, 2)
#undef WL_LOAD
                                        template <class T>
                                        WL_BOTH void __stwb(T *p, T v) {
  *p = v;
}
template <class T>
WL_BOTH void __stcg(T *p, T v) {
  *p = v;
}
template <class T>
WL_BOTH void __stcs(T *p, T v) {
  *p = v;
}
template <class T>
WL_BOTH void __stwt(T *p, T v) {
  *p = v;
}

WL_BOTH void __pipeline_memcpy_async(void *to, const void *from, size_t n, size_t zfill = 0) {
  wl_rt_copy((unsigned long long)(uintptr_t)to, (unsigned long long)(uintptr_t)from, (unsigned)n,
             (unsigned)(n - zfill), n == 16);
}
WL_BOTH void __pipeline_commit() { wl_rt_tell(3, 0); }
WL_BOTH void __pipeline_wait_prior(size_t n) { wl_rt_tell(4, (unsigned)n); }
WL_BOTH size_t __cvta_generic_to_shared(const void *p) { return (size_t)(uintptr_t)p; }

#endif
