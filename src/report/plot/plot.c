/* Where everything of a plot goes, and what it looks like. */
#include "report/plot/plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "canvas/write/markup.h"
#include "canvas/write/write.h"
#include "core/base/text.h"
#include "report/plot/plot_text.h"

/* In units of the picture, which is 960 wide. */
enum {
  WIDTH = 960, EDGE = 36, HEAD = 92, PANEL = 400, PANEL_TOP = 52, PANEL_BOTTOM = 62, NOTE = 34,
  TICKS = 5, LEAST_GAP = 20, MOST_END = 420, MOST_BARS = 96,
};

/* Colours of Okabe and Ito, as themes have them, and signs, so that no line is told by
 * its colour alone. */
enum { COLORS = 7, SIGNS = 5 };
static const uint32_t colors[2][COLORS] = {
  {0x56b4e9, 0xe69f00, 0x3fc99f, 0xf0e442, 0xff8a4c, 0xe3a5c8, 0xd5dae1},
  {0x0072b2, 0xa86a00, 0x00795a, 0x8a7d00, 0xc24f00, 0x9c3f78, 0x24292f},
};
static const char *const dashes[] = {"", "9 5", "2 5", "12 4 2 4", "5 3"};

static uint32_t color_of(const struct wl_plot_area *r, size_t line) {
  return colors[!wl_schemes[r->scheme].dark][line % COLORS];
}

/* A line across the plot. */
static void put_level(const struct wl_plot_area *r, double y, double width, enum wl_style s) {
  fprintf(r->f, "<path d=\"M%.1f %.1fL%.1f %.1f\" stroke=\"#%06x\" stroke-width=\"%g\"/>\n",
          r->left, y, r->right, y, (unsigned)wl_plot_ink(r, s), width);
}

