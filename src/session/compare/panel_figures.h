/* Which figures the panel lists. */
#ifndef WL_SESSION_COMPARE_PANEL_FIGURES_H
#define WL_SESSION_COMPARE_PANEL_FIGURES_H

#include <stdint.h>

struct wl_session;

/* Which figures an instruction has, on which generation. PAST: L1. EARLY: before cc 5.0. */
enum wl_figure_kind {
  WL_KIND_MOVES, WL_KIND_PAST, WL_KIND_EARLY, WL_KIND_BANKS, WL_KIND_PASSES, WL_KIND_TEXELS,
  WL_FIGURE_KINDS
};

/* The kind of the selected instruction, which is an access. */
enum wl_figure_kind wl_figure_kind(struct wl_session *m);

/* The figures beside the view, from the top; WL_SHOW_NOTHING is an empty row. */
enum { WL_FIGURE_LIST = 16 };
extern const uint8_t wl_figure_lists[WL_FIGURE_KINDS][WL_FIGURE_LIST];

/* Figure `i` of the list that the selected step has; WL_SHOW_NOTHING: none is there. */
unsigned wl_figure_listed(struct wl_session *m, unsigned i);

#endif
