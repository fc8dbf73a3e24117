#include "core/gpu/chip.h"

#include <assert.h>
#include <string.h>

/* V: the vendor's tables; M: read from a device; D: recomputed from the clock and the
 * width of the memory bus that a device reports; F: the vendor's sheet as remembered,
 * not checked here. */
#define V(x) {x, WL_VENDOR}
#define M(x) {x, WL_MEASURED}
#define D(x) {x, WL_DERIVED}
#define F(x) {x, WL_FOLKLORE}
#define NONE {0, WL_FOLKLORE}
#define MIB(x) ((x) * 1024.0)

const char *const wl_chip_source =
  "device queries where measured, memory clock x bus of such a query where derived, "
  "CUDA Programming Guide 13.1 for sizes per generation, else data sheets as remembered";

const struct wl_chip wl_chips[] = {
  /* name               cc      SMs      MHz      L1     L2            DRAM */
  {"GeForce 8800 GTX", "1.0",  F(16),  F(1350), V(16),  NONE,          F(86.4)},
  {"GeForce 8800 GT",  "1.1",  F(14),  F(1500), V(16),  NONE,          F(57.6)},
  {"GeForce GT 240",   "1.2",  F(12),  F(1340), V(16),  NONE,          F(54.4)},
  {"Tesla C1060",      "1.3",  M(30),  F(1296), V(16),  NONE,          F(102)},
  {"Tesla M2090",      "2.0",  F(16),  F(1300), V(64),  V(768),        F(177.6)},
  {"GeForce GTX 460",  "2.1",  F(7),   F(1350), V(64),  F(512),        F(115.2)},
  {"GeForce GTX 680",  "3.0",  F(8),   F(1006), V(64),  F(512),        F(192.3)},
  {"Tesla K40",        "3.5",  M(15),  M(745),  V(64),  M(1536),       D(288)},
  {"K20c",             "3.5",  F(13),  F(706),  V(64),  F(1280),       F(208)},
  {"Tesla K80",        "3.7",  F(13),  F(560),  V(128), F(1536),       F(240)},
  {"GTX 750 Ti",       "5.0",  F(5),   F(1020), NONE,   F(MIB(2)),     F(86.4)},
  {"GTX 980",          "5.2",  F(16),  F(1216), V(144), V(MIB(2)),     D(224)},
  {"Tesla P100",       "6.0",  M(56),  M(1329), V(88),  M(MIB(4)),     D(732)},
  {"GTX 1080",         "6.1",  F(20),  F(1607), V(144), F(MIB(2)),     F(320)},
  {"Tesla V100",       "7.0",  M(80),  M(1380), V(128), M(MIB(6)),     F(898)},
  {"Tesla T4",         "7.5",  M(40),  M(1590), V(96),  M(MIB(4)),     D(320)},
  {"RTX 2070",         "7.5",  F(36),  F(1620), V(96),  F(MIB(4)),     F(448)},
  {"A100",             "8.0",  M(108), M(1410), V(192), V(MIB(40)),    F(1555)},
  {"A100-80",          "8.0",  F(108), F(1410), V(192), V(MIB(40)),    F(2039)},
  {"RTX 3090",         "8.6",  M(82),  M(1695), V(128), M(MIB(6)),     D(936)},
  {"RTX 3070",         "8.6",  F(46),  F(1725), V(128), F(MIB(4)),     F(448)},
  {"A40",              "8.6",  F(84),  F(1740), V(128), F(MIB(6)),     F(696)},
  {"RTX 4090",         "8.9",  M(128), M(2520), V(128), M(MIB(72)),    D(1008)},
  {"L40",              "8.9",  F(142), F(2490), V(128), F(MIB(96)),    F(864)},
  {"H100",             "9.0",  M(132), M(1980), V(256), M(MIB(50)),    D(3352)},
  {"H100 PCIe",        "9.0",  F(114), F(1755), V(256), F(MIB(50)),    F(2039)},
  {"H200",             "9.0",  M(132), M(1980), V(256), M(MIB(60)),    F(4800)},
  {"GH200",            "9.0",  F(132), F(1980), V(256), M(MIB(60)),    F(4000)},
  {"B200",             "10.0", M(148), F(1965), V(256), M(MIB(126.5)), D(7670)},
  {"RTX 5090",         "12.0", M(170), M(2407), V(128), M(MIB(96)),    D(1792)},
};
const size_t wl_chip_count = sizeof wl_chips / sizeof wl_chips[0];

