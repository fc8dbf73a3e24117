/* The verdict for each memory, and what they share. Internal to verdict*.c. */
#ifndef WL_WORDS_VERDICT_PARTS_H
#define WL_WORDS_VERDICT_PARTS_H

#include "core/trace/step.h"
#include "words/grade.h"

/* verdict_sectors.c: global and local memory, and textures. */
void wl_verdict_sectors(const struct wl_arch *arch, const struct wl_access *a,
                        const struct wl_explain *e, struct wl_verdict *v);

/* verdict_banks.c: shared memory. The step says who goes on where an atomic is a loop. */
void wl_verdict_banks(const struct wl_arch *arch, const struct wl_step *s,
                      const struct wl_explain *e, struct wl_verdict *v);

/* … and constant memory. */
void wl_verdict_constant(const struct wl_access *a, const struct wl_explain *e,
                         struct wl_verdict *v);

/* verdict_parts.c: sets grade and text. */
void wl_rate(struct wl_verdict *v, enum wl_grade grade, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* What lanes do, for "32 lanes …": "read", "write", "update", "swap", "copy". */
const char *wl_verdict_verb(const struct wl_access *a);

/* How many different units of `bytes` the lanes' addresses lie in. */
unsigned wl_distinct_units(const struct wl_access *a, unsigned bytes);

/* All active lanes, at least one, have the same address. */
bool wl_same_address(const struct wl_access *a);

static inline const char *plural(unsigned n) { return n == 1 ? "" : "s"; }

/* The ending of a verb: one lane reads, two lanes read. */
static inline const char *third(unsigned n) { return n == 1 ? "s" : ""; }

#endif
