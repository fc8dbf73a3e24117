#include "core/gpu/feature.h"

#include <assert.h>

#include "core/gpu/source_names.h"

#define PTX "PTX ISA, target notes of the instruction"

const struct wl_feature_row wl_features[] = {
  [WL_HAS_GLOBAL_ATOMICS] = {"32-bit atomics on global memory", WL_CC_11, WL_VENDOR, FEATURES},
  [WL_HAS_GLOBAL_ATOMICS_64] = {"64-bit atomics on global memory", WL_CC_12, WL_VENDOR, FEATURES},
  [WL_HAS_SHARED_ATOMICS] = {"32-bit atomics on shared memory", WL_CC_12, WL_VENDOR, FEATURES},
  [WL_HAS_SHARED_ATOMICS_64] = {"64-bit atomics on shared memory", WL_CC_20, WL_VENDOR, FEATURES},
  [WL_HAS_ATOMIC_FLOAT] = {"atomicAdd() of float", WL_CC_20, WL_VENDOR, FEATURES},
  [WL_HAS_ATOMIC_DOUBLE] = {"atomicAdd() of double", WL_CC_60, WL_VENDOR, FEATURES},
  [WL_HAS_ATOMICS_16] = {"16-bit atomics", WL_CC_70, WL_VENDOR, PTX},
  [WL_HAS_ATOMICS_128] = {"128-bit atomics", WL_CC_90, WL_VENDOR, PTX},
  [WL_HAS_VOTE] = {"votes: any and all", WL_CC_12, WL_VENDOR, FEATURES},
  [WL_HAS_BALLOT] = {"ballots", WL_CC_20, WL_VENDOR, FEATURES},
  [WL_HAS_SHUFFLE] = {"shuffles", WL_CC_30, WL_VENDOR, FEATURES},
  [WL_HAS_MATCH] = {"match", WL_CC_70, WL_VENDOR, FEATURES},
  [WL_HAS_REDUX] = {"reductions over a warp", WL_CC_80, WL_VENDOR, FEATURES},
  [WL_HAS_INCREMENT] = {"shared atomics that count equal words", WL_CC_80, WL_MEASURED,
                        "code of nvcc 13.0 for cc 7.5 to 12.0"},
  [WL_HAS_READ_ONLY] = {"loads through the read-only path", WL_CC_35, WL_VENDOR, FEATURES},
  [WL_HAS_DOUBLE] = {"double precision", WL_CC_13, WL_VENDOR, FEATURES},
  [WL_HAS_DOT] = {"dot products of bytes", WL_CC_61, WL_VENDOR, PTX},
  [WL_HAS_WIDE] = {"32-byte accesses to global memory", WL_CC_100, WL_MEASURED,
                   "code of nvcc 13.0 for cc 9.0 to 12.0; PTX ISA, ld and st"},
  [WL_HAS_COPY] = {"cp.async", WL_CC_80, WL_VENDOR, PTX},
  [WL_HAS_MATRIX_LOAD] = {"ldmatrix", WL_CC_75, WL_VENDOR, PTX},
  [WL_HAS_MATRIX_STORE] = {"stmatrix", WL_CC_90, WL_VENDOR, PTX},
};
static_assert(sizeof wl_features / sizeof wl_features[0] == WL_FEATURES, "a row for every feature");

bool wl_arch_has(const struct wl_arch *arch, enum wl_feature feature) {
  return arch->id >= wl_features[feature].since;
}
