/* Why a number of the memory chart is what it is. */
#include <stdio.h>
#include <string.h>

#include "session/compare/line_costs.h"
#include "session/state/selection.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "session/why/why_rows.h"
#include "words/format.h"

static const char caches_source[] =
  "counters of an H100: 60 kernels and 363 small launches";

static void add_value(struct wl_why_row *row, uint64_t value) {
  char count[28];
  wl_format_count(value, count);
  memcpy(row->value, count, sizeof row->value - 1);
}

/* What each line and array adds, and their sum. */
static void list_lines(const struct wl_analysis *a, const struct wl_head *head,
                       enum wl_chart_part part, struct wl_why *w) {
  size_t count = 0;
  const struct wl_line_cost *line = wl_analysis_lines(a, &count);
  uint64_t all = 0;
  for (size_t i = 0; i < count && w->count + 1 < WL_WHY_ROWS; i++) {
    uint64_t left = wl_chart_share(a, part, line[i].line, WL_NO_ARRAY);
    all += left;
    for (unsigned k = 0; head && k < head->arrays && left > 0; k++) {
      uint64_t share = wl_chart_share(a, part, line[i].line, (uint16_t)k);
      if (!share) continue;
      struct wl_why_row *row = wl_why_add(w, 0, -1, "line %u", line[i].line);
      wl_why_say(row, "%s", head->array[k].name);
      add_value(row, share);
      left -= share < left ? share : left;
    }
    if (left > 0) add_value(wl_why_add(w, 0, -1, "line %u", line[i].line), left);
  }
  if (all == 0) return;
  struct wl_why_row *sum = wl_why_add(w, 0, -1, "sum");
  wl_why_say(sum, "%s", part == WL_CHART_HITS ? "hits, in sectors" : wl_chart_rows[part].help);
  add_value(sum, all);
  sum->sum = true;
}

/* Why it is an interval, and where its ends come from. */
static void add_bounds(const struct wl_analysis *a, const struct wl_memory_chart *c,
                       enum wl_chart_part part, struct wl_why *w) {
  const struct wl_chart_figure *f = &c->part[part];
  char reason[WL_CHART_REASON], number[WL_CHART_TEXT];
  bool cached = part == WL_CHART_HITS || part == WL_CHART_L2_READS;
  if (*wl_chart_reason(a, f, reason))
    wl_why_note(w, f->high < f->low ? "at least" : "an interval", "%s", reason);
  if (cached && f->reason != WL_CHART_FIRM) {
    struct wl_cache_totals t = wl_caches_totals(wl_analysis_caches(a));
    char least[28], most[28];
    wl_why_note(w, "misses", "%s at least: each sector of the launch once",
                wl_format_count(t.l1_misses_at_least, least));
    wl_why_note(w, "", "%s at most: %s", wl_format_count(t.l1_misses_at_most, most),
                t.fits ? "no two blocks share any" : "L1 keeps nothing for certain");
    wl_why_note(w, "model", "%s: one instruction of each warp after the other, as of each block",
                wl_chart_number(part, f->model, number));
  }
  if (part == WL_CHART_DRAM_READS)
    wl_why_note(w, "the launch", "%d sectors × %d bytes: its code and parameters",
                WL_LAUNCH_SECTORS, WL_CACHE_SECTOR);
}

/* L1 of an SM, and what is there at a time. */
static void add_l1(const struct wl_analysis *a, struct wl_why *w) {
  const struct wl_cache_model *m = wl_caches_model(wl_analysis_caches(a));
  struct wl_cache_totals t = wl_caches_totals(wl_analysis_caches(a));
  struct wl_cache_site all = wl_caches_sum(wl_analysis_caches(a), 0, WL_NO_ARRAY);
  char used[28], again[28];
  if (m->l1_lines == 0) {
    wl_why_note(w, "no L1", "global loads bypass it on this generation");
    return;
  }
  wl_why_note(w, "size", "%u KiB on each SM; shared memory has %u KiB of the same array",
              m->l1_lines * WL_CACHE_LINE >> 10, m->carveout_kib);
  wl_why_note(w, "in use", "%s KiB at most by the %u blocks that an SM has at a time",
              wl_format_count(t.working_set * WL_CACHE_LINE >> 10, used), m->resident);
  if (all.l1.evicted > 0)
    wl_why_note(w, "came twice", "%s sectors that L1 had before and lost",
                wl_format_count(all.l1.evicted, again));
}

static void list_roofs(const struct wl_analysis *a, struct wl_why *w) {
  struct wl_time_bound b;
  char text[WL_CHART_TEXT];
  if (!wl_time_bound(a, &b)) return;
  for (enum wl_roof r = 0; r < WL_ROOFS; r++) {
    struct wl_why_row *row =
      wl_why_add(w, 0, -1, "%s", r == WL_ROOF_ATOMICS ? "one address" : wl_roofs[r].title);
    wl_why_say(row, "%s", wl_roofs[r].help);
    if (b.us[r] < 0) snprintf(row->value, sizeof row->value, "unknown");
    else snprintf(row->value, sizeof row->value, "%.19s",
                  wl_chart_number(WL_CHART_TIME, b.us[r], text));
  }
  wl_why_sum(w, "the longest of them");
  if (!b.tells) wl_why_note(w, "too short", "less than any launch takes: this bound says nothing");
}

bool wl_why_chart(struct wl_session *m, unsigned n, struct wl_why *w) {
  enum wl_chart_part part = (enum wl_chart_part)n;
  const struct wl_analysis *a = wl_session_costs(m);
  const struct wl_costs *before = wl_costs_before(m);
  struct wl_memory_chart c;
  char text[WL_CHART_TEXT], was[WL_CHART_TEXT];
  if (!a) return false;
  wl_memory_chart(a, &c);
  if (!c.part[part].known || !c.part[part].requests) return false;
  bool counted = part <= WL_CHART_SHARED;
  const struct wl_chart_row *row = &wl_chart_rows[part];
  w->title = row->title;
  w->help = row->help;
  w->estimate = c.estimate && !counted;
  w->certainty = counted ? WL_DERIVED : c.estimate ? WL_FOLKLORE : WL_MEASURED;
  w->made = (struct wl_rule){row->rule, row->sentence, w->certainty,
                             counted ? "definition: the figures of every instruction, added up"
                                     : caches_source, 0};
  w->rule = &w->made;
  snprintf(w->value, sizeof w->value, "%.23s", wl_chart_text(&c, part, false, text));
  if (strlen(text) >= sizeof w->value)
    snprintf(w->value, sizeof w->value, "%.23s", wl_chart_text(&c, part, true, text));
  if (before && before->chart.part[part].known &&
      strcmp(wl_chart_text(&before->chart, part, false, was), text) != 0)
    snprintf(w->before, sizeof w->before, "%.23s", wl_chart_text(&before->chart, part, true, was));
  if (!counted && part != WL_CHART_TIME) add_bounds(a, &c, part, w);
  if (part == WL_CHART_HITS || part == WL_CHART_L2_READS) add_l1(a, w);
  if (part == WL_CHART_TIME) list_roofs(a, w);
  else list_lines(a, wl_session_head(m), part, w);
  return true;
}
