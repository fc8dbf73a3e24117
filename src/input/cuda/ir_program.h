/* A program in intermediate code: its functions, the variables of the device, and its kernels. */
#ifndef WL_INPUT_CUDA_IR_PROGRAM_H
#define WL_INPUT_CUDA_IR_PROGRAM_H

#include <stdio.h>

#include "input/cuda/instrument.h"
#include "input/cuda/ir_text.h"
#include "input/cuda/tables.h"

enum wl_role { WL_ROLE_HOST = 0, WL_ROLE_DEVICE = 1, WL_ROLE_KERNEL = 2 };

struct wl_ir_function {
  struct wl_ir_part name; /* with its @ */
  struct wl_ir_part head; /* the line that defines it */
  const char *body, *end; /* its lines; `end` is at the closing one */
  uint8_t role;
  bool reached;
  uint32_t kernel;
};

struct wl_ir_variable { struct wl_ir_part name, type; struct wl_cuda_variable row; };

struct wl_program {
  struct wl_instrument *in;
  struct wl_ir ir;
  FILE *out;
  struct wl_ir_function *function;
  size_t functions, function_room;
  struct wl_ir_variable *variable;
  size_t variables, variable_room;
  struct wl_cuda_site *site;
  size_t sites, site_room;
  struct wl_cuda_kernel *kernel;
  size_t kernels, kernel_room;
  uint32_t *slot; /* hash of function and variable names: index + 1, variables with the top bit */
  size_t slots;
  unsigned temporary; /* names of values that are made */
};

enum { VARIABLE = 1u << 31 };


/* Finds the functions, variables and kernels of the code, and what kernels reach. False when memory
 * ran out. */
bool wl_program_read(struct wl_program *a);
void wl_program_finish(struct wl_program *a);

/* What a name with its @ stands for; NULL: nothing of the kind. */
struct wl_ir_function *wl_program_function(const struct wl_program *a, struct wl_ir_part name);
struct wl_ir_variable *wl_program_variable(const struct wl_program *a, struct wl_ir_part name);

/* Makes room for so many sites more, all 0. False when memory ran out. */
bool wl_program_grow_sites(struct wl_program *a, size_t count);

/* Where a location of the debug information stands in the file: line, columns of the expression. */
void wl_place_find(const struct wl_program *a, uint32_t dbg, bool store, struct wl_cuda_site *s);

/* The line of a function or variable; of one in an included file, the line that includes it. */
uint32_t wl_place_line(const struct wl_program *a, uint32_t node);

#endif
