#include "faults.h"

#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_SET = 16 };

const char *program, *source, *row_id;
char dir[64];
int failures;

void fail(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  printf("FAILED: row %s: ", row_id);
  vprintf(format, arguments);
  putchar('\n');
  va_end(arguments);
  failures++;
}

void expect(bool good, const char *what) {
  if (!good) fail("%s", what);
}

/* A file of the test's directory, as a whole; "" where there is none. */
char *slurp(const char *name) {
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
int shell(const char *format, ...) {
  char line[2048], all[4096];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  snprintf(all, sizeof all,
           "cd %s && exec env -i PATH=/usr/bin:/bin HOME=%s LC_ALL=C.UTF-8 WARPLENS_DATA=%s W=%s "
           "timeout 300 setsid -w sh -c '%s' </dev/null >out 2>err",
           dir, dir, source, program, line);
  int status = system(all);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* Bytes that a terminal would take for more than text. */
bool has_escapes(const char *text) { return strchr(text, 033) != NULL; }

/* Starts `arguments` (words with spaces between them) in a terminal of a size; `set`: more
 * of the environment, "NAME=VALUE" with spaces between them, "-NAME" to leave one out. */
void start(struct pty *p, int width, int height, const char *set, const char *arguments) {
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

/* The usual: a picture is there, of all steps. */
void start_picture(struct pty *p, const char *set) {
  start(p, 80, 24, set, "four.lua");
  if (!pty_until(p, 0, "Four") || !pty_until(p, 0, "1/4")) fail("no picture with %s", set);
  pty_sync(p);
}

bool exited(const struct pty *p, int status) {
  return p->ended && WIFEXITED(p->status) && WEXITSTATUS(p->status) == status;
}

/* Leaves by q, and well. */
void leave(struct pty *p, const char *what) {
  pty_type(p, "q", 1);
  if (!pty_ends(p) || !exited(p, 0)) fail("%s: q does not leave (status %#x)", what, p->status);
  if (!pty_restored(p)) fail("%s: the modes of the terminal are not as they were", what);
  const char *end = p->size ? strrchr(p->out, '\n') : NULL;
  if (p->size && !strstr(p->out, "\033[?1049l") && (!end || strchr(end, '\033')))
    fail("%s: the picture stays, and the prompt comes into it", what);
  pty_close(p);
}

/* Died of a signal, with the terminal as it was. */
void dies(struct pty *p, int number, const char *what) {
  if (!pty_ends(p)) fail("%s: lives on", what);
  else if (!WIFSIGNALED(p->status) || WTERMSIG(p->status) != number)
    fail("%s: status %#x instead of the signal", what, p->status);
  if (!pty_restored(p)) fail("%s: the modes of the terminal are not as they were", what);
  if (p->size && !strstr(p->out, "\033[?1049l")) fail("%s: the second screen is left on", what);
  pty_close(p);
}

int count(const char *text, const char *what) {
  int n = 0;
  for (; (text = strstr(text, what)) != NULL; text++) n++;
  return n;
}
