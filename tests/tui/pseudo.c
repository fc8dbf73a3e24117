#include "pseudo.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LIMIT_MS = 60000, LOOK_MS = 2 }; /* the machine may be busy */
enum { REPORT_STOPPED, REPORT_ENDED };
struct report { int kind, status; };

double pty_now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void die(const char *what) {
  perror(what);
  exit(1);
}

void pty_open(struct pty *p, int width, int height) {
  struct winsize size = {(unsigned short)height, (unsigned short)width, 0, 0};
  int slave;
  *p = (struct pty){.keeper = -1};
  if (openpty(&p->master, &slave, NULL, NULL, &size) != 0) {
    printf("skipped: no pseudo-terminal: %s\n", strerror(errno));
    exit(77);
  }
  tcgetattr(p->master, &p->modes);
  p->keeper = slave; /* until there is a shell that keeps it open */
  fcntl(p->master, F_SETFD, FD_CLOEXEC);
}

/* The shell: its job is a process group of its own, whose terminal it gives and takes. */
static _Noreturn void keep(int control, pid_t job, bool background) {
  signal(SIGTTOU, SIG_IGN);
  signal(SIGHUP, SIG_IGN);
  setpgid(job, job);
  if (!background) tcsetpgrp(STDIN_FILENO, job);
  for (;;) {
    struct pollfd fd = {control, POLLIN, 0};
    char order;
    struct report r;
    if (poll(&fd, 1, LOOK_MS) > 0) {
      if (read(control, &order, 1) != 1) break;
      tcsetpgrp(STDIN_FILENO, order == 'f' ? job : getpgrp());
      kill(-job, SIGCONT);
    }
    if (waitpid(job, &r.status, WNOHANG | WUNTRACED) != job) continue;
    r.kind = WIFSTOPPED(r.status) ? REPORT_STOPPED : REPORT_ENDED;
    tcsetpgrp(STDIN_FILENO, getpgrp());
    if (write(control, &r, sizeof r) != sizeof r) break;
  }
  kill(-job, SIGKILL);
  _exit(0);
}

static _Noreturn void become(int slave, int control, const char *const *argv,
                             const char *const *set, bool background) {
  setsid();
  ioctl(slave, TIOCSCTTY, 0);
  for (int fd = 0; fd <= 2; fd++) dup2(slave, fd);
  if (slave > 2) close(slave);
  pid_t job = fork();
  if (job != 0) {
    if (write(control, &job, sizeof job) != sizeof job) _exit(1);
    keep(control, job, background);
  }
  setpgid(0, 0);
  signal(SIGTTOU, SIG_IGN);
  if (!background) tcsetpgrp(STDIN_FILENO, getpgrp());
  /* A test that runs in the background of a shell has some of them ignored. */
  static const int standard[] = {SIGTTOU, SIGPIPE, SIGINT, SIGQUIT, SIGHUP};
  for (size_t i = 0; i < sizeof standard / sizeof standard[0]; i++) signal(standard[i], SIG_DFL);
  close(control);
  execve(argv[0], (char *const *)argv, (char *const *)set);
  _exit(127);
}

void pty_start(struct pty *p, const char *const *argv, const char *const *set, bool background) {
  int slave = p->keeper, ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) die("socketpair");
  fflush(stdout);
  p->shell = fork();
  if (p->shell < 0) die("fork");
  if (p->shell == 0)
    close(ends[0]), close(p->master), become(slave, ends[1], argv, set, background);
  close(slave);
  close(ends[1]);
  p->keeper = ends[0];
  if (read(p->keeper, &p->job, sizeof p->job) != sizeof p->job) die("the shell of the test");
}

/* What the shell has to say. */
static void listen_to(struct pty *p) {
  struct report r;
  if (p->ended || recv(p->keeper, &r, sizeof r, MSG_DONTWAIT) != sizeof r) return;
  p->stopped = r.kind == REPORT_STOPPED;
  p->ended = r.kind == REPORT_ENDED;
  p->status = r.status;
}

