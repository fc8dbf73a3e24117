/* Where everything of a plot goes, and what it looks like. Widths of words are not known
 * here, since fonts differ: they are taken to be as wide as those of wide fonts. */
#include "out/plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "out/finish.h"
#include "out/markup.h"
#include "out/page.h"

/* In units of the picture, which is 960 wide; sizes of text are to be read from the last
 * row when it fills a slide. */
enum {
  WIDTH = 960, EDGE = 36, HEAD = 92, PANEL = 400, PANEL_TOP = 52, PANEL_BOTTOM = 62, NOTE = 34,
  TITLE = 28, PLAIN = 18, SMALL = 16, LEADING = 6, TICKS = 5, LEAST_GAP = 20, MOST_END = 280,
  MOST_BARS = 96,
};
static const double CHAR = 0.58; /* width of a character, in sizes of its font */

/* Colours of Okabe and Ito, as themes have them, and signs, so that no line is told by
 * its colour alone. */
enum { COLORS = 7, SIGNS = 5 };
static const uint32_t colors[2][COLORS] = {
  {0x56b4e9, 0xe69f00, 0x3fc99f, 0xf0e442, 0xff8a4c, 0xe3a5c8, 0xd5dae1},
  {0x0072b2, 0xa86a00, 0x00795a, 0x8a7d00, 0xc24f00, 0x9c3f78, 0x24292f},
};
static const char *const dashes[] = {"", "9 5", "2 5", "12 4 2 4", "5 3"};

struct frame {
  FILE *f;
  enum wl_scheme scheme;
  const struct wl_plot_panel *p;
  double left, right, top, bottom; /* of the plot itself */
  double most, step;               /* of its axis */
};

static uint32_t ink(const struct frame *r, enum wl_style s) {
  const struct wl_look *look = wl_theme_look(r->scheme, WL_TRUE, s);
  return look->fg < 0 ? wl_theme_ink(r->scheme) : (uint32_t)look->fg;
}

static uint32_t color_of(const struct frame *r, size_t line) {
  return colors[!wl_schemes[r->scheme].dark][line % COLORS];
}

static double width_of(const char *text, int size) {
  return (double)wl_text_cells(text, strlen(text)) * size * CHAR;
}

struct font { int size; enum wl_style style; bool bold; };

/* `anchor`: "start", "middle", "end". */
static void put_text(const struct frame *r, double x, double y, struct font font,
                     const char *anchor, const char *text) {
  fprintf(r->f, "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%d\" text-anchor=\"%s\"%s fill=\"#%06x\">",
          x, y, font.size, anchor, font.bold ? " font-weight=\"bold\"" : "",
          (unsigned)ink(r, font.style));
  wl_markup_text(r->f, text);
  fputs("</text>\n", r->f);
}

/* As much of a text as fits into `width`. */
static void put_fit(const struct frame *r, double x, double y, struct font font,
                    const char *text, double width) {
  char *cut = NULL;
  size_t bytes = 0, cells = (size_t)(width / (font.size * CHAR));
  FILE *f = open_memstream(&cut, &bytes);
  if (!f) return;
  wl_page_fit(f, false, text, strlen(text), cells);
  fclose(f);
  put_text(r, x, y, font, "start", cut);
  free(cut);
}

/* How far below its first row a text ends that is broken at spaces; drawn where `r` is given. A
 * word that is wider than `width` is cut. */
static int put_rows(const struct frame *r, double x, double y, struct font font, const char *text,
                    double width) {
  size_t cells = (size_t)(width / (font.size * CHAR));
  int rows = 0;
  while (*text) {
    size_t n = strlen(text), take = n;
    while (take > 0 && (wl_text_cells(text, take) > cells || (take < n && text[take] != ' ')))
      take--;
    if (take == 0) take = strcspn(text, " ");
    if (take == 0) take = 1; /* a space */
    char *row = r ? strndup(text, take) : NULL;
    if (row) put_fit(r, x, y + rows * (font.size + LEADING), font, row, width);
    free(row);
    text += take;
    text += *text == ' ';
    rows++;
  }
  return rows > 1 ? (rows - 1) * (font.size + LEADING) : 0;
}

