/* The table of views, and how the parts of the screen come together. */
#include "view/prompt.h"
#include "view/view.h"

#include <assert.h>
#include <stdio.h>

#include "view/present.h"

#include "view/basics.h"
#include "view/mask.h"
#include "view/model.h"
#include "view/selection.h"
#include "view/state.h"
#include "view/wall.h"

const struct wl_view wl_views[] = {
  {"lanes", "which bytes each lane asks for", true, true, wl_view_lanes, wl_say_lanes, NULL},
  {"lines", "128 bytes a row: asked for, moved in vain, not moved", true, false, wl_view_lines,
   wl_say_lines, NULL},
  {"banks", "one column per bank, one row per wavefront", true, false,
   wl_view_banks, wl_say_banks, NULL},
  {"shuffle", "what each lane sends, and from whom it gets", false, true,
   wl_view_shuffle, wl_say_shuffle, NULL},
  {"timeline", "one column per instruction, as high as its cost", false, true,
   wl_view_timeline, wl_say_timeline, "time"},
  {"source", "cost of each line over the whole grid", false, true,
   wl_view_source, wl_say_source, NULL},
  {"memory", "levels, what they cost, and occupancy", false, false,
   wl_view_memory, wl_say_memory, NULL},
  {"compare", "on every generation, or beside another run", false, false,
   wl_view_compare, wl_say_compare, "cc"},
  {"sweep", "a figure of the whole grid against a parameter", false, false,
   wl_view_sweep, wl_say_sweep, NULL},
  {"text", "what the script says: about, marks and questions", false, true,
   wl_view_text, wl_say_text, NULL},
};
static_assert(sizeof wl_views / sizeof wl_views[0] == WL_VIEWS, "a row for every view");
static_assert(WL_ACT_VIEW_10 - WL_ACT_VIEW_1 + 1 == WL_VIEWS, "a key for every view");

enum wl_style wl_grade_style(enum wl_grade grade) {
  static const uint8_t styles[] = {
    [WL_GRADE_NONE] = WL_STYLE_TEXT,
    [WL_GRADE_GOOD] = WL_STYLE_GOOD,
    [WL_GRADE_WARN] = WL_STYLE_WARN,
    [WL_GRADE_BAD] = WL_STYLE_BAD,
  };
  return (enum wl_style)styles[grade];
}

enum wl_style wl_lane_style(const struct wl_model *m, const struct wl_moment *now, uint32_t mask,
                            unsigned lane) {
  uint32_t bit = 1u << lane;
  if (lane == m->lane) return WL_STYLE_PICK;
  if (!(mask & bit)) return WL_STYLE_LANE_OFF;
  if (!now->replay && m->poll.lit & bit) return WL_STYLE_NOW; /* explains the answer */
  if (now->replay && now->now & bit) return WL_STYLE_NOW;
  if (now->replay && now->done & bit) return WL_STYLE_DONE;
  return WL_STYLE_LANE;
}

void wl_draw_served(struct wl_canvas *c, int x, int y, bool now, bool done) {
  if (now) wl_canvas_glyph(c, x, y, WL_GLYPH_PLAY, 1, WL_STYLE_NOW);
  else if (done) wl_canvas_glyph(c, x, y, WL_GLYPH_CHECK, 1, WL_STYLE_GOOD);
}

const char *wl_view_best(const struct wl_step *s) {
  if (s->kind == WL_STEP_SHUFFLE || s->kind == WL_STEP_VOTE)
    return "4 shows what its lanes exchange";
  if (s->kind != WL_STEP_ACCESS) return "5 shows it among all steps of the block";
  if (!s->access.mask) return "5 shows where its warp goes instead";
  switch (s->access.space) {
  case WL_SHARED: return "3 shows the banks that it uses";
  case WL_CONSTANT: return "3 shows its passes";
  case WL_TEXTURE: return "2 shows the tiles that it fetches";
  default: return "2 shows the lines that it touches";
  }
}

