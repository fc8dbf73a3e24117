#include "script/language/cache_settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/gpu/sm.h"
#include "core/trace/setting.h"
#include "script/machine/run_options.h"
#include "script/machine/vm.h"
#include "script/language/api_functions.h"

/* What a setting of caches can be, and where it goes. */
struct row {
  const char *name, *help;
  void (*offer)(const struct wl_sm *sm, struct wl_param *p);
  void (*take)(struct wl_head *h, const char *value, int choice);
};

static void add_choice(struct wl_param *p, const char *text) {
  if (p->choices == WL_MAX_CHOICES) return;
  snprintf(p->choice[p->choices++], sizeof p->choice[0], "%s", text);
}

/* Sizes that shared memory can take off L1. */
static void offer_carveouts(const struct wl_sm *sm, struct wl_param *p) {
  char text[16];
  add_choice(p, "driver");
  for (uint32_t i = 0; i < sm->carveouts && sm->carveouts > 1; i++) {
    snprintf(text, sizeof text, "%u", sm->carveout_kib[i]);
    if (sm->carveout_kib[i] > 0) add_choice(p, text);
  }
}

static void take_carveout(struct wl_head *h, const char *value, int choice) {
  h->carveout_kib = choice > 0 ? (uint16_t)strtoul(value, NULL, 10) : 0;
}

static void offer_orders(const struct wl_sm *sm, struct wl_param *p) {
  (void)sm;
  add_choice(p, "turns");
  add_choice(p, "oldest");
}

static void take_order(struct wl_head *h, const char *value, int choice) {
  (void)value;
  h->warp_order = (uint8_t)choice;
}

static const struct row rows[] = {
  {"carveout", "KiB of L1 that shared memory has", offer_carveouts, take_carveout},
  {"warp_order", "which warp is next", offer_orders, take_order},
};

static bool refuse(struct wl_vm *vm, const struct wl_param *p, const char *value) {
  char list[256] = "";
  for (unsigned i = 0; i < p->choices; i++)
    snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", i ? ", " : "", p->choice[i]);
  vm->failed = true;
  wl_diag_fail(&vm->diag, WL_USAGE, "%s cannot be '%.64s'", p->name, value);
  return wl_diag_hint(&vm->diag, "on cc %s it can be %s", vm->options->arch->cc, list);
}

bool wl_cache_settings(struct wl_vm *vm) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const char *value = wl_param_setting(vm, rows[i].name);
    bool own = false;
    for (unsigned k = 0; k < vm->head.params; k++)
      own = own || strcmp(vm->head.param[k].name, rows[i].name) == 0;
    if (value == NULL || own || vm->head.params == WL_MAX_PARAMS) continue;
    struct wl_param *p = &vm->head.param[vm->head.params];
    *p = (struct wl_param){.kind = WL_PARAM_CHOICE, .made = 1, .min = 1, .max = 0, .step = 1};
    snprintf(p->name, sizeof p->name, "%s", rows[i].name);
    snprintf(p->help, sizeof p->help, "%s", rows[i].help);
    rows[i].offer(vm->options->arch->sm, p);
    memcpy(p->initial, p->choice[0], sizeof p->initial);
    int choice = wl_param_choice(p, value);
    if (choice < 0 && !vm->options->edited) return refuse(vm, p, value);
    if (choice < 0) continue;
    memcpy(p->value, p->choice[choice], sizeof p->value);
    rows[i].take(&vm->head, value, choice);
    vm->head.params++;
  }
  return true;
}
