/* The files of a command: those that it reads, and those that it writes. */
#ifndef WL_CLI_INPUT_FILES_H
#define WL_CLI_INPUT_FILES_H

#include "cli/command.h"

/* Whether no file that the command is to write is one that it reads, by whatever names: scripts,
 * rubrics, keys, counters, lessons of a directory. Else a diag (WL_OUTPUT). */
bool wl_files_spared(const struct wl_command *c, struct wl_diag *d);

#endif
