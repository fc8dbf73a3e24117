/* The marks and questions of a script, as stops. */
#ifndef WL_SESSION_PREDICT_SCRIPT_STOPS_H
#define WL_SESSION_PREDICT_SCRIPT_STOPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct wl_session;

/* Marks and questions by where they are and what they say. */
enum { WL_STOPS = 64 };
struct wl_stop { size_t step; uint32_t line; uint16_t column; bool asked; uint32_t hash; };
struct wl_stops {
  size_t looked;   /* steps so far */
  unsigned count, asks; /* stops; how many of them have a question */
  bool more;       /* there are others */
  struct wl_stop stop[WL_STOPS]; /* each once, where it is met first */
};

/* Brings the list of stops up to date with the recording. */
const struct wl_stops *wl_lesson(const struct wl_session *m);

/* The stop that the selected warp is at or has passed last; -1: none. */
int wl_lesson_here(const struct wl_session *m);

/* Another recording: nothing is known of its stops yet. */
void wl_lesson_again(const struct wl_session *m);

#endif
