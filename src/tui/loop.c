/* The loop: waits for keys, the script, signals and the clock, and draws. */
#include "tui/loop.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "app/app.h"
#include "app/key_player.h"
#include "core/analysis/costs.h"
#include "core/trace/trace.h"
#include "script/machine/clock.h"
#include "script/syntax/lesson_header.h"
#include "script/syntax/redact.h"
#include "session/course/course.h"
#include "session/playback.h"
#include "session/restore/restore.h"
#include "session/select/setters.h"
#include "session/session.h"
#include "session/state/requests.h"
#include "session/state/session_query.h"
#include "tui/notes_socket.h"
#include "tui/signals.h"
#include "tui/terminal.h"
#include "view/keys/input.h"
#include "view/picture.h"
#include "view/slides/notes.h"
#include "words/quote.h"

enum {
  SOON_MS = 16,     /* that pictures of a size that changes are apart; and that the script has
                     * to give something before its text is shown */
  WHOLE_MS = 200,   /* that keys wait, behind the first instructions of a script, for the others:
                     * the costliest one, or the last, is that of all of them */
  FRAME_MS = 334,   /* pictures that nobody waits for come no faster: what a run makes of the
                     * timeline while it goes on may not flash, either (WCAG 2.3.1) */
  CALM_MS = 2000,   /* of a run that nothing is shown of while a recording plays: how far it has
                     * come by then is not the same each time */
  LONG_MS = 1000,   /* of a run before it is told how to stop it */
  MAX_EMPTY = 3,    /* reads without a key before we ask whether the terminal is there */
};

/* The text of a script before a run has said anything: a recording without a step, and what it
 * costs on its generation. */
struct preface {
  struct wl_trace *trace;
  struct wl_analysis *costs;
};

/* What of a picture is old: nothing, what another wavefront changes, or anything. */
enum stale { STALE_NOTHING, STALE_WAVE, STALE_ALL };

struct screen {
  struct wl_app on;
  struct preface preface;
  struct wl_term *term;
  struct wl_keyboard *keyboard;
  struct wl_notes_socket *channel; /* for notes, while presenting; NULL: none */
  bool served;         /* a channel was asked for */
  int ahead;           /* that of another screen, whose notes are read until it ends; -1: none */
  int64_t began;       /* when the first was; milliseconds */
  struct wl_canvas *canvas;
  bool ascii;
  enum stale stale;    /* the picture */
  bool urgent, soon;   /* somebody waits for the new one, or there may be more that change it at
                        * once */
  bool leave, gone;
  int empty;           /* reads in a row that gave nothing */
  bool unread;         /* keys may have come for which there was no room */
  int64_t ticked, drawn; /* when; milliseconds */
  int64_t slow;        /* when to show what the script is, if nothing came of it; 0: never */
  int64_t busy;        /* since when something runs; 0: nothing does */
  bool lasts;          /* for long */
  int64_t first;       /* when its first instructions came; 0: they have not */
  int64_t patient;     /* until when keys wait for them and nobody has to know; 0: it was said */
};

static bool busy(const struct screen *s) { return wl_app_busy(&s->on); }

/* Shows what is known of a script before it runs, as far as there is memory. */
static struct preface show_preface(struct wl_app *e) {
  const struct wl_run_options *run = &e->options->run;
  const struct wl_arch *arch = run->arch ? run->arch : wl_arch_default();
  struct preface p = {wl_trace_create(1, 1),
                      wl_analysis_create(wl_target_make(arch, run->chip), 1, 1)};
  struct wl_lesson lesson;
  if (run->one_line || !p.trace || !p.costs) return p;
  wl_lesson_read(run->text, run->size, &lesson);
  if (!wl_trace_set_source(p.trace, run->name, run->text, run->size) || !wl_redact(p.trace))
    return p;
  wl_session_set_title(e->model, lesson.title);
  wl_session_show(e->model, p.trace, p.costs);
  return p;
}

