#include "core/hazard/watch.h"

#include <stdlib.h>

void wl_watch_report(struct wl_watch *w, const struct wl_hazard *h) {
  w->finds.now = w->here;
  if (!wl_findings_add(&w->finds, h)) w->failed = true;
}

void wl_watch_free(struct wl_watch *w) {
  wl_shadow_free(w);
  wl_fence_free(w);
  wl_ways_free(&w->ways);
  free(w->ask);
  w->ask = NULL;
  w->asks = w->ask_capacity = 0;
  free(w->missed);
  w->missed = NULL;
  w->misses = w->missed_capacity = 0;
  free(w->flight);
  w->flight = NULL;
  w->flights = w->flight_capacity = 0;
}
