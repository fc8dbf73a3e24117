/* The loop: waits for keys, the script, signals and the clock, and draws. */
#include "tui/tui.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>

#include "core/analysis.h"
#include "core/trace.h"
#include "script/lesson.h"
#include "tui/channel.h"
#include "tui/feed.h"
#include "tui/keyboard.h"
#include "tui/pager.h"
#include "tui/side.h"
#include "tui/signals.h"
#include "tui/term.h"
#include "tui/watch.h"
#include "view/ballot.h"
#include "view/basics.h"
#include "view/course.h"
#include "view/input.h"
#include "view/model.h"
#include "view/model_play.h"
#include "view/notes.h"
#include "view/picture.h"
#include "view/present.h"
#include "view/set.h"
#include "view/want.h"

enum {
  SOON_MS = 16,     /* that pictures of a size that changes are apart; and that the script has
                     * to give something before its text is shown */
  FRAME_MS = 334,   /* pictures that nobody waits for come no faster: what a run makes of the
                     * timeline while it goes on may not flash, either (WCAG 2.3.1) */
  MAX_EMPTY = 3,    /* reads without a key before we ask whether the terminal is there */
  MAX_RUN_FDS = 512,
};

struct screen {
  const struct wl_tui_options *options;
  struct wl_term *term;
  struct wl_model *model;
  struct wl_feed *feed;
  struct wl_side *side;
  struct wl_keyboard *keyboard;
  const char *script;  /* its name, for notes */
  struct wl_channel *channel; /* for notes, while presenting; NULL: none */
  struct wl_trace *preface; /* the text of the script, without a step; or NULL */
  struct wl_analysis *costs; /* … on its generation */
  struct wl_lesson lesson;  /* what the text says of itself */
  bool served;         /* a channel was asked for */
  int64_t began;       /* when the first was; milliseconds */
  bool looked;         /* the model knows its neighbours in the course */
  struct wl_watch *watch; /* NULL: of nothing */
  struct wl_canvas *canvas;
  bool ascii;
  bool dirty, urgent, soon; /* the picture is old; somebody waits for the new one, or there
                             * may be more that change it at once */
  bool leave, gone;
  int empty;           /* reads in a row that gave nothing */
  int64_t ticked, drawn; /* when; milliseconds */
  int64_t slow;        /* when to show what the script is, if nothing came of it; 0: never */
};

static int64_t clock_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* At each answer, so that none is lost whatever happens. */
void wl_tui_keep_tally(struct wl_model *m, const struct wl_tui_options *o) {
  struct wl_diag d;
  char *rows = wl_model_tally(m);
  bool good = rows && o->tally(o->tally_to, rows, &d);
  if (!rows) wl_diag_fail(&d, WL_LIMIT, "out of memory");
  free(rows);
  if (!good) wl_model_fail(m, &d);
}

static void show_manual(struct screen *s) {
  struct wl_manual manual = wl_manual_here(s->model);
  struct wl_diag d;
  char *path = s->options->page ? s->options->page(manual.page) : NULL;
  if (!wl_pager_show(s->term, &manual, path, &d)) wl_model_say(s->model, d.what);
  free(path);
  wl_signals_take(); /* what came meanwhile was for the pager; the size is read anew */
  s->ticked = clock_ms();
  s->dirty = s->urgent = true;
}

static bool busy(const struct screen *s) {
  return wl_feed_busy(s->feed) || wl_side_busy(s->side);
}

/* Before a script has said anything its text is known. */
static void show_preface(struct screen *s, const struct wl_run_options *run) {
  s->preface = wl_trace_create(1, 1);
  s->costs = wl_analysis_create(run->arch ? run->arch : wl_arch_default(), 1, 1);
  if (run->one_line || !s->preface || !s->costs) return;
  wl_lesson_read(run->text, run->size, &s->lesson);
  if (!wl_trace_set_source(s->preface, run->name, run->text, run->size)) return;
  wl_model_set_title(s->model, s->lesson.title);
  wl_model_show(s->model, s->preface, s->costs);
}

