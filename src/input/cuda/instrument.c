#include "input/cuda/instrument.h"

#include <stdlib.h>
#include <string.h>

#include "core/access/type.h"
#include "input/cuda/joint_ends.h"
#include "input/cuda/shared_loads.h"
#include "input/cuda/unrecorded.h"

/* Whether an access is none of memory that kernels share: the indices of threads, what the
 * compiler keeps of strings, copies of parameters. */
static bool is_passed_over(const struct wl_body *b, struct wl_ir_part value) {
  const char *at = memchr(value.at, '@', value.size);
  if (at == NULL) return false;
  struct wl_ir_part name = wl_ir_name(at, value.at + value.size);
  if (wl_program_variable(b->a, name) != NULL) return false;
  for (unsigned i = 0; i < b->a->in->dynamics; i++)
    if (name.size == strlen(b->a->in->dynamic[i]) + 1 &&
        memcmp(name.at + 1, b->a->in->dynamic[i], name.size - 1) == 0)
      return false;
  return true;
}

static uint32_t new_site(struct wl_body *b, uint32_t dbg, bool store) {
  uint32_t joint = wl_joint_site(b, b->line);
  uint32_t n = joint != 0 ? joint : b->base[b->block] + b->used[b->block]++;
  struct wl_cuda_site *s = &b->a->site[n];
  wl_place_find(b->a, dbg, store, s);
  if (s->line > 0) b->last_placed = n;
  if (s->line == 0 && b->last_placed > 0) { /* of two lines, which the compiler has joined */
    const struct wl_cuda_site *last = &b->a->site[b->last_placed];
    s->line = last->line, s->column = last->column, s->end = last->end;
  }
  return n;
}

static void put(FILE *f, struct wl_ir_part p) { fwrite(p.at, 1, p.size, f); }

/* "%wl.7" with the address in it. */
static unsigned put_address(struct wl_body *b, struct wl_ir_part type, struct wl_ir_part value) {
  unsigned n = b->a->temporary++;
  fprintf(b->a->out, "  %%wl.%u = ptrtoint ", n);
  put(b->a->out, type);
  putc(' ', b->a->out);
  put(b->a->out, value);
  fputs(" to i64\n", b->a->out);
  return n;
}

/* Bytes of the vector of which a store writes one component, as float4; 0: it is none. */
static uint8_t vector_of(const struct wl_body *b, struct wl_ir_part pointer) {
  struct wl_ir_part rest = wl_body_define(b, pointer);
  if (!wl_ir_begins(rest, "getelementptr ")) return 0;
  rest = wl_ir_skip(rest, 14);
  if (wl_ir_begins(rest, "inbounds ")) rest = wl_ir_skip(rest, 9);
  struct wl_ir_shape s = wl_ir_shape_of(&b->a->ir, wl_ir_operand(&rest));
  unsigned operands = 0;
  for (; rest.size > 0 && *rest.at != '!'; rest = wl_ir_skip(rest, 0))
    operands += wl_ir_operand(&rest).size > 0;
  return operands == 3 && (s.bytes == 8 || s.bytes == 16) ? (uint8_t)s.bytes : 0;
}

