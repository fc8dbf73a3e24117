/* Errors for programs that asked for JSON. */
#ifndef WL_REPORT_ERROR_JSON_H
#define WL_REPORT_ERROR_JSON_H

#include <stdio.h>

#include "core/base/diag.h"

/* Writes {"error":{"message":…,"status":…}} and, where they are known, "file",
 * "line", "column", "source", "where" and "hint"; keys sorted, one line. False
 * and a diag (WL_OUTPUT) when it cannot be written. */
bool wl_error_json(FILE *f, const struct wl_diag *error, struct wl_diag *d);

#endif
