/* The comparison as a plot: what the whole grid costs, a bar for each side. */
#include <math.h>
#include <stdlib.h>

#include "report/diff/diff_origin.h"
#include "report/plot/plot.h"

enum { MOST = 8 /* panels */ };

struct drawing {
  struct wl_plot_panel panel[MOST];
  char title[MOST][64];
  const char *place[WL_MAX_SIDES];
  double value[MOST][WL_MAX_SIDES];
  size_t panels, left_out;
};

/* Whether sides are settings on one generation: then less is better. */
static bool one_generation(const struct wl_diff *d) {
  for (size_t i = 1; i < d->sides; i++)
    if (d->side[i].arch != d->side[0].arch) return false;
  return true;
}

/* Bytes can be compared between generations whose sectors and transactions are of several
 * sizes; on one generation what an access is judged by tells more. */
static enum wl_figure figure_of(const struct wl_diff *d, const struct wl_diff_row *row) {
  enum wl_space s = (enum wl_space)row->space;
  return !one_generation(d) && wl_moves_sectors(s) ? WL_BYTES_MOVED : wl_main_figure(s);
}

static double value_of(const struct wl_diff *d, const struct wl_diff_row *row, size_t side) {
  enum wl_figure f = figure_of(d, row);
  if (!row->sum[side] && d->side[side].analysis) return 0; /* it does no such thing */
  bool known = wl_diff_meaning(d, row, side, f) == WL_KNOWN;
  return known ? (double)row->sum[side]->value[f] : NAN;
}

/* Whether the bars would not all be the same. */
static bool tells(const struct wl_diff *d, const struct wl_diff_row *row) {
  double first = value_of(d, row, 0);
  for (size_t i = 1; i < d->sides; i++) {
    double v = value_of(d, row, i);
    if (v != first && !(isnan(v) && isnan(first))) return true;
  }
  return false;
}

/* One kind of access. */
static void add_panel(struct drawing *p, const struct wl_diff *d, const struct wl_diff_row *row) {
  enum wl_figure f = figure_of(d, row);
  if (p->panels == MOST) {
    p->left_out++;
    return;
  }
  size_t k = p->panels++;
  snprintf(p->title[k], sizeof p->title[k], "%s %s, %s", wl_space_names[row->space],
           wl_op_names[row->op], wl_metrics[f].title);
  for (size_t i = 0; i < d->sides; i++) p->value[k][i] = value_of(d, row, i);
  p->panel[k] = (struct wl_plot_panel){
    .title = p->title[k], .axis = "", .count = d->sides, .lines = 1, .place = p->place,
    .value = p->value[k], .present = WL_PLOT_NONE, .rated = one_generation(d)};
}

/* What is missing from the picture, or that there is nothing to see. */
static void write_note(const struct wl_diff *d, const struct drawing *p, bool same, char *note,
                       size_t size) {
  if (same) snprintf(note, size, "all cost the same; one kind of access is shown");
  if (p->left_out)
    snprintf(note, size, "%zu more kinds of access have no place here", p->left_out);
  for (size_t i = 0; i < d->sides; i++)
    if (!d->side[i].analysis) snprintf(note, size, "× cannot be: %s", d->side[i].problem.what);
}

/* What all of it is of, below the title, which may be the script. */
static void write_subtitle(const struct wl_diff *d, const char *script, FILE *f) {
  char text[WL_TARGET_TEXT];
  struct wl_target target;
  bool one = wl_diff_target(d, &target), with = d->with && d->with[0];
  fprintf(f, "%s%s%s", script, *script && one ? " · " : "",
          one ? wl_target_title(target, text) : "");
  if (with) fprintf(f, "%s%s", *script || one ? " · " : "", d->with);
}

bool wl_diff_svg(FILE *f, const struct wl_diff *d, enum wl_scheme scheme, struct wl_diag *diag) {
  struct drawing p = {.panels = 0};
  const struct wl_trace *t = wl_diff_trace(d, false);
  const struct wl_head *head = t ? wl_trace_head(t) : NULL;
  char names[320], note[560] = "";
  const char *name = wl_diff_script(d, false);
  if (d->scripts) {
    snprintf(names, sizeof names, "%s, %s", name, wl_diff_script(d, true));
    name = names;
  }
  for (size_t i = 0; i < d->sides; i++) p.place[i] = wl_diff_name(&d->side[i]);
  for (size_t k = 0; k < d->totals; k++)
    if (tells(d, &d->total[k])) add_panel(&p, d, &d->total[k]);
  bool same = p.panels == 0;
  for (size_t k = 0; p.panels == 0 && k < d->totals; k++) add_panel(&p, d, &d->total[k]);
  write_note(d, &p, same, note, sizeof note);
  bool titled = head && head->title[0] && !d->scripts;
  char *subtitle = NULL;
  size_t size;
  FILE *words = open_memstream(&subtitle, &size);
  if (words) write_subtitle(d, titled ? name : "", words);
  bool made = words && fclose(words) == 0;
  struct wl_plot plot = {.title = titled ? head->title : name, .subtitle = subtitle, .note = note,
                         .panel = p.panel, .panels = p.panels};
  bool good = made ? wl_plot_svg(f, &plot, scheme, diag)
                   : wl_diag_fail(diag, WL_LIMIT, "out of memory");
  free(subtitle);
  return good;
}
