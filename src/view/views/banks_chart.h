/* Measures of the picture of banks, and what stands beside its columns. Internal to the view of
 * banks. */
#ifndef WL_VIEW_VIEWS_BANKS_CHART_H
#define WL_VIEW_VIEWS_BANKS_CHART_H

#include "canvas/canvas.h"
#include "session/state/replay_frame.h"
#include "session/state/step_info.h"

struct wl_session;

enum {
  WL_BANKS_LABEL = 6, /* cells in front of the columns */
  WL_BANKS_SUM = 34,  /* cells of columns above which a sum has room, in its shorter form */
};

struct wl_banks_chart {
  struct wl_rect r;      /* of the columns */
  int cell, banks;       /* cells of a bank; how many there are */
  unsigned rows;         /* wavefronts with words */
  struct wl_replay_state now;
  uint8_t words[WL_MAX_BANKS], served[WL_MAX_BANKS], most;
  uint8_t serving[WL_MAX_BANKS]; /* lowest lane served now, plus 1; 0: none */
  uint8_t below[WL_MAX_BANKS];   /* words below that one */
  uint8_t taken[WL_MAX_BANKS];   /* words served now: 2 at most on cc 3.x */
  uint32_t picked;       /* banks of the picked lane */
  struct { int from, to; } named; /* columns of their arrows, and of its name */
  bool clash[WL_MAX_WORDS];
  uint32_t clashing;     /* banks */
  unsigned busy;         /* banks that have words */
  bool lanes;            /* lanes are served one by one, also those that share a word */
  int pitch;             /* rows of a wavefront */
  int sums;              /* rows above them that say how lanes come to their banks */
  uint32_t summed;       /* those lanes: of words that clash in one bank, else all */
  bool shared;           /* some word is asked for by several lanes */
  bool stacked;          /* words that a bank serves together are above each other */
  unsigned deep;         /* most words that one bank serves in one wavefront: 2 on cc 3.x */
  bool passes;           /* that is what early manuals call wavefronts */
  bool unknown;          /* in which of them a word is served: rows are lane groups then */
  uint8_t place[WL_MAX_WORDS]; /* of a word among those of its bank and wavefront */
  bool narrow;           /* some lane has no number */
};

/* The rows from the highest word down, and the label above it. */
int wl_banks_grid_rows(const struct wl_banks_chart *k);

/* Of columns to scale: their rows, and how many are below the word of a bank that is served now. */
int wl_banks_column_rows(const struct wl_banks_chart *k);
int wl_banks_rows_below(const struct wl_banks_chart *k, unsigned bank);

/* The ruler in row `y`; and in row `y` below it, beside the picked lane, what the colours and signs
 * mean. `grid`: there is a row per wavefront. */
void wl_banks_ruler(struct wl_session *m, struct wl_canvas *c, struct wl_banks_chart *k, int y);
void wl_banks_legend(struct wl_canvas *c, const struct wl_banks_chart *k, bool grid, int y);

/* Beside few columns: how the lanes come to their banks, from the bottom up, as they are served.
 * And above few wavefronts: how a bank is found, and what a row is. */
void wl_banks_sums(struct wl_session *m, struct wl_canvas *c, const struct wl_banks_chart *k);
void wl_banks_sentence(struct wl_session *m, struct wl_canvas *c, const struct wl_banks_chart *k);

#endif
