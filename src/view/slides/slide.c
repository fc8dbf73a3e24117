/* A slide: one fact about the selected step, legible from the back row. */
#include <stdio.h>
#include <string.h>

#include "session/compare/figure_text.h"
#include "session/compare/variants.h"
#include "session/course/presentation.h"
#include "session/predict/answers.h"
#include "session/predict/question.h"
#include "session/settings/adjust.h"
#include "session/state/panels.h"
#include "session/state/parts.h"
#include "session/state/replay_frame.h"
#include "session/state/selection.h"
#include "session/state/session_query.h"
#include "session/state/session_state.h"
#include "session/state/window.h"
#include "session/why/why.h"
#include "view/draw/big_digits.h"
#include "view/draw/counted_figures.h"
#include "view/draw/draw.h"
#include "view/draw/large_letters.h"
#include "view/screen/view_functions.h"
#include "view/slides/slide_hazards.h"
#include "view/slides/slide_lanes.h"
#include "view/slides/slide_parts.h"
#include "view/slides/slide_question.h"
#include "view/text/phrases.h"
#include "words/figures.h"
#include "words/format.h"

enum { ROOM_FOR_AIR = 13, AIR = 2 };

/* What the step comes to. */
static void add_verdict(struct wl_slide_parts *out, const struct wl_verdict *v) {
  out->judged = out->texts == 0;
  out->grade = v->grade;
  out->style = wl_grade_style(v->grade);
  wl_slide_add(out, v->text);
}

static const char *plural(unsigned n) { return n == 1 ? "" : "s"; }

/* What the question came to, the right answer big where it is a number. */
static void tell_answer(struct wl_session *m, const struct wl_step_info *s,
                        struct wl_slide_parts *out) {
  const struct wl_poll *p = &m->poll;
  char outcome[WL_OUTCOME_TEXT];
  bool big = wl_slide_big(out, p->right);
  struct wl_identity at = wl_session_identity(m);
  const struct wl_variant_stop *stop = wl_variant_before(m, &at);
  char right[WL_ANSWER_TEXT];
  bool again = stop && stop->said == wl_question_said(m, m->selected, right); /* the same */
  bool changed = again && wl_big_digits_whole(stop->right) && strcmp(stop->right, p->right) != 0;
  out->style = wl_poll_right(p) * 2 >= p->count ? WL_STYLE_GOOD : WL_STYLE_WARN;
  if (big)
    snprintf(out->big, sizeof out->big, "%s%s%s", changed ? stop->right : "", changed ? "→" : "",
             p->right);
  snprintf(out->head, sizeof out->head, "%.127s", p->question.text);
  wl_poll_outcome(p, outcome);
  wl_slide_add(out, outcome);
  wl_slide_add(out, p->question.because[0] ? p->question.because : s->verdict.text);
}

static void tell_ask(struct wl_session *m, const struct wl_step_info *s,
                     struct wl_slide_parts *out) {
  const struct wl_head *head = wl_session_head(m);
  char text[128], first[64], last[64], line[200];
  unsigned lanes = wl_lanes_count(s->step.access.mask);
  if (m->poll.state == WL_PREDICT_REVEALED) {
    tell_answer(m, s, out);
    return;
  }
  /* A number of lanes might be taken for its answer. */
  bool open = m->poll.state == WL_PREDICT_ASKED;
  if (open || s->lanes_covered)
    snprintf(out->big, sizeof out->big, "%s", open && *m->poll.typed ? m->poll.typed : "?");
  else snprintf(out->big, sizeof out->big, "%u", lanes);
  if (!open) snprintf(out->label, sizeof out->label, "lane%s", plural(lanes));
  if (s->lanes_covered) return;
  if (s->step.kind != WL_STEP_ACCESS) {
    if (!s->covered) wl_slide_add(out, wl_shuffle_pattern(&s->step, text, sizeof text));
    return;
  }
  const struct wl_access *a = &s->step.access;
  if (!a->mask) {
    wl_slide_add(out, s->verdict.text);
    return;
  }
  if (!open) {
    snprintf(out->big, sizeof out->big, "%u×%u", lanes, a->width);
    snprintf(out->label, sizeof out->label, "lane%s × byte%s", plural(lanes), plural(a->width));
  }
  char kind[WL_PHRASE + sizeof text + 2];
  wl_phrase_kind(&s->step, kind);
  size_t used = out->kind ? 0 : strlen(kind);
  snprintf(kind + used, sizeof kind - used, "%s%s", used ? ", " : "",
           wl_pattern(a, text, sizeof text));
  wl_slide_add(out, kind);
  unsigned low = (unsigned)__builtin_ctz(a->mask), high = 31 - (unsigned)__builtin_clz(a->mask);
  if (a->space == WL_TEXTURE || low == high) return;
  snprintf(line, sizeof line, "lane %u: %s … lane %u: %s", low,
           wl_format_element(head, &s->step, low, true, first, sizeof first), high,
           wl_format_element(head, &s->step, high, true, last, sizeof last));
  wl_slide_add(out, line);
}

