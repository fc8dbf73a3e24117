/* Hazards as a user meets them: racy kernels with what must be told of them, and
 * correct ones that nothing may be told of. Arguments: directories of correct
 * scripts. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/gpu/target.h"
#include "core/hazard/fixes.h"
#include "core/hazard/hazard_text.h"
#include "core/hazard/hazards.h"
#include "script.h"

static char **directories;
static int directory_count;

static void add_party(FILE *f, const struct wl_party *p) {
  fprintf(f, " %u:%u.%u.%u", p->place.line, p->block, p->warp, p->lane);
}

/* "KIND SCOPE LINE:BLOCK.WARP.LANE [LINE:BLOCK.WARP.LANE] [ARRAY[ELEMENT]] xCOUNT", a
 * line for each hazard; notes begin with "note ". To be freed. */
static char *hazards_of(struct wl_run *run) {
  char *text;
  size_t size;
  FILE *f = open_memstream(&text, &size);
  const struct wl_head *head = wl_trace_head(wl_run_trace(run));
  struct wl_hazards *all = wl_analysis_hazards(wl_run_analysis(run));
  const struct wl_hazard *h;
  for (int notes = 0; notes < 2; notes++)
    for (size_t i = 0; (h = wl_hazards_get(all, notes == 1, i)) != NULL; i++) {
      fprintf(f, "%s%s", notes ? "note " : "", wl_hazard_keys[h->kind]);
      for (int kind = 0; kind < WL_HAZARD_KINDS; kind++)
        if (kind != h->kind && (h->kinds >> kind & 1)) fprintf(f, "+%s", wl_hazard_keys[kind]);
      fprintf(f, " %s", wl_scope_names[h->scope]);
      add_party(f, &h->first);
      if (h->has_second) add_party(f, &h->second);
      if (h->array < head->arrays) {
        char element[64];
        wl_head_element(head, h->array, h->address, element, sizeof element);
        fprintf(f, " %s%s", head->array[h->array].name, element);
      }
      if (h->lanes) fprintf(f, " %08x", h->lanes);
      fprintf(f, " x%llu\n", (unsigned long long)h->count);
    }
  fclose(f);
  return text;
}

/* Without the notes on readers that call no fence, which are in nobody's way. */
static void drop_unfenced(char *found) {
  char *note;
  while ((note = strstr(found, "note unfenced_read ")) != NULL) {
    const char *next = strchr(note, '\n') + 1;
    memmove(note, next, strlen(next) + 1);
  }
}

static void expect(const char *name, const char *text, const char *cc, const char *hazards) {
  static const unsigned workers[] = {1, 2, 4};
  for (size_t i = 0; i < sizeof workers / sizeof *workers; i++) {
    struct wl_run *run = run_on(cc, text, workers[i]);
    if (wl_run_pump(run, 0) != WL_RUN_DONE)
      fail_msg("%s: %s, line %u", name, wl_run_diag(run)->what, wl_run_diag(run)->line);
    char *found = hazards_of(run);
    if (strstr(hazards, "unfenced_read") == NULL && strstr(name, "fenced") == NULL)
      drop_unfenced(found);
    if (strcmp(found, hazards) != 0)
      fail_msg("%s, %u workers:\n%sinstead of\n%s", name, workers[i], found, hazards);
    free(found);
    wl_run_destroy(run);
  }
}

/* Arrays, on the first line of every kernel; the kernel's body begins on line 2. */
#define ARRAYS "block(64) local s, g = shared('s', int, 64), global('g', int, 65536) " \
               "function kernel() local t, b = threadIdx.x, blockIdx.x\n"
#define GRID "grid(64) " ARRAYS
#define COPY "block(64) local s, g = shared('s', int, 128), global('g', int, 65536) " \
             "function kernel() local t = threadIdx.x\n"

static const struct racy { const char *name, *cc, *text, *hazards; } racy[] = {
#include "hazards_racy.h"
};

