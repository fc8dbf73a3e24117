/* Pages of HTML: a head with the colours of the themes, then a line of text for each row of the
 * canvas, and a span for each run of style. */
#include "canvas/write/write_html.h"

#include <assert.h>

#include "canvas/write/drawn_glyphs.h"
#include "canvas/write/markup.h"
#include "canvas/write/write.h"

/* Classes of spans, by what a cell means. */
static const char *const classes[] = {
  [WL_STYLE_TEXT] = "text", [WL_STYLE_DIM] = "dim", [WL_STYLE_STRONG] = "strong",
  [WL_STYLE_TITLE] = "title", [WL_STYLE_BAR] = "bar", [WL_STYLE_KEY] = "key",
  [WL_STYLE_ERROR] = "error", [WL_STYLE_NOTE] = "note", [WL_STYLE_GOOD] = "good",
  [WL_STYLE_WARN] = "warn", [WL_STYLE_BAD] = "bad", [WL_STYLE_USED] = "used",
  [WL_STYLE_WASTE] = "waste", [WL_STYLE_LANE] = "lane", [WL_STYLE_LANE_OFF] = "lane-off",
  [WL_STYLE_NOW] = "now", [WL_STYLE_DONE] = "done", [WL_STYLE_BAR_DIM] = "bar-dim",
  [WL_STYLE_BAR_KEY] = "bar-key", [WL_STYLE_TAB] = "tab", [WL_STYLE_TAB_ON] = "tab-on",
  [WL_STYLE_CODE_HERE] = "code-here", [WL_STYLE_CLASH] = "clash",
  [WL_STYLE_CLASH_ALT] = "clash-alt", [WL_STYLE_PICK] = "pick", [WL_STYLE_GHOST] = "ghost",
  [WL_STYLE_RULE] = "rule", [WL_STYLE_BEFORE] = "before", [WL_STYLE_USED_ALT] = "used-alt",
  [WL_STYLE_NOW_ALT] = "now-alt", [WL_STYLE_DONE_ALT] = "done-alt",
  [WL_STYLE_PART] = "part", [WL_STYLE_PART_NOW] = "part-now",
  [WL_STYLE_PART_PICK] = "part-pick", [WL_STYLE_JOINED] = "joined",
  [WL_STYLE_FOUND] = "found", [WL_STYLE_HERE] = "here", [WL_STYLE_HIT] = "hit",
  [WL_STYLE_FIRST] = "first", [WL_STYLE_AGAIN] = "again", [WL_STYLE_STORED] = "stored",
  [WL_STYLE_BLACK] = "black",
};
static_assert(sizeof classes / sizeof classes[0] == WL_STYLES, "a class for every style");

/* The track of bars, as it is without what shines through. */
static unsigned track_of(enum wl_scheme scheme) {
  uint32_t page = wl_theme_page(scheme), mixed = 0;
  uint32_t rule = (uint32_t)wl_theme_look(scheme, WL_TRUE, WL_STYLE_RULE)->fg;
  for (int bit = 0; bit < 24; bit += 8)
    mixed |= ((page >> bit & 255) * (100 - WL_SHAPE_TRACK) + (rule >> bit & 255) * WL_SHAPE_TRACK) /
             100 << bit;
  return mixed;
}

static void put_theme(FILE *f, enum wl_scheme scheme) {
  fprintf(f, "body { background: #%06x; color: #%06x; --track: #%06x }\n",
          (unsigned)wl_theme_page(scheme), (unsigned)wl_theme_ink(scheme), track_of(scheme));
  for (enum wl_style s = WL_STYLE_TEXT + 1; s < WL_STYLES; s++) {
    const struct wl_look *look = wl_theme_look(scheme, WL_TRUE, s);
    fprintf(f, ".%s {", classes[s]);
    if (look->fg >= 0) fprintf(f, " color: #%06x;", (unsigned)look->fg);
    if (look->bg >= 0) fprintf(f, " background: #%06x;", (unsigned)look->bg);
    if (look->attributes & WL_BOLD) fputs(" font-weight: bold;", f);
    if (look->attributes & WL_UNDERLINE) fputs(" text-decoration: underline;", f);
    fputs(" }\n", f);
  }
}

/* The shapes of a kind that are made of four parts: a bit, and a place, each. */
static void put_places(FILE *f, const char *kind, const char *const place[4]) {
  for (unsigned bits = 1; bits < 16; bits++) {
    const char *between = "";
    fprintf(f, "i.%s-%u { background:", kind, bits);
    for (unsigned k = 0; k < 4; k++) {
      if (!(bits >> k & 1)) continue;
      fprintf(f, "%s no-repeat linear-gradient(currentColor 0 0) %s", between, place[k]);
      between = ",";
    }
    fputs(" }\n", f);
  }
}

