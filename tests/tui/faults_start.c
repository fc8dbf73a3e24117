/* What the program is started with: terminals, environments, files and pipes. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "faults.h"

/* Codes that choose a colour. */
static int colours(const struct pty *p) {
  int n = 0;
  for (const char *s = p->out; s && (s = strstr(s, "\033[")) != NULL;) {
    s += 2;
    if (s[strspn(s, "0123456789;")] != 'm') continue;
    while (*s != 'm') {
      int code = atoi(s);
      size_t digits = strspn(s, "0123456789");
      n += (code >= 30 && code <= 49) || (code >= 90 && code <= 107);
      s += code == 38 || code == 48 ? strcspn(s, "m") : digits + (s[digits] == ';');
    }
  }
  return n;
}

/* 1.3.1, 35: a terminal that is none. */
void no_type(void) {
  static const char *const types[] = {"-TERM", "TERM=", "TERM=unknown", "TERM=../../etc/passwd",
                                      "TERM=/etc/passwd"};
  struct pty p;
  char set[TEXT] = "TERM=";
  for (size_t i = 0; i <= sizeof types / sizeof types[0]; i++) {
    if (i < sizeof types / sizeof types[0]) snprintf(set, sizeof set, "%s", types[i]);
    else {
      strcpy(set, "TERM=");
      memset(set + 5, 'x', 300);
      set[305] = '\0';
    }
    start(&p, 80, 24, set, "four.lua");
    if (!pty_ends(&p) || !exited(&p, 7)) fail("%.40s: status %#x", set, p.status);
    expect(!has_escapes(p.out), "escape sequences for a terminal that nobody knows");
    expect(strstr(p.out, "TERM") && strstr(p.out, "--plain"), "no advice");
    pty_close(&p);
  }
}

/* 1.3.2 */
void dumb(void) {
  struct pty p;
  start(&p, 80, 24, "TERM=dumb", "four.lua");
  expect(pty_until(&p, 0, "Step 0"), "nothing is said");
  pty_type(&p, "worst\nquit\n", 11);
  expect(pty_ends(&p) && exited(&p, 0), "quit does not leave");
  expect(!has_escapes(p.out), "escape sequences on a dumb terminal");
  pty_close(&p);
}

/* 1.3.3 */
void no_color(void) {
  struct pty p;
  start_picture(&p, "NO_COLOR=1");
  pty_type(&p, "q", 1);
  expect(pty_ends(&p) && exited(&p, 0), "q does not leave");
  if (colours(&p)) fail("%d colours in spite of NO_COLOR", colours(&p)); /* none at the end, too */
  pty_close(&p);
  start_picture(&p, "NO_COLOR=");
  enum { SET = 15 /* each style once; no more than it takes are set */ };
  if (colours(&p) < SET) fail("an empty NO_COLOR is none: %d colours", colours(&p));
  leave(&p, "NO_COLOR=");
}

/* A recording that changes what is run is the same bytes each time, however long the runs take. */
void recorded(void) {
  enum { TIMES = 6, FEW = 2000 };
  char *first = NULL;
  struct pty p;
  static const char keys[] = "w\n3\np\n+\n+\n6\nwait 20\n"
                             ":\np\na\nd\n=\n2\nEnter\nu\nEscape\nq\nq\n";
  FILE *f = fopen("keys", "we");
  expect(f && fputs(keys, f) >= 0 && fclose(f) == 0, "no file of keys");
  for (int i = 0; i < TIMES; i++) {
    start(&p, 80, 24, "TERM=xterm-256color", "transpose n=256 --keys=keys");
    if (!pty_ends(&p) || !exited(&p, 0)) fail("the recording has no end: %s", p.out);
    if (!first) first = strdup(p.out);
    else if (strcmp(first, p.out) != 0) fail("time %d has other bytes", i + 1);
    pty_close(&p);
  }
  expect(first && strlen(first) > FEW, "too few pictures");
  free(first);
}

static bool is_ascii(const struct pty *p) {
  for (size_t i = 0; i < p->size; i++)
    if ((unsigned char)p->out[i] >= 0x80) return false;
  return true;
}

/* 1.3.4, 46: locales that are there and those that are not. */
void locales(void) {
  static const char *const names[] = {"LC_ALL=C", "LC_ALL=POSIX", "LC_ALL=C.UTF-8",
                                      "LC_ALL=de_DE.UTF-8", "LC_ALL=tr_TR.UTF-8",
                                      "LC_ALL=ja_JP.eucJP", "LC_ALL=xx_YY", "-LC_ALL", "LC_ALL="};
  struct pty p;
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    start_picture(&p, names[i]);
    bool utf8 = strstr(names[i], "UTF-8") != NULL;
    if (!utf8 && !is_ascii(&p)) fail("%s: not only ASCII", names[i]);
    if (strstr(names[i], "C.UTF-8") && is_ascii(&p)) fail("%s: only ASCII", names[i]);
    leave(&p, names[i]);
  }
}

