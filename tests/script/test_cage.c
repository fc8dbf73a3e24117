/* What the processes of a script can do to the system, were a script to get out
 * of Lua: each attempt is made by a process shut in as they are. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "script.h"
#include "script/process/jail.h"

static char probe[] = "/tmp/warplens-cage-XXXXXX"; /* a file that is there */

static bool open_read(void) { return open("/etc/passwd", O_RDONLY) >= 0; }
static bool open_write(void) { return open(probe, O_WRONLY | O_TRUNC) >= 0; }
static bool create(void) { return creat("/tmp/warplens-cage-new", 0600) >= 0; }
static bool connect_out(void) { return socket(AF_INET, SOCK_STREAM, 0) >= 0; }
static bool connect_local(void) { return socket(AF_UNIX, SOCK_STREAM, 0) >= 0; }
static bool copy_descriptor(void) { return dup(1) >= 0; }
static bool make_pipe(void) { int ends[2]; return pipe(ends) == 0; }
static bool remove_file(void) { return unlink(probe) == 0; }
static bool make_folder(void) { return mkdir("/tmp/warplens-cage-dir", 0700) == 0; }
static bool change_mode(void) { return chmod(probe, 0777) == 0; }
static bool signal_parent(void) { return kill(getppid(), 0) == 0; }
static bool signal_all(void) { return kill(-1, 0) == 0; }
static bool look_inside(void) { return ptrace(PTRACE_ATTACH, getppid(), NULL, NULL) == 0; }
static bool leave_group(void) { return setpgid(0, getppid()) == 0 || setsid() >= 0; }
static bool raise_limits(void) {
  const struct { unsigned long now, most; } l = {64, 64};
  return syscall(SYS_prlimit64, 0, 7 /* RLIMIT_NOFILE */, &l, NULL) == 0;
}
static bool machine_code(void) {
  return mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) !=
         MAP_FAILED;
}
static bool make_thread(void) {
  return syscall(SYS_clone, 0x100 /* CLONE_VM */ | 0x10000000 /* CLONE_NEWUSER */ | SIGCHLD, NULL,
                 NULL, NULL, NULL) >= 0;
}

/* A program in a child of its own: the exit status 42 says that it ran. */
static bool run_program(void) {
  char shell[] = "sh", option[] = "-c", command[] = "exit 42";
  char *const arguments[] = {shell, option, command, NULL}, *const environment[] = {NULL};
  int status = 0;
  pid_t pid = fork();
  if (pid == 0) {
    execve("/bin/sh", arguments, environment);
    _exit(1);
  }
  return pid > 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status) &&
         WEXITSTATUS(status) == 42;
}

static bool make_process(void) {
  pid_t pid = fork();
  if (pid == 0) _exit(0);
  return pid > 0;
}

/* By whom each attempt is stopped: by limits alone, by the filter of the director,
 * by that of a worker. */
enum { BY_LIMITS = 1, BY_DIRECTOR = 2, BY_WORKER = 4, BY_FILTERS = BY_DIRECTOR | BY_WORKER,
       BY_ALL = BY_LIMITS | BY_FILTERS };
static const struct {
  const char *name;
  bool (*attempt)(void);
  unsigned stopped;
} rows[] = {
  {"read a file", open_read, BY_ALL},
  {"write a file", open_write, BY_ALL},
  {"create a file", create, BY_ALL},
  {"internet socket", connect_out, BY_ALL},
  {"local socket", connect_local, BY_ALL},
  {"copy a descriptor", copy_descriptor, BY_ALL},
  {"make a pipe", make_pipe, BY_ALL},
  {"run a program", run_program, BY_ALL},
  {"remove a file", remove_file, BY_FILTERS},
  {"make a folder", make_folder, BY_FILTERS},
  {"change a mode", change_mode, BY_FILTERS},
  {"signal the parent", signal_parent, BY_FILTERS},
  {"signal everybody", signal_all, BY_FILTERS},
  {"trace the parent", look_inside, BY_FILTERS},
  {"leave the group", leave_group, BY_FILTERS},
  {"raise a limit", raise_limits, BY_FILTERS},
  {"machine code", machine_code, BY_FILTERS},
  {"share memory, new name space", make_thread, BY_FILTERS},
  {"make a process", make_process, BY_WORKER},
};
enum { ROWS = sizeof rows / sizeof *rows };

/* Which attempts get through, as bits; the highest bit: the filter is not there. */
static uint64_t attempt_all(unsigned how) {
  int ends[2], status;
  uint64_t through = 0;
  assert_int_equal(pipe(ends), 0);
  pid_t pid = fork();
  if (pid == 0) {
    bool locked = wl_jail_enter(&ends[1], 1);
    if (how != BY_LIMITS) locked = locked && wl_jail_lock() == WL_JAIL_FILTERED;
    if (how == BY_WORKER) locked = locked && wl_jail_lock_alone() == WL_JAIL_FILTERED;
    for (unsigned i = 0; i < ROWS && locked; i++)
      if ((rows[i].stopped & how) && rows[i].attempt()) through |= UINT64_C(1) << i;
    if (!locked) through = UINT64_C(1) << 63;
    _exit(write(ends[1], &through, sizeof through) == sizeof through ? 0 : 1);
  }
  close(ends[1]);
  ssize_t n = read(ends[0], &through, sizeof through);
  close(ends[0]);
  waitpid(pid, &status, 0);
  if (n != sizeof through) fail_msg("the process has died (%x)", (unsigned)status);
  return through;
}

