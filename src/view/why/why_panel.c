/* The panel that explains a figure: rule, evidence, source. The rule is at the top, source and
 * profiler at the bottom; the evidence scrolls between. */
#include "session/why/why.h"

#include <stdio.h>
#include <string.h>

#include "session/state/session_state.h"
#include "session/why/why_rows.h"
#include "session/why/why_subjects.h"
#include "view/draw/draw.h"
#include "view/screen/view_functions.h"

enum {
  LEAST_LABEL = 10, LABEL = 17, NARROW_LABEL = 11, VALUE = 6, NARROW = 70, LEAST = 3, CALM = 6
};

static int rows_of(const struct wl_canvas *c, const char *text, int cells) {
  int rows = 0;
  while (*text) {
    text += wl_row_bytes(c, text, cells);
    text += strspn(text, " ");
    rows++;
  }
  return rows;
}

/* Text broken at spaces into at most `rows` rows, the last one cut; returns the
 * row after it. */
static int wrap(struct wl_canvas *c, struct wl_rect r, int y, int rows, enum wl_style style,
                const char *text) {
  for (int i = 0; i < rows && *text; i++, y++) {
    int take = i + 1 < rows ? wl_row_bytes(c, text, r.w) : (int)strlen(text);
    wl_canvas_fit_bytes(c, (struct wl_rect){r.x, y, r.w, 1}, style, text, (size_t)take);
    text += take;
    text += strspn(text, " ");
  }
  return y;
}

/* " why  sectors ≈8  [measured]                       2 of 12" */
static void draw_title(struct wl_canvas *c, struct wl_rect r, const struct wl_why *w) {
  static const char tag[] = " why ";
  char certainty[32], text[160];
  int x = r.x + 1, room = r.w - 2;
  wl_canvas_fill(c, r, WL_STYLE_BAR);
  snprintf(text, sizeof text, "%s %s%s%s", w->title, w->before, w->before[0] ? "→" : "", w->value);
  if ((int)strlen(tag) + 2 + wl_canvas_cells(c, text, -1) <= room)
    x = wl_canvas_text(c, x, r.y, WL_STYLE_TAB_ON, tag) + 2;
  else if (wl_canvas_cells(c, text, -1) > room) /* a figure that is cut would be another one */
    snprintf(text, sizeof text, "%s %s", w->value, w->title);
  x = wl_canvas_fit(c, x, r.y, r.x + r.w - 1 - x, WL_STYLE_TITLE, text) + 2;
  if (w->estimate) x = wl_canvas_text(c, x, r.y, WL_STYLE_BAR_KEY, "an estimate") + 2;
  snprintf(certainty, sizeof certainty, "[%s]", wl_certainty_names[w->certainty]);
  if (x + wl_canvas_cells(c, certainty, -1) < r.x + r.w)
    wl_canvas_right(c, r.x + r.w - 1, r.y, WL_STYLE_BAR_KEY, certainty);
}

/* Columns before what is said of evidence, source and profiler: one for all. And the columns of
 * the values behind it. */
struct columns { int label, value; };

static struct columns columns_of(const struct wl_canvas *c, int width, const struct wl_why *w) {
  struct columns k = {LEAST_LABEL, VALUE};
  bool wide = width >= NARROW;
  int most = wide ? LABEL : NARROW_LABEL;
  for (size_t i = 0; i < w->count; i++) {
    int cells = wl_canvas_cells(c, w->row[i].label, -1), air = wide && cells + 2 <= most ? 2 : 1;
    int value = wl_canvas_cells(c, w->row[i].value, -1) + 1;
    if (cells + air > k.label && cells < most) k.label = cells + air; /* else it goes on beyond */
    if (value > k.value) k.value = value;
  }
  return k;
}

/* "source     H200 counters, …" */
static int draw_side(struct wl_canvas *c, struct wl_rect r, int y, int rows, const char *label,
                     int column, const char *text) {
  if (rows < 1) return y;
  wl_canvas_text(c, r.x, y, WL_STYLE_DIM, label);
  return wrap(c, (struct wl_rect){r.x + column, 0, r.w - column, 1}, y, rows, WL_STYLE_TEXT, text);
}

/* Where the text of a row stands, between its label and the values. */
static struct wl_rect text_of(const struct wl_canvas *c, struct wl_rect r,
                              const struct wl_why_row *row, struct columns k) {
  int cells = wl_canvas_cells(c, row->label, -1), x = cells < k.label ? k.label : cells + 1;
  return (struct wl_rect){r.x + x, r.y, r.w - k.value - x, 1};
}

static int rows_of_text(const struct wl_canvas *c, struct wl_rect r, const struct wl_why_row *row,
                        struct columns k) {
  int rows = rows_of(c, row->text, text_of(c, r, row, k).w);
  return rows > 1 ? rows : 1;
}

