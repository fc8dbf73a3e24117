/* Layouts as rows of heights. The view gets what the other parts leave. */
#include "session/state/layout.h"

#include <assert.h>
#include <string.h>

const struct wl_size_row wl_sizes[] = {
  [WL_SIZE_SLIM] = {"slim", 42, 12, "figures, rule, lane, tabs"},
  [WL_SIZE_NARROW] = {"narrow", 42, 17, "rule, lane, tabs"},
  [WL_SIZE_SMALL] = {"small", 60, 16, "rule, lane, tabs"},
  [WL_SIZE_NORMAL] = {"normal", 80, 24, "lines around, sums of the line, strip of steps"},
  [WL_SIZE_FULL] = {"full", 120, 40, "views beside the chosen one"},
  [WL_SIZE_WALL] = {"wall", 200, 50, NULL},
};
static_assert(sizeof wl_sizes / sizeof *wl_sizes == WL_SIZES, "a row each");

static const uint8_t heights[WL_SIZES][WL_PARTS] = {
  [WL_SIZE_SLIM] = {[WL_PART_BAR] = 1, [WL_PART_SOURCE] = 1, [WL_PART_VERDICT] = 2,
                    [WL_PART_NOW] = 1, [WL_PART_STATUS] = 1},
  [WL_SIZE_NARROW] = {[WL_PART_BAR] = 1, [WL_PART_SOURCE] = 1, [WL_PART_VERDICT] = 2,
                      [WL_PART_NOW] = 1, [WL_PART_FIGURES] = 2, [WL_PART_STATUS] = 1},
  [WL_SIZE_SMALL] = {[WL_PART_BAR] = 1, [WL_PART_SOURCE] = 1, [WL_PART_VERDICT] = 2,
                     [WL_PART_NOW] = 1, [WL_PART_FIGURES] = 2, [WL_PART_STATUS] = 1},
  [WL_SIZE_NORMAL] = {[WL_PART_BAR] = 1, [WL_PART_SOURCE] = 1, [WL_PART_VERDICT] = 1,
                      [WL_PART_RULE] = 1, [WL_PART_TABS] = 1, [WL_PART_NOW] = 1,
                      [WL_PART_LANE] = 1, [WL_PART_FIGURES] = 3, [WL_PART_STATUS] = 1},
  [WL_SIZE_FULL] = {[WL_PART_BAR] = 1, [WL_PART_SOURCE] = 3, [WL_PART_VERDICT] = 1,
                    [WL_PART_RULE] = 1, [WL_PART_TABS] = 1, [WL_PART_NOW] = 1,
                    [WL_PART_LANE] = 1, [WL_PART_STRIP] = 3, [WL_PART_STATUS] = 1},
  [WL_SIZE_WALL] = {[WL_PART_BAR] = 1, [WL_PART_SOURCE] = 3, [WL_PART_VERDICT] = 1,
                    [WL_PART_RULE] = 1, [WL_PART_TABS] = 1, [WL_PART_NOW] = 1,
                    [WL_PART_LANE] = 1, [WL_PART_STRIP] = 3, [WL_PART_STATUS] = 1},
};
enum {
  PANEL = 31,     /* columns of the figures beside the view */
  WIDE_PANEL = 38,
  WIDE = 160,     /* screens from this width on have the wide panel */
  LEAST_VIEW = 3, /* rows that an error leaves to the picture; 1 on small screens */
};

static enum wl_size pick(int width, int height) {
  enum wl_size size = WL_SIZES; /* none */
  for (enum wl_size s = 0; s < WL_SIZES; s++)
    if (width >= wl_sizes[s].width && height >= wl_sizes[s].height) size = s;
  return size;
}

static int rest(const uint8_t *rows, int height) {
  for (enum wl_part p = 0; p < WL_PARTS; p++) height -= rows[p];
  return height;
}

/* On small screens an error that says how it is cured takes the rows of other parts, too. */
static void give_way(uint8_t rows[WL_PARTS], int height, int wanted) {
  static const uint8_t first[] = {WL_PART_FIGURES, WL_PART_VERDICT, WL_PART_NOW};
  for (unsigned i = 0; i < sizeof first && rest(rows, height) < wanted; i++) rows[first[i]] = 0;
}

bool wl_layout(int width, int height, int error_rows, struct wl_layout *out) {
  memset(out, 0, sizeof *out);
  out->size = pick(width, height);
  if (out->size == WL_SIZES) return false;
  uint8_t rows[WL_PARTS];
  int error = error_rows;
  int least = out->size < WL_SIZE_NORMAL ? 1 : LEAST_VIEW;
  memcpy(rows, heights[out->size], sizeof rows);
  if (error && out->size < WL_SIZE_NORMAL) give_way(rows, height, error + least);
  int view = rest(rows, height);
  if (error > view - least) error = view > least ? view - least : 0;
  int panel = out->size < WL_SIZE_FULL ? 0 : width < WIDE ? PANEL : WIDE_PANEL;

  int y = 0;
  for (enum wl_part p = 0; p < WL_PARTS; p++) {
    int h = p == WL_PART_VIEW ? view - error : p == WL_PART_ERROR ? error : rows[p];
    if (h > 0) out->part[p] = (struct wl_rect){0, y, width, h};
    y += h;
  }
  if (panel) {
    struct wl_rect *v = &out->part[WL_PART_VIEW];
    v->w -= panel;
    out->part[WL_PART_PANEL] = (struct wl_rect){v->w, v->y, panel, v->h};
  }
  return true;
}
