#include "core/explain/rule.h"

#include <assert.h>

#include "core/gpu/source_names.h"

#define BIT(cc) (1u << WL_CC_##cc)

enum {
  H200 = BIT(90),
  HITS_SEEN = BIT(80) | BIT(86) | BIT(90) | BIT(120),           /* published counters */
  GROUPS_SEEN = BIT(70) | BIT(80) | BIT(90) | BIT(120),         /* published timings, counters */
  REQUEST_TOLD = BIT(50) - BIT(20) + (1u << WL_CCS) - BIT(70),  /* cc 2.x, 3.x; from 7.0 on */
  MERGE_SEEN = BIT(70) | BIT(75) | BIT(80) | BIT(90) | BIT(120),
};

const struct wl_rule wl_rules[] = {
  [WL_RULE_NONE] = {
    .name = "no meaning",
    .sentence = "This figure has no meaning for this memory.",
    .certainty = WL_DERIVED, .source = "definition",
  },
  [WL_RULE_UNKNOWN] = {
    .name = "no rule is known",
    .sentence = "The hardware has such a figure, but neither the vendor nor a measurement says "
                "how this generation counts it. No number is given.",
    .certainty = WL_NOT_KNOWN, .source = "none found",
  },
  [WL_RULE_REQUEST] = {
    .name = "one request per warp instruction",
    .sentence = "The warp hands its instruction to the memory pipe as a whole, whatever the width: "
                "one request if any lane is active, none otherwise.",
    .certainty = WL_VENDOR, .sure = REQUEST_TOLD,
    .source = "cc 2.x: " GUIDE4 "; " GUIDE3X "; from cc 7.0 on: Nsight Compute guide; H200 "
              "counters, 1523 of 1523 requests",
  },
  [WL_RULE_REQUEST_HALF] = {
    .name = "one request per half-warp",
    .sentence = "The two halves of a warp ask one after the other: lanes 0 to 15, then lanes 16 "
                "to 31, each as a request if any of its lanes is active.",
    .certainty = WL_VENDOR, .source = GUIDE4,
  },
  [WL_RULE_REQUEST_SPLIT] = {
    .name = "wide accesses ask in parts",
    .sentence = "A warp asks for global memory once with up to 4 bytes a lane, as two half-warps "
                "with 8 bytes and as four quarter-warps with 16.",
    .certainty = WL_VENDOR, .source = GUIDE4 "; " GUIDE3X,
  },
  [WL_RULE_REQUEST_PIECES] = {
    .name = "one request, looked up in pieces",
    .sentence = "A warp instruction is one request; the look-up takes 8, 4 or 2 lanes at a time "
                "for up to 4, 8 or 16 bytes a lane. How the vendor's words on cc 3.x carry over "
                "is not spelled out.",
    .certainty = WL_DERIVED,
    .source = "CUDA Programming Guide, compute capabilities 5.x and 6.x; NVIDIA forum",
  },
  [WL_RULE_REQUEST_ROWS] = {
    .name = "a request for each row",
    .sentence = "An access to local memory is a request for each row of 4 bytes a lane: two of 8 "
                "bytes, four of 16. On cc 1.x each half-warp asks for itself.",
    .certainty = WL_MEASURED, .sure = H200,
    .source = "H200 counters, 240 of 240 loads and stores; before cc 5.0 the guide has as many "
              "requests of 8 and 16 bytes a lane",
  },
  [WL_RULE_STRICT] = {
    .name = "in sequence and aligned, or lane by lane",
    .sentence = "A half-warp is coalesced if lane k reads the k-th word of an aligned segment, "
                "words being 4, 8 or 16 bytes: one transaction of 64 bytes, one of 128 or two of "
                "128. Idle lanes do not matter. Otherwise every lane makes a transaction of 32 "
                "bytes for itself.",
    .certainty = WL_VENDOR, .source = GUIDE4,
  },
  [WL_RULE_SHRINK] = {
    .name = "segments, shrunk to what is used",
    .sentence = "Take the segment of the lowest lane still waiting (32 bytes for 1-byte words, 64 "
                "for 2-byte words, else 128) and all lanes in it. While only one half of it is "
                "used, keep that half, down to 32 bytes. Repeat for the lanes left. Order does "
                "not matter.",
    .certainty = WL_VENDOR, .source = GUIDE4,
  },
  [WL_RULE_LINES] = {
    .name = "whole lines through L1",
    .sentence = "Each request makes one transaction of 128 bytes for every line of L1 that its "
                "lanes touch, however few of its bytes they use.",
    .certainty = WL_VENDOR, .source = GUIDE4,
  },
  [WL_RULE_SEGMENTS] = {
    .name = "32-byte segments past L1",
    .sentence = "Each request makes one transaction of 32 bytes for every aligned segment that "
                "its lanes touch.",
    .certainty = WL_VENDOR, .source = GUIDE4 "; " GUIDE3X,
  },
  [WL_RULE_PACKETS] = {
    .name = "stores in one, two or four segments",
    .sentence = "Stores pass L1. Within aligned 128 bytes a request makes one transaction: of 32 "
                "bytes if it touches one segment, of 64 if it touches one half only, else of 128.",
    .certainty = WL_VENDOR,
    .source = "Professional CUDA C Programming, chapter 4; its text and its figure differ on one "
              "case",
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
    .certainty = WL_MEASURED, .sure = H200,
    .source = "H200 counters, 1892 of 1892 requests inside one page of 2 MB",
  },
  [WL_RULE_TAG_FOLD] = {
    .name = "tag sets across pages: an estimate",
    .sentence = "The hash that picks a tag set sees physical addresses. Inside a page of 2 MB they "
                "are known; this request spans pages, so the upper bits are folded in as they are, "
                "and the hardware may need some wavefronts more or less.",
    .certainty = WL_DERIVED,
    .source = "estimate: right for 32 of 70 loads and stores that span pages, and 2 of 11 "
              "atomics (H200 counters)",
  },
  [WL_RULE_TAG_GUESS] = {
    .name = "tag sets by folding the address: an estimate",
    .sentence = "The tags lie in four sets, and a tag wavefront looks up at most one line of "
                "each. Which set a line has is not known for this generation; folding all pairs "
                "of bits of its index into one fits published averages to 0.2 wavefronts. One "
                "line alone takes one wavefront for sure.",
    .certainty = WL_DERIVED, .source = "RRZE-HPC/gpu-benches, averages of an A100; fitted",
  },
  [WL_RULE_TAG_LOCAL] = {
    .name = "tag sets of local memory: an estimate",
    .sentence = "The hash that picks a tag set sees physical addresses, and where the window of a "
                "warp lies is not known: it is taken to begin where the hash is 0. One line alone "
                "takes one wavefront for sure.",
    .certainty = WL_DERIVED,
    .source = "estimate: the hash of global memory, with a place made up for the window",
  },
  [WL_RULE_DATA_LOAD] = {
    .name = "each tag wavefront reads the banks on its own",
    .sentence = "L1 keeps its data in 32 banks, as shared memory does. The lanes of each tag "
                "wavefront are served apart: in groups of 32, 16 or 8 lanes for up to 4, 8 or 16 "
                "bytes a lane, each bank gives one 4-byte word per wavefront.",
    .certainty = WL_MEASURED, .sure = H200,
    .source = "H200 counters, 1441 of 1441 loads that miss in L1",
  },
  [WL_RULE_DATA_HIT] = {
    .name = "a hit reads the banks in one go",
    .sentence = "Data that lies in L1 already is read without regard to tag wavefronts: in groups "
                "of 32, 16 or 8 lanes for up to 4, 8 or 16 bytes a lane, each bank gives one "
                "4-byte word per wavefront.",
    .certainty = WL_MEASURED, .sure = HITS_SEEN,
    .source = "H200 counters, 111 of 111 loads that hit in L1",
  },
  [WL_RULE_DATA_LOCAL] = {
    .name = "a row of local memory is read in one go",
    .sentence = "Each lane's word lies in a bank of its own, whichever line it is in: a load takes "
                "one wavefront for each row, whether it hits in L1 or not, and without regard to "
                "tag wavefronts.",
    .certainty = WL_MEASURED, .sure = H200,
    .source = "H200 counters, 138 of 138 loads that miss and 276 of 276 that hit, of 4, 8 and 16 "
              "bytes",
  },
  [WL_RULE_DATA_STORE] = {
    .name = "a store writes the banks in one go",
    .sentence = "The lanes of a store fill the data banks without regard to tag wavefronts: in "
                "groups of 32, 16 or 8 lanes for up to 4, 8 or 16 bytes a lane, each bank takes "
                "one 4-byte word per wavefront.",
    .certainty = WL_MEASURED, .sure = H200,
    .source = "H200 counters, 422 of 422 stores with up to 4 tag wavefronts",
  },
  [WL_RULE_DATA_STORE_MANY] = {
    .name = "a store of many tag wavefronts: an estimate",
    .sentence = "A store with more than 4 tag wavefronts takes a number that differs by one or two "
                "from launch to launch. As a rule the lanes of about the first 8 tag wavefronts (4 "
                "for 1 and 2 bytes a lane) fill the data banks together, those of each later one "
                "apart.",
    .certainty = WL_DERIVED,
    .source = "estimate: right for 65 of 71 such stores inside a page of 2 MB (H200 counters)",
  },
  [WL_RULE_ATOMIC_SECTOR] = {
    .name = "the sectors that an atomic touches",
    .sentence = "Atomics are done in L2, sector by sector. Each sector is counted once here, "
                "however many lanes touch it; but lanes on one address are done one after the "
                "other, and how many passes that takes is not documented.",
    .certainty = WL_DERIVED,
    .source = "CUDA Programming Guide, atomic functions: lanes on one address take turns; "
              "follows for the sectors",
  },
  [WL_RULE_ATOMIC_PASS] = {
    .name = "lanes that collide wait for a later tag wavefront",
    .sentence = "Lanes go in order. The first lane of a tag set claims the set for its line; later "
                "lanes of that line join, unless a lane before them with the same set had the same "
                "place in its line: equal addresses never share a tag wavefront. Sectors and lines "
                "are counted anew in each wavefront.",
    .certainty = WL_MEASURED, .sure = H200,
    .source = "H200 counters, 224 of 224 global reductions and atomics",
  },
  [WL_RULE_ATOMIC_DATA] = {
    .name = "operands go by tag wavefront, results come back",
    .sentence = "The operands of each tag wavefront pass the data banks as a store of its lanes "
                "would; where every lane has a line of its own, banks b and b + 4 act as one and "
                "take one lane at a time. If the result is used, the old values come back as a "
                "load of the same lanes would.",
    .certainty = WL_MEASURED, .sure = H200,
    .source = "H200 counters, 224 of 224 global reductions and atomics",
  },
  [WL_RULE_CAS_PASS] = {
    .name = "half a line per tag set, and lanes that collide wait",
    .sentence = "As for other atomics, but the first lane of a tag set claims the set for its half "
                "of the line, 64 bytes: each lane brings two operands, what to compare with and "
                "what to store, so that half a line fills a wavefront. Sectors and lines are "
                "counted anew in each wavefront.",
    .certainty = WL_MEASURED, .sure = H200,
    .source = "H200 counters, 300 of 300 global compare-and-swaps",
  },
  [WL_RULE_CAS_DATA] = {
    .name = "pairs of operands go by tag wavefront, results come back",
    .sentence = "The pairs of operands are twice as wide as the data: they go in groups of 16, 8 "
                "or 4 lanes for up to 4, 8 or 16 bytes a lane, and banks b and b + 16 act as one. "
                "Where every lane has a line of its own, the 8 banks of a sector act as one and "
                "take one lane at a time. The old values come back as a load of the same lanes "
                "would.",
    .certainty = WL_MEASURED, .sure = H200,
    .source = "H200 counters, 300 of 300 global compare-and-swaps of 4 and 8 bytes",
  },
  [WL_RULE_COPY] = {
    .name = "a copy needs a bank on either side",
    .sentence = "cp.async moves data from L1 into shared memory lane by lane, tag wavefront after "
                "tag wavefront, each in groups of 32, 16 or 8 lanes for 4, 8 or 16 bytes. Lanes go "
                "in order; one has to wait for the next wavefront if a lane before it, served or "
                "not, has its bank in L1 or its bank in shared memory. Lanes never share a word. "
                "This is cp.async.ca.",
    .certainty = WL_MEASURED, .sure = H200,
    .source = "H200 counters, 239 of 239 and 89 of 89 cp.async.ca inside a page of 2 MB; fits "
              "published ones of an RTX 5090 (cicuvc/nvidia-sass-document)",
  },
  [WL_RULE_COPY_CG] = {
    .name = "each line once for every row that it fills",
    .sentence = "cp.async.cg passes L1: what L2 sends goes straight into shared memory, in no "
                "wavefront of the data stage. A line is looked up once for every row of 128 "
                "bytes of shared memory that it fills, and moves each sector that it fills there. "
                "Lines go into tag wavefronts by their sets as those of a load do; in each, rows "
                "whose numbers differ by a multiple of 4 have to take turns.",
    .certainty = WL_MEASURED, .sure = H200,
    .source = "H200 counters, 1437 of 1437 and, measured later, 483 of 483 inside a page of "
              "2 MB; sectors where no two lanes fill the same bytes, 1131 and 337 of as many",
  },
  [WL_RULE_BANK_HALF] = {
    .name = "one broadcast word, else one lane per bank",
    .sentence = "Each half-warp, and each 4-byte word of it, goes alone through 16 banks. A step "
                "serves all lanes of one word, which is broadcast, and one lane at each other "
                "bank. Which word is broadcast is left open; here the one that most lanes want, "
                "which gives the fewest steps.",
    .certainty = WL_VENDOR, .source = GUIDE4,
  },
  [WL_RULE_BANK_FERMI] = {
    .name = "one word per bank and pass, 8 bytes by halves",
    .sentence = "32 banks serve the warp: a bank gives one 4-byte word a pass, to every lane that "
                "wants it. With 8 bytes a lane the half-warps go one after the other.",
    .certainty = WL_VENDOR, .source = GUIDE4,
  },
  [WL_RULE_BANK_KEPLER_4] = {
    .name = "rows of 256 bytes, banks by 4 bytes",
    .sentence = "32 banks give 8 bytes a pass each. In 4-byte mode the bank is (address / 4) mod "
                "32, and a bank serves all words of one aligned row of 256 bytes at once: words i "
                "and i + 32 do not collide.",
    .certainty = WL_VENDOR, .source = "CUDA Programming Guide, compute capability 3.x; GTC 2012",
  },
  [WL_RULE_BANK_KEPLER_8] = {
    .name = "rows of 256 bytes, banks by 8 bytes",
    .sentence = "32 banks give 8 bytes a pass each. In 8-byte mode the bank is (address / 8) mod "
                "32, and lanes in one 8-byte word never collide.",
    .certainty = WL_VENDOR, .source = "CUDA Programming Guide, compute capability 3.x; GTC 2012",
  },
  [WL_RULE_BANK_KEPLER_WIDE] = {
    .name = "rows of 256 bytes, 16 bytes a lane",
    .sentence = "The rule for narrower accesses, applied to all words of the 16 bytes: a pass for "
                "every different row that a bank has to serve.",
    .certainty = WL_DERIVED,
    .source = "follows from the rule for 4 and 8 bytes; a K80 counted what it says of lanes side "
              "by side: 1 transaction of 4 bytes each, 1 of 8, 2 of 16",
  },
  [WL_RULE_BANK_LOCK] = {
    .name = "lanes on one lock go round one by one",
    .sentence = "Shared atomics take one of 1024 locks, picked by bits 2 to 11 of the address, "
                "update and let go, in a loop. Lanes that share a lock need a trip each, and a "
                "trip is several instructions.",
    .certainty = WL_FOLKLORE,
    .source = "The CUDA Handbook, chapter on shared memory; the number of locks after Gomez-Luna",
  },
  [WL_RULE_BANK] = {
    .name = "one word per bank and wavefront",
    .sentence = "Shared memory has 32 banks; the 4-byte word w lies in bank w mod 32. In one "
                "wavefront a bank serves one word, to every lane that wants it. Lanes that want "
                "different words of one bank wait for further wavefronts.",
    .certainty = WL_VENDOR, .source = "CUDA Programming Guide; H200 counters, every load and store",
  },
  [WL_RULE_BANK_GROUPS] = {
    .name = "wide accesses go group by group",
    .sentence = "With 8 bytes a lane the two half warps are served one after the other, with 16 "
                "bytes the four quarters. In each group a bank serves one 4-byte word per "
                "wavefront; the groups add up.",
    .certainty = WL_MEASURED, .sure = GROUPS_SEEN,
    .source = "H200 counters, 776 of 776 loads and 534 of 534 stores",
  },
  [WL_RULE_BANK_MERGE] = {
    .name = "partner lanes with equal addresses merge the groups",
    .sentence = "If every active lane i has the address of lane i^1, or every one that of lane "
                "i^2 (inactive partners do not matter), a wide load merges neighbouring groups: "
                "8 bytes go as one group of 32 lanes, 16 bytes as two groups of 16.",
    .certainty = WL_MEASURED, .sure = MERGE_SEEN, .source = "H200 counters, 776 of 776 loads",
  },
  [WL_RULE_BANK_ATOMIC] = {
    .name = "one lane per bank and wavefront",
    .sentence = "An atomic on shared memory serves one lane per bank in a wavefront, also where "
                "lanes share a word. With 8 bytes a lane the half warps go one after the other.",
    .certainty = WL_MEASURED, .sure = H200, .source = "H200 counters, 108 of 108 atomics",
  },
  [WL_RULE_BANK_CAS] = {
    .name = "one lane per bank and wavefront, twice",
    .sentence = "A compare-and-swap on shared memory brings two operands and takes twice the "
                "wavefronts of another atomic: each serves one lane per bank, also where lanes "
                "share a word. With 8 bytes a lane the half warps go one after the other.",
    .certainty = WL_MEASURED, .sure = H200,
    .source = "H200 counters, 44 of 44 shared compare-and-swaps",
  },
  [WL_RULE_BANK_INCREMENT] = {
    .name = "equal words are counted, not queued",
    .sentence = "A reduction that adds the constant 1 to 4 bytes of shared memory becomes an "
                "instruction of its own, which adds how many lanes want a word: a bank serves one "
                "word in a wavefront, to all lanes that share it, as for a load.",
    .certainty = WL_MEASURED, .sure = H200,
    .source = "H200 counters, 280 of 280; ATOMS.POPC.INC in code of nvcc 13.0",
  },
  [WL_RULE_BANK_TRY] = {
    .name = "a try: one lane of each bank gets through",
    .sentence = "No instruction does this atomic on shared memory. The compiler makes a loop: load "
                "the word, work out the new one, and try to swap them. A try takes two wavefronts "
                "(with 8 bytes a lane two for each half-warp) and serves the lowest lane of each "
                "bank, in the upper half-warp only if the lower one has not changed its word. The "
                "other lanes take the next turn; a minimum or maximum that would change nothing "
                "does not try.",
    .certainty = WL_MEASURED, .sure = H200,
    .source = "H200 counters, 1,007 of 1,007 loops, 392 of 392 pairs; ATOMS.CAST.SPIN in nvcc 13.0",
  },
  [WL_RULE_MATRIX] = {
    .name = "a wavefront per matrix",
    .sentence = "Each matrix is 8 rows of 16 bytes at the addresses of 8 lanes. Its rows go "
                "through the banks together, as a quarter-warp of 16-byte accesses: one wavefront "
                "if they lie in different banks.",
    .certainty = WL_MEASURED, .sure = H200,
    .source = "H200 counters, 132 of 132 and 180 of 180 matrix loads and stores",
  },
  [WL_RULE_CONSTANT] = {
    .name = "one pass per different address",
    .sentence = "The constant cache serves one address at a time, to every lane that wants it, and "
                "at most 4 bytes of it: compilers make two loads of 8 bytes and four of 16.",
    .certainty = WL_MEASURED, .sure = H200, .source = "H200 counters, 140 of 140 loads",
  },
  [WL_RULE_CONSTANT_ADDRESS] = {
    .name = "one pass per different address",
    .sentence = "A request is split into as many requests as it has different addresses, and each "
                "serves all lanes of one.",
    .certainty = WL_VENDOR, .source = "CUDA Programming Guide, constant memory",
  },
  [WL_RULE_CONSTANT_HALF] = {
    .name = "one pass per different address, half by half",
    .sentence = "Each half-warp is split into as many requests as it has different addresses, and "
                "each serves all its lanes of one. The compiler makes two loads of 8 bytes a lane "
                "and four of 16, as measured on cc 9.0.",
    .certainty = WL_VENDOR, .source = GUIDE4,
  },
  [WL_RULE_LOCAL] = {
    .name = "lanes side by side, word by word",
    .sentence = "Word w of lane t lies at (32 w + t) x 4 in the window of the warp: lanes with "
                "one index fill one line of 128 bytes. Accesses of 8 and 16 bytes are two and "
                "four such rows, one after the other.",
    .certainty = WL_VENDOR,
    .source = "CUDA Programming Guide, local memory; H200 counters, 240 of 240 loads and stores of "
              "4, 8 and 16 bytes; wider than 4 on other generations: derived",
  },
  [WL_RULE_QUAD] = {
    .name = "one request per quad",
    .sentence = "The texture unit takes four neighbouring lanes at a time: a request for each "
                "quad with an active lane.",
    .certainty = WL_MEASURED, .sure = H200, .source = "H200 counters, 12 of 12 shapes of a warp",
  },
  [WL_RULE_TILE] = {
    .name = "tiles of 16 bytes by 2 rows",
    .sentence = "A CUDA array keeps what lies close in both directions together: a sector of 32 "
                "bytes is 16 bytes of 2 rows, a line 32 bytes of 4 rows. L2 gets one request for "
                "each line.",
    .certainty = WL_MEASURED, .sure = H200,
    .source = "H200 counters, 6 of 6 shapes with 4-byte texels; layout after the Tegra X1 manual",
  },
  [WL_RULE_PITCH] = {
    .name = "rows of memory",
    .sentence = "A pitch-linear texture lies in memory row after row: its sectors are those of "
                "the addresses, and L2 gets a request for each, since rows lie apart.",
    .certainty = WL_MEASURED, .sure = H200,
    .source = "H200 counters, 6 of 6 shapes with 4-byte texels",
  },
  [WL_RULE_IDEAL_SECTORS] = {
    .name = "bytes asked, packed into sectors",
    .sentence = "Lay the bytes asked for side by side and cut them into sectors of 32; never more "
                "than the sectors that are touched.",
    .certainty = WL_MEASURED, .sure = H200, .source = "Nsight Compute's own ideal, H200",
  },
  [WL_RULE_IDEAL_WAVEFRONTS] = {
    .name = "bytes asked, 128 a wavefront",
    .sentence = "All banks together give 128 bytes a wavefront (cc 1.x: 64 for a half-warp; cc "
                "3.x: 256); never more than the wavefronts that it takes, and at least one. "
                "Compare-and-swap: for each operand.",
    .certainty = WL_DERIVED, .source = "Nsight Compute's ideal, capped by the true wavefronts",
  },
  [WL_RULE_WAYS] = {
    .name = "the worst bank",
    .sentence = "Count the different 4-byte words that each bank has to serve within one lane "
                "group (atomics: the lanes; copies: those that fill it), and take the most. A "
                "copy may have wavefronts beyond these ways: for how its source lies in L1.",
    .certainty = WL_DERIVED, .source = "definition",
  },
  [WL_RULE_WAYS_STEPS] = {
    .name = "the slowest half-warp",
    .sentence = "Count the steps that each half-warp takes for one 4-byte word of its lanes, and "
                "take the most.",
    .certainty = WL_DERIVED, .source = "definition",
  },
  [WL_RULE_WAYS_ROWS] = {
    .name = "the worst bank, row by row",
    .sentence = "Count the different rows of 256 bytes of which each bank has words to serve, and "
                "take the most: words of one row go together. Of 16 bytes for each of 32 lanes, "
                "2 are the least: that is no conflict.",
    .certainty = WL_DERIVED, .source = "definition",
  },
  [WL_RULE_WAYS_WIDE] = {
    .name = "16 bytes: one way more than the worst bank",
    .sentence = "The vendor gives conflicts of 16-byte accesses in ways: one more than the most "
                "different words that a bank has in a quarter-warp. Most accesses are 2-way even "
                "where no two lanes collide. How many passes a way takes the vendor does not say, "
                "so that passes and bytes moved are unknown.",
    .certainty = WL_VENDOR, .source = GUIDE4,
  },
  [WL_RULE_BYTES] = {
    .name = "bytes",
    .sentence = "Asked: active lanes times the width. Moved: 32 bytes a sector, or 128 bytes a "
                "wavefront of shared memory (cc 1.x: 64, cc 3.x: 256).",
    .certainty = WL_DERIVED, .source = "definition",
  },
};
static_assert(sizeof wl_rules / sizeof wl_rules[0] == WL_RULES, "one row per rule");

enum wl_certainty wl_rule_certainty(enum wl_rule_id rule, const struct wl_arch *arch) {
  const struct wl_rule *r = &wl_rules[rule];
  return r->sure == 0 || r->sure >> arch->id & 1 ? r->certainty : WL_DERIVED;
}
