/* Words in quotes: for a shell, and for a table. */
#ifndef WL_WORDS_QUOTE_H
#define WL_WORDS_QUOTE_H

#include <stdbool.h>
#include <stdio.h>

/* One field of CSV, quoted as RFC 4180 has it, its text made harmless, for a table as well: what
 * that would take for a formula has an apostrophe before it, numbers have none. In quotes where it
 * has to be, or `always`. */
void wl_csv_field(FILE *f, const char *text, bool always);

/* One argument for a shell, quoted where it has to be; what a terminal must not get
 * is written as $'\033', which POSIX has since 2024 and shells had before. */
void wl_shell_quote(FILE *f, const char *word);

#endif