static void tell_go(struct wl_session *m, const struct wl_step_info *s,
                    struct wl_slide_parts *out) {
  out->view = wl_present_view(s);
  if (wl_present_sums_up(m)) add_verdict(out, &s->verdict);
}

/* The figure that the step is judged by, before and after a change. */
static void tell_do(struct wl_session *m, const struct wl_step_info *s,
                    struct wl_slide_parts *out) {
  enum wl_space space = (enum wl_space)s->step.access.space;
  unsigned figure = (unsigned)wl_figure_telling(wl_session_arch(m), &s->step.access);
  struct wl_figure_text shown;
  add_verdict(out, &s->verdict);
  if (!wl_figure_show(m, figure, &shown)) return;
  unsigned ideal = figure == WL_TRANSACTIONS ? WL_SHOW_NOTHING
                 : wl_moves_sectors(space)   ? (unsigned)WL_IDEAL_SECTORS
                                             : (unsigned)WL_IDEAL_WAVEFRONTS;
  size_t length = wl_figure_unit_length(shown.title, strcmp(shown.value, "1") == 0 ? 1 : 2);
  snprintf(out->label, sizeof out->label, "%.*s", (int)length, shown.title);
  if (shown.hidden) snprintf(out->big, sizeof out->big, "?");
  else snprintf(out->big, sizeof out->big, "%s%s%s", shown.before, *shown.before ? "→" : "",
                shown.value);
  if (shown.hidden || !wl_figure_show(m, ideal, &shown)) return;
  size_t used = strlen(out->label);
  snprintf(out->label + used, sizeof out->label - used, ", ideally %s", shown.value);
}

/* What the efficiency is made of comes second. */
static void tell_cost(struct wl_session *m, const struct wl_step_info *s,
                      struct wl_slide_parts *out) {
  bool moves = wl_moves_sectors((enum wl_space)s->step.access.space);
  const unsigned rows[][2] = {
    {WL_SHOW_EXCESS, moves ? (unsigned)WL_IDEAL_SECTORS : (unsigned)WL_IDEAL_WAVEFRONTS},
    {moves ? WL_SECTORS : WL_WAVEFRONTS, moves ? WL_BYTES_MOVED : WL_WAYS},
  };
  struct wl_figure_text shown;
  enum wl_style style = wl_grade_style(s->verdict.grade);
  if (wl_figure_show(m, WL_SHOW_EFFICIENCY, &shown)) {
    style = wl_grade_style(shown.grade);
    snprintf(out->label, sizeof out->label, "efficiency");
    if (shown.hidden) snprintf(out->big, sizeof out->big, "?");
    else if (*shown.before) snprintf(out->big, sizeof out->big, "%s→%.*s%%", shown.before,
                                     (int)strcspn(shown.value, " "), shown.value);
    else snprintf(out->big, sizeof out->big, "%.*s%%", (int)strcspn(shown.value, " "), shown.value);
  }
  out->style = style;
  wl_slide_add(out, " "); /* the sentences are not in the colour of the figure */
  bool early = wl_figure_telling(wl_session_arch(m), &s->step.access) == WL_TRANSACTIONS;
  for (size_t r = early; r < sizeof rows / sizeof rows[0]; r++) { /* excess is in sectors there */
    char line[200] = "";
    for (int i = 0; i < 2; i++) {
      if (!wl_figure_show(m, rows[r][i], &shown)) continue;
      size_t used = strlen(line);
      snprintf(line + used, sizeof line - used, "%s%s %s%s%s", used ? "   " : "", shown.title,
               shown.before, *shown.before ? " → " : "", shown.hidden ? "?" : shown.value);
    }
    wl_slide_add(out, line);
  }
}