static const struct correct { const char *name, *cc, *text; } correct[] = {
#include "hazards_correct.h"
};

static void test_racy(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof racy / sizeof *racy; i++)
    expect(racy[i].name, racy[i].text, racy[i].cc, racy[i].hazards);
}

static void test_correct(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof correct / sizeof *correct; i++)
    expect(correct[i].name, correct[i].text, correct[i].cc, "");
}

/* Kernels with one mistake, and what mends it: the advice of every hazard, each once. */
static const struct cure { const char *name, *text, *advice; } cures[] = {
{"tree, no barrier in its loop: one, at the end of the body", ARRAYS
 "s[t] = t __syncthreads() local k = 32 while k > 0 do\n"
 "if t < k then s[t] = s[t] + s[t + k] end\n"
 "k = k >> 1 end end",
 "Put __syncwarp() at the end of the loop body.\n"},
{"tree across warps", "block(256) local s = shared('s', int, 256) function kernel() "
 "local t = threadIdx.x\n"
 "s[t] = t __syncthreads() local k = 128 while k > 0 do\n"
 "if t < k then s[t] = s[t] + s[t + k] end\n"
 "k = k >> 1 end end",
 "Put __syncthreads() at the end of the loop body, not in an if.\n"},
{"tree across warps, on two lines", "block(256) local s = shared('s', int, 256) function kernel() "
 "local t = threadIdx.x\n"
 "s[t] = t __syncthreads() local k = 128 while k > 0 do if t < k then\n"
 "local v = s[t + k]\n"
 "s[t] = s[t] + v end\n"
 "k = k >> 1 end end",
 "Put __syncthreads() after line 4, before line 3 comes again, not in an if.\n"},
{"tiled product, the barrier behind the loop is missing",
 "block(16, 16) local a, b = shared('a', int, 16, 16), shared('b', int, 16, 16)\n"
 "function kernel() local x, y, v = threadIdx.x, threadIdx.y, 0 for m = 0, 1 do\n"
 "a[y][x] = m\n"
 "b[y][x] = m __syncthreads()\n"
 "for k = 0, 15 do v = v + a[y][k] * b[k][x] end end end",
 "Put __syncthreads() after line 5, before line 3 comes again, not in an if.\n"},
{"tiled product, the barrier before the loop is missing",
 "block(16, 16) local a, b = shared('a', int, 16, 16), shared('b', int, 16, 16)\n"
 "function kernel() local x, y, v = threadIdx.x, threadIdx.y, 0 for m = 0, 1 do\n"
 "a[y][x] = m\n"
 "b[y][x] = m\n"
 "for k = 0, 15 do v = v + a[y][k] * b[k][x] end __syncthreads() end end",
 "Put __syncthreads() between line 4 and line 5, not in an if.\n"},
{"what the block needs comes first", ARRAYS
 "if t < 32 then s[t] = t\n"
 "g[t] = s[t ~ 1] end __syncthreads()\n"
 "s[t] = t\n"
 "g[t] = s[t ~ 32] end",
 "Put __syncthreads() between line 4 and line 5, not in an if.\n"
 "Put __syncwarp() between line 2 and line 3.\n"},
{"tree without any barrier", "block(128) local s = shared('s', int, 128) function kernel() "
 "local t = threadIdx.x\n"
 "s[t] = t local k = 64 while k > 0 do\n"
 "if t < k then s[t] = s[t] + s[t + k] end\n"
 "k = k >> 1 end end",
 "Put __syncthreads() at the end of the loop body, not in an if.\n"
 "Put __syncthreads() between line 2 and line 3, not in an if.\n"},
{"max by plain load and store", ARRAYS
 "if t >= g[0] then\n"
 "g[0] = t + 1 end end",
 "Use an atomic, as atomicAdd(), or let each thread write its own element.\n"},
{"shift in place, in a branch", ARRAYS
 "s[t] = t __syncthreads()\n"
 "if t < 63 then s[t] = s[t + 1] end end",
 "Read into a local variable, then __syncthreads(), not in an if, then write.\n"},
{"histogram without atomics", ARRAYS
 "s[t] = 0 __syncthreads()\n"
 "s[t % 48] = s[t % 48] + 1 end",
 "Use an atomic, as atomicAdd(), or let each thread write its own element.\n"},
{"in a branch of a warp", ARRAYS
 "s[t] = t __syncthreads() if t < 16 then\n"
 "s[t] = s[t + 16] local v = g[t]\n"
 "g[t] = s[t ~ 1] + v end end",
 "Put __syncwarp() between line 3 and line 4; in an if, its lanes are the mask.\n"},
{"in functions that are called in another order",
 "block(64) local s, g = shared('s', int, 64), global('g', int, 65536)\n"
 "local function take(t) g[t] = s[t ~ 32] end\n"
 "local function give(t) s[t] = g[t] end\n"
 "function kernel() give(threadIdx.x) take(threadIdx.x) end",
 "Put __syncthreads() between line 3 and line 2, not in an if.\n"},
{"two statements on one line", ARRAYS
 "s[t] = t g[t] = s[63 - t] end",
 "Put __syncthreads() between columns 1 and 17 of line 2, not in an if.\n"},
{"barrier in an if at the end", ARRAYS
 "if t < 32 then g[t] = t __syncthreads() end end",
 "Take __syncthreads() out of the branch or loop.\n"},
{"return before a barrier", ARRAYS
 "if t >= 40 then return end __syncthreads() g[t] = t end",
 "Make the return an if around the work, so that all come to the barrier.\n"},
{"copy that nobody waits for", COPY
 "__pipeline_memcpy_async(s, t, g, t, 4) __pipeline_commit()\n"
 "local v = s[t] end",
 "Put __pipeline_wait_prior(0) before line 3.\n"},
{"copy in no batch", COPY
 "__pipeline_memcpy_async(s, t, g, t, 4) __syncthreads()\n"
 "local v = s[t] end",
 "Put __pipeline_commit(), __pipeline_wait_prior(0) before line 3.\n"},
{"copies of the warp", COPY
 "__pipeline_memcpy_async(s, t, g, t, 4) __pipeline_commit()\n"
 "local v = s[t] + s[t ~ 1] end",
 "Put __pipeline_wait_prior(0) and __syncwarp() before line 3.\n"},
{"copies of the block", COPY
 "__pipeline_memcpy_async(s, t, g, t, 4) __pipeline_commit()\n"
 "local v = s[t] + s[63 - t] end",
 "Put __pipeline_wait_prior(0) and __syncthreads() before line 3.\n"},
{"copies of the block, and a barrier", COPY
 "__pipeline_memcpy_async(s, t, g, t, 4) __pipeline_commit() __syncthreads()\n"
 "local v = s[t] + s[63 - t] end",
 "Put __pipeline_wait_prior(0) before the barrier that comes before line 3.\n"},
{"copies of the block, and a barrier for some", COPY
 "__pipeline_memcpy_async(s, t, g, t, 4) __pipeline_commit() for k = 0, 1 do\n"
 "local v = s[t] + s[63 - t] __syncthreads() end end",
 "Put __pipeline_wait_prior(0) and __syncthreads() before line 3.\n"},
{"updates on two lines lose each other's", ARRAYS
 "s[0] = 0 __syncthreads()\n"
 "s[0] = s[0] + 1\n"
 "s[0] = s[0] + 2 end",
 "Use an atomic, as atomicAdd(), or let each thread write its own element.\n"
 "Let one thread write, or use an atomic.\n"
 "Let one lane write, or use an atomic.\n"},
{"updates of two branches lose each other's", ARRAYS
 "if t < 16 then\n"
 "g[0] = g[0] + 1 else\n"
 "g[0] = g[0] + 2 end end",
 "Read into a local variable, then __syncwarp(); in an if, its lanes are the mask, then write.\n"
 "Put __syncwarp() between line 3 and line 4; in an if, its lanes are the mask. Line 4 needs an "
 "atomic besides, as atomicAdd().\n"
 "Use an atomic, as atomicAdd(), or let each thread write its own element.\n"
 "Let one lane write, or use an atomic.\n"},
{"an update that a barrier sets apart from another write loses still", ARRAYS
 "if t == 0 then s[0] = 0 end\n"
 "s[0] = s[0] + 1 end",
 "Put __syncthreads() between line 2 and line 3, not in an if. Line 3 needs an atomic besides, "
 "as atomicAdd().\n"
 "Use an atomic, as atomicAdd(), or let each thread write its own element.\n"
 "Let one lane write, or use an atomic.\n"},
{"value of a lane that is not there is stored", ARRAYS
 "local v = 0 if t < 16 then v = __shfl_sync(0xffff, t, t + 16) end g[t] = v end",
 "Do not use it; whether the kernel does is not looked at.\n"},
};

