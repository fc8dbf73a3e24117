#include "session/compare/figure_text.h"

#include <stdio.h>
#include <string.h>

#include "core/base/text.h"
#include "session/compare/variants.h"
#include "session/state/selection.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "session/state/window.h"
#include "words/figures.h"
#include "words/format.h"

/* Whether the selected step stands where another one was, which is no longer there: of the same
 * line, an access of the same kind to another array, say. */
static bool replaces(const struct wl_session *m, const struct wl_step_info *s,
                     const struct wl_before *b) {
  size_t step;
  return b->at.place.line == s->step.place.line && b->access.op == s->step.access.op &&
         b->access.space == s->step.access.space &&
         wl_session_find(m, &b->at, &step) == WL_FOUND_NEAR && step == m->selected;
}

/* What stood where the selected step does, in the settings of before: at its place, or in its
 * line. */
static const struct wl_variant_stop *stop_before(const struct wl_session *m,
                                                 const struct wl_step_info *s,
                                                 const struct wl_identity *at) {
  const struct wl_variant_stop *found = wl_variant_before(m, at);
  for (unsigned i = 0; !found && i < m->course.flip.past.stops; i++)
    if (replaces(m, s, &m->course.flip.past.stop[i].before)) found = &m->course.flip.past.stop[i];
  return found;
}

const struct wl_before *wl_figure_before(struct wl_session *m) {
  const struct wl_step_info *s = wl_session_spot(m);
  const struct wl_identity *at = &m->past.last.step.at;
  bool led = m->course.flip.past.stops > 0; /* by a lesson, which compares its stops */
  bool known = at->valid && !led;
  if (!s || s->step.kind != WL_STEP_ACCESS) return NULL;
  if (!known && !led) return NULL; /* nothing was before */
  struct wl_identity id = wl_session_identity(m);
  const struct wl_variant_stop *stop = stop_before(m, s, &id);
  bool same = known && id.block == at->block && id.warp == at->warp && id.nth == at->nth &&
              id.place.line == at->place.line && id.place.column == at->place.column;
  same |= known && !stop && replaces(m, s, &m->past.last.step);
  const struct wl_before *b = same ? &m->past.last.step : stop ? &stop->before : NULL;
  return b && b->access.space == s->step.access.space ? b : NULL;
}

bool wl_figure_changed(struct wl_session *m) {
  const struct wl_before *b = wl_figure_before(m);
  const struct wl_counts *now = &wl_session_spot(m)->explain.counts;
  return b && (b->arch != wl_session_arch(m) || memcmp(&b->counts, now, sizeof *now) != 0);
}

static uint32_t number_of(const struct wl_counts *c, enum wl_space s, unsigned figure,
                          uint32_t mask) {
  uint32_t cost, ideal;
  if (figure < WL_FIGURES) return wl_figure_get(c, (enum wl_figure)figure);
  if (figure == WL_SHOW_LANES) return wl_lanes_count(mask);
  wl_cost_of(c, s, &cost, &ideal);
  return cost > ideal ? cost - ideal : 0;
}

/* Whether a figure is an estimate, or is worked out from one. */
static bool estimated(const struct wl_step_info *s, unsigned figure) {
  if (figure == WL_SHOW_EXCESS) figure = wl_main_figure((enum wl_space)s->step.access.space);
  return figure < WL_FIGURES && s->estimates >> figure & 1;
}

/* What a figure means on a generation; an efficiency means as much as an excess. */
static enum wl_meaning meaning_of(const struct wl_arch *arch, const struct wl_access *a,
                                  unsigned figure) {
  if (figure == WL_SHOW_NOTHING) return WL_MEANINGLESS;
  if (figure == WL_SHOW_LANES) return WL_KNOWN;
  return wl_figure_meaning(arch, a, figure < WL_FIGURES ? (enum wl_figure)figure : WL_EXCESS);
}

/* How a load goes through L1, where sectors are what counts. */
static bool is_of_stages(enum wl_space space, unsigned figure) {
  bool stage = figure == WL_TAG_WAVEFRONTS || figure == WL_WAVEFRONTS || figure == WL_WAYS;
  return stage && wl_moves_sectors(space);
}

