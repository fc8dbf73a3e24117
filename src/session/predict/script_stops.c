#include "session/predict/script_stops.h"

#include <string.h>

#include "core/trace/question.h"
#include "core/trace/step.h"
#include "core/trace/trace.h"
#include "session/state/session_state.h"
#include "session/state/window.h"

static uint32_t hash(const char *text) {
  uint32_t h = 2166136261u; /* FNV-1a */
  for (; *text; text++) h = (h ^ (unsigned char)*text) * 16777619u;
  return h;
}

/* A mark in a loop may say something else each time, a question ask it. */
static struct wl_stop stop_of(const struct wl_session *m, const struct wl_step *s, size_t step) {
  const struct wl_question *q = wl_trace_question(m->trace, s);
  uint32_t said = q ? hash(q->text) ^ q->asked : hash(s->text);
  return (struct wl_stop){step, s->place.line, s->place.column, q != NULL, said};
}

static bool same_stop(const struct wl_stop *a, const struct wl_stop *b) {
  return a->line == b->line && a->column == b->column && a->hash == b->hash;
}

static int find(const struct wl_stops *l, const struct wl_stop *stop) {
  for (unsigned i = 0; i < l->count; i++)
    if (same_stop(&l->stop[i], stop)) return (int)i;
  return -1;
}

static void note(struct wl_stops *l, struct wl_stop stop) {
  if (find(l, &stop) >= 0) return;
  if (l->count < WL_STOPS) l->stop[l->count++] = stop, l->asks += stop.asked;
  else l->more = true;
}

/* Whether a step is a mark or has a question. */
static bool tells(const struct wl_session *m, size_t step) {
  struct wl_step s;
  bool asked;
  return wl_trace_glance(m->trace, step, &s, &asked) && (asked || s.kind == WL_STEP_MARK);
}

const struct wl_stops *wl_lesson(const struct wl_session *m) {
  struct wl_stops *l = m->lesson;
  struct wl_step s;
  for (; l->looked < m->count; l->looked++)
    if (tells(m, l->looked) && wl_trace_get(m->trace, l->looked, &s))
      note(l, stop_of(m, &s, l->looked));
  return l;
}

int wl_lesson_here(const struct wl_session *m) {
  const struct wl_window *w = wl_session_window(m);
  const struct wl_stops *l = wl_lesson(m);
  size_t here = m->selected - w->first;
  struct wl_step s;
  for (size_t i = here + 1; i-- > 0;) {
    if (w->entry[i].warp != w->entry[here].warp || !tells(m, w->first + i)) continue;
    if (!wl_trace_get(m->trace, w->first + i, &s)) continue;
    struct wl_stop stop = stop_of(m, &s, w->first + i);
    return find(l, &stop);
  }
  return -1;
}

void wl_lesson_again(const struct wl_session *m) {
  m->lesson->looked = m->lesson->count = m->lesson->asks = 0;
  m->lesson->more = false;
}
