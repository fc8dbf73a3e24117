/* Loads of neighbours in shared memory that nvcc merges. ptxas does it within a basic block, where
 * their addresses differ by constants, lie in one aligned piece of 8 or 16 bytes whatever else is
 * in them, and fill it; stores and barriers end the search. Source: SASS and counters, H100. */
#include "input/cuda/shared_loads.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/grow.h"

enum { TERMS = 8, DEPTH = 24, ALIGNED = 4 /* shared variables lie at multiples of 16 */ };

/* An address: a constant, and values times factors. */
struct sum {
  struct wl_ir_part name[TERMS];
  int64_t factor[TERMS], constant;
  unsigned terms;
  bool good, shared;
};

struct candidate { const char *line; struct sum sum; uint32_t bytes, align; bool done; };

struct search {
  struct wl_body *b;
  const struct wl_program *a;
  struct wl_ir_part *slot; /* hash of the lines that assign a value */
  size_t slots, count, room;
  struct candidate *found;
};

static size_t hash_of(struct wl_ir_part name) {
  size_t h = 5381;
  for (size_t i = 0; i < name.size; i++) h = h * 33 + (unsigned char)name.at[i];
  return h;
}

static bool same(struct wl_ir_part a, struct wl_ir_part b) {
  return a.size == b.size && memcmp(a.at, b.at, a.size) == 0;
}

static bool know_values(struct search *s) {
  size_t lines = 1;
  for (const char *p = s->b->f->body; p < s->b->f->end; p++) lines += *p == '\n';
  for (s->slots = 64; s->slots < 2 * lines;) s->slots *= 2;
  s->slot = calloc(s->slots, sizeof *s->slot);
  for (const char *at = s->b->f->body; at < s->b->f->end && s->slot != NULL;) {
    struct wl_ir_part line = wl_ir_line(at, s->b->f->end, &at), name, rest;
    if (!wl_ir_assigned(line, &name, &rest)) continue;
    size_t i = hash_of(name) & (s->slots - 1);
    while (s->slot[i].size > 0) i = (i + 1) & (s->slots - 1);
    s->slot[i] = line;
  }
  return s->slot != NULL;
}

/* What a value is assigned; empty: it is a parameter. */
static struct wl_ir_part define(const struct search *s, struct wl_ir_part of) {
  struct wl_ir_part name, rest = {"", 0};
  for (size_t i = hash_of(of) & (s->slots - 1); s->slot[i].size > 0; i = (i + 1) & (s->slots - 1))
    if (wl_ir_assigned(s->slot[i], &name, &rest) && same(name, of)) return rest;
  return (struct wl_ir_part){"", 0};
}

static void add_value(const struct search *s, struct sum *to, struct wl_ir_part v, int64_t factor,
                      int depth);

static void add_term(struct sum *to, struct wl_ir_part name, int64_t factor) {
  unsigned i = 0;
  while (i < to->terms && !same(to->name[i], name)) i++;
  if (i == TERMS) {
    to->good = false;
    return;
  }
  if (i == to->terms) to->name[to->terms++] = name, to->factor[i] = 0;
  to->factor[i] += factor;
}

/* An operand with its type, or without. */
static struct wl_ir_part value_of(struct wl_ir_part operand) {
  struct wl_ir_part type, value = {"", 0};
  const char *stop = wl_ir_find(operand, " to ");
  if (stop != NULL && *operand.at != '(') operand.size = (size_t)(stop - operand.at);
  if (operand.size > 0 && strchr("%@-0123456789", *operand.at) != NULL &&
      memchr(operand.at, ' ', operand.size) == NULL)
    return operand;
  return wl_ir_pointer(operand, &type, &value) ? value : (struct wl_ir_part){"", 0};
}

static bool is_number(struct wl_ir_part v) {
  return v.size > 0 && (*v.at == '-' || (*v.at >= '0' && *v.at <= '9'));
}

