#include "session/search/cost_peaks.h"

#include <stdlib.h>
#include <string.h>

#include "session/state/session_query.h"
#include "session/state/session_state.h"

/* Greatest excess of every `chunk` steps, of the first `steps` steps. The chunks grow
 * with the recording, so that it always fits. */
enum { PEAKS = 4096, CHUNK = 64 /* at first */ };
struct wl_peaks {
  size_t chunk, steps;
  uint32_t value[PEAKS];
  uint32_t greatest; /* of them all */
};

struct wl_peaks *wl_peaks_create(void) {
  struct wl_peaks *p = malloc(sizeof *p);
  if (p) wl_peaks_again(p);
  return p;
}

void wl_peaks_destroy(struct wl_peaks *p) { free(p); }

void wl_peaks_again(struct wl_peaks *p) { *p = (struct wl_peaks){.chunk = CHUNK}; }

/* Every two chunks become one. */
static void fold(struct wl_peaks *p) {
  for (size_t i = 0; i < PEAKS / 2; i++) {
    uint32_t a = p->value[2 * i], b = p->value[2 * i + 1];
    p->value[i] = a > b ? a : b;
  }
  memset(p->value + PEAKS / 2, 0, sizeof p->value / 2);
  p->chunk *= 2;
}

static const struct wl_peaks *look_on(const struct wl_session *m) {
  struct wl_peaks *p = m->peaks;
  while (m->count > p->chunk * PEAKS) fold(p);
  for (; p->steps < m->count; p->steps++) {
    uint32_t excess = wl_session_excess(m, p->steps), *peak = &p->value[p->steps / p->chunk];
    if (excess > *peak) *peak = excess;
    if (excess > p->greatest) p->greatest = excess;
  }
  return p;
}

uint32_t wl_session_peak(const struct wl_session *m) { return look_on(m)->greatest; }

uint32_t wl_peak_among(const struct wl_session *m, size_t from, size_t to) {
  const struct wl_peaks *p = look_on(m);
  uint32_t peak = 0;
  if (to - from <= p->chunk) {
    for (size_t s = from; s < to; s++)
      if (wl_session_excess(m, s) > peak) peak = wl_session_excess(m, s);
    return peak;
  }
  for (size_t i = from / p->chunk; i * p->chunk < to && i < PEAKS; i++)
    if (p->value[i] > peak) peak = p->value[i];
  return peak;
}

size_t wl_peak_next(const struct wl_session *m, size_t step) {
  const struct wl_peaks *p = look_on(m);
  uint32_t peak = wl_session_peak(m);
  for (size_t looked = 0; looked <= m->count;) {
    step = step + 1 < m->count ? step + 1 : 0;
    looked++;
    if (wl_session_excess(m, step) == peak) break;
    if (step % p->chunk || p->value[step / p->chunk] == peak) continue;
    size_t skip = p->chunk - 1; /* nothing in this chunk */
    if (step + skip >= m->count) skip = m->count - 1 - step;
    step += skip;
    looked += skip;
  }
  return step;
}
