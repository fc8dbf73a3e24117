#include "view/views/memory_boxes.h"

#include <stdio.h>
#include <string.h>

#include "session/compare/line_costs.h"
#include "session/state/selection.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "session/why/why_subjects.h"
#include "view/draw/draw.h"
#include "words/format.h"
#include "words/memory_levels.h"

enum { LIST = 16 /* rows of the list, at most */ };

/* Where its parts stand, in columns from the left: `end`: behind the last digit. */
struct columns {
  int requests_end, sectors_end, l1, l1_end, l2, l2_end, dram, dram_end;
  bool requests, framed; /* has a column of them; DRAM is a box */
};

static struct columns columns_of(int w) {
  int extra = w - WL_CHART_WIDE;
  if (extra >= 0) {
    struct columns k = {.requests_end = 17, .sectors_end = 26, .l1 = 28, .requests = true,
                        .framed = true};
    k.l1_end = k.l1 + 15 + extra / 2;
    k.l2 = k.l1_end + 13;
    k.l2_end = k.l2 + 6 + extra / 4;
    k.dram = k.l2_end + 10;
    k.dram_end = w;
    return k;
  }
  extra = w - WL_CHART_NARROW;
  struct columns k = {.sectors_end = 15, .l1 = 16, .l1_end = 29 + extra};
  k.l2 = k.l1_end + 12;
  k.l2_end = k.l2 + 4;
  k.dram = k.l2_end + 9;
  k.dram_end = k.dram + 4;
  return k;
}

struct wl_chart_shown wl_chart_shown(struct wl_session *m) {
  struct wl_chart_shown s = {.told = wl_session_costs(m) != NULL};
  const struct wl_costs *before = wl_costs_before(m);
  s.before = before ? &before->chart : NULL;
  if (m->analysis) wl_memory_chart(m->analysis, &s.now);
  if (s.told) return s;
  for (enum wl_chart_part p = 0; p < WL_CHART_PARTS; p++) /* all look alike: nothing is told */
    s.now.part[p] = (struct wl_chart_figure){.known = false};
  s.now.estimate = false;
  return s;
}

/* What a step asks of it, so that even nothing is shown of these. */
static bool always(enum wl_chart_part p) {
  return p == WL_CHART_LOADS || p == WL_CHART_STORES || p == WL_CHART_SHARED;
}

static bool has_row(const struct wl_chart_shown *s, enum wl_chart_part p) {
  return always(p) || s->now.part[p].requests > 0;
}

/* A number of it is another one than before the change. */
static bool changed(const struct wl_chart_shown *s, enum wl_chart_part p) {
  char now[WL_CHART_TEXT], was[WL_CHART_TEXT];
  if (!s->told || !s->before || !s->before->part[p].known || !s->now.part[p].known) return false;
  wl_chart_text(&s->now, p, false, now);
  return strcmp(now, wl_chart_text(s->before, p, false, was)) != 0;
}

/* What stands on the links of a row behind L1, and behind L2; WL_CHART_PARTS: nothing. */
static enum wl_chart_part to_l2(enum wl_chart_part p) {
  return p == WL_CHART_LOADS    ? WL_CHART_L2_READS
         : p == WL_CHART_STORES ? WL_CHART_L2_WRITES
         : p == WL_CHART_ATOMICS ? WL_CHART_L2_ATOMICS : WL_CHART_PARTS;
}
static enum wl_chart_part to_dram(enum wl_chart_part p) {
  return p == WL_CHART_LOADS    ? WL_CHART_DRAM_READS
         : p == WL_CHART_STORES ? WL_CHART_DRAM_WRITES : WL_CHART_PARTS;
}

/* Whether a row has a second one, with what the model has of the hits, or what was before. */
static bool is_tall(const struct wl_chart_shown *s, enum wl_chart_part p) {
  enum wl_chart_part all[] = {p, to_l2(p), to_dram(p)};
  const struct wl_chart_figure *hits = &s->now.part[WL_CHART_HITS];
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
    if (all[i] != WL_CHART_PARTS && changed(s, all[i])) return true;
  return p == WL_CHART_LOADS &&
         (changed(s, WL_CHART_HITS) || (hits->known && hits->high > hits->low));
}