static void tell_why(struct wl_session *m, const struct wl_step_info *s,
                     struct wl_slide_parts *out) {
  if (s->verdict.rule == WL_RULE_NONE) {
    snprintf(out->big, sizeof out->big, "?");
    return;
  }
  const struct wl_rule *rule = &wl_rules[s->verdict.rule];
  char text[96];
  out->style = WL_STYLE_STRONG;
  wl_slide_add(out, rule->name);
  wl_slide_add(out, " ");
  wl_slide_add(out, rule->sentence);
  enum wl_certainty sure = wl_rule_certainty((enum wl_rule_id)s->verdict.rule, wl_session_arch(m));
  struct wl_figure_text shown;
  bool changed = wl_figure_show(m, wl_figure_telling(wl_session_arch(m), &s->step.access),
                                &shown) &&
                 shown.before[0];
  if (!out->tight) wl_slide_add(out, " ");
  int used = snprintf(text, sizeof text, "%s", wl_certainty_texts[sure]);
  if (changed)
    snprintf(text + used, sizeof text - (size_t)used, "   %s %s → %s", shown.title, shown.before,
             shown.value);
  wl_slide_add(out, text);
}

typedef void tell_fact(struct wl_session *, const struct wl_step_info *, struct wl_slide_parts *);
static tell_fact *const tell[WL_FACTS] = {
  [WL_FACT_STOP] = wl_slide_stop, [WL_FACT_ASK] = tell_ask, [WL_FACT_GO] = tell_go,
  [WL_FACT_DO] = tell_do, [WL_FACT_COST] = tell_cost, [WL_FACT_WHY] = tell_why,
};

static void draw_counted(struct wl_session *m, struct wl_canvas *c, struct wl_rect r) {
  if (!wl_slide_large(c) || !wl_counted_draw_large(m, c, r)) wl_counted_draw(m, c, r);
}

/* … and those that are neither: about no line, or about two. */
static void (*const draws[WL_FACTS])(struct wl_session *, struct wl_canvas *, struct wl_rect) = {
  [WL_FACT_CHANCE] = wl_hazard_summary_draw, [WL_FACT_COUNTED] = draw_counted,
};

enum { BARE = 3, BRIEFS };

/* What stands there while a slide waits for the script: the same. */
static void running(const struct wl_session *m, int brief, char text[96]) {
  double percent = 100.0 * (double)m->done / (double)m->of;
  if (brief < BARE) snprintf(text, 96, "running %.0f %%%s", percent, brief ? "" : ", x stops it");
  else snprintf(text, 96, "%.0f %%", percent);
}

/* What stands at the right of a slide: the more of it, the less `brief`. */
static void where(struct wl_session *m, int brief, char text[96]) {
  unsigned place, of;
  char warp[64] = "";
  size_t steps, ordinal = wl_session_ordinal(m, &steps);
  const struct wl_arch *arch = wl_session_arch(m);
  if (m->of && m->slow) return running(m, brief, text);
  wl_present_fact(m, &place, &of);
  if (ordinal)
    snprintf(warp, sizeof warp, brief ? "   %zu/%zu" : "   instruction %zu of %zu", ordinal, steps);
  if (brief < BARE)
    snprintf(text, 96, "cc %s%s%s   %s%u/%u", arch->cc, arch->mode, warp, brief < 2 ? "fact " : "",
             place, of);
  else snprintf(text, 96, "%u/%u", place, of);
}

