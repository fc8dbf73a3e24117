#include "input/cuda/ir_program.h"

#include <stdlib.h>
#include <string.h>

#include "core/access/type.h"
#include "core/base/grow.h"

static uint32_t hash_of(struct wl_ir_part p) {
  uint32_t h = 2166136261u;
  for (size_t i = 0; i < p.size; i++) h = (h ^ (unsigned char)p.at[i]) * 16777619u;
  return h;
}

static struct wl_ir_part name_in(const struct wl_program *a, uint32_t slot) {
  return slot & VARIABLE ? a->variable[(slot & ~VARIABLE) - 1].name : a->function[slot - 1].name;
}

static uint32_t *slot_of(const struct wl_program *a, struct wl_ir_part name) {
  size_t i = hash_of(name) & (a->slots - 1);
  while (a->slot[i] != 0) {
    struct wl_ir_part n = name_in(a, a->slot[i]);
    if (n.size == name.size && memcmp(n.at, name.at, n.size) == 0) break;
    i = (i + 1) & (a->slots - 1);
  }
  return &a->slot[i];
}

struct wl_ir_function *wl_program_function(const struct wl_program *a, struct wl_ir_part name) {
  uint32_t slot = *slot_of(a, name);
  return slot == 0 || slot & VARIABLE ? NULL : &a->function[slot - 1];
}

struct wl_ir_variable *wl_program_variable(const struct wl_program *a, struct wl_ir_part name) {
  uint32_t slot = *slot_of(a, name);
  return slot & VARIABLE ? &a->variable[(slot & ~VARIABLE) - 1] : NULL;
}

static bool add_function(struct wl_program *a, struct wl_ir_part head, const char *body,
                         const char *end) {
  if (a->functions == a->function_room) {
    struct wl_ir_function *grown = wl_grow(a->function, sizeof *grown, &a->function_room, 256);
    if (grown == NULL) return false;
    a->function = grown;
  }
  const char *at = memchr(head.at, '@', head.size);
  if (at == NULL) return true;
  a->function[a->functions++] = (struct wl_ir_function){
      .name = wl_ir_name(at, head.at + head.size), .head = head, .body = body, .end = end};
  return true;
}

/* A type by the name that C++ or CUDA has for it. */
static bool cuda_type(const char *name, struct wl_type *out) {
  static const struct {
    const char *name;
    uint8_t scalar;
  } plain[] = {{"unsigned char", WL_UCHAR},
               {"signed char", WL_CHAR},
               {"bool", WL_UCHAR},
               {"unsigned short", WL_USHORT},
               {"unsigned int", WL_UINT},
               {"long", WL_LONGLONG},
               {"unsigned long", WL_ULONGLONG},
               {"long long", WL_LONGLONG},
               {"unsigned long long", WL_ULONGLONG},
               {"__half", WL_HALF}};
  for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
    if (strcmp(name, plain[i].name) == 0) {
      *out = (struct wl_type){plain[i].scalar, 1};
      return true;
    }
  return wl_type_find(name, out);
}

/* The type of a global: behind "global" or "constant". */
static struct wl_ir_part global_type(struct wl_ir_part line) {
  const char *at = wl_ir_find(line, " global ");
  size_t n = strlen(" global ");
  if (at == NULL) at = wl_ir_find(line, " constant "), n = strlen(" constant ");
  if (at == NULL) return (struct wl_ir_part){"", 0};
  struct wl_ir_part rest = wl_ir_skip(line, (size_t)(at - line.at) + n);
  return wl_ir_type(&rest);
}

/* The shape of a variable as its debug information has it, where this is an array or a scalar of
 * CUDA's: the code may have it as another type of the same size. */