/* Its frame above and below the rows of global, local and texture memory. */
static int rows_of(const struct wl_chart_shown *s, bool tall) {
  int rows = 2;
  for (enum wl_chart_part p = 0; p <= WL_CHART_SHARED; p++)
    if (has_row(s, p)) rows += 1 + (tall && is_tall(s, p));
  return rows;
}

int wl_chart_least_rows(const struct wl_chart_shown *s) { return rows_of(s, false); }
int wl_chart_most_rows(const struct wl_chart_shown *s) { return rows_of(s, true); }

/* Drawing: who draws where, and what of it. */
struct pen {
  struct wl_session *m;
  struct wl_canvas *c;
  struct wl_rect r;
  struct columns k;
  const struct wl_chart_shown *s;
  enum wl_chart_part picked, here; /* `here`: of the selected step; WL_CHART_PARTS: none */
  unsigned path;                   /* levels of it, as bits */
};

static enum wl_style style_of(const struct pen *p, enum wl_chart_part part) {
  const struct wl_chart_figure *f = &p->s->now.part[part];
  bool here = part == p->here || (p->here < WL_CHART_PARTS &&
                                  (part == to_l2(p->here) || part == to_dram(p->here)));
  return part == p->picked && p->s->told ? WL_STYLE_PICK
         : !f->known || !f->requests ? WL_STYLE_DIM : here ? WL_STYLE_STRONG : WL_STYLE_TEXT;
}

/* One end of a figure: "16.4k", or the whole of it where `all`. */
static void number_of(const struct pen *p, enum wl_chart_part part, double value, int room,
                      char text[WL_CHART_TEXT]) {
  char number[32];
  bool plain = part != WL_CHART_HITS && part != WL_CHART_DRAM_READS &&
               part != WL_CHART_DRAM_WRITES && part != WL_CHART_TIME;
  if (!plain) wl_chart_number(part, value, text);
  else snprintf(text, WL_CHART_TEXT, "%s", wl_format_count((uint64_t)value, number));
  if (plain && wl_canvas_cells(p->c, text, -1) > room)
    snprintf(text, WL_CHART_TEXT, "%s", wl_format_brief((uint64_t)value, room < 7, number));
}

/* A figure that ends before column `end`, in so many cells; below, in a `tall` row, what it was. */
static void draw_number(const struct pen *p, int end, int y, int room, enum wl_chart_part part,
                        bool tall) {
  const struct wl_chart_figure *f = &p->s->now.part[part];
  char text[WL_CHART_TEXT], high[WL_CHART_TEXT];
  enum wl_style style = style_of(p, part);
  if (!p->s->told) snprintf(text, sizeof text, "?");
  else if (!f->known) snprintf(text, sizeof text, "–");
  else if (f->high > f->low) wl_chart_text(&p->s->now, part, true, text);
  else {
    number_of(p, part, f->low, room, text);
    bool least = f->high < f->low;
    if (least && f->requests) { /* a number that nobody knows the most of */
      bool ascii = wl_canvas_ascii(p->c), close = wl_canvas_cells(p->c, text, -1) + 2 > room;
      snprintf(high, sizeof high, "%s%s%.32s", ascii ? ">=" : "≥", close || ascii ? "" : " ", text);
      strcpy(text, high);
    }
  }
  wl_canvas_right(p->c, end, y, style, text);
  if (tall && f->known && changed(p->s, part)) {
    snprintf(text, sizeof text, "was %.32s", wl_chart_text(p->s->before, part, true, high));
    if (wl_canvas_cells(p->c, text, -1) <= room + 1) wl_canvas_right(p->c, end, y + 1,
                                                                    WL_STYLE_BEFORE, text);
  }
}

