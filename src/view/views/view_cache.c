/* View L: L1 of the multiprocessor that runs the selected block: its lines, what the selected step
 * finds, and what it evicts. Below, what L2 holds. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/cache/caches.h"
#include "session/search/l1_lookups.h"
#include "session/state/selection.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "view/draw/draw.h"
#include "view/screen/view_functions.h"
#include "words/format.h"

enum {
  WIDE_LINE = WL_LINE_SECTORS + 1, /* cells of a line with its sectors, and a gap */
  LOOKUPS = 4,  /* rows of single lookups, at least, where rows are to spare */
  LOOKED = 160, /* bytes of what is said of one */
  BELOW = 3,    /* rows below the grid: the step, the arrays, L2 */
};

/* How each array looks, in turn. */
static const enum wl_style array_styles[] = {
  WL_STYLE_USED, WL_STYLE_DONE, WL_STYLE_WASTE, WL_STYLE_USED_ALT, WL_STYLE_DONE_ALT, WL_STYLE_TAB,
};

/* What became of the sectors of the step, with the sign that tells it without colours. */
static const struct { char sign; enum wl_style style; const char *text; } fates[] = {
  {'=', WL_STYLE_HIT, "hit"}, {'+', WL_STYLE_FIRST, "first touch"},
  {'!', WL_STYLE_AGAIN, "evicted before"}, {'s', WL_STYLE_STORED, "stored"},
};
enum fate { HIT, FIRST, AGAIN, STORED, FATES };

/* All that is drawn. */
struct scene {
  struct wl_session *m;
  const struct wl_head *head;
  struct wl_l1_moment now;
  unsigned count[FATES];        /* sectors of the step */
  uint64_t hits, asked;         /* of the SM up to and with the step */
  size_t used, places;          /* lines in use now; places that are used at any time */
};

/* The array that a line is of, WL_NO_ARRAY: none. */
static unsigned array_of(const struct wl_head *h, uint64_t line) {
  uint64_t begin = line * WL_CACHE_LINE;
  for (unsigned i = 0; i < h->arrays; i++) {
    const struct wl_array *a = &h->array[i];
    if (a->space == WL_GLOBAL && begin < a->base + a->bytes && begin + WL_CACHE_LINE > a->base)
      return i;
  }
  return WL_NO_ARRAY;
}

/* Its place among the arrays of global memory. */
static unsigned rank_of(const struct wl_head *h, unsigned array) {
  unsigned rank = 0;
  for (unsigned i = 0; i < array && i < h->arrays; i++) rank += h->array[i].space == WL_GLOBAL;
  return rank;
}

static char upper(char c) { return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c; }

/* The letter of an array: its first one if no other has that, else A, B and so on. */
static char letter_of(const struct wl_head *h, unsigned array) {
  if (array == WL_NO_ARRAY) return '?';
  for (unsigned i = 0; i < h->arrays; i++)
    for (unsigned k = 0; k < i; k++)
      if (h->array[i].space == WL_GLOBAL && h->array[k].space == WL_GLOBAL &&
          upper(h->array[i].name[0]) == upper(h->array[k].name[0]))
        return (char)('A' + rank_of(h, array) % 26);
  return upper(h->array[array].name[0]);
}

static enum wl_style style_of(const struct wl_head *h, unsigned array) {
  return array_styles[rank_of(h, array) % (sizeof array_styles / sizeof array_styles[0])];
}

static const struct wl_l1_event *event(const struct scene *s, size_t i) {
  return wl_l1_replay_event(s->now.replay, i);
}

/* Sectors of an event that had a fate. */
static unsigned sectors_of(const struct wl_l1_event *e, enum fate f) {
  bool load = e->kind == WL_ASK_LOAD || e->kind == WL_ASK_LOAD_LINES || e->kind == WL_ASK_PAST;
  switch (f) {
  case HIT: return load ? e->asked & ~(unsigned)e->missed : 0;
  case FIRST: return e->missed & ~(unsigned)e->again;
  case AGAIN: return e->again;
  default: return e->kind == WL_ASK_STORE || e->kind == WL_ASK_ATOMIC ? e->asked : 0;
  }
}

