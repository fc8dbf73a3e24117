#include "cli/input_files.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/runs/second_runner.h"
#include "cli/patterns.h"

/* A file that is to be written, and is there. */
struct target {
  const char *path;
  struct stat stat;
};

static bool is(const struct target *t, const struct stat *s) {
  return S_ISREG(s->st_mode) && s->st_dev == t->stat.st_dev && s->st_ino == t->stat.st_ino;
}

/* Whether `path` is the target, or a folder with it among its scripts. */
static bool reads(const struct target *t, const char *path) {
  struct stat s;
  if (!path || (strcmp(path, "-") == 0 ? fstat(STDIN_FILENO, &s) : stat(path, &s)) != 0)
    return false;
  DIR *folder = S_ISDIR(s.st_mode) ? opendir(path) : NULL;
  bool found = is(t, &s);
  for (struct dirent *e; !found && folder && (e = readdir(folder));) {
    size_t n = strlen(e->d_name);
    bool script = n > 4 && strcmp(e->d_name + n - 4, ".lua") == 0;
    found = script && fstatat(dirfd(folder), e->d_name, &s, 0) == 0 && is(t, &s);
  }
  if (folder) closedir(folder);
  return found;
}

/* The same of a path that is malloc'ed. */
static bool reads_own(const struct target *t, char *path) {
  bool found = reads(t, path);
  free(path);
  return found;
}

/* What an operand, or nothing where the verb has lessons of its own, stands for. */
static bool reads_operand(const struct target *t, const struct wl_command *c, const char *name) {
  bool lessons = !name && !c->expression && (c->verb == WL_SCREEN || c->verb == WL_LIST);
  if (lessons) return reads_own(t, wl_pattern_directory());
  return name && wl_verb_runs(c->verb) ? reads_own(t, wl_pattern_path(name, NULL))
                                       : c->verb != WL_TABLES && reads(t, name);
}

char *wl_counters_file(const char *text, const char **launch) {
  char *path = strdup(text), *colon = path ? strrchr(path, ':') : NULL;
  bool number = colon && colon[1] && strspn(colon + 1, "0123456789") == strlen(colon + 1);
  *launch = "";
  if (!number || access(path, F_OK) == 0) return path;
  *colon = '\0';
  *launch = colon + 1;
  return path;
}

static bool reads_option(const struct target *t, const struct wl_command *c, enum wl_option o) {
  const char *text = c->value[o].text;
  if (!c->value[o].given) return false;
  if (o == WL_OPT_RUBRIC) return reads_own(t, wl_bundled_path(WL_BUNDLED_RUBRIC, text, NULL));
  const char *launch;
  if (o == WL_OPT_COUNTERS) return reads_own(t, wl_counters_file(text, &launch));
  if (o != WL_OPT_BESIDE) return wl_options[o].kind == WL_READS && reads(t, text);
  char *script = wl_second_runner_file(text);
  bool found = script && reads_own(t, wl_pattern_path(script, NULL));
  free(script);
  return found;
}

bool wl_files_spared(const struct wl_command *c, struct wl_diag *d) {
  for (enum wl_option out = 0; out < WL_OPTIONS; out++) {
    struct target t = {.path = c->value[out].text};
    bool written = c->value[out].given && wl_options[out].kind == WL_WRITES;
    if (!written || strcmp(t.path, "-") == 0 || stat(t.path, &t.stat) != 0) continue;
    bool found = reads_operand(&t, c, c->file) || (c->other && reads_operand(&t, c, c->other));
    for (enum wl_option in = 0; in < WL_OPTIONS && !found; in++) found = reads_option(&t, c, in);
    if (found)
      return wl_diag_fail(d, WL_OUTPUT, "will not write over %s, which is being read", t.path);
  }
  return true;
}
