#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>


static enum wl_option option_named(const char *name) {
  enum wl_option o = 0;
  while (o < WL_OPTIONS && strcmp(wl_options[o].name, name) != 0) o++;
  return o;
}

const char *wl_bookmark_given(const struct wl_command *c, enum wl_bookmark b) {
  enum wl_option o = option_named(wl_bookmark_option(b));
  if (!c->value[o].given) return NULL;
  return c->value[o].text ? c->value[o].text : "";
}

void wl_bookmark_leave(struct wl_command *c) {
  for (enum wl_bookmark b = 0; b < WL_BOOKMARKS; b++)
    if (b != WL_MARK_ARCH && b != WL_MARK_MASK && b != WL_MARK_ASK && b != WL_MARK_PRESENT)
      c->value[option_named(wl_bookmark_option(b))].given = false;
  c->setting_count = 0;
}

/* Options that a bookmark writes by itself, or that say what to do with a picture. */
static bool is_left_out(enum wl_option o) {
  static const uint8_t others[] = {WL_OPT_EXPRESSION, WL_OPT_THEME, WL_OPT_PRINT_STATE,
                                   WL_OPT_OUTPUT, WL_OPT_LIMIT, WL_OPT_JOBS,
                                   WL_OPT_KEYS, WL_OPT_RECORD, WL_OPT_NOTES, WL_OPT_TALLY};
  for (size_t i = 0; i < sizeof others; i++)
    if (others[i] == o) return true;
  for (enum wl_bookmark b = 0; b < WL_BOOKMARKS; b++)
    if (option_named(wl_bookmark_option(b)) == o) return true;
  if (o == WL_OPT_L1 || o == WL_OPT_BANKS) return true; /* --arch says them */
  return !(wl_options[o].verbs >> WL_SCREEN & 1);
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