/* What stands on the screen of one script; false and a diag where it cannot. */
static bool open_script(struct screen *s, const struct wl_tui_options *o, struct wl_diag *d) {
  s->options = o;
  s->script = o->run.one_line ? o->run.text : o->run.name;
  s->feed = NULL, s->side = NULL, s->watch = NULL;
  s->looked = s->served = false;
  s->preface = NULL, s->costs = NULL;
  s->model = wl_tui_model(o);
  if (s->model) show_preface(s, &o->run);
  if (s->model) s->feed = wl_feed_create(&o->run, s->model);
  if (s->feed) s->side = wl_side_create(s->feed, s->model, o->find);
  if (s->side && o->watched) s->watch = wl_watch_create(o->run.name);
  return (s->side && (s->watch || !o->watched)) || wl_diag_refused(d, "out of memory");
}

static void close_script(struct screen *s) {
  wl_watch_destroy(s->watch);
  wl_side_destroy(s->side);
  wl_feed_destroy(s->feed);
  wl_model_destroy(s->model);
  wl_trace_destroy(s->preface);
  wl_analysis_destroy(s->costs);
}

/* Once the first script has run, for it takes reading all lessons. */
static void look_around(struct screen *s) {
  struct wl_beyond beyond[WL_SIDES] = {{NULL, NULL}};
  if (s->looked || !s->options->course.look) return;
  s->looked = true;
  s->options->course.look(s->options->course.of, s->options->lesson, beyond);
  wl_model_set_course(s->model, beyond);
}

/* Who reads the notes of this script goes on to those of the next. */
static void move_notes(struct screen *s, const char *script) {
  struct wl_notes notes = {.version = WL_NOTES_VERSION};
  if (!s->channel || strlen(script) >= sizeof notes.script) return;
  strcpy(notes.script, script);
  wl_channel_send(s->channel, &notes, sizeof notes);
}

/* Runs the script; what is on the screen stays for a moment. */
static void begin_script(struct screen *s) {
  wl_feed_start(s->feed);
  s->ticked = clock_ms();
  s->drawn = s->ticked + SOON_MS - FRAME_MS;
  s->slow = s->ticked + SOON_MS;
  s->dirty = true;
}

/* The lesson after this one, or before it, on the same terminal. */
static void turn_lesson(struct screen *s, bool on) {
  struct wl_diag d;
  struct screen next = *s;
  const struct wl_tui_options *o = s->options->course.open(s->options->course.of, s->options, on,
                                                           &d);
  if (!o) {
    wl_model_fail(s->model, &d);
    return;
  }
  if (!open_script(&next, o, &d)) {
    close_script(&next);
    wl_model_fail(s->model, &d);
    return;
  }
  wl_present_hand_on(s->model, next.model, on);
  move_notes(s, next.script);
  wl_channel_close(s->channel);
  next.channel = NULL;
  close_script(s);
  *s = next;
  begin_script(s);
}

static void take_wants(struct screen *s) {
  unsigned wants = wl_model_wants(s->model);
  if (wants & WL_WANT_QUIT) s->leave = true;
  wl_feed_take(s->feed, wants);
  wl_side_take(s->side, wants);
  if (wants & WL_WANT_TALLY && s->options->tally) wl_tui_keep_tally(s->model, s->options);
  if (wants & WL_WANT_MANUAL) show_manual(s);
  if (wants & WL_WANT_THEME) wl_term_theme(s->term, wl_model_scheme(s->model));
  if (wants & WL_WANT_MOUSE) wl_term_mouse(s->term, wl_model_mouse(s->model));
  if (wants & WL_WANT_REPAINT) wl_term_redraw(s->term);
  if (wants & (WL_WANT_DRAW | WL_WANT_THEME | WL_WANT_REPAINT)) s->dirty = true;
  if (wants & WL_WANT_LESSON) turn_lesson(s, wl_model_lesson_turn(s->model) > 0);
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
}

/* Whoever has the notes open on a second terminal. */
static void send_notes(struct screen *s, int64_t now) {
  struct wl_notes notes;
  struct wl_diag d;
  if (!s->served && wl_model_presents(s->model)) {
    s->served = true;
    if (!s->began) s->began = now;
    s->channel = wl_channel_serve(s->script, &d);
    if (!s->channel) wl_model_say(s->model, d.what); /* it goes on without notes */
  }
  if (!s->channel) return;
  wl_notes_take(s->model, &notes);
  notes.seconds = (uint32_t)((now - s->began) / 1000);
  wl_channel_send(s->channel, &notes, sizeof notes);
}

