#include "core/explain/metric.h"

#include <assert.h>

#include "core/access/access.h"
#include "core/count/count_spaces.h"

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
    .help = "what instructions ask of the memory pipe: one request for the warp, or one for each "
            "part of it that is served on its own",
    .spaces = ALL, .known = EVERYWHERE(ALL),
  },
  [WL_TRANSACTIONS] = {
    .key = "transactions", .title = "transactions", .unit = "transactions",
    .profiler = {[WL_GLOBAL] = "g{ld,st}_transactions"},
    .help = "before cc 5.0: blocks of 32, 64 or 128 bytes that the requests become",
    .spaces = DEVICE, .known = {[WL_COALESCED] = DEVICE},
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
    .spaces = DEVICE | TEXTURE,
    .known = EVERYWHERE(DEVICE | TEXTURE),
  },
  [WL_LINE_COUNT] = {
    .key = "lines", .title = "lines", .unit = "lines",
    .profiler = {
      [WL_GLOBAL] = "l1tex__t_set_accesses_pipe_lsu_mem_global_op_{ld,st,red,atom}.sum",
      [WL_LOCAL] = "l1tex__t_set_accesses_pipe_lsu_mem_local_op_{ld,st}.sum",
    },
    .help = "128-byte lines that the lanes touch: each is looked up by its tag",
    .spaces = DEVICE,
    .known = {[WL_SECTORED] = DEVICE, [WL_TAGGED] = DEVICE},
  },
  [WL_L2_REQUESTS] = {
    .key = "l2_requests", .title = "L2 requests", .unit = "requests",
    .profiler = {[WL_TEXTURE] = "lts__t_requests_srcunit_tex.sum"},
    .help = "requests to L2: one for each line of a texture, or for each of its rows where rows "
            "lie apart",
    .spaces = TEXTURE | GLOBAL, .known = EVERYWHERE(TEXTURE),
    .unknown = {[WL_TAGGED] = GLOBAL}, /* of copies past L1 */
  },
  [WL_TAG_WAVEFRONTS] = {
    .key = "tag_wavefronts", .title = "tag wavefronts", .unit = "wavefronts",
    .profiler = {
      [WL_GLOBAL] = "l1tex__t_output_wavefronts_pipe_lsu_mem_global_op_{ld,st,red,atom}.sum",
      [WL_LOCAL] = "l1tex__t_output_wavefronts_pipe_lsu_mem_local_op_{ld,st}.sum",
    },
    .help = "rounds that the tag stage needs: at most one line of each tag set a round",
    .spaces = DEVICE,
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
    .spaces = DEVICE | SHARED | CONSTANT,
    .known = {[WL_COALESCED] = SHARED | CONSTANT, [WL_SECTORED] = SHARED | CONSTANT,
              [WL_TAGGED] = DEVICE | SHARED | CONSTANT},
    .unknown = {[WL_SECTORED] = DEVICE},
  },
  [WL_IDEAL_SECTORS] = {
    .key = "ideal_sectors", .title = "ideal sectors", .unit = "sectors",
    .profiler = {[WL_GLOBAL] = "memory_l2_theoretical_sectors_global_ideal"},
    .help = "sectors needed if the requested bytes lay side by side",
    .spaces = DEVICE | TEXTURE, .known = EVERYWHERE(DEVICE | TEXTURE),
  },
  [WL_IDEAL_WAVEFRONTS] = {
    .key = "ideal_wavefronts", .title = "ideal wavefronts", .unit = "wavefronts",
    .profiler = {[WL_SHARED] = "memory_l1_wavefronts_shared_ideal"},
    .help = "wavefronts needed if each carried 128 bytes",
    .spaces = SHARED | CONSTANT, .known = EVERYWHERE(SHARED | CONSTANT),
  },
  [WL_WAYS] = {
    .key = "ways", .title = "ways", .unit = "ways",
    .profiler = {[WL_SHARED] = "derived__memory_l1_conflicts_shared_nway"},
    .help = "most different words (atomics, copies: lanes) that one bank serves in one lane group: "
            "1 is free of conflicts",
    .spaces = DEVICE | SHARED,
    .known = {[WL_COALESCED] = SHARED, [WL_SECTORED] = SHARED, [WL_TAGGED] = DEVICE | SHARED},
    .unknown = {[WL_SECTORED] = DEVICE},
  },
  [WL_BYTES_ASKED] = {
    .key = "bytes_asked", .title = "bytes asked", .unit = "bytes",
    .help = "active lanes times the bytes that each asks for",
    .spaces = ALL, .known = EVERYWHERE(ALL),
  },
  [WL_BYTES_MOVED] = {
    .key = "bytes_moved", .title = "bytes moved", .unit = "bytes",
    .help = "bytes that the hardware moves: 32 a sector, 128 a wavefront of shared memory",
    .spaces = DEVICE | SHARED | TEXTURE,
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

bool wl_moves_sectors(enum wl_space s) { return s != WL_SHARED && s != WL_CONSTANT; }

enum wl_figure wl_main_figure(enum wl_space s) {
  return wl_moves_sectors(s) ? WL_SECTORS : WL_WAVEFRONTS;
}

enum wl_figure wl_ideal_figure(enum wl_space s) {
  return wl_moves_sectors(s) ? WL_IDEAL_SECTORS : WL_IDEAL_WAVEFRONTS;
}

/* Past L1, nothing goes through its data stage; and only textures and such copies have
 * requests to L2 that are told apart from lines. */
static bool absent(const struct wl_access *a, enum wl_figure f) {
  if (a->op != WL_COPY_CG) return f == WL_L2_REQUESTS && a->space != WL_TEXTURE;
  return f == WL_WAVEFRONTS || f == WL_IDEAL_WAVEFRONTS || f == WL_WAYS;
}

#define FIGURE(f) (1u << (f))
enum {
  MOVED = FIGURE(WL_TRANSACTIONS) | FIGURE(WL_SECTORS) | FIGURE(WL_IDEAL_SECTORS) |
          FIGURE(WL_BYTES_MOVED),
  PASSED = FIGURE(WL_WAVEFRONTS) | FIGURE(WL_IDEAL_WAVEFRONTS) | FIGURE(WL_BYTES_MOVED),
};

/* Of memory before cc 5.0, the figures that neither the vendor nor a measurement tells:
 * what atomics of cc 1.1 to 1.3 move, and how many passes those of any generation take;
 * what the banks give while atomics of shared memory take their locks; and how long 16
 * bytes a lane take on cc 2.x, where the vendor speaks of ways and not of passes. */
static uint32_t unknown_early(const struct wl_arch *arch, const struct wl_access *a) {
  bool atomic = wl_op_is_atomic((enum wl_op)a->op);
  if (a->space == WL_GLOBAL && atomic)
    return FIGURE(WL_WAVEFRONTS) | (arch->atomic == WL_COALESCE_NONE ? (uint32_t)MOVED : 0);
  if (a->space != WL_SHARED) return 0;
  if (atomic) return FIGURE(WL_BYTES_MOVED);
  return arch->banking == WL_BANKS_FERMI && a->width == 16 ? PASSED : 0;
}

/* Of global atomics from cc 5.0 on, what depends on how lanes that share an address take turns. */
enum {
  TURNS = FIGURE(WL_SECTORS) | FIGURE(WL_LINE_COUNT) | FIGURE(WL_TAG_WAVEFRONTS) |
          FIGURE(WL_WAVEFRONTS) | FIGURE(WL_WAYS) | FIGURE(WL_BYTES_MOVED),
};

/* Whether the hardware has a figure, but how it comes to it is not known. */
static bool lacks_rule(const struct wl_arch *arch, const struct wl_access *a, enum wl_figure f) {
  uint32_t early = arch->family == WL_COALESCED ? unknown_early(arch, a) : 0;
  if (TURNS >> f & 1 && wl_turns_unknown(arch, a)) return true;
  return early >> f & 1 ||
         (!absent(a, f) && wl_metrics[f].unknown[arch->family] >> a->space & 1);
}

/* Bit f for figure f of which that is so, up to WL_EXCESS. An excess is as unknown as what it
 * is worked out from; and where lanes that share an address take turns nobody knows how many,
 * sectors do not tell what is wasted. */
static uint32_t unknown_of(const struct wl_arch *arch, const struct wl_access *a) {
  enum wl_space s = (enum wl_space)a->space;
  uint32_t figures = 0;
  for (enum wl_figure f = 0; f < WL_FIGURES; f++)
    figures |= (uint32_t)lacks_rule(arch, a, f) << f;
  bool turns = s == WL_GLOBAL && wl_op_is_atomic((enum wl_op)a->op) && !arch->turns;
  bool judged = !(figures >> wl_main_figure(s) & 1) && !(figures >> wl_ideal_figure(s) & 1) &&
                !(turns && wl_share_address(a));
  return figures | (uint32_t)!judged << WL_EXCESS;
}

enum wl_meaning wl_figure_meaning(const struct wl_arch *arch, const struct wl_access *a,
                                  enum wl_figure f) {
  if (wl_access_absent(arch, a) || (f < WL_FIGURES && absent(a, f))) return WL_MEANINGLESS;
  bool unknown = f < WL_FIGURES ? lacks_rule(arch, a, f) : unknown_of(arch, a) >> f & 1;
  if (unknown) return WL_UNKNOWN;
  if (f == WL_EXCESS) f = wl_main_figure((enum wl_space)a->space);
  return wl_metrics[f].known[arch->family] >> a->space & 1 ? WL_KNOWN : WL_MEANINGLESS;
}

enum wl_meaning wl_sum_meaning(const struct wl_arch *arch, enum wl_space s, enum wl_op op,
                               const struct wl_sum *sum, enum wl_figure f) {
  struct wl_access one = {.space = (uint8_t)s, .op = (uint8_t)op, .width = 4, .mask = 1};
  return sum->unknown >> f & 1 ? WL_UNKNOWN : wl_figure_meaning(arch, &one, f);
}

void wl_sum_add(struct wl_sum *sum, const struct wl_arch *arch, const struct wl_access *a,
                const struct wl_counts *c) {
  if (wl_access_absent(arch, a)) return;
  struct wl_sum one = {.instructions = 1, .lanes = (uint64_t)__builtin_popcount(a->mask),
                       .unknown = unknown_of(arch, a)};
  for (enum wl_figure f = 0; f < WL_FIGURES; f++) one.value[f] = wl_figure_get(c, f);
  wl_sum_merge(sum, &one);
}

void wl_sum_merge(struct wl_sum *sum, const struct wl_sum *more) {
  for (enum wl_figure f = 0; f < WL_FIGURES; f++) {
    if (f != WL_WAYS) sum->value[f] += more->value[f];
    else if (more->value[f] > sum->value[f]) sum->value[f] = more->value[f];
  }
  sum->instructions += more->instructions;
  sum->lanes += more->lanes;
  sum->unknown |= more->unknown;
}

double wl_efficiency(enum wl_space s, const struct wl_sum *sum) {
  uint64_t actual = sum->value[wl_main_figure(s)];
  if (sum->unknown >> WL_EXCESS & 1 || actual == 0) return -1;
  return (double)sum->value[wl_ideal_figure(s)] / (double)actual;
}

double wl_lanes_share(const struct wl_sum *sum) {
  if (sum->instructions == 0) return -1;
  return (double)sum->lanes / (double)(sum->instructions * WL_LANES);
}
