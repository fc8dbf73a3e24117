#include "view/slides/slide_hazards.h"

#include <stdio.h>
#include <string.h>

#include "session/search/hazard_summary.h"
#include "session/state/parts.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "view/draw/big_digits.h"
#include "view/draw/draw.h"
#include "view/draw/large_letters.h"
#include "view/slides/slide_parts.h"

/* What is counted where no two lines could change places. */
static const char *const labels[WL_HAZARD_KINDS] = {
  [WL_HAZARD_RAW] = "conflict%s, in any order",
  [WL_HAZARD_WAR] = "conflict%s, in any order",
  [WL_HAZARD_WAW] = "conflict%s: who is last?",
  [WL_HAZARD_FLIGHT] = "conflict%s: is the copy there?",
  [WL_HAZARD_UNSET] = "uninitialized read%s",
  [WL_HAZARD_BARRIER] = "thread%s elsewhere",
  [WL_HAZARD_EXITED] = "thread%s already returned",
  [WL_HAZARD_MASK] = "lane%s in the mask, but elsewhere",
  [WL_HAZARD_SOURCE] = "lane%s without a value",
  [WL_HAZARD_UNFENCED] = "read%s without a fence",
};

/* Whether it is about which of two lines comes first. */
static bool is_order(const struct wl_hazard *h) {
  return h->kind <= WL_HAZARD_FLIGHT && h->first.place.line != h->second.place.line;
}

/* What is counted, large. Returns the row behind. */
static int draw_count(struct wl_canvas *c, struct wl_rect r, const struct wl_hazard *h) {
  char big[32], label[64];
  snprintf(big, sizeof big, "%llu", (unsigned long long)h->count);
  snprintf(label, sizeof label, labels[h->kind], h->count == 1 ? "" : "s");
  return wl_big_digits_figure(c, r, WL_STYLE_WARN, big, label);
}

/* A row of the slide, or more of them: a line of the script, or a text. */
struct item {
  const struct wl_source_span *place; /* the line; NULL: none */
  char text[WL_HAZARD_TEXT + 32];
  enum wl_style style;
  int indent;
  unsigned rank; /* where there is no room, the highest goes first */
};
enum { STAYS, LINE, PARTY, AIR, WHY, AIR_INSIDE, AIR_BETWEEN, RANKS };
enum { LEAST_WITH_FIGURE = 8, ITEMS = 7, INDENT = 5, WITH_ORDER = 48 /* columns */ };

/* "thread 63 writes (block 0, warp 1, lane 31)", or from `most` on as much of it as fits. */
static void tell_party(const struct wl_canvas *c, int width, const struct wl_hazard *h,
                       const struct wl_party *p, const struct wl_head *head,
                       enum wl_party_words most, struct item *out) {
  *out = (struct item){.style = WL_STYLE_TEXT, .indent = INDENT, .rank = PARTY};
  wl_hazard_party(h, p, head, most, out->text);
  if (wl_canvas_cells(c, out->text, -1) > width - INDENT)
    wl_hazard_party(h, p, head, WL_PARTY_THREAD, out->text);
}

/* "read after write: shelf[63], shared memory, 64 conflicts", without the last where it would
 * take a row for it, or is the figure. */
static void tell_title(const struct wl_canvas *c, int width, const struct wl_hazard *h,
                       const struct wl_head *head, struct item *out) {
  *out = (struct item){.style = WL_STYLE_WARN};
  wl_hazard_title(h, head, out->text);
  size_t used = strlen(out->text);
  if (!is_order(h)) return;
  snprintf(out->text + used, sizeof out->text - used, ", %llu %s%s", (unsigned long long)h->count,
           wl_hazard_unit(h), h->count == 1 ? "" : "s");
  if (wl_canvas_cells(c, out->text, -1) > width) out->text[used] = '\0';
}

static const char unordered[] = "either may come first";

/* Both lines and who is there, one below the other. */
static unsigned tell_parties(const struct wl_canvas *c, int width, const struct wl_hazard *h,
                             const struct wl_head *head, struct item item[ITEMS]) {
  unsigned n = 0;
  item[n++] = (struct item){.rank = AIR_INSIDE};
  item[n++] = (struct item){.place = &h->first.place, .rank = LINE};
  tell_party(c, width, h, &h->first, head, WL_PARTY_WHOLE, &item[n++]);
  if (h->has_second) {
    bool line = h->second.place.line && !wl_same_place(&h->first.place, &h->second.place);
    if (line) item[n++] = (struct item){.rank = AIR_BETWEEN, .style = WL_STYLE_WARN};
    if (line && is_order(h)) strcpy(item[n - 1].text, unordered);
    if (line) item[n++] = (struct item){.place = &h->second.place, .rank = LINE};
    tell_party(c, width, h, &h->second, head, WL_PARTY_WHOLE, &item[n++]);
  }
  item[n++] = (struct item){.rank = AIR};
  return n;
}

/* What kind of a hazard it is, why, and what helps. */
static unsigned tell_rest(const struct wl_canvas *c, int width, const struct wl_hazard *h,
                          const struct wl_head *head, struct item item[ITEMS]) {
  unsigned n = 0;
  tell_title(c, width, h, head, &item[n++]);
  item[n] = (struct item){.style = WL_STYLE_TEXT, .rank = WHY};
  wl_hazard_why(h, item[n++].text);
  item[n++] = (struct item){.rank = AIR_INSIDE};
  item[n] = (struct item){.style = WL_STYLE_STRONG};
  wl_hazard_fix(h, item[n++].text);
  return n;
}