/* An axis from 0 to a round number: steps of 1, 2, 2.5 or 5 times a power of ten. */
static void scale(struct wl_plot_area *r) {
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

static double x_of(const struct wl_plot_area *r, size_t place) {
  return r->left + (r->right - r->left) * ((double)place + 0.5) / (double)r->p->count;
}

static double y_of(const struct wl_plot_area *r, double v) {
  return r->bottom - (r->bottom - r->top) * v / r->most;
}

static double value_at(const struct wl_plot_area *r, size_t line, size_t place) {
  return r->p->value[line * r->p->count + place];
}

/* The best value of a line; false where it is not told apart. */
static bool best_of(const struct wl_plot_area *r, size_t line, double *best) {
  bool any = false, differ = false;
  for (size_t i = 0; i < r->p->count; i++) {
    double v = value_at(r, line, i);
    if (isnan(v)) continue;
    differ |= any && v != *best;
    if (!any || (r->p->rises ? v > *best : v < *best)) *best = v;
    any = true;
  }
  return differ;
}

static void put_axis(const struct wl_plot_area *r) {
  char text[32];
  for (double v = 0; v <= r->most + r->step / 2; v += r->step) {
    double y = y_of(r, v);
    if (v > 0) put_level(r, y, 1, WL_STYLE_RULE);
    else put_level(r, y, 1.5, WL_STYLE_DIM);
    wl_plot_text(r, r->left - 10, y + 5, (struct wl_font){WL_PLOT_SMALL, WL_STYLE_DIM, false},
                 "end", wl_plot_tick(v, r->p->share, text));
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
static void put_places(const struct wl_plot_area *r) {
  const struct wl_plot_panel *p = r->p;
  double widest = 0, pitch = (r->right - r->left) / (double)p->count;
  for (size_t i = 0; i < p->count; i++) {
    double w = wl_plot_width(p->place[i], WL_PLOT_PLAIN) + 18;
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
    struct wl_font font = {WL_PLOT_PLAIN, present ? WL_STYLE_STRONG : WL_STYLE_TEXT, present};
    wl_plot_text(r, x_of(r, i), r->bottom + 24, font, "middle", p->place[i]);
  }
  wl_plot_text(r, r->right, r->bottom + 48, (struct wl_font){WL_PLOT_PLAIN, WL_STYLE_DIM, false},
               "end", p->axis);
  if (p->present < 0) return;
  double x = x_of(r, clear), y = r->bottom + 32;
  fprintf(r->f, "<path d=\"M%.1f %.1fl6 9h-12z\" fill=\"#%06x\"/>\n", x, y,
          (unsigned)wl_plot_ink(r, WL_STYLE_KEY));
  bool left = x > r->right - 150; /* the name of the axis stands at the right */
  wl_plot_text(r, left ? x - 12 : x + 12, y + 11,
               (struct wl_font){WL_PLOT_SMALL, WL_STYLE_KEY, false}, left ? "end" : "start", "now");
}

/* The middle of words, moved so that they are inside the plot. */
static double inside(const struct wl_plot_area *r, double x, double half) {
  return fmin(fmax(x, r->left + half), r->right - half);
}

/* Words above a point, readable whatever they stand on, inside the plot. */
static void put_over(const struct wl_plot_area *r, double x, double y, struct wl_font font,
                     const char *text) {
  x = inside(r, x, wl_plot_width(text, WL_PLOT_SMALL) / 2);
  fprintf(r->f, "<g stroke=\"#%06x\" stroke-width=\"5\" stroke-linejoin=\"round\" "
          "paint-order=\"stroke\">", (unsigned)wl_theme_page(r->scheme));
  wl_plot_text(r, x, y, font, "middle", text);
  fputs("</g>\n", r->f);
}

static void put_mark(const struct wl_plot_area *r, double x, double y, enum wl_style s,
                     const char *text) {
  put_over(r, x, y, (struct wl_font){WL_PLOT_SMALL, s, true}, text);
}

/* Rows above the plot: a bar up to its top may have a number and a mark. */
static int headroom(const struct wl_plot_panel *p) { return p->rises && p->lines == 1 ? 44 : 20; }

/* Above the plot at the right, what a tick means: where bars are narrow, words would run into
 * those of the next one. */
static void put_best(const struct wl_plot_area *r, double best) {
  char text[48], number[32];
  snprintf(text, sizeof text, "✓ best: %s", wl_plot_number(best, r->p->share, number));
  wl_plot_text(r, r->right, r->top - PANEL_TOP + 28 - headroom(r->p),
           (struct wl_font){WL_PLOT_SMALL, WL_STYLE_GOOD, true}, "end", text);
}

/* How wide the widest of the numbers over bars is. */
static double widest_number(const struct wl_plot_panel *p) {
  double widest = 0;
  char text[48];
  for (size_t i = 0; i < p->count; i++)
    if (!isnan(p->value[i]))
      widest = fmax(widest, wl_plot_width(wl_plot_number(p->value[i], p->share, text),
                                          WL_PLOT_SMALL));
  return widest + 4;
}

/* Where a bar ends at the top: something is never nothing. */
static double bar_top(const struct wl_plot_area *r, double v) {
  double y = y_of(r, v);
  return v > 0 && r->bottom - y < 2 ? r->bottom - 2 : y;
}

static void put_bar(const struct wl_plot_area *r, size_t i, double width, bool good) {
  double y = bar_top(r, r->p->value[i]), h = r->bottom - y;
  fprintf(r->f, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"#%06x\"/>\n",
          x_of(r, i) - width / 2, y, width, h, (unsigned)color_of(r, good ? 2 : 0));
}

/* Where a word over a narrow bar stands clear of higher ones: in its middle, or from one of its
 * sides on; in its middle as well where it is in between. */
static double clear_of(const struct wl_plot_area *r, size_t i, double bar, const char *text) {
  double half = wl_plot_width(text, WL_PLOT_SMALL) / 2, x = x_of(r, i);
  const double places[] = {x, x + half - bar / 2, x - half + bar / 2};
  double low = bar_top(r, r->p->value[i]) - 8;
  for (size_t k = 0; k < sizeof places / sizeof places[0]; k++) {
    double at = inside(r, places[k], half);
    bool clear = true;
    for (size_t j = 0; j < r->p->count && clear; j++)
      clear = j == i || isnan(r->p->value[j]) || bar_top(r, r->p->value[j]) >= low ||
              fabs(x_of(r, j) - at) >= half + bar / 2;
    if (clear) return at;
  }
  return x;
}

static void put_bar_number(const struct wl_plot_area *r, size_t i, double bar, bool good) {
  char text[48];
  double v = r->p->value[i];
  wl_plot_number(v, r->p->share, text);
  struct wl_font font = {WL_PLOT_SMALL, good ? WL_STYLE_GOOD : WL_STYLE_STRONG,
                      good || (int)i == r->p->present};
  put_over(r, clear_of(r, i, bar, text), bar_top(r, v) - 8, font, text);
}

/* One line: bars, each with its number where there is room for all of them. */
static void put_bars(const struct wl_plot_area *r) {
  const struct wl_plot_panel *p = r->p;
  double pitch = (r->right - r->left) / (double)p->count, best = 0;
  double width = fmin(pitch * (pitch > 12 ? 0.72 : 0.9), 110);
  bool told = best_of(r, 0, &best), any = false;
  for (size_t i = 0; i < p->count; i++) /* words go over them, also over those behind */
    if (!isnan(p->value[i])) put_bar(r, i, width, told && p->value[i] == best);
  bool numbers = widest_number(p) <= pitch, said = wl_plot_width("best", WL_PLOT_SMALL) > pitch;
  if (told && said) put_best(r, best);
  for (size_t i = 0; i < p->count; i++) {
    double v = p->value[i];
    if (isnan(v)) {
      wl_plot_text(r, x_of(r, i), r->bottom - 8,
                   (struct wl_font){WL_PLOT_PLAIN, WL_STYLE_BAD, true}, "middle", "×");
      continue;
    }
    bool good = told && v == best;
    if (!numbers && (int)i != p->present && (!good || any)) continue;
    put_bar_number(r, i, width, good);
    if (good) put_mark(r, x_of(r, i), bar_top(r, v) - 28, WL_STYLE_GOOD, said ? "✓" : "best");
    if (good) said = any = true;
  }
}

/* How large lines and signs are: the first ones more than those that are drawn over them, so
 * that lines that lie on each other are all seen. */
static double size_of(const struct wl_plot_area *r, size_t line) {
  size_t above = r->p->lines - 1 - line;
  return 1 + 0.25 * (above < 3 ? (double)above : 3);
}

/* How far a sign stands from its place at the right: those of lines that meet there stand beside
 * each other. */
static double beside(const struct wl_plot_area *r, size_t line, size_t place) {
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

static void put_sign(const struct wl_plot_area *r, size_t line, double x, double y,
                     uint32_t color) {
  static const char *const signs[SIGNS] = {
    "m-5.5 0a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0 -11 0z", "m-5 -5h10v10h-10z", "m0 -6.5l6 11h-12z",
    "m0 -7l6.5 7l-6.5 7l-6.5 -7z", "m-6 -4.5h12l-6 11z"};
  fprintf(r->f, "<path transform=\"translate(%.1f %.1f) scale(%.1f)\" d=\"M0 0%s\" "
          "fill=\"#%06x\"/>\n", x, y, size_of(r, line), signs[line % SIGNS], (unsigned)color);
}

static void put_curve(const struct wl_plot_area *r, size_t line) {
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
static void put_many(const struct wl_plot_area *r) {
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
    double wide = wl_plot_width(text, WL_PLOT_SMALL), from = fmax(x - wide / 2, r->left);
    int up = from < behind ? WL_PLOT_SMALL + 4 : 0;
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
static void put_ends(const struct wl_plot_area *r) {
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
    wl_plot_fit(r, r->right + 30, y[i] + 6, (struct wl_font){WL_PLOT_SMALL, WL_STYLE_TEXT, false},
                p->line[end[i].line], WIDTH - EDGE / 2 - r->right - 30);
  }
  free(y);
  free(end);
}

/* How wide the plot of a panel is. */
static void spread(struct wl_plot_area *r, const struct wl_plot_panel *p) {
  double end = 0, tick = 0;
  char text[32];
  r->p = p;
  scale(r);
  for (size_t l = 0; p->lines > 1 && l < p->lines; l++) {
    double w = wl_plot_width(p->line[l], WL_PLOT_SMALL) + 34;
    if (w > end) end = w;
  }
  for (double v = 0; v <= r->most + r->step / 2; v += r->step) {
    double w = wl_plot_width(wl_plot_tick(v, p->share, text), WL_PLOT_SMALL);
    if (w > tick) tick = w;
  }
  r->left = EDGE + tick + 10;
  r->right = WIDTH - EDGE - (end < MOST_END ? end : MOST_END);
}

static void put_panel(struct wl_plot_area *r, const struct wl_plot_panel *p, double top) {
  spread(r, p);
  r->top = top + PANEL_TOP + headroom(p);
  r->bottom = top + PANEL - PANEL_BOTTOM;
  wl_plot_text(r, EDGE, top + 28, (struct wl_font){WL_PLOT_PLAIN + 2, WL_STYLE_STRONG, true},
               "start", p->title);
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

/* In words: what it is of, the ends of each line, and its best. */
static void describe(struct wl_plot_area *r, const struct wl_plot *plot) {
  char text[32];
  wl_markup_text(r->f, plot->subtitle);
  if (plot->subtitle[0]) fputs(". ", r->f);
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
  static const struct wl_font title = {WL_PLOT_TITLE, WL_STYLE_STRONG, true};
  static const struct wl_font plain = {WL_PLOT_PLAIN, WL_STYLE_DIM, false};
  static const struct wl_font small = {WL_PLOT_SMALL, WL_STYLE_DIM, false};
  struct wl_plot_area r = {.f = f, .scheme = scheme};
  int room = WIDTH - 2 * EDGE, below = wl_plot_rows(NULL, 0, 0, title, p->title, room);
  int head = HEAD + below + wl_plot_rows(NULL, 0, 0, plain, p->subtitle, room);
  int foot = head + (int)p->panels * PANEL, height = foot;
  if (p->note[0]) height += NOTE + wl_plot_rows(NULL, 0, 0, small, p->note, room);
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
  wl_plot_rows(&r, EDGE, EDGE + 14, title, p->title, room);
  wl_plot_rows(&r, EDGE, EDGE + below + 42, plain, p->subtitle, room);
  for (size_t i = 0; i < p->panels; i++)
    put_panel(&r, &p->panel[i], head + (double)i * PANEL);
  wl_plot_rows(&r, EDGE, foot + NOTE - 16, small, p->note, room);
  fputs("</g>\n</svg>\n", f);
}

bool wl_plot_svg(FILE *f, const struct wl_plot *p, enum wl_scheme scheme, struct wl_diag *d) {
  wl_plot_draw(f, p, scheme, "");
  return wl_out_finish(f, d);
}
