#include "core/metric.h"

#include <assert.h>

#include "core/spaces.h"

enum {
  GLOBAL = 1 << WL_GLOBAL,
  SHARED = 1 << WL_SHARED,
  CONSTANT = 1 << WL_CONSTANT,
  LOCAL = 1 << WL_LOCAL,
  TEXTURE = 1 << WL_TEXTURE,
  DEVICE = GLOBAL | LOCAL, /* what goes through L1 as lines of memory */
  ALL = DEVICE | SHARED | CONSTANT | TEXTURE,
};
#define EVERYWHERE(s) {[WL_COALESCED] = s, [WL_SECTORED] = s, [WL_TAGGED] = s}

const struct wl_metric wl_metrics[] = {
  [WL_REQUESTS] = {
    .key = "requests", .title = "requests", .unit = "requests",
    .profiler = {
      [WL_GLOBAL] = "l1tex__t_requests_pipe_lsu_mem_global_op_{ld,st,red,atom}.sum",
      [WL_SHARED] = "smsp__inst_executed_op_shared_{ld,st,atom}.sum",
      [WL_LOCAL] = "l1tex__t_requests_pipe_lsu_mem_local_op_{ld,st}.sum",
    },
    .help = "warp instructions sent to the memory pipe: one for each with an active lane",
    .spaces = ALL, .totals = ALL, .known = EVERYWHERE(ALL),
  },
  [WL_TRANSACTIONS] = {
    .key = "transactions", .title = "transactions", .unit = "transactions",
    .profiler = {[WL_GLOBAL] = "g{ld,st}_transactions"},
    .help = "before cc 5.0: blocks of 32, 64 or 128 bytes that the requests become",
    .spaces = DEVICE, .totals = DEVICE, .known = {[WL_COALESCED] = DEVICE},
  },
  [WL_SECTORS] = {
    .key = "sectors", .title = "sectors", .unit = "sectors",
    .profiler = {
      [WL_GLOBAL] = "l1tex__t_sectors_pipe_lsu_mem_global_op_{ld,st,red,atom}.sum",
      [WL_LOCAL] = "l1tex__t_sectors_pipe_lsu_mem_local_op_{ld,st}.sum",
      [WL_TEXTURE] = "lts__t_sectors_srcunit_tex.sum",
    },
    .help = "32-byte sectors that the lanes touch: what has to be moved; before cc 5.0, what "
            "the transactions move",
    .spaces = DEVICE | TEXTURE, .totals = DEVICE | TEXTURE,
    .known = EVERYWHERE(DEVICE | TEXTURE),
  },
  [WL_LINE_COUNT] = {
    .key = "lines", .title = "lines", .unit = "lines",
    .profiler = {
      [WL_GLOBAL] = "l1tex__t_set_accesses_pipe_lsu_mem_global_op_{ld,st,red,atom}.sum",
    },
    .help = "128-byte lines that the lanes touch: each is looked up by its tag",
    .spaces = DEVICE, .totals = DEVICE,
    .known = {[WL_SECTORED] = DEVICE, [WL_TAGGED] = DEVICE},
  },
  [WL_L2_REQUESTS] = {
    .key = "l2_requests", .title = "L2 requests", .unit = "requests",
    .profiler = {[WL_TEXTURE] = "lts__t_requests_srcunit_tex.sum"},
    .help = "requests for texture lines to L2; where rows lie apart, one for each of their rows",
    .spaces = TEXTURE, .totals = TEXTURE, .known = EVERYWHERE(TEXTURE),
  },
  [WL_TAG_WAVEFRONTS] = {
    .key = "tag_wavefronts", .title = "tag wavefronts", .unit = "wavefronts",
    .profiler = {
      [WL_GLOBAL] = "l1tex__t_output_wavefronts_pipe_lsu_mem_global_op_{ld,st,red,atom}.sum",
    },
    .help = "rounds that the tag stage needs: at most one line of each tag set a round",
    .spaces = DEVICE, .totals = 0,
    .known = {[WL_TAGGED] = DEVICE}, .unknown = {[WL_SECTORED] = DEVICE},
  },
  [WL_WAVEFRONTS] = {
    .key = "wavefronts", .title = "wavefronts", .unit = "wavefronts",
    .profiler = {
      [WL_GLOBAL] = "l1tex__data_pipe_lsu_wavefronts_mem_lgds.sum",
      [WL_SHARED] = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{ld,st,atom}.sum",
      [WL_CONSTANT] = "idc__requests.sum",
    },
    .help = "rounds that the data banks need; for constant memory, passes over its cache",
    .spaces = DEVICE | SHARED | CONSTANT, .totals = DEVICE | SHARED | CONSTANT,
    .known = {[WL_COALESCED] = SHARED | CONSTANT, [WL_SECTORED] = SHARED | CONSTANT,
              [WL_TAGGED] = DEVICE | SHARED | CONSTANT},
    .unknown = {[WL_SECTORED] = DEVICE},
  },
  [WL_IDEAL_SECTORS] = {
    .key = "ideal_sectors", .title = "ideal sectors", .unit = "sectors",
    .profiler = {[WL_GLOBAL] = "memory_l2_theoretical_sectors_global_ideal"},
    .help = "sectors that would do if the bytes asked for lay side by side",
    .spaces = DEVICE | TEXTURE, .totals = 0, .known = EVERYWHERE(DEVICE | TEXTURE),
  },
  [WL_IDEAL_WAVEFRONTS] = {
    .key = "ideal_wavefronts", .title = "ideal wavefronts", .unit = "wavefronts",
    .profiler = {[WL_SHARED] = "memory_l1_wavefronts_shared_ideal"},
    .help = "wavefronts that would do if each carried 128 bytes",
    .spaces = SHARED | CONSTANT, .totals = SHARED, .known = EVERYWHERE(SHARED | CONSTANT),
  },
  [WL_WAYS] = {
    .key = "ways", .title = "ways", .unit = "ways",
    .profiler = {[WL_SHARED] = "derived__memory_l1_conflicts_shared_nway"},
    .help = "most different words (atomics: lanes) that one bank serves in one lane group: "
            "1 is free of conflicts",
    .spaces = DEVICE | SHARED, .totals = 0,
    .known = {[WL_COALESCED] = SHARED, [WL_SECTORED] = SHARED, [WL_TAGGED] = DEVICE | SHARED},
    .unknown = {[WL_SECTORED] = DEVICE},
  },
  [WL_BYTES_ASKED] = {
    .key = "bytes_asked", .title = "bytes asked", .unit = "bytes",
    .help = "active lanes times the bytes that each asks for",
    .spaces = ALL, .totals = 0, .known = EVERYWHERE(ALL),
  },
  [WL_BYTES_MOVED] = {
    .key = "bytes_moved", .title = "bytes moved", .unit = "bytes",
    .help = "bytes that the hardware moves: 32 a sector, 128 a wavefront of shared memory",
    .spaces = DEVICE | SHARED | TEXTURE, .totals = 0,
    .known = EVERYWHERE(DEVICE | SHARED | TEXTURE),
  },
};
static_assert(sizeof wl_metrics / sizeof wl_metrics[0] == WL_FIGURES, "one row per figure");