/* The bytes before a field of a structure, whose type becomes *type. */
static int64_t field_offset(const struct search *s, struct wl_ir_part *type, int64_t field) {
  struct wl_ir_part fields = wl_ir_fields(&s->a->ir, *type);
  int64_t at = 0;
  for (;; field--) {
    struct wl_ir_part one = wl_ir_operand(&fields);
    struct wl_ir_shape f = wl_ir_shape_of(&s->a->ir, one);
    if (one.size == 0 || f.bytes == 0) return -1;
    at = (at + f.align - 1) / f.align * f.align;
    *type = one;
    if (field == 0) return at;
    at += (int64_t)f.bytes;
  }
}

/* "[16 x float], [16 x float]* @s, i64 0, i64 %7" */
static void add_element(const struct search *s, struct sum *to, struct wl_ir_part rest,
                        int64_t factor, int depth) {
  struct wl_ir_part type = wl_ir_operand(&rest);
  add_value(s, to, value_of(wl_ir_operand(&rest)), factor, depth);
  for (bool first = true; rest.size > 0 && *rest.at != '!' && to->good; first = false) {
    struct wl_ir_part index = wl_ir_operand(&rest);
    index = value_of(index);
    if (!first && *type.at == '[') {
      const char *x = wl_ir_find(type, " x ");
      type = (struct wl_ir_part){x + 3, (size_t)(type.at + type.size - x) - 4};
    } else if (!first) {
      int64_t at = is_number(index) ? field_offset(s, &type, strtoll(index.at, NULL, 10)) : -1;
      to->good = to->good && at >= 0;
      to->constant += at * factor;
      continue;
    }
    uint64_t bytes = wl_ir_shape_of(&s->a->ir, type).bytes;
    to->good = to->good && bytes > 0;
    add_value(s, to, index, factor * (int64_t)bytes, depth);
  }
}

static unsigned low_zeros(const struct search *s, const struct sum *of, int depth);

static unsigned zeros_of(int64_t v) { return v == 0 ? 63 : (unsigned)__builtin_ctzll((uint64_t)v); }

/* How many of the lowest bits of a value are 0 for sure. */
static unsigned value_zeros(const struct search *s, struct wl_ir_part v, int depth) {
  struct sum own = {.good = true};
  add_value(s, &own, v, 1, depth);
  if (own.good && (own.terms != 1 || !same(own.name[0], v))) return low_zeros(s, &own, depth + 1);
  struct wl_ir_part rest = depth < DEPTH ? define(s, v) : (struct wl_ir_part){"", 0};
  if (wl_ir_begins(rest, "and ")) {
    wl_ir_operand(&rest);
    struct wl_ir_part mask = wl_ir_operand(&rest);
    return is_number(mask) ? zeros_of(strtoll(mask.at, NULL, 10)) : 0;
  }
  if (!wl_ir_begins(rest, "phi ")) return 0;
  unsigned least = 63; /* where it begins, and the steps that it goes by */
  for (const char *p = rest.at, *end = rest.at + rest.size;
       (p = memchr(p, '[', (size_t)(end - p))) != NULL; p++) {
    struct wl_ir_part one = wl_ir_skip((struct wl_ir_part){p, (size_t)(end - p)}, 1);
    one = wl_ir_operand(&one);
    struct sum in = {.good = true};
    add_value(s, &in, one, 1, DEPTH - 3);
    for (unsigned i = 0; i < in.terms; i++)
      if (same(in.name[i], v)) in.factor[i] -= 1;
    unsigned zeros = in.good ? low_zeros(s, &in, DEPTH - 1) : 0, own_zeros = zeros_of(in.constant);
    if (own_zeros < zeros) zeros = own_zeros;
    if (zeros < least) least = zeros;
  }
  return least;
}

/* The same of an address without its constant. */
static unsigned low_zeros(const struct search *s, const struct sum *of, int depth) {
  unsigned least = 63;
  for (unsigned i = 0; i < of->terms; i++) {
    if (of->factor[i] == 0) continue;
    unsigned zeros = zeros_of(of->factor[i]);
    if (zeros < ALIGNED)
      zeros += *of->name[i].at == '@' ? ALIGNED : value_zeros(s, of->name[i], depth + 1);
    if (zeros < least) least = zeros;
  }
  return least;
}

