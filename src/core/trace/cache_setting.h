/* Settings of caches that every kernel has: carveout=100, warp_order=oldest. */
#ifndef WL_CORE_TRACE_CACHE_SETTING_H
#define WL_CORE_TRACE_CACHE_SETTING_H

#include "core/trace/trace_head.h"

struct wl_sm;

enum { WL_CACHE_SETTINGS = 2 };
extern const char *const wl_cache_setting_names[WL_CACHE_SETTINGS]; /* their names */

/* Makes one of them a parameter that offers what a multiprocessor has, its default first. False:
 * none is called so. */
bool wl_cache_setting_make(const char *name, const struct wl_sm *sm, struct wl_param *made);

/* Sets it in the head to the value of the parameter, which is one that it offers. */
void wl_cache_setting_take(struct wl_head *h, const struct wl_param *p);

#endif
