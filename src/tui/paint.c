#include "tui/paint.h"

#include <curses.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>
#include <wchar.h>

#include "canvas/canvas.h"
#include "core/base/text.h"
#include "tui/byte_buffer.h"
#include "tui/scroll_moves.h"
#include "tui/style_codes.h"

/* Capabilities; NULL: the terminal has it not. */
enum cap { CUP, CUF, CUB, CUD1, CUB1, EL, ECH, CLEAR, DL, IL, CSR, CAPS };
static const char *const cap_names[CAPS] = {
  [CUP] = "cup", [CUF] = "cuf", [CUB] = "cub", [CUD1] = "cud1", [CUB1] = "cub1", [EL] = "el",
  [ECH] = "ech", [CLEAR] = "clear", [DL] = "dl", [IL] = "il", [CSR] = "csr",
};

/* Cells of a row that change and can be written in one style, one behind the other. */
struct run {
  struct wl_cell like; /* a blank where all are: any style with its background will do */
  int16_t x, end, y;
  bool clears;         /* the row from `x` on, in which blanks begin at `end` */
  bool done;
};
enum { RUNS = 1024 };

struct wl_paint {
  char *cap[CAPS];
  char letter[CAPS];      /* of those that are ESC [ number letter; 0: it is another */
  bool ansi;              /* the cursor is placed as nearly all terminals do it */
  bool creeps;            /* a byte takes the cursor a row down, or a column to the left */
  bool wraps;             /* at once, when the last cell of a row is written */
  struct wl_style_codes *pen;
  struct wl_cell *shown;  /* what the screen holds; code 0: the other half of the cell before, or
                           * not known */
  bool known;             /* `shown` does */
  int width, height;
  const struct wl_canvas *canvas; /* that is painted */
  int x, y;               /* the cursor; x -1: anywhere */
  unsigned style;
  struct wl_bytes out;
  int count;              /* of the runs that are to be written */
  struct run run[RUNS];
};

/* The letter of ESC [ number letter, without which the number is 1; 0: it is not like that. */
static char letter_of(const char *cap) {
  static const char begin[] = "\033[%p1%d";
  size_t size = sizeof begin - 1;
  bool alike = cap && strncmp(cap, begin, size) == 0 && cap[size] && !cap[size + 1];
  return alike && strchr("CDLMX", cap[size]) ? cap[size] : '\0';
}

struct wl_paint *wl_paint_create(enum wl_tier tier) {
  struct wl_paint *p = calloc(1, sizeof *p);
  if (p) p->pen = wl_style_codes_create(tier);
  if (!p || !p->pen) {
    free(p);
    return NULL;
  }
  for (int i = 0; i < CAPS; i++) {
    char *text = tigetstr(cap_names[i]);
    p->cap[i] = text == (char *)-1 ? NULL : text;
    p->letter[i] = letter_of(p->cap[i]);
  }
  p->ansi = p->cap[CUP] && strcmp(p->cap[CUP], "\033[%i%p1%d;%p2%dH") == 0;
  p->creeps = p->cap[CUD1] && strcmp(p->cap[CUD1], "\n") == 0 && /* nonl() is on */
              p->cap[CUB1] && strcmp(p->cap[CUB1], "\b") == 0;
  p->wraps = tigetflag("am") > 0 && tigetflag("xenl") <= 0;
  p->style = WL_STYLE_CODES_PLAIN;
  p->x = -1;
  return p;
}

void wl_paint_destroy(struct wl_paint *p) {
  if (!p) return;
  wl_style_codes_destroy(p->pen);
  free(p->shown);
  free(p->out.at);
  free(p);
}

void wl_paint_scheme(struct wl_paint *p, enum wl_scheme scheme) {
  wl_style_codes_scheme(p->pen, scheme);
  p->known = false;
}

void wl_paint_forget(struct wl_paint *p, int width, int height) {
  p->known = false;
  p->x = -1;
  p->style = WL_STYLE_CODES_PLAIN;
  if (p->shown && p->width == width && p->height == height) return;
  free(p->shown);
  p->shown = calloc((size_t)width * (size_t)height, sizeof *p->shown);
  p->width = width;
  p->height = height;
}

static void reset(struct wl_paint *p) {
  wl_style_codes_reset(p->pen, &p->out);
  p->style = WL_STYLE_CODES_PLAIN;
}

static void set_style(struct wl_paint *p, unsigned style) {
  wl_style_codes_turn(p->pen, p->style, style, &p->out);
  p->style = style;
}

