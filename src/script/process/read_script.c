/* Reads script files, and refuses what cannot be a script. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/text.h"
#include "script/advice/c_habits.h"
#include "script/process/run.h"

enum { MAX_SCRIPT = 1 << 20 };

static bool fail(struct wl_diag *d, const char *path, const char *what, const char *hint) {
  wl_diag_fail(d, WL_INPUT, "%s", what);
  if (hint != NULL) wl_diag_hint(d, "%s", hint);
  wl_diag_file(d, path, 0);
  return false;
}

/* Reads to the end of `fd`; one byte more than a script may have tells. */
static bool read_all(int fd, const char *path, char **text, size_t *size, struct wl_diag *d) {
  *size = 0;
  *text = malloc(MAX_SCRIPT + 2);
  if (*text == NULL) return wl_diag_refused(d, "not enough memory to read %s", path);
  while (*size <= MAX_SCRIPT) {
    ssize_t n = read(fd, *text + *size, MAX_SCRIPT + 1 - *size);
    if (n == 0) return true;
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return fail(d, path, strerror(errno), NULL);
    *size += (size_t)n;
  }
  return fail(d, path, "the script is larger than 1 MiB", "fill arrays by a function instead");
}

/* Blanks a byte order mark and a first line for the shell; ends all lines with
 * "\n". Columns and line numbers stay as the user's editor shows them. */
static void tidy(char *text, size_t *size) {
  if (*size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) {
    *size -= 3; /* editors do not count it as a column */
    memmove(text, text + 3, *size);
  }
  size_t to = 0;
  for (size_t i = 0; i < *size; i++) {
    if (text[i] == '\r' && i + 1 < *size && text[i + 1] == '\n') continue;
    text[to++] = text[i] == '\r' ? '\n' : text[i];
  }
  *size = to;
  text[to] = '\0';
  /* The line that names an interpreter; any other with # is C's, and no Lua. */
  if (to > 1 && text[0] == '#' && text[1] == '!')
    for (size_t i = 0; i < to && text[i] != '\n'; i++) text[i] = ' ';
}

static bool read_fd(int fd, const char *path, bool input, char **text, size_t *size,
                    struct wl_diag *d) {
  struct stat st;
  if (fstat(fd, &st) != 0) return fail(d, path, strerror(errno), NULL);
  if (S_ISDIR(st.st_mode)) return fail(d, path, "this is a directory", "name a script in it");
  if (!input && !S_ISREG(st.st_mode))
    return fail(d, path, "this is not a regular file", "use - to read from standard input");
  if (!read_all(fd, path, text, size, d)) {
    free(*text);
    *text = NULL;
    return false;
  }
  tidy(*text, size);
  return true;
}

/* Whether there is a script with nearly this name in the same folder; the nearest one, and of
 * several as near the first by name. */
static bool near_name(const char *path, char best[NAME_MAX + 1]) {
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
  char *folder = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
  DIR *directory = folder ? opendir(folder) : NULL;
  struct wl_guess near = {0};
  for (struct dirent *e; directory && (e = readdir(directory));) {
    size_t n = strlen(e->d_name);
    struct wl_guess one = {0};
    if (n < 5 || n > NAME_MAX || strcmp(e->d_name + n - 4, ".lua") != 0) continue;
    wl_guess_try(&one, name, e->d_name);
    if (n == strlen(name) + 4 && memcmp(name, e->d_name, n - 4) == 0) one.distance = 0;
    bool nearer = !near.name || one.distance < near.distance ||
                  (one.distance == near.distance && strcmp(e->d_name, best) < 0);
    if (!wl_guess_good(&one, name) || !nearer) continue;
    memcpy(best, e->d_name, n + 1);
    near = (struct wl_guess){best, one.distance};
  }
  if (directory) closedir(directory);
  free(folder);
  return near.name != NULL;
}

static bool fail_missing(struct wl_diag *d, const char *path) {
  char best[NAME_MAX + 1];
  const char *slash = strrchr(path, '/');
  fail(d, path, strerror(ENOENT), "is the name spelled right?");
  if (!near_name(path, best)) return false;
  return wl_diag_hint(d, "did you mean %.*s%s?", slash ? (int)(slash - path) + 1 : 0, path, best);
}

bool wl_script_read(const char *path, char **text, size_t *size, struct wl_diag *d) {
  bool input = strcmp(path, "-") == 0;
  *text = NULL;
  *size = 0;
  if (input) return read_fd(STDIN_FILENO, "(standard input)", true, text, size, d);
  /* Not to wait for a writer where it is a FIFO, nor to take a terminal. */
  int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (fd < 0 && errno == ENOENT) return fail_missing(d, path);
  if (fd < 0) return fail(d, path, strerror(errno), NULL);
  bool fine = read_fd(fd, path, false, text, size, d);
  close(fd);
  return fine;
}

const char *wl_script_shown(const char *name, const char *path) {
  const char *slash = strrchr(path, '/');
  return strcmp(name, path) != 0 && slash ? slash + 1 : path;
}
