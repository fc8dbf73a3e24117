/* A sweep as a plot: SVG, and a page with the same in both schemes and as a table. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "canvas/write/markup.h"
#include "canvas/write/write.h"
#include "canvas/write/write_html.h"
#include "report/plot/plot.h"
#include "report/sweep/sweep.h"

enum { MOST = 8 /* measures */ };

/* A plot and what it points to. */
struct drawing {
  struct wl_plot plot;
  struct wl_plot_panel panel[MOST];
  char title[MOST][WL_MEASURE_NAME], subtitle[1024], note[700];
  const char **place, *line[WL_SWEEP_LINES];
  double *value;
};

/* Whether values are numbers, and not names. */
static bool ordered(const struct wl_sweep *s) {
  bool numbers = true;
  for (size_t i = 0; i < s->values; i++) {
    char *end;
    strtod(s->value[i], &end);
    numbers &= end != s->value[i] && !*end;
  }
  return numbers;
}

static void fill_panel(struct drawing *d, const struct wl_sweep_page *p, size_t k) {
  const struct wl_sweep *s = p->sweep;
  const struct wl_measure *m = &p->measure[k];
  size_t present = wl_sweep_present(s);
  double *value = d->value + k * s->lines * s->values;
  for (size_t l = 0; l < s->lines; l++)
    for (size_t i = 0; i < s->values; i++) {
      double v;
      bool known = wl_sweep_get(s, l, i, m, &v) == WL_KNOWN;
      value[l * s->values + i] = known ? v : NAN;
    }
  d->panel[k] = (struct wl_plot_panel){
    .title = wl_measure_title(m, d->title[k]),
    .axis = s->name,
    .count = s->values,
    .lines = s->lines,
    .place = d->place,
    .line = d->line,
    .value = value,
    .ordered = ordered(s),
    .present = present < s->values ? (int)present : WL_PLOT_NONE,
    .rises = wl_measure_rises(m),
    .share = wl_measure_unit(m) == WL_SHARE,
  };
}

/* What the picture is of, and what is missing from it. */
static void name_it(struct drawing *d, const struct wl_sweep_page *p) {
  const struct wl_sweep *s = p->sweep;
  char target[128] = "";
  if (p->target) wl_target_title(*p->target, target);
  else
    snprintf(target, sizeof target, "%s %s … %s", s->name, s->value[0], s->value[s->values - 1]);
  bool titled = p->title[0];
  snprintf(d->subtitle, sizeof d->subtitle, "%s%s%s%s%s", titled ? p->script : "",
           titled ? " · " : "", target, *p->with ? " · " : "", p->with);
  size_t failed = 0, first = 0, points = s->lines * s->values;
  for (size_t i = points; i-- > 0;)
    if (s->point[i].state == WL_POINT_FAILED) failed++, first = i;
  if (failed)
    snprintf(d->note, sizeof d->note, "× %s: %s=%s, %s",
             wl_sweep_stopped(&s->point[first]) ? "was stopped" : "cannot be", s->name,
             s->value[first % s->values], s->point[first].problem.what);
  d->plot = (struct wl_plot){.title = titled ? p->title : p->script, .subtitle = d->subtitle,
                             .note = d->note, .panel = d->panel, .panels = p->measures};
}

static struct drawing *make(const struct wl_sweep_page *p, struct wl_diag *diag) {
  const struct wl_sweep *s = p->sweep;
  struct drawing *d = calloc(1, sizeof *d);
  if (d) {
    d->place = calloc(s->values, sizeof *d->place);
    d->value = calloc(p->measures * s->lines * s->values + 1, sizeof *d->value);
  }
  if (!d || !d->place || !d->value) {
    wl_diag_fail(diag, WL_LIMIT, "out of memory");
    if (d) free(d->place), free(d->value);
    free(d);
    return NULL;
  }
  for (size_t i = 0; i < s->values; i++) d->place[i] = s->value[i];
  for (size_t l = 0; l < s->lines; l++) d->line[l] = s->line[l].label;
  for (size_t k = 0; k < p->measures; k++) fill_panel(d, p, k);
  name_it(d, p);
  return d;
}

