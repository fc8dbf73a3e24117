/* Linked into a warplens of its own (see meson.build): has the n-th call of a kind fail, in
 * each process once, or from then on always. Which, the environment says:
 *
 *   WL_TORTURE=memory:17   the 17th allocation
 *   WL_TORTURE=memory:17+  … and all after it
 *   WL_TORTURE=own:17, 17+ the same in the process that was started only
 *   WL_TORTURE_LOG=FILE    the most calls that one of the processes made, in eight bytes
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
#include <sys/mman.h>
#include <unistd.h>

static long at, calls, *most;
static bool always, ready, only_first;
static const bool *first; /* in the process that was started; others find its page empty */

/* Memory that processes share, as those of scripts end without a word and may open no file. */
static void begin_log(const char *path) {
  int fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
  if (fd < 0 || ftruncate(fd, sizeof *most) != 0) _exit(99);
  void *shared = mmap(NULL, sizeof *most, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close(fd);
  if (shared != MAP_FAILED) most = shared;
}

/* Processes of scripts may not ask who they are. */
static void begin_first(void) {
  size_t size = (size_t)sysconf(_SC_PAGESIZE);
  bool *page = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED || madvise(page, size, MADV_WIPEONFORK) != 0) _exit(99);
  *page = true;
  first = page;
}

static void begin(void) {
  const char *text = getenv("WL_TORTURE"), *path = getenv("WL_TORTURE_LOG");
  ready = true;
  begin_first();
  if (path) begin_log(path);
  only_first = text && strncmp(text, "own:", 4) == 0;
  if (only_first || (text && strncmp(text, "memory:", 7) == 0)) {
    char *end;
    at = strtol(strchr(text, ':') + 1, &end, 10);
    always = *end == '+';
  }
}

static bool fails(void) {
  if (!ready) begin();
  if (only_first && !*first) return false;
  calls++;
  if (most && *most < calls) *most = calls;
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
