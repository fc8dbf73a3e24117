#include "cli/patterns.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/text.h"
#include "script/process/run.h"

/* What stands at `path` below the directory of the running program; NULL where there is
 * nothing, or that directory is not known. */
static char *beside_program(const char *path) {
  char own[PATH_MAX], *found = NULL;
  ssize_t n = readlink("/proc/self/exe", own, sizeof own - 1);
  char *slash = n > 0 ? memrchr(own, '/', (size_t)n) : NULL;
  if (!slash || asprintf(&found, "%.*s/%s", (int)(slash - own), own, path) < 0) return NULL;
  char *real = realpath(found, NULL);
  free(found);
  return real;
}

char *wl_pattern_directory(void) {
  const char *data = secure_getenv("WARPLENS_DATA");
  char *path = NULL;
  if (data && *data) return asprintf(&path, "%s/patterns", data) < 0 ? NULL : path;
  /* From build/src or from bin: both trees work wherever they are moved to. */
  char *build = beside_program("../meson-info");
  if (build) path = beside_program("../" WL_SOURCE_FROM_BUILD "/patterns");
  if (!path) path = beside_program(WL_DATA_FROM_BIN "/patterns");
  free(build);
  return path ? path : strdup(WL_DATA_DIR "/patterns");
}

static const struct {
  const char *folder, *word;
} bundles[] = {[WL_BUNDLED_SCRIPT] = {"", "script"}, [WL_BUNDLED_RUBRIC] = {"rubrics/", "rubric"}};

/* Standard input is "-". */
static bool is_file_name(const char *name) { return strpbrk(name, "/.") || strcmp(name, "-") == 0; }

static bool is_lua(const char *name) {
  size_t n = strlen(name);
  return n > 4 && strcmp(name + n - 4, ".lua") == 0;
}

static char *own_file(const char *name) {
  static const char *const ends[] = {"", ".lua"};
  struct stat s;
  char *path;
  for (size_t i = 0; i < 2; i++) {
    if (asprintf(&path, "./%s%s", name, ends[i]) < 0) return NULL;
    if (stat(path, &s) == 0 && !S_ISDIR(s.st_mode)) return path;
    free(path);
  }
  return NULL;
}

static char *bundled_path(enum wl_bundle bundle, const char *name) {
  char *directory = wl_pattern_directory(), *path = NULL;
  if (directory && asprintf(&path, "%s/%s%s.lua", directory, bundles[bundle].folder, name) < 0)
    path = NULL;
  free(directory);
  return path;
}

char *wl_bundled_path(enum wl_bundle bundle, const char *name, struct wl_diag *d) {
  struct stat s;
  char *path = is_file_name(name) ? strdup(name) : bundled_path(bundle, name), *own;
  if (!path) return wl_diag_refused(d, "out of memory"), NULL;
  if (is_file_name(name) || stat(path, &s) == 0) return path;
  bool missing = errno == ENOENT || errno == ENOTDIR || errno == ENAMETOOLONG;
  if (missing)
    wl_diag_fail(d, WL_INPUT, "no bundled %s is called '%s'", bundles[bundle].word, name);
  else
    wl_diag_fail(d, WL_INPUT, "cannot read %s: %m", path);
  free(path);
  if (missing && (own = own_file(name))) {
    wl_diag_hint(d, "the file here is %s", own);
    free(own);
  }
  return NULL;
}

char *wl_pattern_path(const char *name, struct wl_diag *d) {
  return wl_bundled_path(WL_BUNDLED_SCRIPT, name, d);
}

char *wl_bundled_note(enum wl_bundle bundle, const char *name) {
  char *own = is_file_name(name) ? NULL : own_file(name), *note = NULL;
  if (own && asprintf(&note, "'%s' is the bundled %s; the file here is %s", name,
                      bundles[bundle].word, own) < 0)
    note = NULL;
  free(own);
  return note;
}

