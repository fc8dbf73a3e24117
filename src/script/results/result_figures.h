/* The parts of `r` that result_figures.c does not make itself. */
#ifndef WL_SCRIPT_RESULTS_RESULT_FIGURES_H
#define WL_SCRIPT_RESULTS_RESULT_FIGURES_H

#include "script/results/check_state.h"

struct wl_hazard;
struct wl_head;

/* Pushes r.hazards; of a reading of it: its name, and the first of those hazards. */
void wl_result_push_hazards(lua_State *L);
void wl_result_name_hazard(const struct wl_reading *r, char *buffer, size_t size);
void wl_result_first_hazard(const struct wl_judge *j, const struct wl_reading *r, char *buffer,
                            size_t size);

/* A hazard as a check tells it: what, who, and what mends it, in lines. */
void wl_result_tell_hazard(const struct wl_head *head, const struct wl_hazard *h, char *buffer,
                           size_t size);

/* Pushes r.arrays: by name, what each array holds at the end. */
void wl_result_push_arrays(lua_State *L);

/* What lies in it: an array, or a row of it. */
struct wl_part {
  const struct wl_array *array;
  const uint8_t *memory; /* NULL: not kept, as shared memory is gone with its block */
  unsigned level;        /* indices taken */
  uint64_t first;        /* element that it starts at */
};

/* The value at stack position `arg` as one of these; NULL where it is none. */
struct wl_part *wl_part_at(lua_State *L, int arg);

/* How many elements it has, and the bytes of element `index` of the whole array;
 * raises where they are not kept. */
uint64_t wl_part_elements(const struct wl_part *p);
const uint8_t *wl_part_element(lua_State *L, const struct wl_part *p, uint64_t index);

/* "output[3][5]", from the number of an element. */
void wl_part_name(const struct wl_array *a, uint64_t index, char *buffer, size_t size);

/* Within a tolerance, which is relative where what is expected is above 1; infinity and
 * NaN are near nothing but themselves. */
bool wl_is_near(double actual, double expected, double tolerance);

#endif
