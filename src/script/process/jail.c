/* Confines a process: limits first, then a filter of system calls. */
#include "script/process/jail.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Numbers of system calls mean something only together with the machine. */
#if defined __x86_64__
#define MACHINE AUDIT_ARCH_X86_64
#elif defined __aarch64__
#define MACHINE AUDIT_ARCH_AARCH64
#elif defined __riscv && __riscv_xlen == 64
#define MACHINE AUDIT_ARCH_RISCV64
#else
#define MACHINE 0 /* no filter: limits have to do */
#endif

/* What running a script needs: memory, time, writing to the pipes. mmap() and
 * mprotect() are looked at further: never with PROT_EXEC. */
static const unsigned short usual[] = {
  SYS_write, SYS_close, SYS_exit, SYS_exit_group,
  SYS_brk, SYS_munmap, SYS_mremap, SYS_madvise,
  SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_setitimer, SYS_restart_syscall,
  SYS_sigaltstack, /* sanitizers ask where the stack is */
  SYS_clock_gettime, SYS_gettimeofday, SYS_futex, SYS_sched_yield, SYS_getpid, SYS_gettid,
};

/* What the director needs besides, to have workers; and what fork() does in them. */
static const unsigned short director[] = {
  SYS_wait4, SYS_prctl, SYS_set_robust_list,
#ifdef SYS_rseq
  SYS_rseq,
#endif
};

/* What a program that is linked statically does before it begins. */
static const unsigned short beginning[] = {
  SYS_execveat, SYS_prctl, SYS_set_tid_address, SYS_set_robust_list,
#ifdef SYS_arch_prctl
  SYS_arch_prctl,
#endif
#ifdef SYS_rseq
  SYS_rseq,
#endif
};

enum cage { CAGE_DIRECTOR, CAGE_PROGRAM, CAGE_ALONE };

enum { ARGUMENT_0 = offsetof(struct seccomp_data, args[0]),
       ARGUMENT_2 = offsetof(struct seccomp_data, args[2]),
       LOW_WORD = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? 0 : 4, MAX_RULES = 128 };

struct program { unsigned short length; struct sock_filter rule[MAX_RULES]; };

static void add(struct program *p, struct sock_filter rule) { p->rule[p->length++] = rule; }

static void answer(struct program *p, uint32_t value) {
  add(p, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, value));
}

static void load(struct program *p, uint32_t offset) {
  add(p, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset));
}

/* The rules from here on are for one system call alone; they end in an answer.
 * Returns the jump, to be closed by end(). */
static unsigned begin(struct program *p, unsigned number) {
  add(p, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 0));
  return p->length - 1u;
}

static void end(struct program *p, unsigned jump) {
  p->rule[jump].jf = (uint8_t)(p->length - jump - 1);
}

static void allow(struct program *p, const unsigned short *numbers, size_t count) {
  for (size_t i = 0; i < count; i++) {
    unsigned jump = begin(p, numbers[i]);
    answer(p, SECCOMP_RET_ALLOW);
    end(p, jump);
  }
}

/* Allows a call where argument at `offset` has none of the bits `never`. */
static void allow_without(struct program *p, unsigned number, uint32_t offset, uint32_t never) {
  unsigned jump = begin(p, number);
  load(p, offset + LOW_WORD);
  add(p, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, never, 1, 0));
  answer(p, SECCOMP_RET_ALLOW);
  answer(p, SECCOMP_RET_ERRNO | EPERM);
  end(p, jump);
}

/* A foreign machine's numbers end the process; what is on no list is refused, so
 * that a libc that asks for something new works on. */
static enum wl_jail lock(enum cage cage) {
  struct program p = {0};
  if (MACHINE == 0) return WL_JAIL_LIMITS;
  load(&p, offsetof(struct seccomp_data, arch));
  add(&p, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, MACHINE, 1, 0));
  answer(&p, SECCOMP_RET_KILL_PROCESS);
  load(&p, offsetof(struct seccomp_data, nr));
  allow(&p, usual, sizeof usual / sizeof *usual);
  allow_without(&p, SYS_mmap, ARGUMENT_2, 4 /* PROT_EXEC */);
  allow_without(&p, SYS_mprotect, ARGUMENT_2, 4);
  if (cage == CAGE_PROGRAM) allow(&p, beginning, sizeof beginning / sizeof *beginning);
  if (cage == CAGE_DIRECTOR) {
    allow(&p, director, sizeof director / sizeof *director);
    /* fork(), as glibc and musl do it: no threads, no name spaces. */
    allow_without(&p, SYS_clone, ARGUMENT_0,
                  ~(uint32_t)(CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID | CSIGNAL));
#ifdef SYS_fork
    allow(&p, &(const unsigned short){SYS_fork}, 1);
#endif
    allow_without(&p, SYS_kill, ARGUMENT_0, ~UINT32_C(0)); /* process 0: the own group */
  }
  answer(&p, SECCOMP_RET_ERRNO | EPERM);
  const struct sock_fprog program = {p.length, p.rule};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
      prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0) return WL_JAIL_FILTERED;
  return errno == EINVAL ? WL_JAIL_LIMITS : WL_JAIL_OPEN; /* what a kernel without them says */
}

enum wl_jail wl_jail_lock(void) { return lock(CAGE_DIRECTOR); }

enum wl_jail wl_jail_lock_program(void) {
  const struct rlimit none = {0, 0};
  setrlimit(RLIMIT_NPROC, &none);
  return lock(CAGE_PROGRAM);
}

enum wl_jail wl_jail_lock_alone(void) {
  const struct rlimit none = {0, 0};
  setrlimit(RLIMIT_NPROC, &none); /* behind a filter that is refused, and not needed */
  return lock(CAGE_ALONE);
}

static int by_number(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

bool wl_jail_enter(const int *keep, size_t count) {
  int sorted[64], null = open("/dev/null", O_RDWR);
  if (setpgid(0, 0) != 0 && getpgrp() != getpid()) return false;
  for (int fd = 0; fd < 3; fd++)
    if (null < 0 || dup2(null, fd) < 0) close(fd);
  size_t n = count < 64 ? count : 64;
  for (size_t i = 0; i < n; i++) sorted[i] = keep[i];
  qsort(sorted, n, sizeof *sorted, by_number);
  int next = 3;
  for (size_t i = 0; i < n; next = sorted[i++] + 1)
    for (int fd = next; fd < sorted[i]; fd++) close(fd);
  long most = close_range((unsigned)next, ~0u, 0) == 0 ? 0 : sysconf(_SC_OPEN_MAX);
  for (int fd = next; fd < most; fd++) close(fd); /* before Linux 5.9 */
  for (int signal = 1; signal < NSIG; signal++) {
    struct sigaction standard = {.sa_handler = SIG_DFL};
    sigaction(signal, &standard, NULL);
  }
  sigset_t empty;
  sigemptyset(&empty);
  sigprocmask(SIG_SETMASK, &empty, NULL);
  const struct rlimit none = {0, 0};
  return setrlimit(RLIMIT_CORE, &none) == 0 && setrlimit(RLIMIT_FSIZE, &none) == 0 &&
         setrlimit(RLIMIT_NOFILE, &none) == 0; /* none besides those that are open */
}