static void draw(struct screen *s, int64_t now) {
  fit_canvas(s);
  if (!s->canvas) return;
  wl_model_draw(s->model, s->canvas);
  wl_term_blit(s->term, s->canvas);
  send_notes(s, now);
  s->dirty = s->urgent = s->soon = false;
  s->drawn = now;
  take_wants(s); /* what sending the notes had to say */
}

static void take_signals(struct screen *s) {
  unsigned seen = wl_signals_take();
  if (seen & WL_SEEN_STOP) {
    wl_term_suspend(s->term);
    wl_signals_take(); /* the continuation is part of it */
    s->ticked = clock_ms();
  } else if (seen & WL_SEEN_CONTINUE) {
    wl_term_resume(s->term);
  } else if (seen & WL_SEEN_RESIZE) {
    wl_term_resize(s->term);
  }
  if (seen & WL_SEEN_RELOAD) wl_feed_read(s->feed);
  if (seen) s->dirty = s->soon = true;
}

/* The file of the script, where it has one and that has changed. */
static void take_changes(struct screen *s, int64_t now) {
  if (!s->watch) return;
  if (wl_watch_pump(s->watch, now) && !wl_feed_changed(s->feed)) wl_watch_again(s->watch, now);
  const char *warning = wl_watch_warning(s->watch);
  if (warning) wl_model_say(s->model, warning);
}

static void take_keys(struct screen *s) {
  uint32_t key;
  int keys = 0;
  while ((key = wl_term_key(s->term)) != WL_KEY_NONE) {
    keys++;
    if (wl_keyboard_type(s->keyboard, key))
      wl_model_say(s->model, "the keys of the file end here: now yours count");
  }
  s->empty = keys ? 0 : s->empty + 1;
  if (s->empty > MAX_EMPTY && wl_term_gone(s->term)) s->gone = true;
  if (keys) s->urgent = true;
}

/* Those that are due, from the terminal or from a file. */
static void do_keys(struct screen *s) {
  uint32_t key;
  while (!s->leave &&
         (key = wl_keyboard_take(s->keyboard, busy(s))) != WL_KEY_NONE) {
    look_around(s);
    wl_model_key(s->model, key);
    take_wants(s);
    s->urgent = true;
  }
}

/* Milliseconds between the last picture and the next. */
static int apart(const struct screen *s) { return s->urgent ? 0 : s->soon ? SOON_MS : FRAME_MS; }

/* Milliseconds to wait, -1 for ever, given when the model wants its next tick. */
static int wait_ms(const struct screen *s, int tick, int64_t now) {
  int64_t wait = tick;
  int key = wl_keyboard_wait(s->keyboard, busy(s));
  if (key >= 0 && (wait < 0 || wait > key)) wait = key;
  int watch = s->watch ? wl_watch_wait(s->watch, now) : -1;
  if (watch >= 0 && (wait < 0 || wait > watch)) wait = watch;
  int paste = wl_term_wait(s->term);
  if (paste >= 0 && (wait < 0 || wait > paste)) wait = paste;
  if (busy(s) && (wait < 0 || wait > WL_FEED_MS)) wait = WL_FEED_MS;
  if (s->slow && (wait < 0 || wait > s->slow - now)) wait = s->slow > now ? s->slow - now : 0;
  if (s->dirty) {
    int64_t frame = s->drawn + apart(s) - now;
    if (frame < 0) frame = 0;
    if (wait < 0 || wait > frame) wait = frame;
  }
  return (int)wait;
}

/* One round: sleeps until something happens, then does it. */
static void turn(struct screen *s, int wait) {
  int watch = s->watch ? wl_watch_descriptor(s->watch) : -1; /* -1 is left out by poll() */
  int notes = s->channel ? wl_channel_descriptor(s->channel) : -1;
  struct pollfd fds[3 + 2 * MAX_RUN_FDS]; /* too many to be set to nothing at every key */
  fds[0] = (struct pollfd){wl_term_descriptor(s->term), POLLIN, 0};
  fds[1] = (struct pollfd){watch, POLLIN, 0};
  fds[2] = (struct pollfd){notes, POLLIN, 0};
  size_t count = 3 + wl_feed_descriptors(s->feed, fds + 3, MAX_RUN_FDS);
  count += wl_side_descriptors(s->side, fds + count, MAX_RUN_FDS);
  struct timespec time = {wait / 1000, wait % 1000 * 1000000L};
  int ready = ppoll(fds, count, wait < 0 ? NULL : &time, wl_signals_open());
  if (ready <= 0) fds[0].revents = 0;
  int64_t now = clock_ms();
  wl_keyboard_pass(s->keyboard, s->model, (int)(now - s->ticked), busy(s));
  s->ticked = now;
  take_signals(s);
  if (fds[0].revents & (POLLHUP | POLLERR | POLLNVAL)) s->gone = true;
  else if (fds[0].revents || wl_term_wait(s->term) == 0) take_keys(s);
  if (!s->gone) do_keys(s);
  if (s->channel && ready > 0 && fds[2].revents) wl_channel_accept(s->channel);
  if (!s->gone && !s->leave) take_changes(s, now);
  if (!s->gone && !s->leave && wl_feed_pump(s->feed, now)) s->urgent = true;
  if (!s->gone && !s->leave && wl_side_pump(s->side, now)) s->urgent = true;
  take_wants(s);
}

