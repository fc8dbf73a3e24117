/* Float operations of a run, line by line: what the lanes of all warps computed. */
#ifndef WL_CORE_ANALYSIS_FLOPS_H
#define WL_CORE_ANALYSIS_FLOPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Operations of one source line: + - * / and the like count 1 for each lane, a function that makes
 * a float 1, fma 2. */
struct wl_line_flops { uint64_t line, operations; };

/* Streams tell theirs apart, and may do so at the same time. NULL when memory ran out. */
struct wl_flops;
struct wl_flops *wl_flops_create(unsigned streams);
void wl_flops_destroy(struct wl_flops *f);

/* How many of its streams the run has; all, where nobody says. */
void wl_flops_begin(struct wl_flops *f, unsigned streams);

/* Whether a line may come next in a stream, which tells of each once, in ascending order. */
bool wl_flops_follows(const struct wl_flops *f, unsigned stream, uint64_t line);

/* Takes in a line that follows. False when memory ran out. */
bool wl_flops_add(struct wl_flops *f, unsigned stream, const struct wl_line_flops *row);

/* The stream has told of all its operations. One that cannot count them never says so. */
void wl_flops_close(struct wl_flops *f, unsigned stream);

/* Operations of a line, or where it is 0 of the run; while no stream tells. False: they are not
 * counted, or not yet. */
bool wl_flops_get(const struct wl_flops *f, uint32_t line, uint64_t *operations);

#endif
