/* What the verdicts for all memories share. */
#include "words/verdict_parts.h"

#include <stdarg.h>
#include <stdio.h>

void wl_rate(struct wl_verdict *v, enum wl_grade grade, const char *format, ...) {
  va_list args;
  v->grade = grade;
  va_start(args, format);
  vsnprintf(v->text, sizeof v->text, format, args);
  va_end(args);
}

unsigned wl_distinct_units(const struct wl_access *a, unsigned bytes) {
  unsigned count = 0;
  for (unsigned l = 0; l < WL_LANES; l++) {
    bool seen = !(a->mask >> l & 1);
    for (unsigned k = 0; k < l; k++)
      seen |= a->mask >> k & 1 && a->address[k] / bytes == a->address[l] / bytes;
    count += !seen;
  }
  return count;
}

bool wl_same_address(const struct wl_access *a) {
  unsigned first = (unsigned)__builtin_ctz(a->mask);
  for (unsigned l = first; l < WL_LANES; l++)
    if (a->mask >> l & 1 && a->address[l] != a->address[first]) return false;
  return true;
}

const char *wl_verdict_verb(const struct wl_access *a) {
  if (a->op == WL_CAS) return "swap";
  if (wl_op_is_copy((enum wl_op)a->op)) return "copy";
  return a->op == WL_LOAD ? "read" : a->op == WL_STORE ? "write" : "update";
}
