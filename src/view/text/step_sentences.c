/* Sentences about all lanes: those of a shuffle or vote that follow one rule are described
 * together. */
#include <stdio.h>
#include <string.h>

#include "view/text/step_sentences.h"
#include "session/predict/redact_source.h"
#include "session/state/replay_frame.h"
#include "session/state/selection.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "session/state/settings.h"
#include "view/draw/draw.h"
#include "view/text/phrases.h"

enum { LEAST = 3, SERIES = 64 }; /* lanes that are told together; bytes of a series */

/* What a lane sends, what it gets, and from whom, as numbers. */
struct trade { double part[3]; };

static bool is_whole(double v) { return v > -1e12 && v < 1e12 && v == (double)(int64_t)v; }

/* False: a sentence of its own has to say what it does. */
static bool trade_of(const struct wl_step *s, unsigned lane, struct trade *out) {
  enum wl_scalar scalar = (enum wl_scalar)s->type.scalar;
  if (!(s->access.mask >> lane & 1) || s->undefined >> lane & 1) return false;
  bool from = s->kind == WL_STEP_SHUFFLE; /* all that vote get the same from all */
  *out = (struct trade){{wl_scalar_to_double(scalar, s->value[lane]),
                         wl_scalar_to_double(scalar, s->result[lane]), from ? s->source[lane] : 0}};
  return is_whole(out->part[0]) && is_whole(out->part[1]);
}

/* How many lanes from `lane` on, `pitch` apart, are not told yet and go on in equal steps. */
static unsigned run_of(const struct wl_step *s, uint32_t told, unsigned lane, unsigned pitch) {
  struct trade first = {{0}}, before = first, now;
  unsigned n = 0;
  for (unsigned l = lane; l < WL_LANES; l += pitch, n++, before = now) {
    if (told >> l & 1 || !trade_of(s, l, &now)) return n;
    if (n == 0) first = now;
    if (n <= 1) continue;
    struct trade second;
    trade_of(s, lane + pitch, &second);
    for (int k = 0; k < 3; k++)
      if (now.part[k] - before.part[k] != second.part[k] - first.part[k]) return n;
  }
  return n;
}

/* "7", "1 to 31", or "0, 2 to 30": `n` numbers in equal steps. */
static const char *series(double first, double second, unsigned n, char text[SERIES]) {
  double step = second - first, last = first + step * (n - 1);
  if (step == 0) snprintf(text, SERIES, "%.0f", first);
  else if (step == 1 || step == -1) snprintf(text, SERIES, "%.0f to %.0f", first, last);
  else snprintf(text, SERIES, "%.0f, %.0f to %.0f", first, second, last);
  return text;
}

static void say_run(const struct wl_step *s, unsigned lane, unsigned pitch, unsigned n,
                    const struct wl_prose *p) {
  char lanes[SERIES], part[3][SERIES];
  struct trade a, b;
  trade_of(s, lane, &a);
  trade_of(s, lane + pitch, &b);
  for (int k = 0; k < 3; k++) series(a.part[k], b.part[k], n, part[k]);
  series(lane, lane + pitch, n, lanes);
  if (s->kind == WL_STEP_VOTE) {
    wl_say(p, "Lanes %s: %s %s, get %s", lanes, wl_name_reduces(s->name) ? "give" : "vote",
           part[0], part[1]);
    return;
  }
  wl_say(p, "Lanes %s: send %s, get %s from lane%s %s", lanes, part[0],
         part[1], a.part[2] == b.part[2] ? "" : "s", part[2]);
}

void wl_speak_lanes(struct wl_session *m, const struct wl_prose *p) {
  const struct wl_step_info *spot = wl_session_spot(m);
  const struct wl_step *s = &spot->step;
  bool vote = s->kind == WL_STEP_VOTE && !wl_name_matches(s->name); /* else masks, in hex */
  bool rules = (s->kind == WL_STEP_SHUFFLE || vote) && s->has_values && !spot->covered &&
               !spot->lanes_covered && s->type.components <= 1;
  uint32_t told = 0;
  if (spot->silent) wl_say(p, "Values are hidden: they would answer an open question");
  for (unsigned l = 0; l < WL_LANES; l++) {
    unsigned most = 0, pitch = 1;
    if (told >> l & 1) continue;
    for (; rules && pitch < WL_LANES; pitch *= 2)  /* neighbours are easier to follow */
      if ((most = run_of(s, told, l, pitch)) >= LEAST) break;
    if (most >= LEAST) say_run(s, l, pitch, most, p);
    else wl_speak_lane(m, l, p), most = 1;
    for (unsigned k = 0; k < most; k++) told |= 1u << (l + k * pitch);
  }
}

void wl_speak_lane(struct wl_session *m, unsigned lane, const struct wl_prose *p) {
  char text[WL_PHRASE];
  if (wl_session_spot(m)->lanes_covered) {
    wl_say(p, "Lane %u", lane);
    return;
  }
  bool active = wl_phrase_lane(m, lane, ", in ", text);
  wl_say(p, "Lane %u%s %s", lane, active ? ":" : "", text);
}

static void speak_wave(struct wl_session *m, const struct wl_prose *p) {
  char text[WL_PHRASE];
  wl_phrase_now(m, text);
  wl_say_words(p, "%s", text);
}

void wl_speak_waves(struct wl_session *m, const struct wl_prose *p) {
  unsigned was = m->wave, waves = wl_session_waves(m);
  for (m->wave = 1; m->wave <= waves; m->wave++) speak_wave(m, p);
  m->wave = was;
}

void wl_speak_params(struct wl_session *m, const struct wl_prose *p) {
  const struct wl_head *head = wl_session_head(m);
  for (unsigned i = 0; i < head->params; i++) {
    const struct wl_param *param = &head->param[i];
    const char *help = wl_source_help(m, param);
    if (wl_param_told(m, param))
      wl_say(p, "Parameter %s is %s%s%s", param->name, wl_param_value(m, param),
             help[0] ? ": " : "", help);
  }
}

void wl_speak_elsewhere(struct wl_session *m, const struct wl_prose *p, const char *text) {
  const char *best = wl_view_next_best(m);
  wl_say(p, "%s%s%s", text, best ? "; " : "", best ? best : "");
}