/* What the slide is about, and with which values; then where that is. */
static void draw_bar(struct wl_session *m, struct wl_canvas *c, int width) {
  enum { MANY = 1000 }; /* columns of all values */
  char right[96], values[256], title[192];
  const char *old = wl_file_words(m, false);
  snprintf(title, sizeof title, "%s%s%s", old, *old ? ": " : "", wl_present_title(m));
  int room = 0, cells = wl_canvas_cells(c, title, -1);
  wl_canvas_fill(c, (struct wl_rect){0, 0, width, 1}, WL_STYLE_BAR);
  wl_part_params(m, c, MANY, true, values);
  int all = wl_canvas_cells(c, values, -1), brief = 0;
  for (; brief < BRIEFS; brief++) {
    where(m, brief, right);
    room = width - 3 - wl_canvas_cells(c, right, -1) - cells;
    wl_part_params(m, c, room - AIR, all <= room - AIR, values);
    bool told = *values && strcmp(values, "…") != 0 && strcmp(values, "  …") != 0;
    if (room >= AIR && (brief == 0 ? all <= room - AIR : told || !all)) break;
  }
  if (brief == BRIEFS && room < AIR) *values = '\0';
  int x = wl_canvas_fit(c, 1, 0, cells + room, WL_STYLE_TITLE, title);
  wl_canvas_text(c, x, 0, WL_STYLE_BAR_KEY, values);
  wl_canvas_right(c, width - 1, 0, WL_STYLE_BAR, right);
}

/* Below a picture that is replayed, which wavefront that is, and why. Returns the rows. */
static int draw_moment(struct wl_session *m, struct wl_canvas *c, struct wl_rect r) {
  enum { ROOM_FOR_REASON = 12 };
  char why[WL_PHRASE];
  if (!wl_session_moment(m).replay || r.h < WL_SLIDE_ASKS) return 0;
  int y = r.y + r.h - 1, rows = 1;
  if (r.h >= ROOM_FOR_REASON && wl_phrase_reason(m, why)) {
    wl_draw_clauses(c, r.x + 1, y--, r.w - 2, WL_STYLE_TEXT, why);
    rows = 2;
  }
  wl_part_now(m, c, (struct wl_rect){r.x, y, r.w, 1}, false);
  return rows;
}

/* Before a sentence that judges, in its margin: a sign that needs no colour. */
static void draw_sign(struct wl_canvas *c, int x, int y, const struct wl_slide_parts *s) {
  if (s->judged && x >= 2)
    wl_canvas_glyph(c, x - 2, y, wl_grade_sign(s->grade), 1, s->style);
}

/* Of its letters: large where that leaves the picture its rows, or it has too few anyway. */
static int summary_scale(struct wl_session *m, struct wl_canvas *c, struct wl_rect r,
                         const struct wl_slide_parts *s) {
  if (!s->texts || !wl_slide_large(c)) return 0;
  int rows = wl_large_rows(c, r.w - 2 * WL_SLIDE_MARGIN, 1, s->text[0]) + 1;
  int picture = wl_view_rows(m, s->view, c, r.w);
  return rows <= r.h / 3 && (rows <= r.h - picture || picture > r.h);
}

/* The sentence below a picture, with a row of air where it takes no third one. Returns the rows
 * that both take. */
static int draw_summary(struct wl_canvas *c, struct wl_rect r, const struct wl_slide_parts *s) {
  enum { MOST = 3 };
  if (!s->texts || r.h < WL_SLIDE_ASKS) return 0;
  int width = r.w - 2 * WL_SLIDE_MARGIN, most = s->scale ? MOST * WL_LARGE_ROWS : MOST;
  int rows = wl_large_rows(c, width, s->scale, s->text[0]);
  if (rows > most) rows = most;
  int y = r.y + r.h - rows;
  draw_sign(c, r.x + WL_SLIDE_MARGIN, y, s);
  wl_draw_large(c, (struct wl_rect){r.x + WL_SLIDE_MARGIN, y, width, rows}, y, s->scale, s->style,
                s->text[0]);
  return rows + (rows < most);
}

