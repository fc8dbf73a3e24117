#include "core/analysis/measure.h"

#include <stdio.h>
#include <string.h>

void wl_totals_take(struct wl_totals *o, const struct wl_head *head,
                     const struct wl_analysis *a) {
  o->arch = wl_analysis_arch(a);
  for (enum wl_space s = 0; s < WL_SPACES; s++)
    for (enum wl_op op = 0; op < WL_OPS; op++) o->sum[s][op] = *wl_analysis_sum(a, s, op);
  wl_launch_take(&o->launch, head, a);
}

static void figure_name(const struct wl_measure *m, bool title, char name[40]) {
  const struct wl_metric *row = &wl_metrics[m->figure];
  const struct wl_metric *main = &wl_metrics[wl_main_figure((enum wl_space)m->space)];
  if (m->kind == WL_MEASURE_EFFICIENCY) snprintf(name, 40, "efficiency");
  else if (m->kind == WL_MEASURE_FIGURE) snprintf(name, 40, "%s", title ? row->title : row->key);
  else snprintf(name, 40, title ? "excess %s" : "excess_%s", title ? main->title : main->key);
}

static const char *write_name(const struct wl_measure *m, bool title, char *text) {
  char name[40];
  const char *gap = title ? " " : ".";
  if (m->kind == WL_MEASURE_LAUNCH) {
    if (!title) return wl_launch_figure_key((enum wl_launch_figure_id)m->figure, text);
    snprintf(text, WL_MEASURE_NAME, "%s", wl_launch_figures[m->figure].title);
    return text;
  }
  figure_name(m, title, name);
  bool several = m->op == WL_OPS && m->space != WL_CONSTANT && m->space != WL_TEXTURE;
  snprintf(text, WL_MEASURE_NAME, "%s%s%s%s%s%s", wl_space_names[m->space],
           m->op < WL_OPS ? gap : "", m->op < WL_OPS ? wl_op_names[m->op] : "", gap, name,
           title && several ? ", all accesses" : "");
  return text;
}

const char *wl_measure_key(const struct wl_measure *m, char text[WL_MEASURE_NAME]) {
  return write_name(m, false, text);
}

const char *wl_measure_title(const struct wl_measure *m, char text[WL_MEASURE_NAME]) {
  return write_name(m, true, text);
}

/* Takes one of the words between dots; WL_SPACES, WL_OPS: it is none. */
static unsigned take_word(const char **name, const char *const *words, unsigned count) {
  for (unsigned i = 0; i < count; i++) {
    size_t n = strlen(words[i]);
    if (strncmp(*name, words[i], n) != 0 || (*name)[n] != '.') continue;
    *name += n + 1;
    return i;
  }
  return count;
}

/* The figures of a space, for a hint. */
static bool hint_figures(enum wl_space s, struct wl_diag *d) {
  char list[400] = "", excess[40];
  struct wl_measure m = {.kind = WL_MEASURE_EXCESS, .space = (uint8_t)s};
  for (enum wl_figure f = 0; f < WL_FIGURES; f++)
    if (wl_figure_applies(f, s))
      snprintf(list + strlen(list), sizeof list - strlen(list), "%s, ", wl_metrics[f].key);
  figure_name(&m, false, excess);
  return wl_diag_hint(d, "%s has %s%s, efficiency", wl_space_names[s], list, excess);
}

