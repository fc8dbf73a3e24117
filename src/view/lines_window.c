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

/* Scrolls from row `first` as little as it takes: all rows of a tag wavefront that have room come
 * into sight, and of a data wavefront, which serves words here and there, one at least. */
static int scroll_to(const struct wl_row *rows, int count, int shown, int first,
                     const struct wl_moment *now) {
  int want = -1, until = 0, above = -1;
  for (int i = 0; i < count && (want < 0 || i < want + shown); i++) {
    if (!(rows[i].lanes & now->now) || (now->tag && rows[i].tag != (int)now->index)) continue;
    if (!now->tag && i >= first && i < first + shown) return first;
    if (want < 0) want = i;
    if (i < first) above = i;
    until = now->tag ? i + 1 : want + 1;
  }
  if (above >= 0 && !now->tag) return above;
  return want < 0 ? first : want < first ? want : until > first + shown ? until - shown : first;
}

/* While words are served, half of the rows that are found next come into sight, below those of
 * which one is served now: the next step does not have to bring all of them at once. */
static int look_ahead(const struct wl_row *rows, int count, int shown, int first,
                      const struct wl_moment *now) {
  int found = 0, next = 0, here = first;
  for (int i = 0; i < count && rows[i].tag >= 0; i++) {
    found += rows[i].tag < (int)now->found;
    next += rows[i].tag == (int)now->found;
    if (rows[i].lanes & now->now && rows[i].tag < (int)now->found) here = i;
  }
  int wanted = found + next / 2 - shown;
  if (now->tag || wanted <= first) return first;
  return wanted < here ? wanted : here;
}

int wl_lines_first(struct wl_model *m, const struct wl_row *rows, int count, int shown) {
  struct wl_moment now = wl_model_moment(m);
  int first = 0, last = count > shown ? count - shown : 0;
  struct wl_moment then = {.tag = false, .now = 1u << m->lane};
  const struct wl_explain *e = &wl_model_spot(m)->explain;
  if (!now.replay) first = scroll_to(rows, count, shown, 0, &then);
  for (unsigned wave = 1; now.replay && last > 0 && wave <= m->wave; wave++) {
    then = wl_moment_at(m, wave);
    if (!then.tag && e->wavefront_count && e->wavefront[then.index].back) break; /* reads no word */
    first = scroll_to(rows, count, shown, first, &then);
    first = look_ahead(rows, count, shown, first, &then);
  }
  first += m->scroll;
  int clipped = first < 0 ? 0 : first > last ? last : first;
  m->scroll += clipped - first; /* scrolling stops at the ends */
  return clipped;
}