bool wl_bundled_hint(enum wl_bundle bundle, const char *name, struct wl_diag *d) {
  struct stat s;
  if (strchr(name, '/') || !is_lua(name) || stat(name, &s) == 0) return false;
  char *bare = strndup(name, strlen(name) - 4), *path = bare ? bundled_path(bundle, bare) : NULL;
  bool there = path && stat(path, &s) == 0;
  if (there) wl_diag_hint(d, "the bundled %s is called '%s'", bundles[bundle].word, bare);
  free(path);
  free(bare);
  return there;
}

bool wl_rubric_named(const char *text, size_t size, char name[WL_RUBRIC_NAME]) {
  static const char before[] = "-- rubric: ";
  size_t from = sizeof before - 1, n = 0;
  bool there = size > from && memcmp(text, before, from) == 0;
  while (there && n + 1 < WL_RUBRIC_NAME && from + n < size && wl_in_name(text[from + n])) {
    name[n] = text[from + n];
    n++;
  }
  name[n] = '\0';
  return n > 0;
}

/* Whether a script has a rubric of its name; what cannot be found out is its title, as of a script
 * that cannot be read. False: memory ran out. */
static bool find_rubric(const char *directory, const char *file, struct wl_pattern *p) {
  char *path;
  if (asprintf(&path, "%s/%s%s", directory, bundles[WL_BUNDLED_RUBRIC].folder, file) < 0)
    return false;
  p->exercise = access(path, F_OK) == 0;
  if (!p->exercise && errno != ENOENT && errno != ENOTDIR)
    snprintf(p->lesson.title, sizeof p->lesson.title, "(%.120s)", strerror(errno));
  free(path);
  return true;
}

/* What cannot be read has its name, and the reason for a title. False: memory ran out. */
static bool read_lesson(const char *directory, const char *file, struct wl_pattern *p) {
  char *path, *text;
  size_t size;
  struct wl_diag d;
  if (asprintf(&path, "%s/%s", directory, file) < 0) return false;
  bool script = wl_script_read(path, &text, &size, &d), fine = script || d.status != WL_LIMIT;
  if (script) {
    fine = wl_lesson_read(text, size, &p->lesson);
    free(text);
  } else {
    snprintf(p->lesson.title, sizeof p->lesson.title, "(%.120s)", d.what);
  }
  p->name = strndup(file, strlen(file) - 4);
  free(path);
  return fine && p->name != NULL && find_rubric(directory, file, p);
}

static int is_script(const struct dirent *entry) {
  return entry->d_name[0] != '.' && is_lua(entry->d_name);
}

static int compare(const void *a, const void *b) {
  const struct wl_pattern *x = a, *y = b;
  bool lesson = x->lesson.topic[0], other = y->lesson.topic[0];
  if (lesson != other) return lesson ? -1 : 1;
  if (lesson && x->lesson.order != y->lesson.order)
    return x->lesson.order < y->lesson.order ? -1 : 1;
  return strcmp(x->name, y->name);
}

struct wl_pattern *wl_pattern_list(const char *directory, size_t *count) {
  struct dirent **entries = NULL;
  char *bundled = directory ? NULL : wl_pattern_directory();
  if (!directory) directory = bundled;
  errno = 0;
  int n = directory ? scandir(directory, &entries, is_script, NULL) : 0;
  struct wl_pattern *list = n > 0 ? calloc((size_t)n, sizeof *list) : NULL;
  int error = n < 0 ? errno : 0;
  bool whole = directory && error != ENOMEM && (n <= 0 || list);
  *count = 0;
  for (int i = 0; i < n; i++) {
    whole = whole && read_lesson(directory, entries[i]->d_name, &list[*count]);
    if (whole) ++*count;
    else if (list) free(list[*count].name), list[*count].name = NULL; /* read, but not whole */
    free(entries[i]);
  }
  free(entries);
  free(bundled);
  if (whole && list) qsort(list, *count, sizeof *list, compare);
  errno = error;
  if (whole) return list;
  wl_pattern_free(list, *count);
  *count = 0;
  errno = ENOMEM;
  return NULL;
}

void wl_pattern_free(struct wl_pattern *list, size_t count) {
  for (size_t i = 0; i < count; i++) free(list[i].name);
  free(list);
}