static bool look(struct wl_session *m, struct scene *s, const char **why) {
  *s = (struct scene){.m = m, .head = wl_session_head(m)};
  if (!wl_session_l1(m, &s->now, why)) return false;
  size_t end = s->now.first + s->now.count, all = wl_l1_replay_count(s->now.replay), places;
  for (size_t i = 0; i < all; i++) {
    const struct wl_l1_event *e = event(s, i);
    if (e->place != UINT32_MAX && e->place + 1u > s->places) s->places = e->place + 1u;
    if (i >= end) continue;
    s->hits += (unsigned)__builtin_popcount(sectors_of(e, HIT));
    s->asked += (unsigned)__builtin_popcount(sectors_of(e, HIT) | e->missed);
    for (enum fate f = 0; f < FATES && i >= s->now.first; f++)
      s->count[f] += (unsigned)__builtin_popcount(sectors_of(e, f));
  }
  const struct wl_l1_line *line = wl_l1_replay_lines(s->now.replay, end, &places);
  for (size_t i = 0; i < places; i++) s->used += line[i].valid != 0;
  return true;
}

/* The event of the selected step at a place; NULL: none. */
static const struct wl_l1_event *event_at(const struct scene *s, size_t place) {
  for (size_t i = s->now.first; i < s->now.first + s->now.count; i++)
    if (event(s, i)->place == place) return event(s, i);
  return NULL;
}

static enum fate fate_of(const struct wl_l1_event *e, unsigned sectors) {
  for (enum fate f = FATES; f-- > 0;)
    if (f != STORED && sectors_of(e, f) & sectors) return f;
  return sectors_of(e, STORED) & sectors ? STORED : FATES;
}

/* One line as four sectors, or, where `wide` is false, as one cell: a small letter where not all
 * sectors are there. */
static void draw_line(const struct scene *s, struct wl_canvas *c, int x, int y, bool wide,
                      const struct wl_l1_line *l, size_t place) {
  const struct wl_l1_event *e = event_at(s, place);
  unsigned array = array_of(s->head, l->line);
  char letter = letter_of(s->head, array);
  enum wl_style style = array == WL_NO_ARRAY ? WL_STYLE_TEXT : style_of(s->head, array);
  for (unsigned k = 0; k < (wide ? WL_LINE_SECTORS : 1u); k++) {
    unsigned sectors = wide ? 1u << k : 0xf;
    bool there = l->valid & sectors, whole = (l->valid & sectors) == sectors;
    enum fate f = e && there ? fate_of(e, sectors) : FATES;
    char text[2] = {f < FATES ? fates[f].sign : whole ? letter : (char)(letter - 'A' + 'a'), '\0'};
    if (!there) wl_canvas_glyph(c, x + (int)k, y, WL_GLYPH_DOT, 1, WL_STYLE_GHOST);
    else wl_canvas_text(c, x + (int)k, y, f < FATES ? fates[f].style : style, text);
  }
}

/* L1 place by place; returns the row behind. */
static int draw_grid(const struct scene *s, struct wl_canvas *c, struct wl_rect r) {
  size_t count;
  const struct wl_l1_line *line =
    wl_l1_replay_lines(s->now.replay, s->now.first + s->now.count, &count);
  if (r.w < 1 || r.h < 1) return r.y;
  if (s->places < count) count = s->places;
  int whole = (r.w + 1) / WIDE_LINE;
  bool wide = whole > 0 && (int)((count + (size_t)whole - 1) / (size_t)whole) <= r.h;
  int per_row = wide ? whole : r.w, rows = (int)((count + (size_t)per_row - 1) / (size_t)per_row);
  int shown = rows < r.h ? rows : r.h, near = 0;
  if (s->now.count && event(s, s->now.first)->place != UINT32_MAX)
    near = (int)event(s, s->now.first)->place / per_row - shown / 2;
  int top = wl_scroll_window(s->m, near, rows, shown);
  for (int y = 0; y < shown; y++)
    for (int k = 0; k < per_row; k++) {
      size_t place = (size_t)(top + y) * (size_t)per_row + (size_t)k;
      if (place < count)
        draw_line(s, c, r.x + k * (wide ? WIDE_LINE : 1), r.y + y, wide, &line[place], place);
    }
  return r.y + shown;
}

