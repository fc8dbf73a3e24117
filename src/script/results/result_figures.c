/* `r`: the figures of a run for checks. The names come from the tables of the report: spaces,
 * operations and figures. */
#include <stdio.h>
#include <string.h>

#include "core/analysis/launch_figures.h"
#include "core/base/text.h"
#include "core/gpu/occupancy.h"
#include "script/judge/check_process.h"
#include "script/language/api_functions.h"
#include "script/machine/errors.h"
#include "script/results/check_state.h"
#include "script/results/result_figures.h"

/* What can be read of a sum beside the rows of wl_metrics. */
enum { EXCESS = WL_EXCESS, EFFICIENCY };

static const struct wl_analysis *analysis_of(lua_State *L) {
  return wl_lane_of(L)->vm->judge->analysis;
}

/* "excess_wavefronts": how far the figure that judges a space is above its ideal. */
static void excess_name(enum wl_space s, char name[40]) {
  snprintf(name, 40, "excess_%s", wl_metrics[wl_main_figure(s)].key);
}

static void figure_name(enum wl_space s, int figure, char name[40]) {
  if (figure == EXCESS) excess_name(s, name);
  else snprintf(name, 40, "%s", figure == EFFICIENCY ? "efficiency" : wl_metrics[figure].key);
}

void wl_result_name(const struct wl_reading *r, char *buffer, size_t size) {
  char line[24] = "", name[40];
  if (r->space == WL_SPACES) {
    wl_result_name_hazard(r, buffer, size);
    return;
  }
  if (r->space > WL_SPACES) {
    snprintf(buffer, size, "%s", wl_launch_figures[r->figure].title);
    return;
  }
  if (r->line > 0) snprintf(line, sizeof line, "line %d: ", r->line);
  figure_name((enum wl_space)r->space, r->figure, name);
  snprintf(buffer, size, "%s%s %s%s%s", line, wl_space_names[r->space],
           r->op < WL_OPS ? wl_op_names[r->op] : "", r->op < WL_OPS ? " " : "", name);
}

/* One operation, or all of them together. */
static struct wl_sum add_up(const struct wl_sum sums[WL_OPS], int op) {
  if (op < WL_OPS) return sums[op];
  struct wl_sum all = {0};
  for (int o = 0; o < WL_OPS; o++) wl_sum_merge(&all, &sums[o]);
  return all;
}

static double value_of(const struct wl_sum *sum, enum wl_space s, int figure) {
  if (figure == EXCESS)
    return (double)(sum->value[wl_main_figure(s)] - sum->value[wl_ideal_figure(s)]);
  if (figure != EFFICIENCY) return (double)sum->value[figure];
  double efficiency = wl_efficiency(s, sum);
  return efficiency < 0 ? 1 : efficiency; /* nothing was moved, none in vain */
}

void wl_result_worst(const struct wl_judge *j, const struct wl_reading *r, char buffer[WL_WORST]) {
  if (r->space == WL_SPACES) {
    wl_result_first_hazard(j, r, buffer, WL_WORST);
    return;
  }
  if (r->space > WL_SPACES) {
    buffer[0] = '\0';
    return;
  }
  size_t count, length;
  const struct wl_line_cost *line = wl_analysis_lines(j->analysis, &count),
                            *worst = NULL;
  int figure = r->figure == EFFICIENCY ? EXCESS : r->figure;
  double most = 0;
  buffer[0] = '\0';
  for (size_t i = 0; i < count; i++) {
    struct wl_sum sum = add_up(line[i].sum[r->space], r->op);
    double value = value_of(&sum, (enum wl_space)r->space, figure);
    if (r->line > 0 ? line[i].line != (uint32_t)r->line : value <= most) continue;
    worst = &line[i];
    most = value;
  }
  if (worst == NULL) return;
  const char *text = wl_trace_line(j->trace, worst->line, &length);
  while (text != NULL && length > 0 && (*text == ' ' || *text == '\t')) text++, length--;
  char name[40], part[96] = "";
  figure_name((enum wl_space)r->space, figure, name);
  if (r->line == 0) snprintf(part, sizeof part, ", most %s (%.14g)", name, most);
  int room = length > 200 ? 200 : (int)length;
  while (text != NULL && room > 0 && room < (int)length &&
         ((unsigned char)text[room] & 0xc0) == 0x80)
    room--;
  snprintf(buffer, WL_WORST, "  line %u%s: %.*s%s", worst->line, part, room,
           text != NULL ? text : "", room < (int)length ? "…" : "");
}

