#include "core/analysis/other_generation.h"

#include <stdio.h>
#include <string.h>

#include "core/analysis/recording.h"
#include "core/cache/caches.h"
#include "core/gpu/arch_fields.h"
#include "core/gpu/feature.h"
#include "core/gpu/occupancy.h"

/* "a block of 1024 threads; cc 1.0 has at most 512 (CUDA …)" */
static bool beyond(const struct wl_arch *arch, const char *key, uint64_t asked, uint64_t most,
                   const char *format, struct wl_diag *d) {
  char what[96];
  snprintf(what, sizeof what, format, (unsigned long long)asked);
  return wl_diag_fail(d, WL_SCRIPT, "%s; cc %s has at most %llu (%s)", what, arch->cc,
                      (unsigned long long)most, wl_limit_source(arch, key));
}

static bool has_double(const struct wl_head *h) {
  for (unsigned i = 0; i < h->arrays; i++)
    if (h->array[i].type.scalar == WL_DOUBLE) return true;
  return false;
}

/* Whether the kernel that was recorded could be launched on a generation: its grid,
 * block, registers and shared memory. Else a diag (WL_SCRIPT) names the limit. */
static bool check_launch(const struct wl_head *h, const struct wl_arch *arch, struct wl_diag *d) {
  static const char *const blocks[] = {"a block of %llu in x", "a block of %llu in y",
                                       "a block of %llu in z"};
  static const char *const grids[] = {"a grid of %llu in x", "a grid of %llu in y",
                                      "a grid of %llu in z"};
  uint32_t threads = h->block[0] * h->block[1] * h->block[2]; /* WL_MAX_THREADS at most */
  if (!wl_sm_launches(arch->sm, threads, h->registers, h->shared_bytes, d)) return false;
  for (int i = 0; i < 3; i++) {
    if (h->block[i] > arch->max_block_dim[i])
      return beyond(arch, "max_block_dim", h->block[i], arch->max_block_dim[i], blocks[i], d);
    if (h->grid[i] > arch->max_grid_dim[i])
      return beyond(arch, "max_grid_dim", h->grid[i], arch->max_grid_dim[i], grids[i], d);
  }
  const struct wl_feature_row *real = &wl_features[WL_HAS_DOUBLE];
  return !has_double(h) || wl_arch_has(arch, WL_HAS_DOUBLE) ||
         wl_diag_fail(d, WL_SCRIPT, "cc %s has no %s: it came with cc %s (%s)", arch->cc,
                      real->name, wl_archs[real->since].cc, real->source);
}

/* Whether the text of a step in the script begins with a word: what the packed step
 * does not keep. */
static bool spelled(const struct wl_trace *t, const struct wl_step *step, const char *word) {
  size_t size, at = step->place.column ? step->place.column - 1u : 0, length = strlen(word);
  const char *line = wl_trace_line(t, step->place.line, &size);
  return line && at < size && size - at >= length && memcmp(line + at, word, length) == 0;
}

/* What a step needs that its addresses do not tell; WL_FEATURES: nothing. */
static enum wl_feature needed(const struct wl_trace *t, const struct wl_step *step) {
  if (step->kind == WL_STEP_SHUFFLE) return WL_HAS_SHUFFLE;
  if (step->kind == WL_STEP_VOTE) {
    unsigned name = step->name;
    if (wl_name_matches(name)) return WL_HAS_MATCH;
    if (wl_name_reduces(name)) return WL_HAS_REDUX;
    bool ballot = name == WL_NAME_BALLOT || name == WL_NAME_BALLOT_SYNC ||
                  name == WL_NAME_ACTIVEMASK;
    return ballot ? WL_HAS_BALLOT : WL_HAS_VOTE;
  }
  bool atomic = step->kind == WL_STEP_ACCESS && wl_op_is_atomic((enum wl_op)step->access.op);
  if (!atomic || !spelled(t, step, "atomicAdd")) return WL_FEATURES;
  return step->type.scalar == WL_FLOAT    ? WL_HAS_ATOMIC_FLOAT
         : step->type.scalar == WL_DOUBLE ? WL_HAS_ATOMIC_DOUBLE
                                          : WL_FEATURES;
}

