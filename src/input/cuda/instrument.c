#include "input/cuda/instrument.h"

#include <stdlib.h>
#include <string.h>

#include "core/access/type.h"
#include "core/base/grow.h"
#include "input/cuda/control_flow.h"
#include "input/cuda/ir_text.h"
#include "input/cuda/tables.h"

enum role { HOST = 0, DEVICE = 1, KERNEL = 2 };

struct function {
  struct wl_ir_part name; /* with its @ */
  struct wl_ir_part head; /* the line that defines it */
  const char *body, *end; /* its lines; `end` is at the closing one */
  uint8_t role;
  bool reached;
  uint32_t kernel;
};

struct variable { struct wl_ir_part name, type; struct wl_cuda_variable row; };

struct all {
  struct wl_instrument *in;
  struct wl_ir ir;
  FILE *out;
  struct function *function;
  size_t functions, function_room;
  struct variable *variable;
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

static uint32_t hash_of(struct wl_ir_part p) {
  uint32_t h = 2166136261u;
  for (size_t i = 0; i < p.size; i++) h = (h ^ (unsigned char)p.at[i]) * 16777619u;
  return h;
}

static struct wl_ir_part name_in(const struct all *a, uint32_t slot) {
  return slot & VARIABLE ? a->variable[(slot & ~VARIABLE) - 1].name : a->function[slot - 1].name;
}

static uint32_t *slot_of(const struct all *a, struct wl_ir_part name) {
  size_t i = hash_of(name) & (a->slots - 1);
  while (a->slot[i] != 0) {
    struct wl_ir_part n = name_in(a, a->slot[i]);
    if (n.size == name.size && memcmp(n.at, name.at, n.size) == 0) break;
    i = (i + 1) & (a->slots - 1);
  }
  return &a->slot[i];
}

/* The name that begins at `at` with @ or %. */
static struct wl_ir_part name_at(const char *at, const char *end) {
  const char *p = at + 1;
  if (p < end && *p == '"') {
    for (p++; p < end && *p != '"'; p++) {}
    p++;
  } else {
    while (p < end && (*p == '_' || *p == '.' || *p == '$' || *p == '-' ||
                       (*p >= '0' && *p <= '9') || (*p >= 'a' && *p <= 'z') ||
                       (*p >= 'A' && *p <= 'Z')))
      p++;
  }
  return (struct wl_ir_part){at, (size_t)((p < end ? p : end) - at)};
}

static struct function *function_named(const struct all *a, struct wl_ir_part name) {
  uint32_t slot = *slot_of(a, name);
  return slot == 0 || slot & VARIABLE ? NULL : &a->function[slot - 1];
}

static struct variable *variable_named(const struct all *a, struct wl_ir_part name) {
  uint32_t slot = *slot_of(a, name);
  return slot & VARIABLE ? &a->variable[(slot & ~VARIABLE) - 1] : NULL;
}

static bool add_function(struct all *a, struct wl_ir_part head, const char *body,
                         const char *end) {
  if (a->functions == a->function_room) {
    struct function *grown = wl_grow(a->function, sizeof *grown, &a->function_room, 256);
    if (grown == NULL) return false;
    a->function = grown;
  }
  const char *at = memchr(head.at, '@', head.size);
  if (at == NULL) return true;
  a->function[a->functions++] = (struct function){
    .name = name_at(at, head.at + head.size), .head = head, .body = body, .end = end};
  return true;
}

/* A type by the name that C++ or CUDA has for it. */
static bool cuda_type(const char *name, struct wl_type *out) {
  static const struct { const char *name; uint8_t scalar; } plain[] = {
    {"unsigned char", WL_UCHAR}, {"signed char", WL_CHAR}, {"bool", WL_UCHAR},
    {"unsigned short", WL_USHORT}, {"unsigned int", WL_UINT}, {"long", WL_LONGLONG},
    {"unsigned long", WL_ULONGLONG}, {"long long", WL_LONGLONG},
    {"unsigned long long", WL_ULONGLONG}, {"__half", WL_HALF}};
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
static void shape_of_debug(const struct all *a, uint32_t type, struct wl_cuda_variable *row) {
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

static bool add_variable(struct all *a, struct wl_ir_part line, enum wl_cuda_space space) {
  if (a->variables == a->variable_room) {
    struct variable *grown = wl_grow(a->variable, sizeof *grown, &a->variable_room, 32);
    if (grown == NULL) return false;
    a->variable = grown;
  }
  struct variable *v = &a->variable[a->variables++];
  *v = (struct variable){.name = name_at(line.at, line.at + line.size), .type = global_type(line)};
  struct wl_ir_shape s = wl_ir_shape_of(&a->ir, v->type);
  uint32_t align = wl_ir_number(line, ", align ");
  v->row = (struct wl_cuda_variable){
    .bytes = s.bytes, .align = align > s.align ? align : s.align,
    .element_bytes = s.element_bytes, .extent = {s.extent[0], s.extent[1], s.extent[2]},
    .space = (uint8_t)space, .scalar = s.scalar, .components = s.components,
    .dimensions = s.dimensions ? s.dimensions : 1};
  uint32_t node = wl_ir_link(&a->ir, wl_ir_number(line, "!dbg !"), "var");
  if (!wl_ir_string(&a->ir, node, "name", v->row.name, sizeof v->row.name))
    snprintf(v->row.name, sizeof v->row.name, "%.*s", (int)v->name.size - 1, v->name.at + 1);
  v->row.line = wl_ir_field(&a->ir, node, "line");
  shape_of_debug(a, wl_ir_link(&a->ir, node, "type"), &v->row);
  return true;
}

static bool collect(struct all *a) {
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
        struct wl_ir_part name = name_at(line.at, line.at + line.size);
        if (a->in->dynamics < 8 && name.size > 0 && name.at[1] != '"')
          snprintf(a->in->dynamic[a->in->dynamics++], 128, "%.*s", (int)name.size - 1,
                   name.at + 1);
      } else if (wl_ir_find(line, "section \"wl_shared\"") != NULL) {
        if (!add_variable(a, line, WL_CUDA_SHARED)) return false;
      } else if (wl_ir_find(line, "section \"wl_constant\"") != NULL) {
        if (!add_variable(a, line, WL_CUDA_CONSTANT)) return false;
      }
    }
  }
  return true;
}

