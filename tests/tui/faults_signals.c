/* What happens to the program while it runs: signals, storms, and what vanishes. */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "faults.h"

/* … once a file with what was answered has been written. */
static void with_votes(void) {
  static const int numbers[] = {SIGTERM, SIGHUP, SIGINT};
  struct pty p;
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
    start(&p, 80, 24, "", "padding --step=34 --tally=votes.csv");
    expect(pty_until(&p, 0, "How many"), "there is no question");
    pty_type(&p, "d\r\r", 3);
    expect(pty_until(&p, 0, "the answer is 32"), "there is no answer");
    pty_signal(&p, numbers[i]);
    dies(&p, numbers[i], "behind an answer");
    expect(strstr(slurp("votes.csv"), "wavefronts"), "the answer is not in the file");
    shell("rm votes.csv");
  }
}

static void by_signals(const int *numbers, size_t n) {
  struct pty p;
  char what[32];
  for (size_t i = 0; i < n; i++) {
    snprintf(what, sizeof what, "signal %d", numbers[i]);
    start_picture(&p, "");
    pty_signal(&p, numbers[i]);
    dies(&p, numbers[i], what);
  }
}

/* 1.3.8, 1.3.9, 1.3.11, 40 */
void deadly(void) {
  static const int numbers[] = {SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGALRM, SIGUSR2, SIGPIPE,
                                SIGXCPU, SIGIO,   SIGPWR, SIGSTKFLT};
  by_signals(numbers, sizeof numbers / sizeof numbers[0]);
  with_votes();
}

/* 1.3.10, 41: bugs. */
void crashes(void) {
  static const int numbers[] = {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL};
  struct pty p;
  by_signals(numbers, sizeof numbers / sizeof numbers[0]);
  start_picture(&p, "");
  pty_signal(&p, SIGSEGV);
  pty_ends(&p);
  const char *left = strstr(p.out, "\033[?1049l"), *line = strstr(p.out, "which is a bug");
  expect(left && line && line > left, "no line that asks for a report, behind the picture");
  pty_close(&p);
}

/* 40: a second signal within the same millisecond, while a picture is written, while keys
 * come; the script is read again at SIGUSR1. */
void signals_at_bad_times(void) {
  struct pty p;
  start_picture(&p, "");
  pty_signal(&p, SIGTERM);
  pty_signal(&p, SIGHUP);
  pty_ends(&p);
  expect(p.ended && WIFSIGNALED(p.status) && pty_restored(&p), "two signals");
  pty_close(&p);
  for (int i = 0; i < 12; i++) { /* nothing is read meanwhile: writing stalls at some point */
    start_picture(&p, "");
    for (int k = 0; k < 40 * i; k++)
      if (write(p.master, k % 2 ? "h" : "l", 1) != 1) break;
    usleep((unsigned)(i * 700));
    pty_signal(&p, SIGTERM);
    dies(&p, SIGTERM, "while keys come");
  }
  start_picture(&p, "");
  size_t before = p.size;
  if (shell("sed -i s/Four/Five/ four.lua") != 0) fail("sed");
  pty_signal(&p, SIGUSR1);
  expect(pty_until(&p, before, "ive"), "SIGUSR1 reads nothing"); /* of Five */
  leave(&p, "SIGUSR1");
  shell("sed -i s/Five/Four/ four.lua");
}

/* 1.3.12, 39: Ctrl-Z, another size, fg; the same by signals nobody can catch. */
void suspends(void) {
  struct pty p;
  start_picture(&p, "");
  pty_type(&p, "\032", 1);
  expect(pty_stops(&p) && pty_restored(&p), "Ctrl-Z does not give the terminal back");
  expect(strstr(p.out, "\033[?1049l"), "Ctrl-Z leaves the second screen on");
  pty_resize(&p, 120, 40);
  size_t before = p.size;
  pty_foreground(&p);
  expect(pty_until(&p, before, "\033[40;"), "fg: 40 rows are not drawn");
  pty_sync(&p);
  expect(!pty_restored(&p), "fg: the modes are not taken again");
  expect(count(p.out + before, "\033[?1049h") == 1, "fg: the screen is not taken just once");
  before = p.size;
  pty_signal(&p, SIGSTOP);
  expect(pty_stops(&p), "SIGSTOP");
  pty_foreground(&p);
  expect(pty_until(&p, before, "Four"), "SIGSTOP and SIGCONT: no picture");
  leave(&p, "fg");
}

/* 39: in the background nothing is written, and the shell hears of it. */
void background(void) {
  struct pty p;
  start_picture(&p, "");
  pty_type(&p, "\032", 1);
  pty_stops(&p);
  size_t before = p.size;
  pty_background(&p);
  expect(pty_stops(&p), "bg: does not stop");
  pty_drain(&p, 100);
  if (p.size != before) fail("bg: %zu bytes are written", p.size - before);
  pty_foreground(&p);
  expect(pty_until(&p, before, "Four"), "bg, fg: no picture");
  leave(&p, "bg, fg");
  start(&p, 80, 24, "&=1", "four.lua");
  expect(pty_stops(&p), "started in the background: does not stop");
  if (p.size) fail("started in the background: %zu bytes are written", p.size);
  pty_foreground(&p);
  expect(pty_until(&p, 0, "Four"), "started in the background, fg: no picture");
  leave(&p, "started in the background");
}

/* Whether what was drawn last, from a clear screen on, has a row 30. */
static bool has_last_size(const struct pty *p, size_t from) {
  const char *last = NULL;
  for (const char *s = p->out + from; (s = strstr(s, "\033[2J")) != NULL; s++) last = s;
  return last && strstr(last, "\033[30;");
}

