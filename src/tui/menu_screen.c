#include "tui/menu_screen.h"

#include <poll.h>

#include "tui/signals.h"
#include "tui/terminal.h"

struct pick {
  struct wl_menu *menu;
  struct wl_term *term;
  const struct wl_menu_screen_options *options;
  enum wl_menu_event event; /* the last that does not stay */
  bool done, gone;
};

static void draw(struct pick *p) {
  int width, height;
  wl_term_size(p->term, &width, &height);
  struct wl_canvas *c = wl_canvas_create(width, height, p->options->ascii);
  if (!c) return;
  wl_menu_draw(p->menu, c);
  wl_term_blit(p->term, c);
  wl_canvas_destroy(c);
}

static void take_keys(struct pick *p) {
  uint32_t key;
  bool any = false;
  while (!p->done && (key = wl_term_key(p->term)) != WL_KEY_NONE) {
    any = true;
    p->event = wl_menu_key(p->menu, key);
    switch (p->event) {
    case WL_MENU_STAYS: break;
    case WL_MENU_REPAINT: wl_term_redraw(p->term); break;
    case WL_MENU_THEME:
      *p->options->scheme = (*p->options->scheme + 1) % WL_SCHEMES;
      wl_term_theme(p->term, *p->options->scheme);
      break;
    default: p->done = true;
    }
  }
  if (!any && wl_term_gone(p->term)) p->gone = true;
}

enum wl_status wl_tui_pick(struct wl_menu *m, const struct wl_menu_screen_options *o,
                           enum wl_menu_event *event, struct wl_diag *d) {
  struct pick p = {.menu = m, .options = o, .event = WL_MENU_LEAVES};
  enum wl_status status = WL_OK;
  wl_signals_start();
  p.term = wl_term_start(o->have_tier ? o->tier : WL_TRUE, *o->scheme, d);
  if (!p.term) status = d->status;
  while (p.term && !p.done && !p.gone) {
    draw(&p);
    struct pollfd fd = {wl_term_descriptor(p.term), POLLIN, 0};
    int wait = wl_term_wait(p.term), held = wl_term_held(p.term);
    if (held >= 0 && (wait < 0 || held < wait)) wait = held;
    struct timespec time = {wait / 1000, wait % 1000 * 1000000L};
    if (ppoll(&fd, 1, wait < 0 ? NULL : &time, wl_signals_open()) < 0) fd.revents = 0;
    wl_term_obey(p.term);
    if (fd.revents & (POLLHUP | POLLERR | POLLNVAL)) p.gone = true;
    else if (fd.revents || wl_term_wait(p.term) == 0) take_keys(&p);
  }
  if (p.gone) {
    wl_diag_fail(d, WL_TERMINAL, "the terminal went away");
    status = WL_TERMINAL;
  }
  wl_term_stop(p.term);
  wl_signals_end();
  *event = p.event;
  return status;
}
