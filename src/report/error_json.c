#include "report/error_json.h"

#include <string.h>

#include "canvas/write/json.h"
#include "canvas/write/write.h"

bool wl_error_json(FILE *f, const struct wl_diag *error, struct wl_diag *d) {
  const struct {
    const char *key, *text;
  } texts[] = {
    {"file", error->file},     {"message", error->what}, {"hint", error->hint},
    {"source", error->source}, {"where", error->where},
  };
  json_t *members = json_pack("{s:i}", "status", (int)error->status), *whole = NULL;
  bool good = members != NULL;
  for (size_t i = 0; good && i < sizeof texts / sizeof texts[0]; i++)
    if (texts[i].text[0])
      good = json_object_set_new(members, texts[i].key,
                                 wl_json_text(texts[i].text, strlen(texts[i].text))) == 0;
  if (good && error->line > 0)
    good = json_object_set_new(members, "line", json_integer(error->line)) == 0;
  if (good && error->column > 0)
    good = json_object_set_new(members, "column", json_integer(error->column)) == 0;
  if (good && error->callers > 0) {
    json_t *lines = json_array();
    good = json_object_set_new(members, "called_from", lines) == 0;
    for (uint32_t i = 0; good && i < error->callers && i < WL_DIAG_CALLERS; i++)
      good = json_array_append_new(lines, json_integer(error->caller[i])) == 0;
  }
  if (good) whole = json_pack("{s:O}", "error", members);
  json_decref(members);
  if (!whole) return wl_diag_refused(d, "out of memory");
  wl_json_line(f, whole, JSON_SORT_KEYS);
  return wl_out_finish(f, d);
}