/* Whether arithmetic of this type is that of addresses in shared memory, which have 32 bits. */
static bool is_wide(struct wl_ir_part type) {
  return wl_ir_is(type, "i32") || wl_ir_is(type, "i64") || wl_ir_is(type, "ptr") ||
         type.at[type.size - 1] == '*';
}

/* Adds what a value is assigned, if that is a sum. */
static bool add_defined(const struct search *s, struct sum *to, struct wl_ir_part rest,
                        int64_t factor, int depth) {
  static const char *const moves[] = {"sext ", "zext ", "trunc ", "bitcast ", "ptrtoint ",
                                      "inttoptr ", "freeze ", "addrspacecast "};
  static const char *const sums[] = {"add ", "sub ", "mul ", "shl ", "or "};
  if (wl_ir_begins(rest, "getelementptr ")) {
    rest = wl_ir_skip(rest, 14);
    if (wl_ir_begins(rest, "inbounds ")) rest = wl_ir_skip(rest, 9);
    if (wl_ir_begins(rest, "nuw ")) rest = wl_ir_skip(rest, 4);
    add_element(s, to, rest, factor, depth + 1);
    return true;
  }
  for (unsigned i = 0; i < 8; i++) {
    if (!wl_ir_begins(rest, moves[i])) continue;
    struct wl_ir_part of = wl_ir_skip(rest, strlen(moves[i])), type = of, value;
    if (wl_ir_begins(of, "nneg ")) type = of = wl_ir_skip(of, 5);
    type = wl_ir_type(&type);
    value = value_of(wl_ir_operand(&of));
    if (value.size == 0 || !is_wide(type)) return false;
    add_value(s, to, value, factor, depth + 1);
    return true;
  }
  unsigned w = 0;
  while (w < 5 && !wl_ir_begins(rest, sums[w])) w++;
  if (w == 5) return false;
  struct wl_ir_part of = wl_ir_skip(rest, strlen(sums[w]));
  while (wl_ir_begins(of, "nuw ") || wl_ir_begins(of, "nsw ")) of = wl_ir_skip(of, 4);
  if (wl_ir_begins(of, "disjoint ")) of = wl_ir_skip(of, 9);
  struct wl_ir_part type = wl_ir_type(&of), x = wl_ir_operand(&of), y = wl_ir_operand(&of);
  int64_t number = is_number(y) ? strtoll(y.at, NULL, 10) : 0;
  if (!is_wide(type) || (w >= 2 && !is_number(y)) || (w == 3 && (number < 0 || number > 31)))
    return false;
  if (w == 4) { /* or: a sum where no bit is in both */
    struct sum own = {.good = true};
    add_value(s, &own, x, 1, depth + 1);
    unsigned zeros = low_zeros(s, &own, depth + 1), constant = zeros_of(own.constant);
    if (constant < zeros) zeros = constant;
    if (!own.good || number < 0 || number >> (zeros > 62 ? 62 : zeros) != 0) return false;
  }
  add_value(s, to, x, w == 2 ? factor * number : w == 3 ? factor << number : factor, depth + 1);
  if (w < 2 || w == 4) add_value(s, to, y, w == 1 ? -factor : factor, depth + 1);
  return true;
}

static void add_value(const struct search *s, struct sum *to, struct wl_ir_part v, int64_t factor,
                      int depth) {
  if (v.size == 0 || !to->good) {
    to->good = false;
  } else if (is_number(v)) {
    to->constant += strtoll(v.at, NULL, 10) * factor;
  } else if (*v.at == '@') {
    const struct wl_ir_variable *own = wl_program_variable(s->a, v);
    to->shared |= own != NULL && own->row.space == WL_CUDA_SHARED;
    add_term(to, v, factor);
  } else if (*v.at != '%') { /* an expression: "bitcast (… to …)" */
    const char *open = memchr(v.at, '(', v.size);
    if (open == NULL) {
      to->good = false;
      return;
    }
    struct wl_ir_part inside = {open + 1, (size_t)(v.at + v.size - open) - 2};
    if (wl_ir_begins(v, "getelementptr ")) add_element(s, to, inside, factor, depth + 1);
    else add_value(s, to, value_of(inside), factor, depth + 1);
  } else if (depth >= DEPTH || !add_defined(s, to, define(s, v), factor, depth)) {
    add_term(to, v, factor);
  }
}