/* A line across the plot. */
static void put_level(const struct frame *r, double y, double width, enum wl_style s) {
  fprintf(r->f, "<path d=\"M%.1f %.1fL%.1f %.1f\" stroke=\"#%06x\" stroke-width=\"%g\"/>\n",
          r->left, y, r->right, y, (unsigned)ink(r, s), width);
}

/* An axis from 0 to a round number: steps of 1, 2, 2.5 or 5 times a power of ten. */
static void scale(struct frame *r) {
  const struct wl_plot_panel *p = r->p;
  double most = 0;
  for (size_t i = 0; i < p->count * p->lines; i++)
    if (p->value[i] > most) most = p->value[i];
  if (p->share && most > 0.5 && most <= 1) most = 1;
  if (!(most > 0)) most = 1;
  double raw = most / TICKS, power = pow(10, floor(log10(raw)));
  double lead = raw / power;
  bool halves = p->share || power >= 10; /* counts are whole */
  double step = lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 2.5 && halves ? 2.5 : lead <= 5 ? 5 : 10;
  r->step = step * power;
  if (!p->share && r->step < 1) r->step = 1;
  r->most = ceil(most / r->step - 1e-9) * r->step;
}

static double x_of(const struct frame *r, size_t place) {
  return r->left + (r->right - r->left) * ((double)place + 0.5) / (double)r->p->count;
}

static double y_of(const struct frame *r, double v) {
  return r->bottom - (r->bottom - r->top) * v / r->most;
}

static double value_at(const struct frame *r, size_t line, size_t place) {
  return r->p->value[line * r->p->count + place];
}

/* The best value of a line; false where it is not told apart. */
static bool best_of(const struct frame *r, size_t line, double *best) {
  bool any = false, differ = false;
  for (size_t i = 0; i < r->p->count; i++) {
    double v = value_at(r, line, i);
    if (isnan(v)) continue;
    differ |= any && v != *best;
    if (!any || (r->p->rises ? v > *best : v < *best)) *best = v;
    any = true;
  }
  return differ && r->p->rated;
}

static void put_axis(const struct frame *r) {
  char text[32];
  for (double v = 0; v <= r->most + r->step / 2; v += r->step) {
    double y = y_of(r, v);
    if (v > 0) put_level(r, y, 1, WL_STYLE_RULE);
    else put_level(r, y, 1.5, WL_STYLE_DIM);
    put_text(r, r->left - 10, y + 5, (struct font){SMALL, WL_STYLE_DIM, false}, "end",
             wl_plot_tick(v, r->p->share, text));
  }
}

/* Every how many places one has a name, a power of two of no less than `least`; the first of
 * them is `*from`, where places are whole numbers a multiple, so that it is 8, 16, 24. */
static size_t round_up(const struct wl_plot_panel *p, double least, size_t *from) {
  size_t every = 1;
  long first = strtol(p->place[0], NULL, 10), step = 1;
  bool whole = p->ordered && p->count > 1;
  while ((double)every < least) every *= 2;
  for (size_t i = 0; whole && i < p->count; i++) {
    char *end;
    long n = strtol(p->place[i], &end, 10);
    if (i == 1) step = n - first;
    whole = !*end && n >= 0 && step > 0 && n == first + (long)i * step;
  }
  *from = 0;
  while (whole && *from < every && (first + (long)*from * step) % ((long)every * step)) ++*from;
  if (*from == every) *from = 0;
  return every;
}

/* Names of places, as many as fit beside each other: the present one first, then every nth,
 * and the first where there is room before these. */