/* Whether a figure can be read: of all operations, those that the run has. */
static enum wl_meaning meaning(const struct wl_arch *arch, enum wl_figure f, enum wl_space s,
                               int op, const struct wl_sum sums[WL_OPS]) {
  enum wl_op first = op < WL_OPS ? (enum wl_op)op : WL_LOAD;
  enum wl_meaning worst = wl_sum_meaning(arch, s, first, &sums[first], f);
  for (int o = 0; op == WL_OPS && o < WL_OPS; o++) {
    enum wl_meaning m = wl_sum_meaning(arch, s, (enum wl_op)o, &sums[o], f);
    if (sums[o].instructions > 0 && m != WL_KNOWN) worst = m;
  }
  return worst;
}

static int fail_figure(lua_State *L, const struct wl_arch *arch, enum wl_space s, const char *key) {
  char list[512] = "", excess[40];
  excess_name(s, excess);
  const struct wl_sum none = {0};
  for (int f = 0; f < WL_FIGURES; f++)
    if (wl_sum_meaning(arch, s, WL_LOAD, &none, (enum wl_figure)f) == WL_KNOWN)
      snprintf(list + strlen(list), sizeof list - strlen(list), "%s, ", wl_metrics[f].key);
  snprintf(list + strlen(list), sizeof list - strlen(list), "%s, efficiency", excess);
  return wl_raise(L, WL_SOURCE_SPAN_INDEX, list, "%s memory has no figure \"%.40s\" on cc %s",
                  wl_space_names[s], key, arch->cc);
}

static void push_sums(lua_State *L, const struct wl_sum *sums, int space, int op, int line);

/* Upvalues: the sums of a space, by operation; the space; the operation; the line. */
static int sums_index(lua_State *L) {
  const struct wl_sum *sums = lua_touserdata(L, lua_upvalueindex(1));
  int space = (int)lua_tointeger(L, lua_upvalueindex(2));
  int op = (int)lua_tointeger(L, lua_upvalueindex(3));
  int line = (int)lua_tointeger(L, lua_upvalueindex(4));
  enum wl_space s = (enum wl_space)space;
  const char *key = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "?";
  const struct wl_arch *arch = wl_analysis_arch(analysis_of(L));
  for (int o = 0; op == WL_OPS && o < WL_OPS; o++)
    if (strcmp(wl_op_names[o], key) == 0) {
      push_sums(L, sums, space, o, line);
      return 1;
    }
  char excess[40];
  excess_name(s, excess);
  int figure = 0;
  while (figure < WL_FIGURES && strcmp(wl_metrics[figure].key, key) != 0) figure++;
  if (figure == WL_FIGURES && strcmp(key, excess) == 0) figure = EXCESS;
  else if (figure == WL_FIGURES && strcmp(key, "efficiency") == 0) figure = EFFICIENCY;
  else if (figure == WL_FIGURES) return fail_figure(L, arch, s, key);
  enum wl_figure judged = figure < WL_FIGURES ? (enum wl_figure)figure : WL_EXCESS;
  static const struct wl_sum none[WL_OPS];
  enum wl_meaning now = meaning(arch, judged, s, op, sums);
  if (now != WL_KNOWN && meaning(arch, judged, s, op, none) == WL_KNOWN)
    return wl_judge_stop(L, "there is no measurement of %s for what the script does with %s memory "
                            "on cc %s", key, wl_space_names[s], arch->cc);
  switch (now) {
  case WL_KNOWN: break;
  case WL_UNKNOWN:
    return wl_raise(L, WL_SOURCE_SPAN_INDEX, NULL,
                    "there is no measurement of %s for %s memory on cc %s",
                    key, wl_space_names[s], arch->cc);
  case WL_MEANINGLESS: return fail_figure(L, arch, s, key);
  }
  struct wl_sum sum = add_up(sums, op);
  double value = value_of(&sum, s, figure);
  struct wl_reading reading;
  memset(&reading, 0, sizeof reading); /* compared byte by byte */
  reading.value = value;
  reading.line = line;
  reading.space = space;
  reading.op = op;
  reading.figure = figure;
  wl_result_note(wl_lane_of(L)->vm->judge, &reading);
  if (figure == EFFICIENCY) lua_pushnumber(L, value);
  else lua_pushinteger(L, (lua_Integer)value);
  return 1;
}

