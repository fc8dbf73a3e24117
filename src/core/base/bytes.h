/* Writes and reads packed bytes, for steps and questions. */
#ifndef WL_CORE_BASE_BYTES_H
#define WL_CORE_BASE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Reads from [at, end). The first failure stays, and every read after it gives
 * 0. Bytes that mean nothing are not the same as bytes still to come. */
struct wl_reader {
  const uint8_t *at, *end;
  enum { WL_READ_OK, WL_READ_EMPTY, WL_READ_BAD } state;
};

static inline void wl_read_bad(struct wl_reader *in) {
  if (in->state == WL_READ_OK) in->state = WL_READ_BAD;
  in->at = in->end;
}

/* `size` bytes in place; NULL if there are not as many. */
static inline const uint8_t *wl_read_bytes(struct wl_reader *in, size_t size) {
  const uint8_t *bytes = in->at;
  if ((size_t)(in->end - in->at) < size) {
    if (in->state == WL_READ_OK) in->state = WL_READ_EMPTY;
    in->at = in->end;
    return NULL;
  }
  in->at += size;
  return bytes;
}

/* Whether a text that has `size` bytes of room ends in them. */
static inline bool wl_field_ends(const char *field, size_t size) {
  return memchr(field, '\0', size) != NULL;
}

/* Little-endian integers of 1 … 8 bytes. */
static inline uint8_t *wl_write_fixed(uint8_t *out, uint64_t v, unsigned bytes) {
  for (unsigned i = 0; i < bytes; i++) out[i] = (uint8_t)(v >> 8 * i);
  return out + bytes;
}

static inline uint64_t wl_read_fixed(struct wl_reader *in, unsigned bytes) {
  uint64_t v = 0;
  const uint8_t *from = wl_read_bytes(in, bytes);
  for (unsigned i = 0; from && i < bytes; i++) v |= (uint64_t)from[i] << 8 * i;
  return v;
}

/* Seven bits a byte, low bits first, the top bit set on all but the last. */
static inline uint8_t *wl_write_varint(uint8_t *out, uint64_t v) {
  for (; v >= 0x80; v >>= 7) *out++ = (uint8_t)(v | 0x80);
  *out++ = (uint8_t)v;
  return out;
}

/* More than `most` is bad. */
static inline uint64_t wl_read_varint(struct wl_reader *in, uint64_t most) {
  uint64_t v = 0;
  if (in->at < in->end && *in->at < 0x80 && *in->at <= most) return *in->at++; /* as most are */
  for (unsigned shift = 0; shift < 64; shift += 7) {
    const uint8_t *byte = wl_read_bytes(in, 1);
    if (byte == NULL) return 0;
    v |= (uint64_t)(*byte & 0x7f) << shift;
    if (shift == 63 && *byte > 1) break;
    if (*byte >= 0x80) continue;
    if (v <= most) return v;
    break;
  }
  wl_read_bad(in);
  return 0;
}

/* Small negative numbers as small positive ones, and back. */
static inline uint64_t wl_zigzag(uint64_t v) { return v << 1 ^ (0 - (v >> 63)); }
static inline uint64_t wl_unzigzag(uint64_t v) { return v >> 1 ^ (0 - (v & 1)); }

#endif
