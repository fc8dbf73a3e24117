/* Words for a shell. */
#ifndef WL_WORDS_SHELL_QUOTE_H
#define WL_WORDS_SHELL_QUOTE_H

#include <stdio.h>

/* One argument for a shell, quoted where it has to be; what a terminal must not get
 * is written as $'\033', which POSIX has since 2024 and shells had before. */
void wl_shell_quote(FILE *f, const char *word);

#endif