const char *const wl_level_names[] = {
  [WL_LEVEL_REGISTERS] = "registers",
  [WL_LEVEL_SHUFFLE] = "shuffle",
  [WL_LEVEL_SHARED] = "shared memory",
  [WL_LEVEL_CONSTANT] = "constant cache",
  [WL_LEVEL_CONSTANT_L15] = "constant cache, L1.5",
  [WL_LEVEL_L1] = "L1 cache",
  [WL_LEVEL_READ_ONLY] = "read-only path",
  [WL_LEVEL_TEXTURE] = "texture cache",
  [WL_LEVEL_L2] = "L2 cache",
  [WL_LEVEL_L2_FAR] = "L2, far partition",
  [WL_LEVEL_DRAM] = "DRAM",
};
static_assert(sizeof wl_level_names / sizeof *wl_level_names == WL_LEVELS, "a row each");

#define MT4G "MT4G reports (caps-tum/mt4g)"
#define RRZE "RRZE-HPC/gpu-benches"
#define AIK "markdewing/AI_kernels, latency tables"
#define BLOG "published microbenchmark (sjfeng)"
#define H200 "pointer chase on an H200, 2026-11-20"

const struct wl_latency wl_latencies[] = {
  {"K20c", WL_LEVEL_SHARED, 47, 47, MT4G},
  {"K20c", WL_LEVEL_CONSTANT, 51, 51, MT4G},
  {"K20c", WL_LEVEL_CONSTANT_L15, 120, 120, MT4G},
  {"K20c", WL_LEVEL_L1, 64, 64, MT4G},
  {"K20c", WL_LEVEL_READ_ONLY, 130, 130, MT4G},
  {"K20c", WL_LEVEL_TEXTURE, 110, 110, MT4G},
  {"K20c", WL_LEVEL_L2, 223, 223, MT4G},
  {"K20c", WL_LEVEL_DRAM, 342, 342, MT4G},
  {"Tesla V100", WL_LEVEL_SHARED, 27, 27, RRZE "; " MT4G "; " AIK},
  {"Tesla V100", WL_LEVEL_CONSTANT, 32, 32, MT4G},
  {"Tesla V100", WL_LEVEL_CONSTANT_L15, 105, 105, MT4G},
  {"Tesla V100", WL_LEVEL_L1, 28, 36, RRZE "; " MT4G "; " AIK},
  {"Tesla V100", WL_LEVEL_TEXTURE, 80, 80, MT4G},
  {"Tesla V100", WL_LEVEL_L2, 212, 221, RRZE "; " MT4G "; " AIK},
  {"Tesla V100", WL_LEVEL_DRAM, 425, 460, RRZE "; " MT4G "; " AIK},
  {"RTX 2070", WL_LEVEL_SHARED, 23, 23, BLOG},
  {"RTX 2070", WL_LEVEL_CONSTANT_L15, 62, 62, BLOG},
  {"RTX 2070", WL_LEVEL_L1, 32, 32, BLOG},
  {"RTX 2070", WL_LEVEL_L2, 236, 236, BLOG},
  {"A100-80", WL_LEVEL_L1, 33, 33, RRZE},
  {"A100-80", WL_LEVEL_L2, 205, 205, RRZE},
  {"A100-80", WL_LEVEL_L2_FAR, 395, 395, RRZE},
  {"A100-80", WL_LEVEL_DRAM, 515, 552, RRZE},
  {"RTX 3070", WL_LEVEL_CONSTANT, 14, 14, "published microbenchmark of an RTX 3070"},
  {"RTX 3070", WL_LEVEL_CONSTANT_L15, 78, 78, "published microbenchmark of an RTX 3070"},
  {"A40", WL_LEVEL_L1, 33, 33, RRZE},
  {"A40", WL_LEVEL_L2, 250, 250, RRZE},
  {"A40", WL_LEVEL_DRAM, 547, 556, RRZE},
  {"L40", WL_LEVEL_L1, 34, 34, RRZE},
  {"L40", WL_LEVEL_L2, 222, 339, RRZE "; arXiv 2606.22588, abstract"},
  {"L40", WL_LEVEL_DRAM, 578, 625, RRZE},
  {"RTX 4090", WL_LEVEL_L1, 40, 40, AIK},
  {"RTX 4090", WL_LEVEL_L2, 296, 296, AIK},
  {"RTX 4090", WL_LEVEL_DRAM, 636, 636, AIK},
  {"H100", WL_LEVEL_SHARED, 29.9, 29.9, MT4G},
  {"H100", WL_LEVEL_CONSTANT, 20.7, 20.7, MT4G},
  {"H100", WL_LEVEL_CONSTANT_L15, 104.9, 104.9, MT4G},
  {"H100", WL_LEVEL_L1, 38, 38, MT4G},
  {"H100", WL_LEVEL_READ_ONLY, 34.9, 34.9, MT4G},
  {"H100", WL_LEVEL_TEXTURE, 38.8, 38.8, MT4G},
  {"H100", WL_LEVEL_L2, 219, 219, MT4G},
  {"H100", WL_LEVEL_DRAM, 834, 834, MT4G},
  {"H200", WL_LEVEL_SHUFFLE, 24.1, 24.1, H200},
  {"H200", WL_LEVEL_SHARED, 29.1, 29.1, H200},
  {"H200", WL_LEVEL_CONSTANT, 18.4, 18.4, H200},
  {"H200", WL_LEVEL_L1, 39, 39, H200},
  {"H200", WL_LEVEL_L2, 279.5, 287.6, H200},
  {"H200", WL_LEVEL_DRAM, 694.2, 694.2, H200},
  {"GH200", WL_LEVEL_L1, 32, 40, RRZE "; " AIK},
  {"GH200", WL_LEVEL_L2, 281, 281, RRZE "; " AIK},
  {"GH200", WL_LEVEL_L2_FAR, 465, 515, RRZE "; " AIK},
  {"GH200", WL_LEVEL_DRAM, 623, 690, RRZE "; " AIK},
  {"B200", WL_LEVEL_L1, 40, 40, AIK},
  {"B200", WL_LEVEL_L2, 295, 295, AIK},
  {"B200", WL_LEVEL_DRAM, 860, 860, AIK},
  {"RTX 5090", WL_LEVEL_L1, 44, 44, AIK},
  {"RTX 5090", WL_LEVEL_L2, 360, 360, AIK},
  {"RTX 5090", WL_LEVEL_DRAM, 936, 936, AIK},
};
const size_t wl_latency_count = sizeof wl_latencies / sizeof wl_latencies[0];

