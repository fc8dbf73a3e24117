/* How fast the screen is, beside programs that are known to be fast, all in one run: from
 * start to the first picture, from a key to the first byte of the next one, what a key costs
 * in bytes and time of the processor, and what waiting costs.
 *
 * Time of the processor is told twice. A processor that has slept between two keys is cold and
 * slow at first, and a virtual one has to be given back by its host: "from sleep" has all that,
 * whoever's it is. "Awake" is the same keys, one soon after the other, while something that gives
 * way to everything keeps the processors from sleeping: what the program itself takes, before
 * whoever shares the machine has its caches. What comes later than the pause between two keys
 * counts for the next one.
 *
 * A cat that gives back each key as it came stands for what no program can do without: to be
 * woken, to read a byte and to write one, on this machine.
 *
 *   bench_terminal PROGRAM DIRECTORY, where DIRECTORY has a repository for tig. */
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "pseudo.h"

enum { STARTS = 11, PAUSE_MS = 2000, SIZES = 2, ARGS = 6, MOST_CPUS = 64 };
enum { MOST_KEYS = 240 };

/* How many keys, and the milliseconds between an answer and the next one. */
static const struct pace { int keys, apart; } asleep = {60, 20}, awake = {MOST_KEYS, 4};

static const int sizes[SIZES][2] = {{80, 24}, {200, 60}};

/* What a program is started with, the text that its first whole picture has, the keys whose
 * answer is waited for, in turn, and those that come before. */
static const struct subject {
  const char *name, *argv[ARGS], *text, *keys, *before;
} subjects[] = {
  {"warplens", {"tests/tui/tile.lua"}, "LOAD", "lh", ""},
  {"warplens, banks", {"tests/tui/tile.lua", "pad=0"}, "LOAD", "..,,", "w3"},
  {"warplens, script runs", {"BUSY", "--timeout=60"}, "LOAD", "lh", ""},
  {"htop", {"-d", "1000"}, "PID", "\033OB\033OA", ""},
  {"tig", {NULL}, "[main]", "jk", ""},
  {"ncdu", {"-x", "."}, "Total", "jk", ""},
  {"sh", {"-c", "stty raw -echo; echo cat; exec cat"}, "cat", "lh", ""},
};
enum { OURS = 3, SUBJECTS = sizeof subjects / sizeof subjects[0] };

static char busy[64]; /* a script that runs on and on, but has something to show */

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(double *list, int count) {
  qsort(list, (size_t)count, sizeof *list, ascending);
  return list[count / 2];
}

/* Nanoseconds that a process has had of a processor. */
static double cpu_ns(pid_t pid) {
  char path[64];
  double ns = 0;
  snprintf(path, sizeof path, "/proc/%d/schedstat", (int)pid);
  FILE *f = fopen(path, "re");
  if (f && fscanf(f, "%lf", &ns) != 1) ns = 0;
  if (f) fclose(f);
  return ns;
}

static void start(struct pty *p, const char *path, const struct subject *s, int size) {
  const char *argv[ARGS + 2] = {path};
  static const char *const env[] = {"TERM=xterm-256color", "LC_ALL=C.UTF-8", "PATH=/usr/bin:/bin",
                                    "HOME=/nonexistent", NULL};
  for (int i = 0; i < ARGS && s->argv[i]; i++)
    argv[i + 1] = strcmp(s->argv[i], "BUSY") == 0 ? busy : s->argv[i];
  pty_open(p, sizes[size][0], sizes[size][1]);
  pty_start(p, argv, env, false);
}

static void stop(struct pty *p) {
  pty_signal(p, 9);
  pty_ends(p);
  pty_close(p);
}

/* Milliseconds until the first picture is there; negative: never. */
static double first_picture(const char *path, const struct subject *s, int size) {
  double ms[STARTS];
  struct pty p;
  for (int i = 0; i < STARTS; i++) {
    double since = pty_now_ms();
    start(&p, path, s, size);
    bool there = pty_until(&p, 0, s->text);
    ms[i] = pty_now_ms() - since;
    stop(&p);
    if (!there) return -1;
  }
  return median(ms, STARTS);
}

struct cost { double latency, bytes, cpu; }; /* ms, bytes, µs: of one key, medians */

/* The next of the keys: a byte, or an escape sequence of three. */
static size_t key_at(const char *keys, size_t *at) {
  if (!keys[*at]) *at = 0;
  return keys[*at] == '\033' ? 3 : 1;
}