/* A link between two columns, with an arrow at the end that it leads to. */
static void draw_link(const struct pen *p, int from, int to, int y, enum wl_chart_part part,
                      bool tall) {
  if (part == WL_CHART_PARTS) return;
  const struct wl_chart_figure *f = &p->s->now.part[part];
  bool reads = part == WL_CHART_L2_READS || part == WL_CHART_DRAM_READS;
  bool lit = f->requests > 0;
  if (lit) wl_canvas_glyph(p->c, reads ? p->r.x + from : p->r.x + to - 1, y,
                           reads ? WL_GLYPH_LEFT : WL_GLYPH_RIGHT, 1,
                           part == p->picked ? WL_STYLE_KEY : WL_STYLE_DIM);
  bool gap = p->k.framed && !reads;
  bool close = !p->k.framed && reads && f->high > f->low; /* both ends need it all */
  draw_number(p, p->r.x + to - 1 - gap + close, y, to - from - 2 - gap, part, tall);
}

/* The sides of a box, from its title to its bottom. */
static void draw_box(const struct pen *p, int from, int to, int top, int bottom, const char *title,
                     bool on) {
  enum wl_style style = on ? WL_STYLE_KEY : WL_STYLE_RULE;
  int x = p->r.x + from, end = p->r.x + to - 1;
  wl_canvas_glyph(p->c, x, top, WL_GLYPH_TL, 1, style);
  wl_canvas_glyph(p->c, x + 1, top, WL_GLYPH_H, to - from - 2, style);
  wl_canvas_glyph(p->c, end, top, WL_GLYPH_TR, 1, style);
  for (int y = top + 1; y < bottom; y++) {
    wl_canvas_glyph(p->c, x, y, WL_GLYPH_V, 1, style);
    wl_canvas_glyph(p->c, end, y, WL_GLYPH_V, 1, style);
  }
  wl_canvas_glyph(p->c, x, bottom, WL_GLYPH_BL, 1, style);
  wl_canvas_glyph(p->c, x + 1, bottom, WL_GLYPH_H, to - from - 2, style);
  wl_canvas_glyph(p->c, end, bottom, WL_GLYPH_BR, 1, style);
  int inner = to - from - 2, cells = wl_canvas_cells(p->c, title, -1);
  wl_canvas_fit(p->c, x + 1 + (inner - cells > 1), top, inner, on ? WL_STYLE_KEY : WL_STYLE_TEXT,
                title);
}

/* What L1 finds, in its box: the bounds, and in a row below what the model's order of warps
 * gives. */
static void draw_hits(const struct pen *p, int y, bool tall) {
  const struct wl_chart_figure *f = &p->s->now.part[WL_CHART_HITS];
  char text[WL_CHART_TEXT], one[WL_CHART_TEXT], more[WL_CHART_TEXT];
  bool roomy = p->k.l1_end - p->k.l1 >= 18;
  int x = p->r.x + p->k.l1 + 1 + roomy, room = p->k.l1_end - p->k.l1 - 2 - roomy;
  if (!p->s->told) snprintf(text, sizeof text, "?");
  else if (!p->s->now.modelled) snprintf(text, sizeof text, "unknown");
  else if (p->s->now.past_l1) snprintf(text, sizeof text, "passed by");
  else if (!f->known || !f->requests) snprintf(text, sizeof text, "no loads");
  else wl_chart_text(&p->s->now, WL_CHART_HITS, true, text);
  snprintf(more, sizeof more, "%s%.40s hit", p->s->now.estimate ? "≈" : "", text);
  bool words = f->known && f->requests && wl_canvas_cells(p->c, more, -1) <= room;
  wl_canvas_fit(p->c, x, y, room, style_of(p, WL_CHART_HITS), words ? more : text);
  if (!tall || !f->known) return;
  if (f->high > f->low) {
    snprintf(text, sizeof text, "model %.32s", wl_chart_number(WL_CHART_HITS, f->model, one));
    if (wl_canvas_cells(p->c, text, -1) <= room)
      wl_canvas_text(p->c, x, y + 1, WL_STYLE_DIM, text);
  } else if (changed(p->s, WL_CHART_HITS)) {
    snprintf(text, sizeof text, "was %.32s", wl_chart_text(p->s->before, WL_CHART_HITS, true, one));
    wl_canvas_fit(p->c, x, y + 1, room, WL_STYLE_BEFORE, text);
  }
}