/* A script that gives nothing for a moment is shown itself meanwhile. */
static void wait_for_script(struct screen *s, int64_t now) {
  if (!s->slow || now < s->slow) return;
  s->slow = 0;
  if (!wl_model_empty(s->model)) return;
  wl_model_wait(s->model);
  s->dirty = s->urgent = true;
}

static void loop(struct screen *s) {
  wl_model_progress(s->model, 0, 1);
  draw(s, clock_ms()); /* what is known stands there before anything is started */
  begin_script(s);
  while (!s->leave && !s->gone) {
    int tick = wl_model_tick(s->model, 0);
    take_wants(s);
    int64_t now = clock_ms();
    if (!busy(s)) look_around(s);
    wait_for_script(s, now);
    if (s->dirty && now - s->drawn >= apart(s)) {
      draw(s, now);
      now = clock_ms();
    }
    turn(s, wait_ms(s, tick, now));
  }
}

struct wl_model *wl_tui_model(const struct wl_tui_options *o) {
  struct wl_model *m = wl_model_create();
  if (!m) return NULL;
  wl_model_pose(m, true);
  if (o->registers) wl_model_set_registers(m, o->registers);
  wl_model_set_chip(m, o->chip);
  wl_model_set_scheme(m, o->scheme);
  wl_model_set_command(m, o->words, o->word_count);
  for (enum wl_bookmark b = 0; b < WL_BOOKMARKS; b++)
    if (o->bookmark[b]) wl_bookmark_recall(m, b, o->bookmark[b]);
  if (o->at_stop) wl_present_begin(m);
  return m;
}

enum wl_status wl_tui_print_state(struct wl_model *m, FILE *f, struct wl_diag *d) {
  char *text = wl_bookmark_write(m, ' ');
  bool good = text && fprintf(f, "%s\n", text) >= 0 && fflush(f) == 0;
  free(text);
  if (!good) wl_diag_fail(d, WL_OUTPUT, "cannot print the state: %m");
  return good ? WL_OK : WL_OUTPUT;
}

/* What a recording begins with: the arguments that lead to the same screen. Before a script has
 * run the model does not know its parameters. */
static char *make_heading(struct wl_model *m, const struct wl_run_options *run) {
  char *text = NULL, *words = wl_bookmark_write(m, ' ');
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
  struct screen s = {.ascii = o->ascii};
  enum wl_status status = WL_OK;
  wl_signals_start();
  bool open = open_script(&s, o, d);
  char *heading = open ? make_heading(s.model, &o->run) : NULL;
  if (open && !heading) wl_diag_refused(d, "out of memory");
  s.keyboard = heading ? wl_keyboard_create(o->keys, o->record, heading, d) : NULL;
  free(heading);
  if (s.keyboard) s.term = wl_term_start(o->have_tier ? o->tier : WL_TRUE, o->scheme, d);
  if (s.term) loop(&s);
  else status = d->status;
  if (s.gone) {
    wl_diag_fail(d, WL_TERMINAL, "the terminal went away");
    status = WL_TERMINAL;
  }
  *lesson = s.options->lesson;
  wl_channel_close(s.channel);
  wl_term_stop(s.term);
  if (!wl_keyboard_destroy(s.keyboard, status == WL_OK ? d : NULL) && status == WL_OK)
    status = d->status;
  if (o->print_state && status == WL_OK) status = wl_tui_print_state(s.model, stdout, d);
  close_script(&s);
  wl_canvas_destroy(s.canvas);
  wl_signals_end();
  return status;
}
