#include "core/rule.h"

#include <assert.h>

const struct wl_rule wl_rules[] = {
  [WL_RULE_NONE] = {
    .name = "no meaning",
    .sentence = "This figure has no meaning for this memory.",
    .certainty = WL_DERIVED,
    .source = "definition",
  },
  [WL_RULE_REQUEST] = {
    .name = "one request per warp instruction",
    .sentence = "The warp hands its instruction to the memory pipe as a whole, whatever the width: "
                "one request if any lane is active, none otherwise.",
    .certainty = WL_VENDOR,
    .source = "Nsight Compute guide; H200 counters, 1523 of 1523 requests",
  },
  [WL_RULE_SECTOR] = {
    .name = "every touched sector moves once",
    .sentence = "Memory moves in aligned sectors of 32 bytes. A sector moves once however many "
                "lanes touch it, and moves whole even if one byte is asked for.",
    .certainty = WL_VENDOR,
    .source = "Nsight Compute guide; H200 counters, 1411 of 1411 loads and stores",
  },
  [WL_RULE_LINE] = {
    .name = "one tag look-up per line",
    .sentence = "The cache keeps one tag for an aligned line of 128 bytes, which is four sectors. "
                "Every line that a lane touches is looked up once.",
    .certainty = WL_VENDOR,
    .source = "Nsight Compute guide; H200 counters, 1411 of 1411 loads and stores",
  },
  [WL_RULE_TAG_HASH] = {
    .name = "one line per tag set and wavefront",
    .sentence = "The tags lie in four sets; a hash of the line's address picks the set. A tag "
                "wavefront looks up at most one line of each set. Lines are taken in the order of "
                "their first lanes; one whose set is taken waits for the next wavefront.",
    .certainty = WL_MEASURED,
    .source = "H200 counters, 1892 of 1892 requests inside one page of 2 MB",
  },
  [WL_RULE_TAG_FOLD] = {
    .name = "tag sets across pages: an estimate",
    .sentence = "The hash that picks a tag set sees physical addresses. Inside a page of 2 MB they "
                "are known; this request spans pages, so the upper bits are folded in as they are, "
                "and the hardware may need some wavefronts more or less.",
    .certainty = WL_DERIVED,
    .source = "estimate: right for about half of the requests that span pages (H200 counters)",
  },
  [WL_RULE_DATA_LOAD] = {
    .name = "each tag wavefront reads the banks on its own",
    .sentence = "L1 keeps its data in 32 banks, as shared memory does. The lanes of each tag "
                "wavefront are served apart: in groups of 32, 16 or 8 lanes for up to 4, 8 or 16 "
                "bytes a lane, each bank gives one 4-byte word per wavefront.",
    .certainty = WL_MEASURED,
    .source = "H200 counters, 1441 of 1441 loads that miss in L1",
  },
  [WL_RULE_DATA_HIT] = {
    .name = "a hit reads the banks in one go",
    .sentence = "Data that lies in L1 already is read without regard to tag wavefronts: in groups "
                "of 32, 16 or 8 lanes for up to 4, 8 or 16 bytes a lane, each bank gives one "
                "4-byte word per wavefront.",
    .certainty = WL_MEASURED,
    .source = "H200 counters, 111 of 111 loads that hit in L1",
  },
  [WL_RULE_DATA_STORE] = {
    .name = "a store writes the banks in one go",
    .sentence = "The lanes of the first 8 tag wavefronts (4 for 1 and 2 bytes a lane) fill the "
                "data banks together, those of each later one apart: in groups of 32, 16 or 8 "
                "lanes for up to 4, 8 or 16 bytes a lane, each bank takes one 4-byte word per "
                "wavefront.",
    .certainty = WL_MEASURED,
    .source = "H200 counters, 377 of 380 stores inside a page of 2 MB; beyond 4 tag wavefronts "
              "the hardware itself varies by one or two",
  },
  [WL_RULE_ATOMIC_PASS] = {
    .name = "lanes that collide wait for a later tag wavefront",
    .sentence = "Lanes go in order. The first lane of a tag set claims the set for its line; later "
                "lanes of that line join, unless a lane before them with the same set had the same "
                "place in its line: equal addresses never share a tag wavefront. Sectors and lines "
                "are counted anew in each wavefront.",
    .certainty = WL_MEASURED,
    .source = "H200 counters, 224 of 224 global reductions and atomics",
  },
  [WL_RULE_ATOMIC_DATA] = {
    .name = "operands go by tag wavefront, results come back",
    .sentence = "The operands of each tag wavefront pass the data banks as a store of its lanes "
                "would; where every lane has a line of its own, banks b and b + 4 act as one and "
                "take one lane at a time. If the result is used, the old values come back as a "
                "load of the same lanes would.",
    .certainty = WL_MEASURED,
    .source = "H200 counters, 224 of 224 global reductions and atomics",
  },
  [WL_RULE_BANK] = {
    .name = "one word per bank and wavefront",
    .sentence = "Shared memory has 32 banks; the 4-byte word w lies in bank w mod 32. In one "
                "wavefront a bank serves one word, to every lane that wants it. Lanes that want "
                "different words of one bank wait for further wavefronts.",
    .certainty = WL_VENDOR,
    .source = "CUDA Programming Guide; H200 counters, every load and store",
  },
  [WL_RULE_BANK_GROUPS] = {
    .name = "wide accesses go group by group",
    .sentence = "With 8 bytes a lane the two half warps are served one after the other, with 16 "
                "bytes the four quarters. In each group a bank serves one 4-byte word per "
                "wavefront; the groups add up.",
    .certainty = WL_MEASURED,
    .source = "H200 counters, 776 of 776 loads and 534 of 534 stores",
  },
  [WL_RULE_BANK_MERGE] = {
    .name = "partner lanes with equal addresses merge the groups",
    .sentence = "If every active lane i has the address of lane i^1, or every one that of lane "
                "i^2 (inactive partners do not matter), a wide load merges neighbouring groups: "
                "8 bytes go as one group of 32 lanes, 16 bytes as two groups of 16.",
    .certainty = WL_MEASURED,
    .source = "H200 counters, 776 of 776 loads",
  },
  [WL_RULE_BANK_ATOMIC] = {
    .name = "one lane per bank and wavefront",
    .sentence = "An atomic on shared memory serves one lane per bank in a wavefront, also where "
                "lanes share a word. With 8 bytes a lane the half warps go one after the other.",
    .certainty = WL_MEASURED,
    .source = "H200 counters, 108 of 108 atomics",
  },
  [WL_RULE_CONSTANT] = {
    .name = "one pass per different address",
    .sentence = "The constant cache serves one address at a time, to every lane that wants it, and "
                "at most 4 bytes of it: an 8-byte read takes two passes per address, a 16-byte "
                "read four.",
    .certainty = WL_MEASURED,
    .source = "H200 counters, 140 of 140 loads",
  },
  [WL_RULE_IDEAL_SECTORS] = {
    .name = "bytes asked, packed into sectors",
    .sentence = "Lay the bytes asked for side by side and cut them into sectors of 32; never more "
                "than the sectors that move.",
    .certainty = WL_MEASURED,
    .source = "Nsight Compute's own ideal, H200",
  },
  [WL_RULE_IDEAL_WAVEFRONTS] = {
    .name = "bytes asked, 128 a wavefront",
    .sentence = "All 32 banks together give 128 bytes a wavefront; never more than the wavefronts "
                "that it takes, and at least one.",
    .certainty = WL_DERIVED,
    .source = "Nsight Compute's ideal, capped by the true wavefronts",
  },
  [WL_RULE_WAYS] = {
    .name = "the worst bank",
    .sentence = "Count the different 4-byte words that each bank has to serve within one lane "
                "group (atomics: the lanes), and take the most.",
    .certainty = WL_DERIVED,
    .source = "definition",
  },
  [WL_RULE_BYTES] = {
    .name = "bytes",
    .sentence = "Asked: active lanes times the width. Moved: 32 bytes a sector, or 128 bytes a "
                "wavefront of shared memory.",
    .certainty = WL_DERIVED,
    .source = "definition",
  },
};
static_assert(sizeof wl_rules / sizeof wl_rules[0] == WL_RULES, "one row per rule");