static void put_access(struct wl_body *b, struct wl_ir_part type, struct wl_ir_part pointer,
                       struct wl_ir_part moved, uint32_t dbg, uint32_t align, bool store,
                       bool is_volatile) {
  struct wl_ir_shape s = wl_ir_shape_of(&b->a->ir, moved);
  if (s.bytes == 0 || s.bytes > 16 || is_passed_over(b, pointer)) return;
  struct wl_local_value *v = *pointer.at == '%' ? wl_body_value(b, pointer) : NULL;
  if (v != NULL && v->kind == WL_PARAMETER_COPY) return;
  uint32_t n = new_site(b, dbg, store);
  struct wl_cuda_site *site = &b->a->site[n];
  site->width = (uint16_t)s.bytes;
  site->align = (uint16_t)(align > 0 && align < 256 ? align : s.align);
  site->scalar = s.scalar;
  site->components = s.components;
  site->is_volatile = is_volatile;
  site->whole = store && *pointer.at == '%' ? vector_of(b, pointer) : 0;
  bool follows = dbg != 0 && b->last_dbg != 0 && store == b->last_store;
  site->joins = (uint8_t)(!follows ? 0 : dbg == b->last_dbg ? 2 : 1);
  b->last_dbg = dbg;
  b->last_store = store;
  unsigned at = put_address(b, type, pointer);
  if (v == NULL && b->unrecorded && !is_volatile) {
    wl_unrecorded_check(b, at, pointer, n, store);
    return;
  }
  if (v == NULL) {
    fprintf(b->a->out, "  call void @wl_%s%s(i64 %%wl.%u, i32 %u)\n", store ? "store" : "load",
            is_volatile ? "_volatile" : "", at, n);
    return;
  }
  site->variable = v->variable;
  /* The array itself: the first value of this variable. */
  struct wl_ir_part base = {"", 0};
  for (size_t i = 0; i < b->values && base.size == 0; i++)
    if (b->value[i].variable == v->variable && b->value[i].kind == WL_LOCAL_ARRAY)
      base = b->value[i].name;
  char base_type[4096];
  const char *own = NULL;
  for (const char *p = b->f->body; p < b->f->end && own == NULL;) {
    struct wl_ir_part line = wl_ir_line(p, b->f->end, &p), name, rest;
    if (!wl_ir_assigned(line, &name, &rest) || name.size != base.size ||
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
  if (b->unrecorded) {
    wl_unrecorded_local(b, at, from, n, store);
    return;
  }
  fprintf(b->a->out, "  call void @wl_local(i64 %%wl.%u, i64 %%wl.%u, i32 %u, i32 %d)\n", at, from,
          n, store);
}

/* A load that nvcc merges with its neighbours: the first of them is all. */
static void put_merged(struct wl_body *b, struct wl_ir_part type, struct wl_ir_part pointer,
                       struct wl_ir_part moved, uint32_t dbg, const struct wl_merged_load *m) {
  b->last_dbg = 0;
  if (m->bytes == 0) return;
  uint8_t scalar = wl_ir_shape_of(&b->a->ir, moved).scalar;
  uint32_t n = new_site(b, dbg, false);
  struct wl_cuda_site *site = &b->a->site[n];
  site->width = site->align = m->bytes;
  site->scalar = scalar;
  site->components = (uint8_t)(m->bytes / wl_scalars[scalar].bytes);
  unsigned at = put_address(b, type, pointer), from = b->a->temporary++;
  fprintf(b->a->out, "  %%wl.%u = add i64 %%wl.%u, %d\n  call void @wl_load(i64 %%wl.%u, i32 %u)\n",
          from, at, m->shift, from, n);
}

static void put_load(struct wl_body *b, struct wl_ir_part rest, uint32_t dbg) {
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
  if (!wl_ir_pointer(p, &type, &value)) return;
  const struct wl_merged_load *m = wl_shared_load(b, b->line);
  if (m != NULL) put_merged(b, type, value, moved, dbg, m);
  else put_access(b, type, value, moved, dbg, align, false, is_volatile);
}

static void put_store(struct wl_body *b, struct wl_ir_part rest, uint32_t dbg) {
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
  if (wl_ir_pointer(p, &type, &value))
    put_access(b, type, value, moved, dbg, align, true, is_volatile);
}

/* The site of one side of a copy; 0: it is passed over. */
static uint32_t piece_site(struct wl_body *b, struct wl_ir_part operand, struct wl_ir_part value,
                           uint32_t dbg, bool store) {
  struct wl_local_value *v = *value.at == '%' ? wl_body_value(b, value) : NULL;
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
static void put_copy(struct wl_body *b, struct wl_ir_part line, uint32_t dbg, bool fills) {
  const char *open = memchr(line.at, '@', line.size);
  open = open == NULL ? NULL : memchr(open, '(', (size_t)(line.at + line.size - open));
  if (open == NULL) return;
  struct wl_ir_part rest = wl_ir_skip(line, (size_t)(open - line.at) + 1);
  struct wl_ir_part to = wl_ir_operand(&rest), from = wl_ir_operand(&rest);
  struct wl_ir_part size = wl_ir_operand(&rest), type, value = {"", 0}, from_type, source = {"", 0};
  struct wl_ir_part size_type, count = {"", 0};
  if (!wl_ir_pointer(to, &type, &value) || !wl_ir_pointer(size, &size_type, &count)) return;
  if (!fills && !wl_ir_pointer(from, &from_type, &source)) return;
  struct wl_local_value *v = *value.at == '%' ? wl_body_value(b, value) : NULL;
  if (fills && v != NULL && v->kind == WL_LOCAL_ARRAY) {
    uint32_t own = new_site(b, dbg, true);
    b->a->site[own].width = 4;
    b->a->site[own].scalar = WL_UINT;
    b->a->site[own].components = 1;
    b->a->site[own].variable = v->variable;
    unsigned array = put_address(b, type, value);
    fprintf(b->a->out, "  call void @wl_local_fill(i64 %%wl.%u, ", array);
    put(b->a->out, size_type);
    fprintf(b->a->out, " %.*s, i32 %u)\n", (int)count.size, count.at, own);
    b->last_dbg = 0;
    return;
  }
  uint32_t in = fills ? 0 : piece_site(b, from, source, dbg, false);
  uint32_t out = piece_site(b, to, value, dbg, true);
  if (in == 0 && out == 0) return;
  FILE *f = b->a->out;
  unsigned t = put_address(b, type, value), s = fills ? 0 : put_address(b, from_type, source);
  if (b->unrecorded && *count.at != '%' && *count.at != '0') {
    if (in) wl_unrecorded_check(b, s, source, in, false);
    if (out) wl_unrecorded_check(b, t, value, out, true);
    b->last_dbg = 0;
    return;
  }
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
  if (fills)
    fprintf(f, "  call void @wl_copy(i64 %%wl.%u, i64 0, i64 %%wl.%u, i32 0, i32 %u)\n", t, n, out);
  else
    fprintf(f, "  call void @wl_copy(i64 %%wl.%u, i64 %%wl.%u, i64 %%wl.%u, i32 %u, i32 %u)\n", t,
            s, n, in, out);
  b->last_dbg = 0;
}

/* Divisions of whole numbers: a device gives all ones where the divisor is 0, and the dividend as
 * what is left; nor does it trap where the quotient has no room. Returns whether it was one. */
static bool put_division(struct wl_body *b, struct wl_ir_part name, struct wl_ir_part rest) {
  static const char *const words[] = {"sdiv ", "udiv ", "srem ", "urem "};
  unsigned w = 0;
  while (w < 4 && !wl_ir_begins(rest, words[w])) w++;
  if (w == 4) return false;
  struct wl_ir_part of = wl_ir_skip(rest, 5);
  if (wl_ir_begins(of, "exact ")) of = wl_ir_skip(of, 6);
  struct wl_ir_part type = wl_ir_type(&of), dividend = wl_ir_operand(&of);
  struct wl_ir_part divisor = wl_ir_operand(&of);
  if (*type.at != 'i' || *divisor.at != '%') return false;
  FILE *f = b->a->out;
  unsigned n = b->a->temporary;
  int t = (int)type.size, l = (int)dividend.size, r = (int)divisor.size;
  b->a->temporary += 6;
  fprintf(f, "  %%wl.%u = icmp eq %.*s %.*s, 0\n", n, t, type.at, r, divisor.at);
  fprintf(f, "  %%wl.%u = icmp eq %.*s %.*s, -1\n", n + 1, t, type.at, r, divisor.at);
  bool is_signed = w % 2 == 0;
  if (is_signed) fprintf(f, "  %%wl.%u = or i1 %%wl.%u, %%wl.%u\n", n + 2, n, n + 1);
  else fprintf(f, "  %%wl.%u = or i1 %%wl.%u, false\n", n + 2, n);
  fprintf(f, "  %%wl.%u = select i1 %%wl.%u, %.*s 1, %.*s %.*s\n", n + 3, n + 2, t, type.at, t,
          type.at, r, divisor.at);
  fprintf(f, "  %%wl.%u = %s%.*s %.*s, %%wl.%u\n", n + 4, words[w], t, type.at, l, dividend.at,
          n + 3);
  if (w >= 2) { /* by -1 nothing is left, and by 1 neither */
    fprintf(f, "  %.*s = select i1 %%wl.%u, %.*s %.*s, %.*s %%wl.%u\n", (int)name.size, name.at, n,
            t, type.at, l, dividend.at, t, type.at, n + 4);
    return true;
  }
  fprintf(f, "  %%wl.%u = sub %.*s 0, %.*s\n", n + 5, t, type.at, l, dividend.at);
  unsigned own = b->a->temporary++;
  fprintf(f, "  %%wl.%u = select i1 %%wl.%u, %.*s %%wl.%u, %.*s %%wl.%u\n", own, n + 1, t, type.at,
          is_signed ? n + 5 : n + 4, t, type.at, n + 4);
  fprintf(f, "  %.*s = select i1 %%wl.%u, %.*s -1, %.*s %%wl.%u\n", (int)name.size, name.at, n, t,
          type.at, t, type.at, own);
  return true;
}

/* Conversions of floating point to whole numbers: a device gives the nearest number where there is
 * none, and cuts narrow ones off from 32 bits. What is no number becomes 0, or with 64 bits on
 * either side the highest bit alone. Source: an H100. Returns whether it was one. */
static bool put_conversion(struct wl_body *b, struct wl_ir_part name, struct wl_ir_part rest) {
  bool is_signed = wl_ir_begins(rest, "fptosi ");
  if (!is_signed && !wl_ir_begins(rest, "fptoui ")) return false;
  struct wl_ir_part of = wl_ir_skip(rest, 7), type = wl_ir_type(&of);
  const char *to = wl_ir_find(of, " to i");
  bool narrow = wl_ir_is(type, "float");
  if (to == NULL || (!narrow && !wl_ir_is(type, "double"))) return false;
  unsigned bits = wl_ir_number((struct wl_ir_part){to, (size_t)(of.at + of.size - to)}, " to i");
  if (bits != 8 && bits != 16 && bits != 32 && bits != 64) return false;
  unsigned wide = bits < 32 ? 32 : bits, n = b->a->temporary;
  int t = (int)type.size, v = (int)(to - of.at), own = (int)name.size;
  FILE *f = b->a->out;
  b->a->temporary += 3;
  fprintf(f, "  %%wl.%u = call i%u @llvm.fpto%ci.sat.i%u.f%u(%.*s %.*s)\n", n, wide,
          is_signed ? 's' : 'u', wide, narrow ? 32 : 64, t, type.at, v, of.at);
  fprintf(f, "  %%wl.%u = fcmp uno %.*s %.*s, %.*s\n", n + 1, t, type.at, v, of.at, v, of.at);
  fprintf(f, "  %%wl.%u = select i1 %%wl.%u, i%u %s, i%u %%wl.%u\n", n + 2, n + 1, wide,
          wide == 64 ? "-9223372036854775808" : narrow ? "0" : "-2147483648", wide, n);
  fprintf(f, "  %.*s = %s i%u %%wl.%u to i%u\n", own, name.at, bits < wide ? "trunc" : "bitcast",
          wide, n + 2, bits);
  return true;
}

/* Whether a value is used, other than by debuggers. */
static bool is_used(const struct wl_body *b, struct wl_ir_part name) {
  for (const char *at = b->f->body; at < b->f->end;) {
    struct wl_ir_part line = wl_ir_line(at, b->f->end, &at), own, rest = line;
    if (wl_ir_find(line, "metadata ") != NULL || wl_ir_find(line, "#dbg_") != NULL) continue;
    if (wl_ir_assigned(line, &own, &rest) && own.size == name.size &&
        memcmp(own.at, name.at, own.size) == 0)
      continue;
    const char *p = rest.at, *end = rest.at + rest.size;
    while ((p = memchr(p, '%', (size_t)(end - p))) != NULL) {
      struct wl_ir_part n = wl_ir_name(p, end);
      if (n.size == name.size && memcmp(n.at, name.at, n.size) == 0) return true;
      p++;
    }
  }
  return false;
}

/* What site.uniform says of a call of wl_rt_atomic(). */
static uint8_t uniform_operands(const struct wl_body *b, const char *from, struct wl_ir_part line) {
  struct wl_ir_part rest = {from, (size_t)(line.at + line.size - from)};
  uint8_t found = 0;
  for (unsigned i = 0; i < 4; i++) {
    struct wl_ir_part one = wl_ir_operand(&rest), type, value;
    if (i >= 2 && wl_ir_pointer(one, &type, &value))
      found |= (uint8_t)(wl_body_is_uniform(b, value) << (i - 2));
  }
  return found;
}

/* A call: of the runtime it is told where it stands, of other functions how deep it is. Returns
 * whether wl_return() follows. */
static bool put_call(struct wl_body *b, struct wl_ir_part line, struct wl_ir_part result,
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
  struct wl_ir_function *f =
      at != NULL ? wl_program_function(b->a, wl_ir_name(at, line.at + line.size)) : NULL;
  if (at != NULL && f == NULL) {
    bool runtime = line.at + line.size - at > 7 && memcmp(at, "@wl_rt_", 7) == 0;
    bool prints =
        wl_ir_begins((struct wl_ir_part){at, (size_t)(line.at + line.size - at)}, "@printf");
    if (!runtime && !prints) return false;
    uint32_t n = new_site(b, dbg, false);
    b->a->site[n].unused = result.size > 0 && !is_used(b, result);
    if (runtime && open != NULL && memcmp(at, "@wl_rt_atomic", 13) == 0)
      b->a->site[n].uniform = uniform_operands(b, open + 1, line);
    bool cache = b->unrecorded && runtime && memcmp(at, "@wl_rt_cache", 12) == 0;
    if (!cache) fprintf(b->a->out, "  call void @wl_at(i32 %u)\n", n);
    b->last_dbg = 0;
    return false;
  }
  bool calls = (f != NULL && f->reached) || (at == NULL && open != NULL);
  if (!calls) return false;
  uint32_t own = new_site(b, dbg, false);
  if (!b->unrecorded) fprintf(b->a->out, "  call void @wl_call(i32 %u)\n", own);
  b->last_dbg = 0;
  return !b->unrecorded;
}

/* What is said of a jump: that a loop begins, or goes round. 0: neither; else its site twice, with
 * the lowest bit where it goes round. */
static uint32_t edge_code(const struct wl_body *b, uint32_t from, uint32_t to) {
  const struct wl_flow_block *t = &b->flow.block[to];
  if (!t->heads) return 0;
  return b->loop_site[t->loop] << 1 | wl_flow_in(&b->flow, from, t->loop);
}

static void put_edges(struct wl_body *b, struct wl_ir_part terminator) {
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
    struct wl_ir_part to = wl_ir_name(p, rest.at + rest.size);
    uint32_t first =
        edge_code(b, b->block, wl_body_block(b, (struct wl_ir_part){to.at + 1, to.size - 1}));
    unsigned t = b->a->temporary++;
    fprintf(b->a->out, "  %%wl.%u = select i1 ", t);
    put(b->a->out, condition);
    fprintf(b->a->out, ", i32 %u, i32 %u\n  call void @wl_edge(i32 %%wl.%u)\n", first,
            first == codes[0] ? codes[1] : codes[0], t);
    return;
  }
  fprintf(b->a->out, "  call void @wl_edge(i32 %u)\n", codes[0]);
}

/* Past words that say what of the arithmetic may be changed. */
static struct wl_ir_part skip_flags(struct wl_ir_part p) {
  static const char *const flags[] = {"fast ", "nnan ", "ninf ",     "nsz ",
                                      "arcp ", "afn ",  "contract ", "reassoc "};
  for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
    if (wl_ir_begins(p, flags[i])) p = wl_ir_skip(p, strlen(flags[i])), i = (size_t)-1;
  return p;
}

static bool is_float(struct wl_ir_part type) {
  return wl_ir_is(type, "float") || wl_ir_is(type, "double") || wl_ir_is(type, "half");
}

/* Float operations of a call: functions of the compiler and of libm that give a float are 1, fma
 * is 2. */
static unsigned called_flops(const struct wl_body *b, struct wl_ir_part line) {
  const char *at = memchr(line.at, '@', line.size), *end = line.at + line.size;
  if (at == NULL || at - line.at < 8 || at[-1] != ' ') return 0;
  const char *from = at - 1;
  while (from > line.at && from[-1] != ' ') from--;
  struct wl_ir_part name = wl_ir_name(at, end);
  bool own = wl_program_function(b->a, name) != NULL || wl_ir_begins(name, "@wl_rt_");
  if (own || !is_float((struct wl_ir_part){from, (size_t)(at - 1 - from)})) return 0;
  bool fused = wl_ir_begins(name, "@llvm.fma.") || wl_ir_begins(name, "@llvm.fmuladd.") ||
               wl_ir_is(name, "@fma") || wl_ir_is(name, "@fmaf");
  return fused ? 2 : 1;
}

/* Float operations of an instruction. */
static unsigned flops_of(const struct wl_body *b, struct wl_ir_part rest) {
  static const char *const words[] = {"fadd ", "fsub ", "fmul ", "fdiv ", "frem "};
  if (wl_ir_begins(rest, "call ")) return called_flops(b, rest);
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    if (!wl_ir_begins(rest, words[i])) continue;
    struct wl_ir_part p = skip_flags(wl_ir_skip(rest, strlen(words[i])));
    return *p.at == '<' ? (unsigned)strtoul(p.at + 1, NULL, 10) : 1;
  }
  return 0;
}

static void put_flops(const struct wl_body *b, struct wl_ir_part rest, uint32_t dbg) {
  unsigned operations = flops_of(b, rest);
  struct wl_cuda_site site = {0};
  if (operations == 0 || b->unrecorded) return;
  if (dbg != 0) wl_place_find(b->a, dbg, false, &site);
  fprintf(b->a->out, "  call void @wl_compute(i32 %u, i32 %u)\n", operations, site.line);
}

static bool is_terminator(struct wl_ir_part rest) {
  static const char *const words[] = {"br ",     "switch ", "ret ",       "unreachable",
                                      "invoke ", "resume ", "indirectbr "};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (wl_ir_begins(rest, words[i])) return true;
  return false;
}

/* A line of a function that is marked: a jump back to the head of a loop names the metadata that
 * forbids to unroll it, or unrolls it by 4. */
static void put_marked(struct wl_body *b, struct wl_ir_part line) {
  const struct wl_flow_block *block = &b->flow.block[b->block];
  bool back = false;
  for (uint32_t i = 0; i < block->nexts; i++) back |= edge_code(b, b->block, block->next[i]) & 1;
  const char *loop = wl_ir_find(line, ", !llvm.loop !");
  bool marks = back && !b->indexes && wl_ir_begins(wl_ir_skip(line, 0), "br ");
  if (marks && loop != NULL) line.size = (size_t)(loop - line.at);
  put(b->a->out, line);
  if (marks)
    fprintf(b->a->out, ", !llvm.loop !%zu", b->a->ir.metadata_count + (block->unrolls ? 2 : 0));
  putc('\n', b->a->out);
}

/* One line and what goes before or behind it. */
static void put_line(struct wl_body *b, struct wl_ir_part line, bool *begun) {
  struct wl_ir_part name = {"", 0}, rest = wl_ir_skip(line, 0);
  uint32_t dbg = wl_ir_number(line, "!dbg !");
  bool returns = false;
  wl_ir_assigned(line, &name, &rest);
  bool early = wl_ir_begins(rest, "phi ") || wl_ir_begins(rest, "landingpad ") ||
               wl_ir_begins(rest, "#dbg_") || wl_ir_begins(rest, "cleanup") ||
               wl_ir_begins(rest, "catch ") || wl_ir_begins(rest, "filter ");
  if (!early && !*begun) {
    *begun = true;
    if (b->flow.block[b->block].leaves && !b->unrecorded)
      fprintf(b->a->out, "  call void @wl_leave_loop(i32 %u)\n", b->flow.block[b->block].depth);
  }
  for (;;) {
    if (wl_ir_begins(rest, "tail ")) rest = wl_ir_skip(rest, 5);
    else if (wl_ir_begins(rest, "notail ")) rest = wl_ir_skip(rest, 7);
    else break;
  }
  put_flops(b, rest, dbg);
  if (wl_ir_begins(rest, "load ")) put_load(b, wl_ir_skip(rest, 5), dbg);
  else if (wl_ir_begins(rest, "store ")) put_store(b, wl_ir_skip(rest, 6), dbg);
  else if (wl_ir_begins(rest, "call ")) returns = put_call(b, rest, name, dbg);
  else if (is_terminator(rest) && b->unrecorded) wl_unrecorded_end(b);
  else if (is_terminator(rest)) put_edges(b, rest);
  else if (name.size > 0 && (put_division(b, name, rest) || put_conversion(b, name, rest))) return;
  if (b->unrecorded) {
    wl_unrecorded_line(b, line);
    return;
  }
  put(b->a->out, line);
  putc('\n', b->a->out);
  if (returns) fputs("  call void @wl_return()\n", b->a->out);
}

static void free_body(struct wl_body *b) {
  wl_flow_finish(&b->flow);
  free(b->flow.block);
  free(b->label), free(b->first), free(b->last), free(b->base), free(b->used);
  free(b->room), free(b->joint), free(b->merged);
  free(b->loop_site), free(b->value);
}

static void put_body(struct wl_body *b) {
  struct wl_program *a = b->a;
  for (uint32_t i = 0; i < b->flow.blocks; i++) {
    b->block = i;
    b->used[i] = b->flow.block[i].heads;
    b->last_dbg = 0;
    bool begun = false;
    if (b->label[i].size > 0) {
      put(a->out, b->label[i]);
      fputs(":\n", a->out);
    }
    for (const char *at = b->first[i]; at < b->last[i];) {
      struct wl_ir_part line = wl_ir_line(at, b->last[i], &at);
      if (wl_ir_skip(line, 0).size == 0) continue;
      b->line = line.at;
      if (a->in->marks) put_marked(b, line);
      else put_line(b, line, &begun);
    }
  }
  fputs("}\n", a->out);
}

static bool put_function(struct wl_program *a, struct wl_ir_function *f) {
  struct wl_body b = {.a = a, .f = f};
  bool good = wl_body_blocks(&b) && wl_body_number(&b) && wl_joint_ends_find(&b) &&
              wl_shared_loads_find(&b);
  if (good) wl_body_locals(&b);
  if (good) wl_body_indexed(&b);
  if (f->role == WL_ROLE_KERNEL && !a->in->marks) {
    wl_unrecorded_choose(a, f);
    wl_unrecorded_head(a, f, false);
  } else {
    put(a->out, f->head);
    putc('\n', a->out);
  }
  if (good) put_body(&b);
  if (good && !a->in->marks) {
    b.unrecorded = true;
    wl_unrecorded_head(a, f, true);
    put_body(&b);
  }
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

static void put_tables(struct wl_program *a) {
  FILE *f = a->out;
  struct wl_cuda_variable *rows = calloc(a->variables + 1, sizeof *rows);
  if (rows == NULL) return;
  for (size_t i = 0; i < a->variables; i++) rows[i] = a->variable[i].row;
  struct wl_ir_part all = {a->ir.text, a->ir.size}; /* what is declared is used */
  uint32_t counts[5] = {(uint32_t)a->sites, (uint32_t)a->variables, (uint32_t)a->kernels,
                        wl_ir_find(all, " @wl_rt_syncwarp(") != NULL,
                        wl_ir_find(all, " @wl_rt_tell(") != NULL};
  struct {
    uint32_t params;
    struct wl_param param[WL_MAX_PARAMS];
  } params;
  memset(&params, 0, sizeof params);
  params.params = a->in->param_count;
  memcpy(params.param, a->in->params, a->in->param_count * sizeof *params.param);
  put_bytes(f, "wl_cuda_params", &params, sizeof params);
  put_bytes(f, "wl_cuda_counts", counts, sizeof counts);
  put_bytes(f, "wl_cuda_sites", a->site, a->sites * sizeof *a->site);
  put_bytes(f, "wl_cuda_variables", rows, (a->variables + 1) * sizeof *rows);
  put_bytes(f, "wl_cuda_kernels", a->kernel, a->kernels * sizeof *a->kernel);
  fprintf(f, "@wl_cuda_addresses = dso_local constant [%zu x i64] [", a->variables + 1);
  for (size_t i = 0; i < a->variables; i++) {
    struct wl_ir_variable *v = &a->variable[i];
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
  static const char *const hooks[] = {"wl_load(i64, i32)",
                                      "wl_store(i64, i32)",
                                      "wl_load_volatile(i64, i32)",
                                      "wl_store_volatile(i64, i32)",
                                      "wl_local(i64, i64, i32, i32)",
                                      "wl_local_fill(i64, i64, i32)",
                                      "wl_copy(i64, i64, i64, i32, i32)",
                                      "wl_at(i32)",
                                      "wl_call(i32)",
                                      "wl_return()",
                                      "wl_edge(i32)",
                                      "wl_leave_loop(i32)",
                                      "wl_compute(i32, i32)",
                                      "wl_far(i64, i32)"};
  for (size_t i = 0; i < sizeof hooks / sizeof *hooks; i++)
    fprintf(f, "declare void @%s\n", hooks[i]);
  fprintf(f, "declare i32 @wl_kernel(i32)\n@wl_meets = external dso_local global i8\n"
             "@wl_near = external dso_local global [%d x i64]\n"
             "!%zu = !{!\"branch_weights\", i32 1048576, i32 1}\n",
          2 * WL_CUDA_NEAR, a->ir.metadata_count);
  for (unsigned i = 0; i < 8; i++) { /* what put_conversion() calls, where it is not there yet */
    char line[96];
    unsigned whole = 32u << i % 2, real = 32u << i / 2 % 2;
    snprintf(line, sizeof line, "@llvm.fpto%ci.sat.i%u.f%u(", i < 4 ? 's' : 'u', whole, real);
    if (wl_ir_find(all, line) == NULL)
      fprintf(f, "declare i%u %s%s)\n", whole, line, real == 32 ? "float" : "double");
  }
}

/* A line outside of functions: variables of the device go into a section of their own. */
static void put_global(struct wl_program *a, struct wl_ir_part line) {
  const struct wl_ir_variable *v =
      wl_ir_begins(line, "@") ? wl_program_variable(a, wl_ir_name(line.at, line.at + line.size))
                              : NULL;
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

static bool write_all(struct wl_program *a) {
  const char *end = a->ir.text + a->ir.size;
  size_t next = 0;
  for (const char *at = a->ir.text; at < end;) {
    const char *from = at;
    if (next < a->functions && a->function[next].head.at == from) {
      struct wl_ir_function *f = &a->function[next++];
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
  size_t n = a->ir.metadata_count;
  if (a->in->marks)
    fprintf(a->out,
            "!%zu = distinct !{!%zu, !%zu}\n!%zu = !{!\"llvm.loop.unroll.disable\"}\n"
            "!%zu = distinct !{!%zu, !%zu}\n!%zu = !{!\"llvm.loop.unroll.count\", i32 4}\n",
            n, n, n + 1, n + 1, n + 2, n + 2, n + 3, n + 3);
  else put_tables(a);
  return true;
}

bool wl_instrument(struct wl_instrument *in, FILE *out, struct wl_diag *d) {
  struct wl_program a = {.in = in, .out = out};
  in->unrolls = false;
  in->dynamics = 0;
  bool good = wl_program_read(&a) && write_all(&a);
  wl_program_finish(&a);
  return good || wl_diag_refused(d, "not enough memory to compile");
}