static void test_cures(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof cures / sizeof *cures; i++) {
    struct wl_run *run = run_on(NULL, cures[i].text, 1);
    if (wl_run_pump(run, 0) != WL_RUN_DONE)
      fail_msg("%s: %s", cures[i].name, wl_run_diag(run)->what);
    struct wl_hazards *all = wl_analysis_hazards(wl_run_analysis(run));
    const struct wl_hazard *h;
    char advice[1024] = "", fix[WL_HAZARD_TEXT];
    for (int notes = 0; notes < 2; notes++)
      for (size_t k = 0; (h = wl_hazards_get(all, notes == 1, k)) != NULL; k++) {
        wl_hazard_fix(h, fix);
        if (strstr(advice, fix)) continue;
        size_t n = strlen(advice);
        snprintf(advice + n, sizeof advice - n, "%s\n", fix);
      }
    if (strcmp(advice, cures[i].advice) != 0)
      fail_msg("%s:\n%sinstead of\n%s", cures[i].name, advice, cures[i].advice);
    wl_run_destroy(run);
  }
}

static size_t offset_of(const char *text, uint32_t line, uint32_t column) {
  const char *at = text;
  for (; line > 1; line--) at = strchr(at, '\n') + 1;
  return (size_t)(at - text) + column - 1;
}

