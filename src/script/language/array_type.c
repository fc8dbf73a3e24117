#include "script/language/array_type.h"

#include <stdio.h>
#include <string.h>

#include "core/trace/param.h"
#include "script/machine/errors.h"
#include "script/machine/run_options.h"
#include "script/process/api_table.h"

static void refuse(lua_State *L, const struct wl_param *p, const char *text) {
  char list[256] = "it can be ";
  for (unsigned i = 0; i < p->choices; i++)
    snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", i ? ", " : "", p->choice[i]);
  wl_raise_setting(L, list, "%s cannot be of type '%.32s'", p->name, text);
}

void wl_retype(lua_State *L, const char *name, struct wl_type *type) {
  struct wl_vm *vm = wl_lane_of(L)->vm;
  struct wl_head *h = &vm->head;
  const char *setting = wl_param_setting(vm, name);
  struct wl_type chosen;
  unsigned at = 0;
  while (at < h->params && strcmp(h->param[at].name, name) != 0) at++;
  /* A parameter of that name is what is meant. */
  if (!setting || at < h->params || vm->source->one_line) return;
  if (type->scalar == WL_STRUCT) {
    if (!vm->options->edited)
      wl_raise_setting(L, "arrays of numbers and vectors can have another type: a=half",
                       "%s has elements of a struct: no other type has its members", name);
    return;
  }
  if (at == WL_MAX_PARAMS)
    wl_raise_limit(L, WL_SOURCE_SPAN_CALL, NULL, "more than %d parameters", WL_MAX_PARAMS);
  struct wl_param *p = &h->param[at];
  *p = (struct wl_param){.made = 1, .min = 1, .max = 0, .step = 1};
  snprintf(p->name, sizeof p->name, "%s", name);
  snprintf(p->help, sizeof p->help, "elements of the array");
  wl_param_types(*type, p);
  if (!wl_type_find(setting, &chosen) || !wl_param_offers(p, setting)) {
    if (!vm->options->edited) refuse(L, p, setting);
    return;
  }
  snprintf(p->value, sizeof p->value, "%s", setting);
  h->params++;
  *type = chosen;
}
