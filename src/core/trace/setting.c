#include "core/trace/setting.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/trace/param.h"

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
