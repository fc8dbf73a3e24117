#include "core/cache/step_request.h"

static enum wl_request_kind load_kind(const struct wl_arch *arch,
                                      const struct wl_cache_model *model,
                                      const struct wl_head *head, const struct wl_step *step) {
  const struct wl_access *a = &step->access;
  enum wl_cache cache = a->op == WL_COPY ? WL_CA : a->op == WL_COPY_CG ? WL_CG
                        : wl_access_cache(arch, a);
  bool past = model->l1_lines == 0 || head->array[step->array].is_volatile ||
              cache == WL_CG || cache == WL_PLAIN;
  if (past) return WL_ASK_PAST;
  bool lines = a->op == WL_LOAD && wl_coalescing_of(arch, a) == WL_COALESCE_LINES;
  return lines ? WL_ASK_LOAD_LINES : WL_ASK_LOAD;
}

static bool is_fence(const struct wl_step *step) {
  return step->kind == WL_STEP_BARRIER && (step->name == WL_NAME_THREADFENCE ||
                                           step->name == WL_NAME_THREADFENCE_SYSTEM);
}

bool wl_step_request(const struct wl_arch *arch, const struct wl_cache_model *model,
                     const struct wl_head *head, const struct wl_step *step,
                     struct wl_cache_request *out) {
  const struct wl_access *a = &step->access;
  out->lines = 0;
  out->kind = WL_ASK_FENCE;
  if (is_fence(step)) return true;
  if (step->kind != WL_STEP_ACCESS || a->space != WL_GLOBAL) return false;
  out->kind = wl_op_is_atomic((enum wl_op)a->op) ? WL_ASK_ATOMIC
              : a->op == WL_STORE ? WL_ASK_STORE : load_kind(arch, model, head, step);
  out->lines = wl_lookups(a, out->line);
  return true;
}
