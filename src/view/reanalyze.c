#include "view/reanalyze.h"

#include "core/sm.h"

#include <stdio.h>
#include <string.h>

bool wl_launch_check(const struct wl_head *h, const struct wl_arch *arch, struct wl_diag *d) {
  static const char axes[] = "xyz";
  uint64_t threads = (uint64_t)h->block[0] * h->block[1] * h->block[2];
  if (threads > arch->sm->block_threads)
    return wl_diag_fail(d, WL_SCRIPT, "cc %s: a block of %llu threads, where at most %u can be",
                        arch->cc, (unsigned long long)threads, arch->sm->block_threads);
  if (h->shared_bytes > arch->sm->block_shared)
    return wl_diag_fail(d, WL_SCRIPT, "cc %s: %u bytes of shared memory, where a block has %u",
                        arch->cc, h->shared_bytes, arch->sm->block_shared);
  for (int i = 0; i < 3; i++) {
    if (h->block[i] > arch->max_block_dim[i])
      return wl_diag_fail(d, WL_SCRIPT, "cc %s: a block of %u in %c, where at most %u can be",
                          arch->cc, h->block[i], axes[i], arch->max_block_dim[i]);
    if (h->grid[i] > arch->max_grid_dim[i])
      return wl_diag_fail(d, WL_SCRIPT, "cc %s: a grid of %u in %c, where at most %llu can be",
                          arch->cc, h->grid[i], axes[i],
                          (unsigned long long)arch->max_grid_dim[i]);
  }
  return true;
}

/* Names the line of an access that the generation lacks. */
static void fail_access(const struct wl_trace *t, const struct wl_arch *arch,
                        const struct wl_step *step, struct wl_diag *d) {
  size_t size;
  const char *text = wl_trace_text(t, &size);
  struct wl_diag why = *d;
  wl_diag_fail(d, WL_SCRIPT, "cc %s: %s", arch->cc, why.what);
  wl_diag_hint(d, "%s", why.hint);
  wl_diag_place(d, wl_trace_name(t), text, size, step->place.line, step->place.column,
                step->place.end_column);
}

static bool add_steps(const struct wl_trace *t, const struct wl_arch *arch, struct wl_analysis *a,
                      struct wl_diag *d) {
  struct wl_step step;
  size_t count = wl_trace_count(t);
  for (size_t i = 0; i < count && wl_trace_get(t, i, &step); i++) {
    if (step.kind == WL_STEP_ACCESS && !wl_access_check(arch, &step.access, d)) {
      fail_access(t, arch, &step, d);
      return false;
    }
    if (!wl_analysis_add(a, 0, &step))
      return wl_diag_fail(d, WL_LIMIT, "not enough memory for another generation");
  }
  wl_analysis_close(a, 0);
  return true;
}

struct wl_analysis *wl_reanalyze(const struct wl_trace *t, const struct wl_arch *arch,
                                 struct wl_diag *d) {
  const struct wl_head *head = wl_trace_head(t);
  size_t count = wl_trace_count(t);
  if (head && !wl_launch_check(head, arch, d)) return NULL;
  if (wl_trace_total(t) != count) {
    wl_diag_fail(d, WL_LIMIT, "only %zu of %llu instructions were kept", count,
                 (unsigned long long)wl_trace_total(t));
    return NULL;
  }
  struct wl_analysis *a = wl_analysis_create(arch, 1, count);
  if (!a) wl_diag_fail(d, WL_LIMIT, "not enough memory for another generation");
  if (a && head && !wl_analysis_watch(a, head)) {
    wl_diag_fail(d, WL_LIMIT, "not enough memory for another generation");
    wl_analysis_destroy(a);
    return NULL;
  }
  if (!a || add_steps(t, arch, a, d)) return a;
  wl_analysis_destroy(a);
  return NULL;
}
