/* Instructions that a generation introduced, and which generations have them. */
#ifndef WL_CORE_GPU_FEATURE_H
#define WL_CORE_GPU_FEATURE_H

#include "core/gpu/arch.h"

enum wl_feature {
  WL_HAS_GLOBAL_ATOMICS, WL_HAS_GLOBAL_ATOMICS_64, WL_HAS_SHARED_ATOMICS,
  WL_HAS_SHARED_ATOMICS_64, WL_HAS_ATOMIC_FLOAT, WL_HAS_ATOMIC_DOUBLE, WL_HAS_ATOMICS_16,
  WL_HAS_ATOMICS_128, WL_HAS_VOTE, WL_HAS_BALLOT, WL_HAS_SHUFFLE, WL_HAS_MATCH, WL_HAS_REDUX,
  WL_HAS_INCREMENT,
  WL_HAS_READ_ONLY, WL_HAS_DOUBLE, WL_HAS_DOT, WL_HAS_WIDE, WL_HAS_COPY, WL_HAS_MATRIX_LOAD,
  WL_HAS_MATRIX_STORE,
  WL_FEATURES
};

struct wl_feature_row {
  const char *name;            /* "32-bit atomics on global memory" */
  uint8_t since;               /* enum wl_cc: it and all later ones */
  enum wl_certainty certainty;
  const char *source;
};
extern const struct wl_feature_row wl_features[];

bool wl_arch_has(const struct wl_arch *arch, enum wl_feature feature);

#endif
