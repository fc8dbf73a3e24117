#include "cli/output.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct wl_output {
  FILE *file;
  char *path;      /* where it ends up; NULL: standard output */
  char *temporary; /* NULL: written directly */
};

/* The temporary that a deadly signal has to take away, before it does what it does anyway. */
static const char *volatile doomed;
static volatile pid_t owner; /* children inherit the handler, not the file */
static struct { const int number; struct sigaction before; bool taken; } deadly[] = {
  {.number = SIGHUP}, {.number = SIGINT}, {.number = SIGQUIT},
  {.number = SIGTERM}, {.number = SIGPIPE}, {.number = SIGXCPU},
};
enum { DEADLY = sizeof deadly / sizeof deadly[0] };

static void die(int number) {
  if (doomed && getpid() == owner) unlink(doomed);
  for (int i = 0; i < DEADLY; i++)
    if (deadly[i].number == number) sigaction(number, &deadly[i].before, NULL);
  raise(number); /* waits for our end: a screen has the terminal to give back, say */
}

static void guard(const char *temporary) {
  struct sigaction act = {.sa_handler = die};
  sigfillset(&act.sa_mask);
  owner = getpid();
  doomed = temporary;
  atomic_signal_fence(memory_order_seq_cst);
  for (int i = 0; i < DEADLY; i++) {
    struct sigaction *before = &deadly[i].before;
    deadly[i].taken = sigaction(deadly[i].number, NULL, before) == 0 &&
                      before->sa_handler != SIG_IGN && sigaction(deadly[i].number, &act, NULL) == 0;
  }
}

/* Before the name is freed. */
static void unguard(void) {
  for (int i = 0; i < DEADLY; i++)
    if (deadly[i].taken) sigaction(deadly[i].number, &deadly[i].before, NULL);
  atomic_signal_fence(memory_order_seq_cst);
  doomed = NULL;
}

static bool fail(struct wl_diag *d, const char *path) {
  return wl_diag_fail(d, WL_OUTPUT, "cannot write %s: %s", path ? path : "standard output",
                      strerror(errno));
}

static void discard(struct wl_output *o) {
  if (o->temporary) {
    unlink(o->temporary);
    unguard();
  }
  free(o->temporary);
  free(o->path);
  free(o);
}

/* A new file beside o->path, with the mode that the result is to have. */
static int open_beside(struct wl_output *o, const struct stat *old) {
  if (asprintf(&o->temporary, "%s.XXXXXX", o->path) < 0) {
    o->temporary = NULL;
    return -1;
  }
  int fd = mkostemp(o->temporary, O_CLOEXEC);
  if (fd < 0) {
    free(o->temporary);
    o->temporary = NULL;
    return -1;
  }
  guard(o->temporary);
  mode_t mask = umask(0);
  umask(mask);
  fchmod(fd, old ? old->st_mode & 0777 : 0666 & ~mask);
  return fd;
}

static int open_path(struct wl_output *o, const char *path, struct wl_diag *d) {
  struct stat target, link;
  bool exists = stat(path, &target) == 0;
  if (exists && S_ISDIR(target.st_mode)) {
    wl_diag_fail(d, WL_OUTPUT, "cannot write %s: it is a directory", path);
    return -1;
  }
  if (!exists && lstat(path, &link) == 0 && S_ISLNK(link.st_mode)) {
    wl_diag_fail(d, WL_OUTPUT, "cannot write %s: it is a link to nothing", path);
    return -1;
  }
  /* A link is kept: what it leads to is replaced. */
  o->path = exists ? realpath(path, NULL) : strdup(path);
  int fd = !o->path ? -1
           : exists && !S_ISREG(target.st_mode)
               ? open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
               : open_beside(o, exists ? &target : NULL);
  if (fd < 0) fail(d, path);
  return fd;
}

struct wl_output *wl_output_open(const char *path, struct wl_diag *d) {
  struct wl_output *o = calloc(1, sizeof *o);
  if (!o) {
    wl_diag_refused(d, "out of memory");
    return NULL;
  }
  if (!path || strcmp(path, "-") == 0) {
    o->file = stdout;
    return o;
  }
  int fd = open_path(o, path, d);
  o->file = fd < 0 ? NULL : fdopen(fd, "w");
  if (!o->file) {
    if (fd >= 0) {
      fail(d, path);
      close(fd);
    }
    discard(o);
    return NULL;
  }
  return o;
}

FILE *wl_output_file(struct wl_output *o) { return o->file; }

bool wl_output_close(struct wl_output *o, bool keep, struct wl_diag *d) {
  errno = EIO; /* for an error of an earlier write, whose errno is gone */
  bool good = fflush(o->file) == 0 && !ferror(o->file);
  if (good && keep && o->temporary) good = fsync(fileno(o->file)) == 0;
  int error = errno;
  if (fclose(o->file) != 0 && good) {
    good = false;
    error = errno;
  }
  if (good && keep && o->temporary) {
    good = rename(o->temporary, o->path) == 0;
    error = errno;
    if (good) {
      unguard();
      free(o->temporary);
      o->temporary = NULL;
    }
  }
  errno = error;
  if (!good && keep) fail(d, o->path);
  discard(o);
  return good;
}