static void push_sums(lua_State *L, const struct wl_sum *sums, int space, int op, int line) {
  lua_newuserdatauv(L, 0, 0); /* not a table, that pairs() would find empty */
  lua_pushlightuserdata(L, (void *)sums);
  lua_pushinteger(L, space);
  lua_pushinteger(L, op);
  lua_pushinteger(L, line);
  wl_result_strict(L, sums_index, 4, "its figures have names: r.global.requests");
}

/* Upvalue 1: what the table is of. */
static int no_field(lua_State *L) {
  return wl_raise(L, WL_SOURCE_SPAN_INDEX, lua_tostring(L, lua_upvalueindex(2)),
                  "%s has no \"%.40s\"",
                  lua_tostring(L, lua_upvalueindex(1)),
                  lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "?");
}

/* Makes the table on top of the stack one that knows what it does not have. */
static void make_strict(lua_State *L, const char *name, const char *hint) {
  lua_pushstring(L, name);
  lua_pushstring(L, hint);
  wl_result_strict(L, no_field, 2, hint);
}

static void push_spaces(lua_State *L, const struct wl_sum sums[WL_SPACES][WL_OPS], int line) {
  for (int s = 0; s < WL_SPACES; s++) {
    push_sums(L, sums[s], s, WL_OPS, line);
    lua_setfield(L, -2, wl_space_names[s]);
  }
}

/* A line without accesses: all is 0. */
static int quiet_line(lua_State *L) {
  static const struct wl_sum none[WL_SPACES][WL_OPS];
  lua_newtable(L);
  push_spaces(L, none, (int)lua_tointeger(L, 2));
  make_strict(L, "a source line", "it has the spaces: r.source_lines[7].shared.wavefronts");
  return 1;
}

static void push_lines(lua_State *L) {
  size_t count;
  const struct wl_line_cost *line = wl_analysis_lines(analysis_of(L), &count);
  lua_newtable(L);
  for (size_t i = 0; i < count; i++) {
    lua_newtable(L);
    push_spaces(L, line[i].sum, (int)line[i].line);
    make_strict(L, "a source line", "it has the spaces: r.source_lines[7].shared.wavefronts");
    lua_rawseti(L, -2, line[i].line);
  }
  wl_result_strict(L, quiet_line, 0, "it goes by the numbers of lines: r.source_lines[7]");
}

/* Accesses that a script writes as calls: what tells them from others. A matrix
 * instruction has an address of each of its lanes. */
struct access_call { const char *name; int space, op, cache; uint32_t lanes; };
enum { ANY = -1 };
static const struct access_call access_calls[] = {
  {"__ldg", WL_GLOBAL, WL_LOAD, WL_NC, 0}, {"__ldca", WL_GLOBAL, WL_LOAD, WL_CA, 0},
  {"__ldcg", WL_GLOBAL, WL_LOAD, WL_CG, 0},
  {"tex2D", WL_TEXTURE, WL_LOAD, ANY, 0}, {"atomicCAS", ANY, WL_CAS, ANY, 0},
  {"__pipeline_memcpy_async", ANY, WL_COPY, ANY, 0},
  {"__ldmatrix_x1", ANY, WL_MATRIX_LOAD, ANY, 0xff},
  {"__ldmatrix_x2", ANY, WL_MATRIX_LOAD, ANY, 0xffff},
  {"__ldmatrix_x4", ANY, WL_MATRIX_LOAD, ANY, 0xffffffff},
  {"__stmatrix_x1", ANY, WL_MATRIX_STORE, ANY, 0xff},
  {"__stmatrix_x2", ANY, WL_MATRIX_STORE, ANY, 0xffff},
  {"__stmatrix_x4", ANY, WL_MATRIX_STORE, ANY, 0xffffffff},
};