static void drop(struct drawing *d) {
  free(d->place);
  free(d->value);
  free(d);
}

bool wl_sweep_svg(FILE *f, const struct wl_sweep_page *p, struct wl_diag *d) {
  struct drawing *drawing = make(p, d);
  if (!drawing) return false;
  bool good = wl_plot_svg(f, &drawing->plot, p->scheme, d);
  drop(drawing);
  return good;
}

static void put_cell(FILE *f, const char *tag, const char *text) {
  fprintf(f, "<%s>", tag);
  wl_markup_text(f, text);
  fprintf(f, "</%.2s>", tag);
}

/* The numbers, for those who want to copy them or cannot see the plot. */
static void put_table(FILE *f, const struct wl_sweep_page *p) {
  const struct wl_sweep *s = p->sweep;
  char text[WL_MEASURE_NAME];
  fputs("<table>\n<thead><tr>", f);
  put_cell(f, "th scope=\"col\"", s->name);
  for (size_t l = 0; l < s->lines; l++)
    for (size_t k = 0; k < p->measures; k++) {
      char head[192];
      snprintf(head, sizeof head, "%s%s%s", wl_measure_title(&p->measure[k], text),
               s->lines > 1 ? ", " : "", s->line[l].label);
      put_cell(f, "th scope=\"col\"", head);
    }
  fputs("</tr></thead>\n<tbody>\n", f);
  for (size_t i = 0; i < s->values; i++) {
    fputs(i == wl_sweep_present(s) ? "<tr class=\"present\">" : "<tr>", f);
    put_cell(f, "th scope=\"row\"", s->value[i]);
    for (size_t l = 0; l < s->lines; l++)
      for (size_t k = 0; k < p->measures; k++) {
        double v;
        const struct wl_measure *m = &p->measure[k];
        bool known = wl_sweep_get(s, l, i, m, &v) == WL_KNOWN;
        bool share = wl_measure_unit(m) == WL_SHARE;
        put_cell(f, "td", known ? wl_plot_number(v, share, text) : "–");
      }
    fputs("</tr>\n", f);
  }
  fputs("</tbody>\n</table>\n", f);
}

static const char style[] =
    "svg { max-width: 96vw; height: auto; max-height: 96vh }\n"
    "table { border-collapse: collapse; font-variant-numeric: tabular-nums }\n"
    "th, td { padding: .15em .8em; text-align: right } thead th { border-bottom: 1px solid }\n"
    ".present th { text-decoration: underline }\n";
static const char both[] =
    "figure.dark { display: none }\n"
    "@media (prefers-color-scheme: dark) { figure.light { display: none } "
    "figure.dark { display: block } }\n";

bool wl_sweep_html(FILE *f, const struct wl_sweep_page *p, struct wl_diag *d) {
  struct drawing *drawing = make(p, d);
  char css[sizeof style + sizeof both];
  if (!drawing) return false;
  snprintf(css, sizeof css, "%s%s", style, p->follows ? both : "");
  struct wl_html_options page = {.title = drawing->plot.title, .scheme = p->scheme,
                                 .follows = p->follows, .style = css};
  wl_html_begin(f, &page);
  for (int dark = 0; dark < (p->follows ? 2 : 1); dark++) {
    fprintf(f, "<figure class=\"%s\">\n", !p->follows ? "plot" : dark ? "dark" : "light");
    wl_plot_draw(f, &drawing->plot, !p->follows ? p->scheme : dark ? WL_DARK : WL_LIGHT,
                 dark ? "-dark" : "");
    fputs("</figure>\n", f);
  }
  put_table(f, p);
  drop(drawing);
  return wl_html_end(f, d);
}
