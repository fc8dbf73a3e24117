/* The columns of wl_archs: meaning, certainty and source of each. */
#ifndef WL_CORE_GPU_ARCH_FIELDS_H
#define WL_CORE_GPU_ARCH_FIELDS_H

#include "core/gpu/arch.h"

enum { WL_FIELD_TEXT = 128 };

/* How sure a column is on some generations, and where it is from there. */
struct wl_origin {
  uint32_t where; /* bit per enum wl_cc */
  enum wl_certainty certainty;
  const char *source;
};
enum { WL_ORIGINS = 7 };

struct wl_arch_field {
  const char *key, *title;
  void (*value)(const struct wl_arch *arch, char text[WL_FIELD_TEXT]); /* "128 bytes" */
  struct wl_origin origin[WL_ORIGINS]; /* the first that has the generation counts */
};
extern const struct wl_arch_field wl_arch_fields[];
extern const size_t wl_arch_field_count;

/* The column of that key; NULL if there is none. */
const struct wl_arch_field *wl_arch_field_find(const char *key);

/* The origin of a column on one generation; NULL where there is nothing to know. */
const struct wl_origin *wl_arch_field_origin(const struct wl_arch_field *field,
                                             const struct wl_arch *arch);

/* Where the number of a column ("max_local"; also those of core/gpu/sm.h, "block_shared") is
 * from on a generation; "" if there is no such column. */
const char *wl_limit_source(const struct wl_arch *arch, const char *key);

#endif