/* Sentences from row `y` on, and a sign where there is no room for one. */
static void draw_texts(struct wl_canvas *c, struct wl_rect r, int y,
                       const struct wl_slide_parts *s) {
  int end = r.y + r.h;
  for (int i = 0; i < s->texts; i++) {
    bool air = strcmp(s->text[i], " ") == 0;
    if (air && s->tight) continue;
    if (!air && y >= end) return wl_draw_more(c, r.x + r.w - 1, end - 1);
    if (i == 0) draw_sign(c, r.x, y, s);
    int scale = i == 0 ? s->first : s->scale;
    y = air ? y + 1
            : wl_draw_large(c, r, y, scale, i == 0 ? s->style : WL_STYLE_TEXT, s->text[i]) +
                  s->scale;
  }
}

/* Rows of sentences, without air. */
static int rows_of(const struct wl_canvas *c, int cells, const struct wl_slide_parts *s) {
  int rows = 0;
  for (int i = 0; i < s->texts; i++)
    if (strcmp(s->text[i], " ") != 0)
      rows += wl_large_rows(c, cells, i == 0 ? s->first : s->scale, s->text[i]) + s->scale;
  return rows;
}

/* Rows of all that a slide has, its figure as small as can be. */
static int all_rows(const struct wl_canvas *c, struct wl_rect r, const struct wl_slide_parts *s) {
  int rows = rows_of(c, r.w, s) + (*s->big ? WL_BIG_DIGITS_ROWS + 3 : 0);
  for (int i = 0; i < s->texts && !s->tight; i++) rows += strcmp(s->text[i], " ") == 0;
  return rows + wl_large_rows(c, r.w, s->scale, s->head) +
         wl_large_rows(c, r.w, s->scale, s->label);
}

/* The largest letters that have room: for all, without air if need be, or for the first text. */
static void choose_letters(const struct wl_canvas *c, struct wl_rect r, struct wl_slide_parts *s) {
  static const struct { uint8_t first, others; bool tight; } sizes[] = {
    {2, 2, false}, {2, 1, false}, {1, 1, false}, {1, 1, true}, {1, 0, false}};
  for (size_t i = 0; wl_slide_large(c) && i < sizeof sizes / sizeof sizes[0]; i++) {
    s->first = sizes[i].first, s->scale = sizes[i].others, s->tight = sizes[i].tight;
    if (all_rows(c, r, s) <= r.h) return;
  }
  s->first = s->scale = 0;
}

/* A figure that has all rows that large letters leave, and its label below it. */
static int draw_large_figure(struct wl_canvas *c, struct wl_rect r,
                             const struct wl_slide_parts *s) {
  enum { LARGEST = 4 };
  int room = r.h - rows_of(c, r.w, s) - wl_large_rows(c, r.w, s->scale, s->label) - 3;
  int scale = wl_within(room / WL_BIG_DIGITS_ROWS, 1, LARGEST);
  while (scale > 1 && wl_big_digits_cells(s->big, scale) > r.w) scale--;
  wl_big_digits_text(c, r.x, r.y + 1, scale, s->style, s->big);
  int y = r.y + 1 + scale * WL_BIG_DIGITS_ROWS + 1;
  return *s->label ? wl_draw_large(c, r, y, s->scale, WL_STYLE_STRONG, s->label) + 1 : y;
}

/* A figure and what it counts; where rows are few, sentences need them more than big digits, or
 * than the air around those. Returns the row for the sentences. */
static int draw_figure(struct wl_canvas *c, struct wl_rect r, const struct wl_slide_parts *s) {
  char text[sizeof s->big + sizeof s->label + 1];
  if (s->first && wl_big_digits_whole(s->big) && wl_big_digits_cells(s->big, 1) <= r.w)
    return draw_large_figure(c, r, s);
  int need = rows_of(c, r.w, s), end = r.y + r.h, air = r.h > 8;
  bool beside = wl_big_digits_cells(s->big, 1) + 3 + wl_canvas_cells(c, s->label, -1) <= r.w;
  int big = WL_BIG_DIGITS_ROWS + (beside ? 0 : 1 + wl_centred_rows(c, r.w, s->label));
  if (s->tight && r.h < big + need) {
    snprintf(text, sizeof text, "%s %s", s->big, s->label);
    return wl_draw_text(c, r, r.y + air, s->style, text) + air;
  }
  bool close = s->tight && r.h < big + need + 2 * air + beside;
  if (close) air = 0;
  struct wl_rect below = {r.x, r.y + air, r.w, r.h - air};
  int y = wl_big_digits_figure(c, below, s->style, s->big, s->label) + air;
  return close && beside && y + need > end ? y - 1 : y;
}

