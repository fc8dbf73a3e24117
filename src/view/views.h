/* The views as rows of a table, and which of them is looked at. */
#ifndef WL_VIEW_VIEWS_H
#define WL_VIEW_VIEWS_H

#include <stdbool.h>

struct wl_model;

/* X(ID, NAME, WAVES, OPEN, "tab", "help"), in the order of their keys: 1 … 9, 0. NAME is
 * what `show` and the tabs call it; wl_view_NAME() draws it and wl_say_NAME() says it
 * (view/view.h). WAVES: playing goes by wavefronts, else by instructions. OPEN: it has
 * something to show while figures are hidden. The tab is its name where there is little
 * room, the help how to read it. */
#define WL_VIEW_ROWS(X) \
  X(LANES, lanes, true, true, "lanes", "which bytes each lane asks for") \
  X(LINES, lines, true, false, "lines", "memory as it lies: asked for, moved in vain, not moved") \
  X(BANKS, banks, true, false, "banks", "one column per bank, one row per wavefront") \
  X(SHUFFLE, shuffle, false, true, "shuffle", "what each lane sends, and from whom it gets") \
  X(TIMELINE, timeline, false, true, "time", "one column per instruction, as high as its cost") \
  X(SOURCE, source, false, true, "source", "cost of each line over the whole grid") \
  X(MEMORY, memory, false, false, "mem", "levels, what they cost, and occupancy") \
  X(COMPARE, compare, false, false, "comp", "on every generation, or beside another run") \
  X(SWEEP, sweep, false, false, "sweep", "a figure of the whole grid against a parameter") \
  X(TEXT, text, false, true, "text", "what the script says: about, marks and questions")

enum wl_view_id {
#define X(id, name, waves, open, tab, help) WL_VIEW_##id,
  WL_VIEW_ROWS(X)
#undef X
  WL_VIEWS
};

struct wl_view_row {
  const char *name, *tab, *help;
  bool waves, open;
};
extern const struct wl_view_row wl_views[];

/* Looks at a view, and at nothing else. */
void wl_model_look(struct wl_model *m, enum wl_view_id view);

/* The same by name; false if there is none such. */
bool wl_model_set_view(struct wl_model *m, const char *name);

#endif