bool wl_step_check(const struct wl_trace *t, const struct wl_arch *arch,
                   const struct wl_step *step, struct wl_diag *d) {
  enum wl_feature feature = needed(t, step);
  if (step->kind == WL_STEP_ACCESS && !wl_access_check(arch, &step->access, d)) return false;
  if (feature != WL_FEATURES && !wl_arch_has(arch, feature)) {
    const struct wl_feature_row *row = &wl_features[feature];
    bool one = feature == WL_HAS_ATOMIC_FLOAT || feature == WL_HAS_ATOMIC_DOUBLE;
    return wl_diag_fail(d, WL_SCRIPT, "cc %s has no %s: %s came with cc %s (%s)", arch->cc,
                        row->name, one ? "it" : "they", wl_archs[row->since].cc, row->source);
  }
  return true;
}

/* Names the line of a step that the generation lacks. */
static void fail_step(const struct wl_trace *t, const struct wl_arch *arch,
                        const struct wl_step *step, struct wl_diag *d) {
  size_t size;
  const char *text = wl_trace_text(t, &size);
  struct wl_diag why = *d;
  bool named = strncmp(why.what, "cc ", 3) == 0;
  wl_diag_fail(d, WL_SCRIPT, "%s%s%s%s", named ? "" : "cc ", named ? "" : arch->cc,
               named ? "" : ": ", why.what);
  wl_diag_hint(d, "%s", why.hint);
  wl_diag_place(d, wl_trace_name(t), text, size, wl_source_span_of(step->place));
}

static bool no_memory(struct wl_diag *d) {
  return wl_diag_fail(d, WL_LIMIT, "not enough memory for another generation");
}

static bool add_steps(const struct wl_trace *t, const struct wl_arch *arch,
                      struct wl_recording *r, struct wl_diag *d) {
  struct wl_step step;
  size_t count = wl_trace_count(t);
  if (wl_trace_head(t) && !wl_recording_begin(r, wl_trace_head(t), 1)) return no_memory(d);
  for (size_t i = 0; i < count && wl_trace_get(t, i, &step); i++) {
    if (!wl_step_check(t, arch, &step, d)) {
      fail_step(t, arch, &step, d);
      return false;
    }
    if (!wl_recording_step(r, 0, &step, NULL, 0)) return no_memory(d);
  }
  wl_recording_close(r);
  return wl_recording_end(r) || no_memory(d);
}

struct wl_analysis *wl_reanalyze(const struct wl_trace *t, struct wl_target target,
                                 struct wl_diag *d) {
  const struct wl_head *head = wl_trace_head(t);
  size_t count = wl_trace_count(t);
  if (head && !check_launch(head, target.arch, d)) return NULL;
  if (wl_trace_total(t) != count) {
    wl_diag_fail(d, WL_LIMIT, "only %zu of %llu instructions were kept", count,
                 (unsigned long long)wl_trace_total(t));
    return NULL;
  }
  struct wl_analysis *a = wl_analysis_create(target, 1, count);
  struct wl_recording *r = wl_recording_create();
  bool good = a && r;
  if (!good) no_memory(d);
  if (good) {
    wl_recording_add(r, wl_sink_costs(a));
    wl_recording_add(r, wl_sink_hazards(a));
    wl_analysis_take_caches(a, wl_caches_create(target));
    good = wl_analysis_caches(a) != NULL || no_memory(d);
  }
  if (good) {
    wl_recording_add(r, wl_sink_caches(wl_analysis_caches(a)));
    good = add_steps(t, target.arch, r, d);
  }
  wl_recording_destroy(r);
  if (good) return a;
  wl_analysis_destroy(a);
  return NULL;
}
