#include "words/figures.h"

#include <stdio.h>
#include <string.h>


double wl_figure_share(const struct wl_arch *arch, const struct wl_access *a,
                       const struct wl_counts *c) {
  struct wl_sum sum = {0};
  wl_sum_add(&sum, arch, a, c);
  return wl_efficiency((enum wl_space)a->space, &sum);
}

const char *wl_figure_title(const struct wl_arch *arch, unsigned figure, enum wl_space s,
                            enum wl_op op) {
  bool early = arch->family == WL_COALESCED; /* its manuals call them so */
  switch (figure) {
  case WL_WAVEFRONTS:
    if (s == WL_SHARED && early && wl_op_is_atomic(op)) return "lock trips";
    return s == WL_CONSTANT || early ? "passes" : wl_metrics[figure].title;
  case WL_IDEAL_SECTORS: case WL_IDEAL_WAVEFRONTS: return "ideal"; /* stands below what is */
  case WL_SHOW_EXCESS: return "excess";
  case WL_SHOW_LANES: return "active lanes";
  case WL_SHOW_EFFICIENCY: case WL_SHOW_GAUGE: return "efficiency";
  default: return wl_metrics[figure].title;
  }
}

int wl_figure_unit_length(const char *title, uint64_t n) {
  int length = (int)strlen(title);
  if (n != 1 || length == 0 || title[length - 1] != 's') return length;
  return length - (strcmp(title, "passes") == 0 ? 2 : 1);
}

enum wl_figure wl_figure_telling(const struct wl_arch *arch, const struct wl_access *a) {
  bool early = wl_figure_meaning(arch, a, WL_TRANSACTIONS) != WL_MEANINGLESS;
  return early ? WL_TRANSACTIONS : wl_main_figure((enum wl_space)a->space);
}

static const struct { const char *key; unsigned figure; const char *title, *help; } added[] = {
  {"excess", WL_SHOW_EXCESS, "excess", "what a step is judged by, above its ideal"},
  {"active_lanes", WL_SHOW_LANES, "active lanes", "lanes that take part"},
  {"efficiency", WL_SHOW_EFFICIENCY, "efficiency", "ideal of actual, in percent"},
};
enum { ADDED = sizeof added / sizeof added[0] };

const char *wl_figure_key(unsigned figure) {
  if (figure < WL_FIGURES) return wl_metrics[figure].key;
  for (size_t i = 0; i < ADDED; i++)
    if (added[i].figure == figure) return added[i].key;
  return NULL;
}

const char *wl_figure_help(unsigned figure, const char **title) {
  *title = figure < WL_FIGURES ? wl_metrics[figure].title : NULL;
  if (*title) return wl_metrics[figure].help;
  for (size_t i = 0; i < ADDED; i++)
    if (added[i].figure == figure) return *title = added[i].title, added[i].help;
  return NULL;
}

unsigned wl_bank_bytes(const struct wl_arch *arch, const struct wl_access *a) {
  return a->banks == 8 && arch->banking8 != WL_BANKS_NONE ? 8 : arch->bank_bytes;
}
