#include "app/runs/layout_runner.h"

#include <stdio.h>

#include "core/analysis/other_generation.h"
#include "core/layout/suggest.h"
#include "session/state/session_query.h"
#include "words/format.h"

enum { WHAT = 512 }; /* bytes for a layout in words */

void wl_layout_runner_drop(struct wl_layout_runner *l) {
  wl_suggestions_destroy(l->found);
  wl_trace_destroy(l->trace);
  wl_analysis_destroy(l->costs);
  *l = (struct wl_layout_runner){.next = 0};
}

void wl_layout_runner_show(const struct wl_layout_runner *l, struct wl_session *m,
                           struct wl_input *run) {
  wl_session_show(m, l->trace ? l->trace : wl_input_trace(run),
                  l->trace ? l->costs : wl_input_analysis(run));
}

/* Goes over to a layout, or to none where `trace` is NULL. The model looks at the old one
 * until it is shown another. */
static void turn_to(struct wl_layout_runner *l, struct wl_trace *trace, struct wl_analysis *costs,
                    struct wl_session *m, struct wl_input *run) {
  struct wl_trace *old = l->trace;
  struct wl_analysis *old_costs = l->costs;
  l->trace = trace;
  l->costs = costs;
  wl_layout_runner_show(l, m, run);
  wl_trace_destroy(old);
  wl_analysis_destroy(old_costs);
}

void wl_layout_runner_plain(struct wl_layout_runner *l, struct wl_session *m,
                            struct wl_input *run) {
  l->next = 0;
  if (!l->trace) return;
  wl_session_lay_out(m, NULL);
  turn_to(l, NULL, NULL, m, run);
}

/* "tile[y][x ~ (y & 31)], b[…]: 1,056 → 64 wavefronts". */
static void describe(const struct wl_head *head, const struct wl_suggestions *s,
                     const struct wl_suggestion *n, char what[WHAT], char text[2 * WHAT]) {
  char before[28], after[28];
  size_t used = 0;
  what[0] = '\0';
  for (unsigned i = 0; i < head->arrays && used < WHAT; i++) {
    char part[WHAT];
    if (n->remap[i].kind == WL_REMAP_NONE) continue;
    wl_remap_text(head, i, &n->remap[i], part, sizeof part);
    used += (size_t)snprintf(what + used, WHAT - used, "%s%s", used ? ", " : "", part);
  }
  snprintf(text, 2 * WHAT, "%s: %s → %s wavefronts", what, wl_format_count(s->wavefronts, before),
           wl_format_count(n->wavefronts, after));
}

void wl_layout_runner_next(struct wl_layout_runner *l, struct wl_session *m, struct wl_input *run,
                           struct wl_target target) {
  struct wl_diag d;
  char what[WHAT], text[2 * WHAT];
  const struct wl_trace *t = wl_input_trace(run);
  if (!l->found) l->found = wl_suggest(t, target.arch, &d);
  const char *none = l->found ? wl_suggestions_none(l->found) : d.what;
  if (none || l->next == l->found->count) {
    wl_layout_runner_plain(l, m, run);
    wl_session_say(m, none ? none : "as the script has it");
    return;
  }
  const struct wl_suggestion *n = &l->found->list[l->next++];
  struct wl_trace *trace = wl_remap_trace(t, n->remap);
  struct wl_analysis *costs = trace ? wl_reanalyze(trace, target, &d) : NULL;
  if (!costs) {
    wl_trace_destroy(trace);
    wl_session_say(m, "not enough memory for another layout");
    return;
  }
  describe(wl_trace_head(t), l->found, n, what, text);
  wl_session_say(m, text);
  wl_session_lay_out(m, what);
  turn_to(l, trace, costs, m, run);
}
