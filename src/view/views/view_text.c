/* View 0: title, introduction, parameters, marks and questions of the script, with the present
 * stop. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/trace/question.h"
#include "core/trace/trace.h"
#include "session/predict/question.h"
#include "session/predict/redact_source.h"
#include "session/predict/script_stops.h"
#include "session/state/selection.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "session/state/settings.h"
#include "view/draw/draw.h"
#include "view/screen/view_functions.h"
#include "view/text/step_sentences.h"

enum { MARGIN = 1, LABEL = 8, MOST_CELLS = 84 /* longer rows are hard to read */ };

/* Rows are written one after the other; those that are in sight are drawn. */
struct page {
  struct wl_canvas *c;
  struct wl_rect r;
  int top, row;      /* first row in sight; the next one */
  bool draw;         /* else only counted */
  int here;          /* row of the present stop; -1: none */
};

static int row_at(const struct page *p) {
  int y = p->r.y + p->row - p->top;
  return p->draw && y >= p->r.y && y < p->r.y + p->r.h ? y : -1;
}

/* Bytes of the next row of a paragraph, broken at a space. */
static size_t row_of(const struct page *p, const char *text, size_t size, int cells) {
  size_t take = size;
  while (take > 0 && wl_canvas_cells(p->c, text, (int)take) > cells) {
    do take--;
    while (take > 0 && text[take] != ' ');
  }
  return take ? take : size; /* one long word is cut when drawn */
}

static void put(struct page *p, int indent, enum wl_style style, const char *text, size_t size) {
  int cells = p->r.w - indent - MARGIN;
  if (cells > MOST_CELLS) cells = MOST_CELLS;
  if (cells < 1) cells = 1;
  while (size > 0) {
    size_t take = row_of(p, text, size, cells);
    int y = row_at(p);
    struct wl_rect r = {p->r.x + indent, y, cells, 1};
    if (y >= 0) wl_canvas_fit_bytes(p->c, r, style, text, take);
    p->row++;
    while (take < size && text[take] == ' ') take++;
    text += take;
    size -= take;
  }
}

/* Lines of one paragraph belong together; an empty one parts two. */
static void put_text(struct page *p, int indent, enum wl_style style, const char *text) {
  char paragraph[1024];
  size_t used = 0;
  for (const char *s = text; *s;) {
    size_t size = strcspn(s, "\n"), from = 0;
    while (from < size && (s[from] == ' ' || s[from] == '\t')) from++;
    bool empty = from == size;
    if (!empty && used + size - from + 2 < sizeof paragraph) {
      if (used) paragraph[used++] = ' ';
      memcpy(paragraph + used, s + from, size - from);
      used += size - from;
    }
    s += size + (s[size] == '\n');
    if (!empty && *s) continue;
    put(p, indent, style, paragraph, used);
    if (empty && used && *s) p->row++;
    used = 0;
  }
}

static void put_heading(struct page *p, const char *text) {
  if (p->row) p->row++;
  put(p, MARGIN, WL_STYLE_DIM, text, strlen(text));
}

/* Beside what is put next: a line of the script. */
static void put_line(struct page *p, uint32_t line, bool here) {
  int y = row_at(p);
  if (here) p->here = p->row;
  if (y < 0) return;
  wl_canvas_printf(p->c, p->r.x + MARGIN, y, here ? WL_STYLE_KEY : WL_STYLE_DIM, "%4u", line);
  if (here) wl_canvas_glyph(p->c, p->r.x + MARGIN + 5, y, WL_GLYPH_PLAY, 1, WL_STYLE_KEY);
}

/* The choices, "A 1   B 2"; the answer is for those who ask. */
static void put_choices(struct page *p, const struct wl_question *q) {
  char text[WL_MAX_ANSWERS * (WL_ANSWER_TEXT + 6)];
  size_t used = 0;
  for (unsigned i = 0; i < q->choices; i++)
    used += (size_t)snprintf(text + used, sizeof text - used, "%s%c %s", i ? "   " : "",
                             'A' + (int)i, q->choice[i]);
  if (used) put(p, LABEL, WL_STYLE_TEXT, text, used);
}

/* Whether what another question says may help to answer those that are still to come before it:
 * not once that was answered. */