static const char *const row_names[] = {
  [WL_CHART_LOADS] = "global", [WL_CHART_STORES] = "  stores", [WL_CHART_ATOMICS] = "  atomics",
  [WL_CHART_LOCAL] = "local",  [WL_CHART_TEXTURE] = "texture",
  [WL_CHART_CONSTANT] = "constant", [WL_CHART_SHARED] = "shared",
};

/* What the kernel asks of one memory. */
static void draw_asked(const struct pen *p, int y, enum wl_chart_part part, bool tall) {
  const struct wl_chart_figure *f = &p->s->now.part[part];
  char count[32];
  bool here = part == p->here;
  const char *name = row_names[part];
  if (!p->k.requests && *name == ' ') name += part == WL_CHART_ATOMICS ? 2 : 1;
  wl_canvas_text(p->c, p->r.x, y, here ? WL_STYLE_KEY : f->requests ? WL_STYLE_TEXT : WL_STYLE_DIM,
                 name);
  if (p->k.requests)
    wl_canvas_right(p->c, p->r.x + p->k.requests_end, y, f->requests ? WL_STYLE_TEXT : WL_STYLE_DIM,
                    p->s->told ? wl_format_brief(f->requests, false, count) : "?");
  draw_number(p, p->r.x + p->k.sectors_end, y, p->k.requests ? 8 : 7, part, tall);
  if (f->requests)
    wl_canvas_glyph(p->c, p->r.x + p->k.l1 - 1, y, WL_GLYPH_RIGHT, 1,
                    here ? WL_STYLE_KEY : WL_STYLE_DIM);
}

/* Right of what is asked of shared and constant memory: where that goes. */
static void draw_beside(const struct pen *p, int y, enum wl_chart_part part) {
  const char *text = part == WL_CHART_SHARED ? "wavefronts of shared memory, in the SM"
                                             : "passes of the constant cache";
  int x = p->r.x + p->k.l1;
  wl_canvas_fit(p->c, x + 1, y, p->r.x + p->k.dram_end - x - 1,
                p->s->now.part[part].requests ? WL_STYLE_TEXT : WL_STYLE_DIM, text);
}

/* "224 KiB, 39 cycles" in a box, or the first of it: what has room. */
static void draw_fact(const struct pen *p, int from, int to, int y, enum wl_level level) {
  struct wl_target t = wl_session_target(p->m);
  const struct wl_caches *caches = p->m->analysis ? wl_analysis_caches(p->m->analysis) : NULL;
  struct wl_level_facts f;
  char size[WL_LEVEL_TEXT] = "", cycles[WL_LEVEL_TEXT] = "", text[2 * WL_LEVEL_TEXT + 16];
  bool roomy = to - from >= 18;
  int x = p->r.x + from + 1 + roomy, room = to - from - 2 - roomy;
  wl_level_facts(t, level, &f);
  if (f.size.known) wl_level_size_text(&f, size);
  if (level == WL_LEVEL_L1 && caches)
    snprintf(size, sizeof size, "%u KiB", wl_caches_model(caches)->l1_lines * WL_CACHE_LINE >> 10);
  if (f.latency.known) wl_range_text(&f.latency, t.chip, cycles);
  snprintf(text, sizeof text, "%s%s%s%s", size, *size && *cycles ? ", " : "", cycles,
           *cycles ? " cycles" : "");
  if (f.exists && wl_canvas_cells(p->c, text, -1) <= room)
    wl_canvas_text(p->c, x, y, WL_STYLE_DIM, text);
  else if (f.exists && wl_canvas_cells(p->c, size, -1) <= room)
    wl_canvas_text(p->c, x, y, WL_STYLE_DIM, size);
}