static void put_places(const struct frame *r) {
  const struct wl_plot_panel *p = r->p;
  double widest = 0, pitch = (r->right - r->left) / (double)p->count;
  for (size_t i = 0; i < p->count; i++) {
    double w = width_of(p->place[i], PLAIN) + 18;
    if (w > widest) widest = w;
  }
  size_t from, every = round_up(p, widest / pitch, &from);
  size_t clear = p->present >= 0 ? (size_t)p->present : p->count;
  for (size_t i = 0; i < p->count; i++) {
    bool present = i == clear;
    size_t apart = i > clear ? i - clear : clear - i;
    bool near = clear < p->count && apart > 0 && apart < every;
    bool first = i == 0 && (double)from * pitch >= widest;
    if (!present && ((i % every != from && !first) || near)) continue;
    struct font font = {PLAIN, present ? WL_STYLE_STRONG : WL_STYLE_TEXT, present};
    put_text(r, x_of(r, i), r->bottom + 24, font, "middle", p->place[i]);
  }
  if (p->axis[0])
    put_text(r, r->right, r->bottom + 48, (struct font){PLAIN, WL_STYLE_DIM, false}, "end",
             p->axis);
  if (p->present < 0) return;
  double x = x_of(r, clear), y = r->bottom + 32;
  fprintf(r->f, "<path d=\"M%.1f %.1fl6 9h-12z\" fill=\"#%06x\"/>\n", x, y,
          (unsigned)ink(r, WL_STYLE_KEY));
  bool left = x > r->right - 150; /* the name of the axis stands at the right */
  put_text(r, left ? x - 12 : x + 12, y + 11, (struct font){SMALL, WL_STYLE_KEY, false},
           left ? "end" : "start", "now");
}

/* Words above a point, readable whatever they stand on, inside the plot. */
static void put_over(const struct frame *r, double x, double y, struct font font,
                     const char *text) {
  double half = width_of(text, SMALL) / 2;
  if (x - half < r->left) x = r->left + half;
  if (x + half > r->right) x = r->right - half;
  fprintf(r->f, "<g stroke=\"#%06x\" stroke-width=\"5\" stroke-linejoin=\"round\" "
          "paint-order=\"stroke\">", (unsigned)wl_theme_page(r->scheme));
  put_text(r, x, y, font, "middle", text);
  fputs("</g>\n", r->f);
}

static void put_mark(const struct frame *r, double x, double y, enum wl_style s,
                     const char *text) {
  put_over(r, x, y, (struct font){SMALL, s, true}, text);
}

/* Rows above the plot: a bar up to its top may have a number and a mark. */
static int headroom(const struct wl_plot_panel *p) { return p->rises && p->lines == 1 ? 44 : 20; }

/* Above the plot at the right, what a tick means: where bars are narrow, words would run into
 * those of the next one. */
static void put_best(const struct frame *r, double best) {
  char text[48], number[32];
  snprintf(text, sizeof text, "✓ best: %s", wl_plot_number(best, r->p->share, number));
  put_text(r, r->right, r->top - PANEL_TOP + 28 - headroom(r->p),
           (struct font){SMALL, WL_STYLE_GOOD, true}, "end", text);
}

/* How wide the widest of the numbers over bars is. */
static double widest_number(const struct wl_plot_panel *p) {
  double widest = 0;
  char text[48];
  for (size_t i = 0; i < p->count; i++)
    if (!isnan(p->value[i]))
      widest = fmax(widest, width_of(wl_plot_number(p->value[i], p->share, text), SMALL) + 4);
  return widest;
}

/* Where a bar ends at the top: something is never nothing. */
static double bar_top(const struct frame *r, double v) {
  double y = y_of(r, v);
  return v > 0 && r->bottom - y < 2 ? r->bottom - 2 : y;
}

static void put_bar(const struct frame *r, size_t i, double width, bool good) {
  double y = bar_top(r, r->p->value[i]), h = r->bottom - y;
  fprintf(r->f, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"#%06x\"/>\n",
          x_of(r, i) - width / 2, y, width, h, (unsigned)color_of(r, good ? 2 : 0));
}

static void put_bar_number(const struct frame *r, size_t i, bool good) {
  char text[48];
  double v = r->p->value[i];
  wl_plot_number(v, r->p->share, text);
  struct font font = {SMALL, good ? WL_STYLE_GOOD : WL_STYLE_STRONG,
                      good || (int)i == r->p->present};
  put_over(r, x_of(r, i), bar_top(r, v) - 8, font, text);
}

