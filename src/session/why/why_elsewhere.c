/* What y says where it has nothing to explain: what the figure is, and where it is known. */
#include <stdio.h>
#include <string.h>

#include "core/explain/metric.h"
#include "core/gpu/target.h"
#include "session/state/selection.h"
#include "session/state/session_query.h"
#include "session/why/why_subjects.h"
#include "words/memory_levels.h"

/* A list of generations; those side by side stand as "1.0 to 3.7". */
struct list {
  char text[160];
  size_t used;
  int first, last; /* enum wl_cc of the run that is open; -1: none */
};

static void end_run(struct list *l) {
  if (l->first < 0) return;
  l->used += (size_t)snprintf(l->text + l->used, sizeof l->text - l->used, "%s%s%s%s",
                              l->used ? ", " : "", wl_archs[l->first].cc,
                              l->last > l->first ? " to " : "",
                              l->last > l->first ? wl_archs[l->last].cc : "");
  l->first = -1;
}

static void add(struct list *l, int cc, bool known) {
  if (!known) {
    end_run(l);
    return;
  }
  if (l->first < 0) l->first = cc;
  l->last = cc;
}

static const struct wl_range *range_of(const struct wl_level_facts *f, unsigned column) {
  return column == WL_COLUMN_SIZE ? &f->size : column == WL_COLUMN_LATENCY ? &f->latency
                                                                         : &f->bandwidth;
}

static void missing_level(struct wl_session *m, unsigned n, const char *key, const char *there,
                          struct wl_diag *d) {
  enum wl_level level = (enum wl_level)(n / WL_LEVEL_COLUMNS);
  unsigned column = n % WL_LEVEL_COLUMNS;
  struct list l = {.first = -1};
  struct wl_level_facts f;
  const char *cc = wl_session_arch(m)->cc;
  for (int i = 0; i < WL_CCS; i++) {
    wl_level_facts(wl_target_make(&wl_archs[i], NULL), level, &f);
    add(&l, i, f.exists && range_of(&f, column)->known);
  }
  end_run(&l);
  wl_level_facts(wl_target_make(wl_session_arch(m), NULL), level, &f);
  if (!f.exists && level != WL_LEVEL_L2_FAR) /* which may be there where nobody tells of it */
    wl_diag_fail(d, WL_USAGE, "'%s' has no meaning on cc %s, which has no %s", key, cc, f.title);
  else
    wl_diag_fail(d, WL_USAGE, "'%s' is not known on cc %s: %s, %s", key, cc, f.title,
                 wl_level_column_help((enum wl_level_column)column));
  wl_diag_hint(d, "%s%s%shere there are %s", l.used ? "known on cc " : "", l.text,
               l.used ? "; " : "", there);
}

static void missing_figure(struct wl_session *m, enum wl_figure figure, const char *key,
                           const char *there, struct wl_diag *d) {
  const struct wl_metric *f = &wl_metrics[figure];
  const struct wl_step_info *spot = wl_session_spot(m);
  unsigned space = spot->step.access.space;
  struct list l = {.first = -1};
  if (!wl_figure_applies(figure, (enum wl_space)space)) {
    wl_diag_fail(d, WL_USAGE, "'%s' has no meaning for %s memory: %s", key,
                 wl_space_names[space], f->help);
    wl_diag_hint(d, "here there are %s", there);
    return;
  }
  for (int i = 0; i < WL_CCS; i++) add(&l, i, f->known[wl_archs[i].family] >> space & 1);
  end_run(&l);
  wl_diag_fail(d, WL_USAGE, "'%s' has no meaning for this step on cc %s: %s", key,
               wl_session_arch(m)->cc, f->help);
  if (l.used) wl_diag_hint(d, "cc %s count it of %s memory; here there are %s", l.text,
                           wl_space_names[space], there);
  else wl_diag_hint(d, "here there are %s", there);
}

bool wl_why_subject_missing(struct wl_session *m, const char *key, struct wl_diag *d) {
  char there[480];
  unsigned subject = wl_why_subject_named(key);
  const struct wl_step_info *spot = wl_session_spot(m);
  wl_why_subject_list(m, there, sizeof there);
  if (subject == WL_SHOW_NOTHING) {
    wl_diag_fail(d, WL_USAGE, "there is no figure '%s'", key);
    return wl_diag_hint(d, "there are %s", there);
  }
  if (subject >= WL_WHY_SUBJECT_LEVEL && subject < WL_WHY_SUBJECT_SM && spot) {
    missing_level(m, subject - WL_WHY_SUBJECT_LEVEL, key, there, d);
  } else if (subject < WL_FIGURES && spot && spot->step.kind == WL_STEP_ACCESS) {
    missing_figure(m, (enum wl_figure)subject, key, there, d);
  } else {
    wl_diag_fail(d, WL_USAGE, "'%s' has no meaning for this step on cc %s", key,
                 wl_session_arch(m)->cc);
    wl_diag_hint(d, "there are %s", there);
  }
  return false;
}
