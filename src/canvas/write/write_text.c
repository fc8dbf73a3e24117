/* A canvas as plain text, and what every writer does. */
#include "canvas/write/write.h"

#include <errno.h>
#include <string.h>

#include "canvas/write/json.h"
#include "core/base/text.h"

bool wl_out_finish(FILE *f, struct wl_diag *d) {
  if (wl_json_ran_out())
    return wl_diag_fail(d, WL_LIMIT, "the output is not whole: memory ran out");
  bool failed = ferror(f);
  errno = failed ? errno : 0; /* of the failed write, if nothing came between */
  if (fflush(f) == 0 && !failed) return true;
  return wl_diag_fail(d, WL_OUTPUT, "cannot write the output: %s",
                      errno ? strerror(errno) : "a write failed");
}

void wl_out_code(FILE *f, uint32_t code) {
  char utf8[4];
  fwrite(utf8, 1, wl_text_encode(code, utf8), f);
}

int wl_out_width(const struct wl_canvas *c, int y, bool styled) {
  int width = wl_canvas_width(c);
  for (; width > 0; width--) {
    const struct wl_cell *cell = wl_canvas_cell(c, width - 1, y);
    if (cell->code != ' ' || (styled && cell->style != WL_STYLE_TEXT)) break;
  }
  return width;
}

bool wl_write_text(FILE *f, const struct wl_canvas *c, struct wl_diag *d) {
  for (int y = 0; y < wl_canvas_height(c); y++) {
    int width = wl_out_width(c, y, false);
    for (int x = 0; x < width; x++) {
      uint32_t code = wl_canvas_cell(c, x, y)->code;
      if (code) wl_out_code(f, code);
    }
    putc('\n', f);
  }
  return wl_out_finish(f, d);
}
