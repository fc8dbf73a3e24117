/* Fields of CSV, quoted as RFC 4180 has them. */
#ifndef WL_OUT_CSV_H
#define WL_OUT_CSV_H

#include <stdio.h>

/* One field, its text made harmless, in quotes where it has to be. */
void wl_csv_field(FILE *f, const char *text);

#endif
