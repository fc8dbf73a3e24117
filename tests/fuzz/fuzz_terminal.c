/* A terminal: its description in terminfo, and what comes from its keys. The first two bytes
 * are the size of the description, 0: that of xterm. Where the terminal itself does not do what
 * is asked of it, an input is passed over: only what warplens does with it can be a fault. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "fuzz.h"
#include "tui/signals.h"
#include "tui/terminal.h"

static int master;
static char directory[] = "/tmp/fuzz-terminfo-XXXXXX", path[64];
static pid_t drain;

static void clean_up(void) {
  if (drain > 0) kill(drain, SIGKILL);
  unlink(path);
  path[sizeof directory - 1 + 2] = '\0';
  rmdir(path);
  rmdir(directory);
}

/* Reads what is written to the terminal. Keys of the terminal that are signals do not reach it. */
static _Noreturn void run_drain(pid_t parent) {
  char buffer[4096];
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(0);
  setpgid(0, 0);
  for (int fd = 0; fd < 3; fd++) close(fd);
  while (poll(&(struct pollfd){master, POLLIN, 0}, 1, -1) >= 0 || errno == EINTR)
    if (read(master, buffer, sizeof buffer) < 0 && errno != EAGAIN && errno != EINTR) break;
  _exit(0);
}

extern void __sanitizer_set_death_callback(void (*call)(void)) __attribute__((weak));

/* A description is tried in a process of its own, which may die of it: that is no finding. */
static void in_child(void) {
  if (__sanitizer_set_death_callback) __sanitizer_set_death_callback(NULL);
}

static _Noreturn void give_up(const char *what) {
  fprintf(stderr, "no terminal: %s: %s\n", what, strerror(errno));
  exit(77);
}

/* A terminal of our own becomes the controlling one, and standard input and output. */
static void open_terminal(void) {
  struct winsize size = {.ws_col = 80, .ws_row = 24};
  pid_t self = getpid();
  if (self == getpgrp() && getsid(0) != self) setpgid(0, getppid()); /* or setsid() fails */
  setsid();
  master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
  if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0) give_up("a pair of them");
  int slave = open(ptsname(master), O_RDWR);
  if (slave < 0 || ioctl(slave, TIOCSCTTY, 0) != 0) give_up("one that controls");
  ioctl(slave, TIOCSWINSZ, &size);
  dup2(slave, 0);
  dup2(slave, 1);
  if (mkdtemp(directory) == NULL) give_up(directory);
  snprintf(path, sizeof path, "%s/f", directory);
  mkdir(path, 0700);
  snprintf(path, sizeof path, "%s/f/fuzz", directory);
  atexit(clean_up);
  pthread_atfork(NULL, NULL, in_child);
  drain = fork();
  if (drain == 0) {
    close(slave);
    run_drain(self);
  }
  close(slave);
  if (drain < 0) give_up("a process that reads it");
}

static bool describe(struct fuzz_input *in) {
  size_t got, size = fuzz_number(in, 2);
  const uint8_t *bytes = fuzz_bytes(in, size, &got);
  setenv("TERMINFO", size ? directory : "/usr/share/terminfo", 1);
  setenv("TERM", size ? "fuzz" : "xterm-256color", 1);
  if (size == 0) return true;
  int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  bool fine = fd >= 0 && write(fd, bytes, got) == (ssize_t)got;
  if (fd >= 0) close(fd);
  return fine;
}

/* Ctrl-\ and Ctrl-Z would end or stop us, as they should. */
static void lose_signals(void) {
  struct termios modes;
  tcgetattr(0, &modes);
  modes.c_lflag &= ~(tcflag_t)ISIG;
  tcsetattr(0, TCSANOW, &modes);
}

/* Types keys, and waits until they are there to be read, all of them: what comes after the
 * screen has gone would be taken in its old modes. False where the terminal takes them not. */
static bool type_keys(const uint8_t *keys, size_t size) {
  int there = 0;
  if (write(master, keys, size) != (ssize_t)size) return false;
  for (int tries = 0; tries < 1000 && there < (int)size; tries++) {
    if (ioctl(0, FIONREAD, &there) != 0) return false;
    if (there < (int)size) poll(NULL, 0, 1);
  }
  return there >= (int)size;
}

/* Keys are codes of session/state/keymap.h, whatever bytes there were. */
static void take_keys(struct wl_term *t) {
  uint32_t key;
  for (int n = 0; n < 4096 && (key = wl_term_key(t)) != WL_KEY_NONE; n++) {
    char name[16];
    FUZZ_PROMISE(key <= WL_KEY_LAST);
    wl_key_name(key, name);
  }
}

/* Signals that tell a fuzzer what it has found stay with it. */
static void start_signals(void) {
  static const int found[] = {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGALRM};
  enum { FOUND = sizeof found / sizeof found[0] };
  struct sigaction old[FOUND];
  for (size_t i = 0; i < FOUND; i++) sigaction(found[i], NULL, &old[i]);
  wl_signals_start();
  for (size_t i = 0; i < FOUND; i++) sigaction(found[i], &old[i], NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct fuzz_input in = {data, size};
  struct wl_diag d = {0};
  if (drain == 0) open_terminal();
  if (!describe(&in)) return 0;
  start_signals();
  struct wl_term *t = wl_term_start(WL_TRUE, WL_DARK, &d);
  if (t != NULL) {
    struct wl_canvas *c = wl_canvas_create(80, 24, false);
    if (c == NULL) abort();
    wl_canvas_printf(c, 0, 0, WL_STYLE_TEXT, "a picture");
    wl_term_blit(t, c);
    lose_signals();
    size_t most = in.left < 1024 ? in.left : 1024; /* what a terminal holds unread */
    if (type_keys(in.at, most)) take_keys(t);
    wl_term_redraw(t);
    wl_term_blit(t, c);
    wl_canvas_destroy(c);
  } else {
    FUZZ_PROMISE(d.status == WL_TERMINAL && d.what[0]);
  }
  wl_term_stop(t);
  wl_signals_end();
  tcflush(0, TCIFLUSH);
  return 0;
}
