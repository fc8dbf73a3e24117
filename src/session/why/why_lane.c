/* Why a lane gets the value that it gets: shuffles, votes, and what they cost. */
#include <stdio.h>
#include <string.h>

#include "session/state/selection.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "session/why/why_rows.h"
#include "words/format.h"
#include "words/memory_levels.h"

#define PTX "PTX ISA, shfl.sync"

static const struct wl_rule exchange[WL_SHFL_MODES] = {
  [WL_SHFL_IDX] = {"lane j of the group", "The lane reads the one that the argument names, counted "
                   "from the first lane of its group of `width` lanes; the argument is taken "
                   "modulo the width.", WL_VENDOR, PTX, 0},
  [WL_SHFL_UP] = {"so many lanes before", "The lane reads the one that lies delta before it. Where "
                  "that would be in another group of `width` lanes, it keeps its own value.",
                  WL_VENDOR, PTX, 0},
  [WL_SHFL_DOWN] = {"so many lanes after", "The lane reads the one that lies delta after it. Where "
                    "that would be in another group of `width` lanes, it keeps its own value.",
                    WL_VENDOR, PTX, 0},
  [WL_SHFL_XOR] = {"the lane whose number differs in these bits", "The lane reads the one whose "
                   "number is its own XOR the mask. In an earlier group of `width` lanes it may "
                   "read; where that would be a later one, it keeps its own value.",
                   WL_VENDOR, PTX, 0},
};
static const struct wl_rule together = {
  "one result from all lanes of the mask",
  "Every active lane gives its value, and all get the result: a bit for each lane (ballot), "
  "whether any or all are not 0, the lanes with an equal value (match), or the sum, least, "
  "greatest or bits of all values (reduce).",
  WL_VENDOR, "CUDA Programming Guide, warp vote, match and reduce functions; PTX ISA", 0,
};
static const struct wl_rule no_memory = {
  "from register to register",
  "Nothing is stored on the way, and there are no banks to conflict. An exchange of 4 bytes takes "
  "one instruction, of 8 bytes two.",
  WL_VENDOR, "CUDA Programming Guide, warp shuffle functions", 0,
};

enum { VALUE = 20 /* cells */ };

static void take(struct wl_why *w, const char *title, const char *help,
                 const struct wl_rule *rule) {
  w->title = title;
  w->help = help;
  w->rule = rule;
  w->certainty = rule->certainty;
}

static bool explain_source(struct wl_session *m, const struct wl_step_info *spot,
                           struct wl_why *w) {
  const struct wl_step *s = &spot->step;
  unsigned lane = m->lane, from = s->source[lane];
  char sent[24], lanes[48];
  if (s->kind != WL_STEP_SHUFFLE || !(s->access.mask >> lane & 1)) return false;
  snprintf(w->name, sizeof w->name, "lane %u reads", lane);
  take(w, w->name, "whose value the picked lane gets: [ and ] pick another",
       &exchange[s->shuffle_mode]);
  snprintf(w->value, sizeof w->value, "lane %u", from);
  unsigned first = lane & ~(s->shuffle_width - 1u);
  wl_why_note(w, "group", "width %u: lanes %u–%u", s->shuffle_width, first,
              first + s->shuffle_width - 1);
  wl_step_info_value(spot, s->value[from], VALUE, sent);
  struct wl_why_row *row = wl_why_add(w, 1u << lane | 1u << from, -1, "lane %u", lane);
  if (s->undefined >> lane & 1)
    wl_why_say(row, "reads lane %u, which does not take part: the value is undefined", from);
  else if (from == lane) wl_why_say(row, "keeps its own value %s", sent);
  else wl_why_say(row, "%s %u = lane %u, which sends %s",
                  s->shuffle_mode == WL_SHFL_XOR ? "differs in bits" : "is away by",
                  s->shuffle_mode == WL_SHFL_XOR ? lane ^ from
                  : from > lane ? from - lane : lane - from, from, sent);
  if (s->undefined)
    wl_why_note(w, "undefined", "for %s: their sources do not take part",
                wl_format_lane_set(s->undefined, lanes, sizeof lanes));
  uint32_t own = 0;
  for (unsigned l = 0; l < WL_LANES; l++)
    if (s->access.mask >> l & 1 && s->source[l] == l) own |= 1u << l;
  if (own) wl_why_say(wl_why_add(w, own, -1, "their own"), "%s",
                      wl_format_lane_set(own, lanes, sizeof lanes));
  return true;
}

static bool explain_result(struct wl_session *m, const struct wl_step_info *spot,
                           struct wl_why *w) {
  const struct wl_step *s = &spot->step;
  unsigned lane = m->lane;
  char got[24], lanes[48];
  if (s->kind != WL_STEP_VOTE || !s->has_values || !(s->access.mask >> lane & 1)) return false;
  snprintf(w->name, sizeof w->name, "lane %u gets", lane);
  take(w, w->name, "what the vote, match or reduction gives the picked lane", &together);
  if (wl_name_matches(s->name)) snprintf(got, sizeof got, "0x%x", (unsigned)s->result[lane]);
  else snprintf(got, sizeof got, "%llu", (unsigned long long)s->result[lane]);
  snprintf(w->value, sizeof w->value, "%s", got);
  uint32_t left = s->access.mask;
  while (left) { /* lanes with equal values together */
    unsigned l = (unsigned)__builtin_ctz(left);
    uint32_t same = 0;
    for (unsigned k = l; k < WL_LANES; k++)
      if (left >> k & 1 && s->value[k] == s->value[l]) same |= 1u << k;
    left &= ~same;
    wl_step_info_value(spot, s->value[l], VALUE, got);
    wl_why_say(wl_why_add(w, same, -1, "%s", wl_step_names[s->name]), "%s give%s %s",
               wl_format_lane_set(same, lanes, sizeof lanes), same & (same - 1) ? "" : "s", got);
  }
  return true;
}

/* The latency of the crossbar, with what an exchange needs of it. */
static bool explain_cycles(struct wl_session *m, const struct wl_step *s, struct wl_why *w) {
  struct wl_level_facts f;
  struct wl_target t = wl_session_target(m);
  char range[WL_LEVEL_TEXT];
  if (s->kind != WL_STEP_SHUFFLE) return false;
  wl_level_facts(t, WL_LEVEL_SHUFFLE, &f);
  take(w, "cycles of a shuffle", "cycles until the value of another lane can be used", &no_memory);
  unsigned parts = wl_type_bytes(s->type) > 4 ? wl_type_bytes(s->type) / 4 : 1;
  if (!f.latency.known) {
    snprintf(w->value, sizeof w->value, "unknown");
    wl_why_note(w, "here", "not measured on cc %s", t.arch->cc);
  } else {
    snprintf(w->value, sizeof w->value, "%.20s", wl_range_text(&f.latency, t.chip, range));
    w->made = no_memory;
    w->made.source = f.latency.source;
    w->rule = &w->made;
    w->certainty = f.latency.certainty;
    wl_why_note(w, f.latency.chip, "%s cycles: %s", range, f.latency.source);
  }
  wl_why_note(w, "here", "%u bytes: %u instruction%s", wl_type_bytes(s->type), parts,
              parts == 1 ? "" : "s");
  return true;
}

bool wl_why_lane(struct wl_session *m, unsigned n, struct wl_why *w) {
  const struct wl_step_info *s = wl_session_spot(m);
  if (s->covered) return false;
  return n == WL_LANE_SOURCE   ? explain_source(m, s, w)
       : n == WL_LANE_RESULT ? explain_result(m, s, w)
                             : explain_cycles(m, &s->step, w);
}
