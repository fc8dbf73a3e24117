#include "tui/waiting.h"

#include <stdio.h>
#include <unistd.h>

#include "script/clock.h"

enum { PATIENCE_MS = 1000 };

void wl_waiting_tell(struct wl_waiting *w, size_t left) {
  int64_t now = wl_clock_ms();
  if (!w->began) w->began = now;
  if (left == w->told || now - w->began < PATIENCE_MS || !isatty(STDERR_FILENO)) return;
  fprintf(stderr, "\r%*s\r", 40, ""); /* no terminal needs to be known for that */
  if (left) fprintf(stderr, "%zu run%s to come ", left, left == 1 ? "" : "s");
  w->told = left;
}
