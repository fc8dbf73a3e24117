#include "session/state/step_info.h"

#include <string.h>

void wl_step_info_value(const struct wl_step_info *s, uint64_t bits, unsigned cells, char *text) {
  strcpy(text, s->silent ? "?" : "");
  if (s->step.has_values)
    wl_scalar_format((enum wl_scalar)s->step.type.scalar, bits, cells, text);
}

/* The first entry of the same line. */
static unsigned first_turn(const struct wl_line *line, unsigned entry) {
  unsigned first = 0;
  while (line[first].address != line[entry].address) first++;
  return first;
}

unsigned wl_line_number(const struct wl_step_info *s, unsigned entry) {
  const struct wl_line *line = s->explain.line;
  unsigned number = 0;
  if (!wl_op_is_atomic((enum wl_op)s->step.access.op)) return entry;
  for (unsigned i = 0, end = first_turn(line, entry); i < end; i++)
    number += first_turn(line, i) == i;
  return number;
}
