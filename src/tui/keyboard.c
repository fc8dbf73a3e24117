#include "tui/keyboard.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "view/keymap.h"
#include "view/keys.h"
#include "view/model_play.h"

enum { TYPED = 256 }; /* keys that wait for the script; what is typed beyond is lost */

struct event { uint32_t wait, key; }; /* milliseconds before the key */

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
};

static bool add_event(struct wl_keyboard *k, uint32_t wait, uint32_t key, struct wl_diag *d) {
  if (k->count == k->room) {
    size_t room = k->room ? 2 * k->room : 64;
    struct event *more = realloc(k->event, room * sizeof *more);
    if (!more) return wl_diag_refused(d, "out of memory");
    k->event = more;
    k->room = room;
  }
  k->event[k->count++] = (struct event){wait, key};
  return true;
}

/* Waits add up; what is waited behind the last key is an event without one. */
static bool read_events(struct wl_keyboard *k, FILE *f, const char *path, struct wl_diag *d) {
  char *line = NULL;
  size_t room = 0;
  uint32_t number = 0, wait = 0, value;
  bool good = true;
  for (ssize_t n; good && (n = getline(&line, &room, f)) >= 0;) {
    size_t size = strcspn(line, "\n");
    number++;
    bool text = strlen(line) == (size_t)n;
    line[size] = '\0';
    switch (text ? wl_keys_line(line, &value) : WL_KEYS_UNKNOWN) {
    case WL_KEYS_NOTHING: break;
    case WL_KEYS_WAIT:
      good = wait <= WL_KEYS_LONGEST || wl_diag_fail(d, WL_INPUT, "%s waits for days", path);
      wait += value;
      break;
    case WL_KEYS_KEY:
      good = add_event(k, wait, value, d);
      wait = 0;
      break;
    case WL_KEYS_UNKNOWN:
      good = wl_diag_fail(d, WL_INPUT, "this is no key");
      wl_diag_hint(d, "a line has a key as help names it, such as Right or Ctrl-L; "
                      "`wait MS`; or a comment after \"# \"");
      wl_diag_place(d, path, line, size, 1, 1, size < 500 ? (uint32_t)size + 1 : 500);
      if (d) d->line = number;
    }
  }
  if (good && ferror(f)) good = wl_diag_fail(d, WL_INPUT, "cannot read %s: %s", path, strerror(errno));
  free(line);
  return good && (wait == 0 || add_event(k, wait, WL_KEY_NONE, d));
}

static bool open_play(struct wl_keyboard *k, const char *path, struct wl_diag *d) {
  FILE *f = fopen(path, "re");
  if (!f) return wl_diag_fail(d, WL_INPUT, "cannot read %s: %s", path, strerror(errno));
  bool good = read_events(k, f, path, d);
  fclose(f);
  if (k->count) k->left = k->event[0].wait;
  return good;
}

/* Not buffered: what was recorded is there, however the program ends. */
static bool open_record(struct wl_keyboard *k, const char *path, const char *heading,
                        struct wl_diag *d) {
  k->record = fopen(path, "we");
  if (!k->record) return wl_diag_fail(d, WL_OUTPUT, "cannot write %s: %s", path, strerror(errno));
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
  if (k->waiting < TYPED) k->typed[(k->first + k->waiting++) % TYPED] = key;
  return false;
}

/* What stops a script, or leaves, cannot wait for its end. */
static bool may_come(uint32_t key, bool busy) {
  enum wl_action a = wl_keymap_find(key);
  return !busy || a == WL_ACT_CANCEL || a == WL_ACT_QUIT;
}

static void record(struct wl_keyboard *k, uint32_t key) {
  char name[WL_KEY_NAME];
  bool good = true;
  if (!k->record) return;
  if (k->since) good = fprintf(k->record, "wait %llu\n", (unsigned long long)k->since) > 0;
  good = fprintf(k->record, "%s\n", wl_key_name(key, name)) > 0 && good;
  if (!good && !k->error) k->error = errno;
  k->since = 0;
}

static uint32_t take_played(struct wl_keyboard *k, bool busy) {
  uint32_t key = k->event[k->next].key;
  if (k->left > 0 || !may_come(key, busy)) return WL_KEY_NONE;
  if (++k->next < k->count) k->left = k->event[k->next].wait;
  return key;
}

/* Without a recording nobody waits for the script. */
static uint32_t take_typed(struct wl_keyboard *k, bool busy) {
  for (size_t i = 0; i < k->waiting; i++) {
    uint32_t key = k->typed[(k->first + i) % TYPED];
    if (k->record && !may_come(key, busy)) continue;
    for (; i > 0; i--) k->typed[(k->first + i) % TYPED] = k->typed[(k->first + i - 1) % TYPED];
    k->first = (k->first + 1) % TYPED;
    k->waiting--;
    return key;
  }
  return WL_KEY_NONE;
}

uint32_t wl_keyboard_take(struct wl_keyboard *k, bool busy) {
  uint32_t key = wl_keyboard_plays(k) ? take_played(k, busy) : take_typed(k, busy);
  if (key != WL_KEY_NONE) record(k, key);
  return key;
}

void wl_keyboard_pass(struct wl_keyboard *k, struct wl_model *m, int ms, bool busy) {
  bool plays = wl_keyboard_plays(k);
  if (!plays && !k->record) {
    wl_model_tick(m, ms);
    return;
  }
  if (busy) return;
  uint32_t left = ms > 0 ? (uint32_t)ms : 0;
  if (plays && left > k->left) left = k->left;
  if (plays) k->left -= left;
  while (left > 0) {
    int next = wl_model_tick(m, 0);
    uint32_t part = next > 0 && (uint32_t)next < left ? (uint32_t)next : left;
    wl_model_tick(m, (int)part);
    k->since += part;
    left = plays ? left - part : 0; /* live, a frame that comes late is not made up for */
  }
}

int wl_keyboard_wait(const struct wl_keyboard *k, bool busy) {
  if (!wl_keyboard_plays(k) || busy) return -1;
  return (int)k->left;
}