void wl_view_elsewhere(struct wl_model *m, struct wl_canvas *c, struct wl_rect r,
                       const char *text) {
  wl_canvas_fit(c, r.x + 1, r.y + 1, r.w - 2, WL_STYLE_TEXT, text, -1);
  wl_canvas_fit(c, r.x + 1, r.y + 2, r.w - 2, WL_STYLE_DIM, wl_view_best(&wl_model_spot(m)->step), -1);
}

const char *wl_scroll_keys(const struct wl_model *m) { return m->still ? "" : ": J K"; }

/* The picture stays but steps back behind an error. */
static void dim(struct wl_canvas *c, const struct wl_layout *l) {
  static const uint8_t parts[] = {WL_PART_SOURCE, WL_PART_VERDICT, WL_PART_RULE, WL_PART_VIEW,
                                  WL_PART_PANEL, WL_PART_LANE, WL_PART_FIGURES, WL_PART_STRIP};
  for (unsigned i = 0; i < sizeof parts; i++)
    wl_canvas_restyle(c, l->part[parts[i]], WL_STYLE_DIM);
}

/* From under the top bar to above the status line. */
static struct wl_rect between(const struct wl_layout *l, int width, int height) {
  int top = l->part[WL_PART_BAR].h, bottom = l->part[WL_PART_STATUS].h;
  return (struct wl_rect){0, top, width, height - top - bottom};
}

/* Whether the place of the view would hold nothing but figures that are hidden. */
static bool hidden(struct wl_model *m) {
  bool open = wl_views[m->view].open && !(wl_model_spot(m)->lanes_covered && m->view == 0);
  return wl_model_masked(m) && (m->why || !open);
}

static void draw_tiny(struct wl_model *m, struct wl_canvas *c, struct wl_rect r) {
  if (m->failed) wl_part_error(m, c, r);
  else if (m->answered) wl_part_answer(m, c, r);
  else if (m->help) wl_view_help(m, c, r);
  else if (wl_model_empty(m)) wl_part_start(m, c, r);
  else if (m->why && !hidden(m)) wl_view_why(m, c, r);
  else wl_part_tiny(m, c, r);
}

/* Where the panel stands: over the tabs, the view and, on smaller screens, over
 * what is around them, so that the figures stay in sight. */
static struct wl_rect why_place(const struct wl_layout *l) {
  struct wl_rect r = l->part[WL_PART_VIEW];
  int top = l->part[l->size < WL_SIZE_NORMAL ? WL_PART_VERDICT : WL_PART_TABS].y;
  bool above = l->size < WL_SIZE_FULL && l->part[WL_PART_FIGURES].h > 0;
  int bottom = above ? l->part[WL_PART_FIGURES].y : r.y + r.h;
  return (struct wl_rect){r.x, top, r.w, bottom - top};
}

static void draw_view(struct wl_model *m, struct wl_canvas *c, const struct wl_layout *l) {
  struct wl_rect r = m->why ? why_place(l) : l->part[WL_PART_VIEW];
  struct wl_rect old = wl_canvas_clip(c, r);
  if (m->why) wl_canvas_fill(c, r, WL_STYLE_TEXT);
  if (hidden(m)) wl_view_masked(m, c, r);
  else if (!m->why) wl_views[m->view].draw(m, c, r);
  if (l->size < WL_SIZE_WALL) wl_canvas_clip(c, old); /* its title goes over the figures, too */
  if (m->why && !hidden(m)) wl_view_why(m, c, r);
  wl_canvas_clip(c, old);
}

/* Draws what has room beside the view on very large screens, and makes that narrower; its
 * tabs, too, unless an error stands between the two. */
