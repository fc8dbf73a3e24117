/* Hazards in words: what, which threads, why, and how to fix it. */
#include "core/hazard/hazard_text.h"

#include <stdio.h>
#include <string.h>

#include "core/hazard/fixes.h"
#include "core/trace/trace_head.h"

static const char *const titles[WL_HAZARD_KINDS] = {
  [WL_HAZARD_RAW] = "read after write",
  [WL_HAZARD_WAR] = "write after read",
  [WL_HAZARD_WAW] = "write after write",
  [WL_HAZARD_FLIGHT] = "copy that has not arrived",
  [WL_HAZARD_UNSET] = "uninitialized read",
  [WL_HAZARD_BARRIER] = "divergent barrier",
  [WL_HAZARD_EXITED] = "barrier without threads that have returned",
  [WL_HAZARD_MASK] = "mask names absent lanes",
  [WL_HAZARD_SOURCE] = "shuffle from absent lanes",
  [WL_HAZARD_UNFENCED] = "unfenced read",
};

static const char *const verbs[WL_OPS + 1] = {
  [WL_LOAD] = "reads", [WL_STORE] = "writes", [WL_REDUCE] = "updates (atomic)",
  [WL_ATOMIC] = "updates (atomic)", [WL_CAS] = "updates (atomic)", [WL_COPY] = "copies into it",
  [WL_COPY_CG] = "copies into it",
  [WL_MATRIX_LOAD] = "reads", [WL_MATRIX_STORE] = "writes", [WL_OPS] = "",
};

/* What is counted. */
static const char *const units[WL_HAZARD_KINDS] = {
  [WL_HAZARD_RAW] = "conflict", [WL_HAZARD_WAR] = "conflict", [WL_HAZARD_WAW] = "conflict",
  [WL_HAZARD_FLIGHT] = "conflict", [WL_HAZARD_UNSET] = "read", [WL_HAZARD_BARRIER] = "thread",
  [WL_HAZARD_EXITED] = "thread", [WL_HAZARD_MASK] = "lane", [WL_HAZARD_SOURCE] = "lane",
  [WL_HAZARD_UNFENCED] = "read",
};

const char *wl_hazard_unit(const struct wl_hazard *h) { return units[h->kind]; }

/* A number that many threads read, change and write back. */
static bool is_lost_update(const struct wl_hazard *h) {
  return h->cure == WL_CURE_ATOMIC && (h->kinds & (h->kinds - 1)) != 0;
}

static bool is_atomic(const struct wl_party *p) {
  return p->op == WL_REDUCE || p->op == WL_ATOMIC || p->op == WL_CAS;
}

void wl_hazard_title(const struct wl_hazard *h, const struct wl_head *head,
                     char text[WL_HAZARD_TEXT]) {
  int n = snprintf(text, WL_HAZARD_TEXT, "%s", is_lost_update(h) ? "lost update" : titles[h->kind]);
  if (h->array < head->arrays) {
    const struct wl_array *a = &head->array[h->array];
    char element[64];
    wl_head_element(head, h->array, h->address, element, sizeof element);
    snprintf(text + n, (size_t)(WL_HAZARD_TEXT - n), ": %s%s, %s memory", a->name, element,
             wl_space_names[a->space]);
  } else if (h->kind == WL_HAZARD_MASK || h->kind == WL_HAZARD_SOURCE) {
    snprintf(text + n, (size_t)(WL_HAZARD_TEXT - n), ": %s()", wl_step_names[h->name]);
  }
}

/* As few coordinates as the launch has: "32" or "(0,1)". */
static const char *coordinates(const uint32_t extent[3], const uint32_t xyz[3], char text[48]) {
  if (extent[2] > 1) snprintf(text, 48, "(%u,%u,%u)", xyz[0], xyz[1], xyz[2]);
  else if (extent[1] > 1) snprintf(text, 48, "(%u,%u)", xyz[0], xyz[1]);
  else snprintf(text, 48, "%u", xyz[0]);
  return text;
}

/* "lanes 16 to 31", "lane 3", "8 lanes from 3 on". */
static const char *lanes(uint32_t mask, char text[48]) {
  unsigned count = (unsigned)__builtin_popcount(mask);
  unsigned first = mask ? (unsigned)__builtin_ctz(mask) : 0;
  unsigned last = mask ? 31 - (unsigned)__builtin_clz(mask) : 0;
  if (count == 1) snprintf(text, 48, "lane %u", first);
  else if (last - first + 1 == count) snprintf(text, 48, "lanes %u to %u", first, last);
  else snprintf(text, 48, "%u lanes between %u and %u", count, first, last);
  return text;
}