/* Shapes are backgrounds in the colour of the text, whose own glyph stays invisible:
 * it is there to be copied. */
static void put_shapes(FILE *f) {
  fputs("@supports (height: round(1.2em, 1px)) { pre { --high: round(1.2em, 1px) } }\n"
        "pre span { display: inline-block; height: var(--high); vertical-align: top }\n"
        "i { display: inline-block; width: calc(1ch * var(--n, 1)); height: var(--high); "
        "vertical-align: top; font-style: normal }\n"
        "i.shape { -webkit-text-fill-color: transparent; overflow: hidden; "
        "background: no-repeat linear-gradient(currentColor 0 0) left center / "
        "calc(100% - var(--gap, 0px)) var(--tall, 100%) }\n"
        /* A gap between bars: each is a value of its own. */
        "i.row { --tall: 78% }\ni.right { --gap: 1px }\n", f);
  for (int n = 1; n < 8; n++)
    fprintf(f, "i.across-%d { background-size: %g%% var(--tall, 100%%) }\n", n, n * 12.5);
  for (int n = 1; n < 8; n++)
    fprintf(f, "i.row.across-%d { background: no-repeat linear-gradient(currentColor 0 0) left "
            "center / %g%% var(--tall), no-repeat linear-gradient(var(--track) 0 0) left center / "
            "100%% var(--tall) }\n", n, n * 12.5);
  for (int n = 1; n < 8; n++)
    fprintf(f, "i.rise-%d { background-size: calc(100%% - var(--gap, 0px)) %g%%; "
            "background-position: left bottom }\n", n, n * 12.5);
  /* Bytes in vain have strokes, too, as a tint alone is a colour that not all see. */
  fputs("i.shade-20 { opacity: .2 }\ni.shade-70 { opacity: .7 }\n"
        ".waste i.shade-20 { opacity: .5; background: repeating-linear-gradient(135deg, "
        "currentColor 0 1.5px, transparent 1.5px 5px) }\n", f);
  put_places(f, "line", (const char *const[]){"left center / 50% 1px", "right center / 50% 1px",
                                              "center top / 1px 50%", "center bottom / 1px 50%"});
  put_places(f, "quarters", (const char *const[]){"left top / 50% 50%", "right top / 50% 50%",
                                                  "left bottom / 50% 50%",
                                                  "right bottom / 50% 50%"});
}

void wl_html_begin(FILE *f, const struct wl_html_options *o) {
  fputs("<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head>\n"
        "<meta charset=\"utf-8\"/>\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
        "style-src 'unsafe-inline'; script-src 'unsafe-inline'\"/>\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
        "<meta name=\"generator\" content=\"warplens\"/>\n<title>", f);
  wl_markup_text(f, o->title);
  fprintf(f, "</title>\n<style>\n:root { color-scheme: %s }\n",
          o->follows ? "light dark" : wl_schemes[o->scheme].dark ? "dark" : "light");
  fprintf(f, "body { margin: 0; font: 16px/1.4 %s }\n", wl_markup_sans);
  fputs("main { min-height: 100vh; display: flex; flex-direction: column; "
        "align-items: safe center; justify-content: center; gap: 1rem; box-sizing: border-box; "
        "padding: 2vmin }\n"
        "figure { margin: 0 }\n"
        ".unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; "
        "clip-path: inset(50%); white-space: nowrap }\n", f);
  /* As big as the window lets it be; a cell is about 0.6 em wide and 1.2 em high. Rows are whole
   * pixels high, and what is in them fills them, or hairlines would part them. */
  fprintf(f, "pre { margin: 0; font-family: %s; --high: 1.2em; line-height: var(--high); "
          "font-size: max(9px, min(94vw / (.605 * var(--columns)), 90vh / (1.2 * var(--rows)))); "
          "}\n",
          wl_markup_fonts);
  put_shapes(f);
  put_theme(f, o->follows ? WL_LIGHT : o->scheme);
  if (o->follows) {
    fputs("@media (prefers-color-scheme: dark) {\n", f);
    put_theme(f, WL_DARK);
    fputs("}\n", f);
  }
  if (o->style) fputs(o->style, f);
  fputs("@media print { main { min-height: 0 } figure { break-inside: avoid } "
        "* { print-color-adjust: exact } }\n</style>\n</head>\n<body>\n<main>\n", f);
}

