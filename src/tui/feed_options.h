/* What the feed would start the script with now, for a run beside it. */
#ifndef WL_TUI_FEED_OPTIONS_H
#define WL_TUI_FEED_OPTIONS_H

#include "script/run.h"

struct wl_feed;

/* To be freed, and valid until the feed does anything. */
struct wl_feed_options {
  struct wl_run_options run;
  struct wl_setting setting[WL_MAX_PARAMS];
  char *text[WL_MAX_PARAMS]; /* names and values of setting, where they are the model's */
  size_t texts;
};
void wl_feed_options(struct wl_feed *f, struct wl_feed_options *out);
void wl_feed_options_free(struct wl_feed_options *o);

#endif