void wl_hazard_party(const struct wl_hazard *h, const struct wl_party *p,
                     const struct wl_head *head, enum wl_party_words words,
                     char text[WL_HAZARD_TEXT]) {
  uint32_t thread[3], block[3];
  char t[48], b[48];
  const char *verb = verbs[p->op <= WL_OPS ? p->op : WL_OPS];
  wl_head_thread(head, p->warp, p->lane, thread);
  wl_head_block(head, p->block, block);
  if (h->kind == WL_HAZARD_BARRIER || h->kind == WL_HAZARD_EXITED)
    verb = p == &h->first ? "waits" : p->place.line ? "is elsewhere"
           : h->kind == WL_HAZARD_EXITED ? "has returned" : "never comes to it";
  if (h->kind == WL_HAZARD_MASK) verb = "calls it";
  if (h->kind == WL_HAZARD_SOURCE) verb = "gets an undefined value";
  size_t n = (size_t)snprintf(text, WL_HAZARD_TEXT, "thread %s %s",
                              coordinates(head->block, thread, t), verb);
  if (words == WL_PARTY_THREAD) return;
  bool whole = words == WL_PARTY_WHOLE;
  snprintf(text + n, WL_HAZARD_TEXT - n, " (%s%s%swarp %u, lane %u)", whole ? "block " : "",
           whole ? coordinates(head->grid, block, b) : "", whole ? ", " : "", p->warp, p->lane);
}

static const char *const flight_why =
  "A copy arrives at the __pipeline_wait_prior() of the thread that started it.";

static const char *const barrier_why =
  "CUDA calls it undefined: all threads of a block must come to a barrier, or none.";

static const char *why_race(const struct wl_hazard *h) {
  static const char *const rows[WL_SCOPES] = {
    [WL_SCOPE_INSTRUCTION] = "Lanes of one store write one place: any of them may win.",
    [WL_SCOPE_WARP] = "From cc 7.0 on, lanes of a warp need not keep step.",
    [WL_SCOPE_BLOCK] = "No barrier between them, and warps run in any order.",
    [WL_SCOPE_GRID] = "Blocks run in any order, and no barrier holds them.",
  };
  if (is_lost_update(h))
    return "Threads read the old value before others write theirs back: updates are lost.";
  if (h->note) return "Both write the same value, so it is there in the end.";
  if (is_atomic(&h->first) != is_atomic(&h->second) && h->scope != WL_SCOPE_GRID)
    return "Atomics are safe among themselves; the other access is a plain one.";
  if (h->in_step)
    return "Lanes keep step, but it is not volatile: it may stay in a register.";
  return rows[h->scope];
}

void wl_hazard_why(const struct wl_hazard *h, char text[WL_HAZARD_TEXT]) {
  char some[48];
  const char *what = "";
  switch (h->kind) {
    case WL_HAZARD_FLIGHT: what = flight_why; break;
    case WL_HAZARD_UNSET:
      what = "No thread of the block has written it; it may hold anything.";
      break;
    case WL_HAZARD_BARRIER: what = barrier_why; break;
    case WL_HAZARD_EXITED:
      what = h->note ? "From cc 7.0 on, a barrier waits for the other threads only."
                     : "Before cc 7.0, a barrier may wait for them for ever.";
      break;
    case WL_HAZARD_MASK:
      snprintf(text, WL_HAZARD_TEXT, "It waits for %s, which did not come here.",
               lanes(h->lanes, some));
      return;
    case WL_HAZARD_SOURCE:
      snprintf(text, WL_HAZARD_TEXT, h->lanes & (h->lanes - 1)
                 ? "What %s get is undefined: the lanes that they read take no part."
                 : "What %s gets is undefined: the lane that it reads takes no part.",
               lanes(h->lanes, some));
      return;
    case WL_HAZARD_UNFENCED:
      what = "The reader needs a fence, too. It works as long as L1 has no older copy.";
      break;
    default: what = why_race(h);
  }
  snprintf(text, WL_HAZARD_TEXT, "%s", what);
}

/* Where a barrier has to stand: never in a branch, where some threads miss it. */
static void put_barrier(const struct wl_hazard *h, const char *barrier, char text[WL_HAZARD_TEXT]) {
  const struct wl_source_span *a = &h->first.place, *b = &h->second.place;
  bool turn = h->cure == WL_CURE_TURN;
  const char *where = h->reach == WL_SCOPE_BLOCK ? ", not in an if"
                      : h->branch && !turn ? "; in an if, its lanes are the mask" : "";
  if (h->cure == WL_CURE_TURN)
    snprintf(text, WL_HAZARD_TEXT, "Put %s at the end of the loop body%s.", barrier, where);
  else if (h->cure == WL_CURE_LOCAL)
    snprintf(text, WL_HAZARD_TEXT, "Read into a local variable, then %s%s, then write.", barrier,
             where);
  else if (h->cure == WL_CURE_BOTH)
    snprintf(text, WL_HAZARD_TEXT, "Read into a local variable, then %s, then write; and %s at the "
             "end of the loop body%s.", barrier, barrier, where);
  else if (wl_op_is_copy((enum wl_op)h->first.op))
    snprintf(text, WL_HAZARD_TEXT, "Put %s behind __pipeline_wait_prior(), before line %u%s.",
             barrier, b->line, where);
  else if (h->from != h->to && (h->from < h->to || !h->again))
    snprintf(text, WL_HAZARD_TEXT, "Put %s between line %u and line %u%s.", barrier, h->from,
             h->to, where);
  else if (h->from > h->to)
    snprintf(text, WL_HAZARD_TEXT, "Put %s after line %u, before line %u comes again%s.", barrier,
             h->from, h->to, where);
  else
    snprintf(text, WL_HAZARD_TEXT, "Put %s between columns %u and %u of line %u%s.", barrier,
             a->column, b->column, a->line, where);
}

