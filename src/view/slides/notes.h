/* The lecturer's notes on a second terminal, and what comes next. */
#ifndef WL_VIEW_SLIDES_NOTES_H
#define WL_VIEW_SLIDES_NOTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct wl_canvas;
struct wl_session;

/* A plain value that goes from one process to the other as it is. */
struct wl_notes {
  char version[16];  /* WL_NOTES_VERSION: both are of one build */
  uint32_t seconds;  /* since the presentation began */
  bool blank;        /* the screen is empty now */
  char script[512];  /* the one that is presented from here on; empty: it stays */
  char title[128], place[96], fact[64];
  char verdict[320]; /* of the step; on the slide of a hazard, that */
  char note[256];    /* of the mark that was passed last; empty: it has none */
  char next[192];    /* what the next key of a clicker shows */
  char answer[256];  /* to the question that stands or stood here, and why */
  char error[560];   /* that stands where the slide would be; empty: none does */
  char flip[128];    /* settings that it goes on to, or to try */
  uint8_t minutes;   /* that the lesson takes; 0: not said */
  char source[256], stop[256]; /* the source line here, and of the next stop */
};
#define WL_NOTES_VERSION "notes 5"

/* The notes of a picture. */
void wl_notes_take(struct wl_session *m, struct wl_notes *n);

/* Whether bytes that were received are notes: strings end. */
bool wl_notes_valid(const struct wl_notes *n, size_t size);

/* Draws them; `seconds` since the presentation began. NULL: `why` there are none. */
void wl_notes_draw(struct wl_canvas *c, const struct wl_notes *n, uint32_t seconds,
                   const char *why);

#endif
