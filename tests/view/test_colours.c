/* Colours as those see them who lack one kind of cone, or all: styles that mean different
 * things are far enough apart, or have a second sign beside the colour. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "canvas/theme.h"

/* What one wants to tell apart, side by side on one screen. */
static const enum wl_style meanings[] = {
  WL_STYLE_GOOD, WL_STYLE_WARN, WL_STYLE_BAD, WL_STYLE_USED, WL_STYLE_WASTE, WL_STYLE_LANE,
  WL_STYLE_LANE_OFF, WL_STYLE_NOW, WL_STYLE_DONE, WL_STYLE_CLASH, WL_STYLE_PICK, WL_STYLE_GHOST,
  WL_STYLE_BEFORE, WL_STYLE_PART, WL_STYLE_PART_NOW, WL_STYLE_PART_PICK, WL_STYLE_CODE_HERE,
  WL_STYLE_ERROR,
};
enum { MEANINGS = sizeof meanings / sizeof meanings[0] };

/* Pairs whose colours may come close, since something else tells them apart. */
static const struct { enum wl_style a, b; const char *sign; } signs[] = {
  {WL_STYLE_GOOD, WL_STYLE_WARN, "the check mark and the bullet, ! beside columns"},
  {WL_STYLE_GOOD, WL_STYLE_BAD, "the check mark and the cross, heights and numbers"},
  {WL_STYLE_WARN, WL_STYLE_BAD, "the bullet and the cross, ! and a cross beside columns"},
  {WL_STYLE_BAD, WL_STYLE_ERROR, "an error is never in the picture"},
  {WL_STYLE_GOOD, WL_STYLE_ERROR, "an error is never in the picture"},
  {WL_STYLE_WARN, WL_STYLE_ERROR, "an error is never in the picture"},
  {WL_STYLE_USED, WL_STYLE_WASTE, "lane numbers and shading"},
  {WL_STYLE_USED, WL_STYLE_PART, "lane numbers and heights"},
  {WL_STYLE_WASTE, WL_STYLE_GHOST, "shading and dots"},
  {WL_STYLE_WASTE, WL_STYLE_PART_NOW, "shading and heights"},
  {WL_STYLE_WASTE, WL_STYLE_DONE, "shading and lane numbers"},
  {WL_STYLE_LANE_OFF, WL_STYLE_GHOST, "lane numbers and dots"},
  {WL_STYLE_LANE, WL_STYLE_LANE_OFF, "a word or a dot instead of its value"},
  {WL_STYLE_GHOST, WL_STYLE_DONE, "dots and lane numbers"},
  {WL_STYLE_GHOST, WL_STYLE_BEFORE, "dots, and a number with an arrow behind it"},
  {WL_STYLE_LANE_OFF, WL_STYLE_DONE, "a word or a dot, and a check mark"},
  {WL_STYLE_LANE_OFF, WL_STYLE_BEFORE, "a lane number, and a number with an arrow behind it"},
  {WL_STYLE_DONE, WL_STYLE_BEFORE, "a lane number, and a number with an arrow behind it"},
  {WL_STYLE_GOOD, WL_STYLE_DONE, "the check mark and lane numbers"},
  {WL_STYLE_GOOD, WL_STYLE_LANE, "the check mark and lane numbers"},
  {WL_STYLE_BEFORE, WL_STYLE_WASTE, "a number with an arrow behind it, and shading"},
};

struct rgb { double r, g, b; }; /* linear light, 0 … 1 */
struct lab { double l, a, b; };

static double linear(int32_t byte) {
  double v = (double)byte / 255;
  return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
}

/* Machado, Oliveira and Fernandes 2009, severity 1, on linear light; the last is a grey. */
static const double views[][9] = {
  {1, 0, 0, 0, 1, 0, 0, 0, 1},
  {0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998},
  {0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881},
  {1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900},
};
static const char *const view_names[] = {"all cones", "protanopia", "deuteranopia", "tritanopia"};
enum { VIEWS = sizeof views / sizeof views[0] };

