#include "view/answered.h"

#include <stdlib.h>
#include <string.h>

#include "view/predict.h"
#include "view/state.h"

struct wl_answered {
  unsigned count;
  struct wl_done list[];
};

struct wl_answered *wl_answered_take(const struct wl_model *m) {
  size_t size = m->dones * sizeof m->done_list[0];
  struct wl_answered *a = m->dones ? malloc(sizeof *a + size) : NULL;
  if (!a) return NULL;
  a->count = m->dones;
  memcpy(a->list, m->done_list, size);
  return a;
}

void wl_answered_give(struct wl_model *m, const struct wl_answered *a) {
  memcpy(m->done_list, a->list, a->count * sizeof a->list[0]);
  m->dones = a->count;
  m->answered_times++;
  wl_predict_enter(m);
}