bool wl_figure_show(struct wl_session *m, unsigned figure, struct wl_figure_text *out) {
  const struct wl_step_info *s = wl_session_spot(m);
  *out = (struct wl_figure_text){.title = ""};
  if (!s || s->step.kind != WL_STEP_ACCESS) return false;
  const struct wl_arch *arch = wl_session_arch(m);
  const struct wl_access *a = &s->step.access;
  enum wl_space space = (enum wl_space)a->space;
  enum wl_meaning meaning = meaning_of(arch, a, figure);
  if (meaning == WL_MEANINGLESS || (s->basic && is_of_stages(space, figure))) return false;
  const struct wl_counts *c = &s->explain.counts;
  const struct wl_before *before = wl_figure_before(m);
  out->title = wl_figure_title(arch, figure, space, (enum wl_op)a->op);
  bool open = figure == WL_SHOW_LANES || s->uncovered >> figure & 1;
  out->hidden = open ? s->lanes_covered : s->covered;
  if (meaning == WL_UNKNOWN || out->hidden) {
    out->unknown = meaning == WL_UNKNOWN;
    out->value[0] = '?';
    return figure != WL_SHOW_GAUGE;
  }
  if (before && meaning_of(before->arch, &before->access, figure) != WL_KNOWN) before = NULL;
  if (figure == WL_SHOW_EFFICIENCY || figure == WL_SHOW_GAUGE) {
    double share = wl_figure_share(arch, a, c);
    double was = before ? wl_figure_share(before->arch, &before->access, &before->counts) : -1;
    if (share < 0) return false;
    out->grade = wl_grade_efficiency(share);
    wl_format_percent(share, out->value, sizeof out->value);
    if (was >= 0 && was != share) {
      wl_format_percent(was, out->before, sizeof out->before);
      out->before[strcspn(out->before, " ")] = '\0'; /* of the sign, one behind both is enough */
    }
    return true;
  }
  uint32_t now = number_of(c, space, figure, a->mask);
  out->estimate = estimated(s, figure);
  strcpy(out->value, out->estimate ? "≈" : "");
  wl_text_number(now, out->value + strlen(out->value));
  if (figure == WL_SHOW_EXCESS) out->grade = now ? s->verdict.grade : WL_GRADE_GOOD;
  if (before && figure != WL_SHOW_LANES) {
    uint32_t was = number_of(&before->counts, space, figure, 0);
    if (was != now) snprintf(out->before, sizeof out->before, "%u", was);
  }
  return true;
}

const char *wl_bank_text(struct wl_session *m, int cells, char text[96]) {
  const struct wl_step_info *s = wl_session_spot(m);
  const struct wl_arch *arch = wl_session_arch(m);
  if (!s || s->step.kind != WL_STEP_ACCESS || s->step.access.space != WL_SHARED) return NULL;
  if (wl_bank_serves_lanes(&s->step.access)) return NULL; /* lanes of one word wait, too */
  unsigned bytes = wl_bank_bytes(arch, &s->step.access), row = arch->banks * bytes;
  const char *word = bytes == 4 ? "word" : "8-byte word";
  if (row < arch->row_bytes || bytes > 4) { /* a bank has two words of every row of a pass */
    int all = snprintf(text, 96, "bank = %s mod %u: a pass serves a bank one row of %u bytes",
                       word, arch->banks, arch->row_bytes);
    if (all > cells) snprintf(text, 96, "bank = %s mod %u, rows of %u bytes", word, arch->banks,
                              arch->row_bytes);
    return text;
  }
  int n = snprintf(text, 96, "bank = %s mod %u: words %u apart (%u bytes) share a bank", word,
                   arch->banks, arch->banks, row);
  if (n > cells) n = snprintf(text, 96, "bank = %s mod %u: words %u apart share one", word,
                              arch->banks, arch->banks);
  if (n > cells) snprintf(text, 96, "bank = %s mod %u", word, arch->banks);
  return text;
}