static void shape_of_debug(const struct wl_program *a, uint32_t type,
                           struct wl_cuda_variable *row) {
  uint32_t extent[3] = {1, 1, 1}, count;
  uint8_t dimensions = 0;
  char name[64];
  struct wl_type element;
  for (int depth = 0; type != 0 && depth < 16; depth++) {
    if (wl_ir_kind(&a->ir, type, "!DICompositeType(tag: DW_TAG_array_type")) {
      uint32_t list = wl_ir_link(&a->ir, type, "elements"), node;
      for (unsigned i = 0; (node = wl_ir_item(&a->ir, list, i)) != 0; i++) {
        count = wl_ir_field(&a->ir, node, "count");
        if (dimensions == 3 || count == 0) return;
        extent[dimensions++] = count;
      }
    } else if (wl_ir_string(&a->ir, type, "name", name, sizeof name) && cuda_type(name, &element)) {
      uint64_t bytes = (uint64_t)wl_type_bytes(element) * extent[0] * extent[1] * extent[2];
      if (bytes != row->bytes) return;
      row->scalar = element.scalar;
      row->components = element.components;
      row->element_bytes = wl_type_bytes(element);
      row->dimensions = dimensions ? dimensions : 1;
      memcpy(row->extent, extent, sizeof extent);
      return;
    }
    type = wl_ir_link(&a->ir, type, "baseType");
  }
}

static bool add_variable(struct wl_program *a, struct wl_ir_part line, enum wl_cuda_space space) {
  if (a->variables == a->variable_room) {
    struct wl_ir_variable *grown = wl_grow(a->variable, sizeof *grown, &a->variable_room, 32);
    if (grown == NULL) return false;
    a->variable = grown;
  }
  struct wl_ir_variable *v = &a->variable[a->variables++];
  *v = (struct wl_ir_variable){.name = wl_ir_name(line.at, line.at + line.size),
                               .type = global_type(line)};
  struct wl_ir_shape s = wl_ir_shape_of(&a->ir, v->type);
  uint32_t align = wl_ir_number(line, ", align ");
  v->row = (struct wl_cuda_variable){.bytes = s.bytes,
                                     .align = align > s.align ? align : s.align,
                                     .element_bytes = s.element_bytes,
                                     .extent = {s.extent[0], s.extent[1], s.extent[2]},
                                     .space = (uint8_t)space,
                                     .scalar = s.scalar,
                                     .components = s.components,
                                     .dimensions = s.dimensions ? s.dimensions : 1};
  uint32_t node = wl_ir_link(&a->ir, wl_ir_number(line, "!dbg !"), "var");
  if (!wl_ir_string(&a->ir, node, "name", v->row.name, sizeof v->row.name))
    snprintf(v->row.name, sizeof v->row.name, "%.*s", (int)v->name.size - 1, v->name.at + 1);
  v->row.line = wl_place_line(a, node);
  shape_of_debug(a, wl_ir_link(&a->ir, node, "type"), &v->row);
  return true;
}

static bool collect(struct wl_program *a) {
  const char *end = a->ir.text + a->ir.size;
  for (const char *at = a->ir.text; at < end;) {
    struct wl_ir_part line = wl_ir_line(at, end, &at);
    if (wl_ir_begins(line, "define ")) {
      const char *body = at, *stop = at;
      while (at < end) {
        stop = at;
        struct wl_ir_part inner = wl_ir_line(at, end, &at);
        if (wl_ir_is(inner, "}")) break;
      }
      if (!add_function(a, line, body, stop)) return false;
    } else if (wl_ir_begins(line, "@")) {
      if (wl_ir_find(line, "section \"wl_dynamic\"") != NULL) {
        struct wl_ir_part name = wl_ir_name(line.at, line.at + line.size);
        if (a->in->dynamics < 8 && name.size > 0 && name.at[1] != '"')
          snprintf(a->in->dynamic[a->in->dynamics++], 128, "%.*s", (int)name.size - 1, name.at + 1);
      } else if (wl_ir_find(line, "section \"wl_shared\"") != NULL) {
        if (!add_variable(a, line, WL_CUDA_SHARED)) return false;
      } else if (wl_ir_find(line, "section \"wl_constant\"") != NULL) {
        if (!add_variable(a, line, WL_CUDA_CONSTANT)) return false;
      }
    }
  }
  return true;
}

