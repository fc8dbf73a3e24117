#include "tui/paint.h"

#include <curses.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>
#include <wchar.h>

#include "core/text.h"

enum { NEAR = 6 /* cells that are written again rather than jumped over */ };
enum { NO_STYLE = WL_STYLES /* the terminal has neither colours nor attributes */ };

/* Capabilities that are asked for again and again; NULL: the terminal has it not. */
enum cap { CUP, CUF, EL, CLEAR, SGR0, OP, SETAF, SETAB, BOLD, DIM, SMUL, REV, CAPS };
static const char *const cap_names[CAPS] = {
  [CUP] = "cup", [CUF] = "cuf", [EL] = "el", [CLEAR] = "clear", [SGR0] = "sgr0", [OP] = "op",
  [SETAF] = "setaf", [SETAB] = "setab", [BOLD] = "bold", [DIM] = "dim", [SMUL] = "smul",
  [REV] = "rev",
};
static const struct { uint8_t attribute; enum cap cap; int ncv; } attributes[] = {
  {WL_BOLD, BOLD, 32}, {WL_FAINT, DIM, 16}, {WL_UNDERLINE, SMUL, 2}, {WL_REVERSE, REV, 4},
};

struct wl_paint {
  char *cap[CAPS];
  int taken;              /* attributes that cannot go with colours, as terminfo's ncv has them */
  bool erases;            /* clearing leaves the background that is set */
  bool moves;             /* the cursor can be placed while attributes are on */
  bool wraps;             /* at once, when the last cell of a row is written */
  bool direct;            /* colours are written as RGB, whatever setaf says */
  enum wl_tier tier;
  struct wl_look look[WL_STYLES + 1];
  struct wl_cell *shown;  /* what the screen holds */
  bool known;             /* `shown` does */
  int width, height;
  int x, y;               /* the cursor; x -1: anywhere */
  unsigned style;
  char *bytes;
  size_t size, room;
};

/* tputs() gives its bytes to a function without a context: one paint at a time. */
static struct wl_paint *painting;

static void add(struct wl_paint *p, const char *bytes, size_t size) {
  if (p->size + size > p->room) {
    size_t room = 2 * (p->size + size) + 4096;
    char *more = realloc(p->bytes, room);
    if (!more) return; /* the picture is incomplete, and is drawn anew with the next clear */
    p->bytes = more;
    p->room = room;
  }
  memcpy(p->bytes + p->size, bytes, size);
  p->size += size;
}

static int add_byte(int c) {
  char byte = (char)c;
  add(painting, &byte, 1);
  return c;
}

static void put(struct wl_paint *p, const char *text) {
  painting = p;
  if (text) tputs(text, 1, add_byte);
}

/* In the manner of all terminals that know it; anything else could be no colour at all. */
static bool has_direct_colours(void) {
  const char *says = getenv("COLORTERM");
  char *set = tigetstr("setaf");
  int colours = tigetnum("colors");
  if (!says || (strcmp(says, "truecolor") != 0 && strcmp(says, "24bit") != 0)) return false;
  return colours >= 256 && colours < 1 << 24 && set && set != (char *)-1 && strstr(set, "38;5");
}

enum wl_tier wl_paint_tier(void) {
  const char *plain = getenv("NO_COLOR");
  int colours = tigetnum("colors");
  if ((plain && *plain) || colours < 8) return WL_MONO;
  return colours >= 1 << 24 || has_direct_colours() ? WL_TRUE : colours >= 256 ? WL_256 : WL_16;
}

struct wl_paint *wl_paint_create(enum wl_tier tier) {
  struct wl_paint *p = calloc(1, sizeof *p);
  if (!p) return NULL;
  for (int i = 0; i < CAPS; i++) {
    char *text = tigetstr(cap_names[i]);
    p->cap[i] = text == (char *)-1 ? NULL : text;
  }
  int taken = tigetnum("ncv");
  p->taken = taken > 0 && tier != WL_MONO ? taken : 0;
  p->erases = tigetflag("bce") > 0;
  p->moves = tigetflag("msgr") > 0;
  p->wraps = tigetflag("am") > 0 && tigetflag("xenl") <= 0;
  p->tier = tier;
  p->direct = tier == WL_TRUE && has_direct_colours();
  p->style = NO_STYLE;
  p->look[NO_STYLE] = (struct wl_look){-1, -1, 0};
  p->x = -1;
  return p;
}

