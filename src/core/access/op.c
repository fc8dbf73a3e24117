#include "core/access/op.h"

#include <assert.h>

const char *const wl_space_names[] = {"global", "shared", "constant", "local", "texture"};
const char *const wl_op_names[] = {"load",     "store",       "reduce",   "atomic",  "cas",
                                   "cp.async", "cp.async.cg", "ldmatrix", "stmatrix"};
const char *const wl_layout_names[] = {"array", "pitch"};
const char *const wl_form_names[] = {"native", "increment", "loop", "again"};

#define NAMES_ALL(names, count) \
  static_assert(sizeof names / sizeof names[0] == (count), "name every value")
NAMES_ALL(wl_space_names, WL_SPACES);
NAMES_ALL(wl_op_names, WL_OPS);
NAMES_ALL(wl_layout_names, WL_LAYOUTS);
NAMES_ALL(wl_form_names, WL_FORMS);