/* The text with a barrier at `at`. Of an if with an else there, two are made. To be freed. */
static char *mended(const char *text, size_t at, const char *barrier) {
  char *made = NULL;
  size_t size, start = at;
  FILE *f = open_memstream(&made, &size);
  while (start > 0 && strncmp(text + start, "if ", 3) != 0) start--;
  if (strncmp(text + at, " else\n", 6) != 0) {
    fprintf(f, "%.*s %s%s", (int)at, text, barrier, text + at);
  } else {
    size_t end = (size_t)(strstr(text + start, " then") - text);
    fprintf(f, "%.*s end %s if not (%.*s) then%s", (int)at, text, barrier,
            (int)(end - start - 3), text + start + 3, text + at + 5);
  }
  fclose(f);
  return made;
}

/* Whether the hazard is gone from `text`, and no barrier stands where some threads miss it. */
static bool is_gone(const char *text, const char *cc, const struct wl_hazard *was) {
  struct wl_run *run = run_on(cc, text, 1);
  bool gone = wl_run_pump(run, 0) == WL_RUN_DONE;
  const struct wl_hazard *h;
  for (int notes = 0; notes < 2 && gone; notes++)
    for (size_t i = 0; (h = wl_hazards_get(wl_analysis_hazards(wl_run_analysis(run)), notes == 1,
                                           i)) != NULL; i++)
      gone &= h->kind < WL_HAZARD_BARRIER &&
              (h->scope == WL_SCOPE_GRID ||
               (h->kind != was->kind && was->kind != WL_HAZARD_FLIGHT) || h->array != was->array ||
               h->first.place.line != was->first.place.line ||
               h->second.place.line != was->second.place.line);
  wl_run_destroy(run);
  return gone;
}