uint32_t wl_figure_get(const struct wl_counts *c, enum wl_figure f) {
  switch (f) {
  case WL_REQUESTS: return c->requests;
  case WL_TRANSACTIONS: return c->transactions;
  case WL_SECTORS: return c->sectors;
  case WL_LINE_COUNT: return c->lines;
  case WL_L2_REQUESTS: return c->l2_requests;
  case WL_TAG_WAVEFRONTS: return c->tag_wavefronts;
  case WL_WAVEFRONTS: return c->wavefronts;
  case WL_IDEAL_SECTORS: return c->ideal_sectors;
  case WL_IDEAL_WAVEFRONTS: return c->ideal_wavefronts;
  case WL_WAYS: return c->ways;
  case WL_BYTES_ASKED: return c->bytes_asked;
  case WL_BYTES_MOVED: return c->bytes_moved;
  case WL_FIGURES: break;
  }
  return 0;
}

bool wl_figure_applies(enum wl_figure f, enum wl_space s) {
  return wl_metrics[f].spaces >> s & 1;
}

/* Past L1, nothing goes through its data stage. */
static bool absent(enum wl_figure f, enum wl_op op) {
  return op == WL_COPY_CG && (f == WL_WAVEFRONTS || f == WL_IDEAL_WAVEFRONTS || f == WL_WAYS);
}

/* What atomics of cc 1.1 to 1.3 move is not documented, nor what the lock loop of those on
 * shared memory before cc 5.0 does. */
static bool hidden(const struct wl_arch *arch, enum wl_figure f, enum wl_space s, enum wl_op op) {
  bool moves = f == WL_TRANSACTIONS || f == WL_SECTORS || f == WL_IDEAL_SECTORS ||
               f == WL_BYTES_MOVED;
  if (f == WL_BYTES_MOVED && s == WL_SHARED && wl_op_is_atomic(op) &&
      arch->family == WL_COALESCED)
    return true;
  return moves && s == WL_GLOBAL && wl_op_is_atomic(op) &&
         arch->atomic == WL_COALESCE_NONE;
}

enum wl_meaning wl_figure_meaning(const struct wl_arch *arch, enum wl_figure f, enum wl_space s,
                                  enum wl_op op) {
  const struct wl_metric *m = &wl_metrics[f];
  if (absent(f, op)) return WL_MEANINGLESS;
  if (hidden(arch, f, s, op)) return WL_UNKNOWN;
  if (m->known[arch->family] >> s & 1) return WL_KNOWN;
  return m->unknown[arch->family] >> s & 1 ? WL_UNKNOWN : WL_MEANINGLESS;
}

void wl_sum_add(struct wl_sum *sum, const struct wl_counts *c) {
  for (enum wl_figure f = 0; f < WL_FIGURES; f++) {
    uint32_t value = wl_figure_get(c, f);
    if (f != WL_WAYS) sum->value[f] += value;
    else if (value > sum->value[f]) sum->value[f] = value;
  }
  sum->instructions++;
}

double wl_efficiency(enum wl_space s, const struct wl_sum *sum) {
  const uint64_t *v = sum->value;
  if (s != WL_SHARED && s != WL_CONSTANT && v[WL_BYTES_MOVED] > 0)
    return (double)v[WL_BYTES_ASKED] / (double)v[WL_BYTES_MOVED];
  if ((s == WL_SHARED || s == WL_CONSTANT) && v[WL_WAVEFRONTS] > 0)
    return (double)v[WL_IDEAL_WAVEFRONTS] / (double)v[WL_WAVEFRONTS];
  return -1;
}