/* What was asked: where the answer is a sentence, in the rows that this leaves. Returns the rows,
 * with the air behind it. */
static int draw_head(struct wl_canvas *c, struct wl_rect r, const struct wl_slide_parts *s) {
  int rows = wl_large_rows(c, r.w, s->scale, s->head);
  int spare = r.h - rows_of(c, r.w, s), air = !*s->big;
  if (air && rows + air > spare) {
    if (rows > spare) rows = spare;
    air = 0;
  }
  if (rows <= 0) return 0;
  struct wl_rect in = {r.x, r.y, r.w, rows};
  return wl_draw_large(c, in, r.y, s->scale, WL_STYLE_STRONG, s->head) - r.y + air;
}

static void draw_slide(struct wl_session *m, struct wl_canvas *c, struct wl_rect r, bool kind,
                       bool told) {
  unsigned place, of;
  struct wl_slide_parts s = {.view = WL_VIEWS, .style = WL_STYLE_STRONG, .kind = kind,
                    .tight = r.h < ROOM_FOR_AIR, .width = wl_slide_margins(r).w};
  enum wl_fact fact = wl_present_fact(m, &place, &of);
  if (draws[fact]) {
    int air = r.h > 13;
    draws[fact](m, c, wl_slide_margins((struct wl_rect){r.x, r.y + air, r.w, r.h - air}));
    return;
  }
  tell[fact](m, wl_session_spot(m), &s);
  if (s.view < WL_VIEWS) {
    bool asked = m->poll.state == WL_PREDICT_ASKED; /* then it is the answers' row */
    if (!asked && !wl_session_masked(m)) r.h -= draw_moment(m, c, r);
    s.scale = summary_scale(m, c, r, &s);
    r.h -= draw_summary(c, r, &s);
    struct wl_rect old = wl_canvas_clip(c, r);
    if (wl_view_hidden(m, s.view)) wl_view_masked(m, c, r);
    else wl_view_draw(m, s.view, c, r);
    wl_canvas_clip(c, old);
    return;
  }
  struct wl_rect in = wl_slide_margins(r);
  int choices = fact == WL_FACT_ASK ? wl_choices_rows(m, c, in) : 0;
  s.texts -= told && fact == WL_FACT_ASK && s.texts > 1; /* the lanes, which were */
  if (!choices) choose_letters(c, in, &s);
  if (choices) { /* they are the figures */
    bool air = in.h > choices + 1 + rows_of(c, in.w, &s);
    in.y += air, in.h -= air;
    wl_choices_draw(m, c, in);
    in.y += choices + 1, in.h -= choices + 1;
    if (in.h > 0 && rows_of(c, in.w, &s) <= in.h) draw_texts(c, in, in.y, &s);
    return;
  }
  if (*s.head && *s.big && in.h <= WL_BIG_DIGITS_ROWS + 3) {
    snprintf(s.label, sizeof s.label, "%s", s.head);
  } else if (*s.head) {
    int used = draw_head(c, in, &s);
    in.y += used, in.h -= used;
  }
  bool air = in.h > 8 && !*s.head && all_rows(c, in, &s) < in.h;
  int rows = *s.big ? draw_figure(c, in, &s) : in.y + air;
  if (!*s.big && *s.label)
    rows = wl_draw_large(c, in, rows, s.scale, WL_STYLE_STRONG, s.label) + 1;
  draw_texts(c, in, rows, &s);
}