const struct wl_latency *wl_register_latency(const struct wl_arch *arch) {
#define TOLD "registers: widely quoted, no measurement found"
  static const struct { uint8_t since; struct wl_latency row; } rows[] = {
    {WL_CC_70, {NULL, WL_LEVEL_REGISTERS, 4, 4, TOLD}},
    {WL_CC_50, {NULL, WL_LEVEL_REGISTERS, 6, 6, TOLD}},
    {WL_CC_30, {NULL, WL_LEVEL_REGISTERS, 9, 11, TOLD}},
    {WL_CC_10, {NULL, WL_LEVEL_REGISTERS, 18, 24, TOLD}},
  };
  size_t i = 0;
  while (rows[i].since > arch->id) i++;
  return &rows[i].row;
}

const struct wl_bandwidth wl_bandwidths[] = {
  {"Tesla V100", WL_LEVEL_L1, 13.9, RRZE},
  {"Tesla V100", WL_LEVEL_L2, 2.4, RRZE},
  {"Tesla V100", WL_LEVEL_DRAM, 0.897, RRZE},
  {"A100", WL_LEVEL_L1, 19.1, RRZE},
  {"A100", WL_LEVEL_L2, 5.4, RRZE},
  {"A100", WL_LEVEL_DRAM, 1.54, RRZE ", the 40-GB card"},
  {"A100-80", WL_LEVEL_DRAM, 1.89, RRZE},
  {"A40", WL_LEVEL_L1, 9.35, RRZE},
  {"A40", WL_LEVEL_DRAM, 0.68, RRZE},
  {"L40", WL_LEVEL_L1, 22.6, RRZE},
  {"L40", WL_LEVEL_L2, 5.25, RRZE},
  {"L40", WL_LEVEL_DRAM, 0.85, RRZE},
  {"H100", WL_LEVEL_L2, 4.95, MT4G ", reads of a pointer chase, 4.5 TiB/s"},
  {"H100 PCIe", WL_LEVEL_L2, 7.0, RRZE},
  {"H100 PCIe", WL_LEVEL_DRAM, 2.02, RRZE},
  {"H200", WL_LEVEL_L2, 10.0, RRZE},
  {"H200", WL_LEVEL_DRAM, 3.89, RRZE},
  {"GH200", WL_LEVEL_DRAM, 3.94, RRZE},
};
const size_t wl_bandwidth_count = sizeof wl_bandwidths / sizeof wl_bandwidths[0];

