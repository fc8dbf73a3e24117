#include "app/plain.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/app.h"
#include "script/machine/clock.h"
#include "script/process/regular_file.h"
#include "session/playback.h"
#include "session/select/second_run.h"
#include "session/state/requests.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "view/keys/typed_commands.h"
#include "view/speech/speech.h"

enum { LINE = 4096 };

/* Lines from a descriptor, of which no more is read than up to the next one. */
struct lines {
  int fd;         /* -1: the end was reached */
  size_t have;
  bool cut;       /* what comes is the rest of a line that was too long */
  char byte[LINE];
};

struct talk {
  struct wl_app on;
  struct wl_spoken said;
  struct wl_prose prose;
  struct lines lines;
  bool recorded;  /* the lines are those of a recording */
  bool live;      /* somebody types them; else what was said is to be said again, as an answer
                   * alone tells little */
  bool leave;
};

static bool has_line(const struct lines *l) {
  return memchr(l->byte, '\n', l->have) || (l->fd < 0 && l->have) || l->have == LINE;
}

/* Waits for more; the end of the input also where it cannot be read. */
static void receive(struct lines *l) {
  ssize_t n = read(l->fd, l->byte + l->have, LINE - l->have);
  if (n < 0 && errno == EINTR) return;
  if (n <= 0) {
    if (l->fd != STDIN_FILENO) close(l->fd);
    l->fd = -1;
  } else {
    l->have += (size_t)n;
  }
}

/* The next line, as a string; a longer one than there is room for is none. */
static bool peek_line(const struct lines *l, char line[LINE + 1]) {
  const char *end = memchr(l->byte, '\n', l->have);
  size_t size = end ? (size_t)(end - l->byte) : l->have;
  memcpy(line, l->byte, size);
  line[size] = '\0';
  return strlen(line) == size && (end || l->have < LINE);
}

static void drop_line(struct lines *l) {
  const char *end = memchr(l->byte, '\n', l->have);
  size_t size = end ? (size_t)(end - l->byte) + 1 : l->have;
  l->cut = !end && l->fd >= 0;
  memmove(l->byte, l->byte + size, l->have -= size);
}

/* Whether somebody has typed a line that cannot wait for the script. Of a file, all lines
 * are there from the beginning: there it can. */
static bool interrupted(const struct talk *t) {
  char line[LINE + 1];
  return t->live && has_line(&t->lines) && peek_line(&t->lines, line) && wl_order_urgent(line);
}

/* Until the script has ended, or is to be stopped. */
static void settle(struct talk *t) {
  while (wl_app_busy(&t->on) && !interrupted(t)) {
    struct pollfd fds[1 + WL_APP_FDS];
    fds[0] = (struct pollfd){has_line(&t->lines) ? -1 : t->lines.fd, POLLIN, 0};
    size_t count = 1 + wl_app_descriptors(&t->on, fds + 1);
    if (poll(fds, count, WL_RUNNER_MS) > 0 && fds[0].revents) receive(&t->lines);
    wl_app_pump(&t->on, wl_clock_ms());
  }
}

/* The lesson after this one, or before it. */
static void turn_lesson(struct talk *t) {
  if (!wl_app_turn(&t->on)) return;
  t->said = (struct wl_spoken){.any = false};
  settle(t);
}

/* Does what the session requests, until it requests nothing more. */
static void take_wants(struct talk *t) {
  for (unsigned requests;
       (requests = wl_session_requests(t->on.model)) & ~(unsigned)WL_REQUEST_PICTURE;) {
    if (requests & WL_REQUEST_QUIT) {
      t->leave = true;
      return;
    }
    if (requests & WL_REQUEST_TALLY) wl_app_tally(&t->on);
    wl_app_take(&t->on, requests);
    settle(t);
    if (requests & WL_REQUEST_LESSON) turn_lesson(t);
  }
}

/* What is left of the instruction, without the time between its pictures; where nothing is,
 * or the view has no wavefronts, the next one: who listens cannot say when to stop. */
static void play_on(struct talk *t) {
  struct wl_session *m = t->on.model;
  size_t step = m->selected;
  for (int ms; !t->leave && (ms = wl_session_tick(m, 0)) >= 0; take_wants(t)) {
    wl_session_tick(m, ms);
    if (m->selected != step || m->wave >= wl_second_run_waves(m)) m->playing = false;
    wl_speak_line(m, &t->said, WL_ACTION_COUNT, &t->prose);
  }
}

