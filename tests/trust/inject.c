/* Runs a program with one of its system calls failing, whichever it is.
 *
 *   inject [-c] [-l FILE] [-n N -e ERRNO|-k] PROGRAM ARGUMENT…
 *
 * Counted are the calls of the process that is started, with -c those of all that come from
 * it instead, in the order in which they are made; -l has their numbers written, one a line,
 * or that of the one that fails. The N-th is not made and answers with the error; close() is
 * made, as it always is; with -k the process is killed there. Ends as the program does: its
 * status, or 128 and its signal. */
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST = 256, SKIPPED = 77, CALL_STOP = SIGTRAP | 0x80 };

static struct { pid_t pid; bool failing; } known[MOST];
static size_t known_count;
static pid_t first;
static bool of_children, killing;
static bool begun; /* main() is there: in it nothing comes before the rights of set-uid */
static long calls, failing;
static int error;
static FILE *list;

/* These cannot fail, or libc ends the process where futex() does in a new way. */
static bool is_certain(uint64_t number) {
  return number == SYS_exit || number == SYS_exit_group || number == SYS_rt_sigreturn ||
         number == SYS_brk || number == SYS_restart_syscall || number == SYS_futex;
}

static bool *failing_in(pid_t pid) {
  for (size_t i = 0; i < known_count; i++)
    if (known[i].pid == pid) return &known[i].failing;
  if (known_count == MOST) abort();
  known[known_count].pid = pid;
  known[known_count].failing = false;
  return &known[known_count++].failing;
}

static void set_number(pid_t pid, long number) {
#if defined __x86_64__
  ptrace(PTRACE_POKEUSER, pid, offsetof(struct user_regs_struct, orig_rax), number);
#elif defined __aarch64__
  int n = (int)number;
  struct iovec part = {&n, sizeof n};
  ptrace(PTRACE_SETREGSET, pid, 0x404 /* NT_ARM_SYSTEM_CALL */, &part);
#else
  (void)pid, (void)number;
#endif
}

static void set_result(pid_t pid, long result) {
#if defined __x86_64__
  ptrace(PTRACE_POKEUSER, pid, offsetof(struct user_regs_struct, rax), result);
#elif defined __aarch64__
  struct user_regs_struct registers;
  struct iovec all = {&registers, sizeof registers};
  ptrace(PTRACE_GETREGSET, pid, 1 /* NT_PRSTATUS */, &all);
  registers.regs[0] = (unsigned long)result;
  ptrace(PTRACE_SETREGSET, pid, 1, &all);
#else
  (void)pid, (void)result;
#endif
}

static void at_call(pid_t pid) {
  struct __ptrace_syscall_info info;
  bool *fails = failing_in(pid);
  if (ptrace(PTRACE_GET_SYSCALL_INFO, pid, sizeof info, &info) <= 0) return;
  if (info.op == PTRACE_SYSCALL_INFO_ENTRY && info.entry.nr == SYS_setresgid) begun = true;
  if (info.op == PTRACE_SYSCALL_INFO_ENTRY && (pid != first) == of_children && begun &&
      !is_certain(info.entry.nr)) {
    *fails = ++calls == failing;
    if (list && (*fails || !failing)) fprintf(list, "%lu\n", (unsigned long)info.entry.nr);
    if (*fails && killing) kill(pid, SIGKILL);
    else if (*fails && info.entry.nr != SYS_close) set_number(pid, -1);
  } else if (info.op == PTRACE_SYSCALL_INFO_EXIT && *fails) {
    set_result(pid, -error);
    *fails = false;
  }
}

/* A process has stopped. Returns the signal that it is to get. */
static int at_stop(pid_t pid, int status) {
  size_t before = known_count;
  int number = WSTOPSIG(status);
  failing_in(pid);
  if (number == CALL_STOP) return at_call(pid), 0;
  if (status >> 16) return 0;                               /* a new program, or process */
  return number == SIGSTOP && known_count > before ? 0 : number; /* it is a child */
}

int main(int argc, char **argv) {
  int option;
  while ((option = getopt(argc, argv, "+ckl:n:e:")) != -1) {
    if (option == 'c') of_children = true;
    else if (option == 'k') killing = true;
    else if (option == 'l') list = fopen(optarg, "we");
    else if (option == 'n') failing = atol(optarg);
    else if (option == 'e') error = atoi(optarg);
    else return 2;
  }
#if !defined __x86_64__ && !defined __aarch64__
  return puts("skipped: not on this machine"), SKIPPED;
#endif
  if (optind == argc) return 2;
  first = fork();
  if (first == 0) {
    if (ptrace(PTRACE_TRACEME, 0, 0, 0) != 0) _exit(SKIPPED);
    raise(SIGSTOP);
    execv(argv[optind], argv + optind);
    _exit(126);
  }
  int status, result = SKIPPED;
  pid_t pid = waitpid(first, &status, 0);
  if (!WIFSTOPPED(status)) return puts("skipped: no tracing here"), SKIPPED;
  failing_in(first);
  ptrace(PTRACE_SETOPTIONS, first, 0, PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACEFORK |
         PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL);
  ptrace(PTRACE_SYSCALL, pid, 0, 0);
  while ((pid = waitpid(-1, &status, __WALL)) > 0) {
    if (WIFSTOPPED(status)) {
      ptrace(PTRACE_SYSCALL, pid, 0, at_stop(pid, status));
    } else if (pid == first) {
      result = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
  }
  if (list && fclose(list) != 0) return SKIPPED;
  return result;
}
