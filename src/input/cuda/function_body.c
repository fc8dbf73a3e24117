#include "input/cuda/function_body.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/grow.h"

/* "12:" or "for.body:" at the beginning of a line. */
static bool is_label(struct wl_ir_part line, struct wl_ir_part *name) {
  if (line.size < 2 || *line.at == ' ' || *line.at == ';' || *line.at == '}') return false;
  const char *stop = *line.at == '"' ? memchr(line.at + 1, '"', line.size - 1) : line.at;
  stop = stop == NULL ? NULL : memchr(stop, ':', (size_t)(line.at + line.size - stop));
  if (stop == NULL) return false;
  *name = (struct wl_ir_part){line.at, (size_t)(stop - line.at)};
  return true;
}

uint32_t wl_body_block(const struct wl_body *b, struct wl_ir_part name) {
  for (uint32_t i = 0; i < b->flow.blocks; i++)
    if (b->label[i].size == name.size && memcmp(b->label[i].at, name.at, name.size) == 0) return i;
  return 0;
}

static uint32_t count_labels(const struct wl_ir_function *f) {
  uint32_t n = 1;
  struct wl_ir_part name;
  for (const char *at = f->body; at < f->end;) n += is_label(wl_ir_line(at, f->end, &at), &name);
  return n;
}

static uint32_t count_words(const char *from, const char *to, const char *word) {
  uint32_t n = 0;
  while (from < to && (from = memmem(from, (size_t)(to - from), word, strlen(word))) != NULL)
    n++, from += strlen(word);
  return n;
}

bool wl_body_blocks(struct wl_body *b) {
  struct wl_ir_function *f = b->f;
  uint32_t most = count_labels(f), n = 0;
  uint32_t edges = count_words(f->body, f->end, "label %");
  b->label = calloc(most, sizeof *b->label);
  b->first = calloc(most, sizeof *b->first);
  b->last = calloc(most, sizeof *b->last);
  b->base = calloc(most, sizeof *b->base);
  b->used = calloc(most, sizeof *b->used);
  b->room = calloc(most, sizeof *b->room);
  b->flow.block = calloc(most, sizeof *b->flow.block);
  uint32_t *pool = calloc(edges + 1u, sizeof *pool); /* lives as long as the process */
  if (!b->label || !b->first || !b->last || !b->base || !b->used || !b->room || !pool ||
      !b->flow.block)
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
      struct wl_ir_part to = wl_ir_name(p + 6, b->last[i]);
      uint32_t block = wl_body_block(b, (struct wl_ir_part){to.at + 1, to.size - 1});
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

/* Gives each block as many sites as it may need, in the order in which blocks happen. */
bool wl_body_number(struct wl_body *b) {
  struct wl_program *a = b->a;
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
    if (!wl_program_grow_sites(a, lines)) return false;
    if (b->flow.block[i].heads) {
      uint32_t dbg = 0;
      for (const char *at = b->first[i]; at < b->last[i] && dbg == 0;)
        dbg = wl_ir_number(wl_ir_line(at, b->last[i], &at), "!dbg !");
      for (uint32_t l = 0; l < b->flow.loops; l++)
        if (b->flow.loop[l].head == i) b->loop_site[l] = (uint32_t)a->sites;
      struct wl_cuda_site *s = &a->site[a->sites];
      wl_place_find(a, dbg, false, s);
      s->is_loop = 1;
      s->width = (uint16_t)b->flow.block[i].depth;
      b->used[i] = 1;
    }
    b->base[i] = (uint32_t)a->sites;
    b->room[i] = lines;
    a->sites += lines;
  }
  return true;
}

struct wl_local_value *wl_body_value(const struct wl_body *b, struct wl_ir_part name) {
  for (size_t i = b->values; i-- > 0;)
    if (b->value[i].name.size == name.size && memcmp(b->value[i].name.at, name.at, name.size) == 0)
      return &b->value[i];
  return NULL;
}

static void add_value(struct wl_body *b, struct wl_ir_part name, uint16_t variable, uint8_t kind) {
  if (b->values == b->value_room) {
    struct wl_local_value *grown = wl_grow(b->value, sizeof *grown, &b->value_room, 64);
    if (grown == NULL) return;
    b->value = grown;
  }
  b->value[b->values++] = (struct wl_local_value){name, variable, kind};
}