static bool equal(const struct wl_cell *a, const struct wl_cell *b) {
  return ((wl_cell_bits(*a) ^ wl_cell_bits(*b)) & wl_cell_looks()) == 0;
}

/* … to who looks at it. */
static bool same(const struct wl_paint *p, const struct wl_cell *a, const struct wl_cell *b) {
  return equal(a, b) || (a->code == b->code && wl_style_codes_suits(p->pen, a->style, b));
}

/* Writes the cell at the cursor; terminals differ on some widths: where libc does not share
 * ours, a stand-in keeps the columns straight. */
static void put_cell(struct wl_paint *p, const struct wl_cell *cell, int cells) {
  char text[4];
  bool odd = cell->code >= 0x80 && wcwidth((wchar_t)cell->code) != cells;
  if (!wl_style_codes_suits(p->pen, p->style, cell)) set_style(p, cell->style);
  if (cell->code < 0x80) wl_bytes_one(&p->out, (char)cell->code);
  else if (odd) wl_bytes_add(&p->out, "??", (size_t)cells);
  else wl_bytes_add(&p->out, text, wl_text_encode(cell->code, text));
  p->x += cells;
  if (p->x >= p->width) p->x = -1;
}

/* ESC [ first ; second letter; without the first number where that is 0, and without the second
 * where that is 1, which goes without saying. */
static void put_ansi(struct wl_bytes *out, int first, int second, char letter) {
  char text[2 * WL_TEXT_NUMBER + 4] = "\033[";
  size_t size = 2;
  if (first > 0) size += wl_text_number((uint64_t)first, text + size);
  if (first > 0 && second > 1) text[size++] = ';';
  if (second > 1) size += wl_text_number((uint64_t)second, text + size);
  text[size++] = letter;
  wl_bytes_add(out, text, size);
}

/* A capability that takes a number. */
static void put_cap(struct wl_paint *p, enum cap cap, int number) {
  if (p->letter[cap]) put_ansi(&p->out, 0, number, p->letter[cap]);
  else if (p->cap[cap]) wl_bytes_put(&p->out, tiparm(p->cap[cap], number));
}

/* From where the cursor is to another column of the same row; returns how many bytes. 0: it cannot
 * be said like this. */
static size_t put_aside(struct wl_paint *p, int x) {
  size_t before = p->out.size;
  put_cap(p, x > p->x ? CUF : CUB, x > p->x ? x - p->x : p->x - x);
  return p->out.size - before;
}

static void put_place(struct wl_paint *p, int x, int y) {
  if (p->ansi) put_ansi(&p->out, y + 1, x + 1, 'H');
  else wl_bytes_put(&p->out, tiparm(p->cap[CUP], y, x));
}

/* Whether a cell is still to be written: it may hold anything until then. */
static bool to_come(const struct wl_paint *p, int x, int y) {
  const struct wl_cell *cells = wl_canvas_row(p->canvas, y);
  if (x + 1 >= wl_canvas_width(p->canvas) || !cells[x].code || !cells[x + 1].code) return false;
  return !same(p, &cells[x], &p->shown[y * p->width + x]);
}

/* Bytes of what stands between the cursor and column x of its row, if it can be written again
 * in the style that is set and takes a cell each; at least `most` if not, or there are as many. */
static size_t again(const struct wl_paint *p, int x, size_t most) {
  const struct wl_cell *row = &p->shown[p->y * p->width];
  char text[4];
  size_t size = 0;
  for (int i = p->x; i < x && size < most; i++)
    if (!row[i].code || !row[i + 1].code) size = most;
    else if (to_come(p, i, p->y)) size++;
    else if (!wl_style_codes_suits(p->pen, p->style, &row[i])) size = most;
    else size += wl_text_encode(row[i].code, text);
  return size;
}

/* Writes that. */
static void write_again(struct wl_paint *p, int x) {
  const struct wl_cell *row = &p->shown[p->y * p->width];
  while (p->x < x)
    if (to_come(p, p->x, p->y)) {
      wl_bytes_one(&p->out, ' ');
      p->x++;
    } else put_cell(p, &row[p->x], 1);
}

/* Goes to column x of the row of the cursor: in one leap, by writing again what it passes, or
 * creeping back. False if that takes more than so many bytes, which may be written all the same. */
