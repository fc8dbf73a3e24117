/* The menu: `warplens` with no script, or with a directory of them, on a terminal. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "job.h"
#include "patterns.h"
#include "tui/pick.h"
#include "verbs.h"

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

/* Shows the selected script, until the user comes back from it. */
static enum wl_status show(const struct wl_command *c, const struct menu *m, bool present,
                           enum wl_scheme scheme, struct wl_diag *d) {
  struct wl_command chosen = *c;
  const char *name = m->pattern[wl_menu_selected(m->menu)].name;
  char *path = NULL;
  if (c->file && asprintf(&path, "%s/%s.lua", c->file, name) < 0) {
    wl_diag_refused(d, "out of memory");
    return WL_LIMIT;
  }
  chosen.file = path ? path : name;
  chosen.listed = true;
  chosen.value[WL_OPT_THEME].choice = (int)scheme;
  if (present) chosen.value[WL_OPT_PRESENT].given = true;
  enum wl_status status = wl_verb_screen(&chosen, d);
  free(path);
  return status;
}

enum wl_status wl_verb_menu(const struct wl_command *c, struct wl_diag *d) {
  static const enum wl_tier tiers[] = {WL_MONO, WL_MONO, WL_16, WL_256, WL_TRUE};
  struct menu m = {.count = 0};
  enum wl_scheme scheme = (enum wl_scheme)c->value[WL_OPT_THEME].choice;
  struct wl_pick_options options = {
    .ascii = wl_wants_ascii(c),
    .have_tier = c->value[WL_OPT_COLOR].choice != 0,
    .tier = tiers[c->value[WL_OPT_COLOR].choice],
    .scheme = &scheme,
    .page = wl_page_path,
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
    wl_menu_next(m.menu);
  }
  close_menu(&m);
  return status;
}