/* What a question is about, behind its text in the first rows of `r`. Returns the rows of both. */
static int draw_asked(struct wl_session *m, struct wl_canvas *c, struct wl_rect r, int question,
                      int large, bool kind, bool *told) {
  unsigned place, of;
  struct wl_slide_parts s = {.kind = kind, .width = wl_slide_margins(r).w};
  int text = wl_centred_rows(c, r.w - 4, m->poll.question.text), below = 0;
  if (text > question || large) text = question;
  bool asks = wl_present_fact(m, &place, &of) == WL_FACT_ASK; /* others have their rows */
  if (asks) tell_ask(m, wl_session_spot(m), &s);
  if (s.texts) below = wl_centred_rows(c, s.width, s.text[0]);
  r = (struct wl_rect){r.x, r.y + text, r.w, (asks ? r.h : question) - text};
  return text + wl_slide_lanes(m, c, r, question - text, below, told);
}

/* Whether nothing stands in a row: that of a title has room for its keys then. */
static bool is_free(const struct wl_canvas *c, int y) {
  int x = 0, width = wl_canvas_width(c);
  while (x < width && wl_canvas_cell(c, x, y)->code == ' ') x++;
  return x == width;
}

bool wl_present_draw(struct wl_session *m, struct wl_canvas *c) {
  int width = wl_canvas_width(c), height = wl_canvas_height(c);
  if (wl_panel_top(m) == WL_PANEL_BLANK) { /* a white screen would light up the room */
    wl_canvas_fill(c, (struct wl_rect){0, 0, width, height}, WL_STYLE_BLACK);
    return true;
  }
  if (!wl_session_spot(m)) return false;
  struct wl_param made;
  bool status = m->message[0] || wl_adjustable_chosen(m, &made) || wl_panel_on(m, WL_PANEL_RESTORE);
  unsigned place, of;
  bool open = m->poll.state == WL_PREDICT_ASKED, shown = m->poll.state == WL_PREDICT_REVEALED;
  bool answer = shown && wl_present_fact(m, &place, &of) == WL_FACT_ASK;
  bool asked = open || answer;
  bool kind = true, told = false;
  status |= asked;
  struct wl_layout l = {.size = WL_SIZE_NORMAL};
  draw_bar(m, c, width);
  int source = wl_slide_large(c) ? 3
               : height > ROOM_FOR_AIR ? wl_part_source_rows(m, c, width) : 1;
  if (wl_session_spot(m)->step.kind == WL_STEP_MARK || /* its note is for the lecturer */
      draws[wl_present_fact(m, &place, &of)])
    source = 0;
  if (source)
    kind = wl_part_source(m, c, (struct wl_rect){0, 1, width, source}, true);
  int top = 1 + source;
  struct wl_rect rest = {0, top, width, height - top - 1};
  int large = open ? wl_slide_asks_large(m, c, rest) : 0;
  int question = large ? large : open ? wl_slide_asks(m, c, rest) : 0;
  int more = status ? wl_slide_spare(m, c, rest, &question) : 0;
  height -= more;
  l.part[WL_PART_STATUS] = (struct wl_rect){0, height - 1, width, 1 + more};
  rest = (struct wl_rect){0, top + question, width, rest.h - question - more};
  bool grid = question && wl_present_fact(m, &place, &of) == WL_FACT_ASK &&
              wl_choices_rows(m, c, wl_slide_margins(rest));
  if (asked && !grid)
    wl_part_answers(m, c, (struct wl_rect){0, --height - 1, width, 1});
  if (question) { /* above the slide, its answers below */
    l.part[WL_PART_VERDICT] = (struct wl_rect){0, top, width, question};
    if (large) wl_draw_large(c, wl_slide_margins(rest), top, 1, WL_STYLE_STRONG,
                             m->poll.question.text);
    else wl_part_question(m, c, &l);
    if (!kind) kind = wl_slide_kind(m, c, top);
    question = draw_asked(m, c, (struct wl_rect){0, top, width, height - top - status}, question,
                          large, kind, &told);
  }
  rest = (struct wl_rect){0, top + question, width, height - top - question - status};
  draw_slide(m, c, rest, kind, told);
  if (grid) wl_slide_votes(m, c, top, question, question + rest.h);
  if (wl_panel_on(m, WL_PANEL_RESTORE))
    wl_part_bookmark(m, c, (struct wl_rect){0, 1, width, height - 2});
  bool begins = wl_present_opens(m) && !m->still && is_free(c, height - 1);
  if (status || begins) wl_part_status(m, c, &l);
  return true;
}
