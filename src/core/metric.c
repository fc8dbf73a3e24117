#include "core/metric.h"

#include <assert.h>

enum {
  GLOBAL = 1 << WL_GLOBAL,
  SHARED = 1 << WL_SHARED,
  CONSTANT = 1 << WL_CONSTANT,
  ALL = GLOBAL | SHARED | CONSTANT,
};

const struct wl_metric wl_metrics[] = {
  [WL_REQUESTS] = {
    .key = "requests", .title = "requests", .unit = "requests",
    .profiler = {
      [WL_GLOBAL] = "l1tex__t_requests_pipe_lsu_mem_global_op_{ld,st,red,atom}.sum",
      [WL_SHARED] = "smsp__inst_executed_op_shared_{ld,st,atom}.sum",
    },
    .help = "warp instructions sent to the memory pipe: one for each with an active lane",
    .spaces = ALL, .totals = ALL,
  },
  [WL_SECTORS] = {
    .key = "sectors", .title = "sectors", .unit = "sectors",
    .profiler = {
      [WL_GLOBAL] = "l1tex__t_sectors_pipe_lsu_mem_global_op_{ld,st,red,atom}.sum",
    },
    .help = "32-byte sectors that the lanes touch: what has to be moved",
    .spaces = GLOBAL, .totals = GLOBAL,
  },
  [WL_LINE_COUNT] = {
    .key = "lines", .title = "lines", .unit = "lines",
    .profiler = {
      [WL_GLOBAL] = "l1tex__t_set_accesses_pipe_lsu_mem_global_op_{ld,st,red,atom}.sum",
    },
    .help = "128-byte lines that the lanes touch: each is looked up by its tag",
    .spaces = GLOBAL, .totals = GLOBAL,
  },
  [WL_TAG_WAVEFRONTS] = {
    .key = "tag_wavefronts", .title = "tag wavefronts", .unit = "wavefronts",
    .profiler = {
      [WL_GLOBAL] = "l1tex__t_output_wavefronts_pipe_lsu_mem_global_op_{ld,st,red,atom}.sum",
    },
    .help = "rounds that the tag stage needs: at most one line of each tag set a round",
    .spaces = GLOBAL, .totals = 0,
  },
  [WL_WAVEFRONTS] = {
    .key = "wavefronts", .title = "wavefronts", .unit = "wavefronts",
    .profiler = {
      [WL_GLOBAL] = "l1tex__data_pipe_lsu_wavefronts_mem_lgds.sum",
      [WL_SHARED] = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{ld,st,atom}.sum",
      [WL_CONSTANT] = "idc__requests.sum",
    },
    .help = "rounds that the data banks need; for constant memory, passes over its cache",
    .spaces = ALL, .totals = ALL,
  },
  [WL_IDEAL_SECTORS] = {
    .key = "ideal_sectors", .title = "ideal sectors", .unit = "sectors",
    .profiler = {[WL_GLOBAL] = "memory_l2_theoretical_sectors_global_ideal"},
    .help = "sectors that would do if the bytes asked for lay side by side",
    .spaces = GLOBAL, .totals = 0,
  },
  [WL_IDEAL_WAVEFRONTS] = {
    .key = "ideal_wavefronts", .title = "ideal wavefronts", .unit = "wavefronts",
    .profiler = {[WL_SHARED] = "memory_l1_wavefronts_shared_ideal"},
    .help = "wavefronts that would do if each carried 128 bytes",
    .spaces = SHARED, .totals = SHARED,
  },
  [WL_WAYS] = {
    .key = "ways", .title = "ways", .unit = "ways",
    .profiler = {[WL_SHARED] = "derived__memory_l1_conflicts_shared_nway"},
    .help = "most different words (atomics: lanes) that one bank serves in one lane group: "
            "1 is free of conflicts",
    .spaces = GLOBAL | SHARED, .totals = 0,
  },
  [WL_BYTES_ASKED] = {
    .key = "bytes_asked", .title = "bytes asked", .unit = "bytes",
    .help = "active lanes times the bytes that each asks for",
    .spaces = ALL, .totals = 0,
  },
  [WL_BYTES_MOVED] = {
    .key = "bytes_moved", .title = "bytes moved", .unit = "bytes",
    .help = "bytes that the hardware moves: 32 a sector, 128 a wavefront of shared memory",
    .spaces = GLOBAL | SHARED, .totals = 0,
  },
};
static_assert(sizeof wl_metrics / sizeof wl_metrics[0] == WL_FIGURES, "one row per figure");

uint32_t wl_figure_get(const struct wl_counts *c, enum wl_figure f) {
  switch (f) {
  case WL_REQUESTS: return c->requests;
  case WL_SECTORS: return c->sectors;
  case WL_LINE_COUNT: return c->lines;
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
  if (s == WL_GLOBAL && v[WL_BYTES_MOVED] > 0)
    return (double)v[WL_BYTES_ASKED] / (double)v[WL_BYTES_MOVED];
  if (s == WL_SHARED && v[WL_WAVEFRONTS] > 0)
    return (double)v[WL_IDEAL_WAVEFRONTS] / (double)v[WL_WAVEFRONTS];
  return -1;
}
