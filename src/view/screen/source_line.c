/* The source line of the selected step, with the expression marked, and what
 * kind of instruction it is; in tall layouts with the lines around it. */
#include <stdio.h>
#include <string.h>

#include "core/base/text.h"
#include "core/trace/trace.h"
#include "session/predict/redact_source.h"
#include "session/state/parts.h"
#include "session/state/selection.h"
#include "session/state/session_state.h"
#include "view/text/active_lanes.h"
#include "view/text/phrases.h"

enum { LINE_MAX_BYTES = 512, NUMBER = 5 };

/* A source line with tabs as single spaces, so that byte columns stay. */
static size_t take_line(struct wl_session *m, uint32_t line, char text[LINE_MAX_BYTES]) {
  size_t size = 0;
  const char *s = wl_source_line(m, line, &size);
  if (!s) return 0;
  if (size >= LINE_MAX_BYTES) size = LINE_MAX_BYTES - 1;
  for (size_t i = 0; i < size; i++) text[i] = s[i] == '\t' ? ' ' : s[i];
  text[size] = '\0';
  return size;
}

/* The line without the comment behind the expression, which gives way to what it does. */
static size_t without_comment(const struct wl_session *m, size_t size,
                              const struct wl_source_span *place) {
  size_t end = place->end_column ? place->end_column - 1u : 0;
  size_t code = wl_source_code(m, place->line);
  return !end || end >= size || code < end || code > size ? size : code;
}

static size_t indent_of(const char *text, size_t size) {
  size_t n = 0;
  while (n < size && text[n] == ' ') n++;
  return n;
}

/* What of the line of the step is shown in so many cells: a comment only where all of it
 * fits. */
static size_t shown_size(struct wl_session *m, const struct wl_canvas *c, const char *text,
                         size_t size, const struct wl_source_span *place, int cells) {
  size_t code = without_comment(m, size, place), indent = indent_of(text, size);
  bool fits = wl_canvas_cells(c, text + indent, (int)(size - indent)) <= cells;
  return fits ? size : code;
}

/* Bytes [from, size) of a line. */
struct code {
  const char *text;
  size_t from, size;
  const struct wl_source_span *place; /* to be marked in it, or NULL */
  enum wl_style style;
  bool goes_on; /* what was before them is in the row above */
};

/* Draws it into one row of cells. Where the place would lie beyond the end, the line begins
 * later. */
static void draw_code(struct wl_canvas *c, struct wl_rect r, const struct code *k) {
  const struct wl_source_span *place = k->place;
  const char *text = k->text;
  size_t size = k->size, from = k->from;
  size_t begin = place && place->column ? place->column - 1u : size;
  size_t end = place && place->end_column > place->column ? place->end_column - 1u : begin;
  if (begin > size) begin = size;
  if (end > size) end = size;
  if (end < begin) end = begin; /* a step need not say in which column it is */
  if (k->goes_on && begin < from) begin = from;
  if (end < begin) end = begin;
  if (from > begin) from = begin;
  bool cut = false;
  while (from < begin && wl_canvas_cells(c, text + from, (int)(end - from)) + cut > r.w) {
    from++;
    cut = true;
  }
  int x = r.x, y = r.y, stop = r.x + r.w;
  if (cut) {
    wl_canvas_glyph(c, x, y, WL_GLYPH_ELLIPSIS, 1, WL_STYLE_DIM);
    x++;
  }
  bool fits = wl_canvas_cells(c, text + from, (int)(size - from)) <= stop - x;
  struct wl_rect old = wl_canvas_clip(c, (struct wl_rect){x, y, stop - x - !fits, 1});
  char part[LINE_MAX_BYTES];
  const size_t at[4] = {from, begin, end, size};
  for (int i = 0; i < 3; i++) {
    memcpy(part, text + at[i], at[i + 1] - at[i]);
    part[at[i + 1] - at[i]] = '\0';
    x = wl_canvas_text(c, x, y, i == 1 ? WL_STYLE_CODE_HERE : k->style, part);
  }
  wl_canvas_clip(c, old);
  if (!fits) wl_canvas_glyph(c, stop - 1, y, WL_GLYPH_ELLIPSIS, 1, WL_STYLE_DIM);
}

