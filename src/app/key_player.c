#include "app/key_player.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/grow.h"
#include "script/process/regular_file.h"
#include "session/playback.h"
#include "session/state/keymap.h"
#include "view/keys/input.h"

enum {
  TYPED = 4096,         /* keys that wait for the script; those beyond wait to be read */
  LONGEST_LINE = 16384, /* bytes of a line of a file, a comment most likely */
};

/* Milliseconds before the key. */
struct event { uint32_t wait, key; };

struct wl_keyboard {
  struct event *event; /* of the file */
  size_t count, room, next;
  uint32_t left;       /* milliseconds until the next of them */
  uint32_t typed[TYPED];
  size_t first, waiting;
  FILE *record;        /* or NULL */
  char name[256];      /* of record */
  int error;           /* errno of the first write to it that failed */
  uint64_t since;      /* milliseconds since the last key that was recorded */
  const struct wl_session *early; /* has hardly anything to go to yet; NULL: none */
};

static bool add_event(struct wl_keyboard *k, struct event e, struct wl_diag *d) {
  if (k->count == k->room) {
    struct event *more = wl_grow(k->event, sizeof *more, &k->room, 64);
    if (!more) return wl_diag_refused(d, "out of memory");
    k->event = more;
  }
  k->event[k->count++] = e;
  return true;
}

/* The next line, with its end and a NUL behind it, or as much of it as has room: then it is no
 * key. Returns its bytes, 0 at the end of the file. */
static size_t read_line(FILE *f, char line[LONGEST_LINE]) {
  size_t n = 0;
  for (int c; n < LONGEST_LINE - 1 && (c = getc(f)) != EOF;) {
    line[n++] = (char)c;
    if (c == '\n') break;
  }
  line[n] = '\0';
  return n;
}

/* Waits add up; what is waited behind the last key is an event without one. */
static bool read_events(struct wl_keyboard *k, FILE *f, const char *path, struct wl_diag *d) {
  char line[LONGEST_LINE];
  uint32_t number = 0, value;
  struct event e = {0};
  bool good = true;
  for (size_t n; good && (n = read_line(f, line)) > 0;) {
    size_t size = strcspn(line, "\n");
    number++;
    bool text = strlen(line) == n;
    line[size] = '\0';
    switch (text ? wl_keys_line(line, &value) : WL_KEYS_UNKNOWN) {
    case WL_KEYS_NOTHING: break;
    case WL_KEYS_WAIT:
      good = e.wait <= WL_KEYS_LONGEST || wl_diag_fail(d, WL_INPUT, "%s waits for days", path);
      e.wait += value;
      break;
    case WL_KEYS_KEY:
      e.key = value;
      good = add_event(k, e, d);
      e = (struct event){0};
      break;
    case WL_KEYS_UNKNOWN:
      good = wl_diag_fail(d, WL_INPUT, "this is no key");
      wl_diag_hint(d, "a line has a key as help names it, such as Right or Ctrl-L; "
                      "`wait MS`; or a comment after \"# \"");
      wl_diag_place(d, path, line, size,
                    (struct wl_span){1, 1, size < 500 ? (uint32_t)size + 1 : 500});
      if (d) d->line = number;
    }
  }
  if (good && ferror(f))
    good = wl_diag_fail(d, WL_INPUT, "cannot read %s: %s", path, strerror(errno));
  e.key = WL_KEY_NONE;
  return good && (e.wait == 0 || add_event(k, e, d));
}

static bool open_play(struct wl_keyboard *k, const char *path, struct wl_diag *d) {
  FILE *f = wl_regular_open(path, d);
  if (!f) return false;
  bool good = read_events(k, f, path, d);
  fclose(f);
  if (k->count) k->left = k->event[0].wait;
  return good;
}

/* Not buffered: what was recorded is there, however the program ends. */
static bool open_record(struct wl_keyboard *k, const char *path, const char *heading,
                        struct wl_diag *d) {
  /* Not to wait for a reader where it is a FIFO. */
  int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0666);
  k->record = fd < 0 ? NULL : fdopen(fd, "w");
  if (!k->record) {
    wl_diag_fail(d, WL_OUTPUT, "cannot write %s: %s", path, strerror(errno));
    if (fd >= 0) close(fd);
    return false;
  }
  setvbuf(k->record, NULL, _IOLBF, 0);
  snprintf(k->name, sizeof k->name, "%s", path);
  if (fprintf(k->record, "# %s\n", heading) < 0) k->error = errno;
  return true;
}

struct wl_keyboard *wl_keyboard_create(const char *play, const char *record, const char *heading,
                                       struct wl_diag *d) {
  struct wl_keyboard *k = calloc(1, sizeof *k);
  if (!k) wl_diag_refused(d, "out of memory");
  if (k && (!play || open_play(k, play, d)) && (!record || open_record(k, record, heading, d)))
    return k;
  wl_keyboard_destroy(k, NULL);
  return NULL;
}

