#include "view/slides/slide_parts.h"

#include <stdio.h>
#include <string.h>

#include "session/compare/variants.h"
#include "session/course/presentation.h"
#include "session/course/presentation_stops.h"
#include "session/predict/redact_source.h"
#include "session/search/hazard_summary.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "session/state/window.h"
#include "view/draw/big_digits.h"
#include "words/occupancy_text.h"

void wl_slide_add(struct wl_slide_parts *s, const char *text) {
  if (s->texts < WL_SLIDE_TEXTS && *text)
    snprintf(s->text[s->texts++], sizeof s->text[0], "%s", text);
}

struct wl_rect wl_slide_margins(struct wl_rect r) {
  int margin = WL_SLIDE_MARGIN;
  return (struct wl_rect){r.x + margin, r.y, r.w - 2 * margin, r.h};
}

bool wl_slide_large(const struct wl_canvas *c) {
  return wl_canvas_width(c) >= WL_SLIDE_LARGE && wl_canvas_height(c) >= WL_SLIDE_LARGE_ROWS;
}

bool wl_slide_big(const struct wl_slide_parts *s, const char *text) {
  const char *arrow = strstr(text, "→"), *last = arrow ? arrow + strlen("→") : text;
  return wl_big_digits_whole(text) && wl_big_digits_cells(last, 1) <= s->width;
}

/* Behind what has changed: the mark that leads to what is others for it, what an SM holds, and
 * what is left to chance. */
static void tell_news(struct wl_session *m, struct wl_slide_parts *out) {
  struct wl_news news;
  char text[128];
  wl_news_take(m, &news);
  wl_slide_add(out, " ");
  wl_slide_add(out, news.mark);
  if (news.blocks[0]) wl_slide_add(out, news.blocks);
  if (!news.hazards[0]) return;
  snprintf(text, sizeof text, "hazards: %s", news.hazards);
  wl_slide_add(out, text);
}

/* "Claim 3: caches differ" has its number large, and what it says below. */
static void tell_mark(const char *text, struct wl_slide_parts *out) {
  int word = (int)strcspn(text, " :"), at = word + (text[word] == ' ');
  int digits = (int)strspn(text + at, "0123456789");
  bool numbered = word && at > word && digits && digits < 4 && text[at + digits] == ':';
  out->style = numbered ? WL_STYLE_STRONG : WL_STYLE_NOTE;
  if (numbered && !out->tight) {
    snprintf(out->big, sizeof out->big, "%.*s", digits, text + at);
    snprintf(out->label, sizeof out->label, "%.*s", word < 40 ? word : 40, text);
    text += at + digits + 1;
    text += strspn(text, " ");
  }
  wl_slide_add(out, text);
}

/* The first mark of a warp comes with what the script is about, or with what has changed since
 * it was there the last time. */
void wl_slide_stop(struct wl_session *m, const struct wl_step_info *s, struct wl_slide_parts *out) {
  const struct wl_head *head = wl_session_head(m);
  struct wl_variant_change change;
  bool mark = s->step.kind == WL_STEP_MARK;
  out->style = WL_STYLE_STRONG;
  if (mark && wl_present_opens(m) && wl_variant_change(m, &change)) {
    bool big = change.parameters == 1 && wl_slide_big(out, change.values);
    snprintf(out->big, sizeof out->big, "%.55s", big ? change.values : "");
    snprintf(out->label, sizeof out->label, "%.95s", big ? change.name : change.text);
    tell_news(m, out);
    return;
  } else if (mark && head && head->about[0] && wl_present_opens(m)) {
    wl_slide_add(out, head->title);
    if (!out->tight) wl_slide_add(out, " ");
    if (*wl_source_about(m)) wl_slide_add(out, wl_source_about(m));
    wl_slide_add(out, " ");
    wl_slide_add(out, s->verdict.text);
  } else if (mark) {
    tell_mark(s->verdict.text, out);
  } else {
    wl_slide_add(out, s->verdict.text);
  }
}

/* The step of the mark that leads to the next stop; SIZE_MAX: none follows. */
static size_t mark_before_next(struct wl_session *m) {
  const struct wl_window *w = wl_session_window(m);
  uint16_t warp = w->entry[m->selected - w->first].warp;
  size_t step = m->selected;
  if (!wl_stop_next(m, true, &step)) return SIZE_MAX;
  for (; step > m->selected; step--) {
    const struct wl_entry *e = &w->entry[step - w->first];
    if (e->warp == warp && e->kind == WL_STEP_MARK) return step;
  }
  return m->selected;
}

static void tell_hazards(struct wl_news *out, uint64_t now, uint64_t was, const char *unit) {
  if (now != was)
    snprintf(out->hazards, sizeof out->hazards, "%llu %s%s, before %llu", (unsigned long long)now,
             unit, now == 1 ? "" : "s", (unsigned long long)was);
}

void wl_news_take(struct wl_session *m, struct wl_news *out) {
  struct wl_residency now;
  const char *unit;
  size_t hazards = wl_session_hazards(m), was = m->course.flip.past.hazards;
  struct wl_step s;
  char text[96], limits[64];
  *out = (struct wl_news){.mark = ""};
  bool shared = m->past.last.blocks.sm &&
                wl_residency(wl_session_head(m), wl_session_arch(m), m->registers, &now) &&
                now.fits && now.shared != m->past.last.blocks.shared &&
                strstr(wl_residency_limits(&now, limits), "shared"); /* else it does not matter */
  size_t mark = mark_before_next(m);
  if (mark != SIZE_MAX && wl_trace_get(m->trace, mark, &s))
    snprintf(out->mark, sizeof out->mark, "%s", s.text);
  if (shared) snprintf(out->blocks, sizeof out->blocks, "%s", wl_residency_text(&now, text));
  if (m->of || !m->course.flip.past.stops || !wl_hazards_open(m)) return;
  uint64_t met = wl_hazards_met(m, &unit);
  if (hazards != was) tell_hazards(out, hazards, was, "hazard");
  else tell_hazards(out, met, m->course.flip.past.met, unit);
}

void wl_news_say(struct wl_session *m, const struct wl_prose *p) {
  struct wl_news news;
  wl_news_take(m, &news);
  if (mark_before_next(m) != m->selected && news.mark[0]) wl_say(p, "%s", news.mark);
  if (news.blocks[0]) wl_say(p, "%s", news.blocks);
  if (news.hazards[0]) wl_say(p, "Hazards: %s", news.hazards);
}