static bool make_slots(struct wl_program *a) {
  free(a->slot);
  for (a->slots = 1024; a->slots < 4 * (a->functions + a->variables); a->slots *= 2) {}
  a->slot = calloc(a->slots, sizeof *a->slot);
  if (a->slot == NULL) return false;
  for (size_t i = 0; i < a->functions; i++) *slot_of(a, a->function[i].name) = (uint32_t)i + 1;
  for (size_t i = 0; i < a->variables; i++)
    *slot_of(a, a->variable[i].name) = ((uint32_t)i + 1) | VARIABLE;
  return true;
}

/* The line that defines a global. */
static struct wl_ir_part global_line(const struct wl_program *a, struct wl_ir_part name) {
  const char *end = a->ir.text + a->ir.size;
  for (const char *at = a->ir.text; at < end;) {
    struct wl_ir_part line = wl_ir_line(at, end, &at);
    if (line.size > name.size + 1 && memcmp(line.at, name.at, name.size) == 0 &&
        line.at[name.size] == ' ')
      return line;
  }
  return (struct wl_ir_part){"", 0};
}

/* One row of @llvm.global.annotations: what, and the string that says which. */
static bool annotate(struct wl_program *a, struct wl_ir_part row) {
  const char *at = memchr(row.at, '@', row.size);
  if (at == NULL) return true;
  struct wl_ir_part name = wl_ir_name(at, row.at + row.size);
  size_t left = (size_t)(row.at + row.size - (name.at + name.size));
  const char *second = memchr(name.at + name.size, '@', left);
  if (second == NULL) return true;
  struct wl_ir_part text = global_line(a, wl_ir_name(second, row.at + row.size));
  bool kernel = wl_ir_find(text, "c\"wl_global") != NULL;
  if (!kernel && wl_ir_find(text, "c\"wl_device") == NULL) return true;
  struct wl_ir_function *f = wl_program_function(a, name);
  if (f != NULL) f->role = kernel ? WL_ROLE_KERNEL : WL_ROLE_DEVICE;
  if (f != NULL || kernel) return true;
  struct wl_ir_part line = global_line(a, name);
  bool constant = wl_ir_find(line, "section \"wl_constant\"") != NULL;
  return line.size == 0 || constant || wl_program_variable(a, name) != NULL ||
         add_variable(a, line, WL_CUDA_DEVICE);
}

static bool take_annotations(struct wl_program *a) {
  struct wl_ir_part line = global_line(a, (struct wl_ir_part){"@llvm.global.annotations", 24});
  const char *end = line.at + line.size;
  for (const char *at = line.at; line.size > 0 && at < end;) {
    const char *open = memmem(at, (size_t)(end - at), "} {", 3);
    if (open == NULL) break;
    struct wl_ir_part rest = {open + 2, (size_t)(end - open - 2)};
    if (!annotate(a, wl_ir_type(&rest))) return false;
    at = rest.at;
  }
  return make_slots(a);
}

