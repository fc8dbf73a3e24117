/* How long the screen takes: from start to the first picture that holds a given
 * text, and from a key to the first byte of the picture that follows. */
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { STARTS = 15, KEYS = 200, QUIET_MS = 30, LIMIT_MS = 5000 };

static double now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* Reads what comes within `ms`, at most `size` bytes; 0: nothing, -1: the end. */
static ssize_t receive(int fd, int ms, char *bytes, size_t size) {
  struct pollfd p = {fd, POLLIN, 0};
  if (poll(&p, 1, ms) <= 0) return 0;
  return read(fd, bytes, size);
}

static void drain(int fd) {
  char bytes[65536];
  while (receive(fd, QUIET_MS, bytes, sizeof bytes) > 0) continue;
}

static pid_t start(const char *program, const char *script, struct winsize size, int *fd) {
  pid_t pid = forkpty(fd, NULL, NULL, &size);
  if (pid == 0) {
    setenv("TERM", "xterm-256color", 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    execl(program, program, script, (char *)NULL);
    _exit(127);
  }
  return pid;
}

static void stop(pid_t pid, int fd) {
  if (write(fd, "q", 1) == 1) drain(fd);
  kill(pid, SIGTERM);
  close(fd);
  waitpid(pid, NULL, 0);
}

/* Milliseconds until `text` has come; negative if it never does. */
static double wait_for(int fd, const char *text, double since) {
  static char all[1 << 20];
  size_t have = 0;
  while (now_ms() - since < LIMIT_MS && have < sizeof all - 1) {
    ssize_t n = receive(fd, 100, all + have, sizeof all - 1 - have);
    if (n < 0) return -1;
    have += (size_t)n;
    if (memmem(all, have, text, strlen(text))) return now_ms() - since;
  }
  return -1;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void print(const char *what, struct winsize size, double *ms, int count) {
  qsort(ms, (size_t)count, sizeof *ms, ascending);
  printf("%-14s %3dx%-3d  median %7.2f ms  best %7.2f ms  worst %7.2f ms\n", what, size.ws_col,
         size.ws_row, ms[count / 2], ms[0], ms[count - 1]);
}

static int measure(const char *program, const char *script, const char *text,
                   struct winsize size) {
  double first[STARTS], keys[KEYS];
  char bytes[65536];
  int fd;
  for (int i = 0; i < STARTS; i++) {
    double since = now_ms();
    pid_t pid = start(program, script, size, &fd);
    if (pid < 0) {
      puts("skipped: no pseudo-terminal");
      return 77;
    }
    first[i] = wait_for(fd, text, since);
    stop(pid, fd);
    if (first[i] < 0) {
      printf("FAILED: '%s' did not come\n", text);
      return 1;
    }
  }
  pid_t pid = start(program, script, size, &fd);
  wait_for(fd, text, now_ms());
  for (int i = 0; i < KEYS; i++) {
    drain(fd);
    double since = now_ms();
    if (write(fd, i % 2 ? "h" : "l", 1) != 1 || receive(fd, LIMIT_MS, bytes, sizeof bytes) <= 0) {
      puts("FAILED: a key had no effect");
      return 1;
    }
    keys[i] = now_ms() - since;
  }
  stop(pid, fd);
  print("first picture", size, first, STARTS);
  print("key to output", size, keys, KEYS);
  return 0;
}

int main(int argc, char **argv) {
  static const struct winsize sizes[] = {{24, 80, 0, 0}, {60, 200, 0, 0}};
  if (argc != 4) {
    fputs("usage: bench_screen PROGRAM SCRIPT TEXT\n", stderr);
    return 2;
  }
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
    int result = measure(argv[1], argv[2], argv[3], sizes[i]);
    if (result) return result;
  }
  return 0;
}