static size_t take(struct pty *p, int ms) {
  struct pollfd fd = {p->master, POLLIN, 0};
  if (p->room - p->size < 65536) {
    p->room = 2 * p->room + 131072;
    p->out = realloc(p->out, p->room);
    if (!p->out) die("memory");
  }
  if (p->master < 0 || poll(&fd, 1, ms) <= 0) return 0;
  ssize_t n = read(p->master, p->out + p->size, p->room - p->size - 1);
  if (n <= 0) return 0;
  p->size += (size_t)n;
  p->out[p->size] = '\0';
  return (size_t)n;
}

size_t pty_drain(struct pty *p, int ms) {
  size_t before = p->size;
  while (take(p, ms)) continue;
  listen_to(p);
  return p->size - before;
}

bool pty_until(struct pty *p, size_t from, const char *text) {
  double since = pty_now_ms();
  while (pty_now_ms() - since < LIMIT_MS) {
    if (p->size > from && memmem(p->out + from, p->size - from, text, strlen(text))) return true;
    take(p, 10);
  }
  return false;
}

/* Takes back the last mark of `size` bytes, if it has come. */
static bool take_mark(struct pty *p, size_t from, const char *mark, size_t size) {
  char *at = p->size > from ? memmem(p->out + from, p->size - from, mark, size) : NULL;
  if (!at) return false;
  size_t behind = p->size - (size_t)(at - p->out) - size;
  memmove(at, at + size, behind + 1);
  p->size -= size;
  return true;
}

void pty_sync(struct pty *p) {
  static const char mark[] = "\033]2;mark\007";
  enum { SIZE = sizeof mark - 1 };
  char name[64];
  size_t from = p->size > SIZE ? p->size - SIZE : 0, sent = 0;
  int slave = p->master >= 0 && ptsname_r(p->master, name, sizeof name) == 0
    ? open(name, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC) : -1;
  double since = pty_now_ms();
  while (slave >= 0 && pty_now_ms() - since < LIMIT_MS) {
    ssize_t n = sent < SIZE ? write(slave, mark + sent, SIZE - sent) : 0;
    if (n > 0) sent += (size_t)n;
    take(p, LOOK_MS);
    if (sent == SIZE && take_mark(p, from, mark, SIZE)) break;
  }
  if (slave >= 0) close(slave);
}

static bool wait_for(struct pty *p, const bool *what) {
  double since = pty_now_ms();
  while (!*what && pty_now_ms() - since < LIMIT_MS) {
    if (!take(p, LOOK_MS) && p->master < 0) usleep(1000 * LOOK_MS);
    listen_to(p);
  }
  pty_sync(p);
  return *what;
}

bool pty_ends(struct pty *p) { return wait_for(p, &p->ended); }
bool pty_stops(struct pty *p) { return wait_for(p, &p->stopped); }

void pty_type(struct pty *p, const void *bytes, size_t size) {
  const char *s = bytes;
  while (size) {
    ssize_t n = write(p->master, s, size < 512 ? size : 512);
    if (n < 0 && errno != EAGAIN && errno != EINTR) return;
    if (n > 0) s += n, size -= (size_t)n;
    take(p, 0);
  }
}

void pty_resize(struct pty *p, int width, int height) {
  struct winsize size = {(unsigned short)height, (unsigned short)width, 0, 0};
  ioctl(p->master, TIOCSWINSZ, &size);
}

void pty_signal(struct pty *p, int number) { kill(p->job, number); }

static void order(struct pty *p, char what) {
  p->stopped = false;
  if (write(p->keeper, &what, 1) != 1) die("the shell of the test");
}

void pty_foreground(struct pty *p) { order(p, 'f'); }
void pty_background(struct pty *p) { order(p, 'b'); }

bool pty_restored(const struct pty *p) {
  struct termios now;
  return tcgetattr(p->master, &now) == 0 && now.c_iflag == p->modes.c_iflag &&
         now.c_oflag == p->modes.c_oflag && now.c_lflag == p->modes.c_lflag &&
         memcmp(now.c_cc, p->modes.c_cc, sizeof now.c_cc) == 0;
}

void pty_hang_up(struct pty *p) {
  close(p->master);
  p->master = -1;
}

void pty_close(struct pty *p) {
  if (p->master >= 0) close(p->master);
  close(p->keeper);
  if (p->shell > 0) waitpid(p->shell, NULL, 0);
  free(p->out);
}