static bool measure_keys(struct pty *p, const char *keys, struct pace pace, struct cost *out) {
  double latency[MOST_KEYS], bytes[MOST_KEYS], cpu[MOST_KEYS];
  size_t at = 0;
  for (int i = 0; i < pace.keys; i++) {
    size_t size = key_at(keys, &at), before = p->size;
    double had = cpu_ns(p->job), since = pty_now_ms();
    struct pollfd fd = {p->master, POLLIN, 0};
    if (write(p->master, keys + at, size) != (ssize_t)size || poll(&fd, 1, 1000) <= 0) return false;
    latency[i] = pty_now_ms() - since;
    pty_drain(p, pace.apart);
    bytes[i] = (double)(p->size - before);
    cpu[i] = (cpu_ns(p->job) - had) / 1e3;
    at += size;
  }
  *out = (struct cost){median(latency, pace.keys), median(bytes, pace.keys),
                       median(cpu, pace.keys)};
  return true;
}

/* A process for each processor, that runs when nothing else does; how many. */
static long keep_awake(pid_t pid[MOST_CPUS]) {
  long cpus = sysconf(_SC_NPROCESSORS_ONLN);
  if (cpus < 1 || cpus > MOST_CPUS) cpus = MOST_CPUS;
  for (long i = 0; i < cpus; i++) {
    pid[i] = fork();
    if (pid[i] != 0) continue;
    sched_setscheduler(0, SCHED_IDLE, &(struct sched_param){0});
    alarm(60); /* it does not outlive a bench that was killed */
    for (volatile unsigned n = 0;; n++) continue;
  }
  return cpus;
}

static void let_sleep(const pid_t pid[MOST_CPUS], long count) {
  for (long i = 0; i < count; i++)
    if (pid[i] > 0 && kill(pid[i], SIGKILL) == 0) waitpid(pid[i], NULL, 0);
}

static bool measure(const char *path, const struct subject *s, int size) {
  struct pty p;
  struct cost key = {0}, warm = {0};
  double first = first_picture(path, s, size);
  start(&p, path, s, size);
  bool good = first >= 0 && pty_until(&p, 0, s->text);
  pty_drain(&p, 200);
  for (const char *k = s->before; *k; k++) {
    pty_type(&p, k, 1);
    pty_drain(&p, 100);
  }
  good = good && measure_keys(&p, s->keys, asleep, &key);
  pid_t spinner[MOST_CPUS];
  long spinners = keep_awake(spinner);
  good = good && measure_keys(&p, s->keys, awake, &warm);
  let_sleep(spinner, spinners);
  double had = cpu_ns(p.job), since = pty_now_ms();
  size_t before = p.size;
  while (pty_now_ms() - since < PAUSE_MS) pty_drain(&p, 50);
  double idle = (cpu_ns(p.job) - had) / 1e4 / (pty_now_ms() - since);
  size_t quiet = p.size - before;
  stop(&p);
  if (good)
    printf("%-22s %3dx%-3d %8.2f ms %8.3f ms %7.0f B %7.0f us %7.0f us %6zu B %7.3f %%\n", s->name,
           sizes[size][0], sizes[size][1], first, key.latency, key.bytes, key.cpu, warm.cpu, quiet,
           idle);
  else
    printf("%-22s %3dx%-3d does nothing that can be measured\n", s->name, sizes[size][0],
           sizes[size][1]);
  fflush(stdout);
  return good;
}

static bool find(const char *name, char path[256]) {
  static const char *const places[] = {"/usr/bin", "/bin", "/usr/local/bin"};
  for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
    snprintf(path, 256, "%s/%s", places[i], name);
    if (access(path, X_OK) == 0) return true;
  }
  return false;
}

static void write_busy(void) {
  static const char text[] =
    "grid(60000)\nblock(32)\nlocal a = global(\"a\", float, 32)\n"
    "function kernel()\n  local x = a[threadIdx.x]\n  for i = 1, 9999 do x = x + i end\n"
    "  a[threadIdx.x] = x\nend\n";
  strcpy(busy, "/tmp/bench-terminal-XXXXXX");
  int fd = mkstemp(busy);
  if (fd < 0 || write(fd, text, sizeof text - 1) < 0 || close(fd) != 0) perror(busy), exit(1);
}

int main(int argc, char **argv) {
  char path[256], program[4096];
  bool good = true;
  if (argc != 3) return fputs("usage: bench_terminal PROGRAM DIRECTORY\n", stderr), 2;
  if (!realpath(argv[1], program) || chdir(argv[2]) != 0) return perror(argv[2]), 1;
  write_busy();
  printf("%-22s %-7s %11s %11s %9s %10s %10s %8s %9s\n", "", "", "first", "key", "bytes",
         "from sleep", "awake", "paused", "");
  for (int i = 0; i < SUBJECTS; i++) {
    bool ours = i < OURS;
    if (!ours && !find(subjects[i].name, path)) {
      printf("%-22s skipped: not installed\n", subjects[i].name);
      continue;
    }
    for (int size = 0; size < SIZES; size++)
      if (!measure(ours ? program : path, &subjects[i], size) && ours) good = false;
  }
  unlink(busy);
  return good ? 0 : 1;
}
