#include "tui/notes_screen.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "script/machine/clock.h"
#include "tui/notes_socket.h"
#include "tui/signals.h"
#include "tui/terminal.h"
#include "view/slides/notes.h"

enum {
  AGAIN_MS = 500,   /* between attempts to find a presentation */
  MOVING_MS = 20,   /* … that has gone on to another script */
  PATIENCE_MS = 3000, /* until it is thought to have ended there */
};

struct second {
  struct wl_term *term;
  const char *first;    /* script that it was started with; NULL: whatever is presented */
  const char *script;   /* … and the one that the presentation has gone on to */
  char next[512];       /* holds it where the presentation has gone on */
  int64_t moved;        /* when the presentation went on to it; 0: it is there, or was not */
  int fd;               /* of the channel, -1: nobody presents */
  bool other;           /* it is that of another script, as nobody presents this one */
  int64_t looked;       /* when this one was looked for meanwhile */
  bool have, leave, ascii, old; /* notes have come; …; the picture is old */
  struct wl_notes notes;
  int64_t began;        /* when the presentation did, in milliseconds */
  uint32_t shown;       /* seconds */
  enum wl_scheme scheme;
};

static void draw(struct second *s) {
  int width, height;
  char why[512];
  wl_term_size(s->term, &width, &height);
  struct wl_canvas *c = wl_canvas_create(width, height, s->ascii);
  if (!c) return;
  s->shown = (uint32_t)((wl_clock_ms() - s->began) / 1000);
  bool other = s->first && strcmp(s->script, s->first) != 0;
  snprintf(why, sizeof why, "Nobody presents %s%s%s. Start it in another terminal with --present, "
                            "or press F5 there. q leaves.", s->first ? s->first : "a script",
           other ? " or " : "", other ? s->script : "");
  wl_notes_draw(c, s->have ? &s->notes : NULL, s->shown, why);
  s->old = !wl_term_blit(s->term, c);
  wl_canvas_destroy(c);
}

static void take_keys(struct second *s) {
  uint32_t key;
  bool any = false;
  while ((key = wl_term_key(s->term)) != WL_KEY_NONE) {
    enum wl_action a = wl_keymap_find(key);
    any = true;
    if (a == WL_ACT_QUIT || a == WL_ACT_CANCEL) s->leave = true;
    if (a == WL_ACT_THEME) wl_term_theme(s->term, s->scheme = (s->scheme + 1) % WL_SCHEMES);
    if (a == WL_ACT_REDRAW) wl_term_redraw(s->term);
    s->old = true;
  }
  if (!any && wl_term_gone(s->term)) s->leave = true;
}

/* The last of what has come counts. */
static void take_notes(struct second *s) {
  struct wl_notes n;
  for (;;) {
    ssize_t size = recv(s->fd, &n, sizeof n, MSG_DONTWAIT | MSG_TRUNC);
    if (size < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (size > 0 && wl_notes_valid(&n, (size_t)size) && n.script[0]) { /* it goes on there */
      strcpy(s->next, n.script);
      s->script = s->next;
      close(s->fd);
      s->fd = -1;
      s->moved = wl_clock_ms();
      return;
    }
    if (size <= 0 || !wl_notes_valid(&n, (size_t)size)) { /* the presentation is over */
      close(s->fd);
      s->fd = -1;
      s->have = false;
      s->old = true;
      return;
    }
    s->notes = n;
    s->began = wl_clock_ms() - (int64_t)n.seconds * 1000;
    s->have = s->old = true;
  }
}

/* Where the presentation has gone to, or, once it is over, where it began: the next may begin
 * there, too. Else whatever is presented now: it may have gone on before these notes came. */
static void join(struct second *s, struct wl_diag *problem) {
  s->other = false;
  s->fd = s->script ? wl_notes_socket_join(s->script, problem) : -1;
  if (s->fd >= 0 || s->moved) return;
  if (s->first && s->script != s->first) {
    s->fd = wl_notes_socket_join(s->first, problem);
    if (s->fd >= 0) s->script = s->first;
  }
  if (s->fd >= 0 || (s->script && problem->status != WL_OK)) return;
  s->fd = wl_notes_socket_join_any(problem);
  s->other = s->fd >= 0;
  s->looked = wl_clock_ms();
}

/* The script that these notes were started with comes first, once somebody presents it. */
static void look_for_own(struct second *s) {
  struct wl_diag unheard;
  if (!s->other || !s->first || wl_clock_ms() - s->looked < AGAIN_MS) return;
  s->looked = wl_clock_ms();
  int fd = wl_notes_socket_join(s->first, &unheard);
  if (fd < 0) return;
  close(s->fd);
  s->fd = fd;
  s->script = s->first;
  s->other = false;
}

static bool turn(struct second *s, struct wl_diag *d) {
  struct wl_diag problem;
  if (s->fd < 0) join(s, &problem);
  else look_for_own(s);
  if (s->fd < 0 && problem.status != WL_OK) {
    *d = problem;
    return false;
  }
  if (s->fd >= 0) s->moved = 0;
  if (s->moved && wl_clock_ms() - s->moved > PATIENCE_MS) {
    s->moved = 0;
    s->have = false;
    s->old = true;
  }
  if (s->have && (uint32_t)((wl_clock_ms() - s->began) / 1000) != s->shown) s->old = true;
  if (s->old) draw(s);
  int wait = s->moved  ? MOVING_MS
             : s->have ? 1000 - (int)((wl_clock_ms() - s->began) % 1000)
                       : AGAIN_MS;
  int paste = wl_term_wait(s->term), held = wl_term_held(s->term);
  if (paste >= 0 && paste < wait) wait = paste;
  if (held >= 0 && held < wait) wait = held;
  struct pollfd fds[2] = {{wl_term_descriptor(s->term), POLLIN, 0}, {s->fd, POLLIN, 0}};
  struct timespec time = {wait / 1000, wait % 1000 * 1000000L};
  if (ppoll(fds, 2, &time, wl_signals_open()) < 0) fds[0].revents = fds[1].revents = 0;
  if (wl_term_obey(s->term)) s->old = true;
  if (fds[0].revents & (POLLHUP | POLLERR | POLLNVAL)) s->leave = true;
  else if (fds[0].revents || wl_term_wait(s->term) == 0) take_keys(s);
  if (s->fd >= 0 && fds[1].revents) take_notes(s);
  return true;
}

enum wl_status wl_tui_notes(const struct wl_tui_options *o, struct wl_diag *d) {
  const char *script = o->run.one_line ? o->run.text : o->run.name; /* NULL: not given */
  struct second s = {.first = script, .script = script, .fd = -1,
                     .ascii = o->ascii, .old = true, .scheme = o->scheme};
  bool good = true;
  wl_signals_start();
  s.term = wl_term_start(o->have_tier ? o->tier : WL_TRUE, o->scheme, d);
  while (s.term && good && !s.leave) good = turn(&s, d);
  if (s.fd >= 0) close(s.fd);
  enum wl_status status = s.term && good ? WL_OK : d->status;
  wl_term_stop(s.term);
  wl_signals_end();
  return status;
}
