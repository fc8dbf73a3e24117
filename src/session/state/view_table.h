/* The table of the views, and which one is shown. */
#ifndef WL_SESSION_STATE_VIEW_TABLE_H
#define WL_SESSION_STATE_VIEW_TABLE_H

#include <stdbool.h>

struct wl_session;

/* The steps that a view has something to show of, beside another view. */
enum {
  WL_SHOWS_NONE,
  WL_SHOWS_ACCESSES = 1 << 0,  /* to any memory */
  WL_SHOWS_SHARED = 1 << 1,    /* … to shared memory */
  WL_SHOWS_EXCHANGES = 1 << 2, /* shuffles and votes */
  WL_SHOWS_OTHERS = 1 << 3,    /* barriers, marks */
  WL_SHOWS_ALL = (1 << 4) - 1  /* whatever it is */
};

/* X(ID, NAME, STEPS, RANK, WAVES, OPEN, "tab", "help", "key", "what it shows"), in the order of
 * the tabs. STEPS: WL_SHOWS_…; RANK: its place, from 1, among the views beside the chosen one.
 * NAME is what `show` and the tabs call it; wl_view_NAME() draws it and wl_say_NAME() says it
 * (view_functions.h). WAVES: playing goes by wavefronts, else by instructions. OPEN: it has
 * something to show while figures are hidden. The tab is its name where there is little
 * room, the help how to read it. The others are of the action that looks at it
 * (session/state/action.h). */
#define WL_VIEW_ROWS(X) \
  X(LANES, lanes, WL_SHOWS_ACCESSES | WL_SHOWS_EXCHANGES, 1, true, true, \
    "lanes", "which bytes each lane requests", \
    "1", "lanes, and where their bytes lie") \
  X(LINES, lines, WL_SHOWS_ACCESSES, 5, true, false, \
    "lines", "memory as it lies: requested, moved but unused, not moved", \
    "2", "128-byte lines, their sectors and words") \
  X(BANKS, banks, WL_SHOWS_SHARED, 6, true, false, \
    "banks", "one column per bank, one row per wavefront", \
    "3", "banks, and the wavefronts that drain them") \
  X(SHUFFLE, shuffle, WL_SHOWS_EXCHANGES, 7, false, true, \
    "shuffle", "what each lane sends, and from whom it gets", \
    "4", "values that lanes exchange") \
  X(TIMELINE, timeline, WL_SHOWS_ALL, 4, false, true, \
    "time", "one column per instruction, as high as its cost", \
    "5", "all instructions of the block") \
  X(SOURCE, source, WL_SHOWS_ALL, 2, false, true, \
    "source", "cost of each line over the whole grid", \
    "6", "the script, with cost per line") \
  X(MEMORY, memory, WL_SHOWS_ALL, 10, false, false, \
    "mem", "what passes between the memories, and what it takes at least", \
    "7", "the memory chart, the least time, occupancy, levels") \
  X(CACHE, cache, WL_SHOWS_NONE, 11, false, false, \
    "cache", "L1 of this SM, line by line, and what the step finds there", \
    "L", "L1 of the SM, line by line; w goes to the next miss") \
  X(ROOF, roof, WL_SHOWS_NONE, 12, false, false, \
    "roof", "float operations for a byte of each level, and what that allows", \
    "R", "the roofline: float operations for a byte of each level") \
  X(COMPARE, compare, WL_SHOWS_ACCESSES | WL_SHOWS_EXCHANGES, 9, false, false, \
    "comp", "on every generation, or beside another run", \
    "8", "on every generation, or beside another run") \
  X(SWEEP, sweep, WL_SHOWS_NONE, 3, false, false, \
    "sweep", "a figure of the whole grid against a parameter", \
    "9", "a figure against a parameter, which arrows move") \
  X(TEXT, text, WL_SHOWS_ALL, 8, false, true, \
    "text", "what the script says: about, marks and questions", \
    "0", "what the script says: about, marks, questions")

enum wl_view_id {
#define X(id, name, steps, rank, waves, open, tab, help, key, shows) WL_VIEW_##id,
  WL_VIEW_ROWS(X)
#undef X
  WL_VIEWS
};

struct wl_view_row {
  const char *name, *tab, *help;
  bool waves, open;
  unsigned steps, rank; /* WL_SHOWS_…; the place beside the chosen one */
};
extern const struct wl_view_row wl_views[];

/* Looks at a view, and at nothing else. */
void wl_session_look(struct wl_session *m, enum wl_view_id view);

/* The same by name; false if there is none such. */
bool wl_session_set_view(struct wl_session *m, const char *name);

#endif
