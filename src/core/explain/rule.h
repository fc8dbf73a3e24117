/* The rules that decide figures: their words, certainty and source. */
#ifndef WL_CORE_EXPLAIN_RULE_H
#define WL_CORE_EXPLAIN_RULE_H

#include "core/explain/metric.h"
#include "core/gpu/arch.h"

enum wl_rule_id {
  WL_RULE_NONE, WL_RULE_UNKNOWN,
  WL_RULE_REQUEST, WL_RULE_REQUEST_HALF, WL_RULE_REQUEST_SPLIT, WL_RULE_REQUEST_PIECES,
  WL_RULE_REQUEST_ROWS,
  WL_RULE_STRICT, WL_RULE_SHRINK, WL_RULE_LINES, WL_RULE_SEGMENTS, WL_RULE_PACKETS,
  WL_RULE_SECTOR, WL_RULE_LINE, WL_RULE_TAG_HASH, WL_RULE_TAG_FOLD,
  WL_RULE_TAG_GUESS, WL_RULE_TAG_LOCAL, WL_RULE_DATA_LOAD, WL_RULE_DATA_HIT,
  WL_RULE_DATA_LOCAL, WL_RULE_DATA_STORE, WL_RULE_DATA_STORE_MANY,
  WL_RULE_ATOMIC_SECTOR, WL_RULE_ATOMIC_PASS, WL_RULE_ATOMIC_DATA, WL_RULE_CAS_PASS,
  WL_RULE_CAS_DATA, WL_RULE_COPY, WL_RULE_COPY_CG,
  WL_RULE_BANK_HALF, WL_RULE_BANK_FERMI, WL_RULE_BANK_KEPLER_4,
  WL_RULE_BANK_KEPLER_8, WL_RULE_BANK_KEPLER_WIDE, WL_RULE_BANK_LOCK,
  WL_RULE_BANK, WL_RULE_BANK_GROUPS, WL_RULE_BANK_MERGE, WL_RULE_BANK_ATOMIC, WL_RULE_BANK_CAS,
  WL_RULE_BANK_INCREMENT, WL_RULE_BANK_TRY,
  WL_RULE_MATRIX,
  WL_RULE_CONSTANT, WL_RULE_CONSTANT_ADDRESS, WL_RULE_CONSTANT_HALF, WL_RULE_LOCAL,
  WL_RULE_QUAD, WL_RULE_TILE, WL_RULE_PITCH,
  WL_RULE_IDEAL_SECTORS, WL_RULE_IDEAL_WAVEFRONTS, WL_RULE_WAYS, WL_RULE_WAYS_STEPS,
  WL_RULE_WAYS_ROWS, WL_RULE_WAYS_WIDE, WL_RULE_BYTES,
  WL_RULES
};

struct wl_rule {
  const char *name;     /* "one word per bank and wavefront" */
  const char *sentence; /* the rule in full, for a student */
  enum wl_certainty certainty;
  const char *source;   /* "H200 counters, 776 of 776 loads" */
  uint32_t sure;        /* bit per enum wl_cc that is as certain; elsewhere derived. 0: all are */
};
extern const struct wl_rule wl_rules[];

/* The certainty of a rule on one generation. */
enum wl_certainty wl_rule_certainty(enum wl_rule_id rule, const struct wl_arch *arch);

#endif
