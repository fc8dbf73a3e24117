#include "core/trace/trace_head.h"

#include <stdio.h>
#include <string.h>

#include "core/access/access.h"
#include "core/base/bytes.h"
#include "core/base/text.h"
#include "core/explain/metric.h"

static uint32_t block_threads(const struct wl_head *h) {
  return h->block[0] * h->block[1] * h->block[2];
}

uint32_t wl_head_warps(const struct wl_head *h) {
  return (block_threads(h) + WL_LANES - 1) / WL_LANES;
}

uint64_t wl_head_blocks(const struct wl_head *h) {
  return (uint64_t)h->grid[0] * h->grid[1] * h->grid[2];
}

/* x runs fastest. */
static void unfold(const uint32_t extent[3], uint32_t linear, uint32_t xyz[3]) {
  xyz[0] = linear % extent[0];
  xyz[1] = linear / extent[0] % extent[1];
  xyz[2] = linear / extent[0] / extent[1];
}

void wl_head_block(const struct wl_head *h, uint32_t linear, uint32_t xyz[3]) {
  unfold(h->grid, linear, xyz);
}

void wl_head_thread(const struct wl_head *h, uint32_t warp, uint32_t lane, uint32_t xyz[3]) {
  unfold(h->block, warp * WL_LANES + lane, xyz);
}

void wl_head_element(const struct wl_head *h, unsigned array, uint64_t address, char *buffer,
                     size_t size) {
  const struct wl_array *a = &h->array[array];
  if (size == 0) return;
  buffer[0] = '\0';
  if (address < a->base || address - a->base >= a->bytes) return;
  uint64_t index[3], element = (address - a->base) / a->element_bytes;
  for (unsigned i = a->dimensions; i-- > 0; element /= a->extent[i])
    index[i] = i > 0 ? element % a->extent[i] : element;
  for (unsigned i = 0; i < a->dimensions; i++) {
    char text[WL_TEXT_NUMBER + 2] = "[";
    size_t length = wl_text_number(index[i], text + 1) + 1;
    text[length++] = ']';
    size_t kept = length < size ? length : size - 1;
    memcpy(buffer, text, kept);
    buffer[kept] = '\0';
    if (kept < length) return;
    buffer += length;
    size -= length;
  }
  wl_struct_path(h->structure, a->type, (uint32_t)((address - a->base) % a->element_bytes), buffer,
                 size);
}

/* A type of an array, with elements of so many bytes. */
static bool type_valid(const struct wl_head *h, struct wl_type t, uint32_t bytes) {
  if (t.scalar == WL_STRUCT)
    return t.components < h->structs && h->structure[t.components].bytes == bytes;
  return t.scalar < WL_SCALARS && t.components >= 1 && t.components <= 4;
}

static bool array_valid(const struct wl_head *h, const struct wl_array *a) {
  uint64_t bytes = a->element_bytes, end;
  for (unsigned i = 0; i < 3; i++)
    if (__builtin_mul_overflow(bytes, a->extent[i], &bytes)) return false;
  return wl_field_ends(a->name, sizeof a->name) && a->space < WL_SPACES &&
         a->is_volatile <= 1 && a->dimensions >= 1 && a->dimensions <= 3 &&
         type_valid(h, a->type, a->element_bytes) && bytes > 0 && bytes <= a->bytes &&
         !__builtin_add_overflow(a->base, a->bytes, &end) &&
         (a->space != WL_SHARED || end <= UINT32_MAX); /* as a block's bytes are counted */
}

static bool param_valid(const struct wl_param *p) {
  if (p->kind > WL_PARAM_CHOICE || p->choices > WL_MAX_CHOICES) return false;
  for (unsigned i = 0; i < p->choices; i++)
    if (!wl_field_ends(p->choice[i], sizeof p->choice[i])) return false;
  return wl_field_ends(p->name, sizeof p->name) && wl_field_ends(p->value, sizeof p->value) &&
         wl_field_ends(p->initial, sizeof p->initial) && wl_field_ends(p->help, sizeof p->help);
}

/* Extents of at least 1 whose product is at most `most`. */
static bool extents_valid(const uint32_t extent[3], uint64_t most) {
  uint64_t product = 1;
  for (unsigned i = 0; i < 3; i++) {
    if (extent[i] == 0 || extent[i] > most / product) return false;
    product *= extent[i];
  }
  return true;
}

bool wl_head_shape_read(const char *text, uint32_t shape[3]) {
  for (int d = 0; d < 3; d++) shape[d] = 1;
  for (int d = 0; d < 3; d++) {
    size_t digits = strspn(text, "0123456789");
    if (digits == 0 || digits > 9) return false;
    shape[d] = 0;
    for (size_t i = 0; i < digits; i++) shape[d] = shape[d] * 10 + (uint32_t)(*text++ - '0');
    if (shape[d] == 0) return false;
    if (*text == '\0') return true;
    if (*text++ != ',') return false;
  }
  return false;
}

const char *wl_head_shape_text(const uint32_t shape[3], char text[32]) {
  if (shape[2] > 1) snprintf(text, 32, "%u,%u,%u", shape[0], shape[1], shape[2]);
  else if (shape[1] > 1) snprintf(text, 32, "%u,%u", shape[0], shape[1]);
  else snprintf(text, 32, "%u", shape[0]);
  return text;
}

bool wl_head_valid(const struct wl_head *h) {
  if (!wl_field_ends(h->title, sizeof h->title) || !wl_field_ends(h->about, sizeof h->about) ||
      !wl_field_ends(h->arch, sizeof h->arch))
    return false;
  if (h->carveout_kib > WL_MAX_CARVEOUT_KIB || h->warp_order > 1) return false;
  if (h->shared_assumed > 1 || h->syncwarps > 1 || h->fences > 1 || h->unordered > 1) return false;
  /* Steps number warps with 16 bits; the sums of blocks stay within 64. */
  if (!extents_valid(h->block, (uint64_t)WL_LANES << 16)) return false;
  if (!extents_valid(h->grid, UINT64_MAX)) return false;
  if (h->arrays > WL_MAX_ARRAYS || h->params > WL_MAX_PARAMS || h->structs > WL_MAX_STRUCTS)
    return false;
  for (unsigned i = 0; i < h->structs; i++)
    if (!wl_struct_valid(h->structure, i)) return false;
  for (unsigned i = 0; i < h->arrays; i++)
    if (!array_valid(h, &h->array[i])) return false;
  for (unsigned i = 0; i < h->params; i++)
    if (!param_valid(&h->param[i])) return false;
  return true;
}