bool wl_measure_find(const char *name, size_t size, struct wl_measure *out, struct wl_diag *d) {
  char text[WL_MEASURE_NAME], figure[40];
  const char *rest = text;
  *out = (struct wl_measure){.op = WL_OPS};
  snprintf(text, sizeof text, "%.*s", (int)(size < sizeof text ? size : sizeof text - 1), name);
  for (enum wl_launch_figure_id id = 0; id < WL_LAUNCH_FIGURES; id++)
    if (strcmp(text, wl_launch_figure_key(id, figure)) == 0) {
      out->kind = WL_MEASURE_LAUNCH;
      out->figure = (uint8_t)id;
      return true;
    }
  out->space = (uint8_t)take_word(&rest, wl_space_names, WL_SPACES);
  if (out->space == WL_SPACES) {
    wl_diag_fail(d, WL_USAGE, "unknown figure '%s'", text);
    return wl_diag_hint(d, "a figure is named as shared.wavefronts, global.load.sectors, "
                           "shared.efficiency, l1.hit_rate, dram.read_bytes, shared_bytes or "
                           "occupancy.blocks");
  }
  out->op = (uint8_t)take_word(&rest, wl_op_names, WL_OPS);
  for (unsigned k = 0; k < WL_FIGURES + 2u; k++) {
    out->kind = k < WL_FIGURES ? WL_MEASURE_FIGURE
                : k == WL_FIGURES ? WL_MEASURE_EXCESS : WL_MEASURE_EFFICIENCY;
    out->figure = (uint8_t)(k < WL_FIGURES ? k : 0);
    if (k < WL_FIGURES && !wl_figure_applies((enum wl_figure)k, (enum wl_space)out->space))
      continue;
    figure_name(out, false, figure);
    if (strcmp(figure, rest) == 0) return true;
  }
  wl_diag_fail(d, WL_USAGE, "unknown figure '%s'", text);
  return hint_figures((enum wl_space)out->space, d);
}

enum wl_measured_in wl_measure_unit(const struct wl_measure *m) {
  if (m->kind == WL_MEASURE_LAUNCH) return (enum wl_measured_in)wl_launch_figures[m->figure].unit;
  return m->kind == WL_MEASURE_EFFICIENCY ? WL_SHARE : WL_COUNTED;
}

bool wl_measure_rises(const struct wl_measure *m) {
  return m->kind == WL_MEASURE_EFFICIENCY ||
         (m->kind == WL_MEASURE_LAUNCH && wl_launch_figures[m->figure].rises);
}

/* What a figure is, over the operations of a measure. What no instruction has is 0, as
 * long as the generation has the figure. */
static enum wl_meaning meaning_of(const struct wl_measure *m, const struct wl_totals *o,
                                  enum wl_figure f) {
  enum wl_space s = (enum wl_space)m->space;
  enum wl_meaning meaning = WL_MEANINGLESS;
  for (enum wl_op op = 0; op < WL_OPS; op++) {
    if (m->op < WL_OPS && m->op != op) continue;
    const struct wl_sum *sum = &o->sum[s][op];
    enum wl_meaning here = wl_sum_meaning(o->arch, s, op, sum, f);
    if (sum->instructions && here != WL_KNOWN) return here;
    if (here == WL_KNOWN) meaning = WL_KNOWN;
  }
  return meaning;
}

static struct wl_sum add_up(const struct wl_measure *m, const struct wl_totals *o) {
  struct wl_sum all = {0};
  for (enum wl_op op = 0; op < WL_OPS; op++)
    if (m->op == WL_OPS || m->op == op) wl_sum_merge(&all, &o->sum[m->space][op]);
  return all;
}

enum wl_meaning wl_measure_get(const struct wl_measure *m, const struct wl_totals *o,
                               uint32_t registers, double *value) {
  *value = 0;
  if (m->kind == WL_MEASURE_LAUNCH)
    return wl_launch_figure_get((enum wl_launch_figure_id)m->figure, &o->launch, registers, value);
  bool figure = m->kind == WL_MEASURE_FIGURE;
  enum wl_meaning meaning = meaning_of(m, o, figure ? (enum wl_figure)m->figure : WL_EXCESS);
  if (meaning != WL_KNOWN) return meaning;
  struct wl_sum sum = add_up(m, o);
  enum wl_space s = (enum wl_space)m->space;
  double efficiency = wl_efficiency(s, &sum);
  if (figure) *value = (double)sum.value[m->figure];
  else if (m->kind == WL_MEASURE_EFFICIENCY)
    *value = efficiency < 0 ? 1 : efficiency; /* nothing was moved in vain */
  else *value = (double)(sum.value[wl_main_figure(s)] - sum.value[wl_ideal_figure(s)]);
  return WL_KNOWN;
}
