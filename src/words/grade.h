/* How good an instruction is: its cost, the ideal, and a grade. */
#ifndef WL_WORDS_GRADE_H
#define WL_WORDS_GRADE_H

#include "core/explain/explain.h"

enum wl_grade { WL_GRADE_NONE, WL_GRADE_GOOD, WL_GRADE_WARN, WL_GRADE_BAD };

/* One sentence without a full stop, UTF-8, and the rule that decided. */
struct wl_verdict {
  enum wl_grade grade;
  uint8_t rule; /* enum wl_rule_id, WL_RULE_NONE if none did */
  char text[160];
};

/* How an efficiency, or the share of an excess, is to be judged. */
enum wl_grade wl_grade_efficiency(double efficiency);

/* … and what cost so much where `ideal` would have done. */
enum wl_grade wl_grade_cost(uint32_t cost, uint32_t ideal);

/* … and sums, of whose cost so much is in excess. */
enum wl_grade wl_grade_excess(uint64_t excess, uint64_t cost);

/* What the instruction had to do and could not do with less: sectors (global),
 * wavefronts (shared), passes (constant), and how many more it made of them. */
void wl_cost_of(const struct wl_counts *c, enum wl_space s, uint32_t *cost, uint32_t *ideal);

/* Bytes that are moved and asked for by no lane: bytes that several lanes share move once. */
uint32_t wl_bytes_in_vain(const struct wl_explain *e);

#endif
