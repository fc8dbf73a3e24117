#include "tui/flash_limit.h"

bool wl_flash_take(struct wl_flash *f, unsigned light, int64_t now) {
  bool turns = f->any && light != f->light;
  f->held = turns && f->turned && now - f->turned < WL_FLASH_MS;
  if (f->held) return false;
  if (turns) f->turned = now;
  f->light = light;
  return f->any = true;
}

int wl_flash_wait(const struct wl_flash *f, int64_t now) {
  if (!f->held) return -1;
  int64_t left = f->turned + WL_FLASH_MS - now;
  return left > 0 ? (int)left : 0;
}
