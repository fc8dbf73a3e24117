#include "session/state/window.h"

#include <string.h>

#include "session/state/session_state.h"

enum {
  EDGE = 64,          /* a selection nearer to a cut edge moves the window */
  SEARCH = WL_WINDOW, /* most steps looked at to find one again */
};

static uint32_t block_of(const struct wl_session *m, size_t step) {
  struct wl_step s;
  return wl_trace_glance(m->trace, step, &s, NULL) ? s.block : 0;
}

size_t wl_session_block_first(const struct wl_session *m, size_t step) {
  uint32_t block = block_of(m, step);
  size_t inside = step, leap = 1;
  while (leap <= inside && block_of(m, inside - leap) == block) {
    inside -= leap;
    leap *= 2;
  }
  size_t outside = leap <= inside ? inside - leap : 0; /* lowest that may be in another block */
  while (outside < inside) {
    size_t middle = outside + (inside - outside) / 2;
    if (block_of(m, middle) == block) inside = middle;
    else outside = middle + 1;
  }
  return inside;
}

size_t wl_session_block_end(const struct wl_session *m, size_t step) {
  uint32_t block = block_of(m, step);
  size_t inside = step, leap = 1;
  while (leap < m->count - inside && block_of(m, inside + leap) == block) {
    inside += leap;
    leap *= 2;
  }
  size_t outside = leap < m->count - inside ? inside + leap : m->count;
  while (inside + 1 < outside) {
    size_t middle = inside + (outside - inside) / 2;
    if (block_of(m, middle) == block) inside = middle;
    else outside = middle;
  }
  return outside;
}

static bool up_to_date(const struct wl_session *m) {
  const struct wl_window *w = m->window;
  size_t at = m->selected - w->first;
  if (w->count == 0 || m->selected < w->first || at >= w->count) return false;
  if (w->ends && w->known != m->count && w->first + w->count == w->known) return false;
  return (w->starts || at >= EDGE) && (w->ends || at + EDGE < w->count);
}

const struct wl_window *wl_session_window(const struct wl_session *m) {
  struct wl_window *w = m->window;
  if (m->count == 0) w->count = 0;
  if (m->count == 0 || up_to_date(m)) return w;
  size_t first = wl_session_block_first(m, m->selected), end = wl_session_block_end(m, m->selected);
  size_t from = first, to = end;
  if (end - first > WL_WINDOW) {
    if (m->selected - first > WL_WINDOW / 2) from = m->selected - WL_WINDOW / 2;
    if (end - from < WL_WINDOW) from = end - WL_WINDOW;
    to = from + WL_WINDOW;
  }
  w->first = from;
  w->count = to - from;
  w->known = m->count;
  w->starts = from == first;
  w->ends = to == end;
  for (size_t i = 0; i < w->count; i++) {
    struct wl_step s;
    bool asked = false;
    if (!wl_trace_glance(m->trace, from + i, &s, &asked)) memset(&s, 0, sizeof s);
    w->entry[i] = (struct wl_entry){s.warp, s.place.column, s.place.line, s.kind, asked};
    w->block = s.block;
  }
  return w;
}

static bool same_place(const struct wl_entry *a, const struct wl_entry *b) {
  return a->warp == b->warp && a->line == b->line && a->column == b->column && a->kind == b->kind;
}

struct wl_identity wl_identity_at(const struct wl_session *m, size_t step) {
  struct wl_identity id = {0};
  const struct wl_window *w = wl_session_window(m);
  struct wl_step s;
  if (step - w->first >= w->count || !wl_trace_glance(m->trace, step, &s, NULL)) return id;
  const struct wl_entry *here = &w->entry[step - w->first];
  id = (struct wl_identity){true, s.place, s.block, s.warp, 0, step};
  for (const struct wl_entry *e = w->entry; e < here; e++) id.nth += same_place(e, here);
  return id;
}

struct wl_identity wl_session_identity(const struct wl_session *m) {
  return wl_identity_at(m, m->selected);
}

size_t wl_session_block_at(const struct wl_session *m, uint32_t block) {
  size_t low = 0, high = m->count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (block_of(m, middle) < block) low = middle + 1;
    else high = middle;
  }
  return low;
}

static bool at_place(const struct wl_step *s, const struct wl_identity *want) {
  return s->block == want->block && s->warp == want->warp && s->place.line == want->place.line &&
         s->place.column == want->place.column;
}

enum wl_found wl_session_find(const struct wl_session *m, const struct wl_identity *want,
                              size_t *step) {
  struct wl_step s;
  if (wl_trace_glance(m->trace, want->index, &s, NULL) && at_place(&s, want)) {
    *step = want->index;
    return WL_FOUND;
  }
  bool exact = false;
  uint32_t times = 0;  /* that the warp came to the place, or to one in its line */
  uint16_t column = 0; /* of the latter */
  size_t i = wl_session_block_at(m, want->block), end = m->count - i > SEARCH ? i + SEARCH
                                             : m->count;
  for (; i < end && wl_trace_glance(m->trace, i, &s, NULL) && s.block == want->block; i++) {
    bool here = at_place(&s, want);
    if (here && !exact) times = 0;
    if (here) exact = true;
    else if (exact || s.warp != want->warp || s.place.line != want->place.line) continue;
    else if (times == 0) column = s.place.column;
    if (!here && (s.place.column != column || times > want->nth)) continue;
    *step = i;
    if (times++ == want->nth && here) return WL_FOUND;
  }
  return times ? WL_FOUND_NEAR : WL_FOUND_NONE;
}

bool wl_same_line(const struct wl_trace *t, uint32_t a, const struct wl_trace *u, uint32_t b) {
  size_t size, other;
  const char *text = wl_trace_line(t, a, &size), *against = wl_trace_line(u, b, &other);
  return text && against && size == other && memcmp(text, against, size) == 0;
}

struct wl_edit wl_edit_between(const struct wl_trace *from, const struct wl_trace *to) {
  uint32_t lines = wl_trace_lines(from), now = wl_trace_lines(to), head = 0, tail = 0;
  uint32_t least = lines < now ? lines : now;
  while (head < least && wl_same_line(from, head + 1, to, head + 1)) head++;
  while (tail < least - head && wl_same_line(from, lines - tail, to, now - tail)) tail++;
  return (struct wl_edit){head, lines - tail + 1, (int64_t)now - lines};
}

void wl_identity_follow(struct wl_identity *id, const struct wl_edit *e) {
  if (id->valid && id->place.line >= e->tail) id->place.line = (uint32_t)(id->place.line + e->by);
  id->index = SIZE_MAX; /* whatever is there now, it is found by its place */
}

size_t wl_session_ordinal(const struct wl_session *m, size_t *of) {
  const struct wl_window *w = wl_session_window(m);
  size_t here = m->selected - w->first, ordinal = 0;
  *of = 0;
  if (!w->starts || !w->ends || here >= w->count) return 0;
  for (size_t i = 0; i < w->count; i++) {
    if (w->entry[i].warp != w->entry[here].warp || w->entry[i].kind == WL_STEP_MARK) continue;
    ++*of;
    if (i == here) ordinal = *of;
  }
  return ordinal;
}
