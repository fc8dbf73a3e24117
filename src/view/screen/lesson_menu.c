#include "view/screen/lesson_menu.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "session/state/keymap.h"
#include "session/state/layout.h"
#include "session/state/line_editor.h"
#include "view/draw/draw.h"

enum {
  NAME = 20, COST = 18, /* cells of a row: the name, and level and minutes */
  LEAST = 12, ENOUGH = 30, /* … and of a title */
  LEVELS = 3,
  WIDE = 110,           /* from here on the text stands beside the list */
  LIST = 86, TEXT = 76, /* cells of the list then, and of the text, at most */
  NARROW = 50,          /* below, the bar is short */
  ABOUT = 6,            /* rows of text below the list, at most */
};

struct wl_menu {
  const struct wl_menu_item *item;
  size_t count, selected, top; /* top: row of the list that is shown first */
  unsigned level;              /* of those listed; 0: all */
  bool typing, help;
  char message[160];           /* until the next key; empty: none */
  struct wl_typing filter;
  int page;                    /* rows of the list in the last picture */
};

struct wl_menu *wl_menu_create(const struct wl_menu_item *items, size_t count) {
  struct wl_menu *m = calloc(1, sizeof *m);
  if (!m) return NULL;
  m->item = items;
  m->count = count;
  m->page = 1;
  return m;
}

void wl_menu_destroy(struct wl_menu *m) { free(m); }

/* Whether `text` has `part`, upper and lower case of ASCII alike. */
static bool has(const char *text, const char *part) { return strcasestr(text, part) != NULL; }

bool wl_menu_lists(const struct wl_menu *m, size_t i) {
  const struct wl_menu_item *item = &m->item[i];
  if (m->level && item->level != m->level) return false;
  const char *f = m->filter.text;
  return has(item->name, f) || has(item->title, f) || has(item->topic, f) || has(item->about, f);
}

/* The item `by` further on among those listed; the last one where there are fewer. */
static size_t further(const struct wl_menu *m, size_t from, int by) {
  size_t found = from;
  for (size_t i = from; by != 0;) {
    if (by < 0 ? i == 0 : i + 1 >= m->count) break;
    i = by < 0 ? i - 1 : i + 1;
    if (!wl_menu_lists(m, i)) continue;
    found = i;
    by += by < 0 ? 1 : -1;
  }
  return found;
}

/* Something listed is selected, as long as anything is listed. */
static void settle(struct wl_menu *m) {
  if (m->selected >= m->count) m->selected = 0;
  if (m->count == 0 || wl_menu_lists(m, m->selected)) return;
  size_t next = further(m, m->selected, 1);
  if (next == m->selected) next = further(m, m->selected, -1);
  m->selected = wl_menu_lists(m, next) ? next : m->count;
}

size_t wl_menu_selected(const struct wl_menu *m) { return m->selected; }

static void move(struct wl_menu *m, int by) {
  if (m->selected < m->count) m->selected = further(m, m->selected, by);
}

void wl_menu_next(struct wl_menu *m) { move(m, 1); }

void wl_menu_select(struct wl_menu *m, size_t item) { m->selected = item; }

static void set_level(struct wl_menu *m, unsigned level) {
  m->level = m->level == level ? 0 : level;
  settle(m);
}

static void clear_filter(struct wl_menu *m) {
  m->filter = (struct wl_typing){.cursor = 0};
  m->typing = false;
  settle(m);
}

/* Up, down and Enter choose from what is left while it is typed. */
static bool type(struct wl_menu *m, uint32_t key) {
  if (key == WL_KEY_UP || key == WL_KEY_DOWN || key == WL_KEY_ENTER) {
    m->typing = false;
    return key == WL_KEY_ENTER;
  }
  bool empty = m->filter.text[0] == '\0';
  if (key == WL_KEY_ESCAPE || (key == WL_KEY_BACKSPACE && empty)) clear_filter(m);
  else wl_typing_key(&m->filter, key);
  settle(m);
  return true;
}

void wl_menu_say(struct wl_menu *m, const char *text) {
  snprintf(m->message, sizeof m->message, "%s", text);
}

