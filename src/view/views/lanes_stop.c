#include "view/views/lanes_stop.h"

#include <stdio.h>

#include "session/course/presentation.h"
#include "session/predict/redact_source.h"
#include "session/state/selection.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "view/draw/draw.h"
#include "words/format.h"

/* What the script is about, at the first mark of a warp: `rows` below it stay free where it does
 * not need them. Returns the row behind. */
static int draw_about(struct wl_session *m, struct wl_canvas *c, struct wl_rect r, int rows) {
  const struct wl_head *head = wl_session_head(m);
  enum { MOST = 76 /* cells that are read in one go */ };
  if (!head || !head->about[0] || !wl_present_opens(m)) return r.y;
  if (r.w > MOST) r = (struct wl_rect){r.x + (r.w - MOST) / 2, r.y, MOST, r.h};
  wl_canvas_fit(c, r.x, r.y++, r.w, WL_STYLE_STRONG, head->title);
  const char *about = wl_source_about(m);
  bool ample = wl_centred_rows(c, r.w, about) <= r.h - 1 - rows;
  int room = ample ? r.h - 1 - rows : r.h - 1;
  return r.y + wl_draw_wrapped(c, r, room, WL_STYLE_TEXT, about);
}

/* What stops here, and who came. */
struct stop { char text[96], who[192]; uint32_t absent; };

static void say_stop(const struct wl_step_info *s, struct stop *out) {
  char here[64], away[64];
  const char *text = NULL;
  if (s->step.kind == WL_STEP_MARK) text = "a mark of the script";
  else if (s->step.name == WL_NAME_SYNCWARP) text = "the lanes of the warp meet";
  else if (s->step.name == WL_NAME_PIPELINE_COMMIT) text = "a batch of copies ends";
  else if (s->step.name == WL_NAME_PIPELINE_WAIT) text = "copies arrive in shared memory";
  else if (s->step.name >= WL_NAME_THREADFENCE)
    text = "memory written before is seen before memory written after";
  if (text) snprintf(out->text, sizeof out->text, "%s", text);
  else
    snprintf(out->text, sizeof out->text,
             "barrier %d: the threads of the block wait for each other", s->step.phase + 1);
  out->absent = s->step.live & ~s->step.access.mask;
  wl_format_lanes(s->step.access.mask, here, sizeof here);
  wl_format_lanes(out->absent, away, sizeof away);
  if (out->absent)
    snprintf(out->who, sizeof out->who, "here: lanes %s; elsewhere: lanes %s", here, away);
  else
    snprintf(out->who, sizeof out->who, "here: lanes %s, all that have not returned", here);
}

void wl_draw_stop(struct wl_session *m, struct wl_canvas *c, struct wl_rect r) {
  enum { LINES = 3 };
  const struct wl_step_info *s = wl_session_spot(m);
  struct stop stop;
  bool mark = s->step.kind == WL_STEP_MARK;
  say_stop(s, &stop);
  const struct { const char *text; enum wl_style style; } line[LINES] = {
    {stop.text, mark ? WL_STYLE_NOTE : WL_STYLE_STRONG},
    {stop.who, stop.absent ? WL_STYLE_WARN : WL_STYLE_TEXT},
    {m->still ? "" : "PageDown and PageUp go to the next barrier, mark, question", WL_STYLE_DIM},
  };
  int told = mark ? draw_about(m, c, r, LINES + 1) - r.y : 0, rows = 0, count = 0;
  r = (struct wl_rect){r.x, r.y + told, r.w, r.h - told};
  while (count < LINES && rows + wl_centred_rows(c, r.w, line[count].text) <= r.h)
    rows += wl_centred_rows(c, r.w, line[count++].text);
  r.y += (r.h - rows) / 2;
  for (int i = 0; i < count; i++)
    r.y += wl_draw_centred(c, r, line[i].style, line[i].text);
}

int wl_stop_rows(struct wl_session *m) {
  enum { ROWS = 6, ABOUT = 5 };
  return wl_present_opens(m) ? ROWS + ABOUT : ROWS;
}

void wl_say_stop(struct wl_session *m, const struct wl_prose *p) {
  struct stop stop;
  say_stop(wl_session_spot(m), &stop);
  wl_say_words(p, "%s", stop.text);
  wl_say_words(p, "%s", stop.who);
}