/* Once no model shows it. */
static void drop_preface(struct preface *p) {
  wl_trace_destroy(p->trace);
  wl_analysis_destroy(p->costs);
}

/* What notes know a script by. */
static const char *name_of(const struct wl_app *e) {
  const struct wl_run_options *run = &e->options->run;
  return run->one_line ? run->text : run->name;
}

/* Behind the screen with this channel, behind none for -1. */
static void fall_in(struct screen *s, int ahead) {
  if (s->ahead >= 0) close(s->ahead);
  s->ahead = ahead;
}

/* Who reads the notes of this script goes on to those of the next. */
static void move_notes(struct screen *s, const char *script) {
  struct wl_notes notes = {.version = WL_NOTES_VERSION};
  if (s->channel && strlen(script) < sizeof notes.script) {
    strcpy(notes.script, script);
    wl_notes_socket_send(s->channel, &notes, sizeof notes);
  }
  wl_notes_socket_close(s->channel);
  s->channel = NULL;
  s->served = false;
  fall_in(s, -1);
}

/* A script has been started; what is on the screen stays for a moment. */
static void await_script(struct screen *s) {
  s->ticked = wl_clock_ms();
  s->drawn = s->ticked + SOON_MS - FRAME_MS;
  s->slow = s->ticked + SOON_MS;
  s->first = 0;
  s->patient = s->ticked + FRAME_MS;
  s->stale = STALE_ALL;
}

/* The lesson after this one, or before it, on the same terminal. */
static void turn_lesson(struct screen *s, bool on) {
  struct wl_app next;
  if (!wl_app_next(&s->on, on, &next)) return;
  struct preface preface = show_preface(&next);
  move_notes(s, name_of(&next));
  wl_app_replace(&s->on, &next, on);
  drop_preface(&s->preface);
  s->preface = preface;
  wl_runner_start(s->on.feed);
  await_script(s);
}

static void take_wants(struct screen *s) {
  unsigned requests = wl_session_requests(s->on.model);
  if (requests & WL_REQUEST_QUIT) s->leave = true;
  wl_app_take(&s->on, requests);
  if (requests & WL_REQUEST_TALLY) wl_app_tally(&s->on);
  if (requests & WL_REQUEST_THEME) wl_term_theme(s->term, wl_session_scheme(s->on.model));
  if (requests & WL_REQUEST_MOUSE) wl_term_mouse(s->term, wl_session_mouse(s->on.model));
  if (requests & WL_REQUEST_REPAINT) wl_term_redraw(s->term);
  if (requests & (WL_REQUEST_DRAW | WL_REQUEST_THEME | WL_REQUEST_REPAINT)) s->stale = STALE_ALL;
  else if (requests & WL_REQUEST_WAVE && !s->stale) s->stale = STALE_WAVE;
  if (requests & WL_REQUEST_LESSON) turn_lesson(s, wl_session_lesson_turn(s->on.model) > 0);
}

/* A canvas as big as the terminal; the old one goes on where memory is short. */
static void fit_canvas(struct screen *s) {
  int width, height;
  wl_term_size(s->term, &width, &height);
  if (s->canvas && wl_canvas_width(s->canvas) == width && wl_canvas_height(s->canvas) == height)
    return;
  struct wl_canvas *c = wl_canvas_create(width, height, s->ascii);
  if (!c) return;
  wl_canvas_destroy(s->canvas);
  s->canvas = c;
  s->stale = STALE_ALL;
}

/* For notes of what is presented; where another screen does, too, once that has ended. */
static void open_channel(struct screen *s) {
  struct wl_diag d;
  int ahead;
  s->served = true;
  s->channel = wl_notes_socket_queue(name_of(&s->on), &ahead, &d);
  fall_in(s, ahead);
  if (!s->channel) wl_session_say(s->on.model, d.what); /* it goes on without notes */
}

