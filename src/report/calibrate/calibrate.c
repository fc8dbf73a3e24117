/* calibrate: counts that a profiler made against those of the model. */
#include "report/calibrate/calibrate.h"

#include "core/gpu/target.h"
#include "report/calibrate/score.h"

/* The generation that the results are of: what the user says, else the file. */
static const struct wl_arch *choose_arch(const struct wl_results *r, const char *name,
                                         const struct wl_arch *arch, struct wl_diag *d) {
  const char *cc = wl_results_cc(r);
  if (arch == NULL) arch = *cc ? wl_arch_find(cc) : wl_arch_default();
  if (arch) return arch;
  wl_diag_fail(d, WL_INPUT, "%s was measured on cc %s, which warplens does not know", name, cc);
  wl_diag_hint(d, "compare it with a generation that it knows: --arch CC");
  return NULL;
}

/* Reads every row into the score. */
static bool read_rows(struct wl_results *r, struct wl_score *s, struct wl_diag *d) {
  struct wl_result row;
  enum wl_results_state state;
  while ((state = wl_results_next(r, s->arch, &row, d)) == WL_RESULT_ROW) {
    bool kept = row.modelled ? wl_score_add(s, &row) : wl_score_skip(s, &row);
    if (!kept) return wl_diag_fail(d, WL_LIMIT, "the results need more memory than there is");
  }
  if (state == WL_RESULT_BAD) return false;
  if (s->agreements > 0) return true;
  if (s->unmodelled_count > 0) {
    wl_diag_fail(d, WL_INPUT, "%s has no counts to compare: there is no rule for '%s %s'", s->name,
                 wl_space_names[s->unmodelled[0].space], s->unmodelled[0].op);
    return wl_diag_hint(d, "operations are load, load.cg, store, reduce, atomic and others of "
                           "probe/measure");
  }
  wl_diag_fail(d, WL_INPUT, "%s has no counts to compare", s->name);
  return wl_diag_hint(d, "give the results of probe/measure");
}

static enum wl_status calibrate(struct wl_results *r, const char *name, FILE *out,
                                const struct wl_calibrate_options *options, struct wl_score *s,
                                struct wl_diag *d) {
  *s = (struct wl_score){.name = name, .comment = wl_results_comment(r),
                         .arch = choose_arch(r, name, options->arch, d),
                         .assumed = !options->arch && !*wl_results_cc(r)};
  if (s->arch == NULL || !read_rows(r, s, d)) return d->status;
  wl_score_sort(s);
  bool written = options->json ? wl_score_json(out, s, options->limit, d)
                               : wl_score_text(out, s, options->limit, options->ascii, d);
  if (!written) return d->status;
  struct wl_agreement total = wl_score_total(s);
  if (total.exact_agree == total.exact) return WL_OK;
  wl_diag_fail(d, WL_CHECK, "%s", "");
  return WL_CHECK;
}

enum wl_status wl_calibrate(FILE *in, const char *name, FILE *out,
                            const struct wl_calibrate_options *options, struct wl_diag *d) {
  struct wl_score score = {0};
  struct wl_results *r = wl_results_open(in, name, d);
  if (r == NULL) return d->status;
  enum wl_status status = calibrate(r, name, out, options, &score, d);
  wl_score_free(&score);
  wl_results_close(r);
  return status;
}
