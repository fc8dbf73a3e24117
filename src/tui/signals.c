#include "tui/signals.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* `bug`: the process itself is at fault, so that a line says so. */
static const struct { int number; bool bug; } deadly[] = {
  {SIGHUP, false}, {SIGINT, false}, {SIGQUIT, false}, {SIGTERM, false}, {SIGPIPE, false},
  {SIGALRM, false}, {SIGUSR2, false}, {SIGXCPU, false},
  {SIGVTALRM, false}, {SIGPROF, false}, {SIGIO, false}, {SIGPWR, false}, {SIGSTKFLT, false},
  {SIGSEGV, true}, {SIGABRT, true}, {SIGBUS, true}, {SIGFPE, true}, {SIGILL, true},
  {SIGSYS, true}, {SIGTRAP, true},
};
static const struct { int number; unsigned seen; } flagged[] = {
  {SIGWINCH, WL_SEEN_RESIZE}, {SIGTSTP, WL_SEEN_STOP}, {SIGCONT, WL_SEEN_CONTINUE},
  {SIGUSR1, WL_SEEN_RELOAD},
};
/* And those of real time, the numbers of which only the C library knows. */
enum {
  DEADLY = sizeof deadly / sizeof deadly[0],
  REAL_TIME = 64,
  FLAGGED = sizeof flagged / sizeof flagged[0],
};

/* A handler can reach nothing but globals; one screen at a time uses them. */
static volatile sig_atomic_t seen;
static volatile sig_atomic_t armed; /* the guard holds */
static struct {
  pid_t owner; /* forked children inherit the handlers, not the terminal */
  int fd;
  struct termios modes;
  char bytes[512];
  size_t size;
} guard;
static struct sigaction old_deadly[DEADLY + REAL_TIME], old_flagged[FLAGGED];
static sigset_t old_mask, open_mask;
static char *stack; /* handlers run on it: a stack overflow leaves no other */

/* How many end the process, and each of them. */
static size_t deadly_count(void) {
  int real = SIGRTMAX - SIGRTMIN + 1;
  return DEADLY + (size_t)(real < REAL_TIME ? real : REAL_TIME);
}

static int deadly_number(size_t i) {
  return i < DEADLY ? deadly[i].number : SIGRTMIN + (int)(i - DEADLY);
}

static void note(int number) {
  for (size_t i = 0; i < FLAGGED; i++)
    if (flagged[i].number == number) seen = seen | (int)flagged[i].seen;
}

/* What a handler reads is in memory before what tells it to read. */
static void arm(bool on) {
  atomic_signal_fence(memory_order_seq_cst);
  armed = on;
  atomic_signal_fence(memory_order_seq_cst);
}

/* Only async-signal-safe calls from here to die(). */
static void put(int fd, const char *bytes, size_t size) {
  while (size) {
    ssize_t n = write(fd, bytes, size);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return;
    bytes += n;
    size -= (size_t)n;
  }
}

static void restore_terminal(void) {
  tcflush(guard.fd, TCOFLUSH); /* a stalled terminal must not hold up the death */
  tcsetattr(guard.fd, TCSANOW, &guard.modes);
  put(guard.fd, guard.bytes, guard.size);
}

/* Runs with every signal blocked, so that no second one ends the process before
 * the terminal is back. */
static void die(int number) {
  sigset_t own;
  static const char text[] =
      "warplens: crashed, which is a bug. Please report it with the script that was shown.\n";
  if (getpid() == guard.owner) {
    signal(SIGTTOU, SIG_IGN); /* or a background process would stop at the terminal */
    if (armed) {
      arm(false);
      restore_terminal();
    }
    for (size_t i = 0; i < DEADLY; i++)
      if (deadly[i].number == number && deadly[i].bug) put(STDERR_FILENO, text, sizeof text - 1);
  }
  raise(number); /* SA_RESETHAND made it the default again */
  sigemptyset(&own);
  sigaddset(&own, number);
  sigprocmask(SIG_UNBLOCK, &own, NULL); /* dies in here */
}

/* Signals that the parent had ignored (nohup) stay ignored. */
static void install(int number, const struct sigaction *act, struct sigaction *old) {
  if (sigaction(number, NULL, old) == 0 && old->sa_handler != SIG_IGN)
    sigaction(number, act, NULL);
}

void wl_signals_start(void) {
  struct sigaction deadly_act = {.sa_handler = die, .sa_flags = SA_RESETHAND | SA_ONSTACK};
  struct sigaction flag_act = {.sa_handler = note};
  sigset_t flags;
  size_t size = (size_t)SIGSTKSZ + 16384;
  stack = malloc(size);
  if (stack) sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = size}, NULL);
  guard.owner = getpid();
  sigfillset(&deadly_act.sa_mask);
  sigemptyset(&flags);
  for (size_t i = 0; i < FLAGGED; i++) sigaddset(&flags, flagged[i].number);
  sigprocmask(SIG_BLOCK, &flags, &old_mask);
  open_mask = old_mask;
  for (size_t i = 0; i < FLAGGED; i++) {
    sigdelset(&open_mask, flagged[i].number);
    install(flagged[i].number, &flag_act, &old_flagged[i]);
  }
  for (size_t i = 0; i < deadly_count(); i++)
    install(deadly_number(i), &deadly_act, &old_deadly[i]);
}

void wl_signals_end(void) {
  wl_signals_unguard();
  for (size_t i = 0; i < deadly_count(); i++)
    sigaction(deadly_number(i), &old_deadly[i], NULL);
  for (size_t i = 0; i < FLAGGED; i++) sigaction(flagged[i].number, &old_flagged[i], NULL);
  sigprocmask(SIG_SETMASK, &old_mask, NULL);
  sigaltstack(&(stack_t){.ss_flags = SS_DISABLE}, NULL);
  free(stack);
  stack = NULL;
  seen = 0;
}

const sigset_t *wl_signals_open(void) { return &open_mask; }

unsigned wl_signals_take(void) {
  unsigned s = (unsigned)seen; /* the flag signals are blocked here */
  seen = 0;
  return s;
}

void wl_signals_guard(int fd, const struct termios *modes, const char *bytes, size_t size) {
  arm(false);
  guard.fd = fd;
  guard.modes = *modes;
  guard.size = size < sizeof guard.bytes ? size : sizeof guard.bytes;
  memcpy(guard.bytes, bytes, guard.size);
  arm(true);
}

void wl_signals_unguard(void) { arm(false); }

void wl_signals_suspend(void) {
  struct sigaction act = {.sa_handler = SIG_DFL}, ours;
  sigset_t stop;
  sigemptyset(&stop);
  sigaddset(&stop, SIGTSTP);
  sigaddset(&stop, SIGCONT);
  sigaction(SIGTSTP, &act, &ours);
  raise(SIGTSTP);
  sigprocmask(SIG_UNBLOCK, &stop, NULL); /* stops in here */
  sigprocmask(SIG_BLOCK, &stop, NULL);
  sigaction(SIGTSTP, &ours, NULL);
  seen = seen & ~WL_SEEN_CONTINUE; /* that is over */
}
