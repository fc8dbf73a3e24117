#include "patterns.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Whether the running program lies in the tree that it was built in. */
static bool in_build_tree(void) {
  char path[PATH_MAX];
  ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
  if (n < 0) return false;
  path[n] = 0;
  return strncmp(path, WL_BUILD_ROOT "/", sizeof WL_BUILD_ROOT) == 0;
}

char *wl_pattern_directory(void) {
  const char *data = getenv("WARPLENS_DATA");
  char *path;
  if (!data || !*data) {
    bool installed = access(WL_DATA_DIR "/patterns", F_OK) == 0 && !in_build_tree();
    data = installed ? WL_DATA_DIR : WL_SOURCE_ROOT;
  }
  return asprintf(&path, "%s/patterns", data) < 0 ? NULL : path;
}

/* The file `name`, or where there is none, the one of that name in `folder` of
 * the bundled scripts. */
static char *find_file(const char *name, const char *folder) {
  if (strchr(name, '/') || strcmp(name, "-") == 0 || access(name, F_OK) == 0) return strdup(name);
  char *directory = wl_pattern_directory(), *path = NULL;
  static const char *const ends[] = {".lua", ""};
  for (size_t i = 0; directory && i < 2; i++) {
    if (asprintf(&path, "%s/%s%s%s", directory, folder, name, ends[i]) < 0) path = NULL;
    if (!path || access(path, F_OK) == 0) break;
    free(path);
    path = NULL;
  }
  free(directory);
  return path ? path : strdup(name);
}

char *wl_pattern_path(const char *name) { return find_file(name, ""); }
char *wl_rubric_path(const char *name) { return find_file(name, "rubrics/"); }

/* What stands between the quotes of a line `title "…"`. */
static char *read_title(const char *directory, const char *file) {
  char *path, *title = NULL, line[512];
  if (asprintf(&path, "%s/%s", directory, file) < 0) return NULL;
  FILE *f = fopen(path, "re");
  free(path);
  while (f && !title && fgets(line, sizeof line, f))
    if (strncmp(line, "title", 5) == 0) {
      char *from = strchr(line, '"'), *to = from ? strchr(from + 1, '"') : NULL;
      if (to) title = strndup(from + 1, (size_t)(to - from - 1));
    }
  if (f) fclose(f);
  return title ? title : strdup("");
}

static int is_script(const struct dirent *entry) {
  size_t n = strlen(entry->d_name);
  return n > 4 && entry->d_name[0] != '.' && strcmp(entry->d_name + n - 4, ".lua") == 0;
}

struct wl_pattern *wl_pattern_list(size_t *count) {
  struct dirent **entries = NULL;
  char *directory = wl_pattern_directory();
  /* alphasort follows LC_COLLATE, which warplens leaves at "C". */
  int n = directory ? scandir(directory, &entries, is_script, alphasort) : 0;
  struct wl_pattern *list = n > 0 ? calloc((size_t)n, sizeof *list) : NULL;
  *count = 0;
  for (int i = 0; i < n; i++) {
    if (list) {
      char *file = entries[i]->d_name;
      struct wl_pattern p = {strndup(file, strlen(file) - 4), read_title(directory, file)};
      if (p.name && p.title) {
        list[(*count)++] = p;
      } else {
        free(p.name);
        free(p.title);
      }
    }
    free(entries[i]);
  }
  free(entries);
  free(directory);
  return list;
}

void wl_pattern_free(struct wl_pattern *list, size_t count) {
  for (size_t i = 0; i < count; i++) {
    free(list[i].name);
    free(list[i].title);
  }
  free(list);
}