#define NONE WL_SHOW_NOTHING

enum wl_figure_kind wl_figure_kind(struct wl_session *m) {
  const struct wl_access *a = &wl_session_spot(m)->step.access;
  switch (a->space) {
  case WL_SHARED: return WL_KIND_BANKS;
  case WL_CONSTANT: return WL_KIND_PASSES;
  case WL_TEXTURE: return WL_KIND_TEXELS;
  default: break;
  }
  if (wl_session_arch(m)->family == WL_COALESCED) return WL_KIND_EARLY;
  return a->op == WL_COPY_CG ? WL_KIND_PAST : WL_KIND_MOVES;
}

const uint8_t wl_figure_lists[WL_FIGURE_KINDS][WL_FIGURE_LIST] = {
  [WL_KIND_MOVES] = {WL_REQUESTS, WL_SHOW_LANES, WL_BYTES_ASKED, WL_BYTES_MOVED, NONE,
                     WL_SECTORS, WL_IDEAL_SECTORS, WL_SHOW_EXCESS, NONE,
                     WL_LINE_COUNT, WL_TAG_WAVEFRONTS, WL_WAVEFRONTS, WL_WAYS, NONE,
                     WL_SHOW_EFFICIENCY, WL_SHOW_GAUGE},
  [WL_KIND_PAST] = {WL_REQUESTS, WL_SHOW_LANES, WL_BYTES_ASKED, WL_BYTES_MOVED, NONE,
                    WL_SECTORS, WL_IDEAL_SECTORS, WL_SHOW_EXCESS, NONE,
                    WL_LINE_COUNT, WL_TAG_WAVEFRONTS, WL_L2_REQUESTS, NONE,
                    WL_SHOW_EFFICIENCY, WL_SHOW_GAUGE, NONE},
  [WL_KIND_EARLY] = {WL_REQUESTS, WL_SHOW_LANES, WL_BYTES_ASKED, WL_BYTES_MOVED, NONE,
                     WL_TRANSACTIONS, WL_SECTORS, WL_IDEAL_SECTORS, WL_SHOW_EXCESS, WL_WAVEFRONTS,
                     NONE, WL_SHOW_EFFICIENCY, WL_SHOW_GAUGE, NONE, NONE, NONE},
  [WL_KIND_BANKS] = {WL_REQUESTS, WL_SHOW_LANES, WL_BYTES_ASKED, WL_BYTES_MOVED, NONE,
                     WL_WAVEFRONTS, WL_IDEAL_WAVEFRONTS, WL_SHOW_EXCESS, WL_WAYS, NONE,
                     WL_SHOW_EFFICIENCY, WL_SHOW_GAUGE, NONE, NONE, NONE, NONE},
  [WL_KIND_PASSES] = {WL_REQUESTS, WL_SHOW_LANES, WL_BYTES_ASKED, NONE,
                      WL_WAVEFRONTS, WL_SHOW_EXCESS, NONE,
                      WL_SHOW_EFFICIENCY, WL_SHOW_GAUGE, NONE, NONE, NONE, NONE, NONE, NONE, NONE},
  [WL_KIND_TEXELS] = {WL_REQUESTS, WL_SHOW_LANES, WL_BYTES_ASKED, WL_BYTES_MOVED, NONE,
                      WL_SECTORS, WL_IDEAL_SECTORS, WL_SHOW_EXCESS, WL_L2_REQUESTS, NONE,
                      WL_SHOW_EFFICIENCY, WL_SHOW_GAUGE, NONE, NONE, NONE, NONE},
};

unsigned wl_figure_listed(struct wl_session *m, unsigned i) {
  const struct wl_step_info *s = wl_session_spot(m);
  struct wl_figure_text shown;
  if (!s || s->step.kind != WL_STEP_ACCESS || i >= WL_FIGURE_LIST) return NONE;
  unsigned figure = wl_figure_lists[wl_figure_kind(m)][i];
  return figure < WL_SHOW_GAUGE && wl_figure_show(m, figure, &shown) ? figure : NONE;
}
