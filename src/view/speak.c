#include "view/file.h"
#include "view/knob.h"
#include "view/speak.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "view/basics.h"
#include "view/knobs.h"
#include "view/model_play.h"
#include "view/model_sweep.h"
#include "view/present.h"
#include "view/selection.h"
#include "view/setting.h"
#include "view/state.h"
#include "view/view.h"

struct wl_heard {
  bool any;
  unsigned shows, fails, replies;
  size_t selected;
  unsigned view, lane, wave, fact, answers;
  int scroll, param;
  bool help, why, masked, failed, telling, present, blank;
  struct wl_measure plotted; /* by the view of the sweep */
  int poll; /* state */
  int figure; /* that is asked for by choice; -1: none */
  const struct wl_chip *chip;
  enum wl_scheme scheme;
  char value[WL_VALUE], typed[WL_ANSWER_TEXT];
};

static void hear(struct wl_model *m, struct wl_heard *h) {
  struct wl_param made;
  unsigned place = 1, of;
  const struct wl_param *chosen = wl_knob_chosen(m, &made);
  memset(h, 0, sizeof *h);
  if (m->present && wl_model_spot(m)) wl_present_fact(m, &place, &of);
  *h = (struct wl_heard){
    .any = true, .shows = m->shows, .fails = m->fails, .replies = m->answers,
    .selected = m->selected,
    .view = m->view, .lane = m->lane, .wave = m->wave, .fact = place,
    .answers = m->poll.count, .scroll = m->scroll,
    .param = m->param, .help = m->help, .why = m->why, .masked = wl_model_masked(m),
    .failed = m->failed, .telling = m->recall.telling, .present = m->present,
    .blank = m->blank, .poll = (int)m->poll.state,
    .figure = m->mask.on && m->mask.chosen ? m->mask.figure : -1, .chip = m->chip,
    .scheme = m->scheme,
  };
  if (wl_sweep_viewed(m) && m->plotted.sweep) h->plotted = wl_sweep_measure(m);
  if (chosen) snprintf(h->value, sizeof h->value, "%s", wl_param_value(m, chosen));
  memcpy(h->typed, m->poll.typed, sizeof h->typed);
}

void wl_heard_forget(struct wl_heard *h) { *h = (struct wl_heard){.any = false}; }

struct wl_heard *wl_heard_create(void) { return calloc(1, sizeof(struct wl_heard)); }
void wl_heard_destroy(struct wl_heard *h) { free(h); }

static void speak_view(struct wl_model *m, const struct wl_prose *p) {
  const struct wl_view_row *v = &wl_views[m->view];
  wl_say(p, "View %u, %s", (m->view + 1) % 10, v->name); /* by its key */
  wl_view_say(m, m->view, p);
}

/* The script has given nothing that could be selected. */
static void speak_start(const struct wl_model *m, const struct wl_prose *p) {
  if (!m->trace || !m->failed) wl_say(p, "There is no warp instruction to look at");
}

/* Of one line, or of a row of an array in each. */
static void speak_answer(const struct wl_model *m, const struct wl_prose *p) {
  const char *s = m->answer;
  size_t name = strlen(m->question);
  if (strncmp(s, m->question, name) == 0 && strncmp(s + name, " = ", 3) == 0)
    s += name + 3; /* on the screen a row of an array has its name */
  if (!strchr(s, '\n')) {
    wl_say(p, "%s is %s", m->question, s);
    return;
  }
  wl_say(p, "%s:", m->question);
  while (*s) {
    size_t size = strcspn(s, "\n");
    if (size) wl_say(p, "%.*s", (int)size, s);
    s += size + (s[size] == '\n');
  }
}

/* The step and what is asked about it; what came of that goes before the figures. */
static void speak_asked(struct wl_model *m, const struct wl_prose *p) {
  bool shown = m->poll.state == WL_POLL_SHOWN;
  if (shown) wl_speak_question(m, true, p);
  wl_speak_step(m, p);
  if (!shown) wl_speak_question(m, true, p);
}

/* The selected step, as a fact or in full. The lanes are the view that nobody has asked
 * for: at first it waits until somebody does. */
static void speak_picture(struct wl_model *m, bool first, const struct wl_prose *p) {
  if (m->present) {
    wl_speak_fact(m, p);
    wl_speak_question(m, true, p);
    return;
  }
  speak_asked(m, p);
  if (!first || m->view) speak_view(m, p);
  if (m->wave) wl_speak_now(m, p);
  if (m->lane || m->wave) wl_speak_lane(m, m->lane, p);
  if (m->why) wl_speak_why(m, p);
}

/* On the screen a message has the look of a status; here it is a sentence, whose first letter
 * is large unless it is that of code, or of a parameter's name. */
static bool speak_message(const struct wl_model *m, const struct wl_prose *p) {
  char word[WL_VALUE];
  if (!m->message[0]) return false;
  snprintf(word, sizeof word, "%.*s", (int)strcspn(m->message, " "), m->message);
  (wl_knob_named(m, word) < 0 ? wl_say_words : wl_say)(p, "%s", m->message);
  return true;
}

