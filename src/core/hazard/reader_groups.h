/* Further threads that accessed a word of memory, if two are not enough. Internal to src/core. */
#ifndef WL_CORE_HAZARD_READER_GROUPS_H
#define WL_CORE_HAZARD_READER_GROUPS_H

#include "core/hazard/shadow_cell.h"

/* Who is beyond the two of a word: lanes that a stamp stands for, each thread once. Those of
 * a block stand side by side, in the order of blocks. */
struct wl_group {
  uint32_t stamp, lanes;
  uint32_t mask : 4, way : 22; /* as in struct wl_slot */
};

/* The releases of a word that atomics meet at, up to `count` of them: fences.c. */
struct wl_fence_known { uint32_t line, count; };

/* Who knows all of these comes after so many groups, the first of a crowd. */
enum { WL_GATES = 16, WL_GATE_LINES = 4 };
struct wl_gate {
  uint32_t groups, lines;
  struct wl_fence_known known[WL_GATE_LINES];
};

struct wl_readers {
  struct wl_group *group;
  uint32_t count, capacity;
  uint32_t looked, turn;   /* looked: see WL_HAZARD_LOOKS; turn: gate that the next one replaces */
  struct wl_gate *gate;    /* WL_GATES of them, or NULL */
};
struct wl_crowds {
  struct wl_readers *crowd;
  uint32_t used, capacity;
};

/* Who touched a word at one place of the script, and had to go: two threads of the first of its
 * iterations, two of the last (history.c). */
struct wl_mark {
  struct wl_slot slot[4];
  uint32_t ranked;         /* of the nth mark: the index of the nth by its place */
};
struct wl_history {
  struct wl_mark *mark;
  uint32_t count, capacity;
  struct wl_slot first;
  uint16_t phase;
  bool several;            /* threads; else all are of that of `first` */
};
struct wl_trails {
  struct wl_history *trail;
  uint32_t used, capacity;
};

struct wl_watch;

/* readers.c: more threads that have touched a word; those of a number, which a word has from its
 * first one on. A slot that is added is of the phase of its block at work, or of a block
 * before. */
struct wl_group *wl_readers(struct wl_watch *w, bool shared, uint32_t number, uint32_t *count);
void wl_readers_add(struct wl_watch *w, bool shared, uint32_t *number, const struct wl_slot *slot);
void wl_readers_leave(struct wl_watch *w, bool shared, uint32_t number);

/* Gates, for a thread that looks at all of a crowd: the groups that it need not look at; one
 * more, if it comes after that; the end, `looked` groups later. */
struct wl_gate wl_readers_gate(const struct wl_watch *w, bool shared, uint32_t number,
                               unsigned warp, unsigned lane);
bool wl_gate_extend(const struct wl_watch *w, struct wl_gate *g, const struct wl_stamp *stamp,
                    const struct wl_group *group, unsigned warp, unsigned lane);
void wl_readers_looked(struct wl_watch *w, bool shared, uint32_t number, const struct wl_gate *g,
                       uint32_t looked);
void wl_crowds_forget_shared(struct wl_watch *w);
void wl_crowds_free(struct wl_watch *w);

#endif