/* What is to be put before who comes too early to a copy. */
static const char *awaited(const struct wl_hazard *h) {
  static char text[128];
  const char *barrier = h->scope == WL_SCOPE_BLOCK ? " __syncthreads()" : " __syncwarp()";
  snprintf(text, sizeof text, "%s__pipeline_wait_prior(0)%s",
           h->open ? "__pipeline_commit() " : "", h->own || h->walled ? "" : barrier);
  return text;
}

/* Whether the barrier that the advice names mends it somewhere where the advice says. */
static bool is_mended(const struct racy *r, const struct wl_hazard *h) {
  const struct wl_source_span *a = &h->first.place, *b = &h->second.place;
  const char *barrier = h->kind == WL_HAZARD_FLIGHT ? awaited(h)
                        : h->reach == WL_SCOPE_BLOCK ? "__syncthreads()"
                        : h->branch ? "__syncwarp(__activemask())" : "__syncwarp()";
  size_t from = offset_of(r->text, a->line, a->end_column);
  size_t to = offset_of(r->text, b->line, b->column);
  for (size_t i = 1; r->text[i]; i++) {
    bool there = h->cure == WL_CURE_TURN ? i > from && i > to
                 : from <= to ? i >= from && i < to : i >= from || i < to;
    if (!there || (r->text[i] != ' ' && r->text[i] != '\n')) continue;
    char *made = mended(r->text, i, barrier);
    bool gone = is_gone(made, r->cc, h);
    free(made);
    if (gone) return true;
  }
  return false;
}

/* The barrier that is advised ends the race. */
static void test_advice_is_true(void **state) {
  unsigned tried = 0, copies = 0;
  (void)state;
  for (size_t i = 0; i < sizeof racy / sizeof *racy; i++) {
    struct wl_run *run = run_on(racy[i].cc, racy[i].text, 1);
    assert_int_equal(wl_run_pump(run, 0), WL_RUN_DONE);
    struct wl_hazards *all = wl_analysis_hazards(wl_run_analysis(run));
    const struct wl_hazard *h;
    for (size_t k = 0; (h = wl_hazards_get(all, false, k)) != NULL; k++) {
      bool race = h->kind <= WL_HAZARD_WAW && h->reach != WL_SCOPE_GRID &&
                  h->reach != WL_SCOPE_INSTRUCTION &&
                  (h->cure == WL_CURE_BETWEEN || h->cure == WL_CURE_TURN);
      if (!race && h->kind != WL_HAZARD_FLIGHT) continue;
      copies += h->kind == WL_HAZARD_FLIGHT;
      char fix[WL_HAZARD_TEXT];
      wl_hazard_fix(h, fix);
      tried++;
      if (!is_mended(&racy[i], h)) fail_msg("%s: this does not help: %s", racy[i].name, fix);
    }
    wl_run_destroy(run);
  }
  assert_true(tried > 20 && copies > 3);
}

/* Scripts that are made to show hazards. */
static bool is_hazardous(const char *name) {
  static const char *const made[] = {"race.lua", "volatile.lua", "divergent_barrier.lua",
                                     "fence.lua", "exercise_races.lua"};
  for (size_t i = 0; i < sizeof made / sizeof *made; i++)
    if (strcmp(name, made[i]) == 0) return true;
  return false;
}

static void test_scripts(void **state) {
  (void)state;
  for (int d = 0; d < directory_count; d++) {
    DIR *dir = opendir(directories[d]);
    assert_non_null(dir);
    for (struct dirent *e; (e = readdir(dir)) != NULL;) {
      char path[1024], *text;
      size_t size;
      struct wl_diag diag;
      if (strstr(e->d_name, ".lua") == NULL) continue;
      if (is_hazardous(e->d_name)) continue;
      snprintf(path, sizeof path, "%s/%s", directories[d], e->d_name);
      if (!wl_script_read(path, &text, &size, &diag)) fail_msg("%s: %s", path, diag.what);
      struct wl_run *run = run_text(text, NULL, 2);
      if (wl_run_pump(run, 0) != WL_RUN_DONE) fail_msg("%s: %s", path, wl_run_diag(run)->what);
      char *found = hazards_of(run);
      if (*found != '\0') fail_msg("%s:\n%s", path, found);
      free(found);
      free(text);
      wl_run_destroy(run);
    }
    closedir(dir);
  }
}

