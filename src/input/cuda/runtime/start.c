/* The program begins and ends: its cage is closed before anything of the user's runs, what it
 * prints is sent, and what goes wrong is told. */
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

struct wl_cuda_setup wl_setup;
volatile int wl_time_over;
bool wl_in_kernel;
static bool ended;

void wl_frame_send(int fd, uint32_t kind, const void *data, size_t size) {
  struct wl_frame frame = {kind, (uint32_t)size};
  const char *part[2] = {(const char *)&frame, data};
  size_t length[2] = {sizeof frame, size};
  for (int i = 0; i < 2; i++)
    while (length[i] > 0) {
      ssize_t n = write(fd, part[i], length[i]);
      if (n < 0 && errno != EINTR) _exit(WL_EXIT_PIPE);
      if (n <= 0) continue;
      part[i] += n;
      length[i] -= (size_t)n;
    }
}

/* ---- what it prints ---- */

enum { PRINTED_MOST = 1 << 24, DEVICE_MOST = 1 << 22 };
static size_t printed;
static char *device;
static size_t device_used;

static void send_printed(const char *text, size_t size) {
  printed += size;
  if (printed > PRINTED_MOST) {
    printed = 0;
    wl_cuda_fail(WL_LIMIT, 0, "", "the program prints more than %d MiB", PRINTED_MOST >> 20);
  }
  while (size > 0) {
    size_t n = size < 32768 ? size : 32768;
    wl_frame_send(wl_setup.data, WL_FRAME_PRINTED, text, n);
    text += n;
    size -= n;
  }
}

/* What kernels print waits in the device until the host asks for its end. */
void wl_printed_flush(void) {
  if (device_used > 0) send_printed(device, device_used);
  device_used = 0;
}

static ssize_t take_printed(void *cookie, const char *text, size_t size) {
  (void)cookie;
  if (!wl_in_kernel) {
    send_printed(text, size);
    return (ssize_t)size;
  }
  if (device == NULL) device = malloc(DEVICE_MOST);
  if (device == NULL || device_used + size > DEVICE_MOST) wl_printed_flush();
  if (size > DEVICE_MOST || device == NULL) return (ssize_t)size;
  memcpy(device + device_used, text, size);
  device_used += size;
  return (ssize_t)size;
}

void wl_printed_begin(void) {
  fflush(stdout);
  wl_in_kernel = true;
}

void wl_printed_end(void) {
  fflush(stdout);
  wl_in_kernel = false;
}

/* ---- what goes wrong ---- */

static void place(struct wl_diag *d, uint32_t site) {
  snprintf(d->file, sizeof d->file, "%s", wl_setup.file);
  if (site == 0 || site >= wl_cuda_counts.sites || wl_cuda_sites[site].line == 0) return;
  d->line = wl_cuda_sites[site].line;
  d->column = wl_cuda_sites[site].column;
  d->end_column = wl_cuda_sites[site].end;
}

static _Noreturn void end_with(struct wl_diag *d) {
  ended = true;
  wl_now = NULL;
  wl_in_kernel = false;
  fflush(stdout);
  wl_printed_flush();
  wl_launch_flush();
  wl_frame_send(wl_setup.data, WL_FRAME_FAILED, d, sizeof *d);
  _exit(WL_EXIT_FINE);
}

static struct wl_diag failed;

static void say_where(void) {
  struct wl_diag *d = &failed;
  const struct wl_thread *t = wl_now;
  if (t != NULL) {
    unsigned n = (unsigned)(t - wl_threads);
    uint32_t b = wl_launch.block, *g = wl_launch.grid;
    snprintf(d->where, sizeof d->where,
             "lane %u of warp %u, thread (%u, %u, %u), block (%u, %u, %u)", n % 32, n / 32,
             t->xyz[0], t->xyz[1], t->xyz[2], b % g[0], b / g[0] % g[1], b / g[0] / g[1]);
  }
}

static void fail(enum wl_status status, uint32_t site, const char *hint, const char *format,
                 va_list list) {
  char what[400];
  vsnprintf(what, sizeof what, format, list);
  wl_diag_fail(&failed, status, "%s", what);
  wl_diag_hint(&failed, "%s", hint);
  place(&failed, site);
  say_where();
  end_with(&failed);
}

void wl_cuda_fail_line(const char *file, uint32_t line, const char *format, ...) {
  va_list list;
  char what[400];
  va_start(list, format);
  vsnprintf(what, sizeof what, format, list);
  va_end(list);
  wl_diag_fail(&failed, WL_SCRIPT, "%s", what);
  snprintf(failed.file, sizeof failed.file, "%s", file);
  failed.line = line;
  failed.column = 1;
  failed.end_column = 2;
  say_where();
  end_with(&failed);
}

void wl_cuda_fail(enum wl_status status, uint32_t site, const char *hint, const char *format, ...) {
  va_list list;
  va_start(list, format);
  fail(status, site, hint, format, list);
  va_end(list);
  _exit(WL_EXIT_FAILED);
}