/* One line: bars, each with its number where there is room for all of them. */
static void put_bars(const struct frame *r) {
  const struct wl_plot_panel *p = r->p;
  double pitch = (r->right - r->left) / (double)p->count, best = 0;
  double width = fmin(pitch * (pitch > 12 ? 0.72 : 0.9), 110);
  bool told = best_of(r, 0, &best), any = false;
  for (size_t i = 0; i < p->count; i++) /* words go over them, also over those behind */
    if (!isnan(p->value[i])) put_bar(r, i, width, told && p->value[i] == best);
  bool numbers = widest_number(p) <= pitch, said = width_of("best", SMALL) > pitch;
  if (told && said) put_best(r, best);
  for (size_t i = 0; i < p->count; i++) {
    double v = p->value[i];
    if (isnan(v)) {
      put_text(r, x_of(r, i), r->bottom - 8, (struct font){PLAIN, WL_STYLE_BAD, true}, "middle",
               "×");
      continue;
    }
    bool good = told && v == best;
    if (!numbers && (int)i != p->present && (!good || any)) continue;
    put_bar_number(r, i, good);
    if (good) put_mark(r, x_of(r, i), bar_top(r, v) - 28, WL_STYLE_GOOD, said ? "✓" : "best");
    if (good) said = any = true;
  }
}

/* How large lines and signs are: the first ones more than those that are drawn over them, so
 * that lines that lie on each other are all seen. */
static double size_of(const struct frame *r, size_t line) {
  size_t above = r->p->lines - 1 - line;
  return 1 + 0.25 * (above < 3 ? (double)above : 3);
}

/* How far a sign stands from its place at the right: those of lines that meet there stand beside
 * each other. */
static double beside(const struct frame *r, size_t line, size_t place) {
  enum { NEAR = 8, APART = 14 };
  double y = y_of(r, value_at(r, line, place)), pitch = (r->right - r->left) / (double)r->p->count;
  double step = fmin(APART, 0.8 * pitch / (double)r->p->lines), before = 0, all = 0;
  for (size_t l = 0; l < r->p->lines; l++) {
    double v = value_at(r, l, place);
    if (isnan(v) || fabs(y_of(r, v) - y) >= NEAR) continue;
    before += l < line;
    all++;
  }
  return (before - (all - 1) / 2) * step;
}

static void put_sign(const struct frame *r, size_t line, double x, double y, uint32_t color) {
  static const char *const signs[SIGNS] = {
    "m-5.5 0a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0 -11 0z", "m-5 -5h10v10h-10z", "m0 -6.5l6 11h-12z",
    "m0 -7l6.5 7l-6.5 7l-6.5 -7z", "m-6 -4.5h12l-6 11z"};
  fprintf(r->f, "<path transform=\"translate(%.1f %.1f) scale(%.1f)\" d=\"M0 0%s\" "
          "fill=\"#%06x\"/>\n", x, y, size_of(r, line), signs[line % SIGNS], (unsigned)color);
}

static void put_curve(const struct frame *r, size_t line) {
  const struct wl_plot_panel *p = r->p;
  uint32_t color = color_of(r, line);
  const char *dash = dashes[line / COLORS % (sizeof dashes / sizeof dashes[0])];
  bool down = false, any = false;
  for (size_t i = 0; p->ordered && i < p->count; i++) {
    double v = value_at(r, line, i);
    if (isnan(v)) {
      down = false;
      continue;
    }
    if (!any) fputs("<path d=\"", r->f);
    fprintf(r->f, "%c%.1f %.1f", down ? 'L' : 'M', x_of(r, i), y_of(r, v));
    down = any = true;
  }
  if (any) {
    fprintf(r->f, "\" fill=\"none\" stroke=\"#%06x\" stroke-width=\"%.1f\" "
            "stroke-linejoin=\"round\"", (unsigned)color, 2.5 * size_of(r, line));
    if (*dash) fprintf(r->f, " stroke-dasharray=\"%s\"", dash);
    fputs("/>\n", r->f);
  }
  /* Signs stand apart, an odd number of places: most of what repeats does at powers of two. */
  size_t every = p->lines == 1 ? p->count : 1;
  while (p->lines > 1 && (r->right - r->left) * (double)every < 22 * (double)p->count) every += 2;
  for (size_t i = every > 1 ? line * 2 % every : 0; i < p->count; i += every)
    if (!isnan(value_at(r, line, i)))
      put_sign(r, line, x_of(r, i) + (every == 1 ? beside(r, line, i) : 0),
               y_of(r, value_at(r, line, i)), color);
}