static bool same_terms(const struct sum *a, const struct sum *b) {
  if (a->terms != b->terms) return false;
  for (unsigned i = 0; i < a->terms; i++) {
    unsigned k = 0;
    while (k < b->terms && !same(a->name[i], b->name[k])) k++;
    if (k == b->terms || a->factor[i] != b->factor[k]) return false;
  }
  return true;
}

/* The load at `first` and those that fill an aligned piece with it. Returns whether they do. */
static bool merge(struct search *s, size_t first, uint32_t bytes) {
  struct candidate *own = &s->found[first], *part[4];
  int64_t from = own->sum.constant & -(int64_t)bytes;
  unsigned parts = 0, zeros = low_zeros(s, &own->sum, 0);
  if (own->bytes >= bytes || own->bytes < 4 || (uint64_t)1 << (zeros > 62 ? 62 : zeros) < bytes)
    return false;
  for (size_t i = first; i < s->count && parts < bytes / own->bytes; i++) {
    struct candidate *c = &s->found[i];
    if (!c->done && c->bytes == own->bytes && c->sum.constant >= from &&
        c->sum.constant < from + bytes && same_terms(&c->sum, &own->sum))
      part[parts++] = c;
  }
  if (parts < bytes / own->bytes) return false;
  for (unsigned i = 0; i < parts; i++) {
    struct wl_body *b = s->b;
    if (b->merged_count == b->merged_room) {
      struct wl_merged_load *grown = wl_grow(b->merged, sizeof *grown, &b->merged_room, 64);
      if (grown == NULL) return false;
      b->merged = grown;
    }
    b->merged[b->merged_count++] = (struct wl_merged_load){
        part[i]->line, (int8_t)(from - own->sum.constant), (uint8_t)(i == 0 ? bytes : 0)};
    part[i]->done = true;
  }
  return true;
}

static void end_search(struct search *s) {
  for (size_t i = 0; i < s->count; i++) {
    if (s->found[i].done || merge(s, i, 16)) continue;
    if (s->found[i].align < 16 || s->found[i].bytes >= 8) merge(s, i, 8); /* else: of an object */
  }
  s->count = 0;
}

/* Whether nothing that comes later in the text can be read before this line. */
static bool ends(const struct search *s, struct wl_ir_part rest) {
  static const char *const harmless[] = {"@wl_rt_shuffle(", "@wl_rt_vote(", "@wl_rt_cache(",
                                         "@wl_rt_lane(", "@wl_rt_warp("};
  if (wl_ir_begins(rest, "store ")) {
    rest = wl_ir_skip(rest, 6);
    wl_ir_operand(&rest);
    struct sum to = {.good = true};
    add_value(s, &to, value_of(wl_ir_operand(&rest)), 1, 0);
    return to.shared;
  }
  const char *at = wl_ir_begins(rest, "call ") || wl_ir_begins(rest, "invoke ") ||
                           wl_ir_begins(rest, "tail ")
                       ? memchr(rest.at, '@', rest.size)
                       : NULL;
  if (at == NULL) return wl_ir_begins(rest, "call ") || wl_ir_begins(rest, "invoke ");
  struct wl_ir_part callee = {at, (size_t)(rest.at + rest.size - at)};
  for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
    if (wl_ir_begins(callee, harmless[i])) return false;
  return wl_ir_begins(callee, "@wl_rt_") || wl_ir_begins(callee, "@llvm.mem") ||
         wl_program_function(s->a, wl_ir_name(at, callee.at + callee.size)) != NULL;
}

