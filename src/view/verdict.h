/* An instruction in words: the pattern of its addresses, and what it costs. */
#ifndef WL_VIEW_VERDICT_H
#define WL_VIEW_VERDICT_H

#include "core/explain.h"
#include "core/step.h"

enum wl_grade { WL_GRADE_NONE, WL_GRADE_GOOD, WL_GRADE_WARN, WL_GRADE_BAD };

/* One sentence without a full stop, UTF-8, and the rule that decided. */
struct wl_verdict {
  enum wl_grade grade;
  uint8_t rule; /* enum wl_rule_id, WL_RULE_NONE if none did */
  char text[160];
};

/* `explain` is used for accesses only. */
void wl_verdict(const struct wl_arch *arch, const struct wl_step *step,
                const struct wl_explain *explain, struct wl_verdict *out);

/* "stride 32 words = 128 bytes", "all lanes the same address", …; returns text. */
const char *wl_pattern(const struct wl_access *a, char *text, size_t size);

/* What the shuffle does: "each lane reads lane xor 16". */
const char *wl_shuffle_pattern(const struct wl_step *step, char *text, size_t size);

/* Bytes that are moved and asked for by no lane: bytes that several lanes share move once. */
uint32_t wl_bytes_in_vain(const struct wl_explain *e);

/* How an efficiency, or the share of an excess, is to be judged. */
enum wl_grade wl_grade_efficiency(double efficiency);

/* What the instruction had to do and could not do with less: sectors (global),
 * wavefronts (shared), passes (constant), and how many more it made of them. */
void wl_cost_of(const struct wl_counts *c, enum wl_space s, uint32_t *cost, uint32_t *ideal);

#endif
