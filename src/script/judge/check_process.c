/* The process that judges: its start, its work and its end. */
#include "script/judge/check_process.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "script/language/array_ref.h"
#include "script/machine/device_memory.h"
#include "script/machine/errors.h"
#include "script/machine/protocol.h"
#include "script/machine/value.h"
#include "script/process/file_level.h"
#include "script/process/jail.h"
#include "script/process/run.h"
#include "script/process/vm_create.h"
#include "script/results/check_state.h"
#include "script/results/final_arrays.h"

/* The figures that an expectation looked at before it said no. */
static void note_readings(struct wl_judge *j) {
  char name[160], worst[WL_WORST] = "";
  for (unsigned i = 0; i < j->readings; i++) {
    wl_result_name(&j->reading[i], name, sizeof name);
    wl_judge_note(j, "%s is %.14g", name, j->reading[i].value);
    wl_result_worst(j, &j->reading[i], worst);
    if (worst[0] != '\0') wl_judge_note(j, "%s", worst);
  }
  if (j->readings == 0) wl_judge_note(j, "the function returns false");
}

/* The check itself is wrong: an error that no script should be blamed for. Where it ran out of
 * time or memory, or Lua cannot compute with what the script has put into an array, it is to
 * blame: no script may choose between "not met" and "cannot be judged". */
static void take_broken(struct wl_vm *vm, lua_State *co, int status) {
  struct wl_judge *j = vm->judge;
  bool values = j->looked && lua_touserdata(co, -1) != &vm->diag;
  wl_error_take(vm, co, status);
  const struct wl_diag *d = &vm->diag;
  static const char script[] = "the script";
  bool limit = d->status == WL_LIMIT; /* the check has run into it */
  bool ours = limit && strncmp(d->what, script, strlen(script)) == 0;
  const char *who = ours ? "the check" : "", *what = d->what + (ours ? strlen(script) : 0);
  if (d->line > 0) wl_judge_note(j, "%s:%u: %s%s", d->file, d->line, who, what);
  else wl_judge_note(j, "%s: %s%s", d->file, who, what);
  if (d->hint[0] != '\0') wl_judge_note(j, "  %s", d->hint);
  j->current->outcome = limit || values ? WL_FAILED : WL_BROKEN;
  vm->failed = false;
}

/* What the function of a check has returned. */
static void take_answer(struct wl_judge *j, lua_State *co, int results) {
  bool nothing = results == 0 || lua_isnil(co, -results);
  if (!nothing && !lua_isboolean(co, -results)) { /* 0 would be true */
    wl_judge_note(j, "the function returns %s: it must return a condition, which is true or false",
                  wl_value_kind(co, -results));
    j->current->outcome = WL_BROKEN;
    return;
  }
  if (!nothing && !lua_toboolean(co, -results)) {
    if (results > 1 && lua_type(co, -results + 1) == LUA_TSTRING)
      wl_judge_note(j, "%s", lua_tostring(co, -results + 1));
    else if (!j->unmet) note_readings(j);
  }
  j->current->outcome = j->unmet ? WL_FAILED : WL_PASSED;
  if (!nothing || j->asked || j->unmet) return;
  wl_judge_note(j, "the function returns nothing: it must return a condition, or call equal(), "
                   "at_most(), at_least(), same() or ensure()");
  j->current->outcome = WL_BROKEN;
}

static void begin_check(struct wl_vm *vm, uint32_t which) {
  struct wl_judge *j = vm->judge;
  j->current = &j->sheet->checks.check[which];
  j->current->message[0] = '\0';
  j->asked = j->unmet = j->looked = false;
  j->readings = j->dropped = 0;
  vm->read_only = "a check looks at what arrays hold, and stores nothing there";
}

static void end_check(struct wl_vm *vm) {
  struct wl_judge *j = vm->judge;
  size_t used = strlen(j->current->message);
  if (j->dropped > 0)
    snprintf(j->current->message + used, sizeof j->current->message - used, "\n… and %u more",
             j->dropped);
  j->current = NULL;
  vm->read_only = NULL;
}

/* A coroutine to call a check in: its stack stays for the error message. */
static lua_State *begin_call(struct wl_vm *vm) {
  lua_State *co = lua_newthread(vm->L);
  vm->running = co;
  if (vm->expired) lua_sethook(co, wl_error_expired, LUA_MASKCOUNT, 1);
  return co;
}