static bool go_aside(struct wl_paint *p, int x, size_t most) {
  size_t before = p->out.size, leap = p->x == x ? 0 : put_aside(p, x), steps = (size_t)(p->x - x);
  if (p->x != x && leap == 0) leap = most + 1;
  if (p->x < x && again(p, x, leap) < leap) {
    p->out.size = before;
    write_again(p, x);
  } else if (p->x > x && p->creeps && steps <= leap) {
    p->out.size = before;
    for (; p->x > x; p->x--) wl_bytes_one(&p->out, '\b');
  } else if (leap > most) {
    return false;
  }
  p->x = x;
  return p->out.size - before <= most;
}

/* Places the cursor: by naming the place, or from where it is, whatever is less. */
static void go_to(struct wl_paint *p, int x, int y) {
  if (p->x == x && p->y == y) return;
  if (!wl_style_codes_moves(p->pen, p->style)) reset(p);
  size_t before = p->out.size;
  put_place(p, x, y);
  size_t jump = p->out.size - before, down = (size_t)(y - p->y);
  if (p->x >= 0 && y >= p->y && down < jump && (down == 0 || p->creeps)) {
    p->out.size = before;
    for (; p->y < y; p->y++) wl_bytes_one(&p->out, '\n');
    if (go_aside(p, x, jump - down - 1)) return;
    p->out.size = before;
    put_place(p, x, y);
  }
  p->x = x;
  p->y = y;
}

/* All cells become blanks of WL_STYLE_TEXT, and rows move on the whole screen, whatever margins
 * somebody has left behind. */
static void wipe(struct wl_paint *p) {
  bool blank = p->cap[CLEAR] && wl_style_codes_clears(p->pen, WL_STYLE_TEXT);
  reset(p);
  if (p->cap[CSR]) wl_bytes_put(&p->out, tiparm(p->cap[CSR], 0, p->height - 1));
  set_style(p, WL_STYLE_TEXT);
  wl_bytes_put(&p->out, p->cap[CLEAR]);
  p->x = -1;
  for (int i = 0; i < p->width * p->height; i++)
    p->shown[i] = (struct wl_cell){blank ? ' ' : 0, WL_STYLE_TEXT, WL_EDGE_NONE};
  p->known = true;
}

/* Where the rest of a row is blanks that look the same, and the terminal can clear them: from
 * there on; else the width. */
static int tail_of(const struct wl_paint *p, const struct wl_cell *cells, int width) {
  const struct wl_cell *last = &cells[width - 1];
  bool clears = p->cap[EL] && width == p->width && wl_style_codes_clears(p->pen, last->style);
  if (!clears || last->code != ' ') return width;
  int x = width;
  while (x > 0 && same(p, &cells[x - 1], last)) x--;
  return x;
}

/* Clears the rest of a row, whose cells from `tail` on are blanks, now or already. */
static void clear_tail(struct wl_paint *p, const struct wl_cell *cells, int tail, int x, int y) {
  struct wl_cell *row = &p->shown[y * p->width];
  if (p->y == y && p->x >= tail && p->x < x) x = p->x;
  go_to(p, x, y);
  if (!wl_style_codes_suits(p->pen, p->style, &cells[x])) set_style(p, cells[x].style);
  wl_bytes_put(&p->out, p->cap[EL]);
  for (; x < p->width; x++) row[x] = cells[x];
}

static bool to_do(const struct wl_paint *p, const struct run *run, unsigned style) {
  return !run->done && wl_style_codes_suits(p->pen, style, &run->like);
}

/* Where blanks end that are erased from the beginning of a run on: the run, and those like it
 * behind, as all between them is written later; these are done with it. 0: to write them takes no
 * more. */
static int take_blanks(struct wl_paint *p, struct run *run) {
  enum { MANY = 11 }; /* cells: the cursor stays, and may have to go on; that takes 10 bytes */
  struct run *end = &p->run[p->count], *last = run;
  if (!p->cap[ECH] || run->like.code != ' ' || !wl_style_codes_clears(p->pen,
                                                                      run->like.style)) return 0;
  for (struct run *next = run + 1; next < end && next->y == run->y && !next->clears; next++) {
    if (next->like.code != ' ' || !to_do(p, next, run->like.style)) continue;
    int x = last->end;
    while (x < next->x && to_come(p, x, run->y)) x++;
    if (x < next->x) break;
    last = next;
  }
  if (last->end - run->x < MANY) return 0;
  for (struct run *next = run; next <= last; next++)
    if (next->like.code == ' ' && to_do(p, next, run->like.style)) next->done = true;
  return last->end;
}

/* Erases cells of a row up to `end`: those that are others are written later. */
static void erase_cells(struct wl_paint *p, const struct run *run, int end) {
  struct wl_cell *row = &p->shown[run->y * p->width];
  if (!wl_style_codes_suits(p->pen, p->style, &run->like)) set_style(p, run->like.style);
  put_cap(p, ECH, end - run->x);
  for (int x = run->x; x < end; x++) row[x] = run->like;
}

