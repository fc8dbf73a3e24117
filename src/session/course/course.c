#include "session/course/course.h"

#include <stdio.h>
#include <string.h>

#include "core/base/diag.h"
#include "session/state/requests.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"

void wl_session_set_course(struct wl_session *m, const struct wl_beyond beyond[WL_SIDES]) {
  for (int i = 0; i < WL_SIDES; i++) m->course.beyond[i] = beyond[i];
  m->requests |= WL_REQUEST_DRAW;
}

bool wl_course_pass(struct wl_session *m, bool on) {
  const struct wl_beyond *b = &m->course.beyond[on ? WL_AFTER : WL_BEFORE];
  int way = on ? 1 : -1;
  if (!b->name && on && b->title && !m->of) { /* the end of a level */
    snprintf(m->message, sizeof m->message, "%s", b->title);
    return true;
  }
  if (!b->name) return false;
  if (on && m->of) { /* there may be more of this one */
    wl_session_say_running(m, "this is the last stop so far: the script still runs");
    return true;
  }
  if (m->course.edge_was == way) {
    m->course.turn = way;
    m->requests |= WL_REQUEST_LESSON;
  }
  m->course.edge = way;
  snprintf(m->message, sizeof m->message, on ? "end of the lesson; PageDown again opens %s"
                                             : "start of the lesson; PageUp again opens %s",
           b->name);
  return true;
}

void wl_course_act(struct wl_session *m) {
  m->course.edge_was = m->course.edge;
  m->course.edge = 0;
}

bool wl_course_go(struct wl_session *m, const char *name, struct wl_diag *d) {
  if (!*name || strlen(name) >= sizeof m->course.named) {
    wl_diag_fail(d, WL_USAGE, *name ? "no lesson has so long a name" : "lesson takes a name");
    return wl_diag_hint(d, "`warplens list` has them, as transpose");
  }
  snprintf(m->course.named, sizeof m->course.named, "%s", name);
  m->course.turn = 1;
  m->requests |= WL_REQUEST_LESSON;
  return true;
}

const char *wl_session_lesson_named(const struct wl_session *m) {
  return *m->course.named ? m->course.named : NULL;
}

void wl_session_lesson_taken(struct wl_session *m) { m->course.named[0] = '\0'; }

int wl_session_lesson_turn(struct wl_session *m) {
  int turn = m->course.turn;
  m->course.turn = 0;
  return turn;
}
