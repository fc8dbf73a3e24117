#include "session/why/why_subjects.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "core/gpu/occupancy.h"
#include "session/compare/figure_text.h"
#include "session/state/selection.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "session/state/view_table.h"
#include "session/why/why.h"
#include "session/why/why_rows.h"
#include "words/memory_levels.h"

/* What a key says: "l2" and "latency"; NULL: figures of the instruction have no group. */
struct name { const char *group, *key; };

static const char *const column_keys[WL_LEVEL_COLUMNS] = {
  [WL_COLUMN_SIZE] = "size", [WL_COLUMN_LATENCY] = "latency",
  [WL_COLUMN_BANDWIDTH] = "bandwidth",
};
static const char *const sm_keys[WL_SM_FIGURES] = {
  [WL_SM_BLOCKS] = "blocks",
  [WL_SM_WARPS] = "warps",
  [WL_SM_LIMIT + WL_LIMIT_BLOCKS] = "by_blocks",
  [WL_SM_LIMIT + WL_LIMIT_WARPS] = "by_warps",
  [WL_SM_LIMIT + WL_LIMIT_SHARED] = "by_shared",
  [WL_SM_LIMIT + WL_LIMIT_REGISTERS] = "by_registers",
  [WL_SM_REGISTERS] = "registers",
  [WL_SM_SHARED] = "shared",
};
static const char *const lane_keys[] = {
  [WL_LANE_SOURCE] = "source", [WL_LANE_RESULT] = "result", [WL_LANE_CYCLES] = "cycles",
};
static const char *const line_keys[] = {
  [WL_LINE_REQUESTS] = "requests", [WL_LINE_COST] = "cost", [WL_LINE_EXCESS] = "excess",
  [WL_LINE_SHARE] = "share",
};
static_assert(sizeof lane_keys / sizeof lane_keys[0] == WL_LANE_FIGURES, "all");
static_assert(sizeof line_keys / sizeof line_keys[0] == WL_LINE_FIGURES, "all");

static struct name level_name(unsigned n) {
  return (struct name){wl_level_keys[n / WL_LEVEL_COLUMNS], column_keys[n % WL_LEVEL_COLUMNS]};
}
static struct name chart_name(unsigned n) {
  return (struct name){"chart", wl_chart_rows[n].key};
}
static struct name sm_name(unsigned n) { return (struct name){"occupancy", sm_keys[n]}; }
static struct name cc_name(unsigned n) { return (struct name){"cc", wl_archs[n].cc}; }
static struct name lane_name(unsigned n) { return (struct name){"lane", lane_keys[n]}; }
static struct name figure_name(unsigned n) { return (struct name){NULL, wl_figure_key(n)}; }
static struct name line_name(unsigned n) { return (struct name){"line", line_keys[n]}; }

/* A kind of figures: number `first` and those after it. `view`: which must be open for
 * the keys to come by it; WL_VIEWS: any. Lists have number `from`, and each `every` behind it. */
