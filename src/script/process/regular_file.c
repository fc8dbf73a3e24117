#include "script/process/regular_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int wl_regular_descriptor(const char *path, struct wl_diag *d) {
  /* Not to wait for a writer where it is a FIFO, nor to take a terminal. */
  int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  struct stat s;
  bool found = fd >= 0 && fstat(fd, &s) == 0;
  if (found && S_ISREG(s.st_mode)) return fd;
  int error = found ? 0 : errno;
  if (fd >= 0) close(fd);
  wl_diag_fail(d, WL_INPUT, "cannot read %s: %s", path,
               error ? strerror(error) : "it is not a regular file");
  errno = error;
  return -1;
}

FILE *wl_regular_open(const char *path, struct wl_diag *d) {
  int fd = wl_regular_descriptor(path, d);
  FILE *f = fd < 0 ? NULL : fdopen(fd, "r");
  if (f || fd < 0) return f;
  wl_diag_refused(d, "not enough memory to read %s", path);
  close(fd);
  errno = ENOMEM;
  return NULL;
}