static void judge_one(struct wl_vm *vm, uint32_t which) {
  struct wl_judge *j = vm->judge;
  int results;
  begin_check(vm, which);
  lua_State *co = begin_call(vm);
  wl_expect_push(co, which);
  wl_result_push(co);
  int status = lua_resume(co, vm->L, 1, &results);
  if (status == LUA_OK) take_answer(j, co, results);
  else if (lua_touserdata(co, -1) == j) j->current->outcome = WL_FAILED;
  else take_broken(vm, co, status);
  vm->running = vm->L;
  lua_pop(vm->L, 1);
  end_check(vm);
}

/* Fills one array by the function or value on top of the stack. */
static void fill_array(lua_State *L, const struct wl_array *a, uint8_t *memory) {
  bool function = lua_isfunction(L, -1);
  for (uint64_t i = 0; i < a->bytes / a->element_bytes; i++) {
    uint64_t inner = (uint64_t)a->extent[1] * a->extent[2];
    uint64_t index[3] = {i / inner, i / a->extent[2] % a->extent[1], i % a->extent[2]};
    lua_pushvalue(L, -1);
    for (unsigned d = 0; function && d < a->dimensions; d++)
      lua_pushinteger(L, (lua_Integer)index[d]);
    if (function) lua_call(L, a->dimensions, 1);
    if (!wl_value_write(L, -1, a->type, memory + i * a->element_bytes)) {
      int got = lua_type(L, -1);
      const char *trouble = wl_value_trouble(L, -1, a->type);
      char type[WL_TYPE_TEXT];
      wl_type_text(L, a->type, type);
      if (got == LUA_TNUMBER || got == LUA_TTABLE) /* the script has declared another type */
        wl_judge_stop(L, "the array \"%s\" cannot be filled: its elements are %s, and it gets %s",
                      a->name, type, trouble);
      wl_raise(L, WL_SOURCE_SPAN_CALL,
               function ? "a function of fill must return the element's value"
                        : "give the value of all elements, or a function of their indices",
               "fill: \"%s\" gets %s", a->name, trouble);
    }
    lua_pop(L, 1);
  }
}

/* Argument 1: the table of what to fill. */
static int fill_arrays(lua_State *L) {
  struct wl_judge *j = wl_lane_of(L)->vm->judge;
  const struct wl_head *head = wl_trace_head(j->trace);
  lua_Unsigned wanted = 0, found = 0;
  for (unsigned i = 0; i < head->arrays; i++) {
    const struct wl_array *a = &head->array[i];
    uint8_t *memory = wl_values_of(j->fill, a);
    if (lua_getfield(L, 1, a->name) != LUA_TNIL) {
      if (memory == NULL)
        return wl_judge_stop(L, "the array \"%s\" is in %s memory, where nothing can be filled in",
                             a->name, wl_space_names[a->space]);
      found++;
      fill_array(L, a, memory);
      j->sheet->filled |= UINT64_C(1) << i;
    }
    lua_pop(L, 1);
  }
  const char *missing = NULL;
  for (lua_pushnil(L); lua_next(L, 1); lua_pop(L, 1), wanted++) {
    const char *name = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "?";
    bool known = false;
    for (unsigned i = 0; i < head->arrays; i++)
      known = known || strcmp(head->array[i].name, name) == 0;
    if (!known && (missing == NULL || strcmp(name, missing) < 0)) missing = name;
  }
  if (found < wanted)
    return wl_judge_stop(L, "the script has no array \"%s\"", missing != NULL ? missing : "?");
  return 0;
}

static void fill_one(struct wl_vm *vm, uint32_t which) {
  struct wl_judge *j = vm->judge;
  int results;
  begin_check(vm, which);
  lua_State *co = begin_call(vm);
  lua_pushcfunction(co, fill_arrays);
  wl_expect_push_fill(co, which);
  int status = lua_resume(co, vm->L, 1, &results);
  if (status != LUA_OK && lua_touserdata(co, -1) == j) j->current->outcome = WL_FAILED;
  else if (status != LUA_OK) take_broken(vm, co, status);
  vm->running = vm->L;
  lua_pop(vm->L, 1);
  end_check(vm);
}

