#include "script/language/cache_settings.h"

#include <string.h>

#include "core/trace/cache_setting.h"
#include "core/trace/setting.h"
#include "script/language/api_functions.h"
#include "script/machine/run_options.h"
#include "script/machine/vm.h"

static bool is_own(const struct wl_head *h, const char *name) {
  for (unsigned k = 0; k < h->params; k++)
    if (strcmp(h->param[k].name, name) == 0) return true;
  return false;
}

bool wl_cache_settings(struct wl_vm *vm) {
  for (size_t i = 0; i < WL_CACHE_SETTINGS; i++) {
    const char *name = wl_cache_setting_names[i], *value = wl_param_setting(vm, name);
    if (value == NULL || is_own(&vm->head, name) || vm->head.params == WL_MAX_PARAMS) continue;
    struct wl_param *p = &vm->head.param[vm->head.params];
    wl_cache_setting_make(name, vm->options->arch->sm, p);
    if (vm->options->edited && !wl_param_offers(p, value)) continue;
    if (!wl_setting_suits(p, value, &vm->diag)) return !(vm->failed = true);
    memcpy(p->value, p->choice[wl_param_choice(p, value)], sizeof p->value);
    wl_cache_setting_take(&vm->head, p);
    vm->head.params++;
  }
  return true;
}