static bool waits(struct wl_session *m, const struct wl_stop *stop, const struct wl_step *s,
                  const struct wl_question *q) {
  if (m->selected == stop->step || wl_question_is_done(m, s->place.line, q)) return false;
  return !m->disclosure.totals;
}

static const char later[] = "a question that is still to come";

static void put_question(struct page *p, const struct wl_question *q, uint32_t line, bool here) {
  put_line(p, line, here);
  if (!q) {
    put_text(p, LABEL, WL_STYLE_DIM, later);
    return;
  }
  put_text(p, LABEL, here ? WL_STYLE_STRONG : WL_STYLE_TEXT, q->text);
  put_choices(p, q);
}

/* What is asked at a stop: what is posed there now, else what the script has for it. */
static bool asks(const struct wl_session *m, const struct wl_stop *stop, const struct wl_step *s,
                 struct wl_question *q) {
  const struct wl_question *own = wl_trace_question(m->trace, s);
  if (!own) return false;
  *q = m->poll.state == WL_PREDICT_FREE || m->selected != stop->step ? *own : m->poll.question;
  return true;
}

/* What a mark says, which may be what is to be answered before the warp comes to it. */
static const char *mark_text(struct wl_session *m, const struct wl_stop *stop,
                             const struct wl_step *s) {
  bool waits = stop->step > m->selected && wl_session_masked(m);
  return waits ? "a mark that is still to come" : s->text;
}

static void put_stop(struct wl_session *m, struct page *p, const struct wl_stop *stop, bool here) {
  struct wl_step s;
  struct wl_question q;
  int from = p->row, top = row_at(p);
  if (!wl_trace_get(m->trace, stop->step, &s)) return;
  if (s.kind == WL_STEP_MARK) {
    put_line(p, stop->line, here);
    put_text(p, LABEL, here ? WL_STYLE_STRONG : WL_STYLE_NOTE, mark_text(m, stop, &s));
    if (!wl_source_hidden(m)) put_text(p, LABEL, WL_STYLE_DIM, wl_trace_notes(m->trace, &s));
  }
  if (asks(m, stop, &s, &q)) put_question(p, waits(m, stop, &s, &q) ? NULL : &q, stop->line, here);
  if (top >= 0)
    wl_canvas_hit(p->c, (struct wl_rect){p->r.x, top, p->r.w, p->row - from}, WL_HIT_STEP,
                  stop->step);
}

static void put_params(struct wl_session *m, struct page *p) {
  const struct wl_head *h = wl_session_head(m);
  char text[256];
  bool headed = false;
  for (unsigned i = 0; i < h->params; i++) {
    const struct wl_param *param = &h->param[i];
    if (!wl_param_told(m, param)) continue;
    if (!headed) put_heading(p, "parameters");
    headed = true;
    snprintf(text, sizeof text, "%s=%s  %s", param->name, wl_param_value(m, param),
             wl_source_help(m, param));
    put_text(p, MARGIN + 2, WL_STYLE_TEXT, text);
  }
}

/* What the command line has to be told beside the figures, while these are seen; malloc'ed. */
static char *told(struct wl_session *m) {
  const struct wl_analysis *a = wl_session_costs(m);
  return m->teller.tell && a && m->of == 0
             ? m->teller.tell(m->teller.of, m->trace, a, m->registers)
             : NULL;
}

static void put_told(struct wl_session *m, struct page *p) {
  char *text = told(m);
  if (text) p->row++;
  for (char *s = text, *end; s && (end = strchr(s, '\n')); s = end + 1)
    put(p, MARGIN, s == text ? WL_STYLE_DIM : WL_STYLE_TEXT, s, (size_t)(end - s));
  free(text);
}

