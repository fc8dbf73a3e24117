#include "view/views/lines_window.h"

#include <stdio.h>

#include "session/state/replay_frame.h"
#include "session/state/selection.h"
#include "session/state/session_state.h"
#include "view/draw/draw.h"
#include "view/draw/memory_cells.h"

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
                      const struct wl_replay_state *now) {
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

/* What it takes to draw a row, in words: those that it has, and what is beside them. */
static int price_of(const struct wl_row *row) {
  int words = row->tag >= 0 ? 5 : 4;
  for (int i = 0; i < 32; i++) words += row->word[i] || row->sectors >> i / 8 & 1;
  return words;
}

/* Scrolls from one row towards another, at least by one: no more rows come into sight in a step of
 * a replay, forwards or backwards, than a terminal far away takes with ease. What is served may
 * stay behind then, the longer the wider rows are: one of it is pinned. */
static int glide(const struct wl_row *rows, int shown, int from, int to) {
  enum { MOST = 60 }; /* words, some 500 bytes: four rows of one sector, or a whole one */
  int way = to > from ? 1 : -1, price = 0;
  for (int first = from; from != to; from += way) {
    int above = price_of(&rows[way > 0 ? from : from - 1]);
    int below = price_of(&rows[way > 0 ? from + shown : from + shown - 1]);
    price += above > below ? above : below;
    if (price > MOST && from != first) break;
  }
  return from;
}

/* The first row that is in sight, unless the view is scrolled. */
static int first_row(struct wl_session *m, const struct wl_row *rows, int count, int shown) {
  int first = scroll_to_lanes(rows, count, shown, 0, 1u << m->lane, false);
  bool filled = rows[count - 1].filled;
  for (unsigned wave = 1; count > shown && wave <= m->wave && wave <= wl_session_waves(m); wave++) {
    struct wl_replay_state then = wl_replay_state_at(m, wave);
    int before = first;
    first = then.tag ? scroll_to_tag(rows, count, shown, first, (int)then.index)
                     : scroll_to_lanes(rows, count, shown, first, then.now, filled);
    first = look_ahead(rows, count, shown, first, &then);
    bool steps = wave > 1 && !m->still; /* the first comes from the picked lane's row */
    if (steps) first = glide(rows, shown, before, first);
  }
  return first;
}

/* Whether the row is found now, or some word of it is served. */
static bool is_lit(const struct wl_step_info *s, const struct wl_row *row,
                   const struct wl_replay_state *now) {
  struct wl_cell_word words[32];
  if (now->tag) return row->tag == (int)now->index;
  if (!now->replay || !has_lanes(row, now->now, false)) return false;
  wl_row_words(s, row, now, words);
  for (int i = 0; i < 32; i++)
    if (words[i].lanes && words[i].style == WL_STYLE_NOW) return true;
  return false;
}

/* The row that is lit now and nearest to the window; -1: some in it is, or none anywhere. */
static int row_to_pin(struct wl_session *m, const struct wl_row *rows, int count, int first,
                      int end) {
  const struct wl_step_info *s = wl_session_spot(m);
  struct wl_replay_state now = wl_session_moment(m);
  for (int i = first; i < end; i++)
    if (is_lit(s, &rows[i], &now)) return -1;
  int above = first - 1, below = end;
  while (above >= 0 && !is_lit(s, &rows[above], &now)) above--;
  while (below < count && !is_lit(s, &rows[below], &now)) below++;
  if (below == count) return above;
  return above < 0 || below - end < first - 1 - above ? below : above;
}

struct wl_lines_window wl_lines_window(struct wl_session *m, const struct wl_row *rows, int count,
                                       int shown) {
  if (shown > count) shown = count;
  int first = wl_scroll_window(m, first_row(m, rows, count, shown), count, shown);
  int end = first + shown;
  return (struct wl_lines_window){first, end, row_to_pin(m, rows, count, first, end)};
}

static bool pins_above(const struct wl_lines_window *w) {
  return w->pinned >= 0 && w->pinned < w->first;
}

static bool pins_below(const struct wl_lines_window *w) { return w->pinned >= w->end; }

int wl_lines_row(const struct wl_lines_window *w, int at) {
  bool top = at == 0 && pins_above(w), bottom = at == w->end - w->first - 1 && pins_below(w);
  return top || bottom ? w->pinned : w->first + at;
}

enum wl_glyph_id wl_lines_away(struct wl_session *m, const struct wl_row *rows, int count,
                               const struct wl_lines_window *w) {
  const struct wl_step_info *s = wl_session_spot(m);
  struct wl_replay_state now = wl_session_moment(m);
  bool above = false, below = false;
  for (int i = 0; i < w->first; i++) above |= i != w->pinned && is_lit(s, &rows[i], &now);
  for (int i = w->end; i < count; i++) below |= i != w->pinned && is_lit(s, &rows[i], &now);
  if (above) return below ? WL_GLYPH_UP_DOWN : WL_GLYPH_UP;
  return below ? WL_GLYPH_DOWN : WL_GLYPH_SPACE;
}

void wl_lines_in_sight(const struct wl_lines_window *w, char text[WL_LINES_TEXT]) {
  bool above = pins_above(w), below = pins_below(w);
  int first = w->first + 1 + above, last = w->end - below, n = 0;
  text[0] = '\0';
  if (above) n = snprintf(text, WL_LINES_TEXT, "%d%s", w->pinned + 1, first <= last ? ", " : "");
  if (first <= last) n += snprintf(text + n, WL_LINES_TEXT - (size_t)n, "%d–%d", first, last);
  if (below)
    snprintf(text + n, WL_LINES_TEXT - (size_t)n, "%s%d", first <= last ? ", " : "",
             w->pinned + 1);
}