/* What the keys do, for help. */
static const struct { const char *key, *help; } keys[] = {
  {"Up Down k j", "the lesson before, the next"},
  {"PageUp PageDown", "a screen of lessons up, down"},
  {"Home End", "the first, the last"},
  {"Enter Right l", "open the lesson; q there comes back to the menu"},
  {"F5", "present it: one fact a screen, for a lecture"},
  {"/", "lessons with this word in name, title, topic or text"},
  {"1 2 3", "lessons of this level; again, or 0: all"},
  {"Escape", "all lessons again; then leave"},
  {"t", "the next theme: dark, light, projector"},
  {"Ctrl-L", "draw the screen anew"},
  {"? F1", "this list; any key closes it"},
  {"q Ctrl-C", "leave warplens"},
};

enum wl_menu_event wl_menu_key(struct wl_menu *m, uint32_t key) {
  bool leaves = key == 'q' || key == ('C' & 31);
  m->message[0] = '\0';
  if (key == ('L' & 31)) return WL_MENU_REPAINT; /* wherever it is */
  if (m->help && !leaves) {
    m->help = false;
    return WL_MENU_STAYS;
  }
  if (m->typing && type(m, key)) return WL_MENU_STAYS;
  switch (key) {
  case '?': case WL_KEY_F1: m->help = true; break;
  case WL_KEY_UP: case 'k': move(m, -1); break;
  case WL_KEY_DOWN: case 'j': move(m, 1); break;
  case WL_KEY_PAGE_UP: move(m, -m->page); break;
  case WL_KEY_PAGE_DOWN: move(m, m->page); break;
  case WL_KEY_HOME: move(m, -(int)m->count); break;
  case WL_KEY_END: move(m, (int)m->count); break;
  case '1': case '2': case '3': set_level(m, key - '0'); break;
  case '0': set_level(m, m->level); break;
  case '/': m->typing = true; break;
  case 't': return WL_MENU_THEME;
  case WL_KEY_ENTER: case WL_KEY_RIGHT: case 'l':
    return m->selected < m->count ? WL_MENU_OPENS : WL_MENU_STAYS;
  case WL_KEY_F1 + 4: return m->selected < m->count ? WL_MENU_PRESENTS : WL_MENU_STAYS;
  case WL_KEY_ESCAPE:
    if (!m->filter.text[0] && !m->level) return WL_MENU_LEAVES;
    m->level = 0;
    clear_filter(m);
    break;
  case 'q': case 'C' & 31: return WL_MENU_LEAVES;
  default: break;
  }
  return WL_MENU_STAYS;
}

/* What of the list is on show: how many, and their minutes. */
static unsigned sum_up(const struct wl_menu *m, unsigned *minutes) {
  unsigned n = 0;
  *minutes = 0;
  for (size_t i = 0; i < m->count; i++)
    if (wl_menu_lists(m, i)) n++, *minutes += m->item[i].minutes;
  return n;
}

/* Which of those that are listed the screen has, from 1. */
struct seen { unsigned first, last; };

static void draw_bar(const struct wl_menu *m, struct wl_canvas *c, int width, struct seen seen) {
  char text[96], level[24] = "", part[32] = "";
  unsigned minutes, n = sum_up(m, &minutes);
  if (m->level) snprintf(level, sizeof level, "level %u: ", m->level);
  if (seen.last && seen.last - seen.first + 1 < n)
    snprintf(part, sizeof part, "%u–%u of ", seen.first, seen.last);
  snprintf(text, sizeof text, width < NARROW ? "%s%s%u lesson%s" : "%s%s%u lesson%s, %u minutes",
           level, part, n, n == 1 ? "" : "s", minutes);
  wl_canvas_fill(c, (struct wl_rect){0, 0, width, 1}, WL_STYLE_BAR);
  if (width >= NARROW) wl_canvas_text(c, 1, 0, WL_STYLE_TITLE, "warplens");
  wl_canvas_right(c, width - 1, 0, WL_STYLE_BAR, text);
}

/* Names stand before the titles, unless these would be cut for it on a small screen: the chosen
 * one's stands below, too. */
