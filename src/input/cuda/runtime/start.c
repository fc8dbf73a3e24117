/* Begin and end of the program: it is confined before any code of the user runs, and its output
 * and errors are sent. */
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

#include "input/cuda/runtime/launches.h"
#include "input/cuda/runtime/runtime.h"
#include "script/machine/alloc_or_die.h"
#include "script/machine/protocol.h"
#include "script/process/jail.h"

static uint64_t stack_begin; /* of the host */

/* The second time nothing has looked: the code that runs is not ours. */
static void on_alarm(int signal) {
  (void)signal;
  if (wl_time_over++) wl_cuda_check_time();
}

/* Where the host was, as far as it is known: behind a launch. */
static const char *hint_host(const char *hint) {
  static char text[200];
  if (wl_launch.line == 0) return hint;
  snprintf(text, sizeof text, "%s%sit was behind the launch of %.60s in line %u", hint,
           *hint ? "; " : "", wl_launch.name, wl_launch.line);
  return text;
}

/* Whether the stack of the host would have to grow there: nothing else is so near below it. */
static bool is_below_stack(uint64_t address) {
  enum { NEAR = 128 << 20 };
  return stack_begin - address < NEAR;
}

static void on_fault(int signal, siginfo_t *info, void *context) {
  (void)context;
  uint64_t address = (uint64_t)(uintptr_t)info->si_addr;
  bool kernel = wl_now != NULL;
  if (wl_ended) _exit(WL_EXIT_FAILED);
  if (signal == SIGABRT)
    wl_cuda_fail(WL_SCRIPT, wl_last_site(), "what it has printed may say why",
                 "the program called abort()");
  if (signal == SIGFPE)
    wl_cuda_fail(WL_SCRIPT, wl_last_site(), "", "a division by zero in %s",
                 kernel ? "a kernel" : "the host code");
  if (signal == SIGILL || signal == SIGTRAP)
    wl_cuda_fail(WL_SCRIPT, wl_last_site(), "", "%s stops itself (a trap)",
                 kernel ? "a kernel" : "the host code");
  if (wl_overflown(address) != NULL)
    wl_cuda_fail(WL_SCRIPT, wl_last_site(),
                 "functions that call themselves, or large arrays of a thread",
                 "the stack of a thread is full");
  if (kernel && wl_memory_has(info->si_addr))
    wl_cuda_beyond(wl_last_site(), address, wl_last_store());
  if (!kernel && is_below_stack(address))
    wl_cuda_fail(WL_SCRIPT, 0, hint_host("functions that call themselves, or large arrays"),
                 "the stack of the host code is full");
  if (!kernel && address - wl_arena < UINT64_C(1) << 36)
    wl_cuda_fail(WL_SCRIPT, 0, hint_host("copy it with cudaMemcpy()"),
                 "the host code touches memory of the device, at 0x%llx",
                 (unsigned long long)address);
  const struct wl_noted *last = kernel && wl_recorded && wl_current_log->used > 0
                                    ? &wl_current_log->entry[wl_current_log->used - 1] : NULL;
  if (last != NULL && last->cache != 0xff && address - last->address < 16)
    wl_cuda_beyond(last->site, address, last->op == WL_STORE);
  if (address < 65536) wl_cuda_check_memory();
  if (address < 65536)
    wl_cuda_fail(WL_SCRIPT, wl_last_site(), kernel ? "" : hint_host(""),
                 "a null pointer is used in %s",
                 kernel ? "a kernel" : "the host code");
  wl_cuda_fail(WL_SCRIPT, wl_last_site(), kernel ? "" : hint_host(""),
               "%s touches address 0x%llx, where there is no memory",
               kernel ? "a kernel" : "the host code", (unsigned long long)address);
}

