/* An index of hazards, which finds those that may belong together. Internal to src/core. */
#ifndef WL_CORE_HAZARD_FINDING_INDEX_H
#define WL_CORE_HAZARD_FINDING_INDEX_H

#include <stddef.h>
#include <stdint.h>

/* Numbers 0 to count - 1, by key. Where memory runs out, every number is looked at for every key:
 * it takes longer, and comes to the same. */
struct wl_hazard_index {
  uint32_t *first, *last; /* of a slot, plus 1; 0: none */
  uint32_t *next;         /* in its slot, plus 1 */
  uint32_t slots;         /* a power of two; 0: there is no memory */
  uint32_t count;
};

/* So that `count` numbers have room. */
void wl_hazard_index_create(struct wl_hazard_index *x, size_t count);
void wl_hazard_index_free(struct wl_hazard_index *x);

/* Adds a number, behind all that are in it. */
void wl_hazard_index_add(struct wl_hazard_index *x, uint64_t key, uint32_t number);

/* Those that may have the key, in the order in which they came; WL_HAZARD_NONE, which is more than
 * any number: there are no more. */
#define WL_HAZARD_NONE UINT32_MAX
uint32_t wl_hazard_index_first(const struct wl_hazard_index *x, uint64_t key);
uint32_t wl_hazard_index_next(const struct wl_hazard_index *x, uint32_t number);

/* A key of an array, or a kind, and two lines. */
uint64_t wl_hazard_key(uint32_t of, uint32_t line, uint32_t other);

#endif