static void draw_wall(struct wl_model *m, struct wl_canvas *c, struct wl_layout *l) {
  struct wl_rect *tabs = &l->part[WL_PART_TABS], *view = &l->part[WL_PART_VIEW], r = *view;
  if (l->size < WL_SIZE_WALL || l->part[WL_PART_PANEL].w == 0) return;
  bool level = l->part[WL_PART_ERROR].h == 0;
  if (level) r.y -= tabs->h, r.h += tabs->h;
  r = wl_wall_draw(m, c, r);
  if (r.w == view->w) return;
  view->w = r.w;
  if (level) tabs->w = r.w;
}

static void draw_parts(struct wl_model *m, struct wl_canvas *c, const struct wl_layout *l) {
  struct wl_layout chosen = *l;
  wl_part_source(m, c, l->part[WL_PART_SOURCE]);
  wl_part_verdict(m, c, l);
  wl_part_now(m, c, l->part[WL_PART_NOW]);
  wl_part_lane(m, c, l->part[WL_PART_LANE]);
  wl_part_figures(m, c, l->part[WL_PART_FIGURES]);
  wl_part_panel(m, c, l->part[WL_PART_PANEL]);
  draw_wall(m, c, &chosen);
  draw_view(m, c, &chosen);
  wl_part_strip(m, c, l->part[WL_PART_STRIP]);
  if (m->failed) dim(c, l);
  if (l->part[WL_PART_TABS].h && !m->why) wl_part_tabs(m, c, chosen.part[WL_PART_TABS]);
  if (m->failed) wl_part_error(m, c, l->part[WL_PART_ERROR]);
  else wl_part_answer(m, c, l->part[WL_PART_ERROR]);
}

/* A screen that has become smaller says what it leaves out, until the next action. */
static void note_size(struct wl_model *m, enum wl_size size) {
  unsigned now = (unsigned)size + 1;
  if (m->drawn > now) m->shrunk = now;
  else if (m->drawn < now) m->shrunk = 0;
  m->drawn = now;
}

/* Two pictures side by side have both columns of figures. */
static void widen(const struct wl_model *m, struct wl_layout *l) {
  struct wl_rect *panel = &l->part[WL_PART_PANEL];
  if (!m->beside || wl_views[m->view].draw != wl_view_compare || m->why) return;
  l->part[WL_PART_VIEW].w += panel->w;
  *panel = (struct wl_rect){0};
}

void wl_model_draw(struct wl_model *m, struct wl_canvas *c) {
  struct wl_layout l;
  int width = wl_canvas_width(c), height = wl_canvas_height(c);
  m->width = width;
  m->height = height;
  int rows = m->failed ? wl_part_error_rows(m, width) : wl_part_answer_rows(m, width);
  wl_layout(width, height, rows, &l);
  widen(m, &l);
  wl_canvas_clear(c);
  if (m->present && !m->typing && !m->answered && wl_present_draw(m, c)) return;
  note_size(m, l.size);
  if (l.size <= WL_SIZE_TINY) {
    draw_tiny(m, c, l.part[WL_PART_VIEW]);
    if (m->telling) wl_part_bookmark(m, c, l.part[WL_PART_VIEW]);
    if (m->typing || m->help) wl_part_prompt(m, c, (struct wl_rect){0, height - 1, width, 1});
    return;
  }
  struct wl_rect middle = between(&l, width, height);
  wl_part_bar(m, c, &l);
  if (m->help) {
    wl_view_help(m, c, middle);
  } else if (wl_model_spot(m)) {
    draw_parts(m, c, &l);
  } else {
    if (m->failed) wl_part_error(m, c, (struct wl_rect){0, middle.y + 1, width, middle.h - 1});
    else if (m->answered) wl_part_answer(m, c, middle);
    else wl_part_start(m, c, middle);
  }
  if (m->telling) wl_part_bookmark(m, c, middle);
  if (m->typing || m->help) wl_part_prompt(m, c, l.part[WL_PART_STATUS]);
  else wl_part_status(m, c, &l);
}