/* 1.3.5, 1.3.6, 37: sizes. */
void sizes(void) {
  static const int list[][2] = {{1, 1}, {2, 3}, {0, 0}, {5, 20}, {20, 5}, {60, 16}, {79, 24},
                                {80, 22}, {500, 200}, {1000, 1}, {1, 1000}};
  struct pty p;
  char what[32];
  for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
    snprintf(what, sizeof what, "%dx%d", list[i][0], list[i][1]);
    start(&p, list[i][0], list[i][1], "LINES=-3 COLUMNS=999999999", "four.lua");
    if (!pty_until(&p, 0, "\033[")) fail("%s: nothing is drawn", what);
    pty_sync(&p);
    expect(!strstr(p.out, "\033[-"), "a negative place");
    if (!list[i][0]) expect(pty_until(&p, 0, "\033[24;"), "0x0 is not taken for 80x24");
    leave(&p, what);
  }
}

/* 1.3.7, 47: no home, and none that helps. */
void homes(void) {
  static const char *const sets[] = {"HOME=/nonexistent", "-HOME", "HOME=.", "HOME=/proc/1/root",
                                     "XDG_CONFIG_HOME= XDG_RUNTIME_DIR=x XDG_DATA_HOME=relative"};
  struct pty p;
  for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++) {
    start_picture(&p, sets[i]);
    leave(&p, sets[i]);
  }
}


/* 1.3.14, 34: no terminal: data, or a message; no escape sequence in either. */
void pipes(void) {
  expect(shell("$W four.lua") == 0 && !has_escapes(slurp("out")), "into a file");
  expect(strstr(slurp("out"), "global"), "no report in a file");
  expect(shell("$W four.lua | cat") == 0 && !has_escapes(slurp("out")), "into a pipe");
  expect(shell("$W --plain four.lua") == 0 && !has_escapes(slurp("out")), "sentences in a file");
  for (int i = 0; i < 2; i++) {
    struct pty p; /* the screen is on a terminal, keys come from there too */
    start(&p, 80, 24, "", i ? "four.lua --color=true" : "four.lua");
    expect(pty_until(&p, 0, "Four"), "no picture");
    leave(&p, "keys of the terminal");
  }
}

/* 1.3.15, 1.3.16, 1.3.17 */
void options(void) {
  static const char *const asks[] = {"--version", "--help", "help", "report --help", "-h", "-V"};
  for (size_t i = 0; i < sizeof asks / sizeof asks[0]; i++) {
    expect(shell("$W %s", asks[i]) == 0 && *slurp("out") && !*slurp("err"), asks[i]);
    expect(shell("$W %s >/dev/full", asks[i]) == 6 && *slurp("err"), "a full device");
  }
  expect(shell("$W --nonsense") == 2 && !*slurp("out") && *slurp("err"), "a bad option");
}

/* 31 */
void closed(void) {
  expect(shell("$W report four.lua >&-") == 6, "standard output closed");
  expect(shell("$W report four.lua <&- >data") == 0, "standard input closed");
  expect(shell("$W report four.lua 2>&- >data") == 0, "standard error closed");
  expect(shell("$W report four.lua <&- >&- 2>&-") == 6, "all closed");
  expect(shell("$W report missing.lua 2>&-") == 5, "an error that nobody gets");
  expect(shell("$W report - <&-") == 5, "a script from a closed input");
  expect(!strstr(slurp("four.lua"), "warplens:"), "a message in a file that was opened");
}

/* 32: the reader goes away. */
void readers(void) {
  int status = shell("{ $W report transpose; echo $? >status; } | head -n 1");
  int end = atoi(slurp("status"));
  expect(status == 0 && (end == 0 || end == 6 || end == 128 + SIGPIPE), "report | head");
  expect(count(slurp("err"), "\n") <= 2, "a storm of messages");
  shell("yes next | head -n 20000 | { $W --plain transpose; echo $? >status; } | head -n 1");
  end = atoi(slurp("status"));
  expect(end == 6 || end == 128 + SIGPIPE, "--plain | head");
}

static long resident_kib(pid_t pid) {
  char path[64], line[256];
  long kib = 0;
  snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
  FILE *f = fopen(path, "re");
  while (f && fgets(line, sizeof line, f))
    if (sscanf(line, "VmRSS: %ld", &kib) == 1) break;
  if (f) fclose(f);
  return kib;
}

