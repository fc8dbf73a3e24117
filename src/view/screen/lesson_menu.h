/* The menu of lessons: what is listed, selected and typed, and its picture. */
#ifndef WL_VIEW_SCREEN_LESSON_MENU_H
#define WL_VIEW_SCREEN_LESSON_MENU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct wl_canvas;

/* One script; strings are borrowed. Those of one topic follow each other. */
struct wl_menu_item {
  const char *name, *title, *about;
  const char *topic;  /* "": no lesson */
  const char *flip;   /* settings that change what there is to see, or "" */
  unsigned level, minutes;
};

enum wl_menu_event {
  WL_MENU_STAYS,
  WL_MENU_OPENS,    /* the selected script, on the screen */
  WL_MENU_PRESENTS, /* … as slides */
  WL_MENU_THEME,    /* the next theme */
  WL_MENU_REPAINT,
  WL_MENU_LEAVES,
};

struct wl_menu;

/* `items` outlive the menu. NULL when memory ran out. */
struct wl_menu *wl_menu_create(const struct wl_menu_item *items, size_t count);
void wl_menu_destroy(struct wl_menu *m);

/* A key as in session/state/keymap.h. */
enum wl_menu_event wl_menu_key(struct wl_menu *m, uint32_t key);

/* The selected item; `count` where the filter leaves none. */
size_t wl_menu_selected(const struct wl_menu *m);

/* Whether an item is listed: of the level chosen, with what was typed; selects one that is. */
bool wl_menu_lists(const struct wl_menu *m, size_t item);
void wl_menu_select(struct wl_menu *m, size_t item);

/* A remark for the last row, until the next key. */
void wl_menu_say(struct wl_menu *m, const char *text);

/* Selects the item behind the selected one, for when that has been seen. */
void wl_menu_next(struct wl_menu *m);

void wl_menu_draw(struct wl_menu *m, struct wl_canvas *c);

#endif
