/* A script to begin with, and what an editor needs to know its names. */
#ifndef WL_CLI_VERB_NEW_H
#define WL_CLI_VERB_NEW_H

#include "core/base/diag.h"

/* Writes NAME.lua, a skeleton or else the `size` bytes of `text`, and beside it what is not there yet: definitions of the language
 * and the settings of lua-language-server. Nothing that exists is touched, and on
 * failure nothing new is left. `path` gets the script's, of `room` bytes. */
bool wl_new_script(const char *name, const char *text, size_t size, char *path, size_t room,
                   struct wl_diag *d);

#endif
