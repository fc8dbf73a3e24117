#include "app/runs/runs_left.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "script/machine/clock.h"

enum { PATIENCE_MS = 1000 };

/* Rewrites the line, where somebody has waited for long enough; no terminal needs to be known. */
static void put(struct wl_waiting *w, const char *text) {
  int64_t now = wl_clock_ms();
  if (!w->began) w->began = now;
  if (strcmp(text, w->told) == 0 || now - w->began < PATIENCE_MS || !isatty(STDERR_FILENO)) return;
  fprintf(stderr, "\r%*s\r%s", (int)strlen(w->told), "", text);
  fflush(stderr);
  snprintf(w->told, sizeof w->told, "%s", text);
}

void wl_waiting_tell(struct wl_waiting *w, size_t left) {
  char text[WL_WAITING] = "";
  if (left) snprintf(text, sizeof text, "%zu run%s to come ", left, left == 1 ? "" : "s");
  put(w, text);
}

/* "40 s", "3 min", "2 h" */
static void put_time(double seconds, char text[24]) {
  if (seconds < 100) snprintf(text, 24, "%.0f s", seconds);
  else if (seconds < 100 * 60) snprintf(text, 24, "%.0f min", seconds / 60);
  else snprintf(text, 24, "%.0f h", seconds / 3600);
}

void wl_waiting_line(const struct wl_progress *p, char text[WL_WAITING]) {
  char left[24];
  int used = snprintf(text, WL_WAITING, "block %llu of %llu", (unsigned long long)p->done,
                      (unsigned long long)p->of);
  if (p->done == 0 || p->of == 0) return;
  double times = (double)p->of / (double)p->done; /* as much as now, in the end */
  put_time(p->seconds * (times - 1), left);
  used += snprintf(text + used, WL_WAITING - (size_t)used, ", %.0f %%: %s left", 100 / times, left);
  if ((double)p->accesses * times > (double)p->most)
    snprintf(text + used, WL_WAITING - (size_t)used, "; more than --accesses=%llu to come",
             (unsigned long long)p->most);
  else if (p->used * times > p->limit)
    snprintf(text + used, WL_WAITING - (size_t)used, "; --timeout=%g will stop it", p->limit);
}

void wl_waiting_run(struct wl_waiting *w, const struct wl_progress *p) {
  char text[WL_WAITING] = "";
  if (!p) {
    put(w, text);
    w->began = 0; /* of the next one */
    return;
  }
  struct wl_progress now = *p;
  if (!w->began) w->began = wl_clock_ms();
  now.seconds = (double)(wl_clock_ms() - w->began) / 1000;
  wl_waiting_line(&now, text);
  put(w, text);
}