/* One line of so many places that bars would be hairs: a curve, its first best marked, and
 * the present one. */
static void put_many(const struct frame *r) {
  const struct wl_plot_panel *p = r->p;
  double best = NAN, behind = 0; /* where the words so far end */
  bool told = best_of(r, 0, &best);
  char text[48], number[32];
  put_curve(r, 0);
  for (size_t i = 0; i < p->count; i++) {
    double v = p->value[i], x = x_of(r, i);
    bool good = told && v == best, present = (int)i == p->present;
    if (isnan(v) || (!good && !present)) continue;
    wl_plot_number(v, p->share, number);
    snprintf(text, sizeof text, "%s%s", good ? "best: " : "", number);
    put_sign(r, 0, x, y_of(r, v), good ? color_of(r, 2) : color_of(r, 0));
    double wide = width_of(text, SMALL), from = fmax(x - wide / 2, r->left);
    int up = from < behind ? SMALL + 4 : 0;
    put_mark(r, x, y_of(r, v) - 12 - up, good ? WL_STYLE_GOOD : WL_STYLE_STRONG, text);
    behind = from + wide;
    if (good) told = false;
  }
}

/* Where a line ends. */
struct end { size_t line; double y, at; };

static int by_height(const void *a, const void *b) {
  const struct end *x = a, *y = b;
  if (x->y != y->y) return x->y < y->y ? -1 : 1;
  return x->line < y->line ? -1 : 1;
}

/* Names of lines behind their ends, moved apart where these are too close. */
static void put_ends(const struct frame *r) {
  const struct wl_plot_panel *p = r->p;
  struct end *end = calloc(p->lines + 1, sizeof *end);
  size_t n = 0;
  if (!end) return;
  for (size_t l = 0; l < p->lines; l++)
    for (size_t i = p->count; i-- > 0;)
      if (!isnan(value_at(r, l, i))) {
        end[n++] = (struct end){l, y_of(r, value_at(r, l, i)), x_of(r, i)};
        break;
      }
  qsort(end, n, sizeof *end, by_height);
  double lowest = r->bottom + 4;
  double *y = calloc(n + 1, sizeof *y);
  for (size_t i = 0; y && i < n; i++)
    y[i] = i > 0 && end[i].y < y[i - 1] + LEAST_GAP ? y[i - 1] + LEAST_GAP : end[i].y;
  for (size_t i = n; y && i-- > 0; lowest = y[i] - LEAST_GAP)
    if (y[i] > lowest) y[i] = lowest;
  for (size_t i = 0; y && i < n; i++) {
    uint32_t color = color_of(r, end[i].line);
    fprintf(r->f, "<path d=\"M%.1f %.1fL%.1f %.1f\" fill=\"none\" stroke=\"#%06x\" "
            "stroke-opacity=\".6\"/>\n", end[i].at + 8, end[i].y, r->right + 6, y[i],
            (unsigned)color);
    put_sign(r, end[i].line, r->right + 16, y[i], color);
    put_fit(r, r->right + 30, y[i] + 6, (struct font){SMALL, WL_STYLE_TEXT, false},
            p->line[end[i].line], WIDTH - EDGE / 2 - r->right - 30);
  }
  free(y);
  free(end);
}