static bool is_call(const struct access_call *c, const struct wl_access *a) {
  return (c->space == ANY || a->space == c->space) &&
         (a->op == c->op || (c->op == WL_COPY && a->op == WL_COPY_CG)) &&
         (c->cache == ANY || a->cache == c->cache) && (c->lanes == 0 || a->mask == c->lanes);
}

static int fail_call(lua_State *L, const char *key) {
  bool atomic = strncmp(key, "atomic", 6) == 0;
  return wl_raise(L, WL_SOURCE_SPAN_INDEX,
                  atomic ? "atomics are counted together: r.global.atomic.requests, or "
                           "r.global.reduce.requests where nothing uses the result; r.shared as "
                           "well"
                         : "it counts shuffles, votes, barriers, fences, pipeline and matrix "
                           "functions, tex2D, atomicCAS, __ldg and __ldcg by their names",
                  "r.calls has no \"%.40s\"", key);
}

/* r.calls: how many warp instructions of a name there were. */
static int calls_index(lua_State *L) {
  enum { CALLS = sizeof access_calls / sizeof *access_calls };
  const struct wl_trace *t = wl_lane_of(L)->vm->judge->trace;
  const char *key = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "?";
  uint64_t n = 0;
  int name = 0, call = 0;
  while (name < WL_STEP_NAMES && strcmp(wl_step_names[name], key) != 0) name++;
  while (call < CALLS && strcmp(access_calls[call].name, key) != 0) call++;
  if (name == WL_STEP_NAMES && call == CALLS) return fail_call(L, key);
  if (wl_trace_total(t) > wl_trace_count(t))
    return wl_judge_stop(L, "calls cannot be counted: the recording keeps %zu steps of %llu\n"
                            "  check a smaller grid",
                         wl_trace_count(t), (unsigned long long)wl_trace_total(t));
  struct wl_step step;
  for (size_t i = 0; wl_trace_get(t, i, &step); i++) {
    bool access = step.kind == WL_STEP_ACCESS;
    if (access) n += call < CALLS && is_call(&access_calls[call], &step.access);
    else n += step.kind != WL_STEP_MARK && step.name == name;
  }
  lua_pushinteger(L, (lua_Integer)n);
  return 1;
}

static void push_triple(lua_State *L, const uint32_t xyz[3]) {
  static const char *const names[3] = {"x", "y", "z"};
  lua_createtable(L, 0, 3);
  for (int d = 0; d < 3; d++) {
    lua_pushinteger(L, xyz[d]);
    lua_setfield(L, -2, names[d]);
  }
  make_strict(L, "it", "it has x, y and z");
}

/* A script without the parameter does not meet the check. */
static int missing_param(lua_State *L) {
  const char *name = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "?";
  return wl_judge_stop(L, "the script has no parameter \"%.40s\"", name);
}

static void push_params(lua_State *L, const struct wl_head *h) {
  lua_createtable(L, 0, h->params);
  for (unsigned i = 0; i < h->params; i++) {
    if (lua_stringtonumber(L, h->param[i].value) == 0) lua_pushstring(L, h->param[i].value);
    lua_setfield(L, -2, h->param[i].name);
  }
  wl_result_strict(L, missing_param, 0, "it has what the script declares with param()");
}

/* Upvalue 1: the first of the figures of a group, r.l1. */
static int launch_index(lua_State *L) {
  const char *group = wl_launch_figures[lua_tointeger(L, lua_upvalueindex(1))].group;
  const char *key = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "?";
  struct wl_judge *j = wl_lane_of(L)->vm->judge;
  struct wl_launch_totals launch;
  char list[256] = "it has ";
  double value;
  wl_launch_take(&launch, wl_trace_head(j->trace), j->analysis);
  for (enum wl_launch_figure_id id = 0; id < WL_LAUNCH_FIGURES; id++) {
    const struct wl_launch_figure *f = &wl_launch_figures[id];
    if (strcmp(f->group, group) != 0) continue;
    if (strcmp(f->key, key) == 0) {
      if (wl_launch_figure_get(id, &launch, wl_lane_of(L)->vm->options->registers, &value) !=
          WL_KNOWN)
        return wl_judge_stop(L, "%s.%s of this run is not known", group, key);
      struct wl_reading reading;
      memset(&reading, 0, sizeof reading); /* compared byte by byte */
      reading.value = value;
      reading.space = WL_SPACES + 1;
      reading.figure = (int)id;
      wl_result_note(j, &reading);
      if (f->unit == WL_COUNTED) lua_pushinteger(L, (lua_Integer)value);
      else lua_pushnumber(L, value);
      return 1;
    }
    snprintf(list + strlen(list), sizeof list - strlen(list), "%s, ", f->key);
  }
  list[strlen(list) - 2] = '\0';
  return wl_raise(L, WL_SOURCE_SPAN_INDEX, list, "r.%s has no \"%.40s\"", group, key);
}