/* 33: nobody reads for a while: keys are kept, pictures between them are not. */
void slow(void) {
  struct pty p;
  start_picture(&p, "");
  long before = resident_kib(p.job);
  for (int i = 0; i < 2000; i++) {
    if (write(p.master, i % 2 ? "h" : "l", 1) != 1) break;
    if (i % 100 == 0) usleep(2000);
  }
  usleep(100000);
  expect(resident_kib(p.job) - before < 1024, "what nobody reads is kept");
  size_t from = p.size;
  pty_drain(&p, 200);
  if (p.size - from > 1000000) fail("%zu bytes for pictures that nobody saw", p.size - from);
  from = p.size;
  bool acts = false; /* what is typed behind those that have not been taken yet may be lost */
  for (double end = pty_now_ms() + 60000; pty_now_ms() < end && !acts;) {
    pty_type(&p, "2", 1); /* which reads, too */
    pty_drain(&p, 200);
    acts = p.size > from;
  }
  expect(acts, "no key acts any more");
  leave(&p, "a slow reader");
}

/* 35: descriptions of terminals that are damaged on purpose. */
void terminfo(void) {
  static const char *const types[] = {"vt100", "linux", "screen", "tmux-256color", "xterm-direct",
                                      "xterm-16color", "xterm", "ansi"};
  struct pty p;
  char set[TEXT], path[TEXT];
  for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
    if (shell("infocmp %s", types[i]) != 0) continue;
    snprintf(set, sizeof set, "TERM=%s", types[i]);
    start_picture(&p, set);
    leave(&p, set);
  }
  if (shell("infocmp xterm >x.src && mkdir -p info && tic -x -o info x.src") != 0) return;
  snprintf(path, sizeof path, "%s/info/x/xterm", dir);
  FILE *f = fopen(path, "r+be");
  if (!f) return;
  unsigned char good[8192], bad[8192];
  size_t size = fread(good, 1, sizeof good, f);
  unsigned random = 1;
  snprintf(set, sizeof set, "TERM=xterm TERMINFO=%s/info", dir);
  for (int i = 0; i < 60; i++) {
    memcpy(bad, good, size);
    size_t cut = i % 3 ? size : (size_t)(random >> 8) % size;
    for (int k = 0; k < 1 + i / 6; k++) {
      random = random * 1103515245 + 12345;
      bad[(random >> 8) % size] = (unsigned char)(random >> 20);
    }
    rewind(f);
    if (fwrite(bad, 1, cut, f) != cut || fflush(f) || ftruncate(fileno(f), (off_t)cut)) break;
    start(&p, 80, 24, set, "four.lua");
    pty_drain(&p, 60);
    if (!p.ended) pty_type(&p, "q", 1);
    pty_drain(&p, 30);
    if (!p.ended) pty_signal(&p, SIGTERM);
    if (!pty_ends(&p)) fail("damage %d: does not end", i);
    else if (WIFSIGNALED(p.status) && WTERMSIG(p.status) != SIGTERM)
      fail("damage %d: signal %d", i, WTERMSIG(p.status));
    if (!pty_restored(&p)) fail("damage %d: the modes are not as they were", i);
    pty_close(&p);
  }
  fclose(f);
}

/* 36: what the environment says of colours, true or not. */
void colour_depths(void) {
  static const struct { const char *set, *has, *has_not; } rows[] = {
    {"TERM=vt100 COLORTERM=truecolor", NULL, "\033[38;"},
    {"TERM=linux", "\033[3", "38;5"},
    {"TERM=xterm-16color", "\033[", "38;2"},
    {"TERM=xterm-256color", "38;5;", "38;2;"},
    {"TERM=xterm-256color COLORTERM=truecolor", "38;2;", NULL},
    {"TERM=xterm-256color COLORTERM=24bit", "38;2;", NULL},
    {"TERM=xterm-256color COLORTERM=nonsense", "38;5;", "38;2;"},
    {"TERM=screen COLORTERM=truecolor", NULL, "38;2;"},
    {"TERM=xterm-direct", "38", "38;5;"},
    {"TERM=xterm-256color COLORS=0", "38;5;", NULL},
    {"TERM=xterm-256color COLORS=16777216", "38;5;", "38;2;"},
  };
  struct pty p;
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    if (shell("infocmp %.*s", (int)strcspn(rows[i].set + 5, " "), rows[i].set + 5) != 0) continue;
    start_picture(&p, rows[i].set);
    if (rows[i].has && !strstr(p.out, rows[i].has)) fail("%s: no %s", rows[i].set, rows[i].has + 1);
    if (rows[i].has_not && strstr(p.out, rows[i].has_not))
      fail("%s: colours that it has not", rows[i].set);
    leave(&p, rows[i].set);
  }
}