static void write_run(struct wl_paint *p, const struct wl_canvas *c, struct run *run) {
  const struct wl_cell *cells = wl_canvas_row(c, run->y);
  struct wl_cell *row = &p->shown[run->y * p->width];
  int end = run->clears ? 0 : take_blanks(p, run);
  run->done = true;
  if (run->clears) {
    clear_tail(p, cells, run->end, run->x, run->y);
    return;
  }
  go_to(p, run->x, run->y);
  if (end) {
    erase_cells(p, run, end);
    return;
  }
  for (int x = run->x; x < run->end; x++) {
    bool wide = x + 1 < run->end && !cells[x + 1].code;
    put_cell(p, &cells[x], wide ? 2 : 1);
    row[x] = cells[x];
    if (wide) x++, row[x] = cells[x];
  }
}

/* The run right below another that can be written in this style, which begins in the same column;
 * NULL: there is none. */
static struct run *below(struct wl_paint *p, const struct run *run, unsigned style) {
  struct run *end = &p->run[p->count], *next = &p->run[run - p->run];
  while (++next < end && next->y <= run->y + 1)
    if (next->y == run->y + 1 && next->x == run->x && to_do(p, next, style)) return next;
  return NULL;
}

/* Whether it takes less to write a column of runs than to come back to each row. */
static bool begins_column(struct wl_paint *p, const struct run *run, unsigned style) {
  enum { HIGH = 4 /* rows */, NARROW = 4 /* columns to creep back */ };
  int rows = 0;
  if (!p->creeps) return false;
  for (; run && run->end - run->x <= NARROW; run = below(p, run, style)) rows++;
  return rows >= HIGH;
}

/* Of the styles that are still to be written, from run `first` on, the one that takes the fewest
 * bytes to set. */
static unsigned nearest(struct wl_paint *p, int first, unsigned style) {
  bool seen[WL_STYLE_CODES_PLAIN + 1] = {false};
  unsigned best = style;
  size_t least = SIZE_MAX;
  for (int i = first; i < p->count; i++) {
    unsigned next = p->run[i].like.style;
    if (p->run[i].done || seen[next]) continue;
    seen[next] = true;
    size_t size = wl_style_codes_distance(p->pen, style, next);
    if (size < least) least = size, best = next;
  }
  return best;
}

/* Writes the runs style by style: to jump takes less than to change colours. */
static void write_runs(struct wl_paint *p, const struct wl_canvas *c) {
  unsigned style = p->style;
  for (int first = 0; first < p->count;) {
    for (int i = first; i < p->count; i++) {
      struct run *run = &p->run[i];
      if (!to_do(p, run, style)) continue;
      bool column = begins_column(p, run, style);
      write_run(p, c, run);
      while (column && (run = below(p, run, style)) != NULL) write_run(p, c, run);
    }
    while (first < p->count && p->run[first].done) first++;
    style = nearest(p, first, style);
  }
  p->count = 0;
}

/* Whether a cell can be written behind those of a run, which then is like both. */
static bool joins(const struct wl_paint *p, struct run *run, const struct wl_cell *cell) {
  if (wl_style_codes_suits(p->pen, run->like.style, cell)) {
    if (run->like.code == ' ') run->like = *cell;
    return true;
  }
  if (run->like.code != ' ' || !wl_style_codes_suits(p->pen, cell->style, &run->like)) return false;
  run->like = *cell;
  return true;
}

/* Cells from x to `end`, or that clear the row from x on (see struct run). */
static void add_run(struct wl_paint *p, const struct wl_canvas *c, int x, int end, int y,
                    bool clears) {
  struct run *last = p->count ? &p->run[p->count - 1] : NULL;
  const struct wl_cell *like = &wl_canvas_row(c, y)[x];
  if (last && last->y == y && last->end == x && !last->clears && !clears && joins(p, last, like)) {
    last->end = (int16_t)end;
    return;
  }
  if (p->count == RUNS) write_runs(p, c);
  struct run *to = &p->run[p->count++]; /* in place: a copy of what was just written has to wait */
  to->like = *like;
  to->x = (int16_t)x;
  to->end = (int16_t)end;
  to->y = (int16_t)y;
  to->clears = clears;
  to->done = false;
}

