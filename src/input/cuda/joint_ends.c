#include "input/cuda/joint_ends.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/grow.h"

enum { BRANCHES = 8, SAME_DEPTH = 6 };

/* An instruction without its name, alignment and metadata. */
static struct wl_ir_part bare(struct wl_ir_part line) {
  struct wl_ir_part name, rest = wl_ir_skip(line, 0);
  wl_ir_assigned(line, &name, &rest);
  const char *stop = wl_ir_find(rest, ", !");
  if (stop != NULL) rest.size = (size_t)(stop - rest.at);
  stop = wl_ir_find(rest, ", align ");
  if (stop != NULL) rest.size = (size_t)(stop - rest.at);
  return rest;
}

static bool is_said_to_debuggers(struct wl_ir_part line) {
  return wl_ir_find(line, "@llvm.dbg.") != NULL || wl_ir_find(line, "#dbg_") != NULL;
}

/* The instruction before `*end` in a block, which becomes its begin; empty: there is none. */
static struct wl_ir_part before(const struct wl_body *b, uint32_t block, const char **end) {
  while (*end > b->first[block]) {
    const char *from = *end - 1;
    while (from > b->first[block] && from[-1] != '\n') from--;
    struct wl_ir_part line = {from, (size_t)(*end - 1 - from)};
    *end = from;
    if (wl_ir_skip(line, 0).size > 0 && !is_said_to_debuggers(line)) return line;
  }
  return (struct wl_ir_part){"", 0};
}

static bool is_same(const struct wl_body *b, struct wl_ir_part x, struct wl_ir_part y, int depth);

/* Whether two instructions differ in none of their operands; *differ counts those that do. */
static bool is_alike(const struct wl_body *b, struct wl_ir_part x, struct wl_ir_part y, int depth,
                     unsigned *differ) {
  const char *p = x.at, *q = y.at, *p_end = x.at + x.size, *q_end = y.at + y.size;
  *differ = 0;
  while (p < p_end && q < q_end) {
    if (*p == '%' && *q == '%') {
      struct wl_ir_part m = wl_ir_name(p, p_end), n = wl_ir_name(q, q_end);
      *differ += !is_same(b, m, n, depth + 1);
      p += m.size, q += n.size;
    } else if (*p == '%' || *q == '%' || *p != *q) { /* a constant and a value, or two constants */
      ++*differ;
      while (p < p_end && *p != ',') p++;
      while (q < q_end && *q != ',') q++;
    } else {
      p++, q++;
    }
  }
  return *differ == 0 && p == p_end && q == q_end;
}

static bool is_same(const struct wl_body *b, struct wl_ir_part x, struct wl_ir_part y, int depth) {
  if (x.size == y.size && memcmp(x.at, y.at, x.size) == 0) return true;
  struct wl_ir_part p = wl_body_define(b, x), q = wl_body_define(b, y);
  unsigned differ;
  if (p.size == 0 || q.size == 0 || depth > SAME_DEPTH || wl_ir_begins(p, "phi ")) return false;
  return is_alike(b, bare(p), bare(q), depth, &differ);
}

/* How many bytes say what an instruction does, and with what type. */
static size_t head_of(struct wl_ir_part p) {
  size_t n = 0;
  for (unsigned words = 0; n < p.size; n++)
    if (p.at[n] == ',' || p.at[n] == '(' || (p.at[n] == ' ' && ++words == 2)) break;
  return n;
}

static bool add_joint(struct wl_body *b, const char *line, uint32_t site) {
  if (b->joints == b->joint_room) {
    struct wl_joint *grown = wl_grow(b->joint, sizeof *grown, &b->joint_room, 16);
    if (grown == NULL) return false;
    b->joint = grown;
  }
  b->joint[b->joints++] = (struct wl_joint){line, site};
  return true;
}

/* Goes up from the ends of blocks as long as they do the same. */
static bool join_ends(struct wl_body *b, const uint32_t *from, uint32_t n) {
  const char *at[BRANCHES];
  uint32_t last = from[0], found = 0;
  for (uint32_t i = 0; i < n; i++) {
    at[i] = b->last[from[i]];
    before(b, from[i], &at[i]); /* the jump */
    if (b->base[from[i]] > b->base[last]) last = from[i];
  }
  for (;;) {
    struct wl_ir_part line[BRANCHES], own[BRANCHES];
    unsigned differ = 0, most = 0;
    for (uint32_t i = 0; i < n; i++) {
      line[i] = before(b, from[i], &at[i]);
      own[i] = bare(line[i]);
      if (own[i].size == 0 || head_of(own[i]) != head_of(own[0]) ||
          memcmp(own[i].at, own[0].at, head_of(own[0])) != 0)
        return true;
      is_alike(b, own[0], own[i], 0, &differ);
      if (differ > most) most = differ;
    }
    bool load = wl_ir_begins(own[0], "load "), store = wl_ir_begins(own[0], "store ");
    if (wl_ir_begins(own[0], "call ") || wl_ir_begins(own[0], "tail ") ||
        wl_ir_begins(own[0], "phi ") || wl_ir_find(own[0], " volatile ") != NULL ||
        wl_ir_find(own[0], " atomic ") != NULL || most > 1 || (store && n > 2))
      return true;
    if (!load && !store) continue;
    uint32_t site = b->base[last] + b->room[last] - ++found;
    for (uint32_t i = 0; i < n; i++)
      if (!add_joint(b, line[i].at, site)) return false;
  }
}

bool wl_joint_ends_find(struct wl_body *b) {
  for (uint32_t to = 0; to < b->flow.blocks; to++) {
    uint32_t from[BRANCHES], n = 0;
    bool good = !b->flow.block[to].heads;
    for (uint32_t i = 0; i < b->flow.blocks && good; i++)
      for (uint32_t k = 0; k < b->flow.block[i].nexts; k++) {
        if (b->flow.block[i].next[k] != to) continue;
        good = good && b->flow.block[i].nexts == 1 && n < BRANCHES;
        if (good) from[n++] = i;
      }
    if (good && n > 1 && !join_ends(b, from, n)) return false;
  }
  return true;
}

uint32_t wl_joint_site(const struct wl_body *b, const char *line) {
  for (size_t i = 0; i < b->joints; i++)
    if (b->joint[i].line == line) return b->joint[i].site;
  return 0;
}
