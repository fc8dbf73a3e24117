/* Before cc 5.0: which condition of its rule formed a transaction. */
#include "view/text/reason_legacy.h"

#include <stdio.h>
#include <string.h>

#include "core/count/legacy_global.h"
#include "core/explain/rule.h"
#include "session/state/step_info.h"
#include "words/format.h"

enum { SEGMENT = 128, PART = 16 /* lanes of a request, where lanes have to be in sequence */ };

void wl_say_more(unsigned waiting, unsigned told, char *text, size_t size) {
  size_t n = strlen(text);
  unsigned more = waiting - told;
  if (more > 0) snprintf(text + n, size - n, "; %u more wait%s", more, more == 1 ? "s" : "");
}

/* Why the lanes of a request do not go together: which of them is not where it would have to be. */
static void say_alone(const struct wl_access *a, uint32_t lanes, char *text, size_t size) {
  unsigned width = a->width, aligned = wl_sequence_alignment(width), lane, whole = PART * width;
  uint64_t base;
  wl_in_sequence(a, lanes, &base, &lane);
  uint64_t address = a->address[lane], offset = address - base;
  unsigned want = lane % PART * width;
  if (width < 4)
    snprintf(text, size, "words of %u byte%s never go together", width, width == 1 ? "" : "s");
  else if (lane == wl_lowest_lane(lanes))
    snprintf(text, size, "lane %u is at byte %u of its %u-byte segment, not at %u", lane,
             (unsigned)(address % aligned), aligned, want % aligned);
  else if (offset < whole)
    snprintf(text, size, "lane %u is at byte %u of this %u-byte segment, not at %u", lane,
             (unsigned)offset, whole, want);
  else snprintf(text, size, "lane %u is outside of the %u bytes of lane %u", lane, whole,
                wl_lowest_lane(lanes));
}

/* Why lanes that are in sequence move so many bytes: also those of which no lane asks for any. */
static void say_sequence(const struct wl_transaction *t, char *text, size_t size) {
  if (t->lanes) snprintf(text, size, "in order, from a multiple of %u bytes on", t->bytes);
  else snprintf(text, size, "the lanes of these %u bytes are not active", t->bytes);
}

/* How much its lanes use of the segment that the lowest of them is in. */
static void say_shrunk(unsigned bytes, unsigned segment, char *text, size_t size) {
  if (segment == 32)
    snprintf(text, size, "lanes with bytes in the same 32 go together");
  else if (bytes == segment)
    snprintf(text, size, "its lanes use both halves of these %u bytes", segment);
  else
    snprintf(text, size, "its lanes use only this %s of %u bytes",
             2 * bytes == segment ? "half" : "quarter", segment);
}

/* Lanes with a transaction behind this one: of its own request, or of all. */
static uint32_t waiting_of(const struct wl_explain *e, unsigned index, bool own) {
  uint32_t lanes = 0;
  for (unsigned i = index + 1; i < e->transaction_count; i++)
    if (!own || e->transaction[i].request == e->transaction[index].request)
      lanes |= e->transaction[i].lanes;
  return lanes;
}

/* "lanes 16–31 wait: 16 at a time": those of the next request, or of that of the picked lane. */
static void say_turn(const struct wl_step_info *s, unsigned request, uint32_t waiting, char *text,
                     size_t size) {
  const struct wl_explain *e = &s->explain;
  char lanes[48];
  uint32_t next = e->group_lanes[request] & s->step.access.mask;
  wl_format_lane_set(next, lanes, sizeof lanes);
  snprintf(text, size, "%s wait%s: %u at a time", lanes, next & (next - 1) ? "" : "s",
           wl_lanes_count(e->group_lanes[request]));
  wl_say_more(wl_lanes_count(waiting & ~next), 0, text, size);
}

/* Of blocks that move as a whole: who is not in this one, or of another request. */
static void say_block(const struct wl_step_info *s, unsigned index, unsigned picked, char *text,
                      size_t size) {
  const struct wl_explain *e = &s->explain;
  const struct wl_transaction *t = &e->transaction[index];
  uint32_t own = waiting_of(e, index, true), all = waiting_of(e, index, false);
  unsigned lane = all >> picked & 1 ? picked : own ? wl_lowest_lane(own) : WL_LANES;
  if (lane < WL_LANES && own >> lane & 1) {
    snprintf(text, size, "lane %u waits: not in these %u bytes", lane, t->bytes);
    wl_say_more(wl_lanes_count(all), 1, text, size);
  } else if (all) {
    unsigned i = index + 1;
    while (lane < WL_LANES && !(e->transaction[i].lanes >> lane & 1)) i++;
    while (!e->transaction[i].lanes || e->transaction[i].request == t->request) i++;
    say_turn(s, e->transaction[i].request, all, text, size);
  } else snprintf(text, size, "no lane waits any more");
}

bool wl_say_transaction(const struct wl_step_info *s, unsigned index, unsigned picked, char *text,
                        size_t size) {
  const struct wl_explain *e = &s->explain;
  const struct wl_access *a = &s->step.access;
  const struct wl_transaction *t = &e->transaction[index];
  uint32_t waiting = waiting_of(e, index, false);
  unsigned segment = a->width == 1 ? 32 : a->width == 2 ? 64 : SEGMENT;
  if (a->space == WL_LOCAL) return false; /* each row of it is an access of its own */
  switch ((enum wl_rule_id)e->rule[WL_TRANSACTIONS]) {
  case WL_RULE_STRICT:
    if (t->bytes == 32) say_alone(a, a->mask & e->group_lanes[t->request], text, size);
    else say_sequence(t, text, size);
    break;
  case WL_RULE_SHRINK: say_shrunk(t->bytes, segment, text, size); break;
  case WL_RULE_PACKETS: say_shrunk(t->bytes, SEGMENT, text, size); break;
  case WL_RULE_LINES:
  case WL_RULE_SEGMENTS: say_block(s, index, picked, text, size); return true;
  default: return false;
  }
  size_t n = strlen(text);
  if (waiting)
    snprintf(text + n, size - n, "; %u wait%s", wl_lanes_count(waiting),
             waiting & (waiting - 1) ? "" : "s");
  return true;
}
