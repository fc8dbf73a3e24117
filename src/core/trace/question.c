#include "core/trace/question.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/base/bytes.h"
#include "core/gpu/target.h"

const char *wl_asked_name(unsigned asked) {
  static const char *const names[] = {
    [WL_ASK_EXCESS - WL_FIGURES] = "excess",
    [WL_ASK_LANES - WL_FIGURES] = "active_lanes",
    [WL_ASK_EFFICIENCY - WL_FIGURES] = "efficiency",
    [WL_ASK_SOURCE - WL_FIGURES] = "source",
    [WL_ASK_RESULT - WL_FIGURES] = "result",
    [WL_ASK_NOTHING - WL_FIGURES] = NULL,
  };
  static_assert(sizeof names / sizeof names[0] == WL_ASKED - WL_FIGURES, "a name for each");
  return asked < WL_FIGURES ? wl_metrics[asked].key : names[asked - WL_FIGURES];
}

bool wl_question_choosable(const struct wl_question *q, const char *answer) {
  bool found = q->choices == 0;
  for (unsigned i = 0; i < q->choices && !found; i++) found = strcmp(q->choice[i], answer) == 0;
  return found;
}

const char *wl_question_counted(const struct wl_question *q, const struct wl_arch *arch,
                                char text[32]) {
  struct wl_target target;
  struct wl_diag d;
  if (!q->chip[0] || !wl_target_find(q->chip, &target, &d)) return NULL;
  if (strcmp(target.arch->cc, arch->cc) != 0) return NULL;
  bool same = q->asked == q->figure;
  snprintf(text, 32, "%" PRIu32 "%s%s", q->counted, same ? "" : " ",
           same ? "" : wl_metrics[q->figure].title);
  return text;
}

bool wl_question_valid(const struct wl_question *q) {
  if (q->asked >= WL_ASKED || q->lane >= WL_LANES || q->choices > WL_MAX_ANSWERS) return false;
  if (!wl_field_ends(q->text, sizeof q->text) || !wl_field_ends(q->because, sizeof q->because))
    return false;
  if (!wl_field_ends(q->answer, sizeof q->answer) || !q->text[0]) return false;
  if (!wl_field_ends(q->chip, sizeof q->chip) || q->figure >= WL_FIGURES) return false;
  if (q->asked == WL_ASK_NOTHING && !q->answer[0]) return false;
  for (unsigned i = 0; i < q->choices; i++)
    if (!wl_field_ends(q->choice[i], sizeof q->choice[i]) || !q->choice[i][0]) return false;
  return true;
}