/* What the other screen tells is for others: here it counts that it goes on. */
static void watch_ahead(struct screen *s) {
  char byte;
  ssize_t n = 1;
  while (n > 0 || (n < 0 && errno == EINTR)) n = recv(s->ahead, &byte, 1, MSG_DONTWAIT);
  if (n < 0 && errno == EAGAIN) return;
  fall_in(s, -1);
  s->served = false; /* those who read notes look for them here now */
  s->stale = STALE_ALL;
}

/* Whoever has the notes open on a second terminal. */
static void send_notes(struct screen *s, int64_t now) {
  struct wl_notes notes;
  if (!s->served && wl_session_presents(s->on.model)) {
    if (!s->began) s->began = now;
    open_channel(s);
  }
  if (!s->channel) return;
  wl_notes_take(s->on.model, &notes);
  notes.seconds = (uint32_t)((now - s->began) / 1000);
  wl_notes_socket_send(s->channel, &notes, sizeof notes);
}

static void draw(struct screen *s, int64_t now) {
  fit_canvas(s);
  if (!s->canvas) return;
  if (s->stale == STALE_WAVE) wl_session_draw_wave(s->on.model, s->canvas);
  else wl_session_draw(s->on.model, s->canvas);
  if (!wl_term_blit(s->term, s->canvas)) return;
  send_notes(s, now);
  s->stale = STALE_NOTHING;
  s->urgent = s->soon = false;
  s->drawn = now;
  take_wants(s); /* what sending the notes had to say */
}

static void take_signals(struct screen *s) {
  unsigned seen = wl_term_obey(s->term);
  if (seen & WL_SEEN_STOP) s->ticked = wl_clock_ms();
  if (seen & WL_SEEN_RELOAD) wl_runner_read(s->on.feed);
  if (seen) s->stale = STALE_ALL, s->soon = true;
}

/* The file of the script, where it has one and that has changed. */
static void take_changes(struct screen *s, bool input, int64_t now) {
  if (!s->on.watch) return;
  struct wl_file_watch *watch = s->on.watch;
  if (wl_file_watch_pump(watch, input, now) && !wl_runner_changed(s->on.feed))
    wl_file_watch_again(watch, now);
  const char *warning = wl_file_watch_warning(watch);
  if (warning) wl_session_say(s->on.model, warning);
}

/* As many as there is room for; the others stay with the terminal. */
static void take_keys(struct screen *s) {
  uint32_t key;
  int keys = 0;
  while (!wl_keyboard_full(s->keyboard) && (key = wl_term_key(s->term)) != WL_KEY_NONE) {
    keys++;
    if (wl_keyboard_type(s->keyboard, key))
      wl_session_say(s->on.model, "the keys of the file end here: now yours count");
  }
  s->empty = keys ? 0 : s->empty + 1;
  if (s->empty > MAX_EMPTY && wl_term_gone(s->term)) s->gone = true;
  if (keys) s->urgent = true;
  s->unread = wl_keyboard_full(s->keyboard);
}

/* Whether instructions to go to are still to come: of the script, whatever else is counted. */
static bool is_early(struct screen *s) {
  if (!wl_runner_runs(s->on.feed)) return false;
  if (!s->first && !wl_session_empty(s->on.model)) s->first = s->ticked;
  return !s->first || s->ticked - s->first < WHOLE_MS;
}

/* The next one; the one before may have led to another lesson. */
static uint32_t next_key(struct screen *s) {
  wl_keyboard_await(s->keyboard, is_early(s) ? s->on.model : NULL);
  return wl_keyboard_take(s->keyboard, busy(s));
}

/* Those that are due, from the terminal or from a file. */
static void do_keys(struct screen *s) {
  uint32_t key;
  while (!s->leave && (key = next_key(s)) != WL_KEY_NONE) {
    wl_app_look(&s->on);
    wl_session_key(s->on.model, key);
    take_wants(s);
    s->urgent = true;
  }
}

