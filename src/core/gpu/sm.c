#include "core/gpu/sm.h"

#include <string.h>

#include "core/gpu/source_names.h"

#define CALCULATOR "occupancy calculator header of CUDA 12.8 to 13.3"
#define SPREADSHEET "the occupancy spreadsheet of those years, as remembered"
enum { CC1 = (1 << WL_CC_20) - 1, CC1_TO_30 = (1 << WL_CC_35) - 1 };

/* Numbers of the vendor's guides: guide 4 has those up to cc 3.0. */
#define FIELD(member, title, unit) \
  {#member, title, unit, offsetof(struct wl_sm, member), WL_VENDOR, 0, GUIDE, GUIDE4, CC1_TO_30}

/* Numbers that are told of cc 1.x everywhere and documented nowhere. */
#define OLD_FIELD(member, title, unit, certainty, source) \
  {#member, title, unit, offsetof(struct wl_sm, member), certainty, CC1, source, SPREADSHEET, CC1}

const struct wl_sm_field wl_sm_fields[] = {
  FIELD(warps, "resident warps", "warps"),
  FIELD(blocks, "resident blocks", "blocks"),
  FIELD(threads, "resident threads", "threads"),
  FIELD(block_threads, "threads per block", "threads"),
  FIELD(registers, "registers", "registers"),
  FIELD(block_registers, "registers per block", "registers"),
  {"thread_registers", "registers per thread", "registers",
   offsetof(struct wl_sm, thread_registers), WL_VENDOR, 0, GUIDE,
   GUIDE4 "; compilers for cc 1.x gave 124", CC1},
  FIELD(shared, "shared memory", "bytes"),
  FIELD(block_shared, "shared memory per block", "bytes"),
  OLD_FIELD(shared_unit, "shared allocation step", "bytes", WL_VENDOR, CALCULATOR),
  OLD_FIELD(shared_reserved, "shared taken per block", "bytes", WL_VENDOR, GUIDE),
  OLD_FIELD(register_unit, "register allocation step", "registers", WL_VENDOR, CALCULATOR),
  OLD_FIELD(warp_granularity, "warps allocated together", "warps", WL_VENDOR, CALCULATOR),
  OLD_FIELD(partitions, "sub-partitions", "partitions", WL_VENDOR, CALCULATOR),
  FIELD(parameter_bytes, "kernel arguments", "bytes"),
  {"fp32", "float operations per clock", "operations", offsetof(struct wl_sm, fp32), WL_VENDOR, 0,
   "CUDA Programming Guide 13.1 and older editions, throughput of arithmetic instructions",
   "CUDA C Programming Guide 4, throughput of arithmetic instructions", CC1_TO_30},
  FIELD(constant_cache, "constant cache, working set", "bytes"),
};
const size_t wl_sm_field_count = sizeof wl_sm_fields / sizeof wl_sm_fields[0];

uint32_t wl_sm_field_value(const struct wl_sm_field *field, const struct wl_sm *sm) {
  uint32_t value;
  memcpy(&value, (const char *)sm + field->offset, sizeof value);
  return value;
}

enum wl_certainty wl_sm_field_certainty(const struct wl_sm_field *field, const struct wl_sm *sm) {
  return field->folklore >> (sm - wl_sms) & 1 ? WL_FOLKLORE : field->certainty;
}

const char *wl_sm_field_source(const struct wl_sm_field *field, const struct wl_sm *sm) {
  return field->old >> (sm - wl_sms) & 1 ? field->old_source : field->source;
}

const struct wl_sm_field *wl_sm_field(const char *key) {
  const struct wl_sm_field *field = wl_sm_fields;
  while (strcmp(field->key, key) != 0) field++;
  return field;
}

const struct wl_sm *wl_sm_find(const char *cc) {
  for (size_t i = 0; i < wl_sm_count; i++)
    if (strcmp(wl_sms[i].cc, cc) == 0) return &wl_sms[i];
  return NULL;
}
