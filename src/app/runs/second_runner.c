#include "app/runs/second_runner.h"

#include <stdlib.h>
#include <string.h>

#include "app/runs/runner.h"
#include "session/select/second_run.h"
#include "session/select/setters.h"
#include "session/state/requests.h"
#include "session/state/session_state.h"

/* What is asked for, taken apart; all points into `text`. */
struct words {
  char text[WL_SECOND_RUN_WORDS];
  const char *file; /* NULL: the script of the feed */
  struct wl_setting setting[WL_MAX_PARAMS];
  size_t settings;
  struct wl_target target;
  bool arch_given;
  bool kept;        /* as the script ran: what it has no use for is no error */
};

struct wl_second_runner {
  struct wl_runner *first;
  struct wl_session *shown; /* what first shows */
  wl_second_runner_finder *find;
  struct words words;
  struct wl_session *model;
  struct wl_runner *feed;   /* NULL: nothing is beside */
  char *path, *script;    /* of words.file */
  size_t size;
  unsigned seen;          /* starts of first that it has followed */
  bool bad;
  struct wl_diag problem;
};

struct wl_second_runner *wl_second_runner_create(struct wl_runner *f, struct wl_session *m,
                                                 wl_second_runner_finder *find) {
  struct wl_second_runner *s = calloc(1, sizeof *s);
  if (s) {
    s->first = f;
    s->shown = m;
    s->find = find;
  }
  return s;
}

/* Takes away what is beside. */
static void clear(struct wl_second_runner *s) {
  wl_second_run_set(s->shown, NULL);
  wl_runner_destroy(s->feed);
  wl_session_destroy(s->model);
  free(s->path);
  free(s->script);
  s->feed = NULL;
  s->model = NULL;
  s->path = s->script = NULL;
}

void wl_second_runner_destroy(struct wl_second_runner *s) {
  if (!s) return;
  clear(s);
  free(s);
}

/* The next word of `*from`, a backslash before a space or another one taken out. */
static char *next_word(char **from) {
  char *s = *from + strspn(*from, " "), *word = s, *to = s;
  if (!*s) return NULL;
  while (*s && *s != ' ') {
    if (*s == '\\' && s[1]) s++;
    *to++ = *s++;
  }
  *from = *s ? s + 1 : s;
  *to = '\0';
  return word;
}

/* Whether a word of a script's is a setting, rather than a file. */
static bool is_setting(const char *word) {
  const char *equals = strchr(word, '=');
  return equals && !memchr(word, '/', (size_t)(equals - word));
}

char *wl_second_runner_file(const char *words) {
  char *text = strdup(words), *from = text, *word, *file = NULL;
  while (text && !file && (word = next_word(&from)) != NULL)
    if (strncmp(word, "--", 2) != 0 && !is_setting(word)) file = strdup(word);
  free(text);
  return file;
}

static bool read_words(struct words *w, const char *text, struct wl_diag *d) {
  static const char option[] = "--arch=", kept[] = "--kept";
  *w = (struct words){.file = NULL};
  memcpy(w->text, text, strlen(text) + 1); /* wl_second_run_ask() has seen that it fits */
  char *from = w->text, *word;
  while ((word = next_word(&from)) != NULL) {
    if (strncmp(word, option, sizeof option - 1) == 0) {
      w->arch_given = true;
      if (!wl_target_find(word + sizeof option - 1, &w->target, d)) return false;
    } else if (strcmp(word, kept) == 0) {
      w->kept = true;
    } else if (is_setting(word)) {
      char *equals = strchr(word, '=');
      if (w->settings == WL_MAX_PARAMS)
        return wl_diag_fail(d, WL_USAGE, "more than %d settings", WL_MAX_PARAMS);
      *equals = '\0';
      w->setting[w->settings++] = (struct wl_setting){word, equals + 1};
    } else if (w->file) {
      wl_diag_fail(d, WL_USAGE, "one script at a time: '%s' comes after '%s'", word, w->file);
      return wl_diag_hint(d, "a backslash before a space makes it part of a name");
    } else {
      w->file = word;
    }
  }
  return true;
}

