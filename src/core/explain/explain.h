/* Who made the counts: lines, sectors, words, lanes and wavefronts by name. */
#ifndef WL_CORE_EXPLAIN_EXPLAIN_H
#define WL_CORE_EXPLAIN_EXPLAIN_H

#include "core/count/count.h"
#include "core/explain/explanation.h"

/* Explains one access that passes wl_access_check(). Its counts equal those of
 * wl_count() (a test holds them together). Rules: WL_RULE_NONE for a figure that
 * has no meaning, WL_RULE_UNKNOWN for one without a known rule. No allocation. */
void wl_explain(const struct wl_arch *arch, const struct wl_access *a, struct wl_explain *out);

#endif
