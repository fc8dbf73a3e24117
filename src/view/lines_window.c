#include "view/lines_window.h"

#include "view/cells.h"
#include "view/moment.h"
#include "view/selection.h"
#include "view/state.h"

bool wl_lines_by_tag(struct wl_row *rows, int count) {
  bool moved = false;
  for (int i = 1; i < count && rows[i].tag >= 0; i++) {
    struct wl_row row = rows[i];
    int at = i;
    for (; at > 0 && rows[at - 1].tag > row.tag; at--) rows[at] = rows[at - 1];
    moved |= at < i;
    rows[at] = row;
  }
  return moved;
}

/* Scrolls from row `first` as little as it takes until the rows from `want` on are in sight, as
 * many of those before `until` as have room. */
static int scroll_by(int want, int until, int shown, int first) {
  if (until > want + shown) until = want + shown;
  return want < first ? want : until > first + shown ? until - shown : first;
}

/* … until all rows of a tag wavefront are. */
static int scroll_to_tag(const struct wl_row *rows, int count, int shown, int first, int tag) {
  int want = 0, until = count;
  while (want < count && rows[want].tag != tag) want++;
  while (until > want && rows[until - 1].tag != tag) until--;
  return want < count ? scroll_by(want, until, shown, first) : first;
}

/* Whether lanes have a word in a row; where rows are filled, in one of these. */
static bool has_lanes(const struct wl_row *row, uint32_t lanes, bool filled) {
  return row->lanes & lanes && (row->filled || !filled);
}

/* … until one row of some lanes is, as a data wavefront serves words here and there: the nearest
 * above if there is one. */
static int scroll_to_lanes(const struct wl_row *rows, int count, int shown, int first,
                           uint32_t lanes, bool filled) {
  int above = first, below = first;
  while (below < count && !has_lanes(&rows[below], lanes, filled)) below++;
  if (below < count && below < first + shown) return first;
  while (above > 0 && !has_lanes(&rows[above - 1], lanes, filled)) above--;
  if (above > 0) return above - 1;
  return below < count ? scroll_by(below, below + 1, shown, first) : first;
}

/* While words are served, half of the rows that are found next come into sight where there are not
 * few, below those of which one is served now: the next step does not have to bring all of them
 * at once, which is many bytes. */
static int look_ahead(const struct wl_row *rows, int count, int shown, int first,
                      const struct wl_moment *now) {
  enum { FEW = 8 };
  int found = 0, next = 0, here = first;
  for (int i = 0; i < count && rows[i].tag >= 0; i++) {
    found += rows[i].tag < (int)now->found;
    next += rows[i].tag == (int)now->found;
    if (rows[i].lanes & now->now && rows[i].tag < (int)now->found) here = i;
  }
  int wanted = found + next / 2 - shown;
  if (now->tag || wanted <= first || shown < FEW) return first;
  return wanted < here ? wanted : here;
}

int wl_lines_first(struct wl_model *m, const struct wl_row *rows, int count, int shown) {
  int last = count > shown ? count - shown : 0;
  int first = scroll_to_lanes(rows, count, shown, 0, 1u << m->lane, false);
  bool filled = rows[count - 1].filled;
  for (unsigned wave = 1; last > 0 && wave <= m->wave && wave <= wl_model_waves(m); wave++) {
    struct wl_moment then = wl_moment_at(m, wave);
    first = then.tag ? scroll_to_tag(rows, count, shown, first, (int)then.index)
                     : scroll_to_lanes(rows, count, shown, first, then.now, filled);
    first = look_ahead(rows, count, shown, first, &then);
  }
  first += m->scroll;
  int clipped = first < 0 ? 0 : first > last ? last : first;
  m->scroll += clipped - first; /* scrolling stops at the ends */
  return clipped;
}
