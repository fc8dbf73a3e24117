/* Sentences for a screen reader or a log: one a line, without signs that have to be seen, and
 * without cursor movement. */
#ifndef WL_WORDS_SENTENCES_H
#define WL_WORDS_SENTENCES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Where sentences go. What could not be written is known by ferror(). */
struct wl_prose {
  FILE *out;
  bool ascii; /* nothing outside ASCII */
};

/* One sentence: signs become words, "0–3" is "0 to 3", blanks are one, a full stop ends
 * it, and it is broken into lines of at most 79 cells: between words, and neither inside a
 * number nor between a name and its number. Outside text in it is made harmless. */
void wl_say(const struct wl_prose *p, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The same of words that a screen shows as they are: they begin with a capital here. */
void wl_say_words(const struct wl_prose *p, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Code or a command line as it is, but harmless, behind a few words of ours. */
void wl_say_quoted(const struct wl_prose *p, const char *before, const char *text, size_t size);

/* "bank 0", "banks 0, 4 to 7 and 9": members of a set, all of them, in words. */
struct wl_set_text { char text[320]; };
const char *wl_set_words(const char *noun, const uint32_t *members, unsigned count,
                         struct wl_set_text *out);

#endif
