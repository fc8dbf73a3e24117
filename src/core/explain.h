/* Who made the counts: lines, sectors, words, lanes and wavefronts by name. */
#ifndef WL_CORE_EXPLAIN_H
#define WL_CORE_EXPLAIN_H

#include "core/count.h"
#include "core/rule.h"

enum {
  WL_MAX_LINES = 32,       /* an aligned lane touches one line, in one tag wavefront */
  WL_MAX_WORDS = 128,      /* 32 lanes × 16 bytes of 4-byte words */
  WL_MAX_WAVEFRONTS = 128, /* constant memory: 32 addresses × 4 words */
};

/* A 128-byte line that the request touches (global), in order of first lane.
 * Atomics list a line anew in every tag wavefront that comes to it, wavefront by
 * wavefront. */
struct wl_line {
  uint64_t address;   /* of its first byte */
  uint64_t used[2];   /* bit b of used[b / 64]: byte b is asked for by some lane */
  uint32_t lanes;
  uint8_t sectors;    /* bit s: sector s is moved */
  uint8_t set;        /* tag set, 0 … tag_sets - 1 */
  uint8_t tag;        /* index of the tag wavefront that resolves it */
  uint8_t pass;       /* atomics: tag wavefronts that came to this line before, else 0 */
};

/* A 4-byte word that one bank has to serve once, for `lanes`. Shared atomics
 * list a word once for every lane. Constant memory has none: see wl_wavefront. */
struct wl_word {
  uint64_t index;     /* address / 4 */
  uint32_t lanes;
  uint8_t bank;
  uint8_t group;      /* lane group, in the order they are served */
  uint8_t wavefront;  /* index of the data wavefront that serves it */
};

/* One wavefront of the data stage, or one pass of constant memory. */
struct wl_wavefront {
  uint32_t lanes;     /* lanes with a word in it */
  uint32_t finished;  /* lanes whose last word it serves */
  uint8_t group;
  uint8_t tag;        /* tag wavefront that it serves alone (see WL_RULE_DATA_…), else 0 */
  bool back;          /* atomics with a result: brings old values back, after the others */
  uint64_t address;   /* constant: the address served */
};

struct wl_explain {
  struct wl_counts counts;
  bool exact;                   /* wl_count_exact() */
  uint8_t groups;               /* lane groups of the data stage */
  uint32_t group_lanes[4];      /* lanes of each group, inactive ones included */
  uint16_t line_count, word_count, wavefront_count, tag_count;
  uint32_t tag_lanes[WL_MAX_WAVEFRONTS]; /* lanes of each tag wavefront */
  struct wl_line line[WL_MAX_LINES];
  struct wl_word word[WL_MAX_WORDS];
  struct wl_wavefront wavefront[WL_MAX_WAVEFRONTS];
  uint8_t bank_words[WL_MAX_BANKS]; /* most words (atomics: lanes) of each bank in one group */
  uint8_t rule[WL_FIGURES];     /* enum wl_rule_id that decided each figure; core/metric.h */
};

/* Explains one access that passes wl_access_check(). Its counts equal those of
 * wl_count() (a test holds them together). No allocation. */
void wl_explain(const struct wl_arch *arch, const struct wl_access *a, struct wl_explain *out);

#endif
