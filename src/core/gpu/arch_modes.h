/* The modes in which GPU generations differ: columns of core/gpu/arch.h. */
#ifndef WL_CORE_GPU_ARCH_MODES_H
#define WL_CORE_GPU_ARCH_MODES_H

enum wl_certainty {
  WL_VENDOR,   /* documented by the vendor */
  WL_MEASURED, /* counted by hardware counters */
  WL_DERIVED,  /* follows from other rules, or fitted */
  WL_FOLKLORE, /* said often, never checked here */
  WL_CERTAINTIES,
  WL_NOT_KNOWN = WL_CERTAINTIES, /* there is no rule, and no number */
};
extern const char *const wl_certainty_names[WL_CERTAINTIES + 1];

/* The compute capabilities: rows of wl_archs and of wl_sms. */
enum wl_cc {
  WL_CC_10, WL_CC_11, WL_CC_12, WL_CC_13, WL_CC_20, WL_CC_21, WL_CC_30, WL_CC_35, WL_CC_37,
  WL_CC_50, WL_CC_52, WL_CC_60, WL_CC_61, WL_CC_70, WL_CC_75, WL_CC_80, WL_CC_86, WL_CC_89,
  WL_CC_90, WL_CC_100, WL_CC_120, WL_CCS
};

/* How much is known of the way through memory, and in which terms. */
enum wl_family {
  WL_COALESCED, /* cc 1.x to 3.x: a request becomes transactions */
  WL_SECTORED,  /* cc 5.x, 6.x: sectors of lines; no rule for the stages of L1 is known */
  WL_TAGGED,    /* cc 7.0 on: sectors, tag wavefronts, data wavefronts */
  WL_FAMILIES
};

/* How global memory coalesces; the rules in words: core/explain/rule.c. */
enum wl_coalescing {
  WL_COALESCE_NONE,     /* no such instruction, or no rule known */
  WL_COALESCE_STRICT,   /* cc 1.0, 1.1: in sequence and aligned, or one transaction per lane */
  WL_COALESCE_SHRINK,   /* cc 1.2, 1.3: segments, shrunk to the used half */
  WL_COALESCE_LINES,    /* cc 2.x, 3.5 and 3.7 through L1: 128-byte lines */
  WL_COALESCE_SEGMENTS, /* cc 2.x, 3.x past L1: 32-byte segments */
  WL_COALESCE_PACKETS,  /* stores of cc 2.x and 3.x: packets of 1, 2 or 4 segments */
  WL_COALESCE_SECTORS,  /* cc 5.0 on: distinct 32-byte sectors of the warp */
  WL_COALESCINGS
};

/* How the banks of shared memory serve a warp; the rules in words: core/explain/rule.c. */
enum wl_banking {
  WL_BANKS_NONE,      /* no such mode */
  WL_BANKS_HALF_WARP, /* cc 1.x: 16 banks, half-warps, one broadcast word a step */
  WL_BANKS_FERMI,     /* cc 2.x: 32 banks, every word is broadcast; 8 bytes by half-warps */
  WL_BANKS_KEPLER_4,  /* cc 3.x: 32 banks of 8 bytes in 4-byte mode */
  WL_BANKS_KEPLER_8,  /* … in 8-byte mode */
  WL_BANKS_GROUPS,    /* cc 5.x, 6.x: 32 banks, 8 and 16 bytes by half- and quarter-warps */
  WL_BANKS_MERGE,     /* cc 7.0 on: … and neighbouring groups of a load may merge */
  WL_BANKINGS
};

/* Which caches a load from global memory goes through. */
enum wl_cache {
  WL_PLAIN, /* no operator in the instruction: the generation's default */
  WL_CA,    /* L1 and L2 */
  WL_CG,    /* L2 only */
  WL_NC,    /* the read-only path */
  WL_CACHES
};

#endif
