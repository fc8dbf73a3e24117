#include "input/cuda/unrecorded.h"

#include <string.h>

static void put(FILE *f, const char *from, const char *to) {
  fwrite(from, 1, (size_t)(to - from), f);
}

/* A text with the names of functions that are copied: theirs begin with wl.u. in the second. */
static void put_names(const struct wl_program *a, struct wl_ir_part p) {
  const char *end = p.at + p.size, *done = p.at;
  for (const char *at = p.at; (at = memchr(at, '@', (size_t)(end - at))) != NULL;) {
    struct wl_ir_part name = wl_ir_name(at, end);
    const struct wl_ir_function *f = name.size > 1 ? wl_program_function(a, name) : NULL;
    if (f != NULL && f->reached) {
      bool quoted = name.at[1] == '"';
      put(a->out, done, at + 1 + quoted);
      fputs("wl.u.", a->out);
      done = at + 1 + quoted;
    }
    at = name.at + name.size;
  }
  put(a->out, done, end);
}

/* ---- heads ---- */

/* What a definition says of its place in the program, which is not that of a copy. */
static struct wl_ir_part skip_linkage(struct wl_ir_part p) {
  static const char *const words[] = {
      "private ", "internal ", "linkonce_odr ", "weak_odr ", "linkonce ", "weak ", "external ",
      "available_externally ", "dso_local ", "dso_preemptable ", "hidden ", "protected "};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (wl_ir_begins(p, words[i])) p = wl_ir_skip(p, strlen(words[i])), i = (size_t)-1;
  return p;
}

/* The end of a head, from its parameters on, without what names a group of the linker or, unless
 * it is kept, debug information. */
static void put_tail(FILE *out, struct wl_ir_part p, bool debug, bool group) {
  const char *end = p.at + p.size;
  const char *comdat = group ? NULL : wl_ir_find(p, " comdat"), *dbg = wl_ir_find(p, " !dbg !");
  if (comdat != NULL) {
    const char *past = comdat + 7;
    if (*past == '(') past = (const char *)memchr(past, ')', (size_t)(end - past)) + 1;
    put(out, p.at, comdat);
    p = (struct wl_ir_part){past, (size_t)(end - past)};
  }
  if (dbg != NULL && !debug) {
    const char *past = dbg + 7;
    while (past < end && *past >= '0' && *past <= '9') past++;
    put(out, p.at, dbg);
    p = (struct wl_ir_part){past, (size_t)(end - past)};
  }
  put(out, p.at, end);
  putc('\n', out);
}

void wl_unrecorded_head(const struct wl_program *a, const struct wl_ir_function *f,
                        bool unrecorded) {
  const char *end = f->head.at + f->head.size, *behind = f->name.at + f->name.size;
  struct wl_ir_part from = skip_linkage(wl_ir_skip(f->head, strlen("define ")));
  bool quoted = f->name.at[1] == '"';
  fputs("define internal ", a->out);
  put(a->out, from.at, f->name.at + 1 + quoted);
  fputs(unrecorded ? "wl.u." : "wl.r.", a->out);
  put(a->out, f->name.at + 1 + quoted, behind);
  put_tail(a->out, (struct wl_ir_part){behind, (size_t)(end - behind)}, !unrecorded, false);
}

static void put_chosen(const struct wl_program *a, const struct wl_ir_function *f,
                       const char *label, const char *prefix, struct wl_ir_part parameters) {
  bool quoted = f->name.at[1] == '"';
  fprintf(a->out, "%s:\n  call void @%s%s", label, quoted ? "\"" : "", prefix);
  put(a->out, f->name.at + 1 + quoted, f->name.at + f->name.size);
  put(a->out, parameters.at, parameters.at + parameters.size);
  fputs("\n  ret void\n", a->out);
}