/* In the checks of a script its own arrays hold what they came to. */
static void show_values(struct wl_vm *vm) {
  for (unsigned i = 0; i < vm->views; i++) {
    struct wl_view *v = &vm->view[i];
    const struct wl_array *a = &vm->head.array[v->array];
    const uint8_t *final = wl_judge_values(vm->judge, a);
    if (final == NULL) continue;
    ptrdiff_t into = v->memory - vm->memory[a->space]; /* what follows element 0 of a view */
    uint64_t start = a->base - (a->space == WL_GLOBAL ? WL_GLOBAL_BASE : 0);
    v->memory = (uint8_t *)(uintptr_t)final + ((uint64_t)into - start); /* vm->read_only */
  }
}

static void do_work(struct wl_vm *vm, const struct wl_judge_job *job) {
  uint32_t count = vm->judge->sheet->checks.count;
  bool there = job->which < count;
  if (job->work == WL_JUDGE_FILL && there) fill_one(vm, job->which);
  if (job->work == WL_JUDGE_ONE && there) judge_one(vm, job->which);
  for (uint32_t i = 0; job->work == WL_JUDGE_ALL && i < count; i++) judge_one(vm, i);
}

/* The process: `alive` stays open as long as it lives. */
static _Noreturn void judge_main(const struct wl_judge_job *job, struct wl_sheet *sheet,
                                 int alive) {
  static struct wl_source source;
  static struct wl_progress_beacon beacon;
  struct wl_judge judge = {.sheet = sheet, .fill = job->fill};
  if (job->run != NULL) {
    judge.trace = wl_run_trace(job->run);
    judge.analysis = wl_run_analysis(job->run);
    judge.values = wl_run_all_values(job->run);
  }
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (!wl_jail_enter(&alive, 1)) _exit(WL_EXIT_CAGE);
  setlocale(LC_ALL, "C");
  if (!wl_jail_lock_alone()) _exit(WL_EXIT_CAGE);
  source.name = job->options->name;
  source.text = job->options->text;
  source.size = job->options->size;
  source.one_line = job->options->one_line;
  struct wl_vm *vm = wl_vm_create(job->options, &source, &beacon);
  vm->judge = &judge;
  wl_start_alarm(vm, job->options->seconds);
  bool value = job->work == WL_JUDGE_VALUE;
  bool fine = value ? wl_evaluate_expression(vm) : wl_evaluate(vm);
  memcpy(sheet->title, vm->head.title, sizeof sheet->title);
  /* Struct types are known by their number among those of the run. */
  const struct wl_head *head = judge.trace != NULL ? wl_trace_head(judge.trace) : NULL;
  if (head != NULL) memcpy(vm->head.structure, head->structure, sizeof head->structure);
  if (head != NULL) vm->head.structs = head->structs;
  if (fine && !job->options->rubric) show_values(vm);
  if (fine && value) wl_print_value(vm);
  else if (fine) do_work(vm, job);
  if (vm->failed) sheet->diag = vm->diag;
  sheet->done = true;
  _exit(WL_EXIT_FINE);
}

/* Waits for the end of the process, until its end of the pipe is closed, but not for ever. */
static void await(int fd, double seconds) {
  struct timespec now, end = wl_give_up_at(seconds);
  double last = (double)end.tv_sec + (double)end.tv_nsec * 1e-9;
  for (;;) {
    clock_gettime(CLOCK_MONOTONIC, &now);
    double left = last - ((double)now.tv_sec + (double)now.tv_nsec * 1e-9);
    struct pollfd p = {.fd = fd, .events = POLLIN};
    int ready = poll(&p, 1, left > 0 ? (int)fmin(left * 1000 + 1, 1e8) : 0);
    if (ready > 0 || left <= 0) break;
    if (ready < 0 && errno != EINTR) usleep(1000); /* short of memory, say: then without it */
  }
}

/* The process may be anything by now: its text must end, its numbers must fit. */
static void tidy(struct wl_sheet *s) {
  if (s->checks.count > WL_MAX_CHECKS) s->checks.count = 0;
  s->title[sizeof s->title - 1] = '\0';
  for (uint32_t i = 0; i < s->checks.count; i++) {
    struct wl_check *c = &s->checks.check[i];
    struct wl_plan_of_case *p = &s->plan[i];
    c->name[sizeof c->name - 1] = c->settings[sizeof c->settings - 1] = '\0';
    c->message[sizeof c->message - 1] = p->arch[sizeof p->arch - 1] = '\0';
    for (uint32_t k = 0; k < WL_MAX_HINTS; k++) c->hint[k][sizeof c->hint[k] - 1] = '\0';
    c->hazards = 0; /* the parent counts them */
    c->lines[0] = c->lines[1] = c->stopped = 0;
    unsigned char asks;
    memcpy(&asks, &c->asks_hazards, 1); /* it need not be a bool */
    c->asks_hazards = asks == 1;
    if (c->outcome >= WL_OUTCOMES) c->outcome = WL_FAILED;
    if (c->visibility >= WL_VISIBILITIES) c->visibility = WL_HIDDEN;
    if (!(c->points >= 0 && c->points <= 1e6)) c->points = 0;
    if (p->settings > WL_MAX_CASE_SETTINGS) p->settings = 0;
    for (uint32_t k = 0; k < p->settings; k++) {
      p->setting[k].name[sizeof p->setting->name - 1] = '\0';
      p->setting[k].value[sizeof p->setting->value - 1] = '\0';
    }
  }
}