/* Returns the rows that it takes: more than one only if it is not to be `cut`. */
static int draw_evidence_row(const struct wl_session *m, struct wl_canvas *c, struct wl_rect r,
                             const struct wl_why_row *row, struct columns k, bool cut) {
  bool picked = row->lanes >> m->lane & 1 && row->lanes != 0xffffffff;
  enum wl_style side = picked ? WL_STYLE_KEY : WL_STYLE_DIM;
  enum wl_style style = row->sum ? WL_STYLE_DIM : WL_STYLE_TEXT;
  struct wl_rect text = text_of(c, r, row, k);
  wl_canvas_fit(c, r.x, r.y, text.x - 1 - r.x, side, row->label);
  wl_canvas_right(c, r.x + r.w, r.y, row->sum ? WL_STYLE_STRONG : WL_STYLE_TEXT, row->value);
  int rows = cut ? 1 : rows_of_text(c, r, row, k);
  wrap(c, text, r.y, rows, style, row->text);
  return rows;
}

static int whole_rows(const struct wl_canvas *c, struct wl_rect r, const struct wl_why *w,
                      struct columns k) {
  int rows = 0;
  for (unsigned i = 0; i < w->count; i++)
    rows += rows_of_text(c, r, &w->row[i], k);
  return rows;
}

/* Returns the rows that are used. */
static int draw_evidence(struct wl_session *m, struct wl_canvas *c, struct wl_rect r,
                         const struct wl_why *w, struct columns k) {
  int count = (int)w->count, shown = r.h < count ? r.h - 1 : r.h; /* one row tells the rest */
  if (shown < 1) shown = r.h;
  int first = wl_scroll_window(m, 0, count, shown);
  bool cut = whole_rows(c, r, w, k) > r.h;
  int used = 0;
  for (int i = first; i < first + shown && i < count; i++)
    used += draw_evidence_row(m, c, (struct wl_rect){r.x, r.y + used, r.w, 1}, &w->row[i], k, cut);
  if (count > shown && r.h > 1)
    wl_canvas_printf(c, r.x, r.y + used++, WL_STYLE_NOTE, "%d–%d of %d rows%s", first + 1,
                     first + shown, count, wl_scroll_keys(m));
  return used;
}

/* Rows of each part; where room is short, the definition goes first, then air,
 * then the profiler, then the source. */
struct plan { int help, sentence, source, profiler, evidence; bool air; };

static struct plan plan_rows(const struct wl_canvas *c, struct wl_rect r, const struct wl_why *w,
                             int label, const char *source, const char *profiler) {
  struct plan p = {
    .help = rows_of(c, w->help, r.w),
    .sentence = rows_of(c, w->rule->sentence, r.w),
    .source = rows_of(c, source, r.w - label),
    .profiler = rows_of(c, profiler, r.w - label),
    .air = true,
  };
  if (p.sentence > r.h - 2) p.sentence = r.h - 2; /* below title and name */
  int count = (int)w->count, least = count < LEAST ? count : LEAST;
  int calm = (count < CALM ? count : CALM) - least; /* evidence that air does not push out */
  int room = r.h - 2 - p.sentence - least;
  if (p.help + p.source + p.profiler + 4 + calm > room) p.air = false;
  if (p.help + p.source + p.profiler + 4 * p.air > room) p.help = 0;
  if (p.source + p.profiler > room && p.profiler > 1) p.profiler = 1;
  if (p.source + p.profiler > room && p.source > 1) p.source = 1;
  if (p.source + p.profiler > room) p.profiler = 0;
  if (p.source + p.profiler > room) p.source = 0;
  p.evidence = r.h - 2 - p.help - p.sentence - p.source - p.profiler - 4 * p.air;
  if (p.evidence < 0) p.evidence = 0;
  return p;
}

void wl_view_why(struct wl_session *m, struct wl_canvas *c, struct wl_rect r) {
  struct wl_why w;
  if (!wl_why_subject_why(m, wl_why_subject_now(m), &w)) {
    wl_canvas_text(c, r.x + 1, r.y + 1, WL_STYLE_DIM, "this step has no figures");
    return;
  }
  struct wl_rect seen = wl_canvas_clip(c, r);
  wl_canvas_clip(c, seen);
  draw_title(c, (struct wl_rect){r.x, r.y, seen.x + seen.w - r.x, 1}, &w);
  int y = r.y + 1;
  char source[512];
  wl_why_source(&w, source, sizeof source);
  const char *profiler = !w.profiled ? "" : w.profiler[0] ? w.profiler : "has no counter for it";
  r = (struct wl_rect){r.x + 1, r.y, r.w - 2, r.h};
  struct columns k = columns_of(c, r.w, &w);
  struct plan p = plan_rows(c, r, &w, k.label, source, profiler);
  y = wrap(c, r, y, p.help, WL_STYLE_DIM, w.help) + p.air;
  y = wrap(c, r, y, 1, WL_STYLE_STRONG, w.rule->name);
  y = wrap(c, r, y, p.sentence, WL_STYLE_TEXT, w.rule->sentence) + p.air;
  int used = draw_evidence(m, c, (struct wl_rect){r.x, y, r.w, p.evidence}, &w, k);
  y += p.air ? used + 1 : p.evidence;
  y = draw_side(c, r, y, p.source, "source", k.label, source);
  draw_side(c, r, y, p.profiler, "profiler", k.label, profiler);
}