/* Two lines, and a question mark that is as high as both. Returns the row behind. */
static int draw_order(struct wl_session *m, struct wl_canvas *c, struct wl_rect r,
                      const struct wl_hazard *h) {
  enum { AIR_BESIDE = 3, MOST = 3, SHARE = 3 };
  int scale = r.h / (SHARE * WL_BIG_DIGITS_ROWS);
  scale = scale < 1 ? 1 : scale > MOST ? MOST : scale;
  int high = scale * WL_BIG_DIGITS_ROWS, x = wl_big_digits_text(c, r.x, r.y, scale, WL_STYLE_WARN,
                                                                "?");
  struct wl_rect in = {x + AIR_BESIDE, r.y, r.x + r.w - x - AIR_BESIDE, 1};
  const struct wl_party *party[2] = {&h->first, &h->second};
  struct item who;
  enum wl_party_words words = h->first.block == h->second.block ? WL_PARTY_WARP : WL_PARTY_WHOLE;
  for (int i = 0; i < 2; i++, in.y = r.y + high - 2) {
    wl_part_code(m, c, in, &party[i]->place);
    tell_party(c, in.w, h, party[i], wl_session_head(m), words, &who);
    wl_canvas_fit(c, in.x + who.indent, in.y + 1, in.w - who.indent, who.style, who.text);
  }
  wl_canvas_fit(c, in.x + INDENT, r.y + high / 2, in.w - INDENT, WL_STYLE_WARN, unordered);
  return r.y + high + 1;
}

static int rows_of(const struct wl_canvas *c, const struct item *item, int width, int scale) {
  int rows = wl_large_rows(c, width - item->indent, scale, item->text);
  return rows ? rows : 1;
}

/* Of its letters: large where what has to stay has room. */
static int scale_of(const struct wl_canvas *c, const struct item *item, unsigned n, int width,
                    int height) {
  int rows = 0;
  for (unsigned i = 0; i < n; i++)
    if (item[i].rank < AIR) rows += rows_of(c, &item[i], width, 1) + 1;
  return wl_slide_large(c) && rows <= height;
}

/* From which rank on there is no room. */
static unsigned drop_from(const struct wl_canvas *c, const struct item *item, unsigned n,
                          int width, int height, int scale) {
  for (unsigned rank = RANKS;; rank--) {
    int rows = 0;
    for (unsigned i = 0; i < n; i++)
      if (item[i].rank < rank) rows += rows_of(c, &item[i], width, scale) + scale;
    if (rows <= height || rank == 1) return rank;
  }
}

void wl_hazard_summary_draw(struct wl_session *m, struct wl_canvas *c, struct wl_rect r) {
  const struct wl_hazard *h = wl_hazard_at(m, m->selected);
  const struct wl_head *head = wl_session_head(m);
  struct item item[2 * ITEMS];
  int y = r.y;
  unsigned n = 0;
  if (!h) return;
  bool order = is_order(h), figure = r.h >= LEAST_WITH_FIGURE;
  if (figure && order && r.w >= WITH_ORDER) {
    y = draw_order(m, c, r, h);
  } else {
    if (figure && !order) y = draw_count(c, r, h);
    n = tell_parties(c, r.w, h, head, item);
  }
  n += tell_rest(c, r.w, h, head, item + n);
  int scale = scale_of(c, item, n, r.w, r.y + r.h - y);
  unsigned drop = drop_from(c, item, n, r.w, r.y + r.h - y, scale);
  for (unsigned i = 0; i < n && y < r.y + r.h; i++) {
    struct wl_rect in = {r.x + item[i].indent, r.y, r.w - item[i].indent, r.h};
    if (item[i].rank >= drop) continue;
    if (item[i].place) wl_part_code(m, c, (struct wl_rect){r.x, y, r.w, 1}, item[i].place);
    else if (item[i].text[0])
      y = wl_draw_large(c, in, y, scale, item[i].style, item[i].text) - 1 + scale;
    y++;
  }
}

void wl_hazard_summary_say(struct wl_session *m, const struct wl_prose *p) {
  const struct wl_hazard *h = wl_hazard_at(m, m->selected);
  const struct wl_head *head = wl_session_head(m);
  char text[WL_HAZARD_TEXT];
  if (!h) return;
  wl_hazard_title(h, head, text);
  wl_say_words(p, "%s, %llu %s%s", text, (unsigned long long)h->count, wl_hazard_unit(h),
         h->count == 1 ? "" : "s");
  const struct wl_party *party[2] = {&h->first, h->has_second ? &h->second : NULL};
  for (int i = 0; i < 2 && party[i]; i++) {
    wl_hazard_party(h, party[i], head, WL_PARTY_WHOLE, text);
    if (party[i]->place.line) wl_say_words(p, "line %u: %s", party[i]->place.line, text);
    else wl_say_words(p, "%s", text);
  }
  wl_hazard_why(h, text);
  wl_say_words(p, "%s", text);
  wl_hazard_fix(h, text);
  wl_say_words(p, "%s", text);
}