void wl_unrecorded_choose(const struct wl_program *a, const struct wl_ir_function *f) {
  const char *behind = f->name.at + f->name.size, *end = f->head.at + f->head.size;
  struct wl_ir_part inner = {behind + 1, (size_t)(end - behind - 1)}, rest = inner;
  while (rest.size > 0 && *rest.at != ')') { /* to the bracket that closes the parameters */
    struct wl_ir_part one = wl_ir_operand(&rest);
    if (one.at[one.size] == ')') rest = (struct wl_ir_part){one.at + one.size, 1};
  }
  put(a->out, f->head.at, behind);
  put_tail(a->out, (struct wl_ir_part){behind, (size_t)(end - behind)}, false, true);
  fprintf(a->out,
          "  %%wl.recorded = call i32 @wl_kernel(i32 %u)\n"
          "  %%wl.is = icmp ne i32 %%wl.recorded, 0\n"
          "  br i1 %%wl.is, label %%wl.yes, label %%wl.no\n",
          f->kernel);
  struct wl_ir_part parameters = {behind, (size_t)(rest.at + 1 - behind)};
  put_chosen(a, f, "wl.yes", "wl.r.", parameters);
  put_chosen(a, f, "wl.no", "wl.u.", parameters);
  fputs("}\n", a->out);
}

/* ---- lines ---- */

void wl_unrecorded_line(const struct wl_body *b, struct wl_ir_part line) {
  FILE *out = b->a->out;
  if (wl_ir_find(line, "@llvm.dbg.") != NULL || wl_ir_find(line, "#dbg_") != NULL) return;
  if (wl_ir_find(line, "@wl_rt_cache(") != NULL) return;
  const char *attached = wl_ir_find(line, ", !");
  if (attached != NULL) line.size = (size_t)(attached - line.at);
  struct wl_ir_part name, rest = wl_ir_skip(line, 0);
  wl_ir_assigned(line, &name, &rest);
  const char *end = line.at + line.size, *done = line.at;
  if (wl_ir_begins(rest, "phi ")) /* from where a block ends, not from where it begins */
    for (const char *at = rest.at; (at = memchr(at, '%', (size_t)(end - at))) != NULL;) {
      struct wl_ir_part n = wl_ir_name(at, end);
      at = n.at + n.size;
      if (at + 1 >= end || at[0] != ' ' || at[1] != ']') continue;
      put(out, done, n.at);
      fprintf(out, "%%wl.e.%u",
              wl_body_block(b, (struct wl_ir_part){n.at + 1, n.size - 1}));
      done = at;
    }
  put_names(b->a, (struct wl_ir_part){done, (size_t)(end - done)});
  putc('\n', out);
}

void wl_unrecorded_end(const struct wl_body *b) {
  fprintf(b->a->out, "  br label %%wl.e.%u\nwl.e.%u:\n", b->block, b->block);
}

/* ---- checks ---- */

/* Whether a pointer is surely into shared memory. */
static bool is_shared(const struct wl_body *b, struct wl_ir_part pointer, int depth) {
  enum { DEEP = 6 };
  const char *end = pointer.at + pointer.size, *at = memchr(pointer.at, '@', pointer.size);
  if (at != NULL) {
    struct wl_ir_part name = wl_ir_name(at, end);
    const struct wl_ir_variable *v = wl_program_variable(b->a, name);
    bool is = v != NULL && v->row.space == WL_CUDA_SHARED;
    for (unsigned i = 0; i < b->a->in->dynamics && !is; i++)
      is = name.size == strlen(b->a->in->dynamic[i]) + 1 &&
           memcmp(name.at + 1, b->a->in->dynamic[i], name.size - 1) == 0;
    return is;
  }
  struct wl_ir_part rest = *pointer.at == '%' ? wl_body_define(b, pointer) : pointer;
  if (depth == DEEP || rest.size == 0) return false;
  if (wl_ir_begins(rest, "getelementptr ")) {
    wl_ir_operand(&rest); /* the type */
  } else if (wl_ir_begins(rest, "bitcast ")) {
    rest = wl_ir_skip(rest, 8);
  } else {
    return false;
  }
  struct wl_ir_part from = wl_ir_operand(&rest);
  if (memchr(from.at, '@', from.size) != NULL) return is_shared(b, from, depth + 1);
  const char *value = memrchr(from.at, '%', from.size), *to = wl_ir_find(from, " to ");
  if (to != NULL)
    value = memrchr(from.at, '%', (size_t)(to - from.at));
  return value != NULL && is_shared(b, wl_ir_name(value, from.at + from.size), depth + 1);
}