/* The name of a local variable, from where it is declared to debuggers. */
static bool declared_name(const struct wl_body *b, struct wl_ir_part name, char *out, size_t size) {
  for (const char *at = b->f->body; at < b->f->end;) {
    struct wl_ir_part line = wl_ir_line(at, b->f->end, &at);
    const char *d = wl_ir_find(line, "dbg.declare(metadata ");
    if (d == NULL) d = wl_ir_find(line, "#dbg_declare(");
    if (d == NULL) continue;
    struct wl_ir_part rest = wl_ir_skip(line, (size_t)(d - line.at));
    const char *p = memchr(rest.at, '%', rest.size);
    while (p != NULL) {
      struct wl_ir_part n = wl_ir_name(p, rest.at + rest.size);
      if (n.size == name.size && memcmp(n.at, name.at, n.size) == 0) {
        struct wl_ir_part behind = wl_ir_skip(rest, (size_t)(p - rest.at) + n.size);
        return wl_ir_string(&b->a->ir, wl_ir_number(behind, "!"), "name", out, size);
      }
      p = memchr(p + 1, '%', (size_t)(rest.at + rest.size - p - 1));
    }
  }
  return false;
}

/* Which values point into arrays of the thread, in the order of the text, which may be that of
 * loops: twice. */
void wl_body_locals(struct wl_body *b) {
  struct wl_ir_part head = b->f->head;
  for (const char *at = head.at; (at = memmem(at, (size_t)(head.at + head.size - at), "byval(", 6));
       at += 6) {
    const char *p = memchr(at, '%', (size_t)(head.at + head.size - at));
    struct wl_ir_part skip = {at, (size_t)(head.at + head.size - at)};
    skip = wl_ir_operand(&skip);
    p = NULL;
    for (size_t i = skip.size; i-- > 0 && p == NULL;)
      if (skip.at[i] == '%') p = skip.at + i;
    if (p != NULL) add_value(b, wl_ir_name(p, head.at + head.size), 0, WL_PARAMETER_COPY);
  }
  for (int pass = 0; pass < 2; pass++)
    for (const char *at = b->f->body; at < b->f->end;) {
      struct wl_ir_part line = wl_ir_line(at, b->f->end, &at), name, rest;
      if (!wl_ir_assigned(line, &name, &rest) || wl_body_value(b, name) != NULL) continue;
      if (wl_ir_begins(rest, "alloca ")) {
        rest = wl_ir_skip(rest, 7);
        struct wl_ir_part type = wl_ir_type(&rest);
        struct wl_ir_shape s = wl_ir_shape_of(&b->a->ir, type);
        if (b->a->variables == b->a->variable_room) {
          struct wl_ir_variable *grown =
              wl_grow(b->a->variable, sizeof *grown, &b->a->variable_room, 32);
          if (grown == NULL) return;
          b->a->variable = grown;
        }
        struct wl_ir_variable *v = &b->a->variable[b->a->variables];
        *v = (struct wl_ir_variable){.name = {"", 0}};
        v->row = (struct wl_cuda_variable){.bytes = s.bytes,
                                           .align = s.align,
                                           .element_bytes = s.element_bytes,
                                           .extent = {s.extent[0], s.extent[1], s.extent[2]},
                                           .space = WL_CUDA_LOCAL,
                                           .scalar = s.scalar,
                                           .components = s.components,
                                           .dimensions = s.dimensions ? s.dimensions : 1};
        if (!declared_name(b, name, v->row.name, sizeof v->row.name))
          snprintf(v->row.name, sizeof v->row.name, "local");
        add_value(b, name, (uint16_t)b->a->variables++, WL_PARAMETER_COPY);
        continue;
      }
      bool moves = wl_ir_begins(rest, "getelementptr ") || wl_ir_begins(rest, "bitcast ") ||
                   wl_ir_begins(rest, "select ") || wl_ir_begins(rest, "phi ") ||
                   wl_ir_begins(rest, "addrspacecast ");
      const char *p = moves ? memchr(rest.at, '%', rest.size) : NULL;
      for (; p != NULL; p = memchr(p + 1, '%', (size_t)(rest.at + rest.size - p - 1))) {
        struct wl_local_value *from = wl_body_value(b, wl_ir_name(p, rest.at + rest.size));
        if (from == NULL) continue;
        add_value(b, name, from->variable, from->kind);
        break;
      }
    }
}

/* Arrays of which an element is chosen by what is not constant live in local memory; all other
 * variables of a thread in registers. */
