#include "view/draw/counted_figures.h"

#include <stdio.h>

#include "core/teach/measured_check.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "view/draw/draw.h"
#include "view/draw/large_letters.h"
#include "words/format.h"

enum {
  BAR = 16, GBPS = 8, AIR = 2, /* cells: of the longest bar, of a number, between columns */
  COUNT = 11,                  /* of a count */
  SLIDE = 54,                  /* columns of a small slide: the numbers stand about its middle */
};

#define AGREES "model agrees"

/* "H200 counters, of a launch 8192 times as large": what the figures are of. */
static void tell_launch(const struct wl_measured *f, char *text, size_t size) {
  char times[28];
  if (f->times > 1)
    snprintf(text, size, "%s counters, of a launch %s times as large", f->chip,
             wl_format_count(f->times, times));
  else snprintf(text, size, "%s counters", f->chip);
}

/* Of the longest name of a figure. */
static int name_cells(const struct wl_canvas *c, const struct wl_measured *f) {
  char name[64];
  int most = 0;
  for (unsigned i = 0; i < f->figures; i++) {
    int cells = wl_canvas_cells(c, wl_measured_name(f, i, name), -1);
    if (cells > most) most = cells;
  }
  return most;
}

/* What the model says of a figure, behind what was counted, or below it where that has no room.
 * Returns the row. */
static int draw_here(struct wl_canvas *c, struct wl_rect r, int x, int y, uint64_t model) {
  char here[40], count[28];
  snprintf(here, sizeof here, "here %s", wl_format_count(model, count));
  bool beside = x + AIR + wl_canvas_cells(c, here, -1) <= r.x + r.w;
  if (beside) wl_canvas_text(c, x + AIR, y, WL_STYLE_DIM, here);
  else if (++y < r.y + r.h) wl_canvas_right(c, x, y, WL_STYLE_DIM, here);
  return y;
}

/* Figures that were counted, and whether the model says the same. Returns the row behind. */
static int draw_figures(struct wl_session *m, struct wl_canvas *c, struct wl_rect r, int y,
                        const struct wl_measured *f) {
  for (unsigned i = 0; i < f->figures && y < r.y + r.h; i++, y++) {
    char name[64], counted[28];
    uint64_t model = wl_measured_model(f, i, m->analysis);
    bool same = model == f->figure[i].counted;
    int x = r.w < SLIDE ? r.x + name_cells(c, f) + COUNT : r.x + r.w / 2 + GBPS;
    if (x > r.x + r.w) x = r.x + r.w;
    wl_canvas_fit(c, r.x, y, x - r.x - COUNT, WL_STYLE_TEXT, wl_measured_name(f, i, name));
    wl_canvas_right(c, x, y, WL_STYLE_STRONG, wl_format_count(f->figure[i].counted, counted));
    if (same) {
      wl_canvas_glyph(c, x + AIR, y, WL_GLYPH_CHECK, 1, WL_STYLE_GOOD);
      if (x + 2 * AIR + wl_canvas_cells(c, AGREES, -1) <= r.x + r.w)
        wl_canvas_text(c, x + 2 * AIR, y, WL_STYLE_DIM, AGREES);
    } else {
      y = draw_here(c, r, x, y, model);
    }
  }
  return y;
}

static int bandwidths(const struct wl_lesson_data *l) {
  int n = 0;
  for (unsigned i = 0; i < l->measurements; i++) n += l->measured[i].gbps > 0;
  return n;
}

/* What a bandwidth stands beside: the settings, or where there is but one, the size that it was
 * measured at; the settings of now are on the slide. */
static const char *speed_name(const struct wl_lesson_data *l, const struct wl_measured *f) {
  return bandwidths(l) == 1 && f->size[0] ? f->size : f->with;
}

/* "bandwidth of an H200 in GB/s, 8192 x 8192" */
static void tell_speeds(const struct wl_lesson_data *l, const struct wl_measured *f, char *text,
                        size_t size) {
  bool at = f->size[0] && speed_name(l, f) != f->size;
  snprintf(text, size, "bandwidth of an %s in GB/s%s%s", f->chip, at ? ", " : "",
           at ? f->size : "");
}