static void draw_frame(const struct pen *p, int top, int bottom) {
  const struct columns *k = &p->k;
  bool wide = k->l1_end - k->l1 >= 18;
  draw_box(p, k->l1, k->l1_end, top, bottom, wide ? " L1/TEX cache " : " L1/TEX ",
           p->path >> WL_LEVEL_L1 & 1);
  draw_box(p, k->l2, k->l2_end, top, bottom, k->l2_end - k->l2 < 6 ? "L2" : " L2 ",
           p->path >> WL_LEVEL_L2 & 1);
  bool dram = p->path >> WL_LEVEL_DRAM & 1;
  if (k->framed) draw_box(p, k->dram, k->dram_end, top, bottom, "DRAM", dram);
  else wl_canvas_text(p->c, p->r.x + k->dram, top, dram ? WL_STYLE_KEY : WL_STYLE_TEXT, "DRAM");
  if (k->requests)
    wl_canvas_right(p->c, p->r.x + k->requests_end, top, WL_STYLE_DIM, "requests");
  if (p->s->now.estimate) wl_canvas_text(p->c, p->r.x, top, WL_STYLE_WARN, "estimate");
  wl_canvas_right(p->c, p->r.x + k->sectors_end, top, WL_STYLE_DIM, "sectors");
  wl_canvas_right(p->c, p->r.x + k->l2 - 1, top, WL_STYLE_DIM, "sectors");
  wl_canvas_right(p->c, p->r.x + k->dram - 1, top, WL_STYLE_DIM, "bytes");
  const struct wl_chart_figure *reads = &p->s->now.part[WL_CHART_DRAM_READS];
  if (reads->known && reads->requests)
    wl_canvas_right(p->c, p->r.x + k->dram, bottom, WL_STYLE_DIM, WL_CHART_CODE);
}

/* The part of the selected step; WL_CHART_PARTS: it is no access. */
static enum wl_chart_part part_here(struct wl_session *m) {
  const struct wl_step *s = &wl_session_spot(m)->step;
  return s->kind == WL_STEP_ACCESS ? wl_chart_part_of(&s->access) : WL_CHART_PARTS;
}

int wl_chart_draw(struct wl_session *m, struct wl_canvas *c, struct wl_rect r,
                  const struct wl_chart_shown *s) {
  struct pen p = {m, c, r, columns_of(r.w), s, wl_chart_picked(m), part_here(m),
                  wl_level_path(wl_session_arch(m), &wl_session_spot(m)->step)};
  int spare = r.h - rows_of(s, false), y = r.y + 1, bottom = y, facts = y;
  bool tall[WL_CHART_SHARED + 1];
  for (enum wl_chart_part i = 0; i <= WL_CHART_SHARED; i++) {
    tall[i] = has_row(s, i) && is_tall(s, i) && spare > 0;
    spare -= tall[i];
    if (has_row(s, i) && i <= WL_CHART_TEXTURE) bottom += 1 + tall[i];
  }
  draw_frame(&p, r.y, bottom);
  for (enum wl_chart_part i = 0; i <= WL_CHART_SHARED; i++) {
    if (i == WL_CHART_CONSTANT) y++; /* the bottom of the boxes */
    if (!has_row(s, i)) continue;
    draw_asked(&p, y, i, tall[i]);
    if (i == WL_CHART_LOADS) draw_hits(&p, y, tall[i]), facts = y + 1 + tall[i];
    draw_link(&p, p.k.l1_end, p.k.l2, y, to_l2(i), tall[i]);
    draw_link(&p, p.k.l2_end, p.k.dram, y, to_dram(i), tall[i]);
    if ((i == WL_CHART_LOCAL || i == WL_CHART_TEXTURE) && s->told) /* caches are not modelled */
      wl_canvas_right(c, r.x + p.k.l2 - 1, y, WL_STYLE_DIM, "unknown");
    if (i >= WL_CHART_CONSTANT) draw_beside(&p, y, i);
    y += 1 + tall[i];
  }
  draw_fact(&p, p.k.l1, p.k.l1_end, facts, WL_LEVEL_L1);
  draw_fact(&p, p.k.l2, p.k.l2_end, facts, WL_LEVEL_L2);
  if (p.k.framed) draw_fact(&p, p.k.dram, p.k.dram_end, facts, WL_LEVEL_DRAM);
  return y;
}

/* The rows of the list: parts that something of the run goes to. */
static int list(const struct wl_chart_shown *s, enum wl_chart_part part[LIST]) {
  int n = 0;
  for (enum wl_chart_part p = 0; p < WL_CHART_PARTS; p++)
    if (p != WL_CHART_TIME && (s->now.part[p].requests || (!s->told && p <= WL_CHART_SHARED)))
      part[n++] = p;
  return n;
}

