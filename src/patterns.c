#include "patterns.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "script/run.h"

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
  const char *data = getenv("WARPLENS_DATA");
  char *path = NULL;
  if (data && *data) return asprintf(&path, "%s/patterns", data) < 0 ? NULL : path;
  /* From build/src or from bin: both trees work wherever they are moved to. */
  char *build = beside_program("../meson-info");
  if (build) path = beside_program("../" WL_SOURCE_FROM_BUILD "/patterns");
  if (!path) path = beside_program(WL_DATA_FROM_BIN "/patterns");
  free(build);
  return path ? path : strdup(WL_DATA_DIR "/patterns");
}

char *wl_page_path(const char *name) {
  char path[512], *build = beside_program("../meson-info"), *found = NULL;
  snprintf(path, sizeof path, "../" WL_SOURCE_FROM_BUILD "/man/%s", name);
  if (build) found = beside_program(path);
  for (int packed = 0; !found && packed < 2; packed++) {
    snprintf(path, sizeof path, WL_MAN_FROM_BIN "/man%c/%s%s", name[strlen(name) - 1], name,
             packed ? ".gz" : "");
    found = beside_program(path);
  }
  free(build);
  return found;
}

static bool is_file(const char *path) {
  struct stat s;
  return stat(path, &s) == 0 && !S_ISDIR(s.st_mode);
}

/* The file of that name in `folder` of the bundled scripts; NULL where there is none. */
static char *find_bundled(const char *name, const char *folder) {
  char *directory = wl_pattern_directory(), *path = NULL;
  static const char *const ends[] = {".lua", ""};
  for (size_t i = 0; directory && i < 2; i++) {
    if (asprintf(&path, "%s/%s%s%s", directory, folder, name, ends[i]) < 0) path = NULL;
    if (!path || is_file(path)) break;
    free(path);
    path = NULL;
  }
  free(directory);
  return path;
}

/* Whether a name can be a bundled one at all. */
static bool is_plain(const char *name) { return !strchr(name, '/') && strcmp(name, "-") != 0; }

/* The file `name`, or where there is none, the bundled one. */
static char *find_file(const char *name, const char *folder) {
  char *path = is_plain(name) && !is_file(name) ? find_bundled(name, folder) : NULL;
  return path ? path : strdup(name);
}

/* "race.lua" is the file, where there is one: whoever means the bundled one says race. */
char *wl_pattern_note(const char *name) {
  size_t n = strlen(name);
  bool ends = n > 4 && strcmp(name + n - 4, ".lua") == 0;
  char *bundled = is_plain(name) && !ends ? find_bundled(name, "") : NULL, *own = NULL;
  char *note = NULL;
  if (bundled && is_file(name)) {
    if (asprintf(&note, "'%s' is the file here; the bundled script is %s", name, bundled) < 0)
      note = NULL;
  } else if (bundled && asprintf(&own, "%s.lua", name) >= 0 && is_file(own)) {
    if (asprintf(&note, "'%s' is the bundled script; the file here is %s", name, own) < 0)
      note = NULL;
  }
  free(own);
  free(bundled);
  return note;
}

char *wl_pattern_path(const char *name) { return find_file(name, ""); }
char *wl_rubric_path(const char *name) { return find_file(name, "rubrics/"); }

/* What cannot be read has its name, and the reason for a title. False: memory ran out. */
static bool read_lesson(const char *directory, const char *file, struct wl_pattern *p) {
  char *path, *text;
  size_t size;
  struct wl_diag d;
  if (asprintf(&path, "%s/%s", directory, file) < 0) return false;
  bool script = wl_script_read(path, &text, &size, &d);
  if (script) {
    wl_lesson_read(text, size, &p->lesson);
    free(text);
  } else {
    snprintf(p->lesson.title, sizeof p->lesson.title, "(%.120s)", d.what);
  }
  p->name = strndup(file, strlen(file) - 4);
  free(path);
  return p->name != NULL && (script || d.status != WL_LIMIT);
}

static int is_script(const struct dirent *entry) {
  size_t n = strlen(entry->d_name);
  return n > 4 && entry->d_name[0] != '.' && strcmp(entry->d_name + n - 4, ".lua") == 0;
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
