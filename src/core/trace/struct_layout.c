#include "core/trace/struct_layout.h"

#include <stdio.h>
#include <string.h>

#include "core/base/bytes.h"

void wl_any_type_name(const struct wl_struct *all, struct wl_type t, char name[32]) {
  if (t.scalar == WL_STRUCT) memcpy(name, all[t.components].name, sizeof all->name);
  else wl_type_name(t, name);
}

uint32_t wl_sizeof(const struct wl_struct *all, struct wl_type t) {
  return t.scalar == WL_STRUCT ? all[t.components].bytes : wl_type_bytes(t);
}

uint32_t wl_alignof(const struct wl_struct *all, struct wl_type t) {
  return t.scalar == WL_STRUCT ? all[t.components].align : wl_type_align(t);
}

uint32_t wl_member_bytes(const struct wl_struct *all, const struct wl_member *m) {
  return wl_sizeof(all, m->type) * (m->count > 0 ? m->count : 1);
}

static uint32_t round_up(uint32_t n, uint32_t align) { return (n + align - 1) & ~(align - 1); }

bool wl_struct_add(const struct wl_struct *all, struct wl_struct *l, struct wl_type type,
                   uint16_t count) {
  uint32_t align = wl_alignof(all, type);
  struct wl_member m = {.type = type, .count = count, .offset = round_up(l->bytes, align)};
  if (wl_sizeof(all, type) > WL_MAX_STRUCT_BYTES / (count > 0 ? count : 1)) return false;
  uint32_t end = m.offset + wl_member_bytes(all, &m);
  if (end > WL_MAX_STRUCT_BYTES) return false;
  l->member[l->members++] = m;
  l->bytes = end;
  if (align > l->align) l->align = align;
  return true;
}

void wl_struct_close(struct wl_struct *l, uint32_t align) {
  if (align > l->align) l->align = align;
  l->bytes = round_up(l->bytes, l->align);
}

/* A bit for every scalar that has bytes in [from, to) of type `t`. */
static uint32_t scalars_in(const struct wl_struct *all, struct wl_type t, uint32_t from,
                           uint32_t to) {
  if (t.scalar != WL_STRUCT) return UINT32_C(1) << t.scalar;
  const struct wl_struct *l = &all[t.components];
  uint32_t found = 0;
  for (unsigned i = 0; i < l->members; i++) {
    const struct wl_member *m = &l->member[i];
    uint32_t bytes = wl_sizeof(all, m->type), end = m->offset + wl_member_bytes(all, m);
    for (uint32_t at = m->offset; at < end; at += bytes)
      if (at < to && from < at + bytes)
        found |= scalars_in(all, m->type, from > at ? from - at : 0, to - at);
  }
  return found;
}

struct wl_type wl_struct_piece(const struct wl_struct *all, struct wl_type t, uint32_t offset,
                               uint32_t bytes) {
  static const uint8_t plain[] = {[1] = WL_UCHAR, [2] = WL_USHORT, [4] = WL_UINT};
  uint32_t found = scalars_in(all, t, offset, offset + bytes);
  if (found != 0 && (found & (found - 1)) == 0) {
    unsigned scalar = (unsigned)__builtin_ctz(found), components = bytes / wl_scalars[scalar].bytes;
    if (components >= 1 && components <= 4)
      return (struct wl_type){(uint8_t)scalar, (uint8_t)components};
  }
  uint32_t unit = bytes < 4 ? bytes : 4;
  return (struct wl_type){plain[unit], (uint8_t)(bytes / unit)};
}

void wl_struct_path(const struct wl_struct *all, struct wl_type t, uint32_t offset, char *buffer,
                    size_t size) {
  if (size > 0) buffer[0] = '\0';
  while (t.scalar == WL_STRUCT) {
    const struct wl_struct *l = &all[t.components];
    const struct wl_member *m = NULL;
    for (unsigned i = 0; i < l->members; i++)
      if (offset >= l->member[i].offset &&
          offset < l->member[i].offset + wl_member_bytes(all, &l->member[i]))
        m = &l->member[i];
    if (m == NULL) return; /* padding */
    offset -= m->offset;
    uint32_t bytes = wl_sizeof(all, m->type);
    int length = m->count == 0 ? snprintf(buffer, size, ".%s", m->name)
                               : snprintf(buffer, size, ".%s[%u]", m->name, offset / bytes);
    if (length < 0 || (size_t)length >= size) return;
    buffer += length;
    size -= (size_t)length;
    offset %= bytes;
    t = m->type;
  }
}

bool wl_struct_valid(const struct wl_struct *all, unsigned n) {
  const struct wl_struct *l = &all[n];
  if (!wl_field_ends(l->name, sizeof l->name) || l->members == 0 || l->members > WL_MAX_MEMBERS ||
      l->bytes == 0 || l->bytes > WL_MAX_STRUCT_BYTES || l->align == 0 ||
      (l->align & (l->align - 1)) != 0)
    return false;
  for (unsigned i = 0; i < l->members; i++) {
    const struct wl_member *m = &l->member[i];
    bool scalar = m->type.scalar < WL_SCALARS && m->type.components >= 1 && m->type.components <= 4;
    bool nested = m->type.scalar == WL_STRUCT && m->type.components < n;
    if (!wl_field_ends(m->name, sizeof m->name) || (!scalar && !nested)) return false;
    uint64_t bytes = (uint64_t)wl_sizeof(all, m->type) * (m->count > 0 ? m->count : 1);
    if (m->offset > l->bytes || bytes > l->bytes - m->offset) return false;
  }
  return true;
}
