#include "tui/foreground_job.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tui/signals.h"

/* Starts it with the signals that a shell would give it. */
static int start(char *const *arguments, int terminal, pid_t *job) {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t how;
  sigset_t all, before;
  posix_spawn_file_actions_init(&files);
  posix_spawnattr_init(&how);
  if (terminal != STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&files, terminal, STDIN_FILENO);
  sigfillset(&all);
  posix_spawnattr_setsigdefault(&how, &all);
  posix_spawnattr_setsigmask(&how, wl_signals_open());
  posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK |
                                     POSIX_SPAWN_SETPGROUP);
  sigprocmask(SIG_BLOCK, &all, &before); /* no signal between its start and the note of it */
  int error = posix_spawnp(job, arguments[0], &files, &how, arguments, environ);
  if (!error) wl_signals_job(*job);
  sigprocmask(SIG_SETMASK, &before, NULL);
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&how);
  return error;
}

/* Makes a group the one in the foreground where another that is ours is it, and no shell or
 * debugger has put both into the background. */
static void pass(int terminal, pid_t from, pid_t to) {
  sigset_t output, before;
  sigemptyset(&output);
  sigaddset(&output, SIGTTOU); /* would stop a process in the background that does this */
  sigprocmask(SIG_BLOCK, &output, &before);
  if (tcgetpgrp(terminal) == from) tcsetpgrp(terminal, to);
  sigprocmask(SIG_SETMASK, &before, NULL);
}

bool wl_foreground_await(int terminal) {
  pid_t holder = tcgetpgrp(terminal);
  if (holder != getpgrp() && holder >= 0) kill(0, SIGTTOU); /* one that is gone never comes back */
  return tcgetpgrp(terminal) == getpgrp();
}

/* The user's Ctrl-Z reached only the job: the rest of what the shell started stops, too. */
static void stop(int terminal, pid_t job) {
  pass(terminal, job, getpgrp());
  kill(0, SIGTSTP);
  wl_signals_suspend();
  wl_foreground_await(terminal);
}

int wl_foreground_run(char *const *arguments, int terminal, int *status) {
  pid_t job;
  int error = start(arguments, terminal, &job);
  if (error) return error;
  pass(terminal, getpgrp(), job);
  while (waitpid(job, status, WUNTRACED) < 0 ? errno == EINTR : WIFSTOPPED(*status)) {
    if (!WIFSTOPPED(*status)) continue;
    /* These two: it was at the terminal before that was passed to it. */
    if (WSTOPSIG(*status) != SIGTTIN && WSTOPSIG(*status) != SIGTTOU) stop(terminal, job);
    pass(terminal, getpgrp(), job);
    kill(-job, SIGCONT);
  }
  wl_signals_job(0);
  pass(terminal, job, getpgrp());
  return 0;
}
