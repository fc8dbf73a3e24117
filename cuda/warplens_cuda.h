// CUDA's names for the compiler of the machine: threads are fibers, memories are parts of one
// address space. warplens puts this in front of a .cu file.
#ifndef WARPLENS_CUDA_H
#define WARPLENS_CUDA_H
#pragma clang system_header

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cstddef>
#ifndef WL_SPECIAL_FUNCTIONS  // a third of what is read here, and hardly ever used
#undef _GLIBCXX_USE_STD_SPEC_FUNCS
#endif
#include <cmath>
#include <type_traits>
#include <utility>

#define __CUDACC__ 1
#define __NVCC__ 1
#define __DRIVER_TYPES_H__
#define __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_API_H__
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

#include "warplens/vectors.h"
#include "warplens/launch.h"
#include "warplens/runtime.h"
#include "warplens/graphs.h"
#include "warplens/alone.h"
#include "warplens/kernels.h"
#include "warplens/arithmetic.h"
#include "warplens/more_arithmetic.h"

#endif