/* Values of the feed with those that are asked for instead. */
static size_t merge(const struct wl_run_options *o, const struct words *w,
                    struct wl_setting out[2 * WL_MAX_PARAMS]) {
  size_t n = 0;
  for (size_t i = 0; !w->file && i < o->setting_count && n < WL_MAX_PARAMS; i++) {
    size_t k = 0;
    while (k < w->settings && strcmp(w->setting[k].name, o->settings[i].name) != 0) k++;
    if (k == w->settings) out[n++] = o->settings[i];
  }
  for (size_t i = 0; i < w->settings; i++) out[n++] = w->setting[i];
  return n;
}

/* Runs what is beside with what the feed runs with now. */
static void start(struct wl_second_runner *s) {
  struct wl_runner_options now;
  struct wl_setting settings[2 * WL_MAX_PARAMS];
  wl_runner_options(s->first, &now);
  s->seen = wl_runner_starts(s->first);
  struct wl_run_options o = now.run;
  o.settings = settings;
  o.setting_count = merge(&now.run, &s->words, settings);
  o.edited |= s->words.kept;
  if (s->words.file) {
    struct wl_target own = wl_script_target(s->script, s->size);
    o.name = wl_script_shown(s->words.file, s->path);
    o.text = s->script;
    o.size = s->size;
    o.one_line = o.edited = false;
    if (!o.arch_given) o.arch = own.arch, o.chip = own.chip;
  }
  if (s->words.arch_given) {
    o.arch = s->words.target.arch;
    o.chip = s->words.target.chip;
    o.arch_given = true;
  }
  wl_runner_run(s->feed, &o);
}

static bool read_script(struct wl_second_runner *s, struct wl_diag *d) {
  s->path = s->find ? s->find(s->words.file, d) : strdup(s->words.file);
  if (!s->path) return s->find ? false : wl_diag_refused(d, "out of memory");
  return wl_script_read(s->path, &s->script, &s->size, d);
}

static void begin(struct wl_second_runner *s) {
  const char *text = wl_second_run_words(s->shown);
  struct wl_run_options options = wl_run_defaults;
  clear(s);
  s->bad = false;
  if (!*text) return;
  bool good = read_words(&s->words, text, &s->problem) &&
              (!s->words.file || read_script(s, &s->problem));
  s->model = good ? wl_session_create() : NULL;
  s->feed = s->model ? wl_runner_create(&options, NULL, s->model) : NULL;
  if (!s->feed) {
    if (good) wl_diag_refused(&s->problem, "out of memory");
    clear(s);
    s->shown->beside_words[0] = '\0';
    s->bad = true;
    wl_session_fail(s->shown, &s->problem);
    return;
  }
  wl_second_run_set(s->shown, s->model);
  start(s);
}

void wl_second_runner_take(struct wl_second_runner *s, unsigned requests) {
  if (requests & WL_REQUEST_BESIDE) begin(s);
  else if (s->feed && requests & WL_REQUEST_READ && s->words.file) begin(s);
  else if (s->feed && s->seen != wl_runner_starts(s->first)) start(s);
  if (s->feed && requests & WL_REQUEST_CANCEL) wl_runner_cancel(s->feed);
}

bool wl_second_runner_busy(const struct wl_second_runner *s) { return s->feed &&
                                                              wl_runner_busy(s->feed); }

size_t wl_second_runner_descriptors(const struct wl_second_runner *s, struct pollfd *fds,
                                    size_t capacity) {
  return s->feed ? wl_runner_descriptors(s->feed, fds, capacity) : 0;
}

bool wl_second_runner_pump(struct wl_second_runner *s, int64_t now) {
  bool news = s->feed && wl_runner_pump(s->feed, now);
  if (news) wl_second_run_set(s->shown, s->model);
  return news;
}

const struct wl_diag *wl_second_runner_problem(const struct wl_second_runner *s) {
  if (s->bad) return &s->problem;
  return s->feed ? wl_session_failure(s->model) : NULL;
}
