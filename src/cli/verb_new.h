/* A script to begin with, and what an editor needs to know its names. */
#ifndef WL_CLI_VERB_NEW_H
#define WL_CLI_VERB_NEW_H

#include "core/base/diag.h"

/* Writes NAME.lua, and beside it what is not there yet: definitions of the language
 * and the settings of lua-language-server. Nothing that exists is touched, and on
 * failure nothing new is left. `path` gets the script's, `size` bytes. */
bool wl_new_script(const char *name, char *path, size_t size, struct wl_diag *d);

/* The same with NAME.cu, a CUDA file, and nothing beside it. */
bool wl_new_cuda(const char *name, char *path, size_t size, struct wl_diag *d);

#endif
