/* Arrays and threads as the machine holds them. */
#ifndef WL_SCRIPT_MACHINE_THREAD_STATE_H
#define WL_SCRIPT_MACHINE_THREAD_STATE_H

#include <lua.h>
#include <stdint.h>

#include "core/trace/step.h"

struct wl_lane_log;
struct wl_turn;
struct wl_vm;

/* An array as one type sees it: the array itself, what as() made of it, or one
 * member of its structs. Offsets always count from the start of the array. */
struct wl_view {
  struct wl_type type;     /* may be a struct: see core/trace/struct_layout.h */
  uint16_t array;          /* index into head.array */
  uint8_t space, dimensions; /* a member that is no array has 0 */
  uint8_t layout;          /* textures: enum wl_texture_layout */
  bool cast;               /* made by as(), or a member of such */
  bool inner;              /* member `member` of the structs of view `parent` */
  uint16_t parent, member;
  uint16_t first;          /* structs: the view of member 0; the others follow */
  uint32_t bytes, align;   /* of one element */
  uint32_t pitch;          /* pitch-linear textures: bytes from row to row */
  uint32_t extent[3];
  uint64_t stride[3];      /* bytes that one step of each index skips */
  uint64_t size;           /* bytes in all */
  uint64_t base;           /* device address of element 0 */
  uint8_t *memory;
};

enum wl_lane_state {
  WL_LANE_READY,    /* can be resumed once its log is empty */
  WL_LANE_STOPS,    /* before an access at `stop`, until it is its turn */
  WL_LANE_WAITS,    /* for the warp operation that ends its log */
  WL_LANE_PARKED,   /* at a barrier of the block */
  WL_LANE_RETURNED,
};
enum wl_reply {
  WL_REPLY_NONE, WL_REPLY_BOOLEAN, WL_REPLY_INTEGER, WL_REPLY_NUMBER,
  WL_REPLY_WORDS, /* the first reply_bits of reply_words */
};

/* Bytes on their way into shared memory, in a batch that a commit ends. */
struct wl_copy {
  uint8_t *to;
  uint32_t batch;
  uint8_t bytes, data[16];
};

struct wl_stand { uint32_t path; uint64_t site; }; /* path_position.h, call_site.h */

/* A thread of the block; also stands for the file level (host). */
struct wl_lane {
  struct wl_vm *vm;
  lua_State *L;            /* its coroutine, NULL before it starts */
  struct wl_lane_log *log;      /* shared by all threads of this lane number: see event.h */
  uint32_t index, xyz[3];  /* in its block */
  uint32_t barrier;        /* token of the barrier that it is parked at */
  uint8_t state, reply;
  bool host, leaving;      /* leaving: has come to its return */
  uint64_t reply_bits, random;
  uint32_t reply_words[4];
  struct wl_turn *turn;    /* calls and loops that it is in, outermost first */
  uint32_t turns, turn_capacity;
  struct wl_copy *copy;    /* cp.async: what has not arrived */
  uint32_t copies, copy_capacity, batches; /* batches: those committed */
  const char *text;        /* of the mark that it waits for: a string of its state */
  uint32_t asks;           /* vm->at, as bits: whose questions wait for a step (lesson_stops.h) */
  bool granted;            /* does what it has stopped before, at `stop` */
  struct wl_stand stop;    /* below, 0: none; schedule.c */
  uint32_t ahead;          /* goes first, the lowest number before all others */
  uint32_t expected;       /* lanes that lived when it came to a function of all lanes */
  uint32_t yielded;        /* path of the iteration in which it has let the others go on */
  uint32_t spinning;       /* path of an iteration of the loop that it will leave ahead */
};

/* A reference is a light userdata: 12 bits view, 2 bits how many indices it has
 * taken, 50 bits offset in bytes. View 0xfff marks a type: scalar and components
 * are in the offset. Equal references are equal values, and none is garbage. */
typedef uint64_t wl_ref;
enum { WL_REF_TYPE = 0xfff };

static inline wl_ref wl_ref_make(unsigned view, unsigned level, uint64_t offset) {
  return (uint64_t)view << 52 | (uint64_t)level << 50 | offset;
}
static inline unsigned wl_ref_view(wl_ref r) { return (unsigned)(r >> 52); }
static inline unsigned wl_ref_level(wl_ref r) { return r >> 50 & 3; }
static inline uint64_t wl_ref_offset(wl_ref r) { return r & 0x3ffffffffffff; }

#endif
