#include "view/slides/notes.h"
#include "session/predict/redact_source.h"

#include <stdio.h>
#include <string.h>

#include "session/compare/variants.h"
#include "session/course/course.h"
#include "session/course/presentation.h"
#include "session/course/presentation_stops.h"
#include "session/search/hazard_summary.h"
#include "session/state/panels.h"
#include "session/state/selection.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "session/state/window.h"
#include "view/draw/draw.h"
#include "view/text/phrases.h"

enum { LABEL = 9 }; /* cells of "next" and the like */

/* A line of the script without its indent. */
static void copy_line(const struct wl_session *m, uint32_t line, char *text, size_t size) {
  size_t length;
  const char *s = wl_trace_line(m->trace, line, &length);
  while (s && length && (*s == ' ' || *s == '\t')) s++, length--;
  snprintf(text, size, "%.*s", s ? (int)(length < size ? length : size - 1) : 0, s ? s : "");
}

/* The note of the last mark that the warp has passed. */
static void find_note(struct wl_session *m, struct wl_notes *n) {
  const struct wl_window *w = wl_session_window(m);
  size_t here = m->selected - w->first;
  struct wl_step s;
  for (size_t i = here + 1; i-- > 0;) {
    if (w->entry[i].warp != w->entry[here].warp || w->entry[i].kind != WL_STEP_MARK) continue;
    if (wl_trace_get(m->trace, w->first + i, &s))
      snprintf(n->note, sizeof n->note, "%s", wl_trace_notes(m->trace, &s));
    return;
  }
}

/* What a step does and its line, which may be that of the step before. */
static void copy_stop(struct wl_session *m, const struct wl_step *s, char *text, size_t size) {
  char kind[WL_PHRASE];
  size_t used = 0;
  wl_phrase_kind(s, kind);
  if (s->kind == WL_STEP_ACCESS) used = (size_t)snprintf(text, size, "%s: ", kind);
  if (used < size) copy_line(m, s->place.line, text + used, size - used);
}

/* What stands over the slide, which a clicker closes first. */
static bool is_covered(const struct wl_session *m) {
  enum wl_panel top = wl_panel_top(m);
  return top >= WL_PANEL_ERROR && top <= WL_PANEL_ANSWER;
}

static void find_next(struct wl_session *m, struct wl_notes *n) {
  unsigned place = wl_present_beside(m, true);
  size_t step;
  struct wl_step s;
  const struct wl_beyond *b = &m->course.beyond[WL_AFTER];
  char flip[WL_VARIANT_TEXT];
  bool flips = *wl_variant_beyond(m, flip);
  snprintf(n->fact, sizeof n->fact, "%s", wl_present_title(m));
  bool more = wl_stop_next(m, true, &step) && wl_trace_get(m->trace, step, &s);
  if (more && s.kind == WL_STEP_MARK) snprintf(n->stop, sizeof n->stop, "%s", s.text);
  else if (more) copy_stop(m, &s, n->stop, sizeof n->stop);
  else if (flips) snprintf(n->stop, sizeof n->stop, "the same with %s", flip);
  else if (b->name) snprintf(n->stop, sizeof n->stop, "lesson %s: %s", b->name, b->title);
  else snprintf(n->stop, sizeof n->stop, "the end of the warp");
  if (is_covered(m)) snprintf(n->next, sizeof n->next, "the slide again");
  else if (wl_present_asks(m)) snprintf(n->next, sizeof n->next, "the answer");
  else if (place)
    snprintf(n->next, sizeof n->next, "%s", wl_fact_titles[wl_present_fact_at(m, place)]);
  else
    snprintf(n->next, sizeof n->next, "%s", more || flips ? "the next stop"
             : b->name && m->course.edge <= 0 ? "pressed twice: the next lesson"
             : b->name                 ? "the next lesson"
                                       : "the end of the warp");
}

void wl_notes_take(struct wl_session *m, struct wl_notes *n) {
  const struct wl_head *head = wl_session_head(m);
  const struct wl_step_info *s = wl_session_spot(m);
  *n = (struct wl_notes){.version = WL_NOTES_VERSION, .blank = wl_panel_top(m) == WL_PANEL_BLANK};
  if (wl_panel_on(m, WL_PANEL_ERROR) && m->diag.line)
    snprintf(n->error, sizeof n->error, "line %u: %s", m->diag.line, m->diag.what);
  else if (wl_panel_on(m, WL_PANEL_ERROR)) snprintf(n->error, sizeof n->error, "%s", m->diag.what);
  if (!s || !head) return;
  unsigned place, of;
  size_t steps, ordinal = wl_session_ordinal(m, &steps);
  enum wl_fact fact = wl_present_fact(m, &place, &of);
  char hazard[WL_HAZARD_TEXT + 48];
  snprintf(n->title, sizeof n->title, "%s", head->title[0] ? head->title : wl_source_name(m));
  if (ordinal)
    snprintf(n->place, sizeof n->place,
             "block %u  warp %u  instruction %zu of %zu  step %zu  fact %u of %u",
             s->step.block, s->step.warp, ordinal, steps, m->selected, place, of);
  else
    snprintf(n->place, sizeof n->place, "step %zu  fact %u of %u", m->selected, place, of);
  bool chance = fact == WL_FACT_CHANCE && wl_hazard_phrase(m, hazard) != WL_HAZARD_SUMMARY_NONE;
  snprintf(n->verdict, sizeof n->verdict, "%s", chance ? hazard : s->verdict.text);
  snprintf(n->flip, sizeof n->flip, "%s", wl_trace_lesson(m->trace)->flip);
  n->minutes = wl_trace_lesson(m->trace)->minutes;
  if (m->poll.state != WL_PREDICT_FREE)
    snprintf(n->answer, sizeof n->answer, "%s%s%s", m->poll.right,
             m->poll.question.because[0] ? ": " : "", m->poll.question.because);
  if (s->step.kind != WL_STEP_MARK) /* its text is the verdict */
    copy_line(m, s->step.place.line, n->source, sizeof n->source);
  find_note(m, n);
  find_next(m, n);
}

