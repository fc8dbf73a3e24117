#include "session/compare/panel_figures.h"

#include "session/compare/figure_text.h"
#include "session/state/selection.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "words/figures.h"

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
