/* The language as a file for editors: names, parameters and help of every row. */
#ifndef WL_SCRIPT_PROCESS_EDITOR_STUB_H
#define WL_SCRIPT_PROCESS_EDITOR_STUB_H

#include <stdbool.h>
#include <stdio.h>

/* Writes definitions that lua-language-server understands (---@meta), made from the
 * table of the language. Errors of `f` are left to its owner. */
void wl_stub_write(FILE *f);

#endif
