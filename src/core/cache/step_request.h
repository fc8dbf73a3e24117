/* The requests of a step to the caches. */
#ifndef WL_CORE_CACHE_STEP_REQUEST_H
#define WL_CORE_CACHE_STEP_REQUEST_H

#include "core/cache/cache_model.h"
#include "core/cache/warp_queue.h"

/* The request of a step, without its site. False: it asks nothing of them. */
bool wl_step_request(const struct wl_arch *arch, const struct wl_cache_model *model,
                     const struct wl_head *head, const struct wl_step *step,
                     struct wl_cache_request *out);

#endif