/* Bandwidths with these and other settings, as bars. */
static void draw_bandwidths(const struct wl_lesson_data *l, struct wl_canvas *c, struct wl_rect r,
                            int y) {
  double most = 0;
  int name = 0;
  for (unsigned i = 0; i < l->measurements; i++) {
    const struct wl_measured *f = &l->measured[i];
    int cells = wl_canvas_cells(c, speed_name(l, f), -1);
    if (f->gbps > most) most = f->gbps;
    if (f->gbps > 0 && cells > name) name = cells;
  }
  for (unsigned i = 0; i < l->measurements && y < r.y + r.h; i++) {
    const struct wl_measured *f = &l->measured[i];
    int x = r.x + AIR + name + GBPS + 1, room = r.x + r.w - x - AIR;
    enum wl_style style = f->applies ? WL_STYLE_STRONG : WL_STYLE_TEXT;
    char gbps[32];
    if (f->gbps <= 0) continue;
    snprintf(gbps, sizeof gbps, "%.*f", f->gbps < 10, f->gbps);
    if (f->applies) wl_canvas_glyph(c, r.x, y, WL_GLYPH_PLAY, 1, WL_STYLE_NOW);
    wl_canvas_fit(c, r.x + AIR, y, name, style, speed_name(l, f));
    wl_canvas_right(c, x - 1, y, style, gbps);
    if (room > 4)
      wl_canvas_bar(c, (struct wl_rect){x + 1, y, room < 2 * BAR ? room : 2 * BAR, 1},
                    f->gbps / most, f->applies ? WL_STYLE_STRONG : WL_STYLE_DIM, WL_STYLE_TEXT);
    y++;
  }
}

/* A heading, in two rows where it needs both and `rows` below it leave them. Returns the row
 * behind. */
static int draw_heading(struct wl_canvas *c, struct wl_rect r, int y, int rows, const char *text) {
  int most = y + 2 + rows <= r.y + r.h ? 2 : 1;
  return wl_draw_text(c, (struct wl_rect){r.x, y, r.w, most}, y, WL_STYLE_DIM, text);
}

/* The heading of each, and then its rows from row `y` on. Returns the row behind. */
static int draw_launch(struct wl_session *m, struct wl_canvas *c, struct wl_rect r, int y,
                       const struct wl_measured *f) {
  char text[96];
  tell_launch(f, text, sizeof text);
  return draw_figures(m, c, r, draw_heading(c, r, y, 2 * (int)f->figures, text), f);
}

static void draw_speeds(struct wl_session *m, struct wl_canvas *c, struct wl_rect r, int y,
                        const struct wl_measured *f) {
  char text[128];
  tell_speeds(wl_trace_lesson(m->trace), f, text, sizeof text);
  y = draw_heading(c, r, y, bandwidths(wl_trace_lesson(m->trace)), text);
  draw_bandwidths(wl_trace_lesson(m->trace), c, r, y);
}

void wl_counted_draw(struct wl_session *m, struct wl_canvas *c, struct wl_rect r) {
  const struct wl_measured *f = wl_session_measured(m);
  int y = r.y;
  if (!f) return;
  if (f->figures > 0 && r.h > 3) y = draw_launch(m, c, r, y, f);
  if (f->gbps <= 0 || y >= r.y + r.h) return;
  if (y > r.y && y + 2 + bandwidths(wl_trace_lesson(m->trace)) <= r.y + r.h) y++;
  draw_speeds(m, c, r, y, f);
}

