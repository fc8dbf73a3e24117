/* Linked into a warplens of its own (see meson.build): has the n-th call of a kind fail, in
 * each process once, or from then on always. Which, the environment says:
 *
 *   WL_TORTURE=memory:17   the 17th allocation
 *   WL_TORTURE=memory:17+  … and all after it
 *   WL_TORTURE=own:17, 17+ the same in the process that was started only
 *   WL_TORTURE=each:FILE   each in turn, in processes that begin where it fails: they write what
 *                          FILE has, or nothing and a word of memory. Ends at the first that does
 *                          not; quick, but for one process
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
#include <sys/wait.h>
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

/* For `each`: what is right, and what the processes write. */
static struct { const char *right; off_t size; int out, err; } each;

static void begin_each(const char *path) {
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  each.size = lseek(fd, 0, SEEK_END);
  each.out = memfd_create("out", MFD_CLOEXEC);
  each.err = memfd_create("err", MFD_CLOEXEC);
  void *right = mmap(NULL, (size_t)each.size, PROT_READ, MAP_PRIVATE, fd, 0);
  if (fd < 0 || each.out < 0 || each.err < 0 || right == MAP_FAILED) _exit(99);
  close(fd);
  each.right = right;
}

/* Whether a process whose allocation failed did what is promised. */
static bool good_end(int status) {
  static const char error[] = "{\"error\":"; /* what JSON has instead */
  static char said[4096], begins[sizeof error - 1];
  ssize_t n = pread(each.err, said, sizeof said - 1, 0);
  said[n < 0 ? 0 : n] = '\0';
  off_t size = lseek(each.out, 0, SEEK_END);
  if (!WIFEXITED(status)) return false;
  bool none = size == 0 || (pread(each.out, begins, sizeof begins, 0) == sizeof begins &&
                            memcmp(begins, error, sizeof begins) == 0);
  if (WEXITSTATUS(status) == 4 || WEXITSTATUS(status) == 6 || WEXITSTATUS(status) == 7)
    return none && (strstr(said, "memory") || strstr(said, "allocate") ||
                    strstr(said, "written") || strstr(said, "read"));
  if (WEXITSTATUS(status) != 0 || size != each.size) return false;
  char *out = mmap(NULL, (size_t)size, PROT_READ, MAP_SHARED, each.out, 0);
  bool same = out != MAP_FAILED && memcmp(out, each.right, (size_t)size) == 0;
  munmap(out, (size_t)size);
  return same;
}

/* True in a process in which this allocation fails, and all after it if it goes `on`. */
static bool branch(bool on) {
  int status;
  if (ftruncate(each.out, 0) != 0 || ftruncate(each.err, 0) != 0) _exit(99);
  lseek(each.out, 0, SEEK_SET);
  lseek(each.err, 0, SEEK_SET);
  pid_t pid = fork();
  if (pid == 0) {
    dup2(each.out, STDOUT_FILENO);
    dup2(each.err, STDERR_FILENO);
    each.right = NULL;
    at = calls;
    always = on;
    return true;
  }
  if (pid < 0 || waitpid(pid, &status, 0) != pid) _exit(99);
  if (good_end(status)) return false;
  dprintf(STDERR_FILENO, "allocation %ld%s: status %x\n", calls, on ? "+" : "", status);
  _exit(99);
}

static void begin(void) {
  const char *text = getenv("WL_TORTURE"), *path = getenv("WL_TORTURE_LOG");
  ready = true;
  begin_first();
  if (path) begin_log(path);
  if (text && strncmp(text, "each:", 5) == 0) begin_each(text + 5);
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
  long call = __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED); /* threads take in steps, too */
  if (most && *most < call) *most = call;
  if (each.right && !branch(false) && !branch(true)) return false;
  if (at == 0 || (always ? call < at : call != at)) return false;
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
