/* Compares the counts of hardware with those of the model. */
#ifndef WL_CORE_TEACH_MEASURED_CHECK_H
#define WL_CORE_TEACH_MEASURED_CHECK_H

#include "core/analysis/costs.h"
#include "core/trace/trace_head.h"

struct wl_arch;
struct wl_analysis;

/* Whether the model can be held against it: the same parameters and generation. */
bool wl_measured_compares(const struct wl_measured *m, const struct wl_arch *arch);

/* What the model says of figure `i`, as often as the hardware did it. */
uint64_t wl_measured_model(const struct wl_measured *m, unsigned i, const struct wl_analysis *a);

/* "global load sectors" of figure `i`, into a text of 64 bytes. Returns it. */
const char *wl_measured_name(const struct wl_measured *m, unsigned i, char text[64]);

#endif