/* … and the line that loses updates still. */
static void fix_order(const struct wl_hazard *h, const char *barrier, char text[WL_HAZARD_TEXT]) {
  put_barrier(h, barrier, text);
  size_t n = strlen(text);
  if (h->updates)
    snprintf(text + n, WL_HAZARD_TEXT - n, " Line %u needs an atomic besides, as atomicAdd().",
             h->updates);
}

/* Who copies has to wait before others come to a barrier, which may be there already. */
static void fix_flight(const struct wl_hazard *h, char text[WL_HAZARD_TEXT]) {
  const char *barrier = h->scope == WL_SCOPE_BLOCK ? "__syncthreads()" : "__syncwarp()";
  int n = snprintf(text, WL_HAZARD_TEXT, "Put %s__pipeline_wait_prior(0)",
                   h->open ? "__pipeline_commit(), " : "");
  snprintf(text + n, (size_t)(WL_HAZARD_TEXT - n), "%s%s before %sline %u.",
           h->own || h->walled ? "" : " and ", h->own || h->walled ? "" : barrier,
           h->walled && !h->own ? "the barrier that comes before " : "", h->second.place.line);
}

static void fix_unfenced(const struct wl_hazard *h, char text[WL_HAZARD_TEXT]) {
  bool grid = h->scope == WL_SCOPE_GRID;
  snprintf(text, WL_HAZARD_TEXT, "Put %s between the atomic and line %u, or %s.",
           grid ? "__threadfence()" : "__threadfence_block()", h->second.place.line,
           grid ? "read with __ldcg()" : "make the array volatile");
}

static void fix_grid(const struct wl_hazard *h, char text[WL_HAZARD_TEXT]) {
  int n = snprintf(text, WL_HAZARD_TEXT,
                   "Use atomics, launch a second kernel, or one block only.");
  if (h->kind == WL_HAZARD_RAW && !is_atomic(&h->first) && !is_atomic(&h->second))
    snprintf(text + n, (size_t)(WL_HAZARD_TEXT - n),
             " Where an atomic hands it on, put __threadfence() before the atomic.");
}

void wl_hazard_fix(const struct wl_hazard *h, char text[WL_HAZARD_TEXT]) {
  static const char *const rows[WL_HAZARD_KINDS] = {
    [WL_HAZARD_UNSET] = "Write it before, and let __syncthreads() follow.",
    [WL_HAZARD_BARRIER] = "Take __syncthreads() out of the branch or loop.",
    [WL_HAZARD_EXITED] = "Make the return an if around the work, so that all come to the barrier.",
    [WL_HAZARD_MASK] = "Call it before the branch, or name only the lanes that come.",
    [WL_HAZARD_SOURCE] = "Do not use it; whether the kernel does is not looked at.",
  };
  if (h->kind == WL_HAZARD_FLIGHT) {
    fix_flight(h, text);
    return;
  }
  if (h->kind == WL_HAZARD_UNFENCED) {
    fix_unfenced(h, text);
    return;
  }
  if (!wl_hazard_is_race(h)) {
    snprintf(text, WL_HAZARD_TEXT, "%s", rows[h->kind]);
    return;
  }
  if (h->cure == WL_CURE_ATOMIC && (h->scope != WL_SCOPE_INSTRUCTION || is_lost_update(h))) {
    snprintf(text, WL_HAZARD_TEXT,
             "Use an atomic, as atomicAdd(), or let each thread write its own element.");
    return;
  }
  if (h->kind == WL_HAZARD_WAW && h->scope != WL_SCOPE_INSTRUCTION &&
      wl_same_place(&h->first.place, &h->second.place)) {
    snprintf(text, WL_HAZARD_TEXT, "Let one thread write, or use an atomic.");
    return;
  }
  switch (h->cure == WL_CURE_ATOMIC ? h->scope : h->reach) {
    case WL_SCOPE_WARP: fix_order(h, "__syncwarp()", text); break;
    case WL_SCOPE_BLOCK: fix_order(h, "__syncthreads()", text); break;
    case WL_SCOPE_GRID: fix_grid(h, text); break;
    default: snprintf(text, WL_HAZARD_TEXT, "Let one lane write, or use an atomic.");
  }
}