/* The line of the step without its comment and indent. */
static struct code own_code(struct wl_session *m, char text[LINE_MAX_BYTES]) {
  const struct wl_source_span *place = &wl_session_spot(m)->step.place;
  size_t size = take_line(m, place->line, text);
  size = without_comment(m, size, place);
  return (struct code){text, indent_of(text, size), size, place, WL_STYLE_TEXT, false};
}

int wl_part_source_rows(struct wl_session *m, const struct wl_canvas *c, int width) {
  char text[LINE_MAX_BYTES];
  struct code k = own_code(m, text);
  return wl_canvas_cells(c, text + k.from, (int)(k.size - k.from)) > width - NUMBER - 1 ? 2 : 1;
}

static int cells_of(const struct wl_canvas *c, const struct code *k, size_t from, size_t size) {
  return wl_canvas_cells(c, k->text + from, (int)(size - from));
}

/* Where a line that goes on in a second row breaks: behind a blank in the second half of the first
 * one; behind another sign where that makes the rest fit; or where the row ends. */
static size_t break_of(const struct wl_canvas *c, const struct code *k, int cells) {
  size_t at = k->from, blank = k->size, sign = k->size, end = k->from;
  for (; at < k->size && cells_of(c, k, k->from, at) <= cells; at++) {
    unsigned char before = at > k->from ? (unsigned char)k->text[at - 1] : 'a';
    if (((unsigned char)k->text[at] & 0xc0) == 0x80) continue; /* not inside of a character */
    end = at;
    if (at < k->from + (size_t)cells / 2 || before >= 0x80) continue;
    if (before == ' ') blank = at;
    if (!wl_in_name((char)before) && before != '.') sign = at;
  }
  bool early = blank < k->size && cells_of(c, k, blank, k->size) > cells &&
               cells_of(c, k, sign, k->size) <= cells;
  return blank < k->size && !early ? blank : sign < k->size ? sign : end;
}

/* The line of the step in two rows; returns where the second one ends. */
static int draw_folded(struct wl_session *m, struct wl_canvas *c, struct wl_rect r) {
  char text[LINE_MAX_BYTES];
  struct code k = own_code(m, text);
  int x = r.x + NUMBER + 1, cells = r.w - NUMBER - 1;
  wl_canvas_printf(c, r.x, r.y, WL_STYLE_KEY, "%4u", k.place->line);
  struct code first = k, second = k;
  first.size = second.from = break_of(c, &k, cells);
  second.goes_on = true;
  draw_code(c, (struct wl_rect){x, r.y, cells, 1}, &first);
  draw_code(c, (struct wl_rect){x, r.y + 1, cells, 1}, &second);
  return x + wl_canvas_cells(c, text + second.from, (int)(second.size - second.from));
}

enum { LABEL = WL_PHRASE + 2 + WL_FLOW_TEXT };

/* What stands at the right of `width` cells: the kind, and before it the iteration of the
 * loop; brief where all of it would cut the `code` cells of the line, and not where even
 * that would take more than half the width. */
static void label_of(const struct wl_canvas *c, const struct wl_step *s, int width, int code,
                     char label[LABEL]) {
  char iteration[WL_FLOW_TEXT], kind[WL_PHRASE];
  wl_phrase_kind(s, kind);
  for (int brief = 0; brief < 2; brief++) {
    int least = brief && code > width / 2 ? width / 2 : code;
    wl_flow_iteration(s, brief, iteration);
    snprintf(label, LABEL, "%s  %s", iteration, kind);
    if (iteration[0] && least + wl_canvas_cells(c, label, -1) <= width) return;
  }
  snprintf(label, LABEL, "%s", kind);
}

enum { MAX_LINES = 16 };

/* The line of the step and those around it, without those of which nothing may be seen. 0: there
 * is none. */
static void lines_around(struct wl_session *m, uint32_t here, int rows, uint32_t line[MAX_LINES]) {
  int middle = (rows - 1) / 2;
  line[middle] = here;
  for (int i = middle - 1; i >= 0; i--) {
    line[i] = line[i + 1] ? line[i + 1] - 1 : 0;
    while (wl_source_blank(m, line[i])) line[i]--;
  }
  for (int i = middle + 1; i < rows; i++) {
    line[i] = line[i - 1] + 1;
    while (wl_source_blank(m, line[i])) line[i]++;
  }
}