static bool has_names(const struct wl_menu *m, const struct wl_canvas *c, int width) {
  int room = width - NAME - COST - 2, widest = 0;
  for (size_t i = 0; i < m->count; i++) {
    int cells = wl_canvas_cells(c, m->item[i].title, -1);
    if (cells > widest) widest = cells;
  }
  return room >= ENOUGH || (room >= LEAST && widest <= room);
}

static void draw_item(const struct wl_menu *m, struct wl_canvas *c, struct wl_rect r, size_t i) {
  const struct wl_menu_item *item = &m->item[i];
  bool here = i == m->selected, room = r.w >= NAME + COST + 2 + LEAST, named = has_names(m, c, r.w);
  enum wl_style style = here ? WL_STYLE_TAB_ON : WL_STYLE_TEXT;
  char cost[32] = "";
  if (here) wl_canvas_fill(c, r, style);
  wl_canvas_glyph(c, r.x, r.y, here ? WL_GLYPH_PLAY : WL_GLYPH_SPACE, 1, style);
  if (item->level) snprintf(cost, sizeof cost, "level %u %3u min", item->level, item->minutes);
  int x = r.x + 2, end = r.x + r.w - (room ? COST - 1 : 0);
  if (named) wl_canvas_fit(c, x, r.y, NAME - 1, here ? style : WL_STYLE_KEY, item->name);
  x += named ? NAME : 0;
  wl_canvas_fit(c, x, r.y, end - x - 1, style, item->title[0] ? item->title : item->name);
  if (room) wl_canvas_right(c, r.x + r.w - 1, r.y, here ? style : WL_STYLE_DIM, cost);
}

/* The rows of the list, headings among them: draws those from `top` on, and returns in
 * which row the selected one is. */
static int draw_rows(const struct wl_menu *m, struct wl_canvas *c, struct wl_rect r,
                     struct seen *seen) {
  const char *topic = NULL;
  int row = 0, selected = 0, top = (int)m->top;
  unsigned n = 0;
  for (size_t i = 0; i < m->count; i++) {
    if (!wl_menu_lists(m, i)) continue;
    if (!topic || strcmp(topic, m->item[i].topic) != 0) {
      topic = m->item[i].topic;
      if (c && row >= top && row - top < r.h)
        wl_canvas_fit(c, r.x, r.y + row - top, r.w, WL_STYLE_STRONG,
                      topic[0] ? topic : "Other scripts");
      row++;
    }
    if (i == m->selected) selected = row;
    n++;
    if (c && row >= top && row - top < r.h) {
      draw_item(m, c, (struct wl_rect){r.x, r.y + row - top, r.w, 1}, i);
      *seen = (struct seen){seen->first ? seen->first : n, n};
    }
    row++;
  }
  return selected;
}

static struct seen draw_list(struct wl_menu *m, struct wl_canvas *c, struct wl_rect r) {
  struct seen seen = {0, 0};
  int at = draw_rows(m, NULL, r, NULL); /* the heading above the first item is seen, too */
  if (at - 1 < (int)m->top) m->top = (size_t)(at > 0 ? at - 1 : 0);
  if (at >= (int)m->top + r.h) m->top = (size_t)(at - r.h + 1);
  m->page = r.h > 1 ? r.h - 1 : 1;
  if (m->selected < m->count) draw_rows(m, c, r, &seen);
  else wl_canvas_fit(c, r.x, r.y, r.w, WL_STYLE_DIM, "no lesson has this; Escape shows all");
  return seen;
}

static void draw_about(const struct wl_menu *m, struct wl_canvas *c, struct wl_rect r) {
  if (m->selected >= m->count) return;
  const struct wl_menu_item *item = &m->item[m->selected];
  char text[256];
  int y = r.y + wl_draw_wrapped(c, r, r.h - 1, WL_STYLE_TEXT, item->about), end = r.y + r.h;
  if (y + 1 < end) y++;
  if (y >= end) return;
  snprintf(text, sizeof text, "warplens %s", item->name);
  int x = wl_canvas_fit(c, r.x, y, r.w, WL_STYLE_NOTE, text);
  if (!item->flip[0]) return;
  snprintf(text, sizeof text, "then try %s", item->flip);
  if (x + 2 + wl_canvas_cells(c, text, -1) <= r.x + r.w || y + 1 >= end)
    wl_canvas_fit(c, x + 2, y, r.x + r.w - x - 2, WL_STYLE_DIM, text);
  else wl_draw_text(c, r, y + 1, WL_STYLE_DIM, text);
}