static void write_page(struct wl_session *m, struct page *p) {
  const struct wl_head *h = wl_session_head(m);
  const struct wl_stops *l = wl_lesson(m);
  int here = wl_lesson_here(m);
  p->row = 0;
  p->here = -1;
  put_text(p, MARGIN, WL_STYLE_STRONG, h->title[0] ? h->title : wl_source_name(m));
  if (*wl_source_about(m)) p->row++;
  put_text(p, MARGIN, WL_STYLE_TEXT, wl_source_about(m));
  put_params(m, p);
  if (l->count) put_heading(p, m->still ? "marks and questions"
                           : "marks and questions: PageDown and PageUp go from one to the next");
  for (unsigned i = 0; i < l->count; i++) put_stop(m, p, &l->stop[i], (int)i == here);
  if (l->more) put_text(p, LABEL, WL_STYLE_NOTE, "and more");
  if (!l->count) put_heading(p, "the script has no mark() to stop at and asks nothing");
  put_told(m, p);
}

void wl_view_text(struct wl_session *m, struct wl_canvas *c, struct wl_rect r) {
  enum { FOOT = 2 }; /* from so many rows on, which of them are in sight has one of its own */
  struct page p = {.c = c, .r = r};
  write_page(m, &p);
  int rows = p.row, foot = r.y + r.h - 1;
  if (rows > r.h && r.h >= FOOT) p.r.h = --r.h;
  p.top = wl_scroll_window(m, p.here >= r.h ? p.here - r.h / 2 : 0, rows, r.h);
  p.draw = true;
  write_page(m, &p);
  if (rows <= r.h) return;
  char text[48];
  snprintf(text, sizeof text, "%d–%d of %d rows%s", p.top + 1, p.top + r.h, rows,
           wl_scroll_keys(m));
  int x = r.x + r.w - 1 - wl_canvas_cells(c, text, -1);
  wl_canvas_fill(c, (struct wl_rect){x - 1, foot, r.x + r.w - x, 1}, WL_STYLE_TEXT);
  wl_canvas_text(c, x, foot, WL_STYLE_NOTE, text);
}

int wl_rows_text(struct wl_session *m, struct wl_canvas *c, int w) {
  struct page p = {.c = c, .r = {0, 0, w, 0}};
  write_page(m, &p);
  return p.row;
}

static void say_question(const struct wl_prose *p, const struct wl_question *q, uint32_t line,
                         bool here) {
  char text[WL_QUESTION_TEXT + WL_MAX_ANSWERS * (WL_ANSWER_TEXT + 4)];
  size_t used = (size_t)snprintf(text, sizeof text, "%s", q->text);
  for (unsigned i = 0; i < q->choices; i++)
    used += (size_t)snprintf(text + used, sizeof text - used, "%s %c %s", i ? "," : "",
                             'A' + (int)i, q->choice[i]);
  wl_say(p, "Line %u asks%s: %s", line, here ? ", and here is where the warp is" : "", text);
}

static void say_stop(struct wl_session *m, const struct wl_prose *p, const struct wl_stop *stop,
                     bool here) {
  struct wl_step s;
  struct wl_question q;
  const char *where = here ? ", the last that the warp has passed" : "";
  if (!wl_trace_get(m->trace, stop->step, &s)) return;
  if (s.kind == WL_STEP_MARK)
    wl_say(p, "Line %u, a mark%s: %s", stop->line, where, mark_text(m, stop, &s));
  const char *notes = wl_trace_notes(m->trace, &s);
  if (notes[0] && !wl_source_hidden(m)) wl_say(p, "Its note: %s", notes);
  if (!asks(m, stop, &s, &q)) return;
  if (waits(m, stop, &s, &q)) wl_say(p, "Line %u: %s", stop->line, later);
  else say_question(p, &q, stop->line, here);
}

void wl_say_text(struct wl_session *m, const struct wl_prose *p) {
  const struct wl_head *h = wl_session_head(m);
  const struct wl_stops *l = wl_lesson(m);
  int here = wl_lesson_here(m);
  wl_say(p, "%s", h->title[0] ? h->title : wl_source_name(m));
  if (*wl_source_about(m)) wl_say(p, "%s", wl_source_about(m));
  wl_speak_params(m, p);
  for (unsigned i = 0; i < l->count; i++) say_stop(m, p, &l->stop[i], (int)i == here);
  if (l->more) wl_say(p, "There are more marks and questions");
  if (!l->count) wl_say(p, "The script has no marks and no questions");
  char *text = told(m);
  for (char *s = text, *end; s && (end = strchr(s, '\n')); s = end + 1)
    wl_say(p, "%.*s", (int)(end - s), s);
  free(text);
}