/* Marks what kernels call, and notes in `kernel` which shared variables they use. */
static void reach(struct wl_program *a, struct wl_ir_function *f, uint8_t *seen,
                  struct wl_cuda_kernel *kernel) {
  size_t own = (size_t)(f - a->function);
  if (seen[own]) return;
  seen[own] = 1;
  f->reached = true;
  for (const char *at = f->body; at < f->end;) {
    const char *found = memchr(at, '@', (size_t)(f->end - at));
    if (found == NULL) break;
    struct wl_ir_part name = wl_ir_name(found, f->end);
    at = found + name.size;
    uint32_t slot = *slot_of(a, name);
    if (kernel != NULL && wl_ir_is(name, "@wl_rt_tell")) {
      const char *comma = memchr(at, ',', (size_t)(f->end - at)); /* wl_rt_tell(what, …) */
      kernel->fences |= comma != NULL && comma[-1] < '3';
    }
    if (slot == 0) continue;
    if (!(slot & VARIABLE)) {
      reach(a, &a->function[slot - 1], seen, kernel);
      continue;
    }
    uint16_t v = (uint16_t)((slot & ~VARIABLE) - 1);
    if (kernel == NULL || a->variable[v].row.space != WL_CUDA_SHARED) continue;
    bool known = false;
    for (uint32_t i = 0; i < kernel->shared; i++) known |= kernel->shared_variable[i] == v;
    if (!known && kernel->shared < WL_CUDA_SHARED_MOST)
      kernel->shared_variable[kernel->shared++] = v;
  }
}

static int by_number(const void *a, const void *b) {
  return (int)*(const uint16_t *)a - (int)*(const uint16_t *)b;
}

static bool find_kernels(struct wl_program *a) {
  uint8_t *seen = calloc(a->functions + 1, 1);
  if (seen == NULL) return false;
  for (size_t i = 0; i < a->functions; i++) {
    struct wl_ir_function *f = &a->function[i];
    if (f->role == WL_ROLE_DEVICE) {
      memset(seen, 0, a->functions);
      reach(a, f, seen, NULL);
    }
    if (f->role != WL_ROLE_KERNEL) continue;
    if (a->kernels == a->kernel_room) {
      struct wl_cuda_kernel *grown = wl_grow(a->kernel, sizeof *grown, &a->kernel_room, 16);
      if (grown == NULL) break;
      a->kernel = grown;
    }
    struct wl_cuda_kernel *k = &a->kernel[a->kernels];
    *k = (struct wl_cuda_kernel){.line = 0};
    uint32_t node = wl_ir_number(f->head, "!dbg !");
    if (!wl_ir_string(&a->ir, node, "name", k->name, sizeof k->name))
      snprintf(k->name, sizeof k->name, "%.*s", (int)f->name.size - 1, f->name.at + 1);
    k->line = wl_place_line(a, node);
    for (uint32_t m = 0; m < a->ir.metadata_count; m++) {
      if (!wl_ir_kind(&a->ir, m, "!DILocalVariable(")) continue;
      uint32_t arg = wl_ir_field(&a->ir, m, "arg");
      if (arg >= 1 && arg <= WL_CUDA_PARAMETERS && wl_ir_link(&a->ir, m, "scope") == node)
        wl_ir_string(&a->ir, m, "name", k->parameter[arg - 1], sizeof k->parameter[0]);
    }
    memset(seen, 0, a->functions);
    reach(a, f, seen, k);
    qsort(k->shared_variable, k->shared, sizeof k->shared_variable[0], by_number);
    f->kernel = (uint32_t)a->kernels++;
  }
  free(seen);
  return true;
}

bool wl_program_grow_sites(struct wl_program *a, size_t count) {
  while (a->sites + count > a->site_room) {
    struct wl_cuda_site *grown = wl_grow(a->site, sizeof *grown, &a->site_room, 1024);
    if (grown == NULL) return false;
    a->site = grown;
  }
  memset(a->site + a->sites, 0, count * sizeof *a->site);
  return true;
}

bool wl_program_read(struct wl_program *a) {
  bool good = wl_ir_open(&a->ir, a->in->ir, a->in->size) && wl_program_grow_sites(a, 1);
  a->sites = 1; /* site 0 is none */
  return good && collect(a) && make_slots(a) && take_annotations(a) && find_kernels(a);
}

void wl_program_finish(struct wl_program *a) {
  free(a->function), free(a->variable), free(a->site), free(a->kernel), free(a->slot);
  wl_ir_close(&a->ir);
}
