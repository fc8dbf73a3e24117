/* Suggested layouts of shared and global memory, as text and as JSON. */
#ifndef WL_REPORT_SUGGEST_PAGE_H
#define WL_REPORT_SUGGEST_PAGE_H

#include <stdio.h>

#include "core/gpu/target.h"
#include "core/layout/rearrange.h"
#include "core/layout/suggest.h"
#include "words/occupancy_text.h"

/* What a launch moves: bytes from DRAM, sectors from L2, and sectors that loads ask L1 for. */
struct wl_moved { uint64_t dram_bytes, l2_sectors, l1_sectors; };

/* Settings of the script that give the same values and move less, the best first. */
enum { WL_MAX_TRIED = 8 };
struct wl_setting_tried {
  char name[32], value[32];
  struct wl_moved moved;
};
struct wl_settings_tried {
  const char *refused; /* why none was tried; NULL: they were */
  size_t tried, count;
  size_t stopped;      /* of those tried: at a limit */
  bool cut;            /* there are more than were tried */
  struct wl_moved now;
  struct wl_setting_tried list[WL_MAX_TRIED];
};

/* What was found for a recording. */
struct wl_suggested {
  const struct wl_trace *trace;
  struct wl_target target;
  struct wl_registers registers; /* of a thread: with them, how many blocks fit */
  const struct wl_suggestions *shared;
  const struct wl_rearrangements *global;
  const struct wl_settings_tried *settings;
};

/* Both return false and a diag (WL_OUTPUT) when a write fails. */
bool wl_suggest_text(FILE *f, const struct wl_suggested *s, bool ascii, struct wl_diag *d);
bool wl_suggest_json(FILE *f, const struct wl_suggested *s, struct wl_diag *d);

#endif
