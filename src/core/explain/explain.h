/* What makes each count: the lines, sectors, words, lanes and wavefronts. */
#ifndef WL_CORE_EXPLAIN_EXPLAIN_H
#define WL_CORE_EXPLAIN_EXPLAIN_H

#include "core/count/count.h"
#include "core/count/legacy_global.h"
#include "core/explain/rule.h"

enum { /* 32 lanes × 16 bytes are 128 words; local memory has a line for each */
  WL_MAX_LINES = 128, WL_MAX_WORDS = 128, WL_MAX_WAVEFRONTS = 128, WL_MAX_TRANSACTIONS = 128,
  WL_MAX_GROUPS = 8, /* cc 1.x: two half-warps × 4 words */
};

/* A 128-byte line that the request touches (global, local), in order of first
 * lane. Atomics of cc 7.0 on list a line anew in every tag wavefront that comes to
 * it, wavefront by wavefront. Local memory lists the lines of one word after
 * those of the other; its addresses begin at the warp's window. Set, tag and pass
 * are 0 before cc 7.0. */
struct wl_line {
  uint64_t address;   /* of its first byte */
  uint64_t used[2];   /* bit b of used[b / 64]: byte b is asked for by some lane */
  uint32_t lanes;
  uint8_t sectors;    /* bit s: sector s is moved */
  uint8_t moved;      /* how many move: those; cp.async.cg: those that the line fills */
  uint8_t rows;       /* lookups: 1; cp.async.cg: rows of shared memory that it fills */
  uint8_t set;        /* tag set, 0 … tag_sets - 1 */
  uint8_t tag;        /* index of the tag wavefront that resolves it */
  uint8_t pass;       /* atomics: tag wavefronts that came to this line before, else 0 */
};

/* A 4-byte word that one bank has to serve once, for `lanes`. Shared atomics
 * list a word once for every lane, cc 1.x once for every step that serves it.
 * cp.async has the words that it writes. Constant memory has none
 * (see wl_wavefront), nor has global memory before cc 7.0. */
struct wl_word {
  uint64_t index;     /* address / 4 */
  uint32_t lanes;
  uint8_t bank;
  uint8_t group;      /* lane group, in the order they are served */
  uint8_t wavefront;  /* index of the data wavefront that serves it, where there are any */
};

/* One wavefront of the data stage, one pass of constant or shared memory. 16-byte
 * accesses to shared memory on cc 2.x have none: see core/count/legacy_shared.h. */
struct wl_wavefront {
  uint32_t lanes;     /* lanes with a word in it */
  uint32_t finished;  /* lanes whose last word it serves */
  uint8_t group;
  uint8_t tag;        /* tag wavefront that it serves alone (see WL_RULE_DATA_…), else 0 */
  bool back;          /* atomics with a result: brings old values back, after the others */
  bool again;         /* shared CAS: as an earlier one, for the other operand */
  uint64_t address;   /* constant: the address served */
};

struct wl_explain {
  struct wl_counts counts;
  bool tags_known;              /* wl_tags_known() */
  uint8_t groups;               /* lane groups of the data stage */
  uint32_t group_lanes[WL_MAX_GROUPS]; /* lanes of each group, inactive ones included */
  uint16_t line_count, word_count, wavefront_count, tag_count, transaction_count;
  uint32_t tag_lanes[WL_MAX_WAVEFRONTS]; /* lanes of each tag wavefront */
  struct wl_line line[WL_MAX_LINES];
  struct wl_word word[WL_MAX_WORDS];
  struct wl_wavefront wavefront[WL_MAX_WAVEFRONTS];
  struct wl_transaction transaction[WL_MAX_TRANSACTIONS]; /* before cc 5.0 */
  uint8_t bank_words[WL_MAX_BANKS]; /* most words (atomics: lanes) of each bank in one group */
  uint8_t rule[WL_FIGURES];     /* enum wl_rule_id that decided each figure; metric.h */
};

/* Explains one access that passes wl_access_check(). Its counts equal those of
 * wl_count() (a test holds them together). Rules: WL_RULE_NONE for a figure that
 * has no meaning, WL_RULE_UNKNOWN for one without a known rule. No allocation. */
void wl_explain(const struct wl_arch *arch, const struct wl_access *a, struct wl_explain *out);

#endif
