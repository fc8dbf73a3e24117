/* Faults of terminals, signals, pipes and environments: the program beside them.
 *
 *   test_faults PROGRAM SOURCE [ID…]
 *
 * A row has an id. 1.3.N is the Nth fault that htop, btop, vis, tig, ncdu and fzf were put
 * to; none of them passes all. 31 to 47 are those of the list of bad inputs that concern
 * the terminal and what the program is started with. Pictures are looked at by the scripts
 * beside this file, which have a terminal that draws (row 44: terminal.sh). */
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "pseudo.h"

enum { MAX_SET = 16, TEXT = 512 };

static const char *program, *source, *row_id;
static char dir[64];
static int failures;

static void fail(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  printf("FAILED: row %s: ", row_id);
  vprintf(format, arguments);
  putchar('\n');
  va_end(arguments);
  failures++;
}

static void expect(bool good, const char *what) {
  if (!good) fail("%s", what);
}

/* A file of the test's directory, as a whole; "" where there is none. */
static char *slurp(const char *name) {
  static char text[1 << 20];
  char path[TEXT];
  snprintf(path, sizeof path, "%s/%s", dir, name);
  FILE *f = fopen(path, "re");
  size_t n = f ? fread(text, 1, sizeof text - 1, f) : 0;
  if (f) fclose(f);
  text[n] = '\0';
  return text;
}

/* A command line for sh, without a terminal; $W is the program. Its exit status, or 128 and
 * the signal. */