/* "87.5 % of 544 sectors hit so far; 112 of 1,792 lines in use; SM 0: blocks 0, 132, 264 …". */
static void head_text(const struct scene *s, char text[LOOKED]) {
  enum { LISTED = 3 };
  const struct wl_cache_model *model = wl_l1_replay_model(s->now.replay);
  uint64_t block = wl_l1_replay_sm(s->now.replay);
  char lines[28], used[28], asked[28], rate[64] = "";
  if (s->asked)
    snprintf(rate, sizeof rate, "%.1f %% of %s sectors hit so far; ",
             100.0 * (double)s->hits / (double)s->asked, wl_format_count(s->asked, asked));
  int n = snprintf(text, LOOKED, "%s%s of %s lines in use; SM %u: block%s", rate,
                   wl_format_count(s->used, used), wl_format_count(model->l1_lines, lines),
                   (unsigned)block,
                   block + model->sms < model->blocks ? "s" : "");
  for (int i = 0; i < LISTED && block < model->blocks; i++, block += model->sms)
    n += snprintf(text + n, LOOKED - (size_t)n, "%s %" PRIu64, i ? "," : "", block);
  if (block < model->blocks) snprintf(text + n, LOOKED - (size_t)n, " …");
}

/* "4 hit, 4 first touch", of the step. */
static void step_text(const struct scene *s, char text[LOOKED]) {
  size_t used = 0;
  snprintf(text, LOOKED, "this step does not use L1: this is its state here");
  if (!s->now.count) return;
  snprintf(text, LOOKED, "nothing");
  for (enum fate f = 0; f < FATES; f++)
    if (s->count[f])
      used += (size_t)snprintf(text + used, LOOKED - used, "%s%u %s", used ? ", " : "",
                               s->count[f], fates[f].text);
}

/* "step 120, line 12, warp 3". */
static void who_text(const struct scene *s, size_t i, char text[64]) {
  struct wl_step step;
  uint32_t at = event(s, i)->site;
  char count[28];
  snprintf(text, 64, "step %s", wl_format_count(at, count));
  if (wl_trace_get(s->m->trace, at, &step))
    snprintf(text, 64, "step %s, line %u, block %u, warp %u", count, step.place.line, step.block,
             step.warp);
}

/* "m[3][0]": the first element of a line. */
static const char *line_text(const struct scene *s, uint64_t line, char text[64]) {
  char element[48] = "";
  unsigned array = array_of(s->head, line);
  if (array == WL_NO_ARRAY) return strcpy(text, "no array");
  uint64_t begin = line * WL_CACHE_LINE, base = s->head->array[array].base;
  wl_head_element(s->head, array, begin < base ? base : begin, element, sizeof element);
  snprintf(text, 64, "%.15s%.40s", s->head->array[array].name, element);
  return text;
}

/* What is said of lookup `i` of the step: its elements, what it found, and what it evicts, or what
 * had evicted them. */