/* A sum that leans on lanes that keep step, as code from before cc 7.0 does: there it has no
 * hazards where the array is volatile. Lanes that are together keep step later, too, but nothing
 * promises it. The second can only run thread by thread; in the third a compiler may keep sums in
 * registers. */
#define SUM \
  "function kernel() local t = threadIdx.x s[t] = t s[t + 32] = 0\n" \
  "s[t] = s[t] + s[t + 16] s[t] = s[t] + s[t + 8] s[t] = s[t] + s[t + 4]\n" \
  "s[t] = s[t] + s[t + 2] s[t] = s[t] + s[t + 1] g[t] = s[0] end"
enum { PLAIN = 2 };
static const char *const in_step[] = {
  "block(32) local s, g = shared('s', int, 64, 'volatile'), global('g', int, 32)\n" SUM,
  "block(32) local s, g = shared('s', int, 64, 'volatile'), global('g', int, 32)\n"
  "function kernel() local t = threadIdx.x s[t] = t s[t + 32] = 0\n"
  "for _, k in ipairs({ 16, 8, 4, 2, 1 }) do s[t] = s[t] + s[t + k] end g[t] = s[0] end",
  [PLAIN] = "block(32) local s, g = shared('s', int, 64), global('g', int, 32)\n" SUM,
};

static void test_lanes_in_step(void **state) {
  static const struct { const char *cc; bool promised; } rows[] = {
    {"3.5", true}, {"6.1", true}, {"7.0", false}, {"9.0", false}};
  (void)state;
  for (size_t k = 0; k < sizeof in_step / sizeof *in_step; k++)
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
      struct wl_run_options o = wl_run_defaults;
      o.name = "test.lua";
      o.text = in_step[k];
      o.size = strlen(in_step[k]);
      o.arch = wl_arch_find(rows[i].cc);
      o.want_values = true;
      struct wl_run *run = run_options(&o);
      const struct wl_head *head = wl_trace_head(wl_run_trace(run));
      assert_non_null(head);
      int32_t sum;
      memcpy(&sum, wl_run_values(run, &head->array[1]), sizeof sum);
      size_t hazards = wl_hazards_count(wl_analysis_hazards(wl_run_analysis(run)), false);
      if (sum != 496 || (hazards == 0) != (rows[i].promised && k != PLAIN))
        fail_msg("kernel %zu on cc %s: sum %d, %zu hazards", k, rows[i].cc, (int)sum, hazards);
      wl_run_destroy(run);
    }
}

static void test_not_volatile(void **state) {
  static const struct { const char *text, *what; } rows[] = {
    {"local a = shared('a', float, 4, 'volatil')", "shared(): what is \"volatil\"?"},
    {"local a = constant('a', float, 4, 'volatile')",
     "constant(): only arrays in global and shared memory are volatile"},
    {"local a = global('a', float, 'volatile')", "global(): a size is a string, not a number"},
  };
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct wl_run *run = run_text(rows[i].text, NULL, 1);
    assert_string_equal(expect_failure(run)->what, rows[i].what);
    wl_run_destroy(run);
  }
}

int main(int argc, char **argv) {
  directories = argv + 1;
  directory_count = argc - 1;
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_racy), cmocka_unit_test(test_correct), cmocka_unit_test(test_cures),
    cmocka_unit_test(test_advice_is_true),
    cmocka_unit_test(test_scripts), cmocka_unit_test(test_lanes_in_step),
    cmocka_unit_test(test_not_volatile)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
