/* One function in intermediate code: its blocks, its sites, and the values in its own memory. */
#ifndef WL_INPUT_CUDA_FUNCTION_BODY_H
#define WL_INPUT_CUDA_FUNCTION_BODY_H

#include "input/cuda/control_flow.h"
#include "input/cuda/ir_program.h"

struct wl_local_value {
  struct wl_ir_part name;
  uint16_t variable;
  uint8_t kind;
}; /* kind: below */
enum { WL_NOT_LOCAL, WL_LOCAL_ARRAY, WL_PARAMETER_COPY };

/* An access that has its site in common with others, by its line. */
struct wl_joint { const char *line; uint32_t site; };

/* A load that is part of a wider one: the first of them in the text has its `bytes`, and how far
 * behind its own address the wider one begins; the others have 0 bytes and are no access. */
struct wl_merged_load { const char *line; int8_t shift; uint8_t bytes; };

struct wl_body {
  struct wl_program *a;
  struct wl_ir_function *f;
  struct wl_flow flow;
  struct wl_ir_part *label;   /* of each block; the entry: empty */
  const char **first, **last; /* lines of each block */
  uint32_t *base, *used, *room; /* sites of each block */
  struct wl_joint *joint;
  size_t joints, joint_room;
  struct wl_merged_load *merged;
  size_t merged_count, merged_room;
  const char *line;           /* that is written */
  uint32_t *loop_site;
  struct wl_local_value *value;
  size_t values, value_room;
  uint32_t block;    /* that is written */
  uint32_t last_dbg; /* of the access before, in this block; 0: there is none */
  bool last_store;
  uint32_t last_placed; /* the site before that has a line; 0: none */
  bool indexes; /* an array of the thread by what is not constant */
  bool unrecorded; /* the copy that is written: unrecorded.h */
};

/* Finds the blocks and their order; gives each as many sites as it may need, in that order; finds
 * the values that point into the thread's own arrays; and which of these are indexed. The first
 * two: false when memory ran out. */
bool wl_body_blocks(struct wl_body *b);
bool wl_body_number(struct wl_body *b);
void wl_body_locals(struct wl_body *b);
void wl_body_indexed(struct wl_body *b);

/* The block of a label; what is known of a value, NULL: nothing. */
uint32_t wl_body_block(const struct wl_body *b, struct wl_ir_part name);
struct wl_local_value *wl_body_value(const struct wl_body *b, struct wl_ir_part name);

/* What a value is assigned: "getelementptr …"; empty: it is a parameter. */
struct wl_ir_part wl_body_define(const struct wl_body *b, struct wl_ir_part name);

/* Whether the lanes of a warp that come here have the same value: it depends on parameters of the
 * kernel, blocks and what is read at such addresses alone. False where that is not clear. */
bool wl_body_is_uniform(const struct wl_body *b, struct wl_ir_part value);

#endif