static void lookup_text(const struct scene *s, size_t i, char text[LOOKED]) {
  const struct wl_l1_event *e = event(s, i);
  char what[64], who[64];
  size_t places, used = (size_t)snprintf(text, LOOKED, "line of %s: ", line_text(s, e->line, what));
  for (enum fate f = 0; f < FATES; f++) {
    unsigned n = (unsigned)__builtin_popcount(sectors_of(e, f));
    if (n) used += (size_t)snprintf(text + used, LOOKED - used, "%u %s; ", n, fates[f].text);
  }
  const struct wl_l1_line *before = wl_l1_replay_lines(s->now.replay, s->now.first, &places);
  if (e->again) {
    size_t by = wl_l1_replay_evictor(s->now.replay, i);
    if (by != SIZE_MAX) who_text(s, by, who);
    if (by == SIZE_MAX) snprintf(text + used, LOOKED - used, "it was dropped");
    else snprintf(text + used - 2, LOOKED - used + 2, ", by the line of %s, %s",
                  line_text(s, event(s, by)->line, what), who);
  } else if (e->place < places && before[e->place].valid && before[e->place].line == e->line) {
    who_text(s, before[e->place].last, who);
    snprintf(text + used, LOOKED - used, "used last by %s", who);
  } else if (e->place < places && before[e->place].valid) {
    snprintf(text + used, LOOKED - used, "evicts the line of %s",
             line_text(s, before[e->place].line, what));
  } else {
    text[used - 2] = '\0'; /* without the "; " */
  }
}

/* "A a   B b", and the signs of the step. Returns where it ends. */
static void draw_legend(const struct scene *s, struct wl_canvas *c, struct wl_rect r, int y) {
  int x = r.x, end = r.x + r.w;
  for (unsigned i = 0; i < s->head->arrays; i++) {
    const struct wl_array *a = &s->head->array[i];
    char letter[2] = {letter_of(s->head, i), '\0'};
    if (a->space != WL_GLOBAL || x + 4 + wl_canvas_cells(c, a->name, -1) > end) continue;
    x = wl_canvas_text(c, x, y, style_of(s->head, i), letter) + 1;
    x = wl_canvas_text(c, x, y, WL_STYLE_TEXT, a->name) + 2;
  }
  for (enum fate f = 0; f < FATES; f++) {
    char sign[2] = {fates[f].sign, '\0'};
    if (x + 4 + wl_canvas_cells(c, fates[f].text, -1) > end) break;
    x = wl_canvas_text(c, x, y, fates[f].style, sign) + 1;
    x = wl_canvas_text(c, x, y, WL_STYLE_DIM, fates[f].text) + 2;
  }
}

/* Bytes of an array that L2 has had to hold by the end of the launch; at most these where sectors
 * are stored, maybe more than once: that is set in `bound`. */
static uint64_t bytes_in_l2(const struct scene *s, unsigned array, bool *bound) {
  struct wl_cache_site all =
    wl_caches_sum(wl_analysis_caches(s->m->analysis), 0, (uint16_t)array);
  uint64_t stored = all.l2.writes + all.l2.atomics;
  uint64_t bytes = (all.l2.dram + stored) * WL_CACHE_SECTOR;
  if (stored > 0) *bound = true;
  return bytes < s->head->array[array].bytes ? bytes : s->head->array[array].bytes;
}

/* "L2  ≤ 32.8 kB of 60 MiB, whole launch", and a bar of these by array, with the bytes of each. */
static void draw_l2(const struct scene *s, struct wl_canvas *c, struct wl_rect r, int y) {
  enum { LABEL = 4, TEXT = 34 };
  char text[96], bytes[16], size[16];
  uint64_t all = 0;
  bool bound = false;
  for (unsigned i = 0; i < s->head->arrays; i++)
    if (s->head->array[i].space == WL_GLOBAL) all += bytes_in_l2(s, i, &bound);
  wl_canvas_text(c, r.x, y, WL_STYLE_DIM, "L2");
  wl_format_size(wl_session_target(s->m).chip->l2_kib.value * 1024, size);
  snprintf(text, sizeof text, "%s%s of %s, whole launch", bound ? "≤ " : "",
           wl_format_bytes(all, bytes), size);
  int x = wl_canvas_fit(c, r.x + LABEL, y, r.w - LABEL, WL_STYLE_TEXT, text) + 2;
  int from = x > r.x + LABEL + TEXT ? x : r.x + LABEL + TEXT, room = r.x + r.w - from;
  uint64_t before = 0;
  for (unsigned i = 0; i < s->head->arrays && all > 0 && room > 8; i++) {
    if (s->head->array[i].space != WL_GLOBAL) continue;
    char letter[2] = {letter_of(s->head, i), '\0'};
    uint64_t mine = bytes_in_l2(s, i, &bound);
    int a = from + (int)((double)before / (double)all * room);
    before += mine;
    int b = from + (int)((double)before / (double)all * room);
    for (int k = a; k < b; k++) wl_canvas_text(c, k, y, style_of(s->head, i), letter);
    wl_format_bytes(mine, bytes);
    int cells = wl_canvas_cells(c, bytes, -1);
    if (b - a < cells + 4) continue;
    wl_canvas_text(c, b - cells - 2, y, style_of(s->head, i), " ");
    wl_canvas_printf(c, b - cells - 1, y, style_of(s->head, i), "%s ", bytes);
  }
}

