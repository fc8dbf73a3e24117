#include "core/question.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/bytes.h"
#include "core/target.h"

static_assert(1 + 1 + 3 + 1 + (3 + WL_MAX_ANSWERS) + WL_QUESTION_TEXT + WL_BECAUSE_TEXT +
                  (1 + WL_MAX_ANSWERS) * WL_ANSWER_TEXT + WL_COUNTED_CHIP + 1 + 5 <=
                  WL_QUESTION_MAX, "the longest question");
static_assert(WL_QUESTION_TEXT <= 256 && WL_BECAUSE_TEXT <= 256, "a length fits a byte");

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

static uint8_t *put_text(uint8_t *out, const char *text, size_t size) {
  size_t length = strnlen(text, size - 1);
  *out++ = (uint8_t)length;
  memcpy(out, text, length);
  return out + length;
}

size_t wl_question_pack(const struct wl_question *q, uint8_t start[WL_QUESTION_MAX]) {
  uint8_t *out = start;
  *out++ = q->asked;
  *out++ = q->lane;
  out = wl_write_varint(out, q->array);
  *out++ = q->choices;
  out = put_text(out, q->text, sizeof q->text);
  out = put_text(out, q->because, sizeof q->because);
  out = put_text(out, q->answer, sizeof q->answer);
  for (unsigned i = 0; i < q->choices; i++) out = put_text(out, q->choice[i], sizeof q->choice[i]);
  out = put_text(out, q->chip, sizeof q->chip);
  *out++ = q->figure;
  out = wl_write_varint(out, q->counted);
  return (size_t)(out - start);
}

static void take_text(struct wl_reader *in, char *text, size_t size) {
  size_t length = wl_read_fixed(in, 1);
  if (length >= size) wl_read_bad(in);
  const uint8_t *from = wl_read_bytes(in, length);
  if (!from || length == 0 || in->state != WL_READ_OK) return;
  if (memchr(from, '\0', length)) wl_read_bad(in);
  else memcpy(text, from, length);
}

bool wl_question_unpack(const uint8_t *bytes, size_t size, struct wl_question *q) {
  struct wl_reader in = {.at = bytes, .end = bytes + size};
  memset(q, 0, sizeof *q);
  q->asked = (uint8_t)wl_read_fixed(&in, 1);
  q->lane = (uint8_t)wl_read_fixed(&in, 1);
  q->array = (uint16_t)wl_read_varint(&in, WL_NO_ARRAY);
  q->choices = (uint8_t)wl_read_fixed(&in, 1);
  if (q->choices > WL_MAX_ANSWERS) return false;
  take_text(&in, q->text, sizeof q->text);
  take_text(&in, q->because, sizeof q->because);
  take_text(&in, q->answer, sizeof q->answer);
  for (unsigned i = 0; i < q->choices; i++) take_text(&in, q->choice[i], sizeof q->choice[i]);
  take_text(&in, q->chip, sizeof q->chip);
  q->figure = (uint8_t)wl_read_fixed(&in, 1);
  q->counted = (uint32_t)wl_read_varint(&in, UINT32_MAX);
  return in.state == WL_READ_OK && in.at == in.end && wl_question_valid(q);
}