static const struct kind {
  unsigned first, count;
  bool (*why)(struct wl_session *m, unsigned n, struct wl_why *out);
  struct name (*name)(unsigned n);
  enum wl_view_id view;
  unsigned from, every;
} kinds[] = {
  {WL_WHY_SUBJECT_CHART, WL_CHART_PARTS, wl_why_chart, chart_name, WL_VIEW_MEMORY, WL_CHART_HITS,
   WL_CHART_PARTS},
  {WL_WHY_SUBJECT_LEVEL, WL_LEVELS * WL_LEVEL_COLUMNS, wl_why_level, level_name, WL_VIEW_MEMORY,
   WL_COLUMN_LATENCY, WL_LEVEL_COLUMNS},
  {WL_WHY_SUBJECT_SM, WL_SM_FIGURES, wl_why_sm, sm_name, WL_VIEW_MEMORY, 0, WL_SM_FIGURES},
  {WL_WHY_SUBJECT_CC, WL_CCS, wl_why_cc, cc_name, WL_VIEW_COMPARE, 0, WL_CCS},
  {WL_WHY_SUBJECT_LANE, WL_LANE_FIGURES, wl_why_lane, lane_name, WL_VIEWS, 0, WL_LANE_FIGURES},
  {0, WL_SHOW_NOTHING, wl_why, figure_name, WL_VIEWS, 0, 1},
  {WL_WHY_SUBJECT_LINE, WL_LINE_FIGURES, wl_why_line, line_name, WL_VIEWS, 0, WL_LINE_FIGURES},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static const struct kind *kind_of(unsigned subject) {
  for (size_t i = 0; i < KINDS; i++)
    if (subject >= kinds[i].first && subject < kinds[i].first + kinds[i].count) return &kinds[i];
  return NULL;
}

static bool reached(const struct wl_session *m, const struct kind *k) {
  return k->view == WL_VIEWS || k->view == m->view;
}

bool wl_why_subject_why(struct wl_session *m, unsigned subject, struct wl_why *out) {
  const struct kind *k = kind_of(subject);
  if (!k || !wl_session_spot(m)) return false;
  out->count = 0;
  out->estimate = false;
  out->profiled = false;
  out->profiler[0] = out->value[0] = out->before[0] = '\0';
  return k->why(m, subject - k->first, out);
}

/* Every number once, in the order that the keys go; figures as the panel lists them. */
static unsigned at(struct wl_session *m, unsigned i) {
  for (size_t k = 0; k < KINDS; i -= kinds[k++].count)
    if (i < kinds[k].count)
      return !reached(m, &kinds[k]) ? WL_SHOW_NOTHING
           : kinds[k].first         ? kinds[k].first + i
                                    : wl_figure_listed(m, i);
  return WL_SHOW_NOTHING;
}

static unsigned count_all(void) {
  unsigned all = 0;
  for (size_t k = 0; k < KINDS; k++) all += kinds[k].count;
  return all;
}

unsigned wl_why_subject_next(struct wl_session *m, unsigned subject, bool up) {
  unsigned all = count_all(), here = 0;
  struct wl_why why;
  while (here < all && at(m, here) != subject) here++;
  for (unsigned i = 1; i <= all; i++) {
    unsigned next = at(m, (here + (up ? all - i : i)) % all);
    if (next != WL_SHOW_NOTHING && wl_why_subject_why(m, next, &why)) return next;
  }
  return subject;
}

static bool is_chart(unsigned subject) {
  return subject >= WL_WHY_SUBJECT_CHART && subject < WL_WHY_SUBJECT_CHART + WL_CHART_PARTS;
}

enum wl_chart_part wl_chart_picked(struct wl_session *m) {
  const struct wl_step *s = &wl_session_spot(m)->step;
  return is_chart(m->why_figure) ? (enum wl_chart_part)(m->why_figure - WL_WHY_SUBJECT_CHART)
         : s->kind == WL_STEP_ACCESS ? wl_chart_part_of(&s->access) : WL_CHART_LOADS;
}

void wl_chart_pick(struct wl_session *m, bool back) {
  unsigned at = wl_chart_picked(m);
  struct wl_why why;
  for (unsigned i = 1; i <= WL_CHART_PARTS; i++) {
    unsigned next = (at + (back ? WL_CHART_PARTS - i : i)) % WL_CHART_PARTS;
    if (!wl_why_subject_why(m, WL_WHY_SUBJECT_CHART + next, &why)) continue;
    m->why_figure = WL_WHY_SUBJECT_CHART + next;
    return;
  }
}

/* What the view is about; what the instruction costs, where it is about that. */
static unsigned first_of(struct wl_session *m) {
  const struct wl_step_info *s = wl_session_spot(m);
  bool access = s->step.kind == WL_STEP_ACCESS;
  if (m->view == WL_VIEW_MEMORY) return WL_WHY_SUBJECT_CHART + wl_chart_picked(m);
  if (m->view == WL_VIEW_COMPARE && access) return WL_WHY_SUBJECT_CC + wl_session_arch(m)->id;
  if (m->view == WL_VIEW_SOURCE && access) return WL_WHY_SUBJECT_LINE + WL_LINE_COST;
  if (!access) return WL_WHY_SUBJECT_LANE + (s->step.kind == WL_STEP_VOTE ? WL_LANE_RESULT : 0);
  return wl_figure_telling(wl_session_arch(m), &s->step.access);
}

unsigned wl_why_subject_now(struct wl_session *m) {
  struct wl_why why;
  if (!wl_session_spot(m) || wl_why_subject_why(m, m->why_figure, &why)) return m->why_figure;
  unsigned first = first_of(m);
  return wl_why_subject_why(m, first, &why) ? first : wl_why_subject_next(m, first, false);
}

const char *wl_why_subject_key(unsigned subject, char text[WL_WHY_SUBJECT_KEY]) {
  const struct kind *k = kind_of(subject);
  if (!k) return NULL;
  struct name name = k->name(subject - k->first);
  if (!name.key) return NULL;
  snprintf(text, WL_WHY_SUBJECT_KEY, "%s%s%s", name.group ? name.group : "", name.group ? "." : "",
           name.key);
  return text;
}

unsigned wl_why_subject_named(const char *key) {
  char text[WL_WHY_SUBJECT_KEY];
  for (unsigned i = 0; i < WL_SUBJECTS; i++)
    if (i != WL_SHOW_NOTHING && wl_why_subject_key(i, text) && strcmp(text, key) == 0) return i;
  return WL_SHOW_NOTHING;
}

static bool listed(unsigned subject) {
  const struct kind *k = kind_of(subject);
  return (subject - k->first) % k->every == k->from;
}

void wl_why_subject_list(struct wl_session *m, char *text, size_t size) {
  char key[WL_WHY_SUBJECT_KEY];
  struct wl_why why;
  size_t used = 0;
  text[0] = '\0';
  for (unsigned i = 0; i < WL_SUBJECTS && used < size; i++)
    if (i != WL_SHOW_NOTHING && listed(i) && wl_why_subject_why(m, i, &why) &&
        wl_why_subject_key(i, key))
      used += (size_t)snprintf(text + used, size - used, "%s%s", used ? ", " : "", key);
}