/* 400 sizes in 1.6 seconds; pictures are not drawn faster than they are seen. */
static void storm(struct pty *p, int sizes, const char *what) {
  size_t before = p->size;
  double since = pty_now_ms();
  for (int i = 0; i < sizes; i++) {
    pty_resize(p, 20 + i % 180, 5 + i % 60);
    pty_drain(p, 4);
  }
  pty_resize(p, 100, 30);
  pty_drain(p, 60);
  for (double end = pty_now_ms() + 60000; pty_now_ms() < end && !has_last_size(p, before);)
    pty_drain(p, 60); /* a busy machine */
  if (p->ended) fail("%s: has ended", what);
  int pictures = count(p->out + before, "\033[2J");
  double ms = pty_now_ms() - since;
  if (pictures > ms / 16 + 2) fail("%s: %d pictures in %.0f ms", what, pictures, ms);
  expect(has_last_size(p, before), "the last picture has not the last size");
}

/* 1.3.13, 38 */
void storms(void) {
  static const struct { const char *keys, *what, *close; } rows[] = {
    {"", "a storm of sizes", ""}, {":", "in a line that is typed", "\033"},
    {"?", "in help", "\033"}, {" ", "while it plays", " "},
  };
  struct pty p;
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    start_picture(&p, "");
    pty_type(&p, rows[i].keys, strlen(rows[i].keys));
    pty_drain(&p, 30);
    storm(&p, i ? 100 : 400, rows[i].what);
    pty_type(&p, rows[i].close, strlen(rows[i].close));
    pty_drain(&p, 60);
    leave(&p, rows[i].what);
  }
}

/* 42: killed in the middle of keeping a tally, again and again: what is there is whole. */
void kills(void) {
  struct pty p;
  for (int i = 0; i < 10; i++) {
    start(&p, 80, 24, "", "four.lua --mask --tally=votes.csv");
    pty_until(&p, 0, "Four");
    pty_drain(&p, 20);
    for (int k = 0; k < 20; k++) pty_type(&p, "3\r", 2);
    usleep((unsigned)i * 900);
    pty_signal(&p, SIGKILL);
    pty_ends(&p);
    const char *text = slurp("votes.csv");
    size_t size = strlen(text);
    if (size && text[size - 1] != '\n') fail("half of a tally: %zu bytes", size);
    pty_close(&p);
  }
  shell("rm -f votes.csv*");
}

/* 43: the terminal goes away, and nobody is told; also while the program is stopped. */
void vanishes(void) {
  static const char *const ignores[] = {"", "trap \"\" HUP; "};
  for (size_t i = 0; i < 4; i++) {
    struct pty p;
    bool stopped = i >= 2;
    char line[TEXT];
    snprintf(line, sizeof line, "%sexec %s four.lua", ignores[i % 2], program);
    const char *argv[] = {"/bin/sh", "-c", line, NULL};
    const char *env[] = {"PATH=/usr/bin:/bin", "TERM=xterm-256color", "LC_ALL=C.UTF-8", NULL};
    pty_open(&p, 80, 24);
    pty_start(&p, argv, env, false);
    expect(pty_until(&p, 0, "Four"), "no picture");
    pty_sync(&p);
    if (stopped) pty_signal(&p, SIGSTOP);
    expect(!stopped || pty_stops(&p), "SIGSTOP");
    pty_hang_up(&p);
    if (stopped) pty_signal(&p, SIGCONT);
    expect(pty_ends(&p), stopped ? "continued, it lives on without a terminal"
                                 : "lives on without a terminal");
    pty_close(&p);
  }
}

/* 45: whatever is typed, the program is still there and leaves when it is told to. */
void garbage(void) {
  struct pty p;
  static char paste[1 << 20];
  start_picture(&p, "");
  for (int c = 0; c < 256; c++) { /* but for those that leave, stop and kill */
    char byte = (char)c;
    if (c != 'q' && c != 032 && c != 034) pty_type(&p, &byte, 1);
  }
  pty_drain(&p, 100);
  pty_type(&p, "\033", 1);
  pty_drain(&p, 60);
  pty_type(&p, "\033", 1);
  pty_drain(&p, 60);
  static const char reports[] =
      "\033[I\033[O\033[<0;10;10M\033[57399u\033[?62;c\033]11;rgb:0/0/0\007";
  pty_type(&p, reports, sizeof reports - 1);
  pty_drain(&p, 60);
  memset(paste, 'q', sizeof paste);
  memcpy(paste, "\033[200~", 6);
  memcpy(paste + sizeof paste - 6, "\033[201~", 6);
  pty_type(&p, paste, sizeof paste);
  pty_drain(&p, 100);
  expect(!p.ended, "a paste leaves");
  pty_type(&p, "\033[", 2); /* a sequence that is cut */
  pty_drain(&p, 100);
  expect(!p.ended, "garbage ends it");
  if (!p.ended) {
    pty_type(&p, "\033", 1);
    pty_drain(&p, 60);
    pty_signal(&p, SIGTERM);
  }
  dies(&p, SIGTERM, "garbage");
  unsigned random = 7;
  for (int round = 0; round < 8; round++) {
    start_picture(&p, "");
    for (int i = 0; i < 600; i++) {
      random = random * 1103515245 + 12345;
      char byte = (char)(random >> 16);
      if (byte != 'q' && byte != 032 && byte != 034) pty_type(&p, &byte, 1);
    }
    pty_drain(&p, 60);
    if (!p.ended) pty_signal(&p, SIGTERM);
    dies(&p, SIGTERM, "random keys");
  }
}