/* Goes on at a new block where %wl.is.N holds, and calls something before where it does not. */
static void put_branch(struct wl_body *b, unsigned n) {
  fprintf(b->a->out, "  br i1 %%wl.is.%u, label %%wl.in.%u, label %%wl.far.%u, !prof !%zu\n", n, n,
          n, b->a->ir.metadata_count);
  fprintf(b->a->out, "wl.far.%u:\n", n);
}

static void put_near(const struct wl_program *a, unsigned n, const char *name, uint32_t index) {
  fprintf(a->out, "  %%wl.%s.%u = load i64, ", name, n);
  if (a->ir.typed)
    fprintf(a->out, "i64* getelementptr inbounds ([%d x i64], [%d x i64]* @wl_near, i64 0, i64 %u)",
            2 * WL_CUDA_NEAR, 2 * WL_CUDA_NEAR, index);
  else
    fprintf(a->out, "ptr getelementptr inbounds ([%d x i64], ptr @wl_near, i64 0, i64 %u)",
            2 * WL_CUDA_NEAR, index);
  putc('\n', a->out);
}

void wl_unrecorded_check(struct wl_body *b, unsigned address, struct wl_ir_part pointer,
                         uint32_t site, bool store) {
  FILE *f = b->a->out;
  bool shared = is_shared(b, pointer, 0);
  const char *byte = b->a->ir.typed ? "i8*" : "ptr";
  uint32_t code = site << 2 | (uint32_t)shared << 1 | store;
  if (site >= WL_CUDA_NEAR) {
    fprintf(f, "  call void @wl_far(i64 %%wl.%u, i32 %u)\n", address, code);
    return;
  }
  unsigned n = b->a->temporary++;
  put_near(b->a, n, "at", 2 * site);
  put_near(b->a, n, "bytes", 2 * site + 1);
  fprintf(f, "  %%wl.off.%u = sub i64 %%wl.%u, %%wl.at.%u\n", n, address, n);
  fprintf(f, "  %%wl.%s.%u = icmp ult i64 %%wl.off.%u, %%wl.bytes.%u\n", shared ? "fits" : "is", n,
          n, n);
  if (shared) { /* a load of what this lane may have stored, or the other way, waits for lanes */
    fprintf(f, "  %%wl.met.%u = load i8, %s @wl_meets\n", n, byte);
    fprintf(f, "  %%wl.own.%u = and i8 %%wl.met.%u, %d\n", n, n, store ? 1 : 2);
    fprintf(f, "  %%wl.free.%u = icmp eq i8 %%wl.own.%u, 0\n", n, n);
    fprintf(f, "  %%wl.is.%u = and i1 %%wl.fits.%u, %%wl.free.%u\n", n, n, n);
  }
  put_branch(b, n);
  fprintf(f, "  call void @wl_far(i64 %%wl.%u, i32 %u)\n  br label %%wl.in.%u\nwl.in.%u:\n",
          address, code, n, n);
  if (shared) {
    fprintf(f, "  %%wl.had.%u = load i8, %s @wl_meets\n", n, byte);
    fprintf(f, "  %%wl.has.%u = or i8 %%wl.had.%u, %d\n", n, n, store ? 2 : 1);
    fprintf(f, "  store i8 %%wl.has.%u, %s @wl_meets\n", n, byte);
  }
}

void wl_unrecorded_local(struct wl_body *b, unsigned address, unsigned base, uint32_t site,
                         bool store) {
  FILE *f = b->a->out;
  unsigned n = b->a->temporary++;
  unsigned long long bytes = b->a->variable[b->a->site[site].variable].row.bytes;
  fprintf(f, "  %%wl.off.%u = sub i64 %%wl.%u, %%wl.%u\n", n, address, base);
  fprintf(f, "  %%wl.is.%u = icmp ult i64 %%wl.off.%u, %llu\n", n, n, bytes);
  put_branch(b, n);
  fprintf(f, "  call void @wl_local(i64 %%wl.%u, i64 %%wl.%u, i32 %u, i32 %d)\n", address, base,
          site, store);
  fprintf(f, "  br label %%wl.in.%u\nwl.in.%u:\n", n, n);
}