static int shell(const char *format, ...) {
  char line[2048], all[4096];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  snprintf(all, sizeof all,
           "cd %s && exec env -i PATH=/usr/bin:/bin HOME=%s LC_ALL=C.UTF-8 WARPLENS_DATA=%s W=%s "
           "timeout 20 setsid -w sh -c '%s' </dev/null >out 2>err",
           dir, dir, source, program, line);
  int status = system(all);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* Bytes that a terminal would take for more than text. */
static bool has_escapes(const char *text) { return strchr(text, 033) != NULL; }

/* Starts `arguments` (words with spaces between them) in a terminal of a size; `set`: more
 * of the environment, "NAME=VALUE" with spaces between them, "-NAME" to leave one out. */
static void start(struct pty *p, int width, int height, const char *set, const char *arguments) {
  static char texts[MAX_SET][TEXT];
  static char words[8][TEXT];
  const char *env[MAX_SET + 1] = {NULL}, *argv[9] = {program};
  size_t n = 0, a = 1;
  snprintf(texts[n++], TEXT, "PATH=/usr/bin:/bin");
  snprintf(texts[n++], TEXT, "HOME=%s", dir);
  snprintf(texts[n++], TEXT, "LC_ALL=C.UTF-8");
  snprintf(texts[n++], TEXT, "TERM=xterm-256color");
  snprintf(texts[n++], TEXT, "WARPLENS_DATA=%s", source);
  for (const char *s = set; *s;) {
    size_t size = strcspn(s, " "), name = strcspn(s + (*s == '-'), "= ") + (*s == '-');
    size_t skip = *s == '-', at = 0;
    while (at < n && (strncmp(texts[at], s + skip, name - skip) != 0 ||
                      texts[at][name - skip] != '='))
      at++;
    if (at == n && n < MAX_SET) n++;
    snprintf(texts[at], TEXT, "%.*s", skip ? 0 : (int)size, s);
    s += size + (s[size] == ' ');
  }
  for (size_t i = 0, k = 0; i < n; i++)
    if (texts[i][0]) env[k++] = texts[i];
  for (const char *s = arguments; *s && a < 8; a++) {
    size_t size = strcspn(s, " ");
    snprintf(words[a], TEXT, "%.*s", (int)size, s);
    argv[a] = words[a];
    s += size + (s[size] == ' ');
  }
  pty_open(p, width, height);
  pty_start(p, argv, env, strchr(set, '&') != NULL);
}

/* The usual: a picture is there. */
static void start_picture(struct pty *p, const char *set) {
  start(p, 80, 24, set, "four.lua");
  if (!pty_until(p, 0, "Four")) fail("no picture with %s", set);
  pty_drain(p, 20);
}

static bool exited(const struct pty *p, int status) {
  return p->ended && WIFEXITED(p->status) && WEXITSTATUS(p->status) == status;
}

/* Leaves by q, and well. */
static void leave(struct pty *p, const char *what) {
  pty_type(p, "q", 1);
  if (!pty_ends(p) || !exited(p, 0)) fail("%s: q does not leave (status %#x)", what, p->status);
  if (!pty_restored(p)) fail("%s: the modes of the terminal are not as they were", what);
  pty_close(p);
}

/* Died of a signal, with the terminal as it was. */
static void dies(struct pty *p, int number, const char *what) {
  if (!pty_ends(p)) fail("%s: lives on", what);
  else if (!WIFSIGNALED(p->status) || WTERMSIG(p->status) != number)
    fail("%s: status %#x instead of the signal", what, p->status);
  if (!pty_restored(p)) fail("%s: the modes of the terminal are not as they were", what);
  if (p->size && !strstr(p->out, "\033[?1049l")) fail("%s: the second screen is left on", what);
  pty_close(p);
}

/* Codes that choose a colour. */
static int colours(const struct pty *p) {
  int n = 0;
  for (const char *s = p->out; s && (s = strstr(s, "\033[")) != NULL;) {
    s += 2;
    if (s[strspn(s, "0123456789;")] != 'm') continue;
    while (*s != 'm') {
      int code = atoi(s);
      size_t digits = strspn(s, "0123456789");
      n += (code >= 30 && code <= 38) || (code >= 40 && code <= 48) || (code >= 90 && code <= 107);
      s += code == 38 || code == 48 ? strcspn(s, "m") : digits + (s[digits] == ';');
    }
  }
  return n;
}

static int count(const char *text, const char *what) {
  int n = 0;
  for (; (text = strstr(text, what)) != NULL; text++) n++;
  return n;
}

/* 1.3.1, 35: a terminal that is none. */
static void no_type(void) {
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
static void dumb(void) {
  struct pty p;
  start(&p, 80, 24, "TERM=dumb", "four.lua");
  expect(pty_until(&p, 0, "Step 0"), "nothing is said");
  pty_type(&p, "worst\nquit\n", 11);
  expect(pty_ends(&p) && exited(&p, 0), "quit does not leave");
  expect(!has_escapes(p.out), "escape sequences on a dumb terminal");
  pty_close(&p);
}

/* 1.3.3 */
static void no_color(void) {
  struct pty p;
  start_picture(&p, "NO_COLOR=1");
  if (colours(&p)) fail("%d colours in spite of NO_COLOR", colours(&p));
  leave(&p, "NO_COLOR");
  start_picture(&p, "NO_COLOR=");
  expect(colours(&p) > 20, "an empty NO_COLOR is none");
  leave(&p, "NO_COLOR=");
}

static bool is_ascii(const struct pty *p) {
  for (size_t i = 0; i < p->size; i++)
    if ((unsigned char)p->out[i] >= 0x80) return false;
  return true;
}

/* 1.3.4, 46: locales that are there and those that are not. */
static void locales(void) {
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
static void sizes(void) {
  static const int list[][2] = {{1, 1}, {2, 3}, {0, 0}, {5, 20}, {20, 5}, {60, 16}, {79, 24},
                                {80, 22}, {500, 200}, {1000, 1}, {1, 1000}};
  struct pty p;
  char what[32];
  for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
    snprintf(what, sizeof what, "%dx%d", list[i][0], list[i][1]);
    start(&p, list[i][0], list[i][1], "LINES=-3 COLUMNS=999999999", "four.lua");
    if (!pty_until(&p, 0, "\033[")) fail("%s: nothing is drawn", what);
    pty_drain(&p, 50);
    expect(!strstr(p.out, "\033[-"), "a negative place");
    if (!list[i][0]) expect(strstr(p.out, "\033[24;"), "0x0 is not taken for 80x24");
    leave(&p, what);
  }
}

/* 1.3.7, 47: no home, and none that helps. */
static void homes(void) {
  static const char *const sets[] = {"HOME=/nonexistent", "-HOME", "HOME=.", "HOME=/proc/1/root",
                                     "XDG_CONFIG_HOME= XDG_RUNTIME_DIR=x XDG_DATA_HOME=relative"};
  struct pty p;
  for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++) {
    start_picture(&p, sets[i]);
    leave(&p, sets[i]);
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
static void deadly(void) {
  static const int numbers[] = {SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGALRM, SIGUSR2, SIGPIPE,
                                SIGXCPU};
  by_signals(numbers, sizeof numbers / sizeof numbers[0]);
}

/* 1.3.10, 41: bugs. */
static void crashes(void) {
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
static void signals_at_bad_times(void) {
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
  expect(pty_until(&p, before, "Five") || pty_until(&p, before, "ive"), "SIGUSR1 reads nothing");
  leave(&p, "SIGUSR1");
  shell("sed -i s/Five/Four/ four.lua");
}

/* 1.3.12, 39: Ctrl-Z, another size, fg; the same by signals nobody can catch. */
static void suspends(void) {
  struct pty p;
  start_picture(&p, "");
  pty_type(&p, "\032", 1);
  expect(pty_stops(&p) && pty_restored(&p), "Ctrl-Z does not give the terminal back");
  expect(strstr(p.out, "\033[?1049l"), "Ctrl-Z leaves the second screen on");
  pty_resize(&p, 120, 40);
  size_t before = p.size;
  pty_foreground(&p);
  expect(pty_until(&p, before, "\033[40;"), "fg: 40 rows are not drawn");
  expect(!pty_restored(&p), "fg: the modes are not taken again");
  pty_drain(&p, 30);
  before = p.size;
  pty_signal(&p, SIGSTOP);
  expect(pty_stops(&p), "SIGSTOP");
  pty_foreground(&p);
  expect(pty_until(&p, before, "Four"), "SIGSTOP and SIGCONT: no picture");
  leave(&p, "fg");
}

/* 39: in the background nothing is written, and the shell hears of it. */
static void background(void) {
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
  for (int i = 0; i < 60 && !has_last_size(p, before); i++) pty_drain(p, 60); /* a busy machine */
  if (p->ended) fail("%s: has ended", what);
  int pictures = count(p->out + before, "\033[2J");
  double ms = pty_now_ms() - since;
  if (pictures > ms / 16 + 2) fail("%s: %d pictures in %.0f ms", what, pictures, ms);
  expect(has_last_size(p, before), "the last picture has not the last size");
}

/* 1.3.13, 38 */
static void storms(void) {
  static const struct { const char *keys, *what, *close; } rows[] = {
    {"", "a storm of sizes", ""}, {":", "in a line that is typed", "\033"}, {"?", "in help", "\033"},
    {" ", "while it plays", " "},
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

/* 1.3.14, 34: no terminal: data, or a message; no escape sequence in either. */
static void pipes(void) {
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
static void options(void) {
  static const char *const asks[] = {"--version", "--help", "help", "report --help", "-h", "-V"};
  for (size_t i = 0; i < sizeof asks / sizeof asks[0]; i++) {
    expect(shell("$W %s", asks[i]) == 0 && *slurp("out") && !*slurp("err"), asks[i]);
    expect(shell("$W %s >/dev/full", asks[i]) == 6 && *slurp("err"), "a full device");
  }
  expect(shell("$W --nonsense") == 2 && !*slurp("out") && *slurp("err"), "a bad option");
}

/* 31 */
static void closed(void) {
  expect(shell("$W report four.lua >&-") == 6, "standard output closed");
  expect(shell("$W report four.lua <&- >data") == 0, "standard input closed");
  expect(shell("$W report four.lua 2>&- >data") == 0, "standard error closed");
  expect(shell("$W report four.lua <&- >&- 2>&-") == 6, "all closed");
  expect(shell("$W report missing.lua 2>&-") == 5, "an error that nobody gets");
  expect(shell("$W report - <&-") == 5, "a script from a closed input");
  expect(!strstr(slurp("four.lua"), "warplens:"), "a message in a file that was opened");
}

/* 32: the reader goes away. */
static void readers(void) {
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
static void slow(void) {
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
  pty_type(&p, "2", 1);
  bool acts = false;
  for (int tries = 0; tries < 25 && !acts; tries++) acts = pty_drain(&p, 200) > 0;
  expect(acts, "no key acts any more");
  leave(&p, "a slow reader");
}

/* 35: descriptions of terminals that are damaged on purpose. */
static void terminfo(void) {
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
static void colour_depths(void) {
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

/* 42: killed in the middle of keeping a tally, again and again: what is there is whole. */
static void kills(void) {
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

/* 43: the terminal goes away, and nobody is told. */
static void vanishes(void) {
  static const char *const ignores[] = {"", "trap \"\" HUP; "};
  for (size_t i = 0, slow = 0; i < 4; i++) { /* a busy machine may be slow at times */
    struct pty p;
    char line[TEXT];
    snprintf(line, sizeof line, "%sexec %s four.lua", ignores[i % 2], program);
    const char *argv[] = {"/bin/sh", "-c", line, NULL};
    const char *env[] = {"PATH=/usr/bin:/bin", "TERM=xterm-256color", "LC_ALL=C.UTF-8", NULL};
    pty_open(&p, 80, 24);
    pty_start(&p, argv, env, false);
    expect(pty_until(&p, 0, "Four"), "no picture");
    pty_drain(&p, 20);
    double since = pty_now_ms(), cpu = pty_cpu_ms(&p);
    pty_hang_up(&p);
    expect(pty_ends(&p), "lives on without a terminal");
    if (pty_now_ms() - since > 1000 && ++slow == 3)
      fail("lives on for %.0f ms", pty_now_ms() - since);
    expect(cpu < 1000, "a loop");
    pty_close(&p);
  }
}

/* 45: whatever is typed, the program is still there and leaves when it is told to. */
static void garbage(void) {
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
  static const char reports[] = "\033[I\033[O\033[<0;10;10M\033[57399u\033[?62;c\033]11;rgb:0/0/0\007";
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

static const struct { const char *ids; void (*check)(void); } rows[] = {
  {"1.3.1 35a", no_type},   {"1.3.2", dumb},          {"1.3.3", no_color},
  {"1.3.4 46", locales},    {"1.3.5 1.3.6 37", sizes}, {"1.3.7 47", homes},
  {"1.3.8 1.3.9 1.3.11 40a", deadly}, {"1.3.10 41", crashes}, {"40b", signals_at_bad_times},
  {"1.3.12 39a", suspends}, {"39b", background},      {"1.3.13 38", storms},
  {"1.3.14 34", pipes},     {"1.3.15 1.3.16 1.3.17", options}, {"31", closed},
  {"32", readers},          {"33", slow},             {"35b", terminfo},
  {"36", colour_depths},    {"42", kills},            {"43", vanishes},
  {"45", garbage},
};

static void prepare(void) {
  static const char four[] =
    "title \"Four steps\"\nlocal stride = param(\"stride\", 1, { min = 1, max = 32 })\n"
    "grid(1)\nblock(32)\nlocal a = global(\"a\", float, 8192)\n"
    "function kernel()\n  for i = 0, 3 do a[threadIdx.x * stride + i] = i end\nend\n";
  strcpy(dir, "/tmp/warplens-faults-XXXXXX");
  if (!mkdtemp(dir) || chdir(dir) != 0) perror("mkdtemp"), exit(1);
  FILE *f = fopen("four.lua", "we");
  if (!f || fputs(four, f) < 0 || fclose(f) != 0) perror("four.lua"), exit(1);
}

int main(int argc, char **argv) {
  if (argc < 3) return fputs("usage: test_faults PROGRAM SOURCE [ID…]\n", stderr), 2;
  program = realpath(argv[1], NULL);
  source = argv[2];
  if (!program) perror(argv[1]), exit(1);
  setvbuf(stdout, NULL, _IOLBF, 0);
  signal(SIGPIPE, SIG_IGN);
  prepare();
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    bool chosen = argc == 3;
    for (int k = 3; k < argc; k++) chosen |= strstr(rows[i].ids, argv[k]) != NULL;
    if (!chosen) continue;
    double since = pty_now_ms();
    int before = failures;
    row_id = rows[i].ids;
    rows[i].check();
    printf("%-6s %s (%.1f s)\n", failures == before ? "ok" : "not ok", rows[i].ids,
           (pty_now_ms() - since) / 1e3);
  }
  char command[128];
  snprintf(command, sizeof command, "rm -rf %s", dir);
  if (chdir("/") != 0 || system(command) != 0) return 1;
  return failures != 0;
}
