#include "tui/pager.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tui/foreground_job.h"

static bool show(struct wl_term *t, char *const *arguments, int *status, struct wl_diag *d) {
  wl_term_lend(t);
  int error = wl_foreground_run(arguments, wl_term_descriptor(t), status);
  wl_term_resume(t);
  return error == 0 || wl_diag_fail(d, WL_TERMINAL, "no manual without man: %s", strerror(error));
}

bool wl_pager_show(struct wl_term *t, const char *page, char *path, struct wl_diag *d) {
  char name[64], section[2] = {0};
  const char *dot = strrchr(page, '.');
  snprintf(name, sizeof name, "%.*s", (int)(dot - page), page);
  section[0] = dot[1];
  char man[] = "man", local[] = "-l";
  char *const arguments[] = {man, path ? local : section, path ? path : name, NULL};
  int status = 0;
  if (!show(t, arguments, &status, d)) return false;
  if (WIFEXITED(status) && WEXITSTATUS(status) != 0)
    return wl_diag_fail(d, WL_TERMINAL, "man could not show %s(%s): it ended with status %d", name,
                        section, WEXITSTATUS(status));
  return !WIFSIGNALED(status) ||
         wl_diag_fail(d, WL_TERMINAL, "man was ended by signal %d", WTERMSIG(status));
}
