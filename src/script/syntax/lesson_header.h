/* The place of a script in a course, read from its text, so that lists and menus need not run
 * scripts. */
#ifndef WL_SCRIPT_SYNTAX_LESSON_HEADER_H
#define WL_SCRIPT_SYNTAX_LESSON_HEADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/gpu/target.h"

enum { WL_LESSON_LEVELS = 3, WL_LESSON_ORDER = 9999, WL_LESSON_MINUTES = 240 };

struct wl_lesson {
  char title[128], about[512]; /* "": not said, or not as plain text */
  char topic[48];              /* lessons of one topic stand together; "": no lesson */
  char flip[128];              /* settings that it goes on to (setting.h), "pad=1", or "" */
  uint16_t order;              /* among all lessons, from 1 */
  uint8_t level;               /* 1 … WL_LESSON_LEVELS */
  uint8_t minutes;             /* that it takes in front of a class */
  bool lost;                   /* it calls lesson{}, or nobody knows, and has no place */
};

/* Reads it from the text of a script; what is not there is empty or 0. False: memory ran out. */
bool wl_lesson_read(const char *text, size_t size, struct wl_lesson *out);

struct wl_source;

/* The same from its tokens. */
void wl_lesson_find(const struct wl_source *s, struct wl_lesson *out);

/* What a script is counted on unless the user says otherwise: what its line
 * arch "8.0"  names, else the default. */
struct wl_target wl_script_target(const char *text, size_t size);

#endif
