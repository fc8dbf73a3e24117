/* Rows of memory words, each with the lanes that request it. */
#ifndef WL_VIEW_DRAW_MEMORY_CELLS_H
#define WL_VIEW_DRAW_MEMORY_CELLS_H

#include <stdbool.h>

#include "session/state/replay_frame.h"
#include "session/state/step_info.h"

struct wl_canvas;
struct wl_session;

/* One 4-byte word as the views draw it. */
struct wl_cell_word {
  uint32_t lanes; /* that ask for it; 0: none */
  bool moved;     /* fetched, asked for or not */
  uint8_t style;  /* enum wl_style of a word that is asked for */
};

/* Words side by side, `width` cells each, with a cell of space after every `group` of
 * them (0: none). `quiet`: what joins words never changes its looks, for pictures of which
 * much else changes at once. `sectors`: groups move as a whole, or not at all. */
struct wl_cell_words {
  const struct wl_cell_word *word;
  int count, group, width;
  bool quiet, sectors;
};

/* Draws them from cell (x, y) on. Words of one lane, or of lanes that follow each other,
 * are joined: "0───7". The picked lane always stands alone, and numbers stay apart. Returns
 * whether some lane has a mark, WL_GLYPH_BULLET, as its number has no room. */
bool wl_draw_words(struct wl_canvas *c, int x, int y, struct wl_cell_words w, unsigned picked);

/* A word of so many cells that moves in vain; with air to the next where there is room. */
void wl_draw_vain(struct wl_canvas *c, int x, int y, int width);

/* Cells that wl_draw_words() fills. */
int wl_words_cells(int width, int count, int group);

/* A row of 128 bytes of memory: a line (global), or a row over all banks. Every
 * generation so far has 32 words of 4 bytes in both. */
struct wl_row {
  uint64_t base;       /* address of its first byte */
  uint32_t word[32];   /* lanes that ask for each word */
  uint32_t lanes;
  uint8_t sectors;     /* moved */
  uint8_t used[4];     /* bytes asked for in each sector */
  int tag;             /* tag wavefront, -1: none */
  bool filled;         /* of shared memory, written by cp.async */
};
enum { WL_MAX_ROWS = 128 };

/* The rows that an access touches: lines in the order of their tag wavefronts'
 * lanes, others by address. Returns how many. */
int wl_access_rows(const struct wl_step_info *s, struct wl_row rows[WL_MAX_ROWS]);

/* The rows of shared memory that cp.async fills, by address; at most `room`. Returns
 * how many, 0 for every other instruction. */
int wl_filled_rows(const struct wl_step_info *s, struct wl_row *rows, int room);

/* Styles the words of a row for the moment of the replay. */
void wl_row_words(const struct wl_step_info *s, const struct wl_row *row,
                  const struct wl_replay_state *now,
                  struct wl_cell_word words[32]);

/* The transaction that has an address for lanes, -1: none. */
int wl_transaction_of(const struct wl_explain *e, uint64_t address, uint32_t lanes);

/* The data wavefront that serves a word of lanes, -1: none. */
int wl_word_wavefront(const struct wl_explain *e, uint64_t index, uint32_t lanes);

#endif
