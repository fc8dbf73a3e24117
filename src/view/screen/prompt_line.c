/* The line typed after ':', '/' or '?', and its answer. */
#include <stdio.h>
#include <string.h>

#include "session/state/panels.h"
#include "session/state/parts.h"
#include "session/state/session_state.h"
#include "view/draw/draw.h"

enum { MARGIN = 2, MOST_ROWS = 12 };

/* The lines that can be open: what stands before them, and what keys do. */
struct kind { const struct wl_typing *line; const char *sign, *empty, *keys; };

static struct kind kind_of(const struct wl_session *m) {
  if (!wl_panel_on(m, WL_PANEL_PROMPT))
    return (struct kind){&m->filter, "?", "words to look for   Up Down Enter does it   Esc closes",
                         "Up Down Enter does it   Esc closes"};
  if (m->searching)
    return (struct kind){&m->search, "/", "text, excess>0, op=store, line=52   Esc closes",
                         "Enter finds   Esc closes"};
  static const char keys[] = "Enter does it  Esc closes";
  return (struct kind){&m->line, ":", keys, keys};
}

void wl_part_prompt(struct wl_session *m, struct wl_canvas *c, struct wl_rect r) {
  struct kind kind = kind_of(m);
  const struct wl_typing *l = kind.line;
  const char *text = l->text;
  int room = r.w - 4; /* the colon, the cursor behind the text, a margin */
  size_t from = 0;
  while (from < l->cursor && wl_canvas_cells(c, text + from, (int)(l->cursor - from)) > room) {
    from++;
    while (((unsigned char)text[from] & 0xc0) == 0x80) from++;
  }
  wl_canvas_fill(c, r, WL_STYLE_BAR);
  wl_canvas_text(c, r.x, r.y, WL_STYLE_BAR_KEY, from ? "<" : kind.sign);
  int at = r.x + 1 + wl_canvas_cells(c, text + from, (int)(l->cursor - from));
  wl_canvas_fit(c, r.x + 1, r.y, r.w - 2, WL_STYLE_BAR, text + from);
  int end = r.x + 1 + wl_canvas_cells(c, text + from, -1);
  const char *note = m->message[0] ? m->message : *text ? kind.keys : kind.empty;
  if (end + 4 + wl_canvas_cells(c, note, -1) < r.x + r.w)
    wl_canvas_right(c, r.x + r.w - 1, r.y, m->message[0] ? WL_STYLE_TITLE : WL_STYLE_BAR_DIM, note);
  wl_canvas_restyle(c, (struct wl_rect){at, r.y, 1, 1}, WL_STYLE_TAB_ON);
}

/* Rows of an answer: one line is broken where it is long, several are cut. */
int wl_part_answer_rows(const struct wl_session *m, int width) {
  int rows = 1;
  if (!wl_panel_on(m, WL_PANEL_ANSWER)) return 0;
  for (const char *s = m->answer; (s = strchr(s, '\n')) != NULL; s++) rows++;
  if (rows == 1) rows = wl_wrapped_rows(m->answer, width > 2 * MARGIN ? width - MARGIN - 1 : width);
  if (rows > MOST_ROWS) rows = MOST_ROWS;
  return rows + 2; /* the question, and a line below */
}

void wl_part_answer(struct wl_session *m, struct wl_canvas *c, struct wl_rect r) {
  if (!wl_panel_on(m, WL_PANEL_ANSWER) || r.h < 1) return;
  bool headed = r.h >= 2, ruled = r.h >= 3;
  wl_canvas_fill(c, r, WL_STYLE_TEXT);
  int x = r.x + MARGIN, w = r.w - MARGIN - 1, y = r.y + headed, end = r.y + r.h - ruled;
  if (headed) {
    wl_canvas_text(c, r.x, r.y, WL_STYLE_KEY, ":");
    wl_canvas_fit(c, r.x + 1, r.y, r.w - 2, WL_STYLE_KEY, m->question);
  }
  const char *s = m->answer, *stop = strchr(s, '\n');
  if (!stop) wl_draw_wrapped(c, (struct wl_rect){x, y, w, 1}, end - y, WL_STYLE_STRONG, s);
  for (; stop && y < end; y++) {
    wl_canvas_fit_bytes(c, (struct wl_rect){x, y, w, 1}, WL_STYLE_STRONG, s, (size_t)(stop - s));
    s = *stop ? stop + 1 : stop;
    if (!*s) break;
    stop = strchrnul(s, '\n');
  }
  if (ruled) wl_canvas_glyph(c, r.x, r.y + r.h - 1, WL_GLYPH_H, r.w, WL_STYLE_DIM);
}