void wl_view_cache(struct wl_session *m, struct wl_canvas *c, struct wl_rect r) {
  struct scene s;
  const char *why;
  char text[LOOKED];
  r = (struct wl_rect){r.x + 1, r.y, r.w - 2, r.h};
  if (!look(m, &s, &why)) {
    wl_view_elsewhere(m, c, r, why);
    return;
  }
  int y = r.y, end = r.y + r.h, spare = r.h - 1 - BELOW, said = 0;
  head_text(&s, text);
  if (r.h > 4) wl_draw_clauses(c, r.x, y++, r.w, WL_STYLE_TEXT, text);
  if (spare >= 2 * LOOKUPS) said = LOOKUPS;
  else if (spare > 2) said = spare / 3;
  if ((size_t)said > s.now.count) said = (int)s.now.count;
  bool l2 = r.h > 6, legend = r.h > 3, cut = wl_l1_replay_cut(s.now.replay) && r.h > 8;
  int room = end - y - 1 - said - l2 - legend - cut;
  y = draw_grid(&s, c, (struct wl_rect){r.x, y, r.w, room > 1 ? room : 1});
  bool air = end - y > 1 + said + l2 + legend + cut + 3;
  y += air;
  if (legend) draw_legend(&s, c, r, y++);
  y += air;
  step_text(&s, text);
  wl_canvas_text(c, r.x, y, WL_STYLE_DIM, "step");
  wl_draw_clauses(c, r.x + 6, y++, r.w - 6, WL_STYLE_STRONG, text);
  for (int left = end - y - l2 - cut - air; said < left && (size_t)said < s.now.count;) said++;
  for (int i = 0; i < said; i++) {
    lookup_text(&s, s.now.first + (size_t)i, text);
    wl_draw_clauses(c, r.x + 6, y++, r.w - 6, WL_STYLE_TEXT, text);
  }
  if ((size_t)said < s.now.count && said > 0) wl_draw_more(c, r.x + r.w - 1, y - 1);
  y += air;
  if (l2 && y < end) draw_l2(&s, c, r, y++);
  if (cut && y < end)
    wl_canvas_fit(c, r.x, y, r.w, WL_STYLE_WARN,
                  "the recording keeps not all steps: this is L1 as far as they go");
}

int wl_rows_cache(struct wl_session *m, struct wl_canvas *c, int w) {
  struct scene s;
  const char *why;
  (void)c;
  if (!look(m, &s, &why)) return WL_ELSEWHERE;
  int whole = (w - 1) / WIDE_LINE > 0 ? (w - 1) / WIDE_LINE : 1;
  return (int)(s.places / (size_t)whole) + (int)s.now.count + 2 * BELOW + 4;
}

void wl_say_cache(struct wl_session *m, const struct wl_prose *p) {
  struct scene s;
  const char *why;
  char text[LOOKED];
  if (!look(m, &s, &why)) {
    wl_say(p, "%s", why);
    return;
  }
  head_text(&s, text);
  wl_say(p, "L1: %s", text);
  step_text(&s, text);
  wl_say(p, "The step: %s", text);
  for (size_t i = s.now.first; i < s.now.first + s.now.count; i++) {
    lookup_text(&s, i, text);
    wl_say(p, "%s", text);
  }
  if (wl_l1_replay_cut(s.now.replay)) wl_say(p, "The recording keeps not all steps");
}
