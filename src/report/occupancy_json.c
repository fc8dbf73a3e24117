/* Occupancy as JSON, for a report and each side of a comparison. */
#include <string.h>

#include "canvas/write/json.h"
#include "core/gpu/occupancy.h"

static const char *const keys[WL_LIMITERS] = {"blocks", "warps", "shared", "registers"};

/* Blocks that each resource alone would allow; null: any number. */
static json_t *limits(const struct wl_residency *now) {
  json_t *object = json_object();
  for (unsigned i = 0; i < WL_LIMITERS; i++) {
    uint32_t by = now->occupancy.by[i];
    json_object_set_new(object, keys[i], by == UINT32_MAX ? json_null() : json_integer(by));
  }
  return object;
}

static json_t *names_of_limits(const struct wl_residency *now) {
  json_t *names = json_array();
  for (unsigned i = 0; i < WL_LIMITERS; i++)
    if (now->occupancy.limiters >> i & 1)
      json_array_append_new(names, json_string(keys[i]));
  return names;
}

/* What columns of shared arrays cost in blocks, or would. */
static json_t *paddings(const struct wl_head *head, const struct wl_residency *now) {
  struct wl_padding list[WL_MAX_PADDINGS];
  unsigned count = wl_residency_paddings(head, now, list);
  json_t *array = json_array();
  for (unsigned i = 0; i < count; i++) {
    const char *name = head->array[list[i].array].name;
    json_array_append_new(array, json_pack("{s:o, s:i, s:i}", "array",
                                           wl_json_text(name, strlen(name)), "columns",
                                           list[i].columns, "blocks", (int)list[i].blocks));
  }
  return array;
}

json_t *wl_json_occupancy(const struct wl_head *head, const struct wl_arch *arch,
                          struct wl_registers registers) {
  struct wl_residency now;
  if (!wl_residency(head, arch, registers, &now) || !now.fits) return json_null();
  const struct wl_sm_field *field = wl_residency_source(&now);
  enum wl_certainty sure = wl_sm_field_certainty(field, now.sm);
  return json_pack(
    "{s:i, s:i, s:b, s:i, s:b, s:i, s:i, s:i, s:o, s:s, s:s, s:o, s:o}",
    "threads", (int)now.threads,
    "registers", (int)now.registers.count, "registers_assumed", (int)now.registers.assumed,
    "shared_bytes", (int)now.shared, "shared_assumed", (int)now.shared_assumed, "blocks",
    (int)now.occupancy.blocks, "warps", (int)now.occupancy.warps, "most_warps",
    (int)now.sm->warps, "limits", names_of_limits(&now),
    "certainty", wl_certainty_names[sure], "source", wl_sm_field_source(field, now.sm),
    "blocks_by", limits(&now), "paddings", paddings(head, &now));
}
