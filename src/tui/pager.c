#include "tui/pager.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tui/foreground_job.h"

enum { COMMAND = 512 };

static bool begins(const char *text, const char *with) {
  return strncmp(text, with, strlen(with)) == 0;
}

/* Whether the PATH has such a program. */
static bool is_installed(const char *program) {
  const char *path = getenv("PATH");
  char file[COMMAND];
  for (; path && *path; path += path[strcspn(path, ":")] == ':') {
    int length = (int)strcspn(path, ":");
    int n = snprintf(file, sizeof file, "%.*s/%s", length, path, program);
    if (n < (int)sizeof file && access(file, X_OK) == 0) return true;
    path += length;
  }
  return false;
}

/* The user's pager, made to begin at the place if it is less, which can. man splits the
 * command as a shell does, but the pattern has no quotes. */
static const char *pager_at(const struct wl_manual *manual, char out[COMMAND]) {
  const char *pager = secure_getenv("MANPAGER");
  if (!pager || !*pager) pager = secure_getenv("PAGER");
  if (!pager || !*pager) pager = is_installed("less") ? "less" : "more";
  size_t name = strcspn(pager, " ");
  while (name > 0 && pager[name - 1] != '/') name--;
  bool less = begins(pager + name, "less") && strchr(" ", pager[name + 4]); /* or its end */
  int n = snprintf(out, COMMAND, less && *manual->pattern ? "%s '+%s%s'" : "%s", pager,
                   manual->last ? "G?" : "/", manual->pattern);
  return n < COMMAND ? out : pager;
}

/* The environment with another MANPAGER; free what it gives, but not what is in it. */
static char **environment(char *setting) {
  size_t count = 0, n = 0;
  while (environ[count]) count++;
  char **all = calloc(count + 2, sizeof *all);
  for (size_t i = 0; all && i < count; i++)
    if (!begins(environ[i], "MANPAGER=")) all[n++] = environ[i];
  if (all) all[n] = setting;
  return all;
}

static bool show(struct wl_term *t, char *const *arguments, char **environment, int *status,
                 struct wl_diag *d) {
  wl_term_lend(t);
  int error = wl_foreground_run(arguments, environment, wl_term_descriptor(t), status);
  wl_term_resume(t);
  return error == 0 || wl_diag_fail(d, WL_TERMINAL, "no manual without man: %s", strerror(error));
}

bool wl_pager_show(struct wl_term *t, const struct wl_manual *manual, char *path,
                   struct wl_diag *d) {
  char command[COMMAND], name[64], section[2] = {0}, *setting = NULL;
  const char *dot = strrchr(manual->page, '.');
  snprintf(name, sizeof name, "%.*s", (int)(dot - manual->page), manual->page);
  section[0] = dot[1];
  char man[] = "man", local[] = "-l";
  char *const arguments[] = {man, path ? local : section, path ? path : name, NULL};
  int status = 0;
  bool made = asprintf(&setting, "MANPAGER=%s", pager_at(manual, command)) >= 0;
  char **all = made ? environment(setting) : NULL;
  bool good = all && show(t, arguments, all, &status, d);
  if (!all) wl_diag_fail(d, WL_LIMIT, "out of memory");
  else if (good && WIFEXITED(status) && WEXITSTATUS(status) != 0)
    good = wl_diag_fail(d, WL_TERMINAL, "man could not show %s(%s): it ended with status %d", name,
                        section, WEXITSTATUS(status));
  else if (good && WIFSIGNALED(status))
    good = wl_diag_fail(d, WL_TERMINAL, "man was ended by signal %d", WTERMSIG(status));
  free(all);
  if (made) free(setting);
  return good;
}