/* The first cell from `x` on that is another in both, `end` if there is none: most are the same. */
static int next_other(const struct wl_cell *a, const struct wl_cell *b, int x, int end) {
  enum { MANY = 16 };
  while (x + MANY <= end && memcmp(&a[x], &b[x], MANY * sizeof *a) == 0) x += MANY;
  while (x < end && equal(&a[x], &b[x])) x++;
  return x;
}

/* What changes in a row. */
static void collect_row(struct wl_paint *p, const struct wl_canvas *c, int y, int width) {
  enum { FEW = 3 }; /* blanks that take no more than clearing them does */
  struct wl_cell *row = &p->shown[y * p->width];
  const struct wl_cell *cells = wl_canvas_row(c, y);
  if (memcmp(cells, row, (size_t)width * sizeof *cells) == 0) return; /* as most rows */
  int x = next_other(cells, row, 0, width), end = width;
  for (; end > x && same(p, &cells[end - 1], &row[end - 1]); end--) row[end - 1] = cells[end - 1];
  bool blank = end > x && cells[end - 1].code == ' '; /* else nothing is cleared */
  int tail = blank ? tail_of(p, cells, width) : width;
  for (; x < end; x = next_other(cells, row, x + 1, end)) {
    const struct wl_cell *cell = &cells[x];
    if (!cell->code) continue; /* a right half comes with its left one */
    if (same(p, cell, &row[x])) {
      row[x] = *cell; /* equal from now on, which is quicker seen */
      continue;
    }
    bool clears = x >= tail && end - x > FEW, wide = x + 1 < width && !cells[x + 1].code;
    int stop = clears ? tail : x + 1 + wide;
    if (p->wraps && y == p->height - 1 && stop == p->width) continue; /* would scroll */
    add_run(p, c, x, stop, y, clears);
    if (clears) break;
  }
}

/* Takes rows out or puts blank ones in, so that all below move. */
static void move_below(struct wl_paint *p, enum cap cap, int y, int rows) {
  go_to(p, 0, y); /* nothing is written on the way to column 0: what moves is as `shown` has it */
  if (p->style != WL_STYLE_TEXT) set_style(p, WL_STYLE_TEXT);
  put_cap(p, cap, rows);
  p->x = -1; /* terminals differ on where this leaves the cursor */
}

/* Moves rows on the terminal, where most of what changes is that they moved. */
static void move_rows(struct wl_paint *p, const struct wl_canvas *c) {
  struct wl_shift move;
  if (!p->cap[DL] || !p->cap[IL] || !p->cap[CUP] || wl_canvas_width(c) > p->width ||
      wl_canvas_height(c) > p->height || !wl_shift_find(p->shown, p->width, c, &move)) return;
  int by = move.by < 0 ? -move.by : move.by, kept = move.end - by;
  bool blank = wl_style_codes_clears(p->pen, WL_STYLE_TEXT);
  move_below(p, DL, move.by > 0 ? move.top : kept, by);
  move_below(p, IL, move.by > 0 ? kept : move.top, by);
  struct wl_cell *top = &p->shown[move.top * p->width], *lower = top + by * p->width;
  size_t cells = (size_t)((kept - move.top) * p->width);
  if (move.by > 0) memmove(top, lower, cells * sizeof *top);
  else memmove(lower, top, cells * sizeof *top);
  struct wl_cell *bare = move.by > 0 ? top + cells : top;
  for (int i = 0; i < by * p->width; i++)
    bare[i] = (struct wl_cell){blank ? ' ' : 0, WL_STYLE_TEXT, WL_EDGE_NONE};
}

const char *wl_paint(struct wl_paint *p, const struct wl_canvas *c, size_t *size) {
  int width = wl_canvas_width(c), height = wl_canvas_height(c);
  if (width > p->width) width = p->width;
  if (height > p->height) height = p->height;
  p->canvas = c;
  p->out.size = 0;
  p->out.lost = false;
  if (!p->known && p->shown) wipe(p);
  else if (p->shown) move_rows(p, c);
  for (int y = 0; y < height && p->shown; y++) collect_row(p, c, y, width);
  if (p->shown) write_runs(p, c);
  if (p->out.lost) wl_paint_forget(p, p->width, p->height); /* the next picture is whole */
  *size = p->out.size;
  return p->out.at;
}

const char *wl_paint_plain(struct wl_paint *p, size_t *size) {
  p->out.size = 0;
  if (p->style != WL_STYLE_CODES_PLAIN) wl_style_codes_leave(p->pen, &p->out);
  p->style = WL_STYLE_CODES_PLAIN;
  *size = p->out.size;
  return p->out.at;
}
