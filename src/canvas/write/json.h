/* JSON values for the writers of JSON. The caller owns each; NULL means that memory ran out. */
#ifndef WL_CANVAS_WRITE_JSON_H
#define WL_CANVAS_WRITE_JSON_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

#include "core/gpu/target.h"
#include "words/occupancy_text.h"

/* A string of any bytes: those that are not UTF-8 become U+FFFD. */
json_t *wl_json_text(const char *s, size_t n);
json_t *wl_json_word(const char *s); /* one that ends with a 0 */

/* Writes a value in one line, keys as the flags say, as pure ASCII: so that no
 * string in it can do anything to a terminal. Takes the value over; false when
 * it is NULL or a write failed. */
bool wl_json_put(FILE *f, json_t *value, size_t flags);

/* The same with the end of the line, or nothing. */
bool wl_json_line(FILE *f, json_t *value, size_t flags);

/* Whether memory for a value, or a part of one, ran out at any time: then none is written
 * any more, and wl_out_finish() fails. */
bool wl_json_ran_out(void);

/* {"cc", "chip", "mode"}: what figures are told of; mode "default", or "banks=8". */
json_t *wl_json_target(struct wl_target t);

/* What a multiprocessor holds of a kernel; null where that is not known. */
json_t *wl_json_occupancy(const struct wl_head *head, const struct wl_arch *arch,
                          struct wl_registers registers);

#endif