/* "≈262,144 sectors": the whole of a figure. */
static void value_text(const struct wl_chart_shown *s, enum wl_chart_part part,
                       char text[2 * WL_CHART_TEXT]) {
  char value[WL_CHART_TEXT];
  const char *unit = wl_chart_rows[part].unit;
  bool about = s->now.estimate && part > WL_CHART_SHARED;
  snprintf(text, 2 * WL_CHART_TEXT, "%s%s%s%s", about ? "≈" : "",
           wl_chart_text(&s->now, part, false, value), *unit ? " " : "", unit);
}

int wl_chart_list_rows(const struct wl_chart_shown *s) {
  enum wl_chart_part part[LIST];
  return list(s, part);
}

void wl_chart_draw_list(struct wl_session *m, struct wl_canvas *c, struct wl_rect r, int first,
                        const struct wl_chart_shown *s) {
  enum wl_chart_part part[LIST], picked = wl_chart_picked(m);
  int count = list(s, part);
  for (int i = first; i < count && i - first < r.h; i++) {
    char value[2 * WL_CHART_TEXT];
    int y = r.y + i - first;
    bool on = part[i] == picked;
    if (s->told)
      value_text(s, part[i], value);
    else snprintf(value, sizeof value, "?");
    int cells = wl_canvas_cells(c, value, -1);
    wl_canvas_fit(c, r.x, y, r.w - cells - 1, on ? WL_STYLE_KEY : WL_STYLE_DIM,
                  wl_chart_rows[part[i]].title);
    wl_canvas_right(c, r.x + r.w, y, on ? WL_STYLE_STRONG : WL_STYLE_TEXT, value);
  }
}

/* Who makes the picked number, behind column `x` where that has room, else in up to `rows` rows
 * below; returns the row behind. A line that is cut off leaves "…". */
static int draw_makers(struct wl_canvas *c, struct wl_rect r, int x, int rows, const char *lines) {
  int w = r.x + r.w - x, y = r.y;
  if (wl_canvas_cells(c, lines, -1) <= w) {
    wl_canvas_text(c, x, y, WL_STYLE_TEXT, lines);
    return y + 1;
  }
  if (rows > 0)
    return y + 1 + wl_draw_wrapped(c, (struct wl_rect){r.x + 2, y + 1, r.w - 2, 1}, rows,
                                   WL_STYLE_TEXT, lines);
  int size = (int)strlen(lines);
  while (size > 0 && (lines[size] != ';' || wl_canvas_cells(c, lines, size) + 2 > w)) size--;
  if (size == 0) wl_draw_sentence(c, (struct wl_rect){x, y, w, 1}, WL_STYLE_TEXT, lines);
  else wl_canvas_printf(c, x, y, WL_STYLE_TEXT, "%.*s …", size, lines);
  return y + 1;
}

int wl_chart_draw_picked(struct wl_session *m, struct wl_canvas *c, struct wl_rect r,
                         const struct wl_chart_shown *s) {
  enum wl_chart_part part = wl_chart_picked(m);
  const struct wl_chart_figure *f = &s->now.part[part];
  char value[2 * WL_CHART_TEXT], was[WL_CHART_TEXT], reason[WL_CHART_REASON], lines[1024];
  int y = r.y;
  if (!s->told || !f->requests || r.h < 1) return y;
  const struct wl_chart_row *row = &wl_chart_rows[part];
  wl_chart_lines(m->analysis, wl_session_head(m), part, lines, sizeof lines);
  int x = wl_canvas_text(c, r.x, y, WL_STYLE_KEY, row->title);
  value_text(s, part, value);
  x = wl_canvas_text(c, x + 1, y, WL_STYLE_STRONG, value);
  bool same = changed(s, part);
  if (same) x = wl_canvas_text(c, x + 1, y, WL_STYLE_NOTE, "was");
  if (same) x = wl_canvas_text(c, x + 1, y, WL_STYLE_BEFORE,
                               wl_chart_text(s->before, part, false, was));
  if (*lines) y = draw_makers(c, r, x + 2, r.h > 2 ? 2 : r.h - 1, lines);
  else wl_draw_clauses(c, x + 2, y++, r.x + r.w - x - 2, WL_STYLE_DIM, row->help);
  if (!*wl_chart_reason(m->analysis, f, reason)) /* a firm one: that of what stands in L1's box */
    wl_chart_reason(m->analysis, &s->now.part[WL_CHART_HITS], reason);
  if (*reason && r.y + r.h > y)
    y += wl_draw_wrapped(c, (struct wl_rect){r.x, y, r.w, 1}, r.y + r.h - y > 1 ? 2 : 1,
                         WL_STYLE_NOTE, reason);
  return y;
}

