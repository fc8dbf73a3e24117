/* Common chips, and the cost of memory on them: figures with sources. */
#ifndef WL_CORE_GPU_CHIP_H
#define WL_CORE_GPU_CHIP_H

#include <stddef.h>
#include <stdint.h>

#include "core/gpu/arch.h"

/* A figure of a chip; 0 where none is known. Certainty is per figure: much of
 * what is told about chips is the vendor's sheet from memory. */
struct wl_chip_fact {
  double value;
  enum wl_certainty certainty;
};

struct wl_chip {
  const char *name, *cc;
  struct wl_chip_fact sms;            /* streaming multiprocessors */
  struct wl_chip_fact clock_mhz;
  struct wl_chip_fact l1_kib;         /* L1 and shared memory together, per SM */
  struct wl_chip_fact l2_kib;
  struct wl_chip_fact dram_gbps;      /* 10^9 bytes per second: the bus, or the sheet */
};
extern const struct wl_chip wl_chips[];
extern const size_t wl_chip_count;
extern const char *const wl_chip_source;

/* NULL if there is no chip of that name. Case, blanks, '-' and '_' do not matter, whose it
 * is may stand before it, and the first words of a name may be left out, not its number:
 * "V100", "4090", "NVIDIA GeForce RTX-4090". */
const struct wl_chip *wl_chip_find(const char *name);

bool wl_chip_is_of(const struct wl_chip *chip, const struct wl_arch *arch);

/* Whether `name` says this chip, in the same sense. */
bool wl_chip_same(const char *chip, const char *name);

/* Whether `name` begins as this chip and goes on: "H100 SXM". */
bool wl_chip_begins(const char *chip, const char *name);

/* A name in small letters without blanks, cut to `size` bytes with the NUL. */
void wl_chip_key(const char *name, char *key, size_t size);

/* The levels of memory, nearest first, with what they cost on a chip. */
enum wl_level {
  WL_LEVEL_REGISTERS, WL_LEVEL_SHUFFLE, WL_LEVEL_SHARED, WL_LEVEL_CONSTANT,
  WL_LEVEL_CONSTANT_L15, WL_LEVEL_L1, WL_LEVEL_READ_ONLY, WL_LEVEL_TEXTURE, WL_LEVEL_L2,
  WL_LEVEL_L2_FAR, WL_LEVEL_DRAM, WL_LEVELS
};
extern const char *const wl_level_names[];

/* Load-to-use latency of a pointer chase, in cycles of the SM's clock. */
struct wl_latency {
  const char *chip;
  enum wl_level level;
  double low, high; /* a range where sources or positions differ, else equal */
  const char *source;
};
extern const struct wl_latency wl_latencies[];
extern const size_t wl_latency_count;

/* Cycles until the next instruction can use a register, of a generation: folklore. */
const struct wl_latency *wl_register_latency(const struct wl_arch *arch);

/* Bandwidth of the whole chip, 10^12 bytes per second, measured. */
struct wl_bandwidth {
  const char *chip;
  enum wl_level level;
  double tbps;
  const char *source;
};
extern const struct wl_bandwidth wl_bandwidths[];
extern const size_t wl_bandwidth_count;

#endif
