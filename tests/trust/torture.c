/* Linked into a warplens of its own (see meson.build): has the n-th call of a kind fail, in
 * each process once, or from then on always. Which, the environment says:
 *
 *   WL_TORTURE=memory:17   the 17th allocation
 *   WL_TORTURE=memory:17+  … and all after it
 *   WL_TORTURE_LOG=FILE    how many calls the process made, at its end
 *
 * Calls of our own code are counted, and what Lua and jansson allocate by it: those inside of
 * libc and curses are theirs. */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static long at, calls;
static bool always, ready;

static void begin(void) {
  const char *text = getenv("WL_TORTURE");
  ready = true;
  if (text && strncmp(text, "memory:", 7) == 0) {
    char *end;
    at = strtol(text + 7, &end, 10);
    always = *end == '+';
  }
}

static bool fails(void) {
  if (!ready) begin();
  calls++;
  if (at == 0 || (always ? calls < at : calls != at)) return false;
  errno = ENOMEM;
  return true;
}

/* WRAP(result, name, parameters, arguments, what failing returns) */
#define WRAP(result, name, parameters, arguments, failure) \
  result __real_##name parameters; \
  result __wrap_##name parameters; \
  result __wrap_##name parameters { return fails() ? failure : __real_##name arguments; }

WRAP(void *, malloc, (size_t n), (n), NULL)
WRAP(void *, calloc, (size_t n, size_t size), (n, size), NULL)
WRAP(void *, realloc, (void *p, size_t n), (p, n), NULL)
WRAP(char *, strdup, (const char *s), (s), NULL)
WRAP(char *, strndup, (const char *s, size_t n), (s, n), NULL)
WRAP(char *, realpath, (const char *path, char *to), (path, to), NULL)
WRAP(FILE *, open_memstream, (char **text, size_t *size), (text, size), NULL)
WRAP(FILE *, fdopen, (int fd, const char *mode), (fd, mode), NULL)
WRAP(FILE *, fopen, (const char *path, const char *mode), (path, mode), NULL)
WRAP(ssize_t, getline, (char **line, size_t *n, FILE *f), (line, n, f), -1)

int __wrap_asprintf(char **text, const char *format, ...);
int __wrap_asprintf(char **text, const char *format, ...) {
  va_list args;
  if (fails()) return -1;
  va_start(args, format);
  int n = vasprintf(text, format, args);
  va_end(args);
  return n;
}

__attribute__((destructor)) static void note_calls(void) {
  const char *path = getenv("WL_TORTURE_LOG");
  char line[32];
  int fd = path ? open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600) : -1;
  if (fd < 0) return;
  if (write(fd, line, (size_t)snprintf(line, sizeof line, "%ld\n", calls)) < 0) _exit(99);
  close(fd);
}