bool wl_html_end(FILE *f, struct wl_diag *d) {
  fputs("</main>\n</body>\n</html>\n", f);
  return wl_out_finish(f, d);
}

static void put_shape(FILE *f, const struct wl_cell *cell, struct wl_shape s, int n) {
  static const char *const kinds[] = {
    [WL_SHAPE_ACROSS] = "across", [WL_SHAPE_RISE] = "rise", [WL_SHAPE_SHADE] = "shade",
    [WL_SHAPE_LINE] = "line", [WL_SHAPE_QUARTERS] = "quarters"};
  static const char *const edges[] = {
    [WL_EDGE_NONE] = "", [WL_EDGE_ROW] = " row", [WL_EDGE_RIGHT] = " right"};
  fprintf(f, "<i class=\"shape %s-%u%s\" aria-hidden=\"true\"", kinds[s.kind], s.amount,
          edges[cell->edge]);
  if (n > 1) fprintf(f, " style=\"--n: %d\"", n);
  putc('>', f);
  for (int i = 0; i < n; i++) wl_markup_code(f, cell->code);
  fputs("</i>", f);
}

/* Shapes beside each other are one where they would touch anyway. */
static bool joins(struct wl_shape s, enum wl_edge edge) {
  if (edge == WL_EDGE_RIGHT) return false;
  return s.kind == WL_SHAPE_SHADE || s.kind == WL_SHAPE_RISE ||
         (s.kind == WL_SHAPE_ACROSS && s.amount == 8) ||
         (s.kind == WL_SHAPE_LINE && s.amount == WL_ARM_ACROSS);
}

/* One cell, or several; returns how many. What the font may not have in its own width
 * gets a place as wide as its cells. */
static int put_cells(FILE *f, const struct wl_canvas *c, int x, int y, int end) {
  enum { LATIN_1 = 0xff };
  const struct wl_cell *cell = wl_canvas_cell(c, x, y);
  uint32_t code = cell->code;
  struct wl_shape s = wl_shape_of(code);
  int n = 1;
  if (s.kind != WL_SHAPE_NONE) {
    bool one = joins(s, (enum wl_edge)cell->edge);
    for (; one && x + n < end; n++) {
      const struct wl_cell *next = wl_canvas_cell(c, x + n, y);
      if (next->code != code || next->edge != cell->edge) break;
    }
    put_shape(f, cell, s, n);
    return n;
  }
  bool wide = x + 1 < end && wl_canvas_cell(c, x + 1, y)->code == 0;
  if (code <= LATIN_1) {
    if (code) wl_markup_code(f, code);
    return 1;
  }
  fputs(wide ? "<i style=\"--n: 2\">" : "<i>", f);
  wl_markup_code(f, code);
  fputs("</i>", f);
  return wide ? 2 : 1;
}

static void put_row(FILE *f, const struct wl_canvas *c, int y) {
  int width = wl_out_width(c, y, true);
  for (int x = 0; x < width;) {
    uint8_t style = wl_canvas_cell(c, x, y)->style;
    int end = x;
    while (end < width && wl_canvas_cell(c, end, y)->style == style) end++;
    if (style != WL_STYLE_TEXT) fprintf(f, "<span class=\"%s\">", classes[style]);
    while (x < end) x += put_cells(f, c, x, y, end);
    if (style != WL_STYLE_TEXT) fputs("</span>", f);
  }
  putc('\n', f);
}

/* A canvas with its caption, which is there for those who cannot see it. */
static void put_figure(FILE *f, const struct wl_canvas *c, const char *caption) {
  fputs("<figcaption class=\"unseen\">", f);
  wl_markup_text(f, caption);
  fprintf(f, "</figcaption>\n<pre style=\"--columns: %d; --rows: %d\">\n", wl_canvas_width(c),
          wl_canvas_height(c));
  for (int y = 0; y < wl_canvas_height(c); y++) put_row(f, c, y);
  fputs("</pre>\n</figure>\n", f);
}

void wl_html_frame(FILE *f, const struct wl_canvas *c, const char *caption, unsigned number) {
  fprintf(f, "<figure class=\"frame\" id=\"frame-%u\">\n", number);
  put_figure(f, c, caption);
}

bool wl_write_html(FILE *f, const struct wl_canvas *c, const struct wl_html_options *o,
                   const char *caption, struct wl_diag *d) {
  wl_html_begin(f, o);
  fputs("<figure>\n", f);
  put_figure(f, c, caption);
  return wl_html_end(f, d);
}