static void test_attempts(void **state) {
  (void)state;
  int fd = mkstemp(probe);
  assert_true(fd >= 0);
  close(fd);
  for (unsigned i = 0; i < ROWS; i++) /* would they get through at all? */
    if (rows[i].attempt == open_read || rows[i].attempt == run_program)
      assert_true(rows[i].attempt());
  for (unsigned how = BY_LIMITS; how <= BY_WORKER; how *= 2) {
    uint64_t through = attempt_all(how);
    if (through >> 63) {
      print_message("no filter on this kernel\n");
      continue;
    }
    for (unsigned i = 0; i < ROWS; i++)
      if (through >> i & 1) fail_msg("%s gets through (%u)", rows[i].name, how);
  }
  unlink(probe);
}

/* A process of a run that is under way: the director, or below it a worker. */
static pid_t child_of(pid_t pid) {
  char path[64], text[64] = "";
  snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)pid, (int)pid);
  FILE *f = fopen(path, "r");
  if (f == NULL) return 0;
  if (fgets(text, sizeof text, f) == NULL) text[0] = '\0';
  fclose(f);
  return (pid_t)strtol(text, NULL, 10);
}

static unsigned count_descriptors(pid_t pid) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/fd", (int)pid);
  DIR *d = opendir(path);
  unsigned n = 0;
  if (d == NULL) return 0;
  for (struct dirent *e; (e = readdir(d)) != NULL;) n += e->d_name[0] != '.';
  closedir(d);
  return n;
}

static bool status_has(pid_t pid, const char *wanted) {
  char path[64], line[256];
  bool found = false;
  snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
  FILE *f = fopen(path, "r");
  while (f != NULL && fgets(line, sizeof line, f) != NULL)
    found = found || strncmp(line, wanted, strlen(wanted)) == 0;
  if (f != NULL) fclose(f);
  return found;
}

/* The processes of a real run hold the standard descriptors and their pipes, and
 * the filter is on. */
static void test_run(void **state) {
  (void)state;
  static const char text[] = "grid(4096)\nlocal g = global('g', int, 32)\n"
                             "function kernel() while true do g[laneid()] = 1 end end";
  bool filters = (attempt_all(BY_WORKER) >> 63) == 0;
  int secret = open("/etc/passwd", O_RDONLY), high = fcntl(secret, F_DUPFD, 200);
  assert_true(high >= 200);
  for (unsigned workers = 1; workers <= 2; workers++) {
    struct wl_run_options o = wl_run_defaults;
    o.text = text;
    o.size = sizeof text - 1;
    o.arch = wl_arch_default();
    o.workers = workers;
    o.seconds = 300; /* steps come late on a busy machine */
    struct wl_run *run = wl_run_start(&o, NULL);
    while (wl_trace_total(wl_run_trace(run)) == 0)
      assert_int_equal(wl_run_pump(run, 10), WL_RUN_BUSY);
    pid_t director = child_of(getpid());
    pid_t at_work = workers == 1 ? director : child_of(director);
    if (at_work == 0) skip(); /* no /proc */
    /* The one may have sent steps before the other has closed what it does not need. */
    while (count_descriptors(director) != (workers == 1 ? 3 + 3 : 3 + 2) ||
           (workers == 2 && count_descriptors(at_work) != 3 + 1) ||
           (filters && !status_has(at_work, "Seccomp:\t2")))
      assert_int_equal(wl_run_pump(run, 10), WL_RUN_BUSY);
    wl_run_destroy(run);
  }
  close(secret);
  close(high);
}

/* Where the kernel lets no filter in, scripts run all the same. */
static void test_no_filter(void **state) {
  (void)state;
  int status;
  pid_t pid = fork();
  if (pid == 0) {
    struct sock_filter rules[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_prctl, 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PR_SET_SECCOMP, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EINVAL),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const struct sock_fprog program = {sizeof rules / sizeof *rules, rules};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) != 0)
      _exit(77);
    struct wl_run *run = run_text("local g = global('g', int, 8192)\ngrid(64) block(128)\n"
                                  "function kernel()\n"
                                  "  g[blockIdx.x * 128 + threadIdx.x] = 1\nend", NULL, 2);
    bool fine = wl_run_pump(run, 0) == WL_RUN_DONE && wl_trace_total(wl_run_trace(run)) == 256;
    wl_run_destroy(run);
    _exit(fine ? 0 : 1);
  }
  waitpid(pid, &status, 0);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 77) skip();
  assert_int_equal(status, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_attempts), cmocka_unit_test(test_run), cmocka_unit_test(test_no_filter),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
