#include "cli/command_words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum wl_option option_named(const char *name) {
  enum wl_option o = 0;
  while (o < WL_OPTIONS && strcmp(wl_options[o].name, name) != 0) o++;
  return o;
}

/* Those that say where to begin: keys of the place, and what has no key. */
static bool is_place(enum wl_option o) {
  const char *name;
  for (unsigned k = 0; wl_at_option(k, &name); k++)
    if (name && option_named(name) == o) return true;
  return o == WL_OPT_AT || o == WL_OPT_FIND || o == WL_OPT_BESIDE;
}

static const char *text_of(const struct wl_command *c, enum wl_option o) {
  return c->value[o].given ? c->value[o].text : NULL;
}

bool wl_at_given(const struct wl_command *c, struct wl_restore *at, struct wl_diag *d) {
  *at = (struct wl_restore){
    .find = text_of(c, WL_OPT_FIND), .beside = text_of(c, WL_OPT_BESIDE),
    .ask = text_of(c, WL_OPT_ASK), .mask = c->value[WL_OPT_MASK].given,
    .present = c->value[WL_OPT_PRESENT].given, .no_questions = c->value[WL_OPT_NO_QUESTIONS].given,
  };
  const char *name, *word = text_of(c, WL_OPT_AT);
  if (word && !wl_restore_read(at, word, d)) return false;
  for (unsigned k = 0; wl_at_option(k, &name); k++) {
    char number[32];
    enum wl_option o = name ? option_named(name) : WL_OPT_AT;
    if (!name || !c->value[o].given) continue;
    snprintf(number, sizeof number, "%.0f", c->value[o].number); /* 0x10 is one, too */
    bool is_number = wl_options[o].kind == WL_INTEGER;
    if (!wl_restore_set(at, name, is_number ? number : c->value[o].text, d)) return false;
  }
  return true;
}

void wl_source_span_leave(struct wl_command *c) {
  for (enum wl_option o = 0; o < WL_OPTIONS; o++)
    if (is_place(o) || o == WL_OPT_NO_QUESTIONS) c->value[o].given = false;
  c->setting_count = 0;
}

/* Options that the line of a picture writes by itself, or that say what to do with a picture. */
static bool is_left_out(enum wl_option o) {
  static const uint8_t others[] = {WL_OPT_EXPRESSION, WL_OPT_THEME, WL_OPT_PRINT_STATE,
                                   WL_OPT_OUTPUT, WL_OPT_LIMIT, WL_OPT_JOBS,
                                   WL_OPT_KEYS, WL_OPT_RECORD, WL_OPT_NOTES, WL_OPT_TALLY,
                                   WL_OPT_ARCH, WL_OPT_NO_QUESTIONS,
                                   WL_OPT_MASK, WL_OPT_ASK, WL_OPT_PRESENT};
  for (size_t i = 0; i < sizeof others; i++)
    if (others[i] == o) return true;
  return is_place(o) || !(wl_options[o].verbs >> WL_SCREEN & 1);
}

static bool add(struct wl_words *w, const char *format, const char *name, const char *text) {
  int size = asprintf(&w->word[w->count], format, name, text);
  w->count += size >= 0;
  return size >= 0;
}

bool wl_words_take(struct wl_words *w, const struct wl_command *c, struct wl_diag *d) {
  bool good = true;
  *w = (struct wl_words){.count = 0};
  if (c->expression) {
    good = add(w, "%s%s", "-e", "") && add(w, "%s%s", c->expression, "");
  } else { /* a name must not look like an option */
    bool option = c->file[0] == '-' && c->file[1] != '\0';
    good = add(w, "%s%s", option ? "./" : "", c->file);
  }
  for (enum wl_option o = 0; good && o < WL_OPTIONS; o++) {
    if (!c->value[o].given || is_left_out(o)) continue;
    good = add(w, c->value[o].text ? "--%s=%s" : "--%s%s", wl_options[o].name,
               c->value[o].text ? c->value[o].text : "");
  }
  if (good) return true;
  wl_words_free(w);
  return wl_diag_refused(d, "out of memory");
}

void wl_words_free(struct wl_words *w) {
  while (w->count) free(w->word[--w->count]);
}
