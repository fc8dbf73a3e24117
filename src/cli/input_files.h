/* The files of a command: those that it reads and those that it writes. */
#ifndef WL_CLI_INPUT_FILES_H
#define WL_CLI_INPUT_FILES_H

#include "cli/command.h"

/* The file that --counters names, malloc'ed, and behind a colon the number of a launch, "" where
 * none stands there. NULL when memory ran out. */
char *wl_counters_file(const char *text, const char **launch);

/* Whether no file that the command is to write is one that it reads, by whatever names: scripts,
 * rubrics, keys, counters, lessons of a directory. Else a diag (WL_OUTPUT). */
bool wl_files_spared(const struct wl_command *c, struct wl_diag *d);

#endif
