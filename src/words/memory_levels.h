/* The levels of memory under a kernel: sizes and costs on a chip, and the levels that an
 * instruction uses. */
#ifndef WL_WORDS_MEMORY_LEVELS_H
#define WL_WORDS_MEMORY_LEVELS_H

#include "core/gpu/target.h"
#include "core/trace/step.h"

/* A figure of a level, as a range; nothing else has a meaning where it is not
 * known. `chip` is the one that it was found on, NULL: the generation says so. */
struct wl_range {
  bool known;
  double low, high;
  enum wl_certainty certainty;
  const char *source, *chip;
};

struct wl_level_facts {
  bool exists;
  const char *absent; /* what there is instead: "none" */
  const char *title;          /* "registers" */
  const char *where;          /* of the size: "per SM", "per chip" */
  const char *part_of;        /* level whose memory it shares, or NULL */
  struct wl_range size;       /* bytes */
  struct wl_range latency;    /* cycles, load to use */
  struct wl_range bandwidth;  /* 10^12 bytes per second, whole chip */
};

/* "≈280–288": an estimate where another chip than this was measured. "256 KiB/SM",
 * "in L1", "none". */
enum { WL_LEVEL_TEXT = 24 };
const char *wl_range_text(const struct wl_range *r, const struct wl_chip *chip,
                          char text[WL_LEVEL_TEXT]);
const char *wl_level_size_text(const struct wl_level_facts *f, char text[WL_LEVEL_TEXT]);

/* The facts of a level of a chip, or of another one of its generation where that one
 * was not measured. */
void wl_level_facts(struct wl_target target, enum wl_level level, struct wl_level_facts *out);

/* The levels that an instruction goes through, a bit each; 0 where it needs no
 * memory. A cache is on the way whether it has the bytes or not. */
unsigned wl_level_path(const struct wl_arch *arch, const struct wl_step *step);

/* The same in words: "L1; what it lacks comes from L2, else from DRAM". */
const char *wl_level_path_text(const struct wl_arch *arch, const struct wl_step *step);

#endif