void wl_paint_destroy(struct wl_paint *p) {
  if (!p) return;
  free(p->shown);
  free(p->bytes);
  free(p);
}

/* With 8 colours, the bright half of 16 is the other half in bold. */
static void fold(struct wl_look *look) {
  if (look->fg >= 8) look->attributes |= WL_BOLD, look->fg -= 8;
  if (look->bg >= 8) look->bg -= 8;
}

void wl_paint_scheme(struct wl_paint *p, enum wl_scheme scheme) {
  for (int style = 0; style < WL_STYLES; style++) {
    struct wl_look *look = &p->look[style];
    *look = *wl_theme_look(scheme, p->tier, (enum wl_style)style);
    if (p->tier == WL_16 && tigetnum("colors") < 16) fold(look);
    for (size_t i = 0; i < sizeof attributes / sizeof attributes[0]; i++)
      if (!p->cap[attributes[i].cap] || p->taken & attributes[i].ncv)
        look->attributes &= (uint8_t)~attributes[i].attribute;
  }
  p->known = false;
}

void wl_paint_forget(struct wl_paint *p, int width, int height) {
  p->known = false;
  p->x = -1;
  p->style = NO_STYLE;
  if (p->shown && p->width == width && p->height == height) return;
  free(p->shown);
  p->shown = calloc((size_t)width * (size_t)height, sizeof *p->shown);
  p->width = width;
  p->height = height;
}

static void put_colour(struct wl_paint *p, bool background, int32_t colour) {
  char text[32];
  if (colour < 0) return;
  if (!p->direct) {
    char *set = p->cap[background ? SETAB : SETAF];
    if (set) put(p, tiparm(set, (int)colour));
    return;
  }
  int n = snprintf(text, sizeof text, "\033[%d;2;%d;%d;%dm", background ? 48 : 38,
                   colour >> 16 & 255, colour >> 8 & 255, colour & 255);
  add(p, text, (size_t)n);
}

static void reset(struct wl_paint *p) {
  put(p, p->cap[SGR0]);
  p->style = NO_STYLE;
}

/* From the style that is set to another one. */
static void set_style(struct wl_paint *p, unsigned style) {
  const struct wl_look *old = &p->look[p->style], *now = &p->look[style];
  if (style == p->style) return;
  bool defaults = (now->fg < 0 && old->fg >= 0) || (now->bg < 0 && old->bg >= 0);
  if (old->attributes & ~now->attributes || (defaults && !p->cap[OP])) {
    reset(p);
    old = &p->look[NO_STYLE];
  }
  for (size_t i = 0; i < sizeof attributes / sizeof attributes[0]; i++)
    if (now->attributes & ~old->attributes & attributes[i].attribute)
      put(p, p->cap[attributes[i].cap]);
  int32_t fg = old->fg, bg = old->bg;
  if ((now->fg < 0 && fg >= 0) || (now->bg < 0 && bg >= 0)) {
    put(p, p->cap[OP]);
    fg = bg = -1;
  }
  if (now->fg != fg) put_colour(p, false, now->fg);
  if (now->bg != bg) put_colour(p, true, now->bg);
  p->style = style;
}

static bool same(const struct wl_cell *a, const struct wl_cell *b) {
  return a->code == b->code && a->style == b->style;
}

/* Writes the cell at the cursor; terminals differ on some widths: where libc does not share
 * ours, a stand-in keeps the columns straight. */
static void put_cell(struct wl_paint *p, const struct wl_cell *cell, int cells) {
  char text[4];
  bool odd = cell->code >= 0x80 && wcwidth((wchar_t)cell->code) != cells;
  set_style(p, cell->style);
  if (odd) add(p, "??", (size_t)cells);
  else add(p, text, wl_text_encode(cell->code, text));
  p->x += cells;
  if (p->x >= p->width) p->x = -1;
}

