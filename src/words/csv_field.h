/* Fields of CSV, quoted as RFC 4180 has them. */
#ifndef WL_WORDS_CSV_FIELD_H
#define WL_WORDS_CSV_FIELD_H

#include <stdbool.h>
#include <stdio.h>

/* One field, its text made harmless, for a table as well: what that would take for a formula
 * has an apostrophe before it, numbers have none. In quotes where it has to be, or `always`. */
void wl_csv_field(FILE *f, const char *text, bool always);

#endif