static bool make_slots(struct all *a) {
  free(a->slot);
  for (a->slots = 1024; a->slots < 4 * (a->functions + a->variables); a->slots *= 2) {}
  a->slot = calloc(a->slots, sizeof *a->slot);
  if (a->slot == NULL) return false;
  for (size_t i = 0; i < a->functions; i++)
    *slot_of(a, a->function[i].name) = (uint32_t)i + 1;
  for (size_t i = 0; i < a->variables; i++)
    *slot_of(a, a->variable[i].name) = (uint32_t)i + 1 | VARIABLE;
  return true;
}

/* The line that defines a global. */
static struct wl_ir_part global_line(const struct all *a, struct wl_ir_part name) {
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
static bool annotate(struct all *a, struct wl_ir_part row) {
  const char *at = memchr(row.at, '@', row.size);
  if (at == NULL) return true;
  struct wl_ir_part name = name_at(at, row.at + row.size);
  size_t left = (size_t)(row.at + row.size - (name.at + name.size));
  const char *second = memchr(name.at + name.size, '@', left);
  if (second == NULL) return true;
  struct wl_ir_part text = global_line(a, name_at(second, row.at + row.size));
  bool kernel = wl_ir_find(text, "c\"wl_global") != NULL;
  if (!kernel && wl_ir_find(text, "c\"wl_device") == NULL) return true;
  struct function *f = function_named(a, name);
  if (f != NULL) f->role = kernel ? KERNEL : DEVICE;
  if (f != NULL || kernel) return true;
  struct wl_ir_part line = global_line(a, name);
  bool constant = wl_ir_find(line, "section \"wl_constant\"") != NULL;
  return line.size == 0 || constant || variable_named(a, name) != NULL ||
         add_variable(a, line, WL_CUDA_DEVICE);
}

static bool take_annotations(struct all *a) {
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
static void reach(struct all *a, struct function *f, uint8_t *seen, struct wl_cuda_kernel *kernel) {
  size_t own = (size_t)(f - a->function);
  if (seen[own]) return;
  seen[own] = 1;
  f->reached = true;
  for (const char *at = f->body; at < f->end;) {
    const char *found = memchr(at, '@', (size_t)(f->end - at));
    if (found == NULL) break;
    struct wl_ir_part name = name_at(found, f->end);
    at = found + name.size;
    uint32_t slot = *slot_of(a, name);
    if (slot == 0) continue;
    if (!(slot & VARIABLE)) {
      reach(a, &a->function[slot - 1], seen, kernel);
      continue;
    }
    uint16_t v = (uint16_t)((slot & ~VARIABLE) - 1);
    if (kernel == NULL || a->variable[v].row.space != WL_CUDA_SHARED) continue;
    bool known = false;
    for (uint32_t i = 0; i < kernel->shared; i++) known |= kernel->shared_variable[i] == v;
    if (!known && kernel->shared < WL_CUDA_SHARED_MOST) kernel->shared_variable[kernel->shared++] = v;
  }
}

static int by_number(const void *a, const void *b) {
  return (int)*(const uint16_t *)a - (int)*(const uint16_t *)b;
}

static bool find_kernels(struct all *a) {
  uint8_t *seen = calloc(a->functions + 1, 1);
  if (seen == NULL) return false;
  for (size_t i = 0; i < a->functions; i++) {
    struct function *f = &a->function[i];
    if (f->role == DEVICE) {
      memset(seen, 0, a->functions);
      reach(a, f, seen, NULL);
    }
    if (f->role != KERNEL) continue;
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
    k->line = wl_ir_field(&a->ir, node, "line");
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

/* ---- places in the source ---- */

static struct wl_ir_part source_line(const struct all *a, uint32_t line) {
  const char *at = a->in->source, *end = at + a->in->source_size;
  struct wl_ir_part p = {"", 0};
  for (uint32_t n = 0; n < line && at < end; n++) p = wl_ir_line(at, end, &at);
  return p;
}

static bool in_word(char c) {
  return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* The end of an expression such as a[i].x or f(x) that begins at `from`. */
static size_t end_of_expression(struct wl_ir_part p, size_t from) {
  size_t i = from;
  while (i < p.size && (p.at[i] == '*' || p.at[i] == '&' || p.at[i] == '(')) i++;
  while (i < p.size) {
    size_t was = i;
    while (i < p.size && in_word(p.at[i])) i++;
    if (i < p.size && (p.at[i] == '[' || (p.at[i] == '(' && i > from))) {
      int depth = 0;
      do {
        depth += (p.at[i] == '[' || p.at[i] == '(') - (p.at[i] == ']' || p.at[i] == ')');
        i++;
      } while (i < p.size && depth > 0);
    }
    if (i + 1 < p.size && p.at[i] == '.' && in_word(p.at[i + 1])) i++;
    else if (i + 2 < p.size && p.at[i] == '-' && p.at[i + 1] == '>') i += 2;
    if (i == was) break;
  }
  return i > from ? i : from + 1;
}

/* The beginning of the expression that an assignment at `at` is to. */
static size_t begin_of_target(struct wl_ir_part p, size_t at) {
  size_t i = at;
  while (i > 0 && strchr("+-*/%&|^<> ", p.at[i - 1]) != NULL) i--;
  size_t end = i;
  int depth = 0;
  while (i > 0) {
    char c = p.at[i - 1];
    if (c == ']' || c == ')') depth++;
    else if (c == '[' || c == '(') {
      if (depth-- == 0) break;
    } else if (depth == 0 && !in_word(c) && c != '.' && !(c == '>' && i > 1 && p.at[i - 2] == '-') &&
               !(c == '-' && p.at[i] == '>')) break;
    i--;
  }
  return i < end ? i : at;
}

static bool is_own_file(const struct all *a, uint32_t scope) {
  char name[512];
  uint32_t file = wl_ir_link(&a->ir, scope, "file");
  if (!wl_ir_string(&a->ir, file, "filename", name, sizeof name)) return false;
  return strcmp(name, a->in->file) == 0;
}

/* Where a location stands in the file: of code that other functions have taken in, the innermost
 * that is of the file itself. */
static void place(const struct all *a, uint32_t dbg, bool store, struct wl_cuda_site *s) {
  for (int depth = 0; dbg != 0 && depth < 64; depth++) {
    uint32_t inlined = wl_ir_link(&a->ir, dbg, "inlinedAt");
    uint32_t line = wl_ir_field(&a->ir, dbg, "line");
    if (line > 0 && is_own_file(a, wl_ir_link(&a->ir, dbg, "scope"))) {
      uint32_t column = wl_ir_field(&a->ir, dbg, "column");
      struct wl_ir_part p = source_line(a, line);
      s->line = line;
      if (column == 0 || column > p.size) column = 1;
      size_t from = column - 1, end;
      char c = p.size > from ? p.at[from] : ' ';
      bool assigns = store && strchr("=+-*/%&|^<>", c) != NULL && c != '*' ;
      if (store && c == '*' && from + 1 < p.size && p.at[from + 1] == '=') assigns = true;
      if (assigns) {
        size_t first = begin_of_target(p, from);
        end = end_of_expression(p, first);
        from = first;
      } else {
        end = end_of_expression(p, from);
      }
      if (end > 60000) from = 0, end = 1;
      s->column = (uint16_t)(from + 1);
      s->end = (uint16_t)(end + 1);
      return;
    }
    dbg = inlined;
  }
}

/* ---- one function ---- */

struct value { struct wl_ir_part name; uint16_t variable; uint8_t kind; }; /* kind: below */
enum { NOT_LOCAL, LOCAL_ARRAY, PARAMETER_COPY };

struct body {
  struct all *a;
  struct function *f;
  struct wl_flow flow;
  struct wl_ir_part *label; /* of each block; the entry: empty */
  const char **first, **last; /* lines of each block */
  uint32_t *base, *used;    /* sites of each block */
  uint32_t *loop_site;
  struct value *value;
  size_t values, value_room;
  uint32_t block;           /* that is written */
  uint32_t last_dbg;        /* of the access before, in this block; 0: there is none */
  bool last_store;
};

/* "12:" or "for.body:" at the beginning of a line. */
static bool is_label(struct wl_ir_part line, struct wl_ir_part *name) {
  if (line.size < 2 || *line.at == ' ' || *line.at == ';' || *line.at == '}') return false;
  const char *stop = *line.at == '"' ? memchr(line.at + 1, '"', line.size - 1) : line.at;
  stop = stop == NULL ? NULL : memchr(stop, ':', (size_t)(line.at + line.size - stop));
  if (stop == NULL) return false;
  *name = (struct wl_ir_part){line.at, (size_t)(stop - line.at)};
  return true;
}

static uint32_t block_named(const struct body *b, struct wl_ir_part name) {
  for (uint32_t i = 0; i < b->flow.blocks; i++)
    if (b->label[i].size == name.size && memcmp(b->label[i].at, name.at, name.size) == 0) return i;
  return 0;
}

static uint32_t count_labels(const struct function *f) {
  uint32_t n = 1;
  struct wl_ir_part name;
  for (const char *at = f->body; at < f->end;)
    n += is_label(wl_ir_line(at, f->end, &at), &name);
  return n;
}

static uint32_t count_words(const char *from, const char *to, const char *word) {
  uint32_t n = 0;
  while (from < to && (from = memmem(from, (size_t)(to - from), word, strlen(word))) != NULL)
    n++, from += strlen(word);
  return n;
}

static bool find_blocks(struct body *b) {
  struct function *f = b->f;
  uint32_t most = count_labels(f), n = 0;
  uint32_t edges = count_words(f->body, f->end, "label %");
  b->label = calloc(most, sizeof *b->label);
  b->first = calloc(most, sizeof *b->first);
  b->last = calloc(most, sizeof *b->last);
  b->base = calloc(most, sizeof *b->base);
  b->used = calloc(most, sizeof *b->used);
  b->flow.block = calloc(most, sizeof *b->flow.block);
  uint32_t *pool = calloc(edges + 1u, sizeof *pool); /* lives as long as the process */
  if (!b->label || !b->first || !b->last || !b->base || !b->used || !b->flow.block || !pool)
    return false;
  struct wl_ir_part name;
  const char *at = f->body, *next;
  bool first = true;
  for (; at < f->end; at = next) {
    struct wl_ir_part line = wl_ir_line(at, f->end, &next);
    if (is_label(line, &name)) {
      if (!first) b->last[n++] = at;
      b->label[n] = name;
      b->first[n] = next;
    } else if (first) {
      b->first[0] = at;
    }
    first = false;
  }
  b->last[n++] = f->end;
  b->flow.blocks = n;
  for (uint32_t i = 0; i < n; i++) {
    b->flow.block[i].next = pool;
    for (const char *p = b->first[i];
         p < b->last[i] && (p = memmem(p, (size_t)(b->last[i] - p), "label %", 7)) != NULL;) {
      struct wl_ir_part to = name_at(p + 6, b->last[i]);
      uint32_t block = block_named(b, (struct wl_ir_part){to.at + 1, to.size - 1});
      bool known = false;
      for (uint32_t k = 0; k < b->flow.block[i].nexts; k++)
        known |= b->flow.block[i].next[k] == block;
      if (!known) b->flow.block[i].next[b->flow.block[i].nexts++] = block;
      p += 7;
    }
    pool += b->flow.block[i].nexts;
  }
  return wl_flow_analyse(&b->flow);
}

static bool grow_sites(struct all *a, size_t count) {
  while (a->sites + count > a->site_room) {
    struct wl_cuda_site *grown = wl_grow(a->site, sizeof *grown, &a->site_room, 1024);
    if (grown == NULL) return false;
    a->site = grown;
  }
  memset(a->site + a->sites, 0, count * sizeof *a->site);
  return true;
}

/* Gives each block as many sites as it may need, in the order in which blocks happen. */
static bool number_sites(struct body *b) {
  struct all *a = b->a;
  b->loop_site = calloc(b->flow.loops + 1u, sizeof *b->loop_site);
  if (b->loop_site == NULL) return false;
  for (uint32_t place_ = 0; place_ < b->flow.blocks; place_++) {
    uint32_t i = b->flow.order[place_];
    uint32_t lines = count_words(b->first[i], b->last[i], " load ") +
                     count_words(b->first[i], b->last[i], " store ") +
                     count_words(b->first[i], b->last[i], "call ") * 2 +
                     count_words(b->first[i], b->last[i], "invoke ") +
                     count_words(b->first[i], b->last[i], "atomicrmw ") +
                     count_words(b->first[i], b->last[i], "cmpxchg ") + 2;
    if (!grow_sites(a, lines)) return false;
    if (b->flow.block[i].heads) {
      uint32_t dbg = 0;
      for (const char *at = b->first[i]; at < b->last[i] && dbg == 0;)
        dbg = wl_ir_number(wl_ir_line(at, b->last[i], &at), "!dbg !");
      for (uint32_t l = 0; l < b->flow.loops; l++)
        if (b->flow.loop[l].head == i) b->loop_site[l] = (uint32_t)a->sites;
      struct wl_cuda_site *s = &a->site[a->sites];
      place(a, dbg, false, s);
      s->is_loop = 1;
      s->width = (uint16_t)b->flow.block[i].depth;
      b->used[i] = 1;
    }
    b->base[i] = (uint32_t)a->sites;
    a->sites += lines;
  }
  return true;
}

static uint32_t new_site(struct body *b, uint32_t dbg, bool store) {
  uint32_t n = b->base[b->block] + b->used[b->block]++;
  place(b->a, dbg, store, &b->a->site[n]);
  return n;
}

static struct value *value_of(const struct body *b, struct wl_ir_part name) {
  for (size_t i = b->values; i-- > 0;)
    if (b->value[i].name.size == name.size && memcmp(b->value[i].name.at, name.at, name.size) == 0)
      return &b->value[i];
  return NULL;
}

static void add_value(struct body *b, struct wl_ir_part name, uint16_t variable, uint8_t kind) {
  if (b->values == b->value_room) {
    struct value *grown = wl_grow(b->value, sizeof *grown, &b->value_room, 64);
    if (grown == NULL) return;
    b->value = grown;
  }
  b->value[b->values++] = (struct value){name, variable, kind};
}

/* The name of a local variable, from where it is declared to debuggers. */
static bool declared_name(const struct body *b, struct wl_ir_part name, char *out, size_t size) {
  for (const char *at = b->f->body; at < b->f->end;) {
    struct wl_ir_part line = wl_ir_line(at, b->f->end, &at);
    const char *d = wl_ir_find(line, "dbg.declare(metadata ");
    if (d == NULL) d = wl_ir_find(line, "#dbg_declare(");
    if (d == NULL) continue;
    struct wl_ir_part rest = wl_ir_skip(line, (size_t)(d - line.at));
    const char *p = memchr(rest.at, '%', rest.size);
    while (p != NULL) {
      struct wl_ir_part n = name_at(p, rest.at + rest.size);
      if (n.size == name.size && memcmp(n.at, name.at, n.size) == 0) {
        struct wl_ir_part behind = wl_ir_skip(rest, (size_t)(p - rest.at) + n.size);
        return wl_ir_string(&b->a->ir, wl_ir_number(behind, "!"), "name", out, size);
      }
      p = memchr(p + 1, '%', (size_t)(rest.at + rest.size - p - 1));
    }
  }
  return false;
}

/* What an instruction names, and what stands behind "=". */
static bool assigned(struct wl_ir_part line, struct wl_ir_part *name, struct wl_ir_part *rest) {
  line = wl_ir_skip(line, 0);
  if (line.size < 4 || *line.at != '%') return false;
  *name = name_at(line.at, line.at + line.size);
  *rest = wl_ir_skip(line, name->size);
  if (!wl_ir_begins(*rest, "= ")) return false;
  *rest = wl_ir_skip(*rest, 2);
  return true;
}

/* Which values point into arrays of the thread, in the order of the text, which may be that of
 * loops: twice. */
static void find_locals(struct body *b) {
  struct wl_ir_part head = b->f->head;
  for (const char *at = head.at; (at = memmem(at, (size_t)(head.at + head.size - at), "byval(", 6));
       at += 6) {
    const char *p = memchr(at, '%', (size_t)(head.at + head.size - at));
    struct wl_ir_part skip = {at, (size_t)(head.at + head.size - at)};
    skip = wl_ir_operand(&skip);
    p = NULL;
    for (size_t i = skip.size; i-- > 0 && p == NULL;)
      if (skip.at[i] == '%') p = skip.at + i;
    if (p != NULL) add_value(b, name_at(p, head.at + head.size), 0, PARAMETER_COPY);
  }
  for (int pass = 0; pass < 2; pass++)
    for (const char *at = b->f->body; at < b->f->end;) {
      struct wl_ir_part line = wl_ir_line(at, b->f->end, &at), name, rest;
      if (!assigned(line, &name, &rest) || value_of(b, name) != NULL) continue;
      if (wl_ir_begins(rest, "alloca ")) {
        rest = wl_ir_skip(rest, 7);
        struct wl_ir_part type = wl_ir_type(&rest);
        struct wl_ir_shape s = wl_ir_shape_of(&b->a->ir, type);
        if (b->a->variables == b->a->variable_room) {
          struct variable *grown = wl_grow(b->a->variable, sizeof *grown, &b->a->variable_room, 32);
          if (grown == NULL) return;
          b->a->variable = grown;
        }
        struct variable *v = &b->a->variable[b->a->variables];
        *v = (struct variable){.name = {"", 0}};
        v->row = (struct wl_cuda_variable){
          .bytes = s.bytes, .align = s.align, .element_bytes = s.element_bytes,
          .extent = {s.extent[0], s.extent[1], s.extent[2]}, .space = WL_CUDA_LOCAL,
          .scalar = s.scalar, .components = s.components,
          .dimensions = s.dimensions ? s.dimensions : 1};
        if (!declared_name(b, name, v->row.name, sizeof v->row.name))
          snprintf(v->row.name, sizeof v->row.name, "local");
        add_value(b, name, (uint16_t)b->a->variables++, PARAMETER_COPY);
        continue;
      }
      bool moves = wl_ir_begins(rest, "getelementptr ") || wl_ir_begins(rest, "bitcast ") ||
                   wl_ir_begins(rest, "select ") || wl_ir_begins(rest, "phi ") ||
                   wl_ir_begins(rest, "addrspacecast ");
      const char *p = moves ? memchr(rest.at, '%', rest.size) : NULL;
      for (; p != NULL; p = memchr(p + 1, '%', (size_t)(rest.at + rest.size - p - 1))) {
        struct value *from = value_of(b, name_at(p, rest.at + rest.size));
        if (from == NULL) continue;
        add_value(b, name, from->variable, from->kind);
        break;
      }
    }
}

/* Arrays of which an element is chosen by what is not constant live in local memory; all other
 * variables of a thread in registers. */
static void find_indexed(struct body *b) {
  for (const char *at = b->f->body; at < b->f->end;) {
    struct wl_ir_part line = wl_ir_line(at, b->f->end, &at), name, rest;
    if (!assigned(line, &name, &rest) || !wl_ir_begins(rest, "getelementptr ")) continue;
    struct wl_ir_part all = rest, one;
    wl_ir_operand(&all); /* the type */
    one = wl_ir_operand(&all); /* the pointer */
    const char *p = memchr(one.at, '%', one.size);
    struct value *from = NULL;
    for (; p != NULL && from == NULL;
         p = memchr(p + 1, '%', (size_t)(one.at + one.size - p - 1)))
      from = value_of(b, name_at(p, one.at + one.size));
    if (from == NULL || from->name.size == 0) continue;
    bool varies = false;
    while (all.size > 0) {
      one = wl_ir_operand(&all);
      varies |= memchr(one.at, '%', one.size) != NULL && *one.at == 'i';
    }
    if (!varies) continue;
    uint16_t variable = from->variable;
    bool own = false;
    for (size_t i = 0; i < b->values; i++)
      own |= b->value[i].variable == variable && b->a->variable[variable].row.space == WL_CUDA_LOCAL;
    if (!own || b->a->variable[variable].row.bytes == 0) continue;
    for (size_t i = 0; i < b->values; i++)
      if (b->value[i].variable == variable && b->a->variable[variable].name.size == 0)
        b->value[i].kind = LOCAL_ARRAY;
    b->a->in->indexes_local = true;
  }
}

/* The last operand of text such as "i8* noundef align 4 %13": its type and its value. */
static bool pointer_of(struct wl_ir_part p, struct wl_ir_part *type, struct wl_ir_part *value) {
  *type = wl_ir_type(&p);
  while (p.size > 0 && p.at[p.size - 1] == ' ') p.size--;
  if (p.size == 0) return false;
  size_t i = p.size;
  if (p.at[i - 1] == ')') {
    int depth = 0;
    while (i > 0) {
      char c = p.at[--i];
      depth += (c == ')') - (c == '(');
      if (depth == 0) break;
    }
    static const char *const words[] = {"getelementptr inbounds ", "getelementptr ", "bitcast ",
                                        "addrspacecast ", "inttoptr ",
                                        "getelementptr inbounds nuw ", "getelementptr nuw "};
    for (size_t w = 0; w < sizeof words / sizeof *words; w++) {
      size_t n = strlen(words[w]);
      if (i >= n && memcmp(p.at + i - n, words[w], n) == 0) {
        *value = (struct wl_ir_part){p.at + i - n, p.size - i + n};
        if (w != 1 || i < 22 || p.at[i - 2] != 's') return true;
      }
    }
    return value->size > 0;
  }
  while (i > 0 && p.at[i - 1] != ' ') i--;
  *value = (struct wl_ir_part){p.at + i, p.size - i};
  return value->size > 0;
}

/* Whether an access is none of memory that kernels share: the indices of threads, what the
 * compiler keeps of strings, copies of parameters. */
static bool is_passed_over(const struct body *b, struct wl_ir_part value) {
  const char *at = memchr(value.at, '@', value.size);
  if (at == NULL) return false;
  struct wl_ir_part name = name_at(at, value.at + value.size);
  if (variable_named(b->a, name) != NULL) return false;
  for (unsigned i = 0; i < b->a->in->dynamics; i++)
    if (name.size == strlen(b->a->in->dynamic[i]) + 1 &&
        memcmp(name.at + 1, b->a->in->dynamic[i], name.size - 1) == 0)
      return false;
  return true;
}

static void put(FILE *f, struct wl_ir_part p) { fwrite(p.at, 1, p.size, f); }

/* "%wl.7" with the address in it. */
static unsigned put_address(struct body *b, struct wl_ir_part type, struct wl_ir_part value) {
  unsigned n = b->a->temporary++;
  fprintf(b->a->out, "  %%wl.%u = ptrtoint ", n);
  put(b->a->out, type);
  putc(' ', b->a->out);
  put(b->a->out, value);
  fputs(" to i64\n", b->a->out);
  return n;
}

static void put_access(struct body *b, struct wl_ir_part type, struct wl_ir_part pointer,
                       struct wl_ir_part moved, uint32_t dbg, uint32_t align, bool store,
                       bool is_volatile) {
  struct wl_ir_shape s = wl_ir_shape_of(&b->a->ir, moved);
  if (s.bytes == 0 || s.bytes > 16 || is_passed_over(b, pointer)) return;
  struct value *v = *pointer.at == '%' ? value_of(b, pointer) : NULL;
  if (v != NULL && v->kind == PARAMETER_COPY) return;
  uint32_t n = new_site(b, dbg, store);
  struct wl_cuda_site *site = &b->a->site[n];
  site->width = (uint16_t)s.bytes;
  site->align = (uint16_t)(align > 0 && align < 256 ? align : s.align);
  site->scalar = s.scalar;
  site->components = s.components;
  site->is_volatile = is_volatile;
  site->joins = dbg != 0 && dbg == b->last_dbg && store == b->last_store;
  b->last_dbg = dbg;
  b->last_store = store;
  unsigned at = put_address(b, type, pointer);
  if (v == NULL) {
    fprintf(b->a->out, "  call void @wl_%s%s(i64 %%wl.%u, i32 %u)\n", store ? "store" : "load",
            is_volatile ? "_volatile" : "", at, n);
    return;
  }
  site->variable = v->variable;
  /* The array itself: the first value of this variable. */
  struct wl_ir_part base = {"", 0};
  for (size_t i = 0; i < b->values && base.size == 0; i++)
    if (b->value[i].variable == v->variable && b->value[i].kind == LOCAL_ARRAY)
      base = b->value[i].name;
  char base_type[4096];
  const char *own = NULL;
  for (const char *p = b->f->body; p < b->f->end && own == NULL;) {
    struct wl_ir_part line = wl_ir_line(p, b->f->end, &p), name, rest;
    if (!assigned(line, &name, &rest) || name.size != base.size ||
        memcmp(name.at, base.at, base.size) != 0)
      continue;
    rest = wl_ir_skip(rest, 7);
    struct wl_ir_part t = wl_ir_type(&rest);
    if (b->a->ir.typed) snprintf(base_type, sizeof base_type, "%.*s*", (int)t.size, t.at);
    else snprintf(base_type, sizeof base_type, "ptr");
    own = base_type;
  }
  if (own == NULL) return;
  unsigned from = put_address(b, (struct wl_ir_part){own, strlen(own)}, base);
  fprintf(b->a->out, "  call void @wl_local(i64 %%wl.%u, i64 %%wl.%u, i32 %u, i32 %d)\n", at, from,
          n, store);
}

static void put_load(struct body *b, struct wl_ir_part rest, uint32_t dbg) {
  bool is_volatile = false;
  for (;;) {
    if (wl_ir_begins(rest, "atomic ")) rest = wl_ir_skip(rest, 7), is_volatile = true;
    else if (wl_ir_begins(rest, "volatile ")) rest = wl_ir_skip(rest, 9), is_volatile = true;
    else break;
  }
  uint32_t align = wl_ir_number(rest, ", align ");
  struct wl_ir_part moved = wl_ir_operand(&rest), p = wl_ir_operand(&rest), type, value = {"", 0};
  const char *order = wl_ir_find(p, " monotonic");
  if (order == NULL) order = wl_ir_find(p, " acquire");
  if (order == NULL) order = wl_ir_find(p, " seq_cst");
  if (order != NULL) p.size = (size_t)(order - p.at);
  if (pointer_of(p, &type, &value))
    put_access(b, type, value, moved, dbg, align, false, is_volatile);
}

static void put_store(struct body *b, struct wl_ir_part rest, uint32_t dbg) {
  bool is_volatile = false;
  for (;;) {
    if (wl_ir_begins(rest, "atomic ")) rest = wl_ir_skip(rest, 7), is_volatile = true;
    else if (wl_ir_begins(rest, "volatile ")) rest = wl_ir_skip(rest, 9), is_volatile = true;
    else break;
  }
  uint32_t align = wl_ir_number(rest, ", align ");
  struct wl_ir_part what = wl_ir_operand(&rest), p = wl_ir_operand(&rest), type, value = {"", 0};
  struct wl_ir_part moved = wl_ir_type(&what);
  const char *order = wl_ir_find(p, " monotonic");
  if (order == NULL) order = wl_ir_find(p, " release");
  if (order == NULL) order = wl_ir_find(p, " seq_cst");
  if (order != NULL) p.size = (size_t)(order - p.at);
  if (pointer_of(p, &type, &value))
    put_access(b, type, value, moved, dbg, align, true, is_volatile);
}

/* The site of one side of a copy; 0: it is passed over. */
static uint32_t piece_site(struct body *b, struct wl_ir_part operand, struct wl_ir_part value,
                           uint32_t dbg, bool store) {
  struct value *v = *value.at == '%' ? value_of(b, value) : NULL;
  if (v != NULL || is_passed_over(b, value)) return 0;
  uint32_t n = new_site(b, dbg, store), align = wl_ir_number(operand, "align ");
  struct wl_cuda_site *s = &b->a->site[n];
  s->align = (uint16_t)(align >= 16 ? 16 : align == 0 ? 1 : align);
  s->width = s->align;
  s->scalar = s->align == 1 ? WL_UCHAR : s->align == 2 ? WL_USHORT : WL_UINT;
  s->components = (uint8_t)(s->align > 4 ? s->align / 4 : 1);
  return n;
}

/* llvm.memcpy, llvm.memmove and llvm.memset. */
static void put_copy(struct body *b, struct wl_ir_part line, uint32_t dbg, bool fills) {
  const char *open = memchr(line.at, '@', line.size);
  open = open == NULL ? NULL : memchr(open, '(', (size_t)(line.at + line.size - open));
  if (open == NULL) return;
  struct wl_ir_part rest = wl_ir_skip(line, (size_t)(open - line.at) + 1);
  struct wl_ir_part to = wl_ir_operand(&rest), from = wl_ir_operand(&rest);
  struct wl_ir_part size = wl_ir_operand(&rest), type, value = {"", 0}, from_type, source = {"", 0};
  struct wl_ir_part size_type, count = {"", 0};
  if (!pointer_of(to, &type, &value) || !pointer_of(size, &size_type, &count)) return;
  if (!fills && !pointer_of(from, &from_type, &source)) return;
  uint32_t in = fills ? 0 : piece_site(b, from, source, dbg, false);
  uint32_t out = piece_site(b, to, value, dbg, true);
  if (in == 0 && out == 0) return;
  FILE *f = b->a->out;
  unsigned t = put_address(b, type, value), s = fills ? 0 : put_address(b, from_type, source);
  unsigned n = b->a->temporary++;
  if (wl_ir_is(size_type, "i64")) {
    fprintf(f, "  %%wl.%u = add i64 ", n);
    put(f, count);
    fputs(", 0\n", f);
  } else {
    fprintf(f, "  %%wl.%u = zext ", n);
    put(f, size_type);
    putc(' ', f);
    put(f, count);
    fputs(" to i64\n", f);
  }
  if (fills) fprintf(f, "  call void @wl_copy(i64 %%wl.%u, i64 0, i64 %%wl.%u, i32 0, i32 %u)\n",
                     t, n, out);
  else fprintf(f, "  call void @wl_copy(i64 %%wl.%u, i64 %%wl.%u, i64 %%wl.%u, i32 %u, i32 %u)\n",
               t, s, n, in, out);
  b->last_dbg = 0;
}

/* Whether a value is used, other than by debuggers. */
static bool is_used(const struct body *b, struct wl_ir_part name) {
  for (const char *at = b->f->body; at < b->f->end;) {
    struct wl_ir_part line = wl_ir_line(at, b->f->end, &at), own, rest = line;
    if (wl_ir_find(line, "metadata ") != NULL || wl_ir_find(line, "#dbg_") != NULL) continue;
    if (assigned(line, &own, &rest) && own.size == name.size &&
        memcmp(own.at, name.at, own.size) == 0)
      continue;
    const char *p = rest.at, *end = rest.at + rest.size;
    while ((p = memchr(p, '%', (size_t)(end - p))) != NULL) {
      struct wl_ir_part n = name_at(p, end);
      if (n.size == name.size && memcmp(n.at, name.at, n.size) == 0) return true;
      p++;
    }
  }
  return false;
}

/* A call: of the runtime it is told where it stands, of other functions how deep it is. Returns
 * whether wl_return() follows. */
static bool put_call(struct body *b, struct wl_ir_part line, struct wl_ir_part result,
                     uint32_t dbg) {
  const char *open = memchr(line.at, '(', line.size), *at = memchr(line.at, '@', line.size);
  if (wl_ir_find(line, "@llvm.memcpy.") != NULL || wl_ir_find(line, "@llvm.memmove.") != NULL) {
    put_copy(b, line, dbg, false);
    return false;
  }
  if (wl_ir_find(line, "@llvm.memset.") != NULL) {
    put_copy(b, line, dbg, true);
    return false;
  }
  if (wl_ir_find(line, " asm ") != NULL || wl_ir_find(line, "@llvm.") != NULL) return false;
  struct function *f = at != NULL ? function_named(b->a, name_at(at, line.at + line.size)) : NULL;
  if (at != NULL && f == NULL) {
    bool runtime = line.at + line.size - at > 7 && memcmp(at, "@wl_rt_", 7) == 0;
    bool prints = wl_ir_begins((struct wl_ir_part){at, (size_t)(line.at + line.size - at)},
                               "@printf");
    if (!runtime && !prints) return false;
    uint32_t n = new_site(b, dbg, false);
    b->a->site[n].unused = result.size > 0 && !is_used(b, result);
    fprintf(b->a->out, "  call void @wl_at(i32 %u)\n", n);
    b->last_dbg = 0;
    return false;
  }
  bool calls = (f != NULL && f->reached) || (at == NULL && open != NULL);
  if (!calls) return false;
  fprintf(b->a->out, "  call void @wl_call(i32 %u)\n", new_site(b, dbg, false));
  b->last_dbg = 0;
  return true;
}

/* What is said of a jump: that a loop begins, or goes round. 0: neither; else its site twice, with
 * the lowest bit where it goes round. */
static uint32_t edge_code(const struct body *b, uint32_t from, uint32_t to) {
  const struct wl_flow_block *t = &b->flow.block[to];
  if (!t->heads) return 0;
  return b->loop_site[t->loop] << 1 | wl_flow_in(&b->flow, from, t->loop);
}

static void put_edges(struct body *b, struct wl_ir_part terminator) {
  const struct wl_flow_block *block = &b->flow.block[b->block];
  uint32_t codes[2] = {0, 0}, n = 0;
  for (uint32_t i = 0; i < block->nexts; i++) {
    uint32_t code = edge_code(b, b->block, block->next[i]);
    if (code != 0 && n < 2) codes[n++] = code;
  }
  if (n == 0) return;
  if (n == 2 && wl_ir_begins(terminator, "br i1 ")) {
    struct wl_ir_part rest = wl_ir_skip(terminator, 6), condition = wl_ir_operand(&rest);
    const char *p = memchr(rest.at, '%', rest.size);
    struct wl_ir_part to = name_at(p, rest.at + rest.size);
    uint32_t first = edge_code(b, b->block,
                               block_named(b, (struct wl_ir_part){to.at + 1, to.size - 1}));
    unsigned t = b->a->temporary++;
    fprintf(b->a->out, "  %%wl.%u = select i1 ", t);
    put(b->a->out, condition);
    fprintf(b->a->out, ", i32 %u, i32 %u\n  call void @wl_edge(i32 %%wl.%u)\n", first,
            first == codes[0] ? codes[1] : codes[0], t);
    return;
  }
  fprintf(b->a->out, "  call void @wl_edge(i32 %u)\n", codes[0]);
}

static bool is_terminator(struct wl_ir_part rest) {
  static const char *const words[] = {"br ", "switch ", "ret ", "unreachable", "invoke ",
                                      "resume ", "indirectbr "};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (wl_ir_begins(rest, words[i])) return true;
  return false;
}

/* One line and what goes before or behind it. */
static void put_line(struct body *b, struct wl_ir_part line, bool *begun) {
  struct wl_ir_part name = {"", 0}, rest = wl_ir_skip(line, 0);
  uint32_t dbg = wl_ir_number(line, "!dbg !");
  bool returns = false;
  assigned(line, &name, &rest);
  bool early = wl_ir_begins(rest, "phi ") || wl_ir_begins(rest, "landingpad ") ||
               wl_ir_begins(rest, "#dbg_") || wl_ir_begins(rest, "cleanup") ||
               wl_ir_begins(rest, "catch ") || wl_ir_begins(rest, "filter ");
  if (!early && !*begun) {
    *begun = true;
    if (b->block == 0 && b->f->role == KERNEL)
      fprintf(b->a->out, "  call void @wl_kernel(i32 %u)\n", b->f->kernel);
    if (b->flow.block[b->block].leaves)
      fprintf(b->a->out, "  call void @wl_leave(i32 %u)\n", b->flow.block[b->block].depth);
  }
  for (;;) {
    if (wl_ir_begins(rest, "tail ")) rest = wl_ir_skip(rest, 5);
    else if (wl_ir_begins(rest, "notail ")) rest = wl_ir_skip(rest, 7);
    else break;
  }
  if (wl_ir_begins(rest, "load ")) put_load(b, wl_ir_skip(rest, 5), dbg);
  else if (wl_ir_begins(rest, "store ")) put_store(b, wl_ir_skip(rest, 6), dbg);
  else if (wl_ir_begins(rest, "call ")) returns = put_call(b, rest, name, dbg);
  else if (is_terminator(rest)) put_edges(b, rest);
  put(b->a->out, line);
  putc('\n', b->a->out);
  if (returns) fputs("  call void @wl_return()\n", b->a->out);
}

static void free_body(struct body *b) {
  wl_flow_finish(&b->flow);
  free(b->flow.block);
  free(b->label), free(b->first), free(b->last), free(b->base), free(b->used);
  free(b->loop_site), free(b->value);
}

static bool put_function(struct all *a, struct function *f) {
  struct body b = {.a = a, .f = f};
  bool good = find_blocks(&b) && number_sites(&b);
  put(a->out, f->head);
  putc('\n', a->out);
  if (good) find_locals(&b);
  if (good) find_indexed(&b);
  for (uint32_t i = 0; i < b.flow.blocks && good; i++) {
    b.block = i;
    b.last_dbg = 0;
    bool begun = false;
    if (b.label[i].size > 0) {
      put(a->out, b.label[i]);
      fputs(":\n", a->out);
    }
    for (const char *at = b.first[i]; at < b.last[i];) {
      struct wl_ir_part line = wl_ir_line(at, b.last[i], &at);
      if (wl_ir_skip(line, 0).size > 0) put_line(&b, line, &begun);
    }
  }
  fputs("}\n", a->out);
  free_body(&b);
  return good;
}

/* ---- tables ---- */

static void put_bytes(FILE *f, const char *name, const void *data, size_t size) {
  const unsigned char *p = data;
  fprintf(f, "@%s = dso_local constant [%zu x i8] c\"", name, size);
  for (size_t i = 0; i < size; i++) fprintf(f, "\\%02X", p[i]);
  fputs("\", align 16\n", f);
}

static void put_tables(struct all *a) {
  FILE *f = a->out;
  struct wl_cuda_variable *rows = calloc(a->variables + 1, sizeof *rows);
  if (rows == NULL) return;
  for (size_t i = 0; i < a->variables; i++) rows[i] = a->variable[i].row;
  uint32_t counts[3] = {(uint32_t)a->sites, (uint32_t)a->variables, (uint32_t)a->kernels};
  struct { uint32_t params; struct wl_param param[WL_MAX_PARAMS]; } params = {a->in->param_count, {{{0}}}};
  memcpy(params.param, a->in->params, a->in->param_count * sizeof *params.param);
  put_bytes(f, "wl_cuda_params", &params, sizeof params);
  put_bytes(f, "wl_cuda_counts", counts, sizeof counts);
  put_bytes(f, "wl_cuda_sites", a->site, a->sites * sizeof *a->site);
  put_bytes(f, "wl_cuda_variables", rows, (a->variables + 1) * sizeof *rows);
  put_bytes(f, "wl_cuda_kernels", a->kernel, a->kernels * sizeof *a->kernel);
  fprintf(f, "@wl_cuda_addresses = dso_local constant [%zu x i64] [", a->variables + 1);
  for (size_t i = 0; i < a->variables; i++) {
    struct variable *v = &a->variable[i];
    if (v->name.size == 0) {
      fputs("i64 0, ", f);
      continue;
    }
    fputs("i64 ptrtoint (", f);
    if (a->ir.typed) put(f, v->type), putc('*', f);
    else fputs("ptr", f);
    putc(' ', f);
    put(f, v->name);
    fputs(" to i64), ", f);
  }
  fputs("i64 0]\n", f);
  free(rows);
  static const char *const hooks[] = {
    "wl_load(i64, i32)", "wl_store(i64, i32)", "wl_load_volatile(i64, i32)",
    "wl_store_volatile(i64, i32)", "wl_local(i64, i64, i32, i32)",
    "wl_copy(i64, i64, i64, i32, i32)", "wl_at(i32)", "wl_call(i32)", "wl_return()",
    "wl_edge(i32)", "wl_leave(i32)", "wl_kernel(i32)"};
  for (size_t i = 0; i < sizeof hooks / sizeof *hooks; i++)
    fprintf(f, "declare void @%s\n", hooks[i]);
}

/* A line outside of functions: variables of the device go into a section of their own. */
static void put_global(struct all *a, struct wl_ir_part line) {
  const struct variable *v =
    wl_ir_begins(line, "@") ? variable_named(a, name_at(line.at, line.at + line.size)) : NULL;
  const char *align = wl_ir_find(line, ", align ");
  if (v != NULL && v->row.space == WL_CUDA_DEVICE && align != NULL &&
      wl_ir_find(line, "section \"") == NULL) {
    fwrite(line.at, 1, (size_t)(align - line.at), a->out);
    fputs(", section \"wl_device\"", a->out);
    line = wl_ir_skip(line, (size_t)(align - line.at));
  }
  put(a->out, line);
  putc('\n', a->out);
}

static bool write_all(struct all *a) {
  const char *end = a->ir.text + a->ir.size;
  size_t next = 0;
  for (const char *at = a->ir.text; at < end;) {
    const char *from = at;
    if (next < a->functions && a->function[next].head.at == from) {
      struct function *f = &a->function[next++];
      const char *after;
      wl_ir_line(f->end, end, &after);
      if (f->reached && !put_function(a, f)) return false;
      if (!f->reached) fwrite(from, 1, (size_t)(after - from), a->out);
      at = after;
      continue;
    }
    struct wl_ir_part line = wl_ir_line(at, end, &at);
    put_global(a, line);
  }
  put_tables(a);
  return true;
}

bool wl_instrument(struct wl_instrument *in, FILE *out, struct wl_diag *d) {
  struct all a = {.in = in, .out = out};
  in->indexes_local = false;
  in->dynamics = 0;
  bool good = wl_ir_open(&a.ir, in->ir, in->size) && grow_sites(&a, 1);
  a.sites = 1; /* site 0 is none */
  good = good && collect(&a) && make_slots(&a) && take_annotations(&a) && find_kernels(&a) &&
         write_all(&a);
  free(a.function), free(a.variable), free(a.site), free(a.kernel), free(a.slot);
  wl_ir_close(&a.ir);
  return good || wl_diag_refused(d, "not enough memory to compile");
}
