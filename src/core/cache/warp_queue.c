#include "core/cache/warp_queue.h"

#include "core/base/bytes.h"
#include "core/base/grow.h"

enum { LONGEST = 2 + 10 + WL_LANES * (10 + 4 + 4) };

bool wl_warp_queue_put(struct wl_warp_queue *q, const struct wl_cache_request *r) {
  while (q->capacity - q->size < LONGEST) {
    uint8_t *grown = wl_grow(q->bytes, 1, &q->capacity, 2 * LONGEST);
    if (grown == NULL) return false;
    q->bytes = grown;
  }
  uint8_t *out = q->bytes + q->size;
  *out++ = (uint8_t)r->kind;
  *out++ = (uint8_t)r->lines;
  out = wl_write_varint(out, r->site);
  for (unsigned i = 0; i < r->lines; i++) {
    const struct wl_lookup *l = &r->line[i];
    bool whole = l->words == UINT32_MAX, parts = l->full != 0 && l->full != l->words;
    unsigned flags = (unsigned)whole | (unsigned)(l->full != 0) << 1 | (unsigned)parts << 2;
    out = wl_write_varint(out, wl_zigzag(l->line - q->last_put) << 3 | flags);
    if (!whole) out = wl_write_fixed(out, l->words, 4);
    if (parts) out = wl_write_fixed(out, l->full, 4);
    q->last_put = l->line;
  }
  q->size = (size_t)(out - q->bytes);
  return true;
}

bool wl_warp_queue_take(struct wl_warp_queue *q, struct wl_cache_request *r) {
  if (wl_warp_queue_ended(q)) return false;
  struct wl_reader in = {q->bytes + q->at, q->bytes + q->size, WL_READ_OK};
  r->kind = (enum wl_request_kind)in.at[0];
  r->lines = in.at[1];
  in.at += 2;
  r->site = (uint32_t)wl_read_varint(&in, UINT32_MAX);
  for (unsigned i = 0; i < r->lines; i++) {
    uint64_t head = wl_read_varint(&in, UINT64_MAX);
    struct wl_lookup *l = &r->line[i];
    l->line = q->last_taken += wl_unzigzag(head >> 3);
    l->words = head & 1 ? UINT32_MAX : (uint32_t)wl_read_fixed(&in, 4);
    l->full = !(head & 2) ? 0 : head & 4 ? (uint32_t)wl_read_fixed(&in, 4) : l->words;
  }
  q->at = (size_t)(in.at - q->bytes);
  return true;
}

void wl_warp_queue_reset(struct wl_warp_queue *q) {
  q->size = q->at = 0;
  q->last_put = q->last_taken = 0;
}
