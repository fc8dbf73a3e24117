#include "core/trace/stream.h"

uint64_t wl_head_multiprocessors(const struct wl_head *h) {
  uint64_t blocks = wl_head_blocks(h);
  if (blocks == 0) return 1; /* no grid yet */
  return h->multiprocessors > 0 && h->multiprocessors < blocks ? h->multiprocessors : blocks;
}

/* The multiprocessors of a stream, [first, end) of `used`. */
static uint64_t first_of(uint64_t used, unsigned streams, unsigned stream) {
  return used / streams * stream + used % streams * stream / streams;
}

unsigned wl_stream_of(const struct wl_head *head, unsigned streams, uint64_t block) {
  uint64_t used = wl_head_multiprocessors(head), at = block % used;
  unsigned low = 0, high = streams - 1;
  while (low < high) { /* the last one that begins at or before it */
    unsigned middle = low + (high - low + 1) / 2;
    if (first_of(used, streams, middle) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

uint64_t wl_stream_next(const struct wl_head *head, unsigned streams, unsigned stream,
                        uint64_t block) {
  uint64_t blocks = wl_head_blocks(head), used = wl_head_multiprocessors(head);
  uint64_t first = first_of(used, streams, stream), end = first_of(used, streams, stream + 1);
  uint64_t at = block % used, next = block;
  if (first == end) return blocks;
  if (at < first) next = block - at + first;
  else if (at >= end) next = block - at + used + first;
  return next < blocks ? next : blocks;
}

uint64_t wl_stream_rank(const struct wl_head *head, unsigned streams, unsigned stream,
                        uint64_t block) {
  uint64_t used = wl_head_multiprocessors(head), at = block % used;
  uint64_t first = first_of(used, streams, stream), end = first_of(used, streams, stream + 1);
  uint64_t here = at <= first ? 0 : at < end ? at - first : end - first;
  return block / used * (end - first) + here;
}
