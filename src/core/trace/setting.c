#include "core/trace/setting.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/trace/cache_setting.h"

static bool suits_shape(const struct wl_param *p, const char *value, struct wl_diag *d) {
  uint32_t shape[3];
  if (wl_head_shape_read(value, shape)) return true;
  wl_diag_fail(d, WL_USAGE, "%s cannot be '%s'", p->name, value);
  return wl_diag_hint(d, "it is one to three lengths, as %s=32,8", p->name);
}

static bool suits_choice(const struct wl_param *p, const char *value, struct wl_diag *d) {
  char list[256] = "";
  if (wl_param_offers(p, value)) return true;
  for (int i = 0; i < p->choices; i++) {
    size_t used = strlen(list);
    snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", p->choice[i]);
  }
  wl_diag_fail(d, WL_USAGE, "%s cannot be '%s'", p->name, value);
  return wl_diag_hint(d, "it can be %s", list);
}

bool wl_setting_suits(const struct wl_param *p, const char *value, struct wl_diag *d) {
  uint32_t shape[3];
  bool shapes = strcmp(p->name, "grid") == 0 || strcmp(p->name, "block") == 0;
  if (strlen(value) >= sizeof p->value || !*value)
    return wl_diag_fail(d, WL_USAGE, "%s needs a value of 1 to %zu bytes", p->name,
                        sizeof p->value - 1);
  if (shapes && p->kind == WL_PARAM_CHOICE && wl_head_shape_read(p->value, shape))
    return suits_shape(p, value, d);
  if (p->kind == WL_PARAM_CHOICE) return suits_choice(p, value, d);
  char *end;
  double v = strtod(value, &end);
  bool number = !*end && v - v == 0; /* finite */
  if (number && p->kind == WL_PARAM_INTEGER) number = v == (double)(int64_t)v;
  if (number && (p->min > p->max || (v >= p->min && v <= p->max))) return true;
  wl_diag_fail(d, WL_USAGE, "%s cannot be '%s'", p->name, value);
  char limits[WL_PARAM_LIMITS];
  wl_param_limits(p, limits);
  return wl_diag_hint(d, "it is a %snumber%s%s", p->kind == WL_PARAM_INTEGER ? "whole " : "",
                      *limits ? " " : "", limits);
}

const char wl_setting_arch[] = "--arch";

/* Behind the setting that begins at `s`, at its comma or at the end. */
static const char *past_one(const char *s) {
  while (*s && !(s[0] == ',' && (s[1] == ' ' || !s[1]))) s++;
  return s;
}

unsigned wl_variant_count(const char *flips) {
  unsigned n = 0;
  for (const char *s = flips; *s; n++) {
    s = past_one(s);
    if (*s) s += 1 + strspn(s + 1, " ");
  }
  return n;
}

const char *wl_variant_text(const char *flips, unsigned n, char text[WL_VARIANT_TEXT]) {
  const char *s = flips, *end = past_one(s);
  for (unsigned i = 1; i < n && *s; i++) {
    s = *end ? end + 1 + strspn(end + 1, " ") : end;
    end = past_one(s);
  }
  snprintf(text, WL_VARIANT_TEXT, "%.*s", n ? (int)(end - s) : 0, s);
  return text;
}

bool wl_setting_next(const char **words, struct wl_setting_pair *out) {
  const char *s = *words + strspn(*words, " "), *equals = s + strcspn(s, " =");
  size_t name = (size_t)(equals - s), value = 0;
  *words = s;
  if (!name || *equals != '=' || name >= sizeof out->name) return false;
  snprintf(out->name, sizeof out->name, "%.*s", (int)name, s);
  for (s = equals + 1; *s && *s != ' '; s++) {
    if (*s == '\\' && s[1]) s++;
    if (value + 1 >= sizeof out->value) return false;
    out->value[value++] = *s;
  }
  out->value[value] = '\0';
  if (value) *words = s;
  return value > 0;
}

bool wl_setting_add(char *words, size_t size, const char *name, const char *value) {
  size_t used = strlen(words), at = used;
  int n = snprintf(words + at, size - at, "%s%s=", used ? " " : "", name);
  at += n > 0 ? (size_t)n : 0;
  for (; *value && at + 2 < size; value++) {
    if (*value == ' ' || *value == '\\') words[at++] = '\\';
    words[at++] = *value;
  }
  bool fits = !*value && at < size;
  words[fits ? at : used] = '\0';
  return fits;
}

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

const struct wl_param *wl_param_find(const struct wl_head *h, const struct wl_sm *sm,
                                     const char *name, struct wl_param *made) {
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
  if (!grid && strcmp(name, "block") != 0)
    return wl_cache_setting_make(name, sm, made) ? made : NULL;
  const uint32_t *now = grid ? h->grid : h->block;
  wl_param_shapes(now, now, !grid, made);
  snprintf(made->help, sizeof made->help, grid ? "blocks" : "threads");
  return made;
}