static bool ends(const char *text, size_t size) { return memchr(text, '\0', size); }

bool wl_notes_valid(const struct wl_notes *n, size_t size) {
  return size == sizeof *n && ends(n->version, sizeof n->version) &&
         strcmp(n->version, WL_NOTES_VERSION) == 0 &&
         ends(n->script, sizeof n->script) && ends(n->title, sizeof n->title) &&
         ends(n->place, sizeof n->place) && ends(n->fact, sizeof n->fact) &&
         ends(n->verdict, sizeof n->verdict) && ends(n->note, sizeof n->note) &&
         ends(n->next, sizeof n->next) && ends(n->source, sizeof n->source) &&
         ends(n->stop, sizeof n->stop) && ends(n->answer, sizeof n->answer) &&
         ends(n->error, sizeof n->error) && ends(n->flip, sizeof n->flip);
}

/* A row with its label; long text goes on in further rows. Returns the row behind. */
static int draw_row(struct wl_canvas *c, int y, int rows, const char *label, enum wl_style style,
                    const char *text) {
  int x = 1 + LABEL, width = wl_canvas_width(c) - x - 1, end = y + rows;
  if (end > wl_canvas_height(c)) end = wl_canvas_height(c);
  wl_canvas_text(c, 1, y, WL_STYLE_DIM, label);
  return wl_draw_text(c, (struct wl_rect){x, y, width, end - y}, y, style, text);
}

/* How much room parts get, the most first: rows of air between them, rows of each, of the answer,
 * and of the note. */
static const struct { int air, rows, answer, note, from; } rooms[] = {
  {1, 2, 3, 8, 24}, {1, 2, 3, 5, 16}, {0, 2, 3, 5, 0}, {0, 1, 3, 5, 0}, {0, 1, 2, 5, 0},
  {0, 1, 1, 5, 0}, {0, 1, 1, 3, 0}, {0, 1, 1, 1, 0}};
enum { FEW = sizeof rooms / sizeof rooms[0] };

/* False: it has no room, and what was drawn of it is to be drawn over. */
static bool draw_body(struct wl_canvas *c, const struct wl_notes *n, unsigned few) {
  int height = wl_canvas_height(c), air = rooms[few].air, rows = rooms[few].rows;
  if (height < rooms[few].from) return false;
  wl_canvas_fill(c, (struct wl_rect){0, 1, wl_canvas_width(c), height - 1}, WL_STYLE_TEXT);
  int y = draw_row(c, 1 + air, rooms[few].note, "note", WL_STYLE_STRONG,
                   n->note[0] ? n->note : "the script has none here: at(\"label\", { notes = … })");
  if (n->error[0]) y = draw_row(c, y + air, rooms[few].answer, "error", WL_STYLE_ERROR, n->error);
  y = draw_row(c, y + air, 1, "now", WL_STYLE_NOTE, n->fact);
  if (n->source[0]) y = draw_row(c, y, rows, "", WL_STYLE_TEXT, n->source);
  y = draw_row(c, y, rows, "", WL_STYLE_DIM, n->verdict);
  if (n->answer[0]) y = draw_row(c, y, rooms[few].answer, "answer", WL_STYLE_GOOD, n->answer);
  y = draw_row(c, y + air, 1, "next", WL_STYLE_NOTE, n->next);
  bool room = y < height;
  y = draw_row(c, y, rows, "then", WL_STYLE_TEXT, n->stop) + air;
  room &= !n->flip[0] || y < height;
  if (n->flip[0] && y < height) y = draw_row(c, y, 1, "try", WL_STYLE_TEXT, n->flip);
  room &= y < height || few + 1 == FEW;
  if (y < height) draw_row(c, y, 1, "", WL_STYLE_DIM, n->place);
  return room;
}

void wl_notes_draw(struct wl_canvas *c, const struct wl_notes *n, uint32_t seconds,
                   const char *why) {
  int width = wl_canvas_width(c), height = wl_canvas_height(c);
  char clock[32], title[160];
  wl_canvas_clear(c);
  wl_canvas_fill(c, (struct wl_rect){0, 0, width, 1}, WL_STYLE_BAR);
  if (!n) {
    wl_canvas_text(c, 1, 0, WL_STYLE_TITLE, "notes");
    wl_draw_text(c, (struct wl_rect){1, 2, width - 2, height - 2}, 2, WL_STYLE_TEXT, why);
    return;
  }
  snprintf(clock, sizeof clock, "%s%u:%02u:%02u", n->blank ? "blank   " : "", seconds / 3600,
           seconds / 60 % 60, seconds % 60);
  snprintf(title, sizeof title, "%s", n->title);
  if (n->minutes) snprintf(title, sizeof title, "%s, %u min", n->title, n->minutes);
  wl_canvas_fit(c, 1, 0, width - 4 - wl_canvas_cells(c, clock, -1), WL_STYLE_TITLE, title);
  wl_canvas_right(c, width - 1, 0, WL_STYLE_TITLE, clock);
  /* What comes next is never out of sight: air goes first, then further rows, then the note's. */
  for (unsigned few = 0; few < FEW && !draw_body(c, n, few); few++) continue;
}
