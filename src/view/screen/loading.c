/* The screen while a script starts: what is known already stands at its final place. */
#include <stdio.h>

#include "core/trace/trace.h"
#include "session/predict/redact_source.h"
#include "session/state/parts.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "words/format.h"

enum { NUMBER = 6 }; /* cells of the number of a line */

static void draw_line(struct wl_session *m, struct wl_canvas *c, struct wl_rect r, uint32_t line) {
  size_t size = 0;
  const char *s = wl_source_line(m, line, &size);
  if (!s || r.h < 1) return;
  wl_canvas_printf(c, r.x, r.y, WL_STYLE_DIM, "%4u", line);
  struct wl_rect text = {r.x + NUMBER, r.y, r.w - NUMBER, 1};
  wl_canvas_fit_bytes(c, text, WL_STYLE_DIM, s, size);
}

bool wl_part_coming(struct wl_session *m, struct wl_canvas *c, const struct wl_layout *l) {
  char done[28], of[28], text[96] = "the script is running";
  if (!m->of || !m->trace || !wl_trace_lines(m->trace)) return false;
  if (m->present && !m->slow) return true; /* the row of views would be gone with the first slide */
  uint32_t line = wl_trace_words(m->trace)->kernel;
  draw_line(m, c, l->part[WL_PART_SOURCE], line);
  if (l->part[WL_PART_TABS].h) wl_part_tabs(m, c, l->part[WL_PART_TABS]);
  if (!m->slow) return true;
  if (wl_session_head(m))
    snprintf(text, sizeof text, "the script is running: block %s of %s",
             wl_format_count(m->done, done), wl_format_count(m->of, of));
  wl_canvas_fit(c, 1, l->part[WL_PART_VERDICT].y, l->part[WL_PART_VERDICT].w - 2, WL_STYLE_TEXT,
                text);
  struct wl_rect r = l->part[WL_PART_VIEW];
  for (int y = 0; y < r.h; y++)
    draw_line(m, c, (struct wl_rect){r.x, r.y + y, r.w, 1}, line + 1 + (uint32_t)y);
  return true;
}