void wl_body_indexed(struct wl_body *b) {
  for (const char *at = b->f->body; at < b->f->end;) {
    struct wl_ir_part line = wl_ir_line(at, b->f->end, &at), name, rest;
    if (!wl_ir_assigned(line, &name, &rest) || !wl_ir_begins(rest, "getelementptr ")) continue;
    struct wl_ir_part all = rest, one;
    wl_ir_operand(&all);       /* the type */
    one = wl_ir_operand(&all); /* the pointer */
    const char *p = memchr(one.at, '%', one.size);
    struct wl_local_value *from = NULL;
    for (; p != NULL && from == NULL; p = memchr(p + 1, '%', (size_t)(one.at + one.size - p - 1)))
      from = wl_body_value(b, wl_ir_name(p, one.at + one.size));
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
      own |=
          b->value[i].variable == variable && b->a->variable[variable].row.space == WL_CUDA_LOCAL;
    if (!own || b->a->variable[variable].row.bytes == 0) continue;
    for (size_t i = 0; i < b->values; i++)
      if (b->value[i].variable == variable && b->a->variable[variable].name.size == 0)
        b->value[i].kind = WL_LOCAL_ARRAY;
    b->a->in->unrolls = b->indexes = true;
  }
}

struct wl_ir_part wl_body_define(const struct wl_body *b, struct wl_ir_part name) {
  for (const char *at = b->f->body; at < b->f->end;) {
    struct wl_ir_part line = wl_ir_line(at, b->f->end, &at), own, rest;
    if (wl_ir_assigned(line, &own, &rest) && own.size == name.size &&
        memcmp(own.at, name.at, own.size) == 0)
      return rest;
  }
  return (struct wl_ir_part){"", 0};
}

/* A value that is looked at: those that depend on it are not looked at again. */
struct question { struct wl_ir_part name; const struct question *of; };

static bool is_uniform(const struct wl_body *b, struct wl_ir_part name, const struct question *of) {
  static const char *const computes[] = {
      "add ", "sub ", "mul ", "udiv ", "sdiv ", "urem ", "srem ", "and ", "or ", "xor ", "shl ",
      "lshr ", "ashr ", "getelementptr ", "select ", "icmp ", "fcmp ", "sext ", "zext ", "trunc ",
      "ptrtoint ", "inttoptr ", "bitcast ", "load ", "freeze ", "fadd ", "fmul ", "fptosi ",
      "sitofp ", "phi ", "extractvalue "};
  unsigned depth = 0;
  for (const struct question *q = of; q != NULL; q = q->of, depth++)
    if (q->name.size == name.size && memcmp(q->name.at, name.at, name.size) == 0) return true;
  struct wl_ir_part rest = wl_body_define(b, name);
  if (rest.size == 0) return b->f->role == WL_ROLE_KERNEL;
  if (depth > 64 || wl_ir_find(rest, "@threadIdx") != NULL) return false;
  bool known = wl_ir_begins(rest, "call ") && wl_ir_find(rest, "@llvm.") != NULL;
  for (size_t i = 0; i < sizeof computes / sizeof *computes; i++)
    known |= wl_ir_begins(rest, computes[i]);
  if (!known || wl_ir_find(rest, " volatile ") != NULL) return false;
  /* Where an if ends lanes may have come by both ways; where a loop begins, all have. */
  if (wl_ir_begins(rest, "phi ")) {
    uint32_t block = 0;
    for (uint32_t i = 0; i < b->flow.blocks; i++)
      if (rest.at >= b->first[i] && rest.at < b->last[i]) block = i;
    if (!b->flow.block[block].heads) return false;
  }
  const struct question own = {name, of};
  bool labels = wl_ir_begins(rest, "phi ");
  const char *end = rest.at + rest.size, *stop = wl_ir_find(rest, ", !");
  if (stop != NULL) end = stop;
  for (const char *p = rest.at; (p = memchr(p, '%', (size_t)(end - p))) != NULL; p++) {
    struct wl_ir_part n = wl_ir_name(p, end);
    bool type = wl_ir_begins(n, "%struct.") || wl_ir_begins(n, "%class.") ||
                wl_ir_begins(n, "%union.") || wl_ir_begins(n, "%\"");
    bool label = labels && memchr("]", end - (n.at + n.size) > 1 ? n.at[n.size + 1] : ' ', 1) &&
                 p[-1] == ' ' && p[-2] == ',';
    if (!type && !label && !is_uniform(b, n, &own)) return false;
  }
  return true;
}

bool wl_body_is_uniform(const struct wl_body *b, struct wl_ir_part value) {
  return value.size > 0 && (*value.at != '%' || is_uniform(b, value, NULL));
}