/* Milliseconds until the next picture. */
static int64_t until_draw(const struct screen *s, int64_t now) {
  int64_t apart = s->urgent ? 0 : s->soon ? SOON_MS : FRAME_MS, wait = s->drawn + apart - now;
  int held = wl_term_held(s->term), least = held > 0 ? held : 0;
  return wait > least ? wait : least;
}

/* Whether the picture waits for what runs. */
static bool is_calm(const struct screen *s, int64_t now) {
  return s->busy && now - s->busy < CALM_MS && wl_keyboard_plays(s->keyboard);
}

/* Milliseconds to wait, -1 for ever, given when the session requests its next tick. */
static int wait_ms(const struct screen *s, int tick, int64_t now) {
  int64_t wait = tick;
  int key = wl_keyboard_wait(s->keyboard, busy(s));
  if (key >= 0 && (wait < 0 || wait > key)) wait = key;
  int watch = s->on.watch ? wl_file_watch_wait(s->on.watch, now) : -1;
  if (watch >= 0 && (wait < 0 || wait > watch)) wait = watch;
  bool full = wl_keyboard_full(s->keyboard);
  int paste = full ? -1 : s->unread ? 0 : wl_term_wait(s->term);
  if (paste >= 0 && (wait < 0 || wait > paste)) wait = paste;
  if (busy(s) && (wait < 0 || wait > WL_RUNNER_MS)) wait = WL_RUNNER_MS;
  if (s->slow && (wait < 0 || wait > s->slow - now)) wait = s->slow > now ? s->slow - now : 0;
  if (s->stale && !is_calm(s, now)) {
    int64_t frame = until_draw(s, now);
    if (wait < 0 || wait > frame) wait = frame;
  }
  return (int)wait;
}

/* One round: sleeps until something happens, then does it. */
static void turn(struct screen *s, int wait) {
  /* -1 is left out by poll() */
  int watch = s->on.watch ? wl_file_watch_descriptor(s->on.watch) : -1;
  int notes = s->channel ? wl_notes_socket_descriptor(s->channel) : -1;
  struct pollfd fds[4 + WL_APP_FDS]; /* too many to be set to nothing at every key */
  bool full = wl_keyboard_full(s->keyboard);
  fds[0] = (struct pollfd){wl_term_descriptor(s->term), full ? 0 : POLLIN, 0};
  fds[1] = (struct pollfd){watch, POLLIN, 0};
  fds[2] = (struct pollfd){notes, POLLIN, 0};
  fds[3] = (struct pollfd){s->ahead, POLLIN, 0};
  size_t count = 4 + wl_app_descriptors(&s->on, fds + 4);
  struct timespec time = {wait / 1000, wait % 1000 * 1000000L};
  int ready = ppoll(fds, count, wait < 0 ? NULL : &time, wl_signals_open());
  if (ready <= 0) fds[0].revents = 0;
  int64_t now = wl_clock_ms();
  wl_keyboard_pass(s->keyboard, s->on.model, (int)(now - s->ticked), busy(s));
  s->ticked = now;
  take_signals(s);
  if (fds[0].revents & (POLLHUP | POLLERR | POLLNVAL)) s->gone = true;
  else if (!full && (fds[0].revents || s->unread || wl_term_wait(s->term) == 0)) take_keys(s);
  if (!s->gone) do_keys(s);
  if (s->channel && ready > 0 && fds[2].revents) wl_notes_socket_accept(s->channel);
  if (s->ahead >= 0 && ready > 0 && fds[3].revents) watch_ahead(s);
  if (!s->gone && !s->leave) take_changes(s, fds[1].revents != 0, now);
  if (!s->gone && !s->leave && wl_app_pump(&s->on, now)) s->urgent = true;
  take_wants(s);
}

