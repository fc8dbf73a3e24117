#include "canvas/write/write_cast.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "canvas/write/finish_file.h"
#include "canvas/write/json.h"
#include "canvas/write/write.h"

/* The 16 colours of xterm, which players want to know beside the page's own. */
static const char palette[] =
    "#000000:#cd0000:#00cd00:#cdcd00:#0000ee:#cd00cd:#00cdcd:#e5e5e5:"
    "#7f7f7f:#ff0000:#00ff00:#ffff00:#5c5cff:#ff00ff:#00ffff:#ffffff";

struct wl_cast {
  FILE *f;
  enum wl_tier tier;
  enum wl_scheme scheme;
  int rows;
  char **row; /* as it stands on the terminal; NULL: not yet */
};

static void put_header(struct wl_cast *cast, const struct wl_canvas *c, const char *title) {
  char page[8], ink[8];
  snprintf(page, sizeof page, "#%06x", (unsigned)wl_theme_page(cast->scheme) & 0xffffff);
  snprintf(ink, sizeof ink, "#%06x", (unsigned)wl_theme_ink(cast->scheme) & 0xffffff);
  json_t *theme = json_pack("{s:s, s:s, s:s}", "bg", page, "fg", ink, "palette", palette);
  json_t *header = json_pack("{s:i, s:i, s:i, s:o, s:o}", "version", 2, "width",
                             wl_canvas_width(c), "height", cast->rows, "title",
                             wl_json_text(title, strlen(title)), "theme", theme);
  wl_json_put(cast->f, header, JSON_SORT_KEYS);
  putc('\n', cast->f);
}

struct wl_cast *wl_cast_begin(FILE *f, const struct wl_canvas *c, enum wl_tier tier,
                              enum wl_scheme scheme, const char *title) {
  struct wl_cast *cast = calloc(1, sizeof *cast);
  if (!cast) return NULL;
  *cast = (struct wl_cast){.f = f, .tier = tier, .scheme = scheme, .rows = wl_canvas_height(c)};
  cast->row = calloc((size_t)cast->rows, sizeof *cast->row);
  if (!cast->row) {
    free(cast);
    return NULL;
  }
  put_header(cast, c, title);
  return cast;
}

/* [1.334, "o", "…"]: seconds, output of the program, what it was. */
static bool put_event(struct wl_cast *cast, uint64_t ms, const char *text, size_t size) {
  fprintf(cast->f, "[%" PRIu64 ".%03u, \"o\", ", ms / 1000, (unsigned)(ms % 1000));
  bool good = wl_json_put(cast->f, wl_json_text(text, size), JSON_ENCODE_ANY);
  fputs("]\n", cast->f);
  return good;
}

/* A row where it is another one now. */
static bool put_row(struct wl_cast *cast, FILE *f, const struct wl_canvas *c, int y) {
  char *text = NULL;
  size_t size = 0;
  FILE *row = open_memstream(&text, &size);
  if (!row) return false;
  wl_ansi_row(row, c, y, cast->tier, cast->scheme);
  if (fclose(row) != 0) {
    free(text);
    return false;
  }
  if (!cast->row[y] || strcmp(cast->row[y], text) != 0)
    fprintf(f, "\033[%d;1H\033[0m\033[2K%s", y + 1, text);
  free(cast->row[y]);
  cast->row[y] = text;
  return true;
}

bool wl_cast_frame(struct wl_cast *cast, const struct wl_canvas *c, uint64_t ms) {
  char *text = NULL;
  size_t size = 0;
  bool good = true;
  FILE *f = open_memstream(&text, &size);
  if (!f) return false;
  if (!cast->row[0]) fputs("\033[?25l\033[2J", f);
  for (int y = 0; y < cast->rows && good; y++) good = put_row(cast, f, c, y);
  if (fclose(f) != 0) good = false;
  if (good && size > 0) good = put_event(cast, ms, text, size);
  free(text);
  return good;
}

bool wl_cast_end(struct wl_cast *cast, uint64_t ms, struct wl_diag *d) {
  char text[32];
  int n = snprintf(text, sizeof text, "\033[%d;1H\r\n\033[?25h", cast->rows);
  bool good = put_event(cast, ms, text, (size_t)n);
  FILE *f = cast->f;
  for (int y = 0; y < cast->rows; y++) free(cast->row[y]);
  free(cast->row);
  free(cast);
  return good ? wl_out_finish(f, d) : wl_diag_fail(d, WL_LIMIT, "out of memory");
}
