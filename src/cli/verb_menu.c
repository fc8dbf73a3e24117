/* The menu: `warplens` with no script, or with a directory of them, on a terminal. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/job.h"
#include "cli/patterns.h"
#include "cli/verbs.h"
#include "tui/menu_screen.h"

struct menu {
  struct wl_pattern *pattern;
  struct wl_menu_item *item;
  size_t count;
  struct wl_menu *menu;
};

static bool open_menu(struct menu *m, const char *directory, struct wl_diag *d) {
  m->pattern = wl_pattern_list(directory, &m->count);
  m->item = calloc(m->count + 1, sizeof *m->item);
  for (size_t i = 0; m->item && i < m->count; i++) {
    const struct wl_lesson *l = &m->pattern[i].lesson;
    m->item[i] = (struct wl_menu_item){.name = m->pattern[i].name, .title = l->title,
      .about = l->about, .topic = l->topic, .flip = l->flip, .level = l->level,
      .minutes = l->minutes};
  }
  m->menu = m->item ? wl_menu_create(m->item, m->count) : NULL;
  return m->menu || wl_diag_refused(d, "out of memory");
}

static void close_menu(struct menu *m) {
  wl_menu_destroy(m->menu);
  free(m->item);
  wl_pattern_free(m->pattern, m->count);
}

/* What is listed now, as a clicker goes through it. */
static bool take_lessons(const struct wl_command *c, const struct menu *m, struct wl_beyond *list,
                         struct wl_lessons *out) {
  *out = (struct wl_lessons){.directory = c->file, .list = list};
  for (size_t i = 0; list && i < m->count; i++) {
    if (!wl_menu_lists(m->menu, i)) continue;
    if (i == wl_menu_selected(m->menu)) out->at = out->count;
    list[out->count++] = (struct wl_beyond){m->item[i].name, m->item[i].title};
  }
  return list != NULL;
}

/* Selects the one behind that which was shown last. */
static void select_next(const struct menu *m, const struct wl_lessons *l) {
  for (size_t i = 0; i < m->count; i++)
    if (m->item[i].name == l->list[l->at].name) wl_menu_select(m->menu, i);
  wl_menu_next(m->menu);
}

/* Shows the selected script, until the user comes back from it. */
static enum wl_status show(const struct wl_command *c, const struct menu *m, bool present,
                           enum wl_scheme scheme, struct wl_diag *d) {
  struct wl_command chosen = *c;
  const char *name = m->pattern[wl_menu_selected(m->menu)].name;
  struct wl_beyond *list = calloc(m->count, sizeof *list);
  struct wl_lessons lessons;
  char *path = NULL;
  if (!take_lessons(c, m, list, &lessons)) {
    wl_diag_refused(d, "out of memory");
    return WL_LIMIT;
  }
  if (c->file && asprintf(&path, "%s/%s.lua", c->file, name) < 0) {
    free(list);
    wl_diag_refused(d, "out of memory");
    return WL_LIMIT;
  }
  chosen.file = path ? path : name;
  chosen.listed = true;
  bool asked = c->value[WL_OPT_THEME].given || (int)scheme != c->value[WL_OPT_THEME].choice;
  if (present) chosen.value[WL_OPT_PRESENT].given = true;
  if (present && !asked) scheme = wl_scheme_default(true);
  chosen.value[WL_OPT_THEME].choice = (int)scheme;
  enum wl_status status = wl_verb_lessons(&chosen, &lessons, d);
  select_next(m, &lessons);
  free(list);
  free(path);
  return status;
}

enum wl_status wl_verb_menu(const struct wl_command *c, struct wl_diag *d) {
  static const enum wl_tier tiers[] = {WL_MONO, WL_MONO, WL_16, WL_256, WL_TRUE};
  struct menu m = {.count = 0};
  enum wl_scheme scheme = (enum wl_scheme)c->value[WL_OPT_THEME].choice;
  struct wl_menu_screen_options options = {
    .ascii = wl_wants_ascii(c),
    .have_tier = c->value[WL_OPT_COLOR].choice != 0,
    .tier = tiers[c->value[WL_OPT_COLOR].choice],
    .scheme = &scheme,
  };
  enum wl_menu_event event = WL_MENU_STAYS;
  enum wl_status status = open_menu(&m, c->file, d) ? WL_OK : d->status;
  if (status == WL_OK && m.count == 0) { /* as list says it */
    close_menu(&m);
    return wl_verb_list(c, d);
  }
  while (status == WL_OK && event != WL_MENU_LEAVES) {
    status = wl_tui_pick(m.menu, &options, &event, d);
    if (status != WL_OK || event == WL_MENU_LEAVES) break;
    status = show(c, &m, event == WL_MENU_PRESENTS, scheme, d);
  }
  close_menu(&m);
  return status;
}
