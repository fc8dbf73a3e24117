#include "script/language/grid_shape.h"

#include <stdio.h>
#include <string.h>

#include "core/trace/param.h"
#include "script/machine/errors.h"
#include "script/machine/run_options.h"
#include "script/process/api_table.h"
#include "script/syntax/tokens.h"

static void refuse(lua_State *L, const char *name, const char *text) {
  char hint[64];
  snprintf(hint, sizeof hint, "it is one to three lengths, as %s=32,8", name);
  wl_raise_setting(L, hint, "%s cannot be '%.64s'", name, text);
}

/* A lesson holds for the blocks that it is written for, unless its text reads how large they
 * are: with others half of the work would be left undone, and nothing would say so. */
static void check_lesson(lua_State *L, const uint32_t shape[3], const char *text) {
  const struct wl_source *s = wl_lane_of(L)->vm->source;
  for (uint32_t i = 1; i <= s->tokens; i++)
    if (wl_source_names(s, i, "blockDim")) return;
  if (wl_source_call(s, "lesson") == 0) return;
  wl_raise_setting(L, "change block() in a copy of the script to try others",
                   "block cannot be '%.64s': this lesson is about blocks of %u threads", text,
                   shape[0] * shape[1] * shape[2]);
}

void wl_shape_override(lua_State *L, const char *name, uint32_t shape[3]) {
  struct wl_vm *vm = wl_lane_of(L)->vm;
  struct wl_head *h = &vm->head;
  const char *setting = wl_param_setting(vm, name);
  unsigned bit = *name == 'b' ? 2 : 1, at = 0;
  uint32_t given[3];
  while (at < h->params && strcmp(h->param[at].name, name) != 0) at++;
  bool own = at < h->params && !(vm->shaped & bit); /* the script has a parameter of that name */
  if (!setting || own || vm->source->one_line) return;
  if (!wl_head_shape_read(setting, given)) {
    if (!vm->options->edited) refuse(L, name, setting);
    return;
  }
  if (bit == 2 && memcmp(given, shape, sizeof given) != 0) check_lesson(L, shape, setting);
  if (at == WL_MAX_PARAMS)
    wl_raise_limit(L, WL_SOURCE_SPAN_CALL, NULL, "more than %d parameters", WL_MAX_PARAMS);
  struct wl_param *p = &h->param[at];
  *p = (struct wl_param){.kind = WL_PARAM_CHOICE, .made = 1, .min = 1, .max = 0, .step = 1};
  snprintf(p->name, sizeof p->name, "%s", name);
  if (memcmp(given, shape, sizeof given) != 0)
    snprintf(p->help, sizeof p->help, "instead of the script's %s()", name);
  else snprintf(p->help, sizeof p->help, bit == 2 ? "threads" : "blocks");
  wl_param_shapes(shape, given, bit == 2, p);
  if (at == h->params) h->params++;
  vm->shaped = (uint8_t)(vm->shaped | bit);
  memcpy(shape, given, sizeof given);
}
