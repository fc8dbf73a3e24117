/* The compiler's intermediate code as text: lines, types, metadata and their names. Only the parts
 * that recording needs are parsed; the rest is copied. */
#ifndef WL_INPUT_CUDA_IR_TEXT_H
#define WL_INPUT_CUDA_IR_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Part of a text; not terminated. */
struct wl_ir_part { const char *at; size_t size; };

struct wl_ir {
  const char *text;
  size_t size;
  struct wl_ir_part *metadata; /* !N, where it is defined */
  size_t metadata_count;
  struct wl_ir_part *type; /* lines that name types */
  size_t types;
  bool typed; /* pointers say what they point to: LLVM before 15 */
};

/* Reads the lines that are looked up later. False when memory ran out. */
bool wl_ir_open(struct wl_ir *ir, const char *text, size_t size);
void wl_ir_close(struct wl_ir *ir);

/* The line that begins at `at`, without its end; *next is where the next one begins. */
struct wl_ir_part wl_ir_line(const char *at, const char *end, const char **next);

bool wl_ir_is(struct wl_ir_part p, const char *word);
bool wl_ir_begins(struct wl_ir_part p, const char *word);
struct wl_ir_part wl_ir_skip(struct wl_ir_part p, size_t n);

/* Where `word` stands in `p`; NULL: nowhere. */
const char *wl_ir_find(struct wl_ir_part p, const char *word);

/* Cuts off what stands before the next comma outside of brackets; *p is what follows it. */
struct wl_ir_part wl_ir_operand(struct wl_ir_part *p);

/* Cuts off the type that `p` begins with, with its stars. */
struct wl_ir_part wl_ir_type(struct wl_ir_part *p);

/* What memory an object of a type takes, and of what it is made: 0 bytes where that is not known.
 * `element` and what follows are of the innermost element of arrays. */
struct wl_ir_shape {
  uint64_t bytes;
  uint32_t align, element_bytes, extent[3];
  uint8_t scalar, components, dimensions;
};
struct wl_ir_shape wl_ir_shape_of(const struct wl_ir *ir, struct wl_ir_part type);

/* The types of the fields of a structure, with commas between them; empty: it is none. */
struct wl_ir_part wl_ir_fields(const struct wl_ir *ir, struct wl_ir_part type);

/* The number behind `!dbg !`, or `word` in general; 0: there is none. */
uint32_t wl_ir_number(struct wl_ir_part p, const char *word);

/* A field of metadata, as `line: 7` or `name: "x"`; copies the string. */
uint32_t wl_ir_field(const struct wl_ir *ir, uint32_t node, const char *name);
bool wl_ir_string(const struct wl_ir *ir, uint32_t node, const char *name, char *out, size_t size);
uint32_t wl_ir_link(const struct wl_ir *ir, uint32_t node, const char *name);

/* The i-th node of a list of metadata; 0: past its end. */
uint32_t wl_ir_item(const struct wl_ir *ir, uint32_t node, unsigned i);

/* The name that begins at `at` with @ or %, before `end`. */
struct wl_ir_part wl_ir_name(const char *at, const char *end);

/* What an instruction names, and what stands behind its "=". False: it names nothing. */
bool wl_ir_assigned(struct wl_ir_part line, struct wl_ir_part *name, struct wl_ir_part *rest);

/* An operand such as "i8* noundef align 4 %13": its type and its value. False: it has none. */
bool wl_ir_pointer(struct wl_ir_part p, struct wl_ir_part *type, struct wl_ir_part *value);

/* Whether metadata is of this kind: "!DILocation(". */
bool wl_ir_kind(const struct wl_ir *ir, uint32_t node, const char *kind);

#endif