static uint32_t last_site(void) {
  const struct wl_thread *t = wl_now;
  if (t == NULL) return 0;
  if (wl_current_log != NULL && wl_current_log->used > 0)
    return wl_current_log->entry[wl_current_log->used - 1].site;
  return t->site;
}

static uint32_t loop_site(void) {
  const struct wl_thread *t = wl_now;
  if (t == NULL) return 0;
  return t->path != 0 ? wl_path[t->path].site : last_site();
}

void wl_cuda_check_time(void) {
  wl_cuda_fail(WL_LIMIT, loop_site(),
               "look for a loop that never ends, or give it more time (--timeout)",
               "the program was still running after %g s", wl_setup.seconds);
}

/* The second time nothing has looked: the code that runs is not ours. */
static void on_alarm(int signal) {
  (void)signal;
  if (wl_time_over++) wl_cuda_check_time();
}

static void on_fault(int signal, siginfo_t *info, void *context) {
  (void)context;
  uint64_t address = (uint64_t)(uintptr_t)info->si_addr;
  bool kernel = wl_now != NULL;
  if (ended) _exit(WL_EXIT_FAILED);
  if (signal == SIGABRT)
    wl_cuda_fail(WL_SCRIPT, last_site(), "what it has printed may say why",
                 "the program called abort()");
  if (signal == SIGFPE)
    wl_cuda_fail(WL_SCRIPT, last_site(), "", "a division by zero in %s",
                 kernel ? "a kernel" : "the host code");
  if (signal == SIGILL || signal == SIGTRAP)
    wl_cuda_fail(WL_SCRIPT, last_site(), "", "%s stops itself (a trap)",
                 kernel ? "a kernel" : "the host code");
  if (wl_overflown(address) != NULL)
    wl_cuda_fail(WL_SCRIPT, last_site(),
                 "functions that call themselves, or large arrays of a thread",
                 "the stack of a thread is full");
  if (!kernel && address - wl_arena < UINT64_C(1) << 36)
    wl_cuda_fail(WL_SCRIPT, 0, "copy it with cudaMemcpy()",
                 "the host code touches memory of the device, at 0x%llx",
                 (unsigned long long)address);
  if (address < 65536)
    wl_cuda_fail(WL_SCRIPT, last_site(), "", "a null pointer is used in %s",
                 kernel ? "a kernel" : "the host code");
  wl_cuda_fail(WL_SCRIPT, last_site(), "", "%s touches address 0x%llx, where there is no memory",
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

static void at_end(void) {
  if (ended) return;
  ended = true;
  wl_in_kernel = false;
  fflush(NULL);
  wl_printed_flush();
  wl_launch_flush();
  wl_frame_send(wl_setup.data, WL_FRAME_DONE, NULL, 0);
}

static void read_setup(void) {
  const char *text = getenv("WARPLENS_CUDA"), *kernel = getenv("WARPLENS_KERNEL");
  const char *file = getenv("WARPLENS_FILE");
  unsigned long long accesses = 0, memory = 0;
  unsigned attended = 0;
  if (text == NULL ||
      sscanf(text, "%d,%d,%lf,%llu,%llu,%u,%u", &wl_setup.control, &wl_setup.data,
             &wl_setup.seconds, &accesses, &memory, &wl_setup.launch, &attended) != 7) {
    static const char words[] = "this program is run by warplens\n";
    ssize_t n = write(STDERR_FILENO, words, sizeof words - 1);
    _exit(n < 0 ? 1 : 2);
  }
  wl_setup.accesses = accesses;
  wl_setup.memory = memory;
  wl_setup.attended = attended;
  snprintf(wl_setup.kernel, sizeof wl_setup.kernel, "%s", kernel ? kernel : "");
  snprintf(wl_setup.file, sizeof wl_setup.file, "%s", file ? file : "");
  unsetenv("WARPLENS_CUDA");
  unsetenv("WARPLENS_KERNEL");
  unsetenv("WARPLENS_FILE");
}

/* Before the constructors of the program. */
static void begin(void) {
  read_setup();
  if (wl_jail_lock_alone() == WL_JAIL_OPEN) _exit(WL_EXIT_CAGE);
  cookie_io_functions_t io = {.write = take_printed};
  FILE *out = fopencookie(NULL, "w", io), *errors = fopencookie(NULL, "w", io);
  if (out == NULL || errors == NULL) _exit(WL_EXIT_MEMORY);
  setvbuf(out, NULL, _IOLBF, 8192);
  setvbuf(errors, NULL, _IONBF, 0);
  stdout = out;
  stderr = errors;
  wl_arena_begin();
  wl_path_reset();
  on_signals();
  atexit(at_end);
}
__attribute__((section(".preinit_array"), used)) static void (*const first)(void) = begin;