static void draw_status(const struct wl_menu *m, struct wl_canvas *c, int y, int width) {
  static const char *const hints[] = {
    "Enter open   F5 present   / find   1 2 3 level   t theme   ? keys   q quit",
    "Enter open   F5 present   / find   1 2 3 level   ? keys", "Enter open   / find   ? keys"};
  wl_canvas_fill(c, (struct wl_rect){0, y, width, 1}, WL_STYLE_BAR);
  if (m->message[0]) {
    wl_canvas_fit(c, 1, y, width - 2, WL_STYLE_TITLE, m->message);
    return;
  }
  if (m->typing || m->filter.text[0]) {
    int x = wl_canvas_text(c, 1, y, WL_STYLE_BAR_KEY, "/");
    x = wl_canvas_fit(c, x, y, width - x - 2, WL_STYLE_BAR, m->filter.text);
    if (m->typing) wl_canvas_glyph(c, x, y, WL_GLYPH_FULL, 1, WL_STYLE_BAR_KEY);
    const char *then = m->typing ? "Enter choose   Escape all" : "Enter open   Escape all   ? keys";
    if (x + 4 + wl_canvas_cells(c, then, -1) < width)
      wl_canvas_right(c, width - 1, y, WL_STYLE_BAR, then);
    return;
  }
  for (size_t i = 0; i < sizeof hints / sizeof hints[0]; i++)
    if (wl_canvas_cells(c, hints[i], -1) <= width - 2) {
      wl_canvas_text(c, 1, y, WL_STYLE_BAR, hints[i]);
      return;
    }
}

static void draw_help(struct wl_canvas *c, struct wl_rect r) {
  enum { KEYS = 18 };
  for (size_t i = 0; i < sizeof keys / sizeof keys[0] && (int)i < r.h; i++) {
    int x = r.x + KEYS + 1;
    wl_canvas_text(c, r.x, r.y + (int)i, WL_STYLE_KEY, keys[i].key);
    wl_canvas_fit(c, x, r.y + (int)i, r.x + r.w - x, WL_STYLE_TEXT, keys[i].help);
  }
}

void wl_menu_draw(struct wl_menu *m, struct wl_canvas *c) {
  int width = wl_canvas_width(c), height = wl_canvas_height(c);
  struct seen seen = {0, 0};
  wl_canvas_clear(c);
  if (width < wl_sizes[0].width || height < wl_sizes[0].height) {
    wl_draw_too_small(c);
    return;
  }
  draw_status(m, c, height - 1, width);
  if (m->help) {
    draw_bar(m, c, width, seen);
    draw_help(c, (struct wl_rect){2, height > 16 ? 2 : 1, width - 4, height - 2});
    return;
  }
  struct wl_rect list = {1, 1, width - 2, height - 2}, about = {1, 0, width - 2, 0};
  if (width >= WIDE) {
    list = (struct wl_rect){1, 2, width * 3 / 4 < LIST ? width * 3 / 4 : LIST, height - 4};
    about = (struct wl_rect){list.x + list.w + 3, 2, width - list.w - 6, height - 4};
    if (about.w > TEXT) about.w = TEXT;
  } else {
    about.h = height / 4 < ABOUT ? height / 4 + 1 : ABOUT;
    about.y = height - 1 - about.h;
    list.h = about.y - 2;
    wl_canvas_glyph(c, 1, about.y - 1, WL_GLYPH_H, width - 2, WL_STYLE_RULE);
  }
  if (list.h > 0) seen = draw_list(m, c, list);
  draw_bar(m, c, width, seen);
  if (about.h > 0) draw_about(m, c, about);
}