static void put_panel(struct frame *r, const struct wl_plot_panel *p, double top) {
  double end = 0, tick = 0;
  char text[32];
  r->p = p;
  scale(r);
  for (size_t l = 0; p->lines > 1 && l < p->lines; l++) {
    double w = width_of(p->line[l], SMALL) + 34;
    if (w > end) end = w;
  }
  for (double v = 0; v <= r->most + r->step / 2; v += r->step) {
    double w = width_of(wl_plot_tick(v, p->share, text), SMALL);
    if (w > tick) tick = w;
  }
  r->left = EDGE + tick + 10;
  r->right = WIDTH - EDGE - (end < MOST_END ? end : MOST_END);
  r->top = top + PANEL_TOP + headroom(p);
  r->bottom = top + PANEL - PANEL_BOTTOM;
  put_text(r, EDGE, top + 28, (struct font){PLAIN + 2, WL_STYLE_STRONG, true}, "start", p->title);
  put_axis(r);
  put_places(r);
  if (p->lines == 1) {
    if (p->count > MOST_BARS && p->ordered) put_many(r);
    else put_bars(r);
    return;
  }
  for (size_t l = 0; l < p->lines; l++) put_curve(r, l);
  put_ends(r);
}

/* In words: the ends of each line, and its best. */
static void describe(struct frame *r, const struct wl_plot *plot) {
  char text[32];
  for (size_t k = 0; k < plot->panels; k++) {
    const struct wl_plot_panel *p = r->p = &plot->panel[k];
    for (size_t l = 0; l < p->lines; l++) {
      wl_markup_text(r->f, p->title);
      if (p->lines > 1) fputs(", ", r->f), wl_markup_text(r->f, p->line[l]);
      for (size_t i = 0; i < p->count && p->count <= 32; i++) {
        fputs(i ? "; " : ": ", r->f);
        wl_markup_text(r->f, p->place[i]);
        double v = value_at(r, l, i);
        fprintf(r->f, " %s", isnan(v) ? "none" : wl_plot_number(v, p->share, text));
      }
      fputs(". ", r->f);
    }
  }
}

void wl_plot_draw(FILE *f, const struct wl_plot *p, enum wl_scheme scheme, const char *id) {
  static const struct font title = {TITLE, WL_STYLE_STRONG, true};
  static const struct font plain = {PLAIN, WL_STYLE_DIM, false};
  static const struct font small = {SMALL, WL_STYLE_DIM, false};
  struct frame r = {.f = f, .scheme = scheme};
  int room = WIDTH - 2 * EDGE, below = put_rows(NULL, 0, 0, title, p->title, room);
  int head = HEAD + below + put_rows(NULL, 0, 0, plain, p->subtitle, room);
  int foot = head + (int)p->panels * PANEL, height = foot;
  if (p->note[0]) height += NOTE + put_rows(NULL, 0, 0, small, p->note, room);
  fprintf(f, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
          "viewBox=\"0 0 %d %d\" role=\"img\" aria-labelledby=\"title%s desc%s\">\n", WIDTH, height,
          WIDTH, height, id, id);
  fprintf(f, "<title id=\"title%s\">", id);
  wl_markup_text(f, p->title);
  fprintf(f, "</title>\n<desc id=\"desc%s\">", id);
  describe(&r, p);
  fprintf(f, "</desc>\n<rect width=\"%d\" height=\"%d\" fill=\"#%06x\"/>\n", WIDTH, height,
          (unsigned)wl_theme_page(scheme));
  fprintf(f, "<g font-family=\"%s\">\n", wl_markup_sans);
  put_rows(&r, EDGE, EDGE + 14, title, p->title, room);
  put_rows(&r, EDGE, EDGE + below + 42, plain, p->subtitle, room);
  for (size_t i = 0; i < p->panels; i++)
    put_panel(&r, &p->panel[i], head + (double)i * PANEL);
  put_rows(&r, EDGE, foot + NOTE - 16, small, p->note, room);
  fputs("</g>\n</svg>\n", f);
}

bool wl_plot_svg(FILE *f, const struct wl_plot *p, enum wl_scheme scheme, struct wl_diag *d) {
  wl_plot_draw(f, p, scheme, "");
  return wl_out_finish(f, d);
}