static void speak_all(struct wl_model *m, bool first, const struct wl_prose *p) {
  struct wl_param made;
  wl_speak_title(m, p);
  if (m->failed) wl_speak_error(&m->diag, p);
  if (wl_model_spot(m)) speak_picture(m, first, p);
  else speak_start(m, p);
  if (wl_knob_chosen(m, &made)) wl_speak_param(m, p);
  if (m->answered) speak_answer(m, p);
  if (m->help) wl_speak_help(p);
  if (m->recall.telling) wl_speak_bookmark(m, p);
  speak_message(m, p);
}

void wl_speak(struct wl_model *m, const struct wl_prose *p) { speak_all(m, false, p); }

/* Something that opens and closes over the picture. */
static bool speak_panels(struct wl_model *m, const struct wl_heard *old, const struct wl_heard *now,
                         const struct wl_prose *p) {
  bool said = true;
  if (now->blank && !old->blank) wl_say(p, "Nothing is shown until the next command");
  else if (now->help) wl_speak_help(p);
  else if (now->telling) wl_speak_bookmark(m, p);
  else if (now->why) wl_speak_why(m, p);
  else said = false;
  m->help = m->why = m->recall.telling = false; /* said is said: there is nothing to close */
  return said;
}

/* What the selection and the replay are at. */
static bool speak_place(struct wl_model *m, const struct wl_heard *old, const struct wl_heard *now,
                        const struct wl_prose *p) {
  bool other = now->selected != old->selected || now->shows != old->shows ||
               now->present != old->present || now->masked != old->masked ||
               now->figure != old->figure ||
               (old->blank && !now->blank);
  bool asked = now->poll != WL_POLL_NONE && /* one that is left has nothing to say */
               (now->poll != old->poll || now->answers != old->answers ||
                strcmp(now->typed, old->typed) != 0);
  bool fact = now->present && now->fact != old->fact;
  if (now->present && (other || fact)) wl_speak_fact(m, p);
  else if (other) speak_asked(m, p);
  if (now->present ? other || asked : asked && !other) wl_speak_question(m, other, p);
  bool other_view = now->view != old->view ||
                    memcmp(&now->plotted, &old->plotted, sizeof now->plotted) != 0;
  if (other_view) speak_view(m, p);
  else if (now->scroll != old->scroll && !now->help && !now->why && !other) speak_view(m, p);
  if (now->wave != old->wave && !other) wl_speak_now(m, p);
  if (now->lane != old->lane) wl_speak_lane(m, now->lane, p);
  return other || asked || fact || other_view ||
         now->scroll != old->scroll || now->wave != old->wave || now->lane != old->lane;
}

static bool speak_knobs(struct wl_model *m, const struct wl_heard *old, const struct wl_heard *now,
                        const struct wl_prose *p) {
  if (now->scheme != old->scheme)
    wl_say(p, "The colours are those for %s", wl_schemes[now->scheme].name);
  if (now->param >= 0 && (now->param != old->param || strcmp(now->value, old->value) != 0))
    wl_speak_param(m, p);
  else if (old->param >= 0 && now->param < 0) wl_say(p, "No parameter is chosen");
  else return now->scheme != old->scheme;
  return true;
}

static bool shows_view(enum wl_action a) {
  return a >= WL_ACT_VIEWS && a < WL_ACT_VIEWS + WL_VIEWS;
}

/* Of a step that has figures, what follows says that they are hidden. */
static bool speak_mask(struct wl_model *m, bool masked, const struct wl_prose *p) {
  const struct wl_spot *s = wl_model_spot(m);
  if (!masked) wl_say(p, "Figures are shown");
  else if (!s || s->step.kind != WL_STEP_ACCESS) wl_say(p, "Figures are hidden");
  else return false;
  return true;
}

static bool say_closed(const struct wl_model *m, const struct wl_prose *p) {
  const char *old = wl_file_words(m, false);
  wl_say(p, "The error is closed%s%s", *old ? "; what is shown: " : "", old);
  return true;
}

void wl_speak_news(struct wl_model *m, struct wl_heard *h, enum wl_action action,
                   const struct wl_prose *p) {
  struct wl_heard old = *h, now;
  if (m->typing) return; /* a recording types behind ':' */
  hear(m, &now);
  *h = now;
  if (!old.any || action == WL_ACT_REDRAW) {
    speak_all(m, !old.any, p);
    return;
  }
  bool said = speak_message(m, p);
  if (now.masked != old.masked && action == WL_ACT_MASK)
    said = speak_mask(m, now.masked, p) || said;
  if (now.fails != old.fails) wl_speak_error(&m->diag, p), said = true;
  else if (old.failed && !now.failed) said = say_closed(m, p);
  if (now.replies != old.replies) speak_answer(m, p), said = true;
  if (speak_panels(m, &old, &now, p)) said = true;
  if (wl_model_spot(m)) {
    if (now.shows != old.shows && m->past.last.step.change[0] &&
        wl_model_spot(m)->step.kind != WL_STEP_ACCESS) /* which tells it with its figures */
      wl_say(p, "Changed: %s", m->past.last.step.change);
    if (speak_place(m, &old, &now, p)) said = true;
    else if (shows_view(action)) speak_view(m, p), said = true;
  } else if (now.shows != old.shows) {
    speak_start(m, p);
    said = true;
  }
  if (speak_knobs(m, &old, &now, p)) said = true;
  if (!said) wl_say(p, "Nothing changes");
}
