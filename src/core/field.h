/* The columns of wl_archs: what each means, how sure it is, where it is from. */
#ifndef WL_CORE_FIELD_H
#define WL_CORE_FIELD_H

#include "core/arch.h"

enum { WL_FIELD_TEXT = 128 };

struct wl_arch_field {
  const char *key, *title;
  void (*value)(const struct wl_arch *arch, char text[WL_FIELD_TEXT]); /* "128 bytes" */
  enum wl_certainty certainty;
  uint32_t sure; /* bit per enum wl_cc that is as certain; elsewhere derived. 0: all are */
  uint32_t told; /* … that the vendor documents, whatever the others */
  const char *source;
};
extern const struct wl_arch_field wl_arch_fields[];
extern const size_t wl_arch_field_count;

/* The column of that key; NULL if there is none. */
const struct wl_arch_field *wl_arch_field_find(const char *key);

/* The certainty of a column on one generation. */
enum wl_certainty wl_arch_field_certainty(const struct wl_arch_field *field,
                                          const struct wl_arch *arch);

/* Where the number of a column ("max_local"; also those of core/sm.h, "block_shared") is
 * from on a generation; "" if there is no such column. */
const char *wl_limit_source(const struct wl_arch *arch, const char *key);

extern const char *const wl_coalescing_names[WL_COALESCINGS]; /* "128-byte lines" */
extern const char *const wl_banking_names[WL_BANKINGS];       /* "16 banks by half-warps" */

#endif