static void on_signals(void) {
  static char stack[1 << 16];
  stack_t own = {.ss_sp = stack, .ss_size = sizeof stack};
  struct sigaction fault = {.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
  struct sigaction alarm = {.sa_handler = on_alarm,
                            .sa_flags = SA_RESTART | SA_ONSTACK | SA_NODEFER};
  static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP};
  fault.sa_sigaction = on_fault;
  sigaltstack(&own, NULL);
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) sigaction(faults[i], &fault, NULL);
  sigaction(SIGPROF, &alarm, NULL);
  int64_t us = (int64_t)(wl_setup.seconds * 1e6);
  if (us < 1) us = 1;
  struct itimerval timer = {.it_value = {us / 1000000, us % 1000000}, .it_interval = {0, 250000}};
  setitimer(ITIMER_PROF, &timer, NULL);
}

/* ---- begin and end ---- */

static void at_end(int status, void *of) {
  (void)of;
  if (wl_ended) return;
  char with[40] = "";
  if (status != 0) snprintf(with, sizeof with, " with status %d", status);
  const struct wl_diag *c = wl_complaint();
  if (wl_launch_count() == 0) {
    wl_complaint_end();
    wl_cuda_fail(WL_SCRIPT, 0,
                 wl_memory_hint("does it want arguments (args=), or a file, which it cannot read?"),
                 "the program ends%s and has launched no kernel", with);
  }
  wl_ended = true;
  wl_in_kernel = false;
  if (c->status != WL_OK)
    fprintf(stderr, c->line > 0 ? "warplens: %s:%u: %s\n" : "warplens: %s:%.0u %s\n", c->file,
            c->line, c->what);
  if (c->hint[0]) fprintf(stderr, "  %s\n", c->hint);
  fflush(NULL);
  wl_printed_flush();
  if (wl_launch_count() > WL_LAUNCHES_MOST)
    fprintf(stderr, "warplens: %u launches after the first %d ran and are not listed\n",
            wl_launch_count() - WL_LAUNCHES_MOST, WL_LAUNCHES_MOST);
  wl_steps_flush();
  wl_frame_send(wl_setup.data, WL_FRAME_DONE, NULL, 0);
}

static void read_setup(void) {
  const char *text = getenv("WARPLENS_CUDA"), *kernel = getenv("WARPLENS_KERNEL");
  const char *file = getenv("WARPLENS_FILE");
  unsigned long long accesses = 0, memory = 0;
  unsigned attended = 0;
  if (text == NULL ||
      sscanf(text, "%d,%d,%lf,%llu,%llu,%u,%u,%u", &wl_setup.control, &wl_setup.data,
             &wl_setup.seconds, &accesses, &memory, &wl_setup.launch, &attended,
             &wl_setup.blocks) != 8) {
    static const char words[] = "this program is run by warplens\n";
    ssize_t n = write(STDERR_FILENO, words, sizeof words - 1);
    _exit(n < 0 ? 1 : 2);
  }
  wl_setup.accesses = accesses;
  wl_setup.memory = memory;
  wl_setup.attended = attended & 1;
  wl_setup.alone = attended & 2;
  snprintf(wl_setup.kernel, sizeof wl_setup.kernel, "%s", kernel ? kernel : "");
  snprintf(wl_setup.file, sizeof wl_setup.file, "%s", file ? file : "");
  unsetenv("WARPLENS_CUDA");
  unsetenv("WARPLENS_KERNEL");
  unsetenv("WARPLENS_FILE");
}

/* Before the constructors of the program. The linker is told to want it. */
void wl_cuda_begin(void);
void wl_cuda_begin(void) {
  read_setup();
  stack_begin = (uint64_t)(uintptr_t)__builtin_frame_address(0);
  if (wl_jail_lock_alone() == WL_JAIL_OPEN) _exit(WL_EXIT_CAGE);
  cookie_io_functions_t io = {.write = wl_printed_take};
  FILE *out = fopencookie(NULL, "w", io), *errors = fopencookie(NULL, "w", io);
  if (out == NULL || errors == NULL) _exit(WL_EXIT_MEMORY);
  setvbuf(out, NULL, _IOLBF, 8192);
  setvbuf(errors, NULL, _IONBF, 0);
  stdout = out;
  stderr = errors;
  wl_arena_begin();
  wl_path_reset();
  on_signals();
  on_exit(at_end, NULL);
}
__attribute__((section(".preinit_array"), used)) static void (*const first)(void) = wl_cuda_begin;