/* r.l1, r.l2, r.dram, r.time: what the caches of the launch count. */
static void push_launch(lua_State *L) {
  for (enum wl_launch_figure_id id = 0; id < WL_LAUNCH_FIGURES; id++) {
    const struct wl_launch_figure *f = &wl_launch_figures[id];
    bool first = id == 0 || strcmp(f->group, wl_launch_figures[id - 1].group) != 0;
    if (!f->caches || !first) continue;
    lua_newuserdatauv(L, 0, 0);
    lua_pushinteger(L, id);
    wl_result_strict(L, launch_index, 1, "its figures have names: r.l1.hit_rate");
    lua_setfield(L, -2, f->group);
  }
}

/* r.occupancy: what one multiprocessor holds; 0 where no block fits. */
static void push_occupancy(lua_State *L, const struct wl_head *h, const struct wl_sm *sm) {
  uint32_t threads = h->block[0] * h->block[1] * h->block[2];
  uint32_t registers = wl_lane_of(L)->vm->options->registers;
  struct wl_occupancy o = {0};
  struct wl_diag d;
  if (registers == 0) registers = wl_sm_assumed_registers(sm, threads);
  if (!wl_occupancy(sm, threads, registers, h->shared_bytes, &o, &d)) o.blocks = o.warps = 0;
  const struct { const char *name; uint32_t value; } rows[] = {
    {"blocks", o.blocks}, {"warps", o.warps}, {"most_warps", sm->warps},
  };
  lua_newtable(L);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    lua_pushinteger(L, rows[i].value);
    lua_setfield(L, -2, rows[i].name);
  }
  make_strict(L, "r.occupancy", "it has blocks, warps and most_warps");
}

void wl_result_push(lua_State *L) {
  struct wl_judge *j = wl_lane_of(L)->vm->judge;
  const struct wl_trace *t = j->trace;
  const struct wl_head *h = wl_trace_head(t);
  const struct wl_arch *arch = wl_analysis_arch(analysis_of(L));
  lua_newtable(L);
  for (int s = 0; s < WL_SPACES; s++) {
    push_sums(L, wl_analysis_sum(analysis_of(L), (enum wl_space)s, WL_LOAD), s, WL_OPS, 0);
    lua_setfield(L, -2, wl_space_names[s]);
  }
  push_lines(L);
  lua_setfield(L, -2, "source_lines");
  push_launch(L);
  lua_newuserdatauv(L, 0, 0);
  wl_result_strict(L, calls_index, 0, "it goes by names: r.calls.__syncthreads");
  lua_setfield(L, -2, "calls");
  wl_result_push_hazards(L);
  lua_setfield(L, -2, "hazards");
  wl_result_push_arrays(L);
  lua_setfield(L, -2, "arrays");
  push_triple(L, h->grid);
  lua_setfield(L, -2, "grid");
  push_triple(L, h->block);
  lua_setfield(L, -2, "block");
  push_params(L, h);
  lua_setfield(L, -2, "params");
  push_occupancy(L, h, arch->sm);
  lua_setfield(L, -2, "occupancy");
  lua_pushinteger(L, (lua_Integer)wl_trace_total(t));
  lua_setfield(L, -2, "steps");
  lua_pushinteger(L, h->shared_bytes);
  lua_setfield(L, -2, "shared_bytes");
  lua_pushstring(L, arch->cc);
  lua_setfield(L, -2, "cc");
  make_strict(L, "r", "r has global, shared, constant, local, texture, source_lines, calls, "
                      "l1, l2, dram, time, hazards, arrays, grid, block, params, occupancy, steps, "
                      "shared_bytes, cc");
}