/* Places the cursor; a few cells of the row that stand there already are written again. */
static void go_to(struct wl_paint *p, int x, int y) {
  if (p->x == x && p->y == y) return;
  if (p->y == y && p->x >= 0 && p->x < x && x - p->x <= NEAR) {
    const struct wl_cell *row = &p->shown[y * p->width];
    bool cheap = true;
    for (int i = p->x; i < x; i++)
      cheap = cheap && row[i].style == p->style && row[i].code >= ' ' && row[i].code < 0x7f;
    while (cheap && p->x < x) put_cell(p, &row[p->x], 1);
    if (p->x == x) return;
  }
  if (!p->moves && p->look[p->style].attributes) reset(p);
  if (p->y == y && p->x >= 0 && p->x < x && p->cap[CUF]) put(p, tiparm(p->cap[CUF], x - p->x));
  else put(p, tiparm(p->cap[CUP], y, x));
  p->x = x;
  p->y = y;
}

/* All cells become blanks of WL_STYLE_TEXT. */
static void wipe(struct wl_paint *p) {
  const struct wl_look *text = &p->look[WL_STYLE_TEXT];
  bool blank = p->cap[CLEAR] && (text->bg < 0 || p->erases) && !(text->attributes & WL_REVERSE);
  reset(p);
  set_style(p, WL_STYLE_TEXT);
  put(p, p->cap[CLEAR]);
  p->x = -1;
  for (int i = 0; i < p->width * p->height; i++)
    p->shown[i] = (struct wl_cell){blank ? ' ' : 0, WL_STYLE_TEXT};
  p->known = true;
}

static bool is_blank(const struct wl_cell *c) { return c->code == ' '; }

/* Where the rest of a row is blanks of one style, and the terminal can clear them with it:
 * from there on; else the width. */
static int tail_of(const struct wl_paint *p, const struct wl_cell *cells, int width) {
  if (width < p->width || !p->cap[EL]) return width;
  const struct wl_cell *last = &cells[width - 1];
  const struct wl_look *look = &p->look[last->style];
  if (!is_blank(last) || look->attributes & (WL_REVERSE | WL_UNDERLINE)) return width;
  if (look->bg >= 0 && !p->erases) return width;
  int x = width;
  while (x > 0 && same(&cells[x - 1], last)) x--;
  return x;
}

static void paint_tail(struct wl_paint *p, const struct wl_cell *cells, int y, int from,
                       int width) {
  struct wl_cell *row = &p->shown[y * p->width];
  int first = from;
  while (first < width && same(&cells[first], &row[first])) first++;
  if (first == width) return;
  go_to(p, first, y);
  set_style(p, cells[first].style);
  put(p, p->cap[EL]);
  for (int x = first; x < width; x++) row[x] = cells[first];
}

static void paint_row(struct wl_paint *p, const struct wl_canvas *c, int y, int width) {
  struct wl_cell *row = &p->shown[y * p->width];
  const struct wl_cell *cells = wl_canvas_row(c, y);
  if (memcmp(row, cells, (size_t)width * sizeof *row) == 0) return;
  int tail = tail_of(p, cells, width);
  if (width - tail < 5) tail = width;
  for (int x = 0; x < tail; x++) {
    const struct wl_cell *cell = &cells[x];
    bool wide = x + 1 < wl_canvas_width(c) && cells[x + 1].code == 0;
    bool old = same(cell, &row[x]) && (!wide || same(&cells[x + 1], &row[x + 1]));
    if (old || !cell->code) continue; /* drawn with its left half */
    if (p->wraps && y == p->height - 1 && x + wide == p->width - 1) continue; /* would scroll */
    go_to(p, x, y);
    put_cell(p, cell, wide ? 2 : 1);
    row[x] = *cell;
    if (wide) row[x + 1] = cells[x + 1];
  }
  if (tail < width) paint_tail(p, cells, y, tail, width);
}

const char *wl_paint(struct wl_paint *p, const struct wl_canvas *c, size_t *size) {
  int width = wl_canvas_width(c), height = wl_canvas_height(c);
  if (width > p->width) width = p->width;
  if (height > p->height) height = p->height;
  p->size = 0;
  if (!p->known && p->shown) wipe(p);
  for (int y = 0; y < height && p->shown; y++) paint_row(p, c, y, width);
  *size = p->size;
  return p->bytes;
}

const char *wl_paint_plain(struct wl_paint *p, size_t *size) {
  p->size = 0;
  if (p->style != NO_STYLE) {
    reset(p);
    put(p, p->cap[OP]);
  }
  *size = p->size;
  return p->bytes;
}