const char *wl_chart_time_text(const struct wl_memory_chart *c, char text[WL_CHART_TIME_TEXT]) {
  char us[WL_CHART_TEXT];
  text[0] = '\0';
  if (!c->part[WL_CHART_TIME].known) return text;
  wl_chart_number(WL_CHART_TIME, c->part[WL_CHART_TIME].low, us);
  snprintf(text, WL_CHART_TIME_TEXT,
           c->tells ? "at least %s: %s"
                    : "at least %s, less than any launch takes",
           us, wl_roofs[c->limit].title);
  return text;
}

const char *wl_chart_reuse_text(const struct wl_memory_chart *c, char text[WL_CHART_TIME_TEXT]) {
  const struct wl_chart_figure *asked = &c->part[WL_CHART_LOADS];
  const struct wl_chart_figure *sent = &c->part[WL_CHART_L2_READS];
  text[0] = '\0';
  if (!asked->known || !sent->known || !asked->requests || c->past_l1 || sent->model < 1)
    return text;
  double times = asked->model / sent->model;
  if (times < 1.05) snprintf(text, WL_CHART_TIME_TEXT, "each sector from L2 is loaded once");
  else snprintf(text, WL_CHART_TIME_TEXT, "each sector from L2 is loaded %.*f times, from L1",
                times < 9.95, times);
  return text;
}

unsigned wl_chart_roofs(struct wl_session *m) {
  struct wl_time_bound b;
  unsigned count = 0;
  if (!wl_session_costs(m) || !wl_time_bound(m->analysis, &b) || b.us[b.limit] <= 0) return 0;
  for (enum wl_roof i = 0; i < WL_ROOFS; i++) count += b.us[i] != 0;
  return count;
}

int wl_chart_draw_roofs(struct wl_session *m, struct wl_canvas *c, struct wl_rect r) {
  enum { TITLE = 23, VALUE = 10, LENGTH = 32, BEHIND = 14 /* "the limit", and air */ };
  struct wl_time_bound b;
  int y = r.y;
  if (!wl_chart_roofs(m) || !wl_time_bound(m->analysis, &b)) return y;
  for (enum wl_roof i = 0; i < WL_ROOFS && y < r.y + r.h; i++) {
    if (b.us[i] == 0) continue;
    char value[WL_CHART_TEXT];
    bool limit = i == b.limit;
    wl_canvas_text(c, r.x, y, limit ? WL_STYLE_STRONG : WL_STYLE_DIM, wl_roofs[i].title);
    if (b.us[i] < 0) snprintf(value, sizeof value, "unknown");
    else wl_chart_number(WL_CHART_TIME, b.us[i], value);
    wl_canvas_right(c, r.x + TITLE + VALUE, y, limit ? WL_STYLE_STRONG : WL_STYLE_TEXT, value);
    int left = r.w - TITLE - VALUE - BEHIND, length = left < LENGTH ? left : LENGTH;
    struct wl_rect bar = {r.x + TITLE + VALUE + 2, y, length, 1};
    wl_canvas_bar(c, bar, b.us[i] > 0 ? b.us[i] / b.us[b.limit] : 0,
                  limit ? WL_STYLE_WARN : WL_STYLE_LANE, WL_STYLE_RULE);
    if (limit) wl_canvas_text(c, bar.x + length + 2, y, WL_STYLE_DIM, "the limit");
    y++;
  }
  return y;
}
