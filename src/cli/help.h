/* What --help and --version print, from the tables of options.h. */
#ifndef WL_CLI_HELP_H
#define WL_CLI_HELP_H

#include <stdio.h>

#include "cli/options.h"

/* Help on a verb; WL_HELP: on the whole program. */
void wl_help_print(FILE *f, enum wl_verb topic);

/* One line: name and version. */
void wl_version_print(FILE *f);

#endif
