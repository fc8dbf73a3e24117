/* One sentence on the cost of an instruction, and the reason. */
#include "words/verdict.h"

#include "words/format.h"
#include "words/verdict_parts.h"

/* What a match found, or a reduction made. */
static void collective(const struct wl_step *s, struct wl_verdict *v) {
  unsigned lanes = wl_lanes_count(s->access.mask), different = 0;
  char result[24];
  if (!s->has_values || !s->access.mask) return;
  for (unsigned i = 0; i < WL_LANES; i++) {
    bool first = s->access.mask >> i & 1;
    for (unsigned j = 0; j < i && first; j++)
      first = !(s->access.mask >> j & 1) || s->value[j] != s->value[i];
    different += first;
  }
  wl_scalar_format((enum wl_scalar)s->type.scalar, s->result[__builtin_ctz(s->access.mask)], 12,
                   result);
  if (wl_name_matches(s->name))
    wl_rate(v, WL_GRADE_NONE, "%u lane%s give%s %u different value%s", lanes, plural(lanes),
            third(lanes), different, plural(different));
  else
    wl_rate(v, WL_GRADE_NONE, "%u lane%s give%s a value, and every one of them gets %s", lanes,
            plural(lanes), third(lanes), result);
}

static void no_access(const struct wl_step *s, struct wl_verdict *v) {
  char text[112], lanes[40];
  switch ((enum wl_step_kind)s->kind) {
  case WL_STEP_SHUFFLE:
    if (s->undefined)
      wl_rate(v, WL_GRADE_BAD, "%s read%s a lane that is not active: what %s is undefined",
              wl_format_lane_set(s->undefined, lanes, sizeof lanes),
              third(wl_lanes_count(s->undefined)),
              wl_lanes_count(s->undefined) == 1 ? "it gets" : "they get");
    else
      wl_rate(v, WL_GRADE_NONE, "%s", wl_shuffle_pattern(s, text, sizeof text));
    break;
  case WL_STEP_VOTE:
    if (wl_name_matches(s->name) || wl_name_reduces(s->name)) {
      collective(s, v);
      break;
    }
    wl_rate(v, WL_GRADE_NONE, "%u lane%s vote%s, and every one of them gets the result",
            wl_lanes_count(s->access.mask), plural(wl_lanes_count(s->access.mask)),
            third(wl_lanes_count(s->access.mask)));
    break;
  case WL_STEP_BARRIER:
    wl_rate(v, WL_GRADE_NONE, "%s",
            s->name == WL_NAME_PIPELINE_COMMIT
                ? "the copies since the last commit are one batch to wait for"
            : s->name == WL_NAME_PIPELINE_WAIT
                ? "each lane waits here for copies of its own"
            : s->name >= WL_NAME_THREADFENCE
                ? "no lane waits: each orders its own accesses"
                : "lanes wait here until all of them have come");
    break;
  default:
    wl_rate(v, WL_GRADE_NONE, "%s", s->text);
  }
}

void wl_verdict(const struct wl_arch *arch, const struct wl_step *step,
                const struct wl_explain *explain, struct wl_verdict *out) {
  *out = (struct wl_verdict){.rule = WL_RULE_NONE};
  if (step->kind != WL_STEP_ACCESS) no_access(step, out);
  else if (!step->access.mask) wl_rate(out, WL_GRADE_NONE, "no lane is active: nothing is moved");
  else if (wl_moves_sectors((enum wl_space)step->access.space))
    wl_verdict_sectors(arch, &step->access, explain, out);
  else if (step->access.space == WL_SHARED) wl_verdict_banks(arch, step, explain, out);
  else wl_verdict_constant(&step->access, explain, out);
}