bool wl_keyboard_destroy(struct wl_keyboard *k, struct wl_diag *d) {
  bool good = true;
  if (!k) return true;
  if (k->record && fclose(k->record) != 0 && !k->error) k->error = errno;
  if (k->error)
    good = wl_diag_fail(d, WL_OUTPUT, "cannot write %s: %s", k->name, strerror(k->error));
  free(k->event);
  free(k);
  return good;
}

bool wl_keyboard_plays(const struct wl_keyboard *k) { return k->next < k->count; }

bool wl_keyboard_type(struct wl_keyboard *k, uint32_t key) {
  if (wl_keyboard_plays(k)) {
    k->next = k->count;
    return true;
  }
  k->typed[(k->first + k->waiting++) % TYPED] = key;
  return false;
}

bool wl_keyboard_full(const struct wl_keyboard *k) { return k->waiting == TYPED; }

/* What stops a script, or leaves, cannot wait for its end. */
static bool stops(uint32_t key) {
  enum wl_action a = wl_keymap_find(key);
  return a == WL_ACT_CANCEL || a == WL_ACT_QUIT;
}

/* What stops a run is not recorded: a recording waits for the end of each. */
static void record(struct wl_keyboard *k, uint32_t key, bool busy) {
  char name[WL_KEY_NAME];
  bool good = true;
  if (!k->record || (busy && wl_keymap_find(key) == WL_ACT_CANCEL)) return;
  if (k->since) good = fprintf(k->record, "wait %llu\n", (unsigned long long)k->since) > 0;
  good = fprintf(k->record, "%s\n", wl_key_name(key, name)) > 0 && good;
  if (!good && !k->error) k->error = errno;
  k->since = 0;
}

static uint32_t take_played(struct wl_keyboard *k, bool busy) {
  uint32_t key = k->event[k->next].key;
  if (busy || k->left > 0) return WL_KEY_NONE;
  if (++k->next < k->count) k->left = k->event[k->next].wait;
  return key;
}

/* Without a recording nobody waits for the script, but who goes where nothing is yet, and what is
 * typed behind that. What stops the script goes before keys that wait, unless it is part of a text
 * that these begin to type. */
static uint32_t take_typed(struct wl_keyboard *k, bool busy) {
  bool text = false, waits = k->record != NULL;
  for (size_t i = 0; i < k->waiting; i++) {
    uint32_t key = k->typed[(k->first + i) % TYPED];
    bool letter = key >= ' ' && key < WL_KEY_SPECIAL;
    if (k->early && wl_session_key_moves(k->early, key)) waits = true;
    if (waits && busy && (!stops(key) || (text && letter))) {
      enum wl_action a = wl_keymap_find(key);
      if (a == WL_ACT_COMMAND || a == WL_ACT_FIND || a == WL_ACT_HELP) text = true;
      if (key == WL_KEY_ENTER || key == WL_KEY_ESCAPE) text = false;
      continue;
    }
    for (; i > 0; i--) k->typed[(k->first + i) % TYPED] = k->typed[(k->first + i - 1) % TYPED];
    k->first = (k->first + 1) % TYPED;
    k->waiting--;
    return key;
  }
  return WL_KEY_NONE;
}

uint32_t wl_keyboard_take(struct wl_keyboard *k, bool busy) {
  uint32_t key = wl_keyboard_plays(k) ? take_played(k, busy) : take_typed(k, busy);
  if (key != WL_KEY_NONE) record(k, key, busy);
  return key;
}

void wl_keyboard_await(struct wl_keyboard *k, const struct wl_session *m) { k->early = m; }

bool wl_keyboard_waits(const struct wl_keyboard *k) { return k->waiting > 0; }

void wl_keyboard_pass(struct wl_keyboard *k, struct wl_session *m, int ms, bool busy) {
  bool plays = wl_keyboard_plays(k);
  if (!plays && !k->record) {
    wl_session_tick(m, ms);
    return;
  }
  uint32_t left = ms > 0 ? (uint32_t)ms : 0;
  if (busy) return;
  if (plays && left > k->left) left = k->left;
  if (plays) k->left -= left;
  while (left > 0) {
    int next = wl_session_tick(m, 0);
    uint32_t part = next > 0 && (uint32_t)next < left ? (uint32_t)next : left;
    wl_session_tick(m, (int)part);
    k->since += part;
    left = plays ? left - part : 0; /* live, a frame that comes late is not made up for */
  }
}

int wl_keyboard_wait(const struct wl_keyboard *k, bool busy) {
  if (busy) return -1;
  return wl_keyboard_plays(k) ? (int)k->left : k->waiting ? 0 : -1;
}