/* The least indent of lines; LINE_MAX_BYTES where none has code. */
static size_t least_indent(struct wl_session *m, const uint32_t line[MAX_LINES], int rows) {
  char text[LINE_MAX_BYTES];
  size_t least = LINE_MAX_BYTES;
  for (int i = 0; i < rows; i++) {
    size_t size = take_line(m, line[i], text), n = indent_of(text, size);
    if (size > n && n < least) least = n;
  }
  return least;
}

/* A line with its number; that of the step names its place, and is drawn without a comment that
 * has no room, but if it is to be `whole`. */
static void draw_line(struct wl_session *m, struct wl_canvas *c, struct wl_rect r, uint32_t line,
                      size_t indent, bool whole) {
  const struct wl_source_span *place = &wl_session_spot(m)->step.place;
  char text[LINE_MAX_BYTES];
  size_t size = take_line(m, line, text);
  bool here = line == place->line;
  if (line == 0 || !wl_trace_line(m->trace, line, &(size_t){0})) return;
  struct wl_rect code = {r.x + NUMBER + 1, r.y, r.w - NUMBER - 1, 1};
  if (here) size = shown_size(m, c, text, size, place, whole ? 0 : code.w);
  struct code part = {text, indent < size ? indent : size, size, here ? place : NULL,
                      here ? WL_STYLE_TEXT : WL_STYLE_DIM, false};
  wl_canvas_printf(c, r.x, r.y, here ? WL_STYLE_KEY : WL_STYLE_DIM, "%4u", line);
  draw_code(c, code, &part);
}

bool wl_part_source(struct wl_session *m, struct wl_canvas *c, struct wl_rect r, bool whole) {
  const struct wl_step_info *s = wl_session_spot(m);
  if (!s || r.h < 1) return false;
  const struct wl_source_span *place = &s->step.place;
  char text[LINE_MAX_BYTES], label[LABEL];
  if (whole && r.h == 2) {
    int end = draw_folded(m, c, r);
    wl_phrase_kind(&s->step, label);
    int begin = r.x + r.w - 1 - wl_canvas_cells(c, label, -1);
    if (end + 2 > begin) return false;
    wl_canvas_text(c, begin, r.y + 1, WL_STYLE_STRONG, label);
    return true;
  }
  uint32_t line[MAX_LINES];
  if (r.h > MAX_LINES) r.h = MAX_LINES;
  int middle = (r.h - 1) / 2;
  lines_around(m, place->line, r.h, line);
  size_t indent = least_indent(m, line, r.h);
  size_t size = take_line(m, place->line, text), from = indent < size ? indent : size;
  size = without_comment(m, size, place);
  int code = NUMBER + 1 + wl_canvas_cells(c, text + from, (int)(size - from)) + 3;
  label_of(c, &s->step, r.w, r.h > 2 ? 0 : code, label);
  bool cut = code + wl_canvas_cells(c, label, -1) > r.w;
  int at = cut && r.h > 2 ? 0 : middle; /* the kind stands above a long line */
  if (cut && at == middle && whole) label[0] = '\0';
  int right = r.w - (label[0] != 0) - wl_canvas_cells(c, label, -1);
  for (int i = 0; i < r.h; i++) {
    int room = i == at && label[0] ? right - 2 : r.w;
    draw_line(m, c, (struct wl_rect){r.x, r.y + i, room, 1}, line[i], indent, whole);
  }
  wl_canvas_text(c, r.x + right, r.y + at, WL_STYLE_STRONG, label);
  return label[0] != '\0';
}

void wl_part_code(struct wl_session *m, struct wl_canvas *c, struct wl_rect r,
                  const struct wl_source_span *place) {
  char text[LINE_MAX_BYTES];
  size_t size = take_line(m, place->line, text);
  struct code part = {text, indent_of(text, size), without_comment(m, size, place), place,
                      WL_STYLE_TEXT, false};
  wl_canvas_printf(c, r.x, r.y, WL_STYLE_KEY, "%u", place->line);
  draw_code(c, (struct wl_rect){r.x + NUMBER, r.y, r.w - NUMBER, 1}, &part);
}