static void obey(struct talk *t, const char *line) {
  enum wl_action action;
  struct wl_diag d;
  wl_app_look(&t->on);
  switch ((t->recorded ? wl_order_key : wl_order)(t->on.model, line, &action, &d)) {
  case WL_ORDERED_NOTHING: return;
  case WL_ORDERED_UNKNOWN: wl_speak_error(&d, &t->prose); return;
  case WL_ORDERED: break;
  }
  take_wants(t);
  if (t->leave) return;
  if (action == WL_ACT_PLAY && wl_session_tick(t->on.model, 0) >= 0) play_on(t);
  else wl_speak_line(t->on.model, &t->said, action, &t->prose);
}

static void take_line(struct talk *t) {
  char line[LINE + 1];
  struct wl_diag d;
  bool whole = peek_line(&t->lines, line), rest = t->lines.cut;
  drop_line(&t->lines);
  if (rest) return;
  if (!t->live && whole) wl_say_quoted(&t->prose, "> ", line, strlen(line));
  if (whole) {
    obey(t, line);
    return;
  }
  wl_diag_fail(&d, WL_USAGE, "this line is no command");
  wl_speak_error(&d, &t->prose);
}

/* False where what was said did not go out. */
static bool deliver(struct talk *t) { return fflush(t->prose.out) == 0 && !ferror(t->prose.out); }

/* The script was saved, and has run again. */
static void follow(struct talk *t) {
  if (!wl_file_watch_pump(t->on.watch, true, wl_clock_ms())) return;
  if (!wl_runner_changed(t->on.feed)) wl_file_watch_again(t->on.watch, wl_clock_ms());
  if (!wl_runner_busy(t->on.feed)) return;
  settle(t);
  take_wants(t);
  wl_say(&t->prose, "The script was saved, and has run again");
  wl_speak_line(t->on.model, &t->said, WL_ACTION_COUNT, &t->prose);
}

/* Until there is a line. Where somebody types, the file of the script is followed
 * meanwhile; what a log has does not depend on time. */
static void wait_line(struct talk *t) {
  while (t->lines.fd >= 0 && !has_line(&t->lines)) {
    bool watched = t->live && t->on.watch;
    struct pollfd fds[2] = {{t->lines.fd, POLLIN, 0},
                            {watched ? wl_file_watch_descriptor(t->on.watch) : -1, POLLIN, 0}};
    int wait = watched ? wl_file_watch_wait(t->on.watch, wl_clock_ms()) : -1;
    if (poll(fds, 2, wait) > 0 && fds[0].revents) receive(&t->lines);
    if (watched) follow(t);
    if (fflush(t->prose.out) != 0) return;
  }
}

/* All lines of one descriptor. */
static bool converse(struct talk *t, int fd) {
  if (t->lines.fd != fd) t->lines = (struct lines){.fd = fd};
  t->live = isatty(fd);
  t->recorded = fd != STDIN_FILENO;
  while (!t->leave) {
    wait_line(t);
    if (!has_line(&t->lines)) return true;
    take_line(t);
    if (!deliver(t)) return false;
  }
  return true;
}

static bool talk(struct talk *t, int keys) {
  t->lines.fd = keys < 0 ? STDIN_FILENO : -1;
  t->live = keys < 0 && isatty(STDIN_FILENO);
  wl_runner_start(t->on.feed);
  settle(t);
  take_wants(t);
  wl_speak_line(t->on.model, &t->said, WL_ACTION_COUNT, &t->prose);
  if (isatty(STDIN_FILENO))
    wl_say(&t->prose, "An empty line goes on; help lists the commands; quit leaves");
  return deliver(t) && (keys < 0 || converse(t, keys)) && (t->leave || converse(t, STDIN_FILENO));
}

enum wl_status wl_plain(const struct wl_tui_options *o, FILE *out, struct wl_diag *d) {
  struct talk t = {.prose = {out, o->ascii}};
  struct wl_diag unread;
  int keys = o->keys ? wl_regular_descriptor(o->keys, &unread) : -1;
  enum wl_status status = WL_OK;
  bool open = wl_app_open(&t.on, o, d);
  if (!open) status = d->status;
  else if (o->keys && keys < 0) status = (*d = unread).status;
  else if (!talk(&t, keys))
    wl_diag_fail(d, status = WL_OUTPUT, "cannot write: %s", strerror(errno));
  else if (o->print_state) status = wl_app_print_state(&t.on, out, d);
  const struct wl_diag *failure = t.on.feed ? wl_runner_problem(t.on.feed) : NULL;
  if (status == WL_OK && failure) {
    status = failure->status;
    if (!isatty(fileno(out))) *d = *failure; /* who reads a log requests to hear of it at once */
  }
  status = wl_app_end(&t.on, status, d);
  wl_app_close(&t.on);
  return status;
}