static double clip(double v) { return v < 0 ? 0 : v > 1 ? 1 : v; }

static struct rgb seen(int32_t colour, const double *m) {
  double r = linear(colour >> 16 & 255), g = linear(colour >> 8 & 255), b = linear(colour & 255);
  return (struct rgb){clip(m[0] * r + m[1] * g + m[2] * b), clip(m[3] * r + m[4] * g + m[5] * b),
                      clip(m[6] * r + m[7] * g + m[8] * b)};
}

static double cube(double t) { return t > 216.0 / 24389 ? cbrt(t) : (24389.0 / 27 * t + 16) / 116; }

/* CIELAB under D65. */
static struct lab lab_of(struct rgb c) {
  double x = cube((0.4124564 * c.r + 0.3575761 * c.g + 0.1804375 * c.b) / 0.95047);
  double y = cube(0.2126729 * c.r + 0.7151522 * c.g + 0.0721750 * c.b);
  double z = cube((0.0193339 * c.r + 0.1191920 * c.g + 0.9503041 * c.b) / 1.08883);
  return (struct lab){116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

static double distance(int32_t a, int32_t b, const double *m) {
  struct lab p = lab_of(seen(a, m)), q = lab_of(seen(b, m));
  return sqrt((p.l - q.l) * (p.l - q.l) + (p.a - q.a) * (p.a - q.a) + (p.b - q.b) * (p.b - q.b));
}

static int32_t ink(enum wl_scheme s, const struct wl_look *l) {
  return l->fg < 0 ? (int32_t)wl_theme_ink(s) : l->fg;
}
static int32_t page(enum wl_scheme s, const struct wl_look *l) {
  return l->bg < 0 ? (int32_t)wl_theme_page(s) : l->bg;
}

/* Of letters or of what is behind them, whichever is more. */
static double apart(enum wl_scheme s, enum wl_style a, enum wl_style b, const double *m) {
  const struct wl_look *p = wl_theme_look(s, WL_TRUE, a), *q = wl_theme_look(s, WL_TRUE, b);
  double letters = distance(ink(s, p), ink(s, q), m), behind = distance(page(s, p), page(s, q), m);
  return letters > behind ? letters : behind;
}

static bool has_sign(enum wl_style a, enum wl_style b) {
  for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++)
    if ((signs[i].a == a && signs[i].b == b) || (signs[i].a == b && signs[i].b == a)) return true;
  return false;
}

enum { FAR = 10 /* a difference that is seen at a glance; 2.3 is one that is just seen */ };

static void test_meanings_are_apart(void **state) {
  (void)state;
  int bad = 0;
  for (enum wl_scheme s = 0; s < WL_SCHEMES; s++)
    for (int v = 0; v < VIEWS; v++)
      for (int i = 0; i < MEANINGS; i++)
        for (int k = 0; k < i; k++) {
          double d = apart(s, meanings[i], meanings[k], views[v]);
          const struct wl_look *p = wl_theme_look(s, WL_TRUE, meanings[i]);
          const struct wl_look *q = wl_theme_look(s, WL_TRUE, meanings[k]);
          bool same_letters = ((p->attributes ^ q->attributes) & (WL_UNDERLINE | WL_REVERSE)) == 0;
          if (d >= FAR || !same_letters || has_sign(meanings[i], meanings[k])) continue;
          printf("%s, %s: styles %d and %d are %.1f apart\n", wl_schemes[s].name, view_names[v],
                 (int)meanings[i], (int)meanings[k], d);
          bad++;
        }
  assert_int_equal(bad, 0);
}

/* Relative luminances, lighter to darker, as WCAG 2 has them. */
static double contrast(int32_t a, int32_t b) {
  struct rgb p = seen(a, views[0]), q = seen(b, views[0]);
  double x = 0.2126 * p.r + 0.7152 * p.g + 0.0722 * p.b + 0.05;
  double y = 0.2126 * q.r + 0.7152 * q.g + 0.0722 * q.b + 0.05;
  return x > y ? x / y : y / x;
}

/* What has to be read is, in every theme: 4.5 to 1, letters on a projector's page 6 to 1. */
static void test_contrast(void **state) {
  static const enum wl_style read[] = {
    WL_STYLE_TEXT, WL_STYLE_STRONG, WL_STYLE_TITLE, WL_STYLE_BAR, WL_STYLE_KEY, WL_STYLE_ERROR,
    WL_STYLE_GOOD, WL_STYLE_WARN, WL_STYLE_BAD, WL_STYLE_LANE, WL_STYLE_NOW, WL_STYLE_PICK,
    WL_STYLE_USED, WL_STYLE_CLASH, WL_STYLE_TAB_ON, WL_STYLE_DIM, WL_STYLE_HERE,
    WL_STYLE_HIT, WL_STYLE_FIRST, WL_STYLE_AGAIN, WL_STYLE_STORED,
  };
  (void)state;
  int bad = 0;
  for (enum wl_scheme s = 0; s < WL_SCHEMES; s++)
    for (size_t i = 0; i < sizeof read / sizeof read[0]; i++) {
      const struct wl_look *l = wl_theme_look(s, WL_TRUE, read[i]);
      double c = contrast(ink(s, l), page(s, l));
      bool page_behind = page(s, l) == (int32_t)wl_theme_page(s) && read[i] != WL_STYLE_DIM;
      double least = s == WL_PROJECTOR && page_behind ? 6 : 4.5;
      if (c >= least) continue;
      printf("%s: style %d has a contrast of %.1f\n", wl_schemes[s].name, (int)read[i], c);
      bad++;
    }
  assert_int_equal(bad, 0);
}

/* The 16 colours of terminals that nobody has set up: of xterm, and of VGA, which is the Linux
 * console and many others. */
static const int32_t palettes[][16] = {
  {0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5,
   0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff},
  {0x000000, 0xaa0000, 0x00aa00, 0xaa5500, 0x0000aa, 0xaa00aa, 0x00aaaa, 0xaaaaaa,
   0x555555, 0xff5555, 0x55ff55, 0xffff55, 0x5555ff, 0xff55ff, 0x55ffff, 0xffffff},
};

/* Of a look with 16 colours; `bright`: on a terminal that shows bold letters of the first 8 in
 * the last 8. Without a colour it is black and white, or a terminal's grey on black. */
static double contrast_of(const struct wl_look *l, bool dark, const int32_t *palette,
                          bool bright) {
  int32_t fg = l->fg < 0 ? dark ? 7 : 0 : bright && l->fg < 8 ? l->fg + 8 : l->fg;
  int32_t bg = l->bg < 0 ? dark ? 0 : 15 : l->bg;
  return contrast(palette[fg], palette[bg]);
}

/* With 16 colours, too, all that has letters can be read; 3 to 1 where bold makes it brighter. */
static void test_contrast_16(void **state) {
  (void)state;
  int bad = 0;
  for (enum wl_scheme s = 0; s < WL_SCHEMES; s++)
    for (enum wl_style i = 0; i < WL_STYLES; i++) {
      const struct wl_look *l = wl_theme_look(s, WL_16, i);
      bool shading = i == WL_STYLE_WASTE && wl_schemes[s].dark; /* no letters */
      for (int p = 0; p < 2; p++) {
        double c = contrast_of(l, wl_schemes[s].dark, palettes[p], false), bold = c;
        if (l->attributes & WL_BOLD && l->fg >= 0)
          bold = contrast_of(l, wl_schemes[s].dark, palettes[p], true);
        if ((shading ? c >= 3 : c >= 4.5) && bold >= 3) continue;
        printf("%s: style %d has a contrast of %.2f, bold %.2f, in palette %d\n",
               wl_schemes[s].name, (int)i, c, bold, p);
        bad++;
      }
    }
  assert_int_equal(bad, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_meanings_are_apart),
    cmocka_unit_test(test_contrast),
    cmocka_unit_test(test_contrast_16),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
