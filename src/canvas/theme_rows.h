/* The themes as rows: what they are called, and the page that they are for. */
#ifndef WL_CANVAS_THEME_ROWS_H
#define WL_CANVAS_THEME_ROWS_H

#include <stdbool.h>
#include <stdint.h>

/* X(ID, NAME, page, ink, dark): 0xRRGGBB of the page behind everything and of plain text, and
 * whether that is light on dark. --theme calls it NAME; wl_looks_NAME is in theme_NAME.c. */
#define WL_SCHEME_ROWS(X) \
  X(DARK, dark, 0x12161c, 0xd5dae1, true) \
  X(LIGHT, light, 0xfbfaf6, 0x24292f, false) \
  X(PROJECTOR, projector, 0xffffff, 0x000000, false)

enum wl_scheme {
#define X(id, name, page, ink, dark) WL_##id,
  WL_SCHEME_ROWS(X)
#undef X
  WL_SCHEMES
};

/* The one that nobody has chosen: a presentation is for the back row. */
static inline enum wl_scheme wl_scheme_default(bool presents) {
  return presents ? WL_PROJECTOR : WL_DARK;
}

/* A row with its looks (canvas/theme.h), by style and depth of colour. */
struct wl_look;
struct wl_scheme_row {
  const char *name;
  const struct wl_look *looks;
  uint32_t page, ink;
  bool dark;
};
extern const struct wl_scheme_row wl_schemes[];

#endif
