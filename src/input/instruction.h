/* A warp instruction as a JSON object: a line of batch, or of a file of addresses. */
#ifndef WL_INPUT_INSTRUCTION_H
#define WL_INPUT_INSTRUCTION_H

#include <jansson.h>

#include "core/access/access.h"

/* Reads an instruction that passes wl_access_check() on this generation. Else
 * false, with status WL_INPUT; the message names the key at fault. */
bool wl_instruction_parse(const struct wl_arch *arch, const json_t *object, struct wl_access *a,
                          struct wl_diag *d);

/* The same of a line of text. */
bool wl_instruction_read(const struct wl_arch *arch, const char *text, size_t size,
                         struct wl_access *a, struct wl_diag *d);

#endif