/* Takes over what the process left in the shared sheet. `died`: it came to its end by
 * itself, and `status` is what waitpid() says of it. */
static bool take_sheet(const struct wl_run_options *o, bool died, int status,
                       struct wl_sheet *shared, struct wl_sheet *out, struct wl_diag *d) {
  *out = *shared;
  tidy(out);
  struct wl_diag *said = &out->diag;
  said->file[sizeof said->file - 1] = said->what[sizeof said->what - 1] = '\0';
  said->hint[sizeof said->hint - 1] = said->where[sizeof said->where - 1] = '\0';
  said->source[sizeof said->source - 1] = '\0';
  int end = died && WIFEXITED(status) ? WEXITSTATUS(status) : WL_EXIT_FINE;
  if (!out->done && end == WL_EXIT_MEMORY)
    return wl_diag_refused(d, "%s: not enough memory for the checks", o->name);
  if (!out->done && end == WL_EXIT_CAGE)
    return wl_diag_refused(d, "%s: the system does not let the checks be shut in", o->name);
  if (!out->done && died && end != WL_EXIT_TIME)
    return wl_diag_fail(d, WL_LIMIT, "%s: the process of the checks has ended early: %s %d",
                        o->name, WIFSIGNALED(status) ? "signal" : "exit status",
                        WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
  if (!out->done)
    return wl_diag_fail(d, WL_LIMIT, "%s: the checks were still running after %g s", o->name,
                        o->seconds);
  if (said->status == WL_OK) return true;
  unsigned char refused;
  memcpy(&refused, &said->refused, 1); /* it need not be a bool */
  said->refused = refused == 1;
  *d = *said;
  if (said->status < WL_OK || said->status > WL_INTERNAL)
    d->status = WL_INTERNAL; /* 256 exits as 0 */
  return false;
}

bool wl_judge_begin(const struct wl_judge_job *job, struct wl_judging *g, struct wl_diag *d) {
  int ends[2];
  struct wl_sheet *shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE,
                                 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED || pipe2(ends, O_CLOEXEC) != 0) {
    if (shared != MAP_FAILED) munmap(shared, sizeof *shared);
    return wl_diag_refused(d, "the checks cannot be started: %s", strerror(errno));
  }
  pid_t pid = fork();
  if (pid == 0) judge_main(job, shared, ends[1]);
  int error = errno;
  close(ends[1]);
  *g = (struct wl_judging){pid, ends[0], shared};
  if (pid > 0) return true;
  close(ends[0]);
  munmap(shared, sizeof *shared);
  return wl_diag_refused(d, "the checks cannot be started: %s", strerror(error));
}

bool wl_judge_end(struct wl_judging *g, const struct wl_run_options *options,
                  struct wl_sheet *out, struct wl_diag *d) {
  int status = 0;
  struct pollfd p = {.fd = g->fd, .events = POLLIN};
  bool died = poll(&p, 1, 0) > 0;
  kill(g->pid, SIGKILL);
  while (waitpid(g->pid, &status, 0) < 0 && errno == EINTR) {}
  died = died || WIFEXITED(status); /* where that could not be asked */
  close(g->fd);
  bool good = take_sheet(options, died, status, g->sheet, out, d);
  munmap(g->sheet, sizeof *g->sheet);
  return good;
}

bool wl_judge(const struct wl_judge_job *job, struct wl_sheet *out, struct wl_diag *d) {
  struct wl_judging g;
  if (!wl_judge_begin(job, &g, d)) return false;
  await(g.fd, job->options->seconds);
  return wl_judge_end(&g, job->options, out, d);
}
