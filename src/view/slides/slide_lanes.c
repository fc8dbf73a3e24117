#include "view/slides/slide_lanes.h"

#include <stdio.h>
#include <string.h>

#include "core/trace/struct_layout.h"
#include "session/state/selection.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "view/slides/slide_parts.h"
#include "view/slides/slide_question.h"
#include "words/format.h"

/* How much there is of the array: "float s[8][32]", "s[8][32]", "s", nothing. */
enum name { TYPED, SHAPED, NAMED, UNNAMED, NAMES };

enum { INDENT = 3, TEXT = 512 };

/* A question, and the room below it. */
struct place {
  struct wl_session *m;
  struct wl_canvas *c;
  const struct wl_head *head;
  const struct wl_step *step;
  struct wl_rect r;
  int free, below;
  int choices; /* rows that these have, and keep */
};

static size_t say_array(const struct place *p, enum name name, char text[TEXT]) {
  char type[32];
  const struct wl_array *a = &p->head->array[p->step->array];
  size_t used = 0;
  text[0] = '\0';
  if (name == UNNAMED) return 0;
  wl_any_type_name(p->head->structure, a->type, type);
  if (name == TYPED) used += (size_t)snprintf(text, TEXT, "%s ", type);
  used += (size_t)snprintf(text + used, TEXT - used, "%s", a->name);
  for (unsigned i = 0; name != NAMED && i < a->dimensions; i++)
    used += (size_t)snprintf(text + used, TEXT - used, "[%u]", a->extent[i]);
  return used;
}

/* "lane 0 [0][0], 1 [5][0] … 31 [7][3]": the elements of the first lanes, and of the last. */
static void say_elements(const struct place *p, unsigned first, char *text, size_t size) {
  uint32_t left = p->step->access.mask;
  char element[64];
  for (unsigned told = 0; left; left &= left - 1, told++) {
    unsigned lane = (unsigned)__builtin_ctz(left);
    size_t used = strlen(text);
    bool last = !(left & (left - 1)), gap = told > first;
    if (told >= first && !last) continue;
    wl_format_element(p->head, p->step, lane, false, element, sizeof element);
    snprintf(text + used, size - used, "%s%u %s", told == 0 ? "lane " : gap ? " … " : ", ", lane,
             element);
  }
}

/* The array and its lanes in so many cells. Returns how many of the first lanes have room; 0: none,
 * or active lanes are covered. */
static unsigned say(const struct place *p, enum name name, int room, char text[TEXT]) {
  enum { MOST = 8 /* lanes, and the last one */ };
  size_t named = say_array(p, name, text);
  if (!p->step->access.mask) return 0;
  if (named) named += (size_t)snprintf(text + named, TEXT - named, ": ");
  for (unsigned lanes = MOST; lanes > 0; lanes--) {
    text[named] = '\0';
    say_elements(p, lanes, text, TEXT);
    if (wl_canvas_cells(p->c, text, -1) <= room) return lanes;
  }
  return 0;
}

static int room_of(const struct place *p) { return p->r.w - INDENT - 1; }

static void draw(const struct place *p, int row, const char *text) {
  wl_canvas_fit(p->c, p->r.x + INDENT, p->r.y + row, room_of(p), WL_STYLE_DIM, text);
}

static void draw_array(const struct place *p) {
  char text[TEXT];
  size_t used = say_array(p, TYPED, text);
  const struct wl_array *a = &p->head->array[p->step->array];
  snprintf(text + used, TEXT - used, " in %s memory", wl_space_names[a->space]);
  if (wl_canvas_cells(p->c, text, -1) > room_of(p)) text[used] = '\0';
  draw(p, 0, text);
}

static int choices_behind(const struct place *p, int rows) {
  struct wl_rect left = {p->r.x, p->r.y + rows, p->r.w, p->r.h - rows};
  return left.h > 0 ? wl_choices_rows(p->m, p->c, wl_slide_margins(left)) : 0;
}

/* Whether so many rows leave the choices theirs, or a number that is typed its figure. */
static bool keeps(const struct place *p, int rows) {
  return rows <= p->free || (rows < p->r.h && choices_behind(p, rows) == p->choices);
}

/* … and the sentences below theirs. */
static bool spares(const struct place *p, int rows) {
  int figure = p->choices ? p->choices + 1 /* air */ : 1;
  return p->r.h - rows - figure >= p->below;
}

/* In rows of its own: in one, with less of the array where it has to be, or in two, where that
 * tells more lanes. Returns the rows, 0: they have no room. */
static int draw_rows(const struct place *p) {
  enum { ENOUGH = 3 /* lanes that show how it goes on */ };
  char text[TEXT], lanes[TEXT];
  unsigned one = say(p, TYPED, room_of(p), text), two = say(p, UNNAMED, room_of(p), lanes);
  bool second = two > one && keeps(p, 2), cheap = second && (spares(p, 2) || !spares(p, 1));
  if (!(cheap && one < ENOUGH) && keeps(p, 1)) {
    for (int name = SHAPED; !one && name < (second ? NAMED : NAMES); name++)
      one = say(p, (enum name)name, room_of(p), text);
    if (one) {
      draw(p, 0, text);
      return 1;
    }
  }
  if (!second) return 0;
  draw_array(p);
  draw(p, 1, lanes);
  return 2;
}

/* At the right of the question's last row. */
static bool draw_beside(const struct place *p) {
  enum { APART = 3 };
  char text[TEXT];
  int y = p->r.y - 1, end = p->r.x + p->r.w - 1, from = end;
  while (from > p->r.x && wl_canvas_cell(p->c, from - 1, y)->code == ' ') from--;
  for (int name = TYPED; name < NAMES; name++) {
    if (!say(p, (enum name)name, end - from - APART, text)) continue;
    wl_canvas_right(p->c, end, y, WL_STYLE_DIM, text);
    return true;
  }
  return false;
}

int wl_slide_lanes(struct wl_session *m, struct wl_canvas *c, struct wl_rect r, int free, int below,
                   bool *told) {
  struct place p = {.m = m, .c = c, .head = wl_session_head(m), .step = &wl_session_spot(m)->step,
                    .r = r, .free = free, .below = below};
  *told = false;
  if (p.step->kind != WL_STEP_ACCESS || !p.head || p.step->array >= p.head->arrays) return free;
  p.choices = choices_behind(&p, free);
  int rows = draw_rows(&p);
  *told = rows || (r.h > free && draw_beside(&p));
  bool counted = m->poll.question.asked != WL_ASK_NOTHING;
  bool smaller = !*told && counted && !m->still; /* below a picture is the line to come back by */
  if (smaller && (p.choices = choices_behind(&p, 1)))
    *told = (rows = draw_rows(&p)) > 0; /* at the cost of the size of letters, or of air */
  if (!*told && free) draw_array(&p);
  return rows > free ? rows : free;
}
