/* References to arrays, as the numbers that they are. */
#ifndef WL_SCRIPT_MACHINE_REF_BITS_H
#define WL_SCRIPT_MACHINE_REF_BITS_H

#include <stdint.h>

/* A reference is a light userdata: 12 bits view, 2 bits how many indices it has
 * taken, 50 bits offset in bytes. View 0xfff marks a type: scalar and components
 * are in the offset. Equal references are equal values, and none is garbage. */
typedef uint64_t wl_ref;
enum { WL_REF_TYPE = 0xfff };

static inline wl_ref wl_ref_make(unsigned view, unsigned level, uint64_t offset) {
  return (uint64_t)view << 52 | (uint64_t)level << 50 | offset;
}
static inline unsigned wl_ref_view(wl_ref r) { return (unsigned)(r >> 52); }
static inline unsigned wl_ref_level(wl_ref r) { return r >> 50 & 3; }
static inline uint64_t wl_ref_offset(wl_ref r) { return r & 0x3ffffffffffff; }

#endif