static bool look_at(struct search *s, struct wl_ir_part line) {
  struct wl_ir_part name, rest = wl_ir_skip(line, 0);
  wl_ir_assigned(line, &name, &rest);
  if (!wl_ir_begins(rest, "load ") || wl_ir_begins(rest, "load volatile ") ||
      wl_ir_begins(rest, "load atomic ")) {
    if (ends(s, rest)) end_search(s);
    return true;
  }
  struct candidate c = {.line = line.at, .align = wl_ir_number(rest, ", align ")};
  rest = wl_ir_skip(rest, 5);
  c.bytes = (uint32_t)wl_ir_shape_of(&s->a->ir, wl_ir_operand(&rest)).bytes;
  c.sum.good = true;
  add_value(s, &c.sum, value_of(wl_ir_operand(&rest)), 1, 0);
  if (!c.sum.good || !c.sum.shared || c.align < c.bytes) return true;
  if (s->count == s->room) {
    struct candidate *grown = wl_grow(s->found, sizeof *grown, &s->room, 64);
    if (grown == NULL) return false;
    s->found = grown;
  }
  s->found[s->count++] = c;
  return true;
}

/* Whether a value that a loop begins with is 1 more in each turn. */
static bool counts_up(const struct search *s, struct wl_ir_part name, struct wl_ir_part phi) {
  const char *p = phi.at, *end = phi.at + phi.size;
  for (; (p = memchr(p, '[', (size_t)(end - p))) != NULL; p++) {
    struct wl_ir_part one = wl_ir_skip((struct wl_ir_part){p, (size_t)(end - p)}, 1);
    struct sum in = {.good = true};
    add_value(s, &in, wl_ir_operand(&one), 1, DEPTH - 3);
    if (in.good && in.terms == 1 && same(in.name[0], name) && in.constant == 1) return true;
  }
  return false;
}

/* Whether a loop of one block, which says nothing of unrolling, reads neighbours one after the
 * other: then nvcc unrolls it by 4 at least. */
static bool reads_neighbours(const struct search *s, uint32_t block) {
  const struct wl_flow_block *own = &s->b->flow.block[block];
  bool loops = false, reads = false;
  for (uint32_t i = 0; i < own->nexts; i++) loops |= own->next[i] == block;
  for (size_t i = 0; loops && i < s->count; i++)
    for (unsigned k = 0; k < s->found[i].sum.terms; k++) {
      struct wl_ir_part rest = define(s, s->found[i].sum.name[k]);
      reads |= wl_ir_begins(rest, "phi ") && rest.at >= s->b->first[block] &&
               rest.at < s->b->last[block] && s->found[i].bytes < 16 &&
               s->found[i].sum.factor[k] == (int64_t)s->found[i].bytes &&
               counts_up(s, s->found[i].sum.name[k], rest);
    }
  struct wl_ir_part text = {s->b->first[block], (size_t)(s->b->last[block] - s->b->first[block])};
  uint32_t node = wl_ir_number(text, "!llvm.loop !");
  for (unsigned i = 1; reads && node != 0; i++) {
    uint32_t said = wl_ir_item(&s->a->ir, node, i);
    if (said == 0) break;
    reads = !wl_ir_kind(&s->a->ir, said, "!{!\"llvm.loop.unroll.");
  }
  return reads;
}

bool wl_shared_loads_find(struct wl_body *b) {
  struct search s = {.b = b, .a = b->a};
  bool good = know_values(&s);
  for (uint32_t i = 0; i < b->flow.blocks && good; i++) {
    for (const char *at = b->first[i]; at < b->last[i] && good;)
      good = look_at(&s, wl_ir_line(at, b->last[i], &at));
    b->flow.block[i].unrolls = reads_neighbours(&s, i);
    b->a->in->unrolls |= b->flow.block[i].unrolls;
    end_search(&s);
  }
  free(s.slot), free(s.found);
  return good;
}

const struct wl_merged_load *wl_shared_load(const struct wl_body *b, const char *line) {
  for (size_t i = 0; i < b->merged_count; i++)
    if (b->merged[i].line == line) return &b->merged[i];
  return NULL;
}
