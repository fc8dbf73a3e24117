/* What a script declares before its kernel runs: the head of a trace. */
#ifndef WL_CORE_TRACE_TRACE_HEAD_H
#define WL_CORE_TRACE_TRACE_HEAD_H

#include <stdbool.h>
#include <stdint.h>

#include "core/trace/step.h"
#include "core/trace/struct_layout.h"

enum { WL_MAX_ARRAYS = 64, WL_MAX_PARAMS = 16, WL_MAX_CHOICES = 16, WL_MAX_CARVEOUT_KIB = 256 };

struct wl_array {
  char name[32];
  uint8_t space;       /* enum wl_space */
  uint8_t dimensions;  /* 1 … 3 */
  uint8_t is_volatile; /* 0, 1 */
  struct wl_type type; /* may be a struct */
  uint32_t extent[3];  /* outermost first; 1 where unused */
  uint32_t element_bytes;
  uint64_t base;       /* address of element 0 */
  uint64_t bytes;
  struct wl_source_span place;
};

enum wl_param_kind { WL_PARAM_INTEGER, WL_PARAM_NUMBER, WL_PARAM_CHOICE };
struct wl_param {
  char name[32], value[32], initial[32], help[128]; /* initial: the script's own default */
  uint8_t kind;                 /* enum wl_param_kind */
  uint8_t choices;              /* kind CHOICE: how many */
  uint8_t made;                 /* 0, 1: a shape or a type that the user sets, no param() */
  double min, max, step;        /* INTEGER, NUMBER; min > max: no limits given */
  char choice[WL_MAX_CHOICES][32];
};

/* A plain value that crosses the pipe as it is: no bool, of which some bytes are neither. */
struct wl_head {
  char title[128], about[512];
  char arch[64]; /* what it is counted on by default: a target's name; "": not said */
  uint32_t grid[3], block[3]; /* x, y, z */
  uint16_t arrays, params, structs;
  uint16_t multiprocessors; /* that blocks are dealt to in turn (stream.h); 0: one for each */
  uint16_t carveout_kib; /* that the user wants shared memory to have; 0: the driver chooses */
  uint8_t warp_order;    /* whose turn it is at the caches: core/cache/cache_model.h */
  uint32_t shared_bytes, registers; /* of a block; of a thread, as the user gave them, or 0 */
  uint8_t shared_assumed, syncwarps, fences; /* 0, 1; the last: some threads may be ordered alone */
  uint8_t unordered; /* 0, 1: nobody knows what keeps its steps in order: no hazards are told */
  struct wl_source_span leaves[2];
                /* first and last `return` of the kernel (file_level.c); 0: none */
  struct wl_array array[WL_MAX_ARRAYS];
  struct wl_param param[WL_MAX_PARAMS];
  struct wl_struct structure[WL_MAX_STRUCTS];
};

/* Warps of one block; blocks of the grid. */
uint32_t wl_head_warps(const struct wl_head *h);
uint64_t wl_head_blocks(const struct wl_head *h);

/* Coordinates (x, y, z) of a linear block index, and of a thread in its block. */
void wl_head_block(const struct wl_head *h, uint32_t linear, uint32_t xyz[3]);
void wl_head_thread(const struct wl_head *h, uint32_t warp, uint32_t lane, uint32_t xyz[3]);

/* Element of an array that an address falls in, as "[3][17]" or "[3].x" into `buffer`. */
void wl_head_element(const struct wl_head *h, unsigned array, uint64_t address, char *buffer,
                     size_t size);

/* "32,8" to the lengths of a grid or block, the others 1, and back. False: it is none. */
bool wl_head_shape_read(const char *text, uint32_t shape[3]);
const char *wl_head_shape_text(const uint32_t shape[3], char text[32]);

/* Whether the bytes received are a head that the rest can rely on: strings end,
 * counts are within bounds. */
bool wl_head_valid(const struct wl_head *h);

#endif
