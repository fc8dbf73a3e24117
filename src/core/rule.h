/* The rules that decide figures: in words, with certainty and source. */
#ifndef WL_CORE_RULE_H
#define WL_CORE_RULE_H

#include "core/arch.h"
#include "core/metric.h"

enum wl_rule_id {
  WL_RULE_NONE,
  WL_RULE_REQUEST, WL_RULE_SECTOR, WL_RULE_LINE, WL_RULE_TAG_HASH, WL_RULE_TAG_FOLD,
  WL_RULE_DATA_LOAD, WL_RULE_DATA_HIT, WL_RULE_DATA_STORE,
  WL_RULE_ATOMIC_PASS, WL_RULE_ATOMIC_DATA,
  WL_RULE_BANK, WL_RULE_BANK_GROUPS, WL_RULE_BANK_MERGE, WL_RULE_BANK_ATOMIC,
  WL_RULE_CONSTANT, WL_RULE_IDEAL_SECTORS, WL_RULE_IDEAL_WAVEFRONTS, WL_RULE_WAYS, WL_RULE_BYTES,
  WL_RULES
};

struct wl_rule {
  const char *name;     /* "one word per bank and wavefront" */
  const char *sentence; /* the rule in full, for a student */
  enum wl_certainty certainty;
  const char *source;   /* "H200 counters, 776 of 776 loads" */
};
extern const struct wl_rule wl_rules[WL_RULES];

#endif
