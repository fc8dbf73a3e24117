/* Before cc 5.0: which condition of its rule made a transaction what it is. */
#include "view/reason_early.h"

#include <stdio.h>
#include <string.h>

#include "core/rule.h"
#include "view/basics.h"
#include "view/format.h"
#include "view/spot.h"

enum { SEGMENT = 128, PART = 16 /* lanes of a request, where lanes have to be in sequence */ };

static unsigned lowest(uint32_t lanes) { return (unsigned)__builtin_ctz(lanes); }

void wl_say_more(unsigned waiting, unsigned told, char *text, size_t size) {
  size_t n = strlen(text);
  unsigned more = waiting - told;
  if (more > 0) snprintf(text + n, size - n, "; %u more wait%s", more, more == 1 ? "s" : "");
}

/* Which lane of a request is not where it would have to be for all to be served at once: the same
 * steps as in core/transaction.c (CUDA C Programming Guide 4, F.3.2.1). False: all are. */
static bool say_alone(const struct wl_access *a, uint32_t lanes, char *text, size_t size) {
  unsigned width = a->width, first = lowest(lanes), aligned = width == 4 ? 64 : SEGMENT;
  unsigned at = (unsigned)(a->address[first] % aligned), want = first % PART * width % aligned;
  if (width < 4) {
    snprintf(text, size, "words of %u byte%s never go together", width, width == 1 ? "" : "s");
    return true;
  }
  if (at != want) {
    snprintf(text, size, "lane %u is at byte %u of its %u, not at %u", first, at, aligned,
             want);
    return true;
  }
  uint64_t base = a->address[first] - first % PART * width;
  for (lanes &= lanes - 1; lanes; lanes &= lanes - 1) {
    unsigned lane = lowest(lanes), whole = PART * width;
    uint64_t offset = a->address[lane] - base;
    if (offset == lane % PART * width) continue;
    if (offset < whole)
      snprintf(text, size, "lane %u is at byte %u of these %u, not at %u", lane,
               (unsigned)offset, whole, lane % PART * width);
    else snprintf(text, size, "lane %u is outside of the %u bytes of lane %u", lane, whole, first);
    return true;
  }
  return false;
}

/* How much is in use of the segment that a lane of it begins with. */
static void say_shrunk(unsigned bytes, unsigned segment, char *text, size_t size) {
  if (bytes == segment && segment == 32)
    snprintf(text, size, "lanes with bytes in the same 32 go together");
  else if (bytes == segment)
    snprintf(text, size, "both halves of these %u bytes are in use", segment);
  else
    snprintf(text, size, "only this %s of %u bytes is in use",
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

/* "lanes 16–31 wait: 16 lanes at a time": the next request. */
static void say_turn(const struct wl_spot *s, unsigned index, char *text, size_t size) {
  const struct wl_explain *e = &s->explain;
  char lanes[48];
  uint32_t next = e->group_lanes[e->transaction[index + 1].request] & s->step.access.mask;
  wl_format_lane_set(next, lanes, sizeof lanes);
  snprintf(text, size, "%s wait%s: %u lanes at a time", lanes, next & (next - 1) ? "" : "s",
           wl_lanes_count(e->group_lanes[0]));
  wl_say_more(wl_lanes_count(waiting_of(e, index, false) & ~next), 0, text, size);
}

bool wl_say_transaction(const struct wl_spot *s, unsigned index, unsigned picked, char *text,
                        size_t size) {
  const struct wl_explain *e = &s->explain;
  const struct wl_access *a = &s->step.access;
  const struct wl_transaction *t = &e->transaction[index];
  uint32_t own = waiting_of(e, index, true), all = waiting_of(e, index, false);
  bool alone = t->bytes == 32;
  unsigned segment = a->width == 1 ? 32 : a->width == 2 ? 64 : SEGMENT;
  switch ((enum wl_rule_id)e->rule[WL_TRANSACTIONS]) {
  case WL_RULE_STRICT:
    if (alone) {
      if (!say_alone(a, a->mask & e->group_lanes[t->request], text, size)) return false;
    } else snprintf(text, size, "in order, from a multiple of %u bytes on", t->bytes);
    break;
  case WL_RULE_SHRINK: say_shrunk(t->bytes, segment, text, size); break;
  case WL_RULE_PACKETS: say_shrunk(t->bytes, SEGMENT, text, size); break;
  case WL_RULE_LINES:
  case WL_RULE_SEGMENTS:
    if (own) {
      unsigned lane = own >> picked & 1 ? picked : lowest(own);
      snprintf(text, size, "lane %u waits: not in these %u bytes", lane, t->bytes);
      wl_say_more(wl_lanes_count(all), 1, text, size);
    } else if (all) say_turn(s, index, text, size);
    else snprintf(text, size, "no lane waits any more");
    return true;
  default: return false;
  }
  size_t n = strlen(text);
  if (all)
    snprintf(text + n, size - n, "; %u wait%s", wl_lanes_count(all), all & (all - 1) ? "" : "s");
  return true;
}
