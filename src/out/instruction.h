/* One line of batch: a warp instruction as a JSON object. */
#ifndef WL_OUT_INSTRUCTION_H
#define WL_OUT_INSTRUCTION_H

#include <jansson.h>

#include "core/access.h"

/* Reads an instruction that passes wl_access_check() on this generation. Else
 * false, with status WL_INPUT; the message names the key at fault. */
bool wl_instruction_parse(const struct wl_arch *arch, const json_t *object, struct wl_access *a,
                          struct wl_diag *d);

#endif
