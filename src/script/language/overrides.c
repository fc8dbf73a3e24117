#include "script/language/overrides.h"

#include <stdio.h>
#include <string.h>

#include "core/trace/setting.h"
#include "script/language/api_functions.h"
#include "script/machine/errors.h"

/* Where the head has the parameter `name`, or has room for it. */
static unsigned place_of(const struct wl_head *h, const char *name) {
  unsigned at = 0;
  while (at < h->params && strcmp(h->param[at].name, name) != 0) at++;
  return at;
}

/* The parameter that stands for what is set. */
static struct wl_param *make(lua_State *L, unsigned at, const char *name) {
  struct wl_head *h = &wl_lane_of(L)->vm->head;
  if (at == WL_MAX_PARAMS)
    wl_raise_limit(L, WL_SOURCE_SPAN_CALL, NULL, "more than %d parameters", WL_MAX_PARAMS);
  h->param[at] = (struct wl_param){.kind = WL_PARAM_CHOICE, .made = 1, .min = 1, .step = 1};
  snprintf(h->param[at].name, sizeof h->param[at].name, "%s", name);
  return &h->param[at];
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
  unsigned bit = *name == 'b' ? 2 : 1, at = place_of(h, name);
  uint32_t given[3];
  bool own = at < h->params && !(vm->shaped & bit); /* the script has a parameter of that name */
  if (!setting || own || vm->source->one_line) return;
  if (!wl_head_shape_read(setting, given)) {
    if (!vm->options->edited)
      wl_raise_setting(L, lua_pushfstring(L, "it is one to three lengths, as %s=32,8", name),
                       "%s cannot be '%.64s'", name, setting);
    return;
  }
  bool differs = memcmp(given, shape, sizeof given) != 0;
  if (bit == 2 && differs) check_lesson(L, shape, setting);
  struct wl_param *p = make(L, at, name);
  if (differs) snprintf(p->help, sizeof p->help, "instead of the script's %s()", name);
  else snprintf(p->help, sizeof p->help, bit == 2 ? "threads" : "blocks");
  wl_param_shapes(shape, given, bit == 2, p);
  if (at == h->params) h->params++;
  vm->shaped = (uint8_t)(vm->shaped | bit);
  memcpy(shape, given, sizeof given);
}

static void refuse_type(lua_State *L, const struct wl_param *p, const char *text) {
  const char *list = "it can be ";
  for (unsigned i = 0; i < p->choices; i++)
    list = lua_pushfstring(L, "%s%s%s", list, i ? ", " : "", p->choice[i]);
  wl_raise_setting(L, list, "%s cannot be of type '%.32s'", p->name, text);
}

void wl_type_override(lua_State *L, const char *name, struct wl_type *type) {
  struct wl_vm *vm = wl_lane_of(L)->vm;
  struct wl_head *h = &vm->head;
  const char *setting = wl_param_setting(vm, name);
  struct wl_type chosen;
  unsigned at = place_of(h, name);
  /* A parameter of that name is what is meant. */
  if (!setting || at < h->params || vm->source->one_line) return;
  if (type->scalar == WL_STRUCT) {
    if (!vm->options->edited)
      wl_raise_setting(L, "arrays of numbers and vectors can have another type: a=half",
                       "%s has elements of a struct: no other type has its members", name);
    return;
  }
  struct wl_param *p = make(L, at, name);
  snprintf(p->help, sizeof p->help, "elements of the array");
  wl_param_types(*type, p);
  if (!wl_type_find(setting, &chosen) || !wl_param_offers(p, setting)) {
    if (!vm->options->edited) refuse_type(L, p, setting);
    return;
  }
  snprintf(p->value, sizeof p->value, "%s", setting);
  h->params++;
  *type = chosen;
}