/* Not tolower(): in a Turkish locale that has its own idea of I. */
static char fold(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c; }

void wl_chip_key(const char *name, char *key, size_t size) {
  size_t length = 0;
  for (; *name && length + 1 < size; name++)
    if (*name != ' ') key[length++] = fold(*name);
  key[length] = '\0';
}

/* As people write it: "GTX-980", "gtx_980", with or without whose it is. */
static const char *bare_key(const char *name, char key[32]) {
  static const char *const brands[] = {"nvidia", "geforce", "tesla"}; /* in this order */
  wl_chip_key(name, key, 32);
  size_t length = 0;
  for (const char *c = key; *c; c++)
    if (*c != '-' && *c != '_') key[length++] = *c;
  key[length] = '\0';
  for (size_t i = 0; i < sizeof brands / sizeof brands[0]; i++) {
    size_t n = strlen(brands[i]);
    if (strncmp(key, brands[i], n) == 0) key += n;
  }
  return key;
}

/* The same, or only as it begins. */
static bool matches(const char *chip, const char *name, bool whole) {
  char wanted_text[32], known_text[32];
  const char *wanted = bare_key(name, wanted_text);
  for (; *chip; chip++) {
    const char *known = bare_key(chip, known_text);
    size_t n = strlen(known);
    bool digits = strpbrk(known, "0123456789") != NULL && (whole || n > 2);
    if (digits && (whole ? strcmp(known, wanted) == 0 : strncmp(known, wanted, n) == 0))
      return true;
    while (*chip && *chip != ' ') chip++;
    if (*chip == '\0') return false;
  }
  return false;
}

bool wl_chip_same(const char *chip, const char *name) { return matches(chip, name, true); }

bool wl_chip_begins(const char *chip, const char *name) { return matches(chip, name, false); }

bool wl_chip_is_of(const struct wl_chip *chip, const struct wl_arch *arch) {
  return strcmp(chip->cc, arch->cc) == 0;
}

const struct wl_chip *wl_chip_find(const char *name) {
  for (size_t i = 0; i < wl_chip_count; i++) /* as the tables themselves have it */
    if (strcmp(wl_chips[i].name, name) == 0) return &wl_chips[i];
  for (size_t i = 0; i < wl_chip_count; i++)
    if (wl_chip_same(wl_chips[i].name, name)) return &wl_chips[i];
  return NULL;
}