bool wl_counted_draw_large(struct wl_session *m, struct wl_canvas *c, struct wl_rect r) {
  enum { LINES = 24 };
  const struct wl_measured *f = wl_session_measured(m);
  const struct wl_lesson_data *l = wl_trace_lesson(m->trace);
  struct { char text[160]; enum wl_style style; } line[LINES];
  char name[64], counted[28], here[28];
  int n = 0, rows = 0, y = r.y;
  if (!f || f->figures + l->measurements + 2 > LINES) return false;
  if (f->figures) tell_launch(f, line[n].text, sizeof line[n].text), line[n++].style = WL_STYLE_DIM;
  for (unsigned i = 0; i < f->figures; i++, n++) {
    uint64_t model = wl_measured_model(f, i, m->analysis);
    bool same = model == f->figure[i].counted;
    snprintf(line[n].text, sizeof line[n].text, "%s: %s%s%s", wl_measured_name(f, i, name),
             wl_format_count(f->figure[i].counted, counted), same ? "" : ", here ",
             same ? "" : wl_format_count(model, here));
    line[n].style = same ? WL_STYLE_GOOD : WL_STYLE_STRONG;
  }
  if (f->gbps > 0) tell_speeds(l, f, line[n].text, sizeof line[n].text),
                   line[n++].style = WL_STYLE_DIM;
  for (unsigned i = 0; f->gbps > 0 && i < l->measurements; i++) {
    const struct wl_measured *one = &l->measured[i];
    if (one->gbps <= 0) continue;
    snprintf(line[n].text, sizeof line[n].text, "%s: %.*f", speed_name(l, one), one->gbps < 10,
             one->gbps);
    line[n++].style = one->applies ? WL_STYLE_STRONG : WL_STYLE_TEXT;
  }
  int scale = 3;
  do {
    rows = 0, scale--;
    for (int i = 0; i < n; i++) rows += wl_large_rows(c, r.w, scale, line[i].text);
  } while (scale > 1 && rows > r.h);
  for (int i = 0; i < n && rows <= r.h; i++)
    y = wl_draw_large(c, r, y, scale, line[i].style, line[i].text);
  return rows <= r.h;
}

int wl_counted_rows_beside(const struct wl_session *m) {
  const struct wl_measured *f = wl_session_measured(m);
  int figures = f && f->figures ? 1 + f->figures : 0;
  int speeds = f && f->gbps > 0 ? 1 + bandwidths(wl_trace_lesson(m->trace)) : 0;
  return figures > speeds ? figures : speeds;
}

void wl_counted_draw_beside(struct wl_session *m, struct wl_canvas *c, struct wl_rect r) {
  const struct wl_measured *f = wl_session_measured(m);
  if (!f) return;
  struct wl_rect left = r, right = r;
  if (f->figures && f->gbps > 0) {
    left.w = name_cells(c, f) + COUNT + AIR + COUNT; /* what is counted, and what is not the same */
    if (left.w > r.w / 2) left.w = r.w / 2;
    right.x += left.w + AIR;
    right.w -= left.w + AIR;
  }
  if (f->figures) draw_launch(m, c, left, r.y, f);
  if (f->gbps > 0) draw_speeds(m, c, right, r.y, f);
}

void wl_counted_say(struct wl_session *m, const struct wl_prose *p) {
  const struct wl_measured *f = wl_session_measured(m);
  const struct wl_lesson_data *l = wl_trace_lesson(m->trace);
  char text[128], name[64], counted[28], here[28];
  if (!f) return;
  tell_launch(f, text, sizeof text);
  for (unsigned i = 0; i < f->figures; i++)
    wl_say(p, "%s: %s %s, the model %s", text, wl_measured_name(f, i, name),
           wl_format_count(f->figure[i].counted, counted),
           wl_format_count(wl_measured_model(f, i, m->analysis), here));
  for (unsigned i = 0; i < l->measurements; i++) {
    const struct wl_measured *one = &l->measured[i];
    const char *now = one->applies && bandwidths(l) > 1 ? ", now," : "";
    tell_speeds(l, one, text, sizeof text);
    if (one->gbps > 0)
      wl_say(p, "%s: %s%s %.*f", text, speed_name(l, one), now, one->gbps < 10, one->gbps);
  }
}
