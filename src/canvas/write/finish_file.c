#include "canvas/write/finish_file.h"

#include <errno.h>
#include <string.h>

#include "canvas/write/json.h"

bool wl_out_finish(FILE *f, struct wl_diag *d) {
  if (wl_json_ran_out())
    return wl_diag_fail(d, WL_LIMIT, "the output is not whole: memory ran out");
  bool failed = ferror(f);
  errno = failed ? errno : 0; /* of the failed write, if nothing came between */
  if (fflush(f) == 0 && !failed) return true;
  return wl_diag_fail(d, WL_OUTPUT, "cannot write the output: %s",
                      errno ? strerror(errno) : "a write failed");
}
