/* Element types as CUDA names them. */
#ifndef WL_CORE_ACCESS_TYPE_H
#define WL_CORE_ACCESS_TYPE_H

#include <stddef.h>
#include <stdbool.h>
#include <stdint.h>

enum wl_scalar {
  WL_CHAR, WL_UCHAR, WL_SHORT, WL_USHORT, WL_INT, WL_UINT, WL_LONGLONG, WL_ULONGLONG,
  WL_HALF, WL_FLOAT, WL_DOUBLE, WL_SCALARS
};
enum wl_scalar_kind { WL_SIGNED, WL_UNSIGNED, WL_FLOATING };

struct wl_scalar_row {
  const char *name;
  uint8_t bytes;
  uint8_t kind; /* enum wl_scalar_kind */
};
extern const struct wl_scalar_row wl_scalars[];

/* A type of 1 … 4 equal components: {WL_FLOAT, 4} is float4. */
struct wl_type {
  uint8_t scalar, components;
};

/* Bytes of one element; a vector of 3 is not padded (alignment of its scalar). */
uint32_t wl_type_bytes(struct wl_type t);

/* Alignment that an access of this type needs: vectors of 2 and 4 their size. */
uint32_t wl_type_align(struct wl_type t);

/* "float4"; at most 16 bytes with the NUL. */
void wl_type_name(struct wl_type t, char name[16]);

/* And back; false: no scalar or vector is called so. */
bool wl_type_find(const char *name, struct wl_type *out);

/* A scalar as the memory holds it (its low `bytes` bytes, rest zero), from and
 * to the value that a script sees. Floats round to nearest even; integers wrap
 * to the width, as a C conversion does; a float that becomes an integer is cut
 * toward zero and clamped, as on the device. */
uint64_t wl_scalar_from_double(enum wl_scalar s, double v);
uint64_t wl_scalar_from_integer(enum wl_scalar s, int64_t v);
double wl_scalar_to_double(enum wl_scalar s, uint64_t bits);   /* any kind */
int64_t wl_scalar_to_integer(enum wl_scalar s, uint64_t bits); /* integer kinds only */

/* The value as text, shortest form that is unambiguous at `cells` cells (3.5,
 * 1e+09, -7); never wider than `cells`, '#' where nothing fits. Needs `cells` +
 * 1 bytes. Independent of the locale. */
void wl_scalar_format(enum wl_scalar s, uint64_t bits, unsigned cells, char *buffer);

#endif
