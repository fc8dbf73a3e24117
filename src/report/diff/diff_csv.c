/* The comparison as CSV: a row for each figure, a column for each side. */
#include <inttypes.h>

#include "canvas/write/finish_file.h"
#include "report/diff/diff_origin.h"
#include "words/csv_field.h"

static bool any_knows(const struct wl_diff *d, const struct wl_diff_row *row, enum wl_figure f) {
  for (size_t i = 0; i < d->sides; i++)
    if (wl_diff_meaning(d, row, i, f) == WL_KNOWN) return true;
  return false;
}

static void put_field(FILE *f, const char *text) {
  putc(',', f);
  wl_csv_field(f, text, false);
}

/* What every row is of, so that rows of several files can stand in one table: the names of these
 * columns, or what is in them. Ends the row. */
static void put_origin(FILE *f, const struct wl_diff *d, bool names) {
  struct wl_target target;
  char arch[WL_TARGET_TEXT];
  put_field(f, names ? "script" : wl_diff_script(d, false));
  if (d->scripts) put_field(f, names ? "second_script" : wl_diff_script(d, true));
  if (wl_diff_target(d, &target)) {
    snprintf(arch, sizeof arch, "%s%s", target.arch->cc, target.arch->mode);
    put_field(f, names ? "arch" : arch);
  }
  for (size_t i = 0; i < d->settings; i++)
    put_field(f, names ? d->setting[i].name : d->setting[i].value);
  fputs("\n", f);
}

/* Figures of one kind of access; no line: of the whole grid. */
static void put_row(FILE *f, const struct wl_diff *d, const struct wl_diff_row *row) {
  for (enum wl_figure figure = 0; figure < WL_FIGURES; figure++) {
    if (!any_knows(d, row, figure)) continue;
    if (row->line) fprintf(f, "%" PRIu32, row->line);
    if (d->scripts) putc(',', f);
    if (row->second) fprintf(f, "%" PRIu32, row->second);
    fprintf(f, ",%s,%s,%s", wl_space_names[row->space], wl_op_names[row->op],
            wl_metrics[figure].key);
    for (size_t i = 0; i < d->sides; i++) {
      putc(',', f);
      if (wl_diff_meaning(d, row, i, figure) == WL_KNOWN)
        fprintf(f, "%" PRIu64, row->sum[i]->value[figure]);
    }
    put_origin(f, d, false);
  }
}

/* Blocks that an SM holds; nothing where that is not known. */
static void put_occupancy(FILE *f, const struct wl_diff *d) {
  struct wl_residency now;
  fputs(d->scripts ? ",,,,occupancy.blocks" : ",,,occupancy.blocks", f);
  for (size_t i = 0; i < d->sides; i++) {
    const struct wl_diff_side *s = &d->side[i];
    putc(',', f);
    if (s->analysis && s->trace &&
        wl_residency(wl_trace_head(s->trace), s->arch, s->registers, &now) && now.fits)
      fprintf(f, "%" PRIu32, now.occupancy.blocks);
  }
  put_origin(f, d, false);
}

bool wl_diff_csv(FILE *f, const struct wl_diff *d, struct wl_diag *diag) {
  fputs(d->scripts ? "line,second_line,space,op,figure" : "line,space,op,figure", f);
  for (size_t i = 0; i < d->sides; i++) {
    const struct wl_diff_side *s = &d->side[i]; /* what all have has columns of its own */
    putc(',', f);
    wl_csv_field(f, s->cut ? wl_diff_name(s) : s->label, false);
  }
  put_origin(f, d, true);
  for (size_t i = 0; i < d->rows; i++) put_row(f, d, &d->row[i]);
  for (size_t i = 0; i < d->totals; i++) put_row(f, d, &d->total[i]);
  put_occupancy(f, d);
  return wl_out_finish(f, diag);
}
