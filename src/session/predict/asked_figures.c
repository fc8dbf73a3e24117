#include "session/predict/asked_figures.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "session/state/step_info.h"
#include "words/figures.h"

static_assert((int)WL_SHOW_EXCESS == (int)WL_ASK_EXCESS &&
                  (int)WL_SHOW_LANES == (int)WL_ASK_LANES &&
                  (int)WL_SHOW_EFFICIENCY == (int)WL_ASK_EFFICIENCY,
              "figures have one number");

#define BIT(f) (1u << (f))
enum {
  /* What follows from the active lanes and the bytes of each, wherever these lie. */
  SAID = BIT(WL_REQUESTS) | BIT(WL_SHOW_LANES) | BIT(WL_BYTES_ASKED),
  FIGURES = WL_SHOW_EFFICIENCY + 1,
};

/* What may be seen while a figure is asked for. Of the figures that addresses decide, none: each
 * follows from another, or is bounded by it from both sides for many an access (sectors are 32
 * bytes of what is moved, 32 lines of 32 lanes are 32 sectors, ways are wavefronts where one
 * request is served). Ideals are bytes asked in other pieces, so these hide each other; and
 * whoever asks for active lanes hides who is active. */
uint32_t wl_asked_leaves(unsigned figure) {
  switch (figure) {
  case WL_SHOW_LANES: return 0;
  case WL_REQUESTS: return SAID & ~BIT(WL_REQUESTS);
  case WL_IDEAL_SECTORS: case WL_IDEAL_WAVEFRONTS: case WL_BYTES_ASKED:
    return SAID & ~BIT(WL_BYTES_ASKED);
  default: return figure < FIGURES ? SAID : 0;
  }
}

void wl_asked_uncover(const struct wl_arch *arch, uint32_t figures, struct wl_step_info *cover) {
  struct wl_access somewhere = cover->step.access; /* as if every lane wanted the first byte */
  struct wl_counts counts, *out = &cover->explain.counts;
  memset(somewhere.address, 0, sizeof somewhere.address);
  memset(somewhere.second, 0, sizeof somewhere.second);
  wl_count(arch, &somewhere, &counts);
  cover->uncovered = figures;
  if (figures & BIT(WL_REQUESTS)) out->requests = counts.requests;
  if (figures & BIT(WL_BYTES_ASKED)) out->bytes_asked = counts.bytes_asked;
}

void wl_asked_text(const struct wl_arch *arch, const struct wl_access *a, unsigned figure,
                   char text[WL_QUESTION_TEXT]) {
  enum wl_space space = (enum wl_space)a->space;
  enum wl_op op = (enum wl_op)a->op;
  const char *unit = wl_figure_title(arch, wl_main_figure(space), space, op);
  switch (figure) {
  case WL_IDEAL_SECTORS: case WL_IDEAL_WAVEFRONTS:
    snprintf(text, WL_QUESTION_TEXT, "How many %s are needed at least?", unit);
    break;
  case WL_L2_REQUESTS: snprintf(text, WL_QUESTION_TEXT, "How many requests to L2?"); break;
  case WL_SHOW_EXCESS: snprintf(text, WL_QUESTION_TEXT, "How many %s are wasted?", unit); break;
  case WL_SHOW_LANES: snprintf(text, WL_QUESTION_TEXT, "How many lanes are active?"); break;
  case WL_SHOW_EFFICIENCY:
    snprintf(text, WL_QUESTION_TEXT, "How efficient is it, in whole percent?");
    break;
  case WL_REQUESTS: case WL_SECTORS: case WL_WAVEFRONTS:
    snprintf(text, WL_QUESTION_TEXT, "How many %s does this %s need?",
             wl_figure_title(arch, figure, space, op), wl_op_names[op]);
    break;
  default:
    snprintf(text, WL_QUESTION_TEXT, "How many %s?", wl_figure_title(arch, figure, space, op));
  }
}

bool wl_asked_of_lane(const struct wl_question *q) {
  return q->asked == WL_ASK_SOURCE || q->asked == WL_ASK_RESULT;
}

unsigned wl_asked_named(const char *key) {
  for (unsigned f = 0; f < FIGURES; f++)
    if (strcmp(wl_figure_key(f), key) == 0) return f;
  return WL_SHOW_NOTHING;
}

void wl_asked_list(char text[WL_ASKED_LIST]) {
  size_t used = 0;
  for (unsigned f = 0; f < FIGURES; f++)
    used += (size_t)snprintf(text + used, WL_ASKED_LIST - used, "%s%s", f ? ", " : "",
                             wl_figure_key(f));
}
