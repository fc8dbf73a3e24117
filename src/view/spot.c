#include "view/spot.h"

#include <string.h>

void wl_spot_value(const struct wl_spot *s, uint64_t bits, unsigned cells, char *text) {
  strcpy(text, s->silent ? "?" : "");
  if (s->step.has_values)
    wl_scalar_format((enum wl_scalar)s->step.type.scalar, bits, cells, text);
}
