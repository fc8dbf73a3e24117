/* The name that was meant by one that nobody knows. */
#include "core/base/nearest.h"

#include <string.h>

#include "core/base/ascii.h"
#include "core/base/text.h"

/* Whether two names differ by capitals and underscores alone. */
static bool spelled_alike(const char *a, const char *b) {
  for (;; a++, b++) {
    while (*a == '_') a++;
    while (*b == '_') b++;
    if (wl_lower(*a) != wl_lower(*b)) return false;
    if (*a == '\0') return true;
  }
}

void wl_guess_try(struct wl_guess *n, const char *name, const char *candidate) {
  unsigned distance = wl_text_distance(name, candidate);
  if (distance > 1 && spelled_alike(name, candidate)) distance = 1;
  if (n->name != NULL && n->distance <= distance) return;
  n->name = candidate;
  n->distance = distance;
}

bool wl_guess_good(const struct wl_guess *n, const char *name) {
  if (n->name == NULL || n->distance >= strlen(n->name)) return false;
  return n->distance <= 1 + strlen(name) / 4 && n->distance < strlen(name);
}

const char *wl_nearest(const char *name, const char *const *names, size_t count) {
  struct wl_guess n = {NULL, 0};
  for (size_t i = 0; i < count; i++) wl_guess_try(&n, name, names[i]);
  return wl_guess_good(&n, name) ? n.name : NULL;
}
