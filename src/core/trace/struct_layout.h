/* Struct types as C lays them out. */
#ifndef WL_CORE_TRACE_STRUCT_LAYOUT_H
#define WL_CORE_TRACE_STRUCT_LAYOUT_H

#include <stdbool.h>

#include "core/access/type.h"

/* In place of a scalar: the type is a struct, and `components` is its index
 * among the structs of the head. No step has such a type. */
enum { WL_STRUCT = WL_SCALARS };

enum { WL_MAX_STRUCTS = 16, WL_MAX_MEMBERS = 32, WL_MAX_STRUCT_BYTES = 4096 };

struct wl_member {
  char name[32];
  struct wl_type type;
  uint16_t count;      /* elements of an array; 0: it is none */
  uint32_t offset;
};

/* Members are structs of lower indices only. */
struct wl_struct {
  char name[32];
  uint16_t members;
  uint32_t bytes, align; /* a power of two */
  struct wl_member member[WL_MAX_MEMBERS];
};

/* What any type is called: "float4", "Point". `all`: the structs of the head. */
void wl_any_type_name(const struct wl_struct *all, struct wl_type t, char name[32]);

/* Size and alignment of any type; `all`: the structs of the head. */
uint32_t wl_sizeof(const struct wl_struct *all, struct wl_type t);
uint32_t wl_alignof(const struct wl_struct *all, struct wl_type t);

/* Bytes of all elements of a member. */
uint32_t wl_member_bytes(const struct wl_struct *all, const struct wl_member *m);

/* Places one more member behind the others, which must have room for it; its
 * name is left empty. False: the struct would be larger than they can be. */
bool wl_struct_add(const struct wl_struct *all, struct wl_struct *l, struct wl_type type,
                   uint16_t count);

/* Pads the struct to its alignment, which is `align` if that is larger. */
void wl_struct_close(struct wl_struct *l, uint32_t align);

/* The type that shows `bytes` bytes of a struct from `offset` on: that of its
 * members where all agree, else unsigned integers. */
struct wl_type wl_struct_piece(const struct wl_struct *all, struct wl_type t, uint32_t offset,
                               uint32_t bytes);

/* Way to the member that a byte of type `t` belongs to, as ".pos.x", ".v[2]". */
void wl_struct_path(const struct wl_struct *all, struct wl_type t, uint32_t offset, char *buffer,
                    size_t size);

/* Whether struct `n` of outside bytes is sound, those before it being so. */
bool wl_struct_valid(const struct wl_struct *all, unsigned n);

#endif
