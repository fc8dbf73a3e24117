/* What can be set before a run. */
#include "core/trace/param.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEX "0123456789abcdefABCDEF"

enum {
  SHAPES = 5,           /* that are offered on either side of the script's own */
  BLOCK_THREADS = 1024, /* that the newest generations launch */
};

void wl_param_types(struct wl_type own, struct wl_param *p) {
  p->kind = WL_PARAM_CHOICE;
  p->choices = 0;
  for (unsigned i = 0; i < WL_SCALARS; i++)
    snprintf(p->choice[p->choices++], sizeof p->choice[0], "%s", wl_scalars[i].name);
  char name[16];
  wl_type_name(own, name);
  if (!wl_param_offers(p, name))
    snprintf(p->choice[p->choices++], sizeof p->choice[0], "%s", name);
  snprintf(p->initial, sizeof p->initial, "%s", name);
  snprintf(p->value, sizeof p->value, "%s", name);
}

void wl_param_shapes(const uint32_t own[3], const uint32_t now[3], bool block, struct wl_param *p) {
  bool put = false;
  p->kind = WL_PARAM_CHOICE;
  p->choices = 0;
  wl_head_shape_text(own, p->initial);
  wl_head_shape_text(now, p->value);
  for (int k = -SHAPES; k <= SHAPES; k++) {
    uint32_t shape[3] = {own[0], now[1], now[2]};
    if (k < 0 && shape[0] % (1u << -k)) continue;
    shape[0] = k < 0 ? shape[0] >> -k : shape[0] << k;
    if (block && (uint64_t)shape[0] * shape[1] * shape[2] > BLOCK_THREADS) break;
    if (!put && shape[0] >= now[0]) {
      if (shape[0] > now[0]) wl_head_shape_text(now, p->choice[p->choices++]);
      put = true;
    }
    wl_head_shape_text(shape, p->choice[p->choices++]);
  }
  if (!put) wl_head_shape_text(now, p->choice[p->choices++]);
}

/* A whole number that is written in hexadecimal, as choices have it, in decimal: as Lua does, it
 * wraps at 64 bits. NULL: it is none. */
static const char *in_decimal(const char *name, char text[32]) {
  char *end;
  bool minus = *name == '-';
  const char *digits = name + minus;
  if (digits[0] != '0' || (digits[1] | 32) != 'x' || strspn(digits + 2, HEX) > 16) return NULL;
  uint64_t v = strtoull(digits, &end, 16);
  if (*end || end == digits + 2 || !strchr(HEX, digits[2])) return NULL;
  snprintf(text, 32, "%" PRId64, (int64_t)(minus ? 0 - v : v));
  return text;
}

int wl_param_choice(const struct wl_param *p, const char *name) {
  char decimal[32];
  for (int i = 0; i < p->choices; i++)
    if (strcmp(p->choice[i], name) == 0) return i;
  if (!in_decimal(name, decimal)) return -1;
  for (int i = 0; i < p->choices; i++)
    if (strcmp(p->choice[i], decimal) == 0) return i;
  return -1;
}

bool wl_param_offers(const struct wl_param *p, const char *name) {
  return wl_param_choice(p, name) >= 0;
}

const char *wl_param_limits(const struct wl_param *p, char text[WL_PARAM_LIMITS]) {
  bool limits = p->kind != WL_PARAM_CHOICE && p->min <= p->max;
  bool least = limits && p->min > -WL_PARAM_UNLIMITED, most = limits && p->max < WL_PARAM_UNLIMITED;
  text[0] = '\0';
  if (least && most) snprintf(text, WL_PARAM_LIMITS, "from %.14g to %.14g", p->min, p->max);
  else if (least) snprintf(text, WL_PARAM_LIMITS, "from %.14g", p->min);
  else if (most) snprintf(text, WL_PARAM_LIMITS, "up to %.14g", p->max);
  return text;
}

const struct wl_param *wl_param_find(const struct wl_head *h, const char *name,
                                     struct wl_param *made) {
  bool grid = strcmp(name, "grid") == 0;
  for (unsigned i = 0; i < h->params; i++)
    if (strcmp(h->param[i].name, name) == 0) return &h->param[i];
  *made = (struct wl_param){.kind = WL_PARAM_CHOICE, .made = 1};
  snprintf(made->name, sizeof made->name, "%s", name);
  for (unsigned i = 0; i < h->arrays; i++) {
    const struct wl_array *a = &h->array[i];
    if (strcmp(a->name, name) != 0 || a->type.scalar == WL_STRUCT || a->space == WL_TEXTURE)
      continue;
    wl_param_types(a->type, made);
    snprintf(made->help, sizeof made->help, "type of its elements");
    return made;
  }
  if (!grid && strcmp(name, "block") != 0) return NULL;
  const uint32_t *now = grid ? h->grid : h->block;
  wl_param_shapes(now, now, !grid, made);
  snprintf(made->help, sizeof made->help, grid ? "blocks" : "threads");
  return made;
}