/* A script that gives nothing for a moment is shown itself meanwhile, and what a key waits for. */
static void wait_for_script(struct screen *s, int64_t now) {
  bool waits = s->patient && now >= s->patient && wl_keyboard_waits(s->keyboard);
  if (waits && is_early(s) && wl_session_empty(s->on.model)) {
    s->patient = 0;
    s->stale = STALE_ALL, s->urgent = true;
    wl_session_say(s->on.model, "keys wait for the script; x stops it");
  }
  if (!s->slow || now < s->slow) return;
  s->slow = 0;
  if (!wl_session_empty(s->on.model)) return;
  wl_session_wait(s->on.model);
  s->stale = STALE_ALL, s->urgent = true;
}

static void loop(struct screen *s) {
  draw(s, wl_clock_ms()); /* what is known stands there before anything has come */
  await_script(s);
  while (!s->leave && !s->gone) {
    int tick = wl_session_tick(s->on.model, 0);
    take_wants(s);
    int64_t now = wl_clock_ms();
    if (!busy(s)) wl_app_look(&s->on); /* once the first script has run */
    wait_for_script(s, now);
    if (!busy(s)) s->busy = 0, s->lasts = false;
    else if (!s->busy) s->busy = now;
    else if (!s->lasts && now - s->busy > LONG_MS) {
      s->lasts = true;
      wl_session_wait(s->on.model); /* how it can be stopped */
    }
    if (s->stale && !is_calm(s, now) && until_draw(s, now) == 0) {
      draw(s, now);
      now = wl_clock_ms();
    }
    turn(s, wait_ms(s, tick, now));
  }
}

/* What a recording begins with: the arguments that lead to the same screen. Before a script has
 * run the session does not know its parameters. */
static char *make_heading(struct wl_session *m, const struct wl_run_options *run) {
  char *text = NULL, *words = wl_restore_write(m, ' ');
  size_t size;
  FILE *f = words ? open_memstream(&text, &size) : NULL;
  if (f) fputs(words, f);
  for (size_t i = 0; f && i < run->setting_count; i++) {
    fprintf(f, " %s=", run->settings[i].name);
    wl_shell_quote(f, run->settings[i].value);
  }
  free(words);
  if (f && fclose(f) == 0) return text;
  free(text);
  return NULL;
}

enum wl_status wl_tui(const struct wl_tui_options *o, int *lesson, struct wl_diag *d) {
  struct screen s = {.ascii = o->ascii, .ahead = -1};
  enum wl_status status = WL_OK;
  wl_signals_start();
  bool open = wl_app_open(&s.on, o, d);
  if (open) s.preface = show_preface(&s.on);
  char *heading = open ? make_heading(s.on.model, &o->run) : NULL;
  if (open && !heading) wl_diag_refused(d, "out of memory");
  s.keyboard = heading ? wl_keyboard_create(o->keys, o->record, heading, d) : NULL;
  free(heading);
  if (s.keyboard) wl_runner_start(s.on.feed); /* it runs while the terminal is made ready */
  if (s.keyboard) s.term = wl_term_start(o->have_tier ? o->tier : WL_TRUE, o->scheme, d);
  if (s.term) loop(&s);
  else status = d->status;
  if (s.gone) {
    wl_diag_fail(d, WL_TERMINAL, "the terminal went away");
    status = WL_TERMINAL;
  }
  *lesson = s.on.options->lesson;
  wl_notes_socket_close(s.channel);
  fall_in(&s, -1);
  wl_term_stop(s.term);
  if (!wl_keyboard_destroy(s.keyboard, status == WL_OK ? d : NULL) && status == WL_OK)
    status = d->status;
  if (o->print_state && status == WL_OK) status = wl_app_print_state(&s.on, stdout, d);
  status = wl_app_end(&s.on, status, d);
  wl_app_close(&s.on);
  drop_preface(&s.preface);
  wl_canvas_destroy(s.canvas);
  wl_signals_end();
  return status;
}
