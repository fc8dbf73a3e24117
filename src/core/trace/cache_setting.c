#include "core/trace/cache_setting.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/gpu/sm.h"

enum { CARVEOUT, WARP_ORDER };

const char *const wl_cache_setting_names[WL_CACHE_SETTINGS] = {"carveout", "warp_order"};
static const char *const helps[WL_CACHE_SETTINGS] = {"KiB of L1 that shared memory has",
                                                     "which warp is next"};

static unsigned index_of(const char *name) {
  unsigned i = 0;
  while (i < WL_CACHE_SETTINGS && strcmp(name, wl_cache_setting_names[i]) != 0) i++;
  return i;
}

static void add_choice(struct wl_param *p, const char *text) {
  if (p->choices < WL_MAX_CHOICES)
    snprintf(p->choice[p->choices++], sizeof p->choice[0], "%s", text);
}

/* Sizes that shared memory can take off L1. */
static void offer_carveouts(const struct wl_sm *sm, struct wl_param *p) {
  char text[16];
  add_choice(p, "driver");
  for (uint32_t i = 0; i < sm->carveouts && sm->carveouts > 1; i++) {
    snprintf(text, sizeof text, "%u", sm->carveout_kib[i]);
    if (sm->carveout_kib[i] > 0) add_choice(p, text);
  }
}

bool wl_cache_setting_make(const char *name, const struct wl_sm *sm, struct wl_param *made) {
  unsigned i = index_of(name);
  if (i == WL_CACHE_SETTINGS) return false;
  *made = (struct wl_param){.kind = WL_PARAM_CHOICE, .made = 1, .min = 1, .max = 0, .step = 1};
  snprintf(made->name, sizeof made->name, "%s", name);
  snprintf(made->help, sizeof made->help, "%s", helps[i]);
  if (i == CARVEOUT) offer_carveouts(sm, made);
  else add_choice(made, "turns"), add_choice(made, "oldest");
  memcpy(made->initial, made->choice[0], sizeof made->initial);
  memcpy(made->value, made->choice[0], sizeof made->value);
  return true;
}

void wl_cache_setting_take(struct wl_head *h, const struct wl_param *p) {
  if (index_of(p->name) == WARP_ORDER) h->warp_order = strcmp(p->value, p->initial) != 0;
  else h->carveout_kib = (uint16_t)strtoul(p->value, NULL, 10); /* 0 of "driver" */
}
